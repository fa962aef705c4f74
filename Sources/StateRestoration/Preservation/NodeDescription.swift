/// What the archive says of a node beside its names, its place and its state.
@MainActor
struct NodeDescription: Equatable {
  var className: String
  var restorationClassName: String?
  var scene: ArchivedNode.StoryboardScene?

  init(of node: any StateRestoring, _ kind: ArchivedNode.Kind) {
    className = node.className
    switch kind {
    case .viewController:
      let controller = node as? any RestorableViewController
      restorationClassName = controller?.restorationClass?.name
      scene = controller?.storyboardScene
    case .object: restorationClassName = (node as? any RestorableObject)?.objectRestorationClass?.name
    case .view: break
    }
  }
}

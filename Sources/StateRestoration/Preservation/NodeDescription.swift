/// The attributes of an archived node other than its identifiers, position and state.
@MainActor
struct NodeDescription {
  var className: String
  var restorationClassName: String?
  var scene: ArchivedNode.StoryboardScene?

  init(of node: any StateRestoring, _ kind: ArchivedNode.Kind) {
    className = node.className
    switch kind {
    case .viewController:
      let controller = node.asViewController
      restorationClassName = controller?.restorationClass?.name
      scene = controller?.storyboardScene
    case .object: restorationClassName = (node as? any RestorableObject)?.objectRestorationClass?.name
    case .view: break
    }
  }
}

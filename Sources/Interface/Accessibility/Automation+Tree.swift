import StateRestoration

// The running tree, for tools.
extension Automation {
  /// A node of the running tree, for tools.
  public struct TreeNode: Equatable {
    /// The restoration identifier.
    public var identifier: String?
    /// The class's name.
    public var className: String
    /// The identifier path; nil if the node is not preserved.
    public var path: IdentifierPath?
    /// Whether the node is preserved.
    public var isRestorable: Bool
    /// Child controllers, then the presented controller, then identified views.
    public var children: [TreeNode]
  }

  /// The trees of all windows, the key window's first.
  public var tree: [TreeNode] {
    let windows = application.windows.filter(\.isKeyWindow) + application.windows.filter { !$0.isKeyWindow }
    return windows.compactMap(\.rootViewController).map(node)
  }

  private func node(of controller: ViewController) -> TreeNode {
    let path = controller.restorationIdentifierPath
    let isPreserved = path != nil && (controller as? AlertController)?.isRestorable != false
    var children = controller.children.map(node)
    if let presented = controller.presentedViewController { children.append(node(of: presented)) }
    children += controller.identifiedViews.map { view in
      TreeNode(
        identifier: view.restorationIdentifier, className: view.className,
        path: isPreserved ? view.restorationIdentifier.flatMap { path?.appending($0) } : nil,
        isRestorable: isPreserved, children: [])
    }
    return TreeNode(
      identifier: controller.restorationIdentifier, className: controller.className,
      path: isPreserved ? path : nil, isRestorable: isPreserved, children: children)
  }
}

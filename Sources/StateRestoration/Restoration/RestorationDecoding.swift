/// Decoding the state of re-created nodes.
extension Restoration {
  /// Decodes the state of each restored node in walk order, then that of the application.
  ///
  /// A controller's view is loaded right before its state is decoded. Until then the controller is not bound to its
  /// container.
  public func decode() {
    for root in roots { decode(root, at: root.path) }
    for object in objects {
      if object.coder == nil { makeObject(object, canWait: false) }
      guard let node = object.object as? any RestorableObject, let coder = object.coder else { continue }
      decode(node, coder: coder, path: object.path)
    }
    let coder = applicationCoder()
    let decoded: Void? = application.call(
      LifeCycleEvent(.application, "didDecodeRestorableState"), with: coder, in: log,
      consequence: "The app's own decoded values may be missing; the saved ones are kept until it changes them."
    ) {
      try application.didDecodeRestorableState(coder)
      try coder.checkState()
    }
    if decoded == nil { hasApplicationFailed = true }
  }

  private func decode(_ node: RestoredNode, at path: IdentifierPath) {
    guard let controller = node.viewController, let coder = node.coder else { return }
    loadView(of: controller)
    if node.parent == nil {
      application.setRootViewController(controller, window: min(max(0, node.archived.position), 100))
    }
    controller.didBind()
    var children: [RestoredChild] = []
    var presented: RestoredNode?
    // A loop, as the actor would be checked for each call of a closure.
    for child in node.children {
      switch child.archived.relation {
      case .child:
        guard let controller = child.viewController else { continue }
        let position = min(max(0, child.archived.position), RestoredChild.greatestPosition)
        children.append(RestoredChild(viewController: controller, position: position))
      case .presented: presented = presented ?? child
      case .root, .adopted: break
      }
    }
    controller.bind(children: children, presented: presented?.viewController)
    // The state can refer to its views, and decoding can re-create them.
    findViews(of: controller, node: node)
    decode(controller, coder: coder, path: path)
    decodeViews(of: controller, node: node)
    for child in node.children { decode(child, at: path.appending(child.archived.identifier)) }
  }

  private func decodeViews(of controller: any RestorableViewController, node: RestoredNode) {
    findViews(of: controller, node: node)
    for archivedView in node.views {
      guard let view = archivedView.object else { continue }
      decodeView(view, from: archivedView)
    }
    noteLateViews(of: controller, node: node)
  }

  func decodeView(_ view: any StateRestoring, from node: RestoredNode) {
    decode(view, coder: coder(for: node.archived), path: node.path)
  }

  /// Returns the object of a node to which decoded state refers. A view of a controller that was not decoded yet is found
  /// by loading the controller's view, which is asked for now.
  func objectReferredTo(_ node: RestoredNode) -> (any StateRestoring)? {
    if node.object == nil, node.archived.kind == .view, let owner = node.parent, owner.coder != nil,
      let controller = owner.viewController
    {
      loadView(of: controller)
      findViews(of: controller, node: owner)
    }
    if node.archived.kind == .object, node.coder == nil { makeObject(node, canWait: true) }
    return node.object
  }

  private func loadView(of controller: any RestorableViewController) {
    if !controller.loadViewIfNeeded() { failedNodes.insert(ObjectIdentifier(controller)) }
  }

  /// Finds the views that match archived ones.
  private func findViews(of controller: any RestorableViewController, node: RestoredNode) {
    guard !node.views.isEmpty else { return }
    var live = Dictionary(grouping: controller.identifiedViews) { $0.restorationIdentifier ?? "" }
      .mapValues { $0[...] }
    for archivedView in node.views { archivedView.object = live[archivedView.archived.identifier]?.popFirst() }
  }

  private func decode(_ node: any StateRestoring, coder: StateCoder, path: IdentifierPath) {
    let decoded: Void? = application.call(
      LifeCycleEvent(.node(path), "decodeRestorableState"), with: coder, in: log,
      consequence: "It keeps its initial state; everything else is restored."
    ) {
      try node.restore(from: coder)
      try coder.checkState()
    }
    if decoded == nil { failedNodes.insert(ObjectIdentifier(node)) }
  }
}

/// Re-creating the nodes of an archive.
extension Restoration {
  /// Re-creates the controllers, parents before children, siblings in order, and then the objects.
  public func makeNodes() {
    application.decodeBuiltInState(with: applicationCoder().builtIn)
    for root in roots { make(root, at: root.path) }
    for object in objects { makeObject(object, canWait: true) }
  }

  private func make(_ node: RestoredNode, at path: IdentifierPath) {
    let coder = coder(for: node.archived)
    coder.storyboard = node.archived.scene.flatMap { application.storyboard(named: $0.storyboard) }
    node.coder = coder
    let restorationClass = node.archived.restorationClassName.flatMap { application.restorationClass(named: $0) }
    guard let controller = makeController(node, of: restorationClass, at: path, coder: coder) else { return }
    if !node.isFoundInPlace, let reason = refusal(of: controller, as: node) {
      omit(node, reason)
      return
    }
    restored.insert(ObjectIdentifier(controller))
    node.object = controller
    if controller.restorationIdentifier == nil { controller.restorationIdentifier = node.archived.identifier }
    if let restorationClass, controller.restorationClass == nil { controller.restorationClass = restorationClass }
    if !node.isFoundInPlace { controller.willRestore(at: path, from: coder, in: application) }
    for child in node.children { make(child, at: path.appending(child.archived.identifier)) }
  }

  /// Returns why a created controller cannot be used for a node.
  private func refusal(of controller: any RestorableViewController, as node: RestoredNode)
    -> RestorationProblem.OmissionReason?
  {
    if restored.contains(ObjectIdentifier(controller)) { return .alreadyRestored }
    let reason =
      node.parent == nil
      ? application.refusal(ofRoot: controller)
      : node.parent?.viewController?.refusal(of: controller, as: node.archived.relation)
    return reason.map { .invalidPosition(because: $0) }
  }

  private func makeController(
    _ node: RestoredNode, of restorationClass: (any RestorationClass)?, at path: IdentifierPath, coder: StateCoder
  ) -> (any RestorableViewController)? {
    let method = "viewControllerWithRestorationIdentifierPath"
    if let name = node.archived.restorationClassName {
      guard let restorationClass else {
        omit(node, .unknownRestorationClass(name))
        return nil
      }
      let event = LifeCycleEvent(.restorationClass(name: name), method, path: path)
      switch ask(
        event, coder, { try restorationClass.viewController(withRestorationIdentifierPath: path, coder: coder) })
      {
      case nil:
        omit(node, .methodFailed)
        return nil
      case .some(nil):
        omit(node, .methodReturnedNil(of: name, method: method))
        return nil
      case let controller??:
        return controller
      }
    }
    if let controller = application.hostViewController(for: node.archived, coder: coder) { return controller }
    var reason = RestorationProblem.OmissionReason.noCreator
    if application.makesViewControllers {
      let event = LifeCycleEvent(.application, method, path: path)
      switch ask(
        event, coder, { try application.viewController(withRestorationIdentifierPath: path, coder: coder) })
      {
      case nil: reason = .methodFailed
      case let controller??: return controller
      case .some(nil): break
      }
    }
    if let existing = existingController(for: node) {
      node.isFoundInPlace = true
      return existing
    }
    if let inPlace = controllerInPlace(of: node), !restored.contains(ObjectIdentifier(inPlace)) { return inPlace }
    do {
      if let scene = node.archived.scene {
        if let controller = try application.instantiateViewController(from: scene) {
          // The app may have renamed the preserved controller.
          controller.restorationIdentifier = node.archived.identifier
          return controller
        }
        if case .noCreator = reason { reason = .unknownScene(scene) }
      }
      if case .noCreator = reason, let controller = try application.instantiateAlert(for: node.archived) {
        return controller
      }
    } catch {
      application.report(
        .callbackFailed(
          LifeCycleEvent(
            .unidentified(className: node.archived.className), "instantiateViewController", path: path),
          error: error, consequence: "It was omitted, with all its descendants."))
      if node.archived.scene == nil { reason = .methodFailed }
    }
    omit(node, reason)
    return nil
  }

  /// Calls a restoration method. Returns nil if it fails.
  private func ask<Node>(_ event: LifeCycleEvent, _ coder: StateCoder, _ body: () throws -> Node?) -> Node?? {
    // The coder is used again when the node is decoded.
    application.call(
      event, with: coder, isLast: false, in: log, consequence: "It was omitted, with all its descendants.", body)
  }

  private func omit(_ node: RestoredNode, _ reason: RestorationProblem.OmissionReason) {
    switch reason {
    case .noCreator, .notRegistered: break
    default: node.isRefused = true
    }
    application.report(.omitted(path: node.path, className: node.archived.className, reason: reason))
  }

  /// Returns a controller that exists at the node's path already: created by the main storyboard, in
  /// `willFinishLaunching`, or together with a re-created parent.
  private func existingController(for node: RestoredNode) -> (any RestorableViewController)? {
    let isFree = { [self] (controller: any RestorableViewController) in
      !restored.contains(ObjectIdentifier(controller))
    }
    let isPresented = node.archived.relation == .presented
    if let parent = node.parent {
      if parent.viewController == nil { return nil }
      let known = isPresented ? nil : parent.existingChildren
      if let child = known?.first(named: node.archived.identifier, where: isFree) { return child }
    }
    // The cached children may be incomplete, as the app's methods run in between.
    let candidates = existingControllers(beside: node, in: node.parent?.viewController)
    if !isPresented { node.parent?.existingChildren = candidates }
    if let named = candidates.first(named: node.archived.identifier, where: isFree) { return named }
    // The same scene, renamed since it was created.
    guard let scene = node.archived.scene else { return nil }
    let ofScene = candidates.all.filter { isFree($0) && $0.storyboardScene == scene }
    guard !ofScene.isEmpty else { return nil }
    let siblings = Set((node.parent?.children ?? roots).map(\.archived.identifier))
    let renamed = ofScene.first { !siblings.contains($0.restorationIdentifier ?? "") }
    renamed?.restorationIdentifier = node.archived.identifier
    return renamed
  }

  /// Returns the existing controllers among which a node is searched for: those of its parent, or the root controllers.
  private func existingControllers(
    beside node: RestoredNode, in container: (any RestorableViewController)?
  ) -> ExistingControllers {
    guard let container else { return ExistingControllers(application.rootViewControllers.map(\.viewController)) }
    return ExistingControllers(
      node.archived.relation == .presented
        ? container.preservedPresentedViewController.map { [$0] } ?? [] : container.containedViewControllers)
  }

  /// Returns the controller at the node's path below the root controllers, also if the app has re-created its parent.
  private func controllerInPlace(of node: RestoredNode) -> (any RestorableViewController)? {
    let isPresented = node.archived.relation == .presented
    var candidates = isPresented ? nil : node.parent?.childrenInPlace
    if candidates == nil {
      let container = node.parent.flatMap { controllerInPlace(of: $0) }
      if node.parent != nil, container == nil { return nil }
      candidates = existingControllers(beside: node, in: container)
      if !isPresented { node.parent?.childrenInPlace = candidates }
    }
    return candidates?.first(named: node.archived.identifier) { _ in true }
  }

  /// Finds or re-creates an object. One without a coder afterwards waits: the controllers, whose views are loaded while
  /// they are decoded, may still register it or its parent.
  func makeObject(_ node: RestoredNode, canWait: Bool) {
    if let parent = node.parent {
      if parent.archived.kind == .object, parent.coder == nil { makeObject(parent, canWait: canWait) }
      // The children of an omitted node are omitted too.
      guard parent.isRecreated else { return }
    }
    let registered = application.registeredObjects(named: node.archived.identifier).first {
      !restored.contains(ObjectIdentifier($0)) && $0.restorationPath == node.path
    }
    if canWait, registered == nil, node.archived.restorationClassName == nil { return }
    let coder = coder(for: node.archived)
    node.coder = coder
    if let registered {
      restored.insert(ObjectIdentifier(registered))
      node.object = registered
      return
    }
    guard let name = node.archived.restorationClassName else {
      omit(node, .notRegistered)
      return
    }
    guard let restorationClass = application.restorationClass(named: name) else {
      omit(node, .unknownRestorationClass(name))
      return
    }
    let method = "objectWithRestorationIdentifierPath"
    let event = LifeCycleEvent(.restorationClass(name: name), method, path: node.path)
    switch ask(event, coder, { try restorationClass.object(withRestorationIdentifierPath: node.path, coder: coder) }) {
    case nil: omit(node, .methodFailed)
    case .some(nil): omit(node, .methodReturnedNil(of: name, method: method))
    case let object??:
      guard restored.insert(ObjectIdentifier(object)).inserted else { return omit(node, .alreadyRestored) }
      node.object = object
      if object.objectRestorationParent == nil, let parent = node.parent.flatMap(objectReferredTo) {
        object.objectRestorationParent = parent
      }
      // The method may have registered it.
      let registered = application.registeredObjects(named: object.restorationIdentifier ?? "")
      guard !registered.contains(where: { $0 === object }) else { return }
      do {
        try application.registerObjectForStateRestoration(object)
      } catch {
        application.report(
          .callbackFailed(event, error: error, consequence: "The object was restored, but will not be saved again."))
      }
    }
  }
}

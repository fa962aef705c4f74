/// Makes the tree of an app again from an archive, in UIKit's order ("About the UI restoration process").
///
/// ``makeNodes()`` makes the controllers, from the root down; ``decode()`` lets each read its state, binding children to
/// their containers as it goes; ``finish()`` tells each that everything is restored. A node that cannot be made again is
/// left out with all below it; one that fails to decode is as its class made it; the rest is restored.
@MainActor
public final class Restoration {
  /// The nodes that could not load or read their state: what is stored of them is better than what they have now.
  private var failedNodes: Set<ObjectIdentifier> = []

  private let archive: Archive
  private unowned let application: any RestorableApplication
  private let log: EventLog

  private var nodes: [RestoredNode] = []
  private var roots: [RestoredNode] = []
  private var objects: [RestoredNode] = []
  private var byID: [NodeID: RestoredNode] = [:]
  private lazy var addresses = NodeAddresses(nodes.map(\.archived))
  private var restored: Set<ObjectIdentifier> = []
  private var objectsByIdentifier: [String: [any RestorableObject]] = [:]
  private var knownObjects = 0
  private lazy var references = DecodingReferences(restoration: self)

  /// A restoration of this application from this archive.
  public init(archive: Archive, application: any RestorableApplication, log: EventLog) {
    self.archive = archive
    self.application = application
    self.log = log
    arrangeNodes()
  }

  /// Asks the application whether it wants this state.
  public func isWanted() -> Bool {
    log.record(.application, "shouldRestoreApplicationState")
    do {
      return try application.shouldRestoreApplicationState(applicationCoder())
    } catch {
      application.report(
        .callbackFailed(
          LifeCycleEvent(.application, "shouldRestoreApplicationState"), error: error,
          consequence: "The state was not restored; it stays in the history."))
      return false
    }
  }

  private func applicationCoder() -> StateCoder {
    coder(for: archive.applicationState)
  }

  private func coder(for state: [UInt8]) -> StateCoder {
    let coder = StateCoder(decoding: state, references: references)
    coder.info = archive.info
    return coder
  }

  private func arrangeNodes() {
    byID.reserveCapacity(archive.nodes.count)
    nodes.reserveCapacity(archive.nodes.count)
    for archived in archive.reachableNodes {
      let parent = archived.parent.flatMap { byID[$0] }
      let node = RestoredNode(archived: archived, parent: parent)
      byID[archived.id] = node
      nodes.append(node)
      switch archived.walkGroup {
      case .objects: objects.append(node)
      case .views: parent?.views.append(node)
      case .contained where parent == nil: roots.append(node)
      case .contained, .adopted, .presented: parent?.children.append(node)
      }
    }
  }

  /// Which nodes of the app stand for which of the archive.
  var restoredNodes: [ObjectIdentifier: PreservationBaseline.Restored] {
    var restored: [ObjectIdentifier: PreservationBaseline.Restored] = [:]
    restored.reserveCapacity(nodes.count)
    for node in nodes {
      guard let object = node.object else { continue }
      let identity = ObjectIdentifier(object)
      restored[identity] = .init(node: object, id: node.archived.id, hasFailed: failedNodes.contains(identity))
    }
    return restored
  }

  /// The nodes that nothing makes but the one above them, when that reads its state; with all below them.
  var unmadeNodes: Set<NodeID> {
    Set(nodes.filter { $0.isUnmade }.map(\.archived.id))
  }

  // MARK: Making

  /// Makes the controllers again: parents before children, siblings in order; then the objects.
  public func makeNodes() {
    application.decodeBuiltInState(with: applicationCoder().builtIn)
    for root in roots { make(root) }
    for object in objects { makeObject(object) }
  }

  private func make(_ node: RestoredNode) {
    let coder = coder(for: node.archived.state)
    coder.storyboard = node.archived.scene.flatMap { application.storyboard(named: $0.storyboard) }
    node.coder = coder
    guard let controller = makeController(node, coder: coder) else { return }
    if !node.isFoundInPlace, let reason = refusal(of: controller, as: node) {
      leaveOut(node, reason)
      return
    }
    restored.insert(ObjectIdentifier(controller))
    node.object = controller
    if controller.restorationIdentifier == nil { controller.restorationIdentifier = node.archived.identifier }
    if controller.restorationClass == nil, let name = node.archived.restorationClassName {
      controller.restorationClass = application.restorationClass(named: name)
    }
    if !node.isFoundInPlace { controller.willRestore(at: node.path, in: application) }
    for child in node.children { make(child) }
  }

  /// Why a controller that was made cannot stand for a node.
  private func refusal(of controller: any RestorableViewController, as node: RestoredNode)
    -> RestorationProblem.LeftOutReason?
  {
    if restored.contains(ObjectIdentifier(controller)) { return .alreadyRestored }
    let reason =
      node.parent == nil
      ? application.refusal(ofRoot: controller)
      : (node.parent?.object as? any RestorableViewController)?.refusal(of: controller, as: node.archived.relation)
    return reason.map { .cannotStandThere(because: $0) }
  }

  private func makeController(_ node: RestoredNode, coder: StateCoder) -> (any RestorableViewController)? {
    let method = "viewControllerWithRestorationIdentifierPath"
    if let name = node.archived.restorationClassName {
      guard let restorationClass = application.restorationClass(named: name) else {
        leaveOut(node, .unknownRestorationClass(name))
        return nil
      }
      let event = LifeCycleEvent(.restorationClass(name: name), method, path: node.path)
      switch ask(event, { try restorationClass.viewController(withRestorationIdentifierPath: node.path, coder: coder) })
      {
      case .failure:
        leaveOut(node, .methodFailed)
        return nil
      case .success(nil):
        leaveOut(node, .methodReturnedNil)
        return nil
      case .success(let controller?):
        return controller
      }
    }
    var reason = RestorationProblem.LeftOutReason.nothingMakesIt
    if application.makesViewControllers {
      let event = LifeCycleEvent(.application, method, path: node.path)
      switch ask(event, { try application.viewController(withRestorationIdentifierPath: node.path, coder: coder) }) {
      case .failure: reason = .methodFailed
      case .success(let controller?): return controller
      case .success(nil): break
      }
    }
    if let existing = existingController(for: node) {
      node.isFoundInPlace = true
      return existing
    }
    if let scene = node.archived.scene {
      do {
        if let controller = try application.instantiateViewController(from: scene) {
          // The app may have renamed the one that was preserved.
          controller.restorationIdentifier = node.archived.identifier
          return controller
        }
        if case .nothingMakesIt = reason { reason = .unknownScene(scene) }
      } catch {
        application.report(
          .callbackFailed(
            LifeCycleEvent(
              .unidentified(className: node.archived.className), "instantiateViewController", path: node.path),
            error: error, consequence: "It is left out, and all below it."))
      }
    }
    leaveOut(node, reason)
    return nil
  }

  private func ask<Node>(_ event: LifeCycleEvent, _ body: () throws -> Node) -> Result<Node, any Error> {
    log.record(event.receiver, event.callback, path: event.path)
    do {
      return .success(try body())
    } catch {
      application.report(
        .callbackFailed(event, error: error, consequence: "The controller is left out, and all below it."))
      return .failure(error)
    }
  }

  private func leaveOut(_ node: RestoredNode, _ reason: RestorationProblem.LeftOutReason) {
    switch reason {
    case .nothingMakesIt: break
    default: node.isRefused = true
    }
    application.report(.leftOut(path: node.path, className: node.archived.className, reason: reason))
  }

  /// A controller that stands at the node's path already: made by the main storyboard, in `willFinishLaunching`, or
  /// together with a parent that was made again.
  private func existingController(for node: RestoredNode) -> (any RestorableViewController)? {
    let isFree = { [self] (controller: any RestorableViewController) in
      !restored.contains(ObjectIdentifier(controller))
    }
    let candidates: StandingControllers
    if let parent = node.parent {
      guard let container = parent.object as? any RestorableViewController else { return nil }
      if node.archived.relation == .presented {
        candidates = StandingControllers(container.preservedPresentedViewController.map { [$0] } ?? [])
      } else {
        if let known = parent.standingChildren?.first(named: node.archived.identifier, where: isFree) { return known }
        // Those that were looked up before may not be all: the app's methods run in between.
        candidates = StandingControllers(container.containedViewControllers)
        parent.standingChildren = candidates
      }
    } else {
      candidates = StandingControllers(application.rootViewControllers.map(\.viewController))
    }
    if let named = candidates.first(named: node.archived.identifier, where: isFree) { return named }
    // The same scene, renamed since it was made.
    guard let scene = node.archived.scene else { return nil }
    let ofScene = candidates.all.filter { isFree($0) && $0.storyboardScene == scene }
    guard !ofScene.isEmpty else { return nil }
    let siblings = Set((node.parent?.children ?? roots).map(\.archived.identifier))
    let renamed = ofScene.first { !siblings.contains($0.restorationIdentifier ?? "") }
    renamed?.restorationIdentifier = node.archived.identifier
    return renamed
  }

  private func makeObject(_ node: RestoredNode) {
    // What stands under a node that does not come back does not come back either.
    if let parent = node.parent, !parent.isComingBack { return }
    let coder = coder(for: node.archived.state)
    node.coder = coder
    if let registered = registeredObject(at: node.path) {
      node.object = registered
      return
    }
    guard let name = node.archived.restorationClassName else {
      leaveOut(node, .nothingMakesIt)
      return
    }
    guard let restorationClass = application.restorationClass(named: name) else {
      leaveOut(node, .unknownRestorationClass(name))
      return
    }
    let event = LifeCycleEvent(
      .restorationClass(name: name), "objectWithRestorationIdentifierPath", path: node.path)
    switch ask(event, { try restorationClass.object(withRestorationIdentifierPath: node.path, coder: coder) }) {
    case .failure: leaveOut(node, .methodFailed)
    case .success(nil): leaveOut(node, .methodReturnedNil)
    case .success(let object?):
      node.object = object
      if registeredObject(at: node.path) !== object {
        application.registerRestoredObject(object, identifier: node.archived.identifier)
      }
    }
  }

  private func registeredObject(at path: IdentifierPath) -> (any RestorableObject)? {
    let registered = application.registeredObjects
    // They come one after the other, and none goes.
    for object in registered.dropFirst(knownObjects) {
      objectsByIdentifier[object.restorationIdentifier ?? "", default: []].append(object)
    }
    knownObjects = registered.count
    return objectsByIdentifier[path.components.last ?? ""]?.first { $0.restorationPath == path }
  }

  // MARK: Decoding

  /// Lets each restored node read its state, in the order of the walk, then the application.
  ///
  /// A controller's view is loaded right before it reads. Until then it is not bound to its container.
  public func decode() {
    for root in roots { decode(root) }
    for object in objects {
      guard let node = object.object as? any RestorableObject, let coder = object.coder else { continue }
      decode(node, coder: coder, path: object.path)
    }
    log.record(.application, "didDecodeRestorableState")
    do {
      try application.didDecodeRestorableState(applicationCoder())
    } catch {
      application.report(
        .callbackFailed(
          LifeCycleEvent(.application, "didDecodeRestorableState"), error: error,
          consequence: "What the app kept for itself may be missing."))
    }
  }

  private func decode(_ node: RestoredNode) {
    guard let controller = node.object as? any RestorableViewController, let coder = node.coder else { return }
    if !controller.loadViewIfNeeded() { failedNodes.insert(ObjectIdentifier(controller)) }
    if node.parent == nil {
      application.setRootViewController(controller, window: min(max(0, node.archived.position), 100))
    }
    controller.didBind()
    let children = node.children.filter { $0.archived.relation == .child }.compactMap { child in
      (child.object as? any RestorableViewController).map {
        RestoredChild(
          viewController: $0, position: min(max(0, child.archived.position), RestoredChild.greatestPosition))
      }
    }
    let presented = node.children.first { $0.archived.relation == .presented }?.object
    controller.bind(children: children, presented: presented as? any RestorableViewController)
    // What it reads can refer to its views; reading can make them anew.
    findViews(of: controller, node: node)
    decode(controller, coder: coder, path: node.path)
    decodeViews(of: controller, node: node)
    for child in node.children { decode(child) }
  }

  private func decodeViews(of controller: any RestorableViewController, node: RestoredNode) {
    findViews(of: controller, node: node)
    for archivedView in node.views {
      guard let view = archivedView.object as? any StateRestoring else { continue }
      decode(view, coder: coder(for: archivedView.archived.state), path: archivedView.path)
    }
  }

  /// Finds the views that stand for those of the archive.
  private func findViews(of controller: any RestorableViewController, node: RestoredNode) {
    guard !node.views.isEmpty else { return }
    var live = Dictionary(grouping: controller.identifiedViews) { $0.restorationIdentifier ?? "" }
      .mapValues { $0[...] }
    for archivedView in node.views { archivedView.object = live[archivedView.archived.identifier]?.popFirst() }
  }

  private func decode(_ node: any StateRestoring, coder: StateCoder, path: IdentifierPath) {
    log.record(.node(path), "decodeRestorableState")
    do {
      try node.restore(from: coder)
    } catch {
      failedNodes.insert(ObjectIdentifier(node))
      application.report(
        .callbackFailed(
          LifeCycleEvent(.node(path), "decodeRestorableState"), error: error,
          consequence: "It is as its class made it; everything else is restored."))
    }
  }

  // MARK: Finishing

  /// Tells each restored controller, from the root down, and then each object, that everything is restored.
  public func finish() {
    for root in roots { finish(root) }
    for object in objects {
      guard let node = object.object as? any RestorableObject else { continue }
      callFinish(object.path, node.finishRestoring)
    }
  }

  private func finish(_ node: RestoredNode) {
    guard let controller = node.object as? any RestorableViewController else { return }
    callFinish(node.path, controller.finishRestoring)
    for child in node.children { finish(child) }
  }

  private func callFinish(_ path: IdentifierPath, _ body: () throws -> Void) {
    let event = LifeCycleEvent(.node(path), "applicationFinishedRestoringState")
    log.record(event.receiver, event.callback)
    do {
      try body()
    } catch {
      application.report(.callbackFailed(event, error: error, consequence: "It is restored as far as it got."))
    }
  }

  // MARK: References

  /// Leads the references of an archive back to what was restored.
  @MainActor
  private final class DecodingReferences: ReferenceResolving {
    private weak var restoration: Restoration?

    init(restoration: Restoration) {
      self.restoration = restoration
    }

    func reference(to object: AnyObject) -> NodeReference? { nil }

    func object(for reference: NodeReference) -> AnyObject? {
      guard let restoration, let id = restoration.addresses.id(at: reference) else { return nil }
      return restoration.byID[id]?.object
    }
  }
}

/// The controllers that stood in a place before what is stored of it was made again.
@MainActor
private struct StandingControllers {
  let all: [any RestorableViewController]
  private let byIdentifier: [String: [any RestorableViewController]]

  init(_ all: [any RestorableViewController]) {
    self.all = all
    byIdentifier = Dictionary(grouping: all) { $0.restorationIdentifier ?? "" }
  }

  func first(named identifier: String, where isWanted: (any RestorableViewController) -> Bool)
    -> (any RestorableViewController)?
  {
    byIdentifier[identifier]?.first { $0.restorationIdentifier == identifier && isWanted($0) }
  }
}

/// A node of the archive on its way back.
@MainActor
private final class RestoredNode {
  let archived: ArchivedNode
  weak var parent: RestoredNode?
  var views: [RestoredNode] = []
  var children: [RestoredNode] = []
  /// What it was made into; nil if it was left out.
  var object: AnyObject?
  var coder: StateCoder?
  /// The children that it came along with, once they are asked for.
  var standingChildren: StandingControllers?
  /// Whether the app said that it is not to be made, or failed to make it.
  var isRefused = false
  /// Whether the controller stood in its place already, bound to its container.
  var isFoundInPlace = false

  init(archived: ArchivedNode, parent: RestoredNode?) {
    self.archived = archived
    self.parent = parent
  }

  /// Its identifier path. Not kept: paths of many nodes deep in a tree are much longer than the archive.
  var path: IdentifierPath {
    IdentifierPath(to: self, identifier: \.archived.identifier, parent: \.parent)
      ?? IdentifierPath([archived.identifier])
  }

  /// Whether nothing has made it yet, nor said that it is not to be made. For a view, that of its controller.
  var isUnmade: Bool {
    guard archived.kind != .view else { return parent?.isUnmade ?? false }
    return object == nil && !isRefused
  }

  /// Whether it was made again, or for a view, whether its controller was.
  var isComingBack: Bool {
    archived.kind == .view ? parent?.isComingBack ?? false : object != nil
  }
}

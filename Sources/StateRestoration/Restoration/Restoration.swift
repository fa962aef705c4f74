/// Makes the tree of an app again from an archive, in UIKit's order ("About the UI restoration process").
///
/// ``makeNodes()`` makes the controllers, from the root down; ``decode()`` lets each read its state, binding children to
/// their containers as it goes; ``finish()`` tells each that everything is restored. A node that cannot be made again is
/// left out with all below it; one that fails to decode is as its class made it; the rest is restored.
@MainActor
public final class Restoration {
  /// The nodes that could not load or read their state: what is stored of them is better than what they have now.
  var failedNodes: Set<ObjectIdentifier> = []

  private let archive: Archive
  unowned let application: any RestorableApplication
  let log: EventLog

  var savedAppVersion: String { archive.info.appVersion }
  private var nodes: [RestoredNode] = []
  var roots: [RestoredNode] = []
  var objects: [RestoredNode] = []
  private var byID: [NodeID: RestoredNode] = [:]
  private lazy var addresses = NodeAddresses(nodes.map(\.archived))
  var restored: Set<ObjectIdentifier> = []
  var objectsByIdentifier: [String: [any RestorableObject]] = [:]
  var knownObjects = 0
  private lazy var references = DecodingReferences(restoration: self)
  /// Stored views that had no view when their controller was decoded, by controller.
  var lateViews: [ObjectIdentifier: LateViews] = [:]

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
    let coder = applicationCoder()
    coder.beginUse()
    defer { coder.endUse() }
    do {
      return try application.shouldRestoreApplicationState(coder)
    } catch {
      application.report(
        .callbackFailed(
          LifeCycleEvent(.application, "shouldRestoreApplicationState"), error: error,
          consequence: "The state was not restored; it stays in the history."))
      return false
    }
  }

  func applicationCoder() -> StateCoder {
    coder(for: archive.applicationState)
  }

  func coder(for state: [UInt8]) -> StateCoder {
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

  // MARK: Finishing

  /// Tells each restored controller, from the root down, and then each object, that everything is restored.
  public func finish() {
    for root in roots { finish(root) }
    for object in objects {
      guard let node = object.object as? any RestorableObject else { continue }
      callFinish(object.path, node.finishRestoring)
    }
  }

  /// Restoration is over. From now on only ``restoreLateViews(_:of:)`` is called, and nothing that was restored is retained.
  public func releaseNodes() {
    for node in nodes { node.release() }
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

/// Re-creates the tree of an app from an archive, in UIKit's order ("About the UI restoration process").
///
/// ``makeNodes()`` creates the controllers from the root down; ``decode()`` lets each decode its state, binding
/// children to their containers; ``finish()`` notifies each that everything is restored. A node that cannot be
/// re-created is omitted with its descendants, and a node that fails to decode stays as its class created it;
/// everything else is restored.
@MainActor
public final class Restoration {
  /// The nodes that could not load their view or decode their state, whose stored state is kept.
  var failedNodes: Set<ObjectIdentifier> = []
  /// Whether the application could not decode its own state.
  var hasApplicationFailed = false

  let archive: Archive
  unowned let application: any RestorableApplication
  let log: EventLog

  var savedAppVersion: String { archive.info.appVersion }
  private var nodes: [RestoredNode] = []
  var roots: [RestoredNode] = []
  var objects: [RestoredNode] = []
  private var byID: [NodeID: RestoredNode] = [:]
  private lazy var addresses = NodeAddresses(nodes.map(\.archived))
  var restored: Set<ObjectIdentifier> = []
  private lazy var references = DecodingReferences(restoration: self)
  /// Stored views that did not exist when their controller was decoded, by controller.
  var lateViews: [ObjectIdentifier: LateViews] = [:]

  /// Creates a restoration of an application from an archive. The application must outlive it.
  public init(archive: Archive, application: any RestorableApplication, log: EventLog) {
    self.archive = archive
    self.application = application
    self.log = log
    arrangeNodes()
  }

  /// Asks the application whether to restore this state.
  public func isWanted() -> Bool {
    let coder = applicationCoder()
    return application.call(
      LifeCycleEvent(.application, "shouldRestoreApplicationState"), with: coder, in: log,
      consequence: "The state was not restored; it stays in the history."
    ) { try application.shouldRestoreApplicationState(coder) } ?? false
  }

  func applicationCoder() -> StateCoder {
    coder(for: archive.applicationState)
  }

  func coder(for node: ArchivedNode) -> StateCoder { coder(for: node.state, node.pieces) }

  private func coder(for state: [UInt8], _ pieces: [StatePieces] = []) -> StateCoder {
    let coder = StateCoder(decoding: state, pieces: pieces, references: references)
    coder.info = archive.info
    return coder
  }

  private func arrangeNodes() {
    byID.reserveCapacity(archive.nodes.count)
    nodes.reserveCapacity(archive.nodes.count)
    for archived in archive.reachableNodes {
      var parent: RestoredNode?
      if let id = archived.parent { parent = byID[id] }
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

  /// The restored nodes with the IDs of their archived nodes.
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

  /// The nodes that only their parent can create when it decodes its state, and their descendants.
  var missingNodes: Set<NodeID> {
    var missing: Set<NodeID> = []
    for node in nodes where node.isMissing { missing.insert(node.archived.id) }
    return missing
  }

  // MARK: Finishing

  /// Notifies each restored controller, from the root down, and then each object, that everything is restored.
  public func finish() {
    for root in roots { finish(root, at: root.path) }
    for object in objects {
      guard let node = object.object as? any RestorableObject else { continue }
      callFinish(object.path, node.finishRestoring)
    }
  }

  /// Releases the restored nodes. From now on only ``restoreLateViews(_:of:)`` is called.
  public func releaseNodes() {
    for node in nodes { node.release() }
  }

  private func finish(_ node: RestoredNode, at path: IdentifierPath) {
    guard let controller = node.viewController else { return }
    callFinish(path, controller.finishRestoring)
    for child in node.children { finish(child, at: path.appending(child.archived.identifier)) }
  }

  private func callFinish(_ path: IdentifierPath, _ body: () throws -> Void) {
    application.call(
      LifeCycleEvent(.node(path), "applicationFinishedRestoringState"), in: log,
      consequence: "It is restored as far as possible.", body)
  }

  // MARK: References

  /// Resolves references of an archive to restored objects.
  @MainActor
  private final class DecodingReferences: ReferenceResolving {
    private weak var restoration: Restoration?

    init(restoration: Restoration) {
      self.restoration = restoration
    }

    func reference(to object: AnyObject) -> NodeReference? { nil }

    func object(for reference: NodeReference) -> AnyObject? {
      guard let restoration else { return nil }
      let id: NodeID? =
        switch reference {
        case .node(let id): id
        case .path(let path, let ordinals): restoration.addresses.id(at: path, ordinals: ordinals)
        }
      guard let id, let node = restoration.byID[id] else { return nil }
      return restoration.objectReferredTo(node)
    }
  }
}

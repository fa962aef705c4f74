/// The controllers that existed at a position before the stored ones are re-created.
@MainActor
struct ExistingControllers {
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

/// A node of the archive during restoration.
@MainActor
final class RestoredNode {
  let archived: ArchivedNode
  /// The restoration owns all nodes.
  unowned let parent: RestoredNode?
  var views: [RestoredNode] = []
  var children: [RestoredNode] = []
  /// The restored object; nil if it was omitted, or is gone since ``release()``.
  var object: (any StateRestoring)? {
    get { heldObject ?? releasedObject }
    set { heldObject = newValue }
  }
  private var heldObject: (any StateRestoring)?
  /// Set at the end, as every use of an object costs more once there are weak references to it.
  private weak var releasedObject: (any StateRestoring)?
  /// The object as a view controller; nil if it is none.
  var viewController: (any RestorableViewController)? { object?.asViewController }
  var coder: StateCoder?
  /// The existing children, looked up on first use.
  var existingChildren: ExistingControllers?
  /// The children of the controller that existed at the node's path, looked up on first use.
  var childrenInPlace: ExistingControllers?
  /// Whether the app refused to create it, or failed to.
  var isRefused = false
  /// Whether the controller existed already, bound to its container.
  var isFoundInPlace = false

  init(archived: ArchivedNode, parent: RestoredNode?) {
    self.archived = archived
    self.parent = parent
  }

  /// The identifier path. Not cached, as the paths of many deep nodes are much longer than the archive.
  var path: IdentifierPath {
    IdentifierPath(to: self, identifier: \.archived.identifier, parent: \.parent)
      ?? IdentifierPath([archived.identifier])
  }

  /// Releases the object after restoration, unless others retain it.
  func release() {
    if archived.kind == .object { return }
    releasedObject = heldObject
    (heldObject, coder, existingChildren, childrenInPlace) = (nil, nil, nil, nil)
  }

  /// Whether it was neither created nor refused yet. For a view, this depends on its controller.
  var isMissing: Bool {
    guard archived.kind != .view else { return parent?.isMissing ?? false }
    return object == nil && !isRefused
  }

  /// Whether it was re-created; for a view, whether its controller was.
  var isRecreated: Bool {
    archived.kind == .view ? parent?.isRecreated ?? false : object != nil
  }
}

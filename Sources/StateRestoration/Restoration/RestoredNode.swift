/// The controllers that stood in a place before what is stored of it was made again.
@MainActor
struct StandingControllers {
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
final class RestoredNode {
  let archived: ArchivedNode
  weak var parent: RestoredNode?
  var views: [RestoredNode] = []
  var children: [RestoredNode] = []
  /// The restored object; nil if it was left out, or is gone since ``release()``.
  var object: AnyObject? {
    get { heldObject ?? knownObject }
    set { (heldObject, knownObject) = (newValue, newValue) }
  }
  private var heldObject: AnyObject?
  private weak var knownObject: AnyObject?
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

  /// Restoration is over: the object lives only as long as others hold it.
  func release() {
    if object is any RestorableObject { return }
    (heldObject, coder, standingChildren) = (nil, nil, nil)
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

import StateRestoration

/// The state of an outline's reload: which children have been loaded, and which nodes were not found in their old
/// place.
@MainActor
struct OutlineMoves {
  /// The nodes whose children were loaded.
  var asked: [OutlineNode] = []
  /// The nodes that are no longer among their parent's children.
  var lost: [(node: OutlineNode, parent: OutlineNode)] = []

  /// An object searched for below other parents.
  struct Sought {
    /// A lost node, or a descendant of one.
    var node: OutlineNode?
    /// A saved place that waits below another node.
    var place: (OutlinePlace, holder: OutlineNode)?
  }
}

// Items that have moved to another parent.
extension OutlineTree {
  /// The maximum number of passes; an item can move into one that has moved itself.
  private static let maximumRounds = 8

  /// Searches the reloaded nodes for items that have left their parents, and keeps their state. Items that are not
  /// found wait below their old parent.
  func settleMoved() {
    for _ in 0..<Self.maximumRounds where !placeMoved() { break }
    let lost = moves.lost
    moves = OutlineMoves()
    for (node, parent) in lost {
      if node.isNameKnown, let place = place(of: node) {
        parent.waiting = (parent.waiting + [place]).suffix(Self.maximumWaiting)
        mayHaveWaiting = true
      }
      forget(node)
    }
  }

  /// Moves the items found below other parents to their new place. Returns whether there were any.
  private func placeMoved() -> Bool {
    var sought: [AnyHashable: OutlineMoves.Sought] = [:]
    var asksNames = false
    /// Registers an item to search for, by value and by name.
    func seek(_ item: AnyHashable?, named name: StateValue?, _ what: OutlineMoves.Sought) {
      if let name, let key = name.rowItem {
        if let known = source.item(named: name) {
          sought[known] = sought[known] ?? what
        } else if source.knowsItemsByName {
          return
        } else {
          asksNames = true
          let key = AnyHashable(NameKey(key))
          sought[key] = sought[key] ?? what
        }
      }
      if let item { sought[item] = sought[item] ?? what }
    }
    func seek(_ node: OutlineNode) {
      seek(node.item, named: node.isNameKnown ? node.name : nil, OutlineMoves.Sought(node: node))
      for child in node.children.values where isKept(child) { seek(child) }
    }
    for (node, _) in moves.lost { seek(node) }
    if mayHaveWaiting {
      mayHaveWaiting = false
      forEachWaiting(below: root) { place, holder in
        mayHaveWaiting = true
        seek(nil, named: place.name, OutlineMoves.Sought(place: (place, holder)))
      }
    }
    guard !sought.isEmpty else { return false }
    var isFound = false
    for parent in moves.asked where parent.isWithin(root) {
      for index in 0..<parent.childCount {
        guard budget > 0 else { return isFound }
        budget -= 1
        let known = parent.children[index]
        guard known.map({ !isKept($0) }) ?? true, let item = known?.item ?? source.child(index, of: parent.item)
        else { continue }
        let name = asksNames ? source.name(of: item) : nil
        let keys = [item] + [name?.rowItem.map { AnyHashable(NameKey($0)) }].compactMap { $0 }
        guard let key = keys.first(where: { sought[$0] != nil }), let what = sought[key] else { continue }
        if let node = what.node, move(node, to: parent, at: index, item: item) {
          sought[key] = nil
          isFound = true
        } else if let (place, holder) = what.place, holder !== parent {
          var place = place
          place.index = index
          guard open(place, in: parent) else { continue }
          sought[key] = nil
          if let waiting = holder.waiting.firstIndex(where: { $0.name == place.name }) {
            holder.waiting.remove(at: waiting)
          }
          isFound = true
        }
      }
    }
    return isFound
  }

  /// Distinguishes names from items as keys.
  private struct NameKey: Hashable {
    let name: AnyHashable
    init(_ name: AnyHashable) { self.name = name }
  }

  private func forEachWaiting(below node: OutlineNode, _ body: (OutlinePlace, OutlineNode) -> Void) {
    for place in node.waiting { body(place, node) }
    for child in node.children.values { forEachWaiting(below: child, body) }
  }

  /// Moves a node with its known descendants to another parent. Returns false if it is there already, or the parent is
  /// its descendant.
  private func move(_ node: OutlineNode, to parent: OutlineNode, at index: Int, item: AnyHashable) -> Bool {
    guard node.parent !== parent, !parent.isWithin(node) else { return false }
    if let seen = parent.children[index] {
      parent.remove(seen)
      forget(seen)
    }
    node.parent?.remove(node)
    moves.lost.removeAll { $0.node === node }
    if item != node.item { rename(node, item) }
    (node.index, node.parent, node.expandable) = (index, parent, nil)
    parent.add(node)
    mayHaveWaiting = true
    reloadKept(node)
    return true
  }
}

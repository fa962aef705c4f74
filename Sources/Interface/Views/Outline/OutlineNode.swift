import StateRestoration

/// An item at one position in an outline. An item at several positions has several nodes.
///
/// Nodes are created only for items that are visible, expanded or named, so a million children cost no memory.
@MainActor
final class OutlineNode {
  /// The item; nil for the root, and for a child that the app did not supply.
  var item: AnyHashable?
  /// The parent; nil for the root, and for a node that is no longer in the outline.
  weak var parent: OutlineNode?
  /// The index among the siblings.
  var index: Int
  /// Whether the children are shown.
  fileprivate(set) var isExpanded = false
  /// The number of children as of the last load.
  private(set) var childCount = 0
  /// The reload at which the children were last loaded; nil if they must be loaded before they are shown.
  var asked: Int?
  /// The known children by index.
  private(set) var children: [Int: OutlineNode] = [:]
  /// Saved expanded items below this one that have not been found yet.
  var waiting: [OutlinePlace] = []
  /// Whether the item is expandable, with the reload at which the app answered; nil if it has not been asked.
  var expandable: (answer: Bool, asked: Int)?
  /// The item's name in saves, once loaded.
  var name: StateValue?
  var isNameKnown = false

  init(item: AnyHashable?, parent: OutlineNode?, index: Int) {
    (self.item, self.parent, self.index) = (item, parent, index)
  }

  /// Creates the root, whose children are always shown.
  init() {
    (item, index, isExpanded) = (nil, 0, true)
  }

  /// The number of ancestors, without the root.
  var depth: Int {
    var depth = -1
    var node = parent
    while let current = node { (depth, node) = (depth + 1, current.parent) }
    return depth
  }

  /// Whether no sibling follows.
  var isLastSibling: Bool { parent.map { index >= $0.childCount - 1 } ?? true }

  /// Returns whether another node is this one or an ancestor.
  func isWithin(_ other: OutlineNode) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === other }
  }

  /// Whether the node must be kept although it is not visible: it is expanded, or a descendant is or will be.
  var mustBeKept: Bool {
    isExpanded || !waiting.isEmpty || !openChildren.isEmpty || children.values.contains { $0.mustBeKept }
  }

  // MARK: Children

  func add(_ child: OutlineNode) {
    children[child.index] = child
    if child.isExpanded { setOpen(child.index, true) }
  }

  /// Removes a child, which may be added elsewhere.
  func remove(_ child: OutlineNode) {
    guard children[child.index] === child else { return }
    children[child.index] = nil
    knownPrefix = min(knownPrefix, child.index)
    child.parent = nil
    setOpen(child.index, false)
  }

  /// Removes all children; those that stay are added again.
  func takeChildren(newCount: Int) -> [OutlineNode] {
    defer {
      children = [:]
      (openChildren, knownPrefix) = ([], 0)
      childCount = newCount
      linesDidChange()
    }
    return Array(children.values)
  }

  func setExpanded(_ isExpanded: Bool) {
    guard isExpanded != self.isExpanded else { return }
    self.isExpanded = isExpanded
    parent?.setOpen(index, isExpanded)
  }

  /// A number of first children that are all known.
  private var knownPrefix = 0

  /// The indexes of the children that are not known, computed one by one.
  var unknownChildren: some Sequence<Int> {
    while knownPrefix < childCount, children[knownPrefix] != nil { knownPrefix += 1 }
    return (knownPrefix..<max(knownPrefix, childCount)).lazy.filter { self.children[$0] == nil }
  }

  /// The expanded children, in order.
  var expandedChildren: [OutlineNode] { openChildren.compactMap { children[$0] } }

  // MARK: Lines

  /// The indexes of the expanded children, in order.
  private var openChildren: [Int] = []

  private func setOpen(_ index: Int, _ isOpen: Bool) {
    let place = openChildren.firstSortedIndex { $0 >= index }
    let isKnown = place < openChildren.count && openChildren[place] == index
    guard isKnown != isOpen else { return }
    if isOpen { openChildren.insert(index, at: place) } else { openChildren.remove(at: place) }
    linesDidChange()
  }
  /// For each expanded child, in order: its index, the number of lines below its expanded siblings before it, and the
  /// number of lines below itself.
  private var openLines: [(index: Int, before: Int, below: Int)]?

  private func linesDidChange() {
    var node: OutlineNode? = self
    while let current = node, current.openLines != nil || current === self {
      current.openLines = nil
      node = current.parent
    }
  }

  private var open: [(index: Int, before: Int, below: Int)] {
    if let openLines { return openLines }
    var before = 0
    let lines = openChildren.map { index in
      let below = children[index]?.linesBelow ?? 0
      defer { before += below }
      return (index, before, below)
    }
    openLines = lines
    return lines
  }

  /// The number of lines of the visible descendants.
  var linesBelow: Int {
    guard isExpanded else { return 0 }
    return childCount + (open.last.map { $0.before + $0.below } ?? 0)
  }

  /// Returns the line of a child, relative to the parent's first child.
  func line(ofChild index: Int) -> Int {
    let open = open
    let count = open.firstSortedIndex { $0.index >= index }
    guard count > 0 else { return index }
    let last = open[count - 1]
    return index + last.before + last.below
  }

  /// Returns the child in a line below this node, or the child that contains the line and the line within it.
  func content(ofLine line: Int) -> (child: Int, below: Int?) {
    let open = open
    let count = open.firstSortedIndex { $0.index + $0.before > line }
    guard count > 0 else { return (line, nil) }
    let last = open[count - 1]
    let below = line - last.index - last.before
    if below == 0 { return (last.index, nil) }
    return below <= last.below ? (last.index, below - 1) : (line - last.before - last.below, nil)
  }
}

extension OutlineNode: Hashable {
  nonisolated static func == (left: OutlineNode, right: OutlineNode) -> Bool { left === right }
  nonisolated func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

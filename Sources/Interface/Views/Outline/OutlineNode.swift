import StateRestoration

/// One item where it stands in an outline. An item that stands in several places has a node in each.
///
/// Nodes are made for items that are seen, opened or named; of a million children only those are known.
@MainActor
final class OutlineNode {
  /// What the app calls it; nil for the root, and for a child that the app did not say.
  var item: AnyHashable?
  /// The node that it is a child of; nil for the root, and for one that is no longer in the outline.
  weak var parent: OutlineNode?
  /// Its place among its siblings.
  var index: Int
  /// Whether its children are shown.
  fileprivate(set) var isExpanded = false
  /// How many children it has, as the app said when it was opened.
  private(set) var childCount = 0
  /// At which reload the app was asked for its children; nil if it has to be asked before they are shown.
  var asked: Int?
  /// The children that are known, by their places.
  private(set) var children: [Int: OutlineNode] = [:]
  /// What was open below it and was not found yet.
  var waiting: [OutlinePlace] = []
  /// Whether it can be opened, as the app said it at a reload; nil if it was not asked.
  var expandable: (answer: Bool, asked: Int)?
  /// The name of the item in saves, once the app was asked.
  var name: StateValue?
  var isNameKnown = false

  init(item: AnyHashable?, parent: OutlineNode?, index: Int) {
    (self.item, self.parent, self.index) = (item, parent, index)
  }

  /// The root, whose children are always shown.
  init() {
    (item, index, isExpanded) = (nil, 0, true)
  }

  /// How many nodes are above it, without the root.
  var depth: Int {
    var depth = -1
    var node = parent
    while let current = node { (depth, node) = (depth + 1, current.parent) }
    return depth
  }

  /// Whether another node is this one or above it.
  func isWithin(_ other: OutlineNode) -> Bool {
    sequence(first: self, next: \.parent).contains { $0 === other }
  }

  /// Whether it matters beyond being seen: it is open, or something below it is to be.
  var isToBeKept: Bool { isExpanded || !waiting.isEmpty || !openChildren.isEmpty || keepsClosedChildren }
  private var keepsClosedChildren: Bool { children.values.contains { $0.isToBeKept } }

  // MARK: Children

  func add(_ child: OutlineNode) {
    children[child.index] = child
    if child.isExpanded {
      openChildren.insert(child.index)
      linesDidChange()
    }
  }

  /// Takes one child out, which may be added elsewhere.
  func remove(_ child: OutlineNode) {
    guard children[child.index] === child else { return }
    children[child.index] = nil
    child.parent = nil
    if openChildren.remove(child.index) != nil { linesDidChange() }
  }

  /// Takes all children out; those that stay are added again.
  func takeChildren(newCount: Int) -> [OutlineNode] {
    defer {
      children = [:]
      openChildren = []
      childCount = newCount
      linesDidChange()
    }
    return Array(children.values)
  }

  func setExpanded(_ isExpanded: Bool) {
    guard isExpanded != self.isExpanded else { return }
    self.isExpanded = isExpanded
    guard let parent else { return }
    if isExpanded { parent.openChildren.insert(index) } else { parent.openChildren.remove(index) }
    parent.linesDidChange()
  }

  // MARK: Lines

  /// The places of the children that are open.
  private var openChildren: Set<Int> = []
  /// Of each open child, in order: its place, the lines below its open siblings before it, and the lines below itself.
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
    let lines = openChildren.sorted().map { index in
      let below = children[index]?.linesBelow ?? 0
      defer { before += below }
      return (index, before, below)
    }
    openLines = lines
    return lines
  }

  /// How many lines its descendants take, if it is open.
  var linesBelow: Int {
    guard isExpanded else { return 0 }
    return childCount + (open.last.map { $0.before + $0.below } ?? 0)
  }

  /// How many of the open children stand at this place or before it, if `line` is the line of a place.
  private func openCount(where isBefore: ((index: Int, before: Int, below: Int)) -> Bool) -> Int {
    let open = open
    var (low, high) = (0, open.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(open[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The line of a child below the first line of its parent's children.
  func line(ofChild index: Int) -> Int {
    let count = openCount { $0.index < index }
    guard count > 0 else { return index }
    let last = open[count - 1]
    return index + last.before + last.below
  }

  /// What stands in a line below this node: one of its children, or a line below one of them.
  func content(ofLine line: Int) -> (child: Int, below: Int?) {
    let count = openCount { $0.index + $0.before <= line }
    guard count > 0 else { return (line, nil) }
    let last = open[count - 1]
    let below = line - last.index - last.before
    if below == 0 { return (last.index, nil) }
    return below <= last.below ? (last.index, below - 1) : (line - last.before - last.below, nil)
  }
}

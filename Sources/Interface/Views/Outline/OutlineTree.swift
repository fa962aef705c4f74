import StateRestoration

/// The known items of an outline: which are expanded, and the line of each. The tree loads unknown items from its
/// source.
@MainActor
final class OutlineTree {
  private(set) var root = OutlineNode()
  unowned let source: OutlineRows
  /// The nodes of each item, in the order of their creation.
  private var nodes: [AnyHashable: [OutlineNode]] = [:]
  /// The number of known nodes.
  private(set) var nodeCount = 0
  /// The number of full reloads.
  private var reloads = 0
  /// The number of children that the current search may still load.
  var budget = 0
  private var isAsking = false
  /// The moves found during the current reload.
  var moves = OutlineMoves()
  /// Whether saved items may wait below some node.
  var mayHaveWaiting = false

  /// The maximum number of children loaded to find moved items.
  static let maximumAsked = 100_000
  /// The maximum number of children loaded to find an item that a script names and that was never visible.
  static let maximumAskedForItem = 1_100_000

  /// The maximum number of children loaded to find an item that may have moved below a collapsed one.
  static let maximumAskedForHidden = 1_000

  /// The maximum number of levels. Deeper items are not expandable: an outline can be endless, as a folder that contains a
  /// link to itself.
  static let maximumDepth = 1_000

  /// The maximum number of items that wait below one node.
  static let maximumWaiting = 10_000

  init(source: OutlineRows) { self.source = source }

  // MARK: Lines

  /// The number of lines.
  var lineCount: Int { root.linesBelow }

  /// Returns the node in a line, creating it if necessary.
  func node(atLine line: Int) -> OutlineNode? {
    guard let (parent, index) = place(ofLine: line) else { return nil }
    return child(index, of: parent)
  }

  /// Returns the item in a line without creating a node.
  func item(atLine line: Int) -> AnyHashable? {
    guard let (parent, index) = place(ofLine: line) else { return nil }
    if let known = parent.children[index] { return known.item }
    return source.child(index, of: parent.item)
  }

  private func place(ofLine line: Int) -> (OutlineNode, Int)? {
    guard line >= 0, line < lineCount else { return nil }
    var (parent, rest) = (root, line)
    while true {
      let (index, below) = parent.content(ofLine: rest)
      guard let below, let child = parent.children[index] else { return (parent, index) }
      (parent, rest) = (child, below)
    }
  }

  /// Whether a node is in the outline, and all its ancestors are expanded.
  func isShown(_ node: OutlineNode) -> Bool {
    var current = node
    while let parent = current.parent {
      guard parent.isExpanded, parent.children[current.index] === current else { return false }
      current = parent
    }
    return current === root && node !== root
  }

  /// Returns the line of a node; nil if it is not shown.
  func line(of node: OutlineNode) -> Int? {
    guard isShown(node) else { return nil }
    return sequence(first: node, next: \.parent).reduce(-1) { line, node in
      node.parent.map { line + $0.line(ofChild: node.index) + 1 } ?? line
    }
  }

  // MARK: Nodes

  /// Returns the node of a child, creating it if necessary.
  func child(_ index: Int, of parent: OutlineNode) -> OutlineNode {
    if let known = parent.children[index] { return known }
    return makeChild(index, of: parent, item: source.child(index, of: parent.item))
  }

  func makeChild(_ index: Int, of parent: OutlineNode, item: AnyHashable?) -> OutlineNode {
    let node = OutlineNode(item: item, parent: parent, index: index)
    parent.add(node)
    note(node)
    return node
  }

  private func note(_ node: OutlineNode) {
    nodeCount += 1
    if let item = node.item { nodes[item, default: []].append(node) }
  }

  func forget(_ node: OutlineNode) {
    nodeCount -= 1
    forgetItem(of: node)
    node.parent = nil
    for child in node.takeChildren(newCount: 0) { forget(child) }
  }

  /// Returns the known nodes of an item.
  func nodes(of item: AnyHashable) -> [OutlineNode] { nodes[item] ?? [] }

  /// Returns a known node of an item, preferably a visible one.
  func knownNode(of item: AnyHashable) -> OutlineNode? {
    nodes[item]?.first(where: isShown) ?? nodes[item]?.first
  }

  func isExpandable(_ node: OutlineNode) -> Bool {
    if let known = node.expandable, known.asked == reloads { return known.answer }
    let answer = node.item.map { isExpandable($0, atDepth: node.depth) } ?? false
    node.expandable = (answer, reloads)
    return answer
  }

  private func isExpandable(_ item: AnyHashable, atDepth depth: Int) -> Bool {
    guard source.isExpandable(item) else { return false }
    guard depth + 1 < Self.maximumDepth else {
      source.isTooDeep()
      return false
    }
    return true
  }

  /// Returns the name of a node's item, loading it at most once.
  func name(of node: OutlineNode) -> StateValue? {
    if !node.isNameKnown, let item = node.item {
      node.isNameKnown = true
      node.name = source.name(of: item)
    }
    return node.name
  }

  // MARK: Expanding and collapsing

  /// Expands a node, restoring the expansion of its descendants. Returns false if it is not expandable or expanded
  /// already.
  @discardableResult
  func expand(_ node: OutlineNode) -> Bool {
    guard !node.isExpanded, isExpandable(node) else { return false }
    // Loads the name, by which the item is found after a reload.
    _ = name(of: node)
    if isStale(node) { askAgain(node) }
    node.setExpanded(true)
    return true
  }

  /// Collapses a node. Its descendants keep their expansion for the next time.
  @discardableResult
  func collapse(_ node: OutlineNode) -> Bool {
    guard node !== root, node.isExpanded else { return false }
    node.setExpanded(false)
    return true
  }

  /// Expands a node and its descendants, up to a limit. Skips items that are their own ancestors.
  func expandAll(_ node: OutlineNode) {
    var budget = Self.maximumAsked
    var open = [node]
    while let current = open.popLast() {
      if current !== root { expand(current) }
      guard current.isExpanded else { continue }
      for index in 0..<current.childCount {
        guard budget > 0 else { return }
        budget -= 1
        if let known = current.children[index] {
          if known.item.map({ !isAncestor($0, of: current) }) ?? false { open.append(known) }
          continue
        }
        guard let item = source.child(index, of: current.item), !isAncestor(item, of: current),
          isExpandable(item, atDepth: current.depth + 1)
        else { continue }
        let child = makeChild(index, of: current, item: item)
        child.expandable = (true, reloads)
        open.append(child)
      }
    }
  }

  /// Whether an item is that of a node or of one of its ancestors.
  private func isAncestor(_ item: AnyHashable, of node: OutlineNode) -> Bool {
    nodes(of: item).contains { node.isWithin($0) }
  }

  /// Collapses a node and its descendants.
  func collapseAll(_ node: OutlineNode) {
    node.waiting = []
    for child in node.children.values { collapseAll(child) }
    collapse(node)
  }

  // MARK: Reloading

  /// Marks all items as outdated, to be loaded again on demand.
  func invalidate() { reloads += 1 }

  /// Returns whether a node's children must be loaded again.
  func isStale(_ node: OutlineNode) -> Bool { node.asked != reloads }

  /// Reloads a node's descendants on demand, matching known nodes to the new items.
  ///
  /// - Parameter kept: nodes to keep although they are not expanded.
  func reload(_ node: OutlineNode, keeping kept: [OutlineNode]) {
    self.kept = kept
    defer { self.kept = [] }
    askAgain(node)
  }

  private var kept: [OutlineNode] = []

  private func askAgain(_ node: OutlineNode) {
    guard !isAsking else { return askChildren(of: node) }
    (isAsking, budget) = (true, Self.maximumAsked)
    defer { isAsking = false }
    askChildren(of: node)
    settleMoved()
  }

  private func askChildren(of node: OutlineNode) {
    node.asked = reloads
    moves.asked.append(node)
    let count = min(max(0, source.numberOfChildren(of: node.item)), 1 << 40)
    let known = node.takeChildren(newCount: count).sorted { $0.index < $1.index }
    for child in known {
      guard isKept(child) else {
        forget(child)
        continue
      }
      guard let (index, item) = find(child.item, named: child.name, at: child.index, in: node) else {
        child.parent = nil
        moves.lost.append((child, node))
        continue
      }
      if item != child.item { rename(child, item) }
      child.index = index
      child.expandable = nil
      node.add(child)
      reloadKept(child)
    }
    let waiting = node.waiting
    node.waiting = []
    for place in waiting where !open(place, in: node) { node.waiting.append(place) }
  }

  /// Returns whether a node must be kept although it is not visible.
  func isKept(_ node: OutlineNode) -> Bool { node.mustBeKept || kept.contains { $0.isWithin(node) } }

  /// Reloads the children of a node that was found again: immediately if they are visible, otherwise when it is
  /// expanded.
  func reloadKept(_ node: OutlineNode) {
    guard node.isExpanded else {
      node.asked = nil
      return
    }
    if isExpandable(node) { askAgain(node) } else { collapse(node) }
  }

  /// Replaces the value of a node's item.
  func rename(_ node: OutlineNode, _ item: AnyHashable) {
    forgetItem(of: node)
    node.item = item
    nodes[item, default: []].append(node)
  }

  private func forgetItem(of node: OutlineNode) {
    guard let item = node.item else { return }
    nodes[item]?.removeAll { $0 === node }
    if nodes[item]?.isEmpty == true { nodes[item] = nil }
  }

  /// Expands an item from a save, or from before the list was emptied. Returns false if it does not exist.
  func open(_ place: OutlinePlace, in node: OutlineNode) -> Bool {
    guard let (index, item) = find(nil, named: place.name, at: place.index, in: node) else { return false }
    let child = node.children[index] ?? makeChild(index, of: node, item: item)
    (child.name, child.isNameKnown) = (place.name, true)
    guard !place.isExpanded || isExpandable(child) else { return false }
    child.waiting += place.below
    if !place.below.isEmpty { mayHaveWaiting = true }
    child.asked = nil
    if place.isExpanded { return expand(child) || child.isExpanded }
    return true
  }

  // MARK: Finding

  /// Finds the current position of a node's child, as near as possible to its old index.
  ///
  /// - Parameters:
  ///   - item: the old item; nil if only its name is known.
  ///   - name: the name; nil if it has none.
  func find(_ item: AnyHashable?, named name: StateValue?, at index: Int, in node: OutlineNode) -> (
    Int, AnyHashable
  )? {
    let count = node.childCount
    func match(_ place: Int, _ other: AnyHashable?) -> (Int, AnyHashable)? {
      guard let found = node.children[place]?.item ?? source.child(place, of: node.item) else { return nil }
      if found == item || found == other { return (place, found) }
      return name != nil && source.name(of: found) == name ? (place, found) : nil
    }
    if index < count, let found = match(index, nil) { return found }
    let named = name.flatMap(source.item(named:))
    if name != nil, named == nil, source.knowsItemsByName { return nil }
    var (above, below) = (min(index, count) - 1, index + 1)
    while above >= 0 || below < count {
      guard budget > 0 else { return nil }
      budget -= 2
      if above >= 0, let found = match(above, named) { return found }
      if below < count, let found = match(below, named) { return found }
      (above, below) = (above - 1, below + 1)
    }
    return nil
  }

  /// Returns whether a known node is still in its place, reloading collapsed ancestors if necessary.
  private func isStillInTree(_ node: OutlineNode) -> Bool {
    kept = [node]
    defer { kept = [] }
    for above in sequence(first: node, next: \.parent).dropFirst().reversed() where isStale(above) {
      askAgain(above)
      if node.parent == nil { return false }
    }
    return sequence(first: node, next: \.parent).contains { $0 === root }
  }

  /// Returns the node of an item anywhere in the outline. Searches expanded nodes first, then the others level by
  /// level.
  func findNode(of item: AnyHashable, asking most: Int = maximumAskedForItem) -> OutlineNode? {
    if let known = knownNode(of: item), isStillInTree(known) { return known }
    var left = most
    var parents = [root]
    var next = 0
    while next < parents.count {
      let parent = parents[next]
      next += 1
      for index in parent.unknownChildren {
        guard left > 0 else { return nil }
        left -= 1
        if let child = source.child(index, of: parent.item), child == item {
          return makeChild(index, of: parent, item: child)
        }
      }
      parents += parent.expandedChildren
    }
    let visited = Set(parents.map(ObjectIdentifier.init))
    // An item that contains itself is visited once.
    var seen: Set<AnyHashable> = []
    next = 0
    while next < parents.count {
      let parent = parents[next]
      next += 1
      for index in 0..<parent.childCount {
        guard left > 0 else { return nil }
        left -= 1
        let known = parent.children[index]
        if let known, visited.contains(ObjectIdentifier(known)) { continue }
        guard let child = known?.item ?? source.child(index, of: parent.item) else {
          continue
        }
        if child == item { return known ?? makeChild(index, of: parent, item: child) }
        guard isExpandable(child, atDepth: parent.depth + 1), seen.insert(child).inserted else { continue }
        let node = known ?? makeChild(index, of: parent, item: child)
        if isStale(node) { askAgain(node) }
        parents.append(node)
      }
    }
    return nil
  }
}

import StateRestoration

/// The items of an outline that are known: which are open, and in which line each stands. What the app has to be asked, it asks
/// its source.
@MainActor
final class OutlineTree {
  /// What a tree asks.
  @MainActor
  protocol Source: AnyObject {
    func numberOfChildren(of item: AnyHashable?) -> Int
    func child(_ index: Int, of item: AnyHashable?) -> AnyHashable?
    func isExpandable(_ item: AnyHashable) -> Bool
    /// A name that is the same in other runs.
    func name(of item: AnyHashable) -> StateValue?
    /// The item of a name: nil if it is gone, or if nobody can say.
    func item(named name: StateValue) -> AnyHashable?
    /// Whether ``item(named:)`` knows that an item is gone.
    var knowsItemsByName: Bool { get }
  }

  private(set) var root = OutlineNode()
  unowned let source: any Source
  /// The nodes of each item, in the order in which they became known.
  private var nodes: [AnyHashable: [OutlineNode]] = [:]
  /// How many nodes are known.
  private(set) var nodeCount = 0
  /// How often everything was requested again.
  private var reloads = 0
  /// How many children are still asked for while something is looked for.
  var budget = 0
  private var isAsking = false
  /// What was asked, and what was not found there, since the app has other items.
  var moves = OutlineMoves()

  /// As many children are asked for, at most, to find what is not where it was.
  static let mostAsked = 100_000
  /// As many, at most, to find an item that a script names and that was never seen.
  static let mostAskedForItem = 1_100_000

  /// As many, at most, to find an item that may have moved below a closed one.
  static let mostAskedForHidden = 1_000

  /// As many items are waited for below each, at most.
  static let mostWaiting = 10_000

  init(source: any Source) { self.source = source }

  // MARK: Lines

  /// How many lines the outline has.
  var lineCount: Int { root.linesBelow }

  /// The node in a line.
  func node(atLine line: Int) -> OutlineNode? {
    guard let (parent, index) = place(ofLine: line) else { return nil }
    return child(index, of: parent)
  }

  /// The item in a line, without taking note of it.
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

  /// The line of a node; nil if it is in the outline no more, or something above it is closed.
  func line(of node: OutlineNode) -> Int? {
    var line = -1
    var current = node
    while let parent = current.parent {
      guard parent.isExpanded, parent.children[current.index] === current else { return nil }
      line += parent.line(ofChild: current.index) + 1
      current = parent
    }
    return current === root && node !== root ? line : nil
  }

  // MARK: Nodes

  /// The node of a child, which is taken note of.
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
    if let item = node.item {
      nodes[item]?.removeAll { $0 === node }
      if nodes[item]?.isEmpty == true { nodes[item] = nil }
    }
    node.parent = nil
    for child in node.takeChildren(newCount: 0) { forget(child) }
  }

  /// The nodes of an item that are known.
  func nodes(of item: AnyHashable) -> [OutlineNode] { nodes[item] ?? [] }

  /// The node of an item that is known: one that is seen, if there is one.
  func knownNode(of item: AnyHashable) -> OutlineNode? {
    nodes[item]?.first { line(of: $0) != nil } ?? nodes[item]?.first
  }

  func isExpandable(_ node: OutlineNode) -> Bool {
    if let known = node.expandable, known.asked == reloads { return known.answer }
    let answer = node.item.map(source.isExpandable) ?? false
    node.expandable = (answer, reloads)
    return answer
  }

  /// The name of a node's item; it is asked for once.
  func name(of node: OutlineNode) -> StateValue? {
    if !node.isNameKnown, let item = node.item {
      node.isNameKnown = true
      node.name = source.name(of: item)
    }
    return node.name
  }

  // MARK: Opening and closing

  /// Opens a node, and what was open in it when it was closed. False if it cannot be opened or is open already.
  @discardableResult
  func expand(_ node: OutlineNode) -> Bool {
    guard !node.isExpanded, isExpandable(node) else { return false }
    // Its name is what it is found by when the app has other items.
    _ = name(of: node)
    if isStale(node) { askAgain(node) }
    node.setExpanded(true)
    return true
  }

  /// Closes a node; what is open in it is so again when it is opened.
  @discardableResult
  func collapse(_ node: OutlineNode) -> Bool {
    guard node !== root, node.isExpanded else { return false }
    node.setExpanded(false)
    return true
  }

  /// Opens a node and all below it, as far as items are not their own ancestors. Many are opened, not endlessly many.
  func expandAll(_ node: OutlineNode) {
    var budget = Self.mostAsked
    var open = [node]
    while let current = open.popLast() {
      if current !== root { expand(current) }
      guard current.isExpanded else { continue }
      let above = Set(sequence(first: current, next: \.parent).compactMap(\.item))
      for index in 0..<current.childCount {
        guard budget > 0 else { return }
        budget -= 1
        if let known = current.children[index] {
          if known.item.map({ !above.contains($0) }) ?? false { open.append(known) }
          continue
        }
        guard let item = source.child(index, of: current.item), !above.contains(item), source.isExpandable(item)
        else { continue }
        let child = makeChild(index, of: current, item: item)
        child.expandable = (true, reloads)
        open.append(child)
      }
    }
  }

  /// Closes a node and all below it.
  func collapseAll(_ node: OutlineNode) {
    node.waiting = []
    for child in node.children.values { collapseAll(child) }
    collapse(node)
  }

  // MARK: Asking again

  /// Everything is requested again when it is needed.
  func invalidate() { reloads += 1 }

  /// Whether the app has to be asked again for the children of a node.
  func isStale(_ node: OutlineNode) -> Bool { node.asked != reloads }

  /// The app has other items, here and below: they are asked for when they are needed, and what is known is found again in
  /// them.
  ///
  /// - Parameter kept: nodes that matter for something else than being open.
  func reload(_ node: OutlineNode, keeping kept: [OutlineNode]) {
    self.kept = kept
    defer { self.kept = [] }
    askAgain(node)
  }

  private var kept: [OutlineNode] = []

  private func askAgain(_ node: OutlineNode) {
    guard !isAsking else { return askChildren(of: node) }
    (isAsking, budget) = (true, Self.mostAsked)
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

  /// Whether a node matters beyond being seen.
  func isKept(_ node: OutlineNode) -> Bool { node.isToBeKept || kept.contains { $0.isWithin(node) } }

  /// A node that was found again is asked for its children at once if they are seen, and else when it opens.
  func reloadKept(_ node: OutlineNode) {
    guard node.isExpanded else {
      node.asked = nil
      return
    }
    if isExpandable(node) { askAgain(node) } else { collapse(node) }
  }

  /// The same item is another value now.
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

  /// Opens what was open in a save, or before the items went. False if it is not there.
  func open(_ place: OutlinePlace, in node: OutlineNode) -> Bool {
    guard let (index, item) = find(nil, named: place.name, at: place.index, in: node) else { return false }
    let child = node.children[index] ?? makeChild(index, of: node, item: item)
    (child.name, child.isNameKnown) = (place.name, true)
    guard !place.isExpanded || isExpandable(child) else { return false }
    child.waiting += place.below
    child.asked = nil
    if place.isExpanded { return expand(child) || child.isExpanded }
    return true
  }

  // MARK: Finding

  /// Where a child of a node is now: at its place, or as near to it as it is.
  ///
  /// - Parameters:
  ///   - item: what it was; nil if only its name is known.
  ///   - name: what it is called; nil if it has no name.
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

  /// Whether a node that is known is where it was: what is above it may be closed and not have been asked since.
  private func isThere(_ node: OutlineNode) -> Bool {
    kept = [node]
    defer { kept = [] }
    for above in sequence(first: node, next: \.parent).dropFirst().reversed() where isStale(above) {
      askAgain(above)
      if node.parent == nil { return false }
    }
    return sequence(first: node, next: \.parent).contains { $0 === root }
  }

  /// The node of an item, wherever it is: what is open is looked through first, then the rest, level by level.
  func findNode(of item: AnyHashable, asking most: Int = mostAskedForItem) -> OutlineNode? {
    if let known = knownNode(of: item), isThere(known) { return known }
    var left = most
    var parents = [root]
    var next = 0
    while next < parents.count {
      let parent = parents[next]
      next += 1
      for index in 0..<parent.childCount {
        if let known = parent.children[index] {
          if known.isExpanded { parents.append(known) }
          continue
        }
        guard left > 0 else { return nil }
        left -= 1
        if let child = source.child(index, of: parent.item), child == item {
          return makeChild(index, of: parent, item: child)
        }
      }
    }
    let visited = Set(parents.map(ObjectIdentifier.init))
    // An item that is in itself is looked into once.
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
        guard source.isExpandable(child), seen.insert(child).inserted else { continue }
        let node = known ?? makeChild(index, of: parent, item: child)
        if isStale(node) { askAgain(node) }
        parents.append(node)
      }
    }
    return nil
  }
}

import StateRestoration

/// An expanded item in a save, with its expanded descendants.
struct OutlinePlace {
  var name: StateValue
  /// The index among the siblings.
  var index: Int
  /// Whether the item itself was expanded, not only a descendant.
  var isExpanded: Bool
  var below: [OutlinePlace] = []

  init(name: StateValue, index: Int, isExpanded: Bool, below: [OutlinePlace]) {
    (self.name, self.index, self.isExpanded, self.below) = (name, index, isExpanded, below)
  }

  /// The maximum number of decoded levels.
  private static let maximumLevels = 200

  init?(_ value: StateValue, level: Int = 0) {
    guard case .list(let parts) = value, parts.count == 4, case .integer(let index) = parts[1],
      case .boolean(let isExpanded) = parts[2], case .list(let below) = parts[3], level < Self.maximumLevels
    else { return nil }
    (name, self.index, self.isExpanded) = (parts[0], max(0, Int(index)), isExpanded)
    self.below = below.compactMap { OutlinePlace($0, level: level + 1) }
  }

  var value: StateValue {
    .list([name, .integer(Int64(index)), .boolean(isExpanded), .list(below.map(\.value))])
  }
}

// Preservation of the tree.
extension OutlineTree {
  /// Returns the path to a node as names and indexes from the top; nil if its item has no name.
  func path(to node: OutlineNode) -> StateValue? {
    guard node !== root, name(of: node) != nil else { return nil }
    var steps: [StateValue] = []
    var current = node
    while let parent = current.parent {
      steps.append(.list([name(of: current) ?? .null, .integer(Int64(current.index))]))
      current = parent
    }
    return current === root ? .list(steps.reversed()) : nil
  }

  /// Returns the node at the end of a path; nil if it does not exist, or an ancestor is collapsed.
  ///
  /// - Parameter isHidden: whether ancestors may be collapsed, whose children are then loaded.
  func node(at path: StateValue, isHidden: Bool = false) -> OutlineNode? {
    guard case .list(let steps) = path else { return nil }
    budget = Self.maximumAsked
    if let found = node(at: steps[...], from: root, isHidden: isHidden) { return found }
    // An ancestor may have moved to another parent.
    for index in steps.indices.reversed() {
      guard case .list(let parts) = steps[index], let name = parts.first, name != .null,
        let above = knownNode(named: name)
      else { continue }
      return node(at: steps[(index + 1)...], from: above, isHidden: isHidden)
    }
    return nil
  }

  /// Returns the visible known node with a name.
  private func knownNode(named name: StateValue) -> OutlineNode? {
    if let item = source.item(named: name) { return knownNode(of: item).flatMap { line(of: $0) == nil ? nil : $0 } }
    guard !source.knowsItemsByName else { return nil }
    func find(below node: OutlineNode) -> OutlineNode? {
      guard node.isExpanded else { return nil }
      for child in node.children.values {
        if child.isNameKnown, child.name == name { return child }
        if let found = find(below: child) { return found }
      }
      return nil
    }
    return find(below: root)
  }

  private func node(
    at steps: ArraySlice<StateValue>, from start: OutlineNode, isHidden: Bool
  ) -> OutlineNode? {
    var node = start
    for step in steps {
      if isHidden, !node.isExpanded, isStale(node), isExpandable(node) { reload(node, keeping: []) }
      guard node.isExpanded || isHidden, case .list(let parts) = step, parts.count == 2,
        case .integer(let place) = parts[1],
        let index = Int(exactly: place), index >= 0
      else { return nil }
      if parts[0] == .null {
        guard index < node.childCount else { return nil }
        node = child(index, of: node)
        continue
      }
      guard let (found, item) = find(nil, named: parts[0], at: index, in: node) else { return nil }
      node = node.children[found] ?? makeChild(found, of: node, item: item)
      (node.name, node.isNameKnown) = (parts[0], true)
    }
    return node === root ? nil : node
  }

  /// Returns the name at the end of a path.
  static func lastName(of path: StateValue) -> StateValue? {
    guard case .list(let steps) = path, case .list(let parts)? = steps.last, parts.count == 2 else { return nil }
    return parts[0] == .null ? nil : parts[0]
  }

  /// The expanded items that have names.
  var openPlaces: [OutlinePlace] { places(below: root) }

  private func places(below node: OutlineNode) -> [OutlinePlace] {
    node.children.values.sorted { $0.index < $1.index }.compactMap(place) + node.waiting
  }

  func place(of node: OutlineNode) -> OutlinePlace? {
    guard node.mustBeKept, let name = name(of: node) else { return nil }
    return OutlinePlace(name: name, index: node.index, isExpanded: node.isExpanded, below: places(below: node))
  }

  /// Expands the items of a save when they are loaded next.
  func restore(_ places: [OutlinePlace]) {
    for child in root.children.values { collapseAll(child) }
    root.waiting = places
    mayHaveWaiting = true
  }
}

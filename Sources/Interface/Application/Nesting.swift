/// An element of a tree with a limited depth, such as a view or a controller.
///
/// Layout, drawing, saving and deallocation recurse, so the depth of a tree is bounded by the thread's stack. Each
/// element stores the height of its subtree, so that adding one costs only the walk to the root.
@MainActor
protocol Nesting: AnyObject {
  /// The parent.
  var outerLevel: (any Nesting)? { get }
  /// The children.
  var innerLevels: [any Nesting] { get }
  /// An upper bound of the number of levels from this one down. Removing an element leaves it unchanged;
  /// ``countLevels()`` computes it again.
  var knownLevels: Int { get set }
}

extension Nesting {
  /// Whether adding another element keeps the tree within a number of levels.
  func hasRoom(for other: any Nesting, within limit: Int) -> Bool {
    let above = depth
    return above + other.knownLevels <= limit || above + other.countLevels() <= limit
  }

  /// The number of levels from the root to this one.
  private var depth: Int {
    var depth = 1
    var outer = outerLevel
    while let current = outer {
      depth += 1
      outer = current.outerLevel
    }
    return depth
  }

  /// Counts the levels from this one down.
  private func countLevels() -> Int {
    knownLevels = 1 + innerLevels.reduce(0) { max($0, $1.countLevels()) }
    return knownLevels
  }

  /// Updates the level counts after another element was added to this one.
  func didNest(_ other: any Nesting) {
    var levels = other.knownLevels + 1
    var outer: (any Nesting)? = self
    while let current = outer, current.knownLevels < levels {
      current.knownLevels = levels
      levels += 1
      outer = current.outerLevel
    }
  }
}

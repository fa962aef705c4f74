/// Something that stands in others of its kind, as views and controllers do.
///
/// How deep they stand in each other has a limit: layout, drawing, saving, and letting go of a tree at its end, go as deep
/// on the stack of the thread. What is added knows how many levels it has, so that adding costs what the way up costs.
@MainActor
protocol Nesting: AnyObject {
  /// What it stands in.
  var outerLevel: (any Nesting)? { get }
  /// What stands in it.
  var innerLevels: [any Nesting] { get }
  /// At least as many levels as there are from this one down: taking something out leaves it, and
  /// ``countLevels()`` counts again.
  var knownLevels: Int { get set }
}

extension Nesting {
  /// Whether another can go into this one without there being more levels than so many.
  func hasRoom(for other: any Nesting, within limit: Int) -> Bool {
    let above = depth
    return above + other.knownLevels <= limit || above + other.countLevels() <= limit
  }

  /// How many levels there are down to this one.
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

  /// Another was put into this one.
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

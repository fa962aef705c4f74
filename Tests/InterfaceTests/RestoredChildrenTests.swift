import Testing

@testable import Interface
@testable import StateRestoration

/// The order of restored children among those that a new version of the app creates.
@MainActor
@Suite("Restored children")
struct RestoredChildrenTests {
  /// Returns a container's children after restoration. `here` are the existing ones, `restored` the saved ones with
  /// their positions; a capital letter is an existing child that is itself restored.
  private func merge(_ here: [String?], _ restored: [(String, Int)], keepsNew: Bool = true) throws -> [String] {
    let container = ViewController()
    for identifier in here {
      let child = ViewController()
      child.restorationIdentifier = identifier
      try container.addChild(child)
    }
    let back = restored.map { identifier, position in
      let standing = container.children.first {
        $0.restorationIdentifier == identifier && identifier == identifier.uppercased()
      }
      let child = standing ?? ViewController()
      child.restorationIdentifier = identifier
      return RestoredChild(viewController: child, position: position)
    }
    let merged = container.mergeRestored(back, keepsNew: keepsNew)
    #expect(Set(merged.children.map { ObjectIdentifier($0) }).count == merged.children.count)
    return merged.children.map { $0.restorationIdentifier ?? "-" }
  }

  @Test("new children keep their positions in the new version; restored ones keep their order")
  func newChildren() throws {
    #expect(try merge(["new", "a", "b"], [("a", 0), ("b", 1)]) == ["new", "a", "b"])
    #expect(try merge(["a", "new", "b"], [("a", 0), ("b", 1)]) == ["a", "new", "b"])
    #expect(try merge(["a", "b", "new"], [("a", 0), ("b", 1)]) == ["a", "b", "new"])
    #expect(
      try merge(["n1", "a", "n2", "n3", "b", "n4"], [("a", 0), ("b", 1)]) == ["n1", "a", "n2", "n3", "b", "n4"])
    #expect(try merge(["new", "A", "B"], [("A", 0), ("B", 1)]) == ["new", "A", "B"])
    #expect(try merge(["b", "new", "a"], [("a", 0), ("b", 1)]) == ["a", "new", "b"])
  }

  @Test("children that exist only in the saved state follow their saved predecessors")
  func addedAtRunTime() throws {
    #expect(try merge(["new", "a", "b"], [("a", 0), ("x", 1), ("b", 2), ("y", 3)]) == ["new", "a", "x", "b", "y"])
    #expect(try merge(["new", "b"], [("x", 0), ("b", 1)]) == ["new", "x", "b"])
    #expect(try merge(["new"], [("a", 0), ("b", 1)]) == ["new", "a", "b"])
    #expect(try merge([], [("a", 0), ("b", 1)]) == ["a", "b"])
  }

  @Test("children that could not be created, or that the version dropped, leave no gap")
  func missing() throws {
    #expect(try merge(["new", "a", "b", "c"], [("a", 0), ("c", 2)]) == ["new", "a", "b", "c"])
    #expect(try merge(["new", "c"], [("c", 2)]) == ["new", "c"])
    #expect(try merge(["a", "same"], [("same", 0), ("same", 1), ("a", 4_294_967_296)]) == ["same", "same", "a"])
  }

  @Test("a child without an identifier keeps its position")
  func unsaved() throws {
    #expect(try merge([nil, "a"], [("a", 1)]) == ["-", "a"])
    #expect(try merge([nil], [("a", 1), ("b", 2)]) == ["-", "a", "b"])
    #expect(try merge([nil], [("a", 1), ("b", 2)], keepsNew: false) == ["-", "a", "b"])
  }

  @Test("the saved screens of a navigation stack replace the existing ones")
  func stack() throws {
    #expect(try merge(["home"], [("home", 0), ("detail", 1)], keepsNew: false) == ["home", "detail"])
    #expect(try merge(["welcome"], [("home", 0)], keepsNew: false) == ["home"])
    #expect(try merge([nil], [("home", 0)], keepsNew: false) == ["home"])
  }

  /// Returns a split view's children after restoration, followed by problems. The arguments are those of
  /// ``merge(_:_:keepsNew:)``.
  private func split(_ here: [String?], _ restored: [(String, Int)]) throws -> [String] {
    let application = Application(identifier: "split")
    var problems: [String] = []
    application.context.onProblem = { problems.append($0.summary) }
    let split = SplitViewController()
    split.enter(application.context)
    try split.setViewControllers(
      here.map { identifier in
        let child = ViewController()
        child.restorationIdentifier = identifier
        return child
      })
    split.bindChildren(
      restored.map { identifier, position in
        let standing = split.children.first {
          $0.restorationIdentifier == identifier && identifier == identifier.uppercased()
        }
        let child = standing ?? ViewController()
        child.restorationIdentifier = identifier
        return RestoredChild(viewController: child, position: position)
      })
    let reported = problems.map { "no room: \($0.prefix { $0 != " " })" }
    return split.children.map { $0.restorationIdentifier ?? "-" } + reported
  }

  @Test("a split view's saved sides come first; new sides take the remaining ones, or are reported")
  func splitSides() throws {
    let both = [("a", 0), ("b", 1)]
    #expect(try split([], both) == ["a", "b"])
    #expect(try split(["a", "b"], both) == ["a", "b"])
    #expect(try split(["A", "B"], [("A", 0), ("B", 1)]) == ["A", "B"])
    // One side was saved.
    #expect(try split(["a", "new"], [("a", 0)]) == ["a", "new"])
    #expect(try split(["new", "a"], [("a", 0)]) == ["new", "a"])
    #expect(try split(["new", "b"], [("b", 1)]) == ["new", "b"])
    #expect(try split(["new"], [("a", 0)]) == ["new", "a"])
    #expect(try split(["x", "y"], [("a", 0)]) == ["a", "y", "no room: x"])
    #expect(try split(["x", "y"], [("b", 1)]) == ["x", "b", "no room: y"])
    #expect(try split([], [("b", 1)]) == ["b"])
    // Both sides were saved: new ones find no side.
    #expect(try split(["a", "new"], both) == ["a", "b", "no room: new"])
    #expect(try split(["new", "a"], both) == ["a", "b", "no room: new"])
    #expect(try split(["new", "b"], both) == ["a", "b", "no room: new"])
    #expect(try split(["x", "y"], both) == ["a", "b", "no room: x", "no room: y"])
    #expect(try split(["new", "a", "b"], both) == ["a", "b", "no room: new"])
    // A child created behind the sides stays there.
    #expect(try split(["a", "b", "new"], both) == ["a", "b", "new"])
    #expect(try split(["a", "b"], both + [("c", 2)]) == ["a", "b", "c"])
    #expect(try split(["a", "b", "new"], both + [("c", 2)]) == ["a", "b", "c", "new"])
    // An unnamed side that was not saved keeps its place; one that was replaced is a detail not yet chosen.
    #expect(try split([nil, "b"], [("b", 1)]) == ["-", "b"])
    #expect(try split(["a", nil], [("a", 0)]) == ["a", "-"])
    #expect(try split(["a", nil], both) == ["a", "b"])
  }

  @Test("a container without a saved position releases removed children", arguments: [true, false])
  func letGo(hasTabs: Bool) throws {
    let container = hasTabs ? TabBarController() : PageViewController()
    weak var child: ViewController?
    do {
      let children = [ViewController(), ViewController()]
      container.bindChildren(
        children.enumerated().map { RestoredChild(viewController: $1, position: $0) })
      container.decodeBuiltInState(with: StateCoder())
      child = children[1]
    }
    #expect(container.children.count == 2)
    container.removeChild(container.children[1])
    #expect(child == nil)
  }
}

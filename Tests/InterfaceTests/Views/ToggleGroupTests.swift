import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Toggle groups")
@MainActor
struct ToggleGroupTests {
  private final class Changes { var count = 0 }
  private let changes = Changes()
  private let group = ToggleGroup()

  private func shown(_ items: [String] = ["Small", "Medium", "Large"], height: Int = 8) -> TestApplication {
    group.items = items
    group.onChange = { [changes] _ in changes.count += 1 }
    let stack = VStack()
    stack.addSubview(group)
    return TestApplication(view: stack, width: 24, height: height)
  }

  @Test("keys, digits, clicks and automation select and deselect, one notification each")
  func selecting() throws {
    let shown = shown()
    #expect(shown.text == ["[ ] Small", "[ ] Medium", "[ ] Large"])
    try shown.key("space", "down", "down", "enter", "up", "2")
    #expect(group.selectedIndexes == [0, 1, 2] && group.focusedIndex == 1)
    try shown.automation.tap("Large")
    #expect(shown.text == ["[x] Small", "[x] Medium", "[ ] Large"])
    #expect(group.focusedIndex == 2 && changes.count == 4)
    try shown.key("down", "9")
    #expect(group.focusedIndex == 2 && changes.count == 4)
  }

  @Test("a group without room for all choices shows the focused one")
  func scrolling() throws {
    let shown = shown(height: 2)
    try shown.key("end", "space")
    #expect(shown.text == ["[ ] Medium", "[x] Large"])
  }

  @Test("as text, each choice is a checkbox with its state")
  func accessibility() throws {
    let shown = shown()
    group.selectedIndexes = [1]
    let elements = try #require(shown.application.keyWindow?.accessibilityElements)
    #expect(elements.map(\.text) == ["Small, checkbox, off, focused", "Medium, checkbox, on", "Large, checkbox, off"])
    try shown.automation.activate(elements[2])
    #expect(group.selectedIndexes == [1, 2] && changes.count == 1)
    #expect(elements[0].acceptedValues == "on or off")
    #expect(shown.automation.enter("On", into: elements[0]) && group.selectedIndexes == [0, 1, 2])
    #expect(shown.automation.enter("on", into: elements[1]) && changes.count == 2)
    #expect(shown.automation.enter("off", into: elements[1]) && group.selectedIndexes == [0, 2])
    #expect(!shown.automation.enter("maybe", into: elements[0]))
  }

  @Test("restored choices wait for items that come later, and choices that no longer exist are not selected")
  func lateItems() {
    let old = ToggleGroup()
    old.items = ["a", "b", "c"]
    old.selectedIndexes = [0, 2]
    let coder = StateCoder()
    old.encodeBuiltInState(with: coder)

    group.decodeBuiltInState(with: coder)
    #expect(group.selectedIndexes.isEmpty)
    let again = StateCoder()
    group.encodeBuiltInState(with: again)
    let late = ToggleGroup()
    late.decodeBuiltInState(with: again)
    late.items = ["a", "b"]
    #expect(late.selectedIndexes == [0])
    late.items = ["a", "b", "c"]
    #expect(late.selectedIndexes == [0, 2])
    late.items = []
    late.items = ["x", "y", "z"]
    #expect(late.selectedIndexes == [0, 2])
    late.items = ["x"]
    late.items = ["x", "y", "z"]
    #expect(late.selectedIndexes == [0])
  }

  @Test("invalid stored values are ignored", arguments: [[-1], [Int64.max], [Int64.min, 1]] as [[Int64]])
  func invalidState(values: [Int64]) {
    let coder = StateCoder()
    coder.encode(.list(values.map { .integer($0) } + [.string("2"), .null]), forKey: "selectedIndexes")
    coder.encode(Int.max, forKey: "focusedIndex")
    let shown = shown()
    group.decodeBuiltInState(with: coder)
    #expect(group.selectedIndexes == Set(values.filter { $0 == 1 }.map(Int.init)))
    #expect(group.focusedIndex == 2 && shown.text.count == 3)
  }
}

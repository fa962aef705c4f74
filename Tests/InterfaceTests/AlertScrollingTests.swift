import StateRestoration
import TestApplication
import Testing

@testable import Interface

@Suite("Scrolling of alerts")
@MainActor
struct AlertScrollingTests {
  private let root = Page("root")

  private func shown(
    actions: Int, lines: Int = 0, style: AlertController.Style = .alert
  ) throws -> (shown: TestApplication, alert: AlertController) {
    let shown = TestApplication(root, width: 40, height: 16)
    let alert = AlertController()
    alert.title = "Title"
    alert.preferredStyle = style
    if lines > 0 { alert.message = (1...lines).map { "line \($0)." }.joined(separator: "\n") }
    for index in 1...actions { alert.addAction(.init(title: "Action \(index).")) }
    try root.present(alert)
    return (shown, alert)
  }

  /// The numbers of the actions or lines that are visible.
  private func visible(_ word: String, _ shown: TestApplication) -> [Int] {
    let text = shown.text.joined(separator: "\n")
    return (1...50).filter { text.contains("\(word) \($0).") }
  }

  @Test(
    "actions that do not fit fill the box below the title, and scroll row by row",
    arguments: AlertController.Style.allCases)
  func actions(style: AlertController.Style) throws {
    let (shown, _) = try shown(actions: 20, style: style)
    func checkFocus() throws {
      let title = try #require((shown.firstResponder as? Button)?.title)
      #expect(shown.text.contains { $0.contains(title) }, "\(title)")
    }
    try checkFocus()
    for _ in 0..<25 {
      let before = visible("Action", shown)
      #expect(before.count >= 12)
      for sign in ["Title", "┃"] { #expect(shown.text.contains { $0.contains(sign) }) }
      try shown.key("down")
      let after = visible("Action", shown)
      #expect(abs(after[0] - before[0]) <= 1 || after[0] == 1 || after.last == 20)
      try checkFocus()
    }
  }

  @Test("a long message scrolls by page keys, unused arrows and the wheel, and the buttons stay visible")
  func message() throws {
    let (shown, _) = try shown(actions: 1, lines: 40)
    let first = visible("line", shown)
    #expect(first.first == 1 && first.count >= 10 && visible("Action", shown) == [1])
    try shown.key("down")
    #expect(visible("line", shown).first == 2)
    for _ in 0..<4 { try shown.key("pagedown") }
    #expect(visible("line", shown).last == 40 && visible("Action", shown) == [1])
    #expect(shown.text.contains { $0.contains("Title") })
    try shown.key("up")
    #expect(visible("line", shown).last == 39)
    shown.application.handle(.mouse(MouseEvent(.wheel(rows: -3), at: Point(x: 20, y: 7))))
    #expect(visible("line", shown).last == 36)
    try shown.key("enter")
    #expect(root.presentedViewController == nil)
  }

  @Test("arrows move between the actions of a sheet below a long message, which page keys scroll")
  func sheet() throws {
    let (shown, _) = try shown(actions: 10, lines: 40, style: .actionSheet)
    #expect(visible("line", shown) == [1, 2, 3])
    try shown.key("down", "pagedown")
    #expect((shown.firstResponder as? Button)?.title == "Action 2." && visible("line", shown) == [3, 4, 5])
  }

  @Test("the scroll positions of an alert are restored")
  func restoration() throws {
    let (shown, alert) = try shown(actions: 20, lines: 40)
    try shown.key("pagedown", "pagedown")
    for _ in 0..<3 { try shown.key("up") }
    let text = shown.text
    let coder = StateCoder()
    alert.encodeBuiltInState(with: coder)
    let restored = AlertController()
    restored.makeContent(from: coder)
    restored.decodeBuiltInState(with: coder)
    root.dismiss()
    try root.present(restored)
    #expect(shown.text == text)
  }
}

import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Text field validation")
@MainActor
struct TextFieldChecksTests {
  private let field = TextField()
  private let shown: TestApplication

  init() {
    field.validate = { $0.count >= 3 ? .valid : .invalid("three letters at least") }
    let stack = VStack()
    let label = Label()
    label.text = "below"
    [field, label].forEach(stack.addSubview)
    shown = TestApplication(view: stack, width: 30, height: 6)
  }

  @Test("a secure field does not offer to copy its selection")
  func secureSelection() throws {
    let field = TextField()
    field.text = "secret"
    let shown = TestApplication(view: field, width: 30, height: 1)
    try shown.key("alt+a")
    func weight() -> KeyBinding.Weight? { field.keyBindings.first { $0.title == "Copy, cut the selection" }?.weight }
    #expect(weight() == .main)
    field.isSecure = true
    #expect(field.selectedRange.length == 6 && weight() == .idle)
  }

  @Test("the message is shown below the field from the first change on, while it applies")
  func message() throws {
    #expect(!field.isValid && shown.text == ["below"])
    try shown.automation.type("a")
    #expect(shown.text == ["a                            ✗", "✗ three letters at least", "below"])
    try shown.automation.type("bc")
    #expect(field.isValid && shown.text == ["abc", "below"])
    try shown.key("backspace")
    #expect(shown.text == ["ab                           ✗", "✗ three letters at least", "below"])
    field.text = "from the script"
    #expect(shown.text == ["from the script", "below"])
  }

  @Test("Enter shows the message too; text set in code does not")
  func submitting() throws {
    field.text = "x"
    #expect(shown.text == ["x", "below"])
    var valid: [Bool] = []
    field.onSubmit = { valid.append($0.isValid) }
    try shown.key("enter")
    #expect(valid == [false] && shown.text == ["x                            ✗", "✗ three letters at least", "below"])
    let words = shown.application.keyWindow?.accessibilityElements.first?.text
    #expect(words?.contains("x, three letters at least") == true, "\(words ?? "")")
  }

  @Test("the message wraps to the field's width, and an empty one takes no space")
  func wrapping() throws {
    field.validate = { _ in .invalid("a message of more words than one line has room for") }
    try shown.automation.type("a")
    #expect(shown.text.count == 4 && shown.text.last == "below")
    field.validate = { _ in .invalid("") }
    try shown.automation.type("b")
    #expect(!field.isValid && shown.text == ["ab", "below"])
  }

  @Test("the message is restored once the user has typed or submitted a text, except that of a secret")
  func restoring() throws {
    func restored(from field: TextField) -> TextField {
      let coder = StateCoder()
      field.encodeBuiltInState(with: coder)
      let other = TextField()
      other.validate = field.validate
      other.isSecure = field.isSecure
      other.decodeBuiltInState(with: coder)
      return other
    }
    #expect(restored(from: field).message == "")
    try shown.key("enter")
    #expect(restored(from: field).message == "three letters at least")
    try shown.automation.type("ab")
    #expect(restored(from: field).message == "three letters at least")
    field.isSecure = true
    #expect(restored(from: field).message == "")
  }

  @Test("an error in the validation counts as valid")
  func failing() throws {
    field.validate = { _ in throw AutomationError.noWindow }
    try shown.automation.type("a")
    #expect(field.isValid && shown.text == ["a", "below"])
  }

  @Test(
    "disallowed text can be neither typed nor pasted; earlier text and deletions are always allowed",
    arguments: [
      (InputFilter.integer, "1a-2.3", "123"), (.integer, "-12", "-12"), (.integer, "+5", "+5"), (.integer, "1-", "1"),
      (.number, "-1.5e-3x", "-1.5e-3"), (.number, ".5.5", ".55"), (.number, "e5", "5"), (.number, "1e5e", "1e5"),
      (.custom { $0.count <= 2 }, "abc", "ab"),
    ])
  func filters(filter: InputFilter, typed: String, result: String) throws {
    field.inputFilter = filter
    try shown.automation.type(typed)
    #expect(field.text == result)
    for _ in result { try shown.key("backspace") }
    #expect(field.text == "")
    shown.application.handle(.paste(typed))
    #expect(field.text == (typed == result ? typed : ""))
    field.text = "zz z"
    try shown.key("backspace")
    #expect(field.text == "zz ")
    #expect(!field.enterValue("quite another text") && field.text == "zz ")
  }

  @Test("refused input has no effect: no callback, no message, the selection stays")
  func refused() throws {
    var changes = 0
    field.onChange = { _ in changes += 1 }
    field.inputFilter = .integer
    field.text = "12345"
    field.selectedRange = .init(location: 1, length: 2)
    try shown.automation.type("x")
    #expect(changes == 0 && field.text == "12345" && field.selectedRange == .init(location: 1, length: 2))
    try shown.automation.type("9")
    #expect(changes == 1 && field.text == "1945")
  }
}

import Interface
import LuaRuntime

/// A step of a recording: a line of the test.
package enum RecordedStep: Equatable {
  case tap(String, number: Int? = nil)
  case select(String, row: Int, section: Int)
  /// A click that no name reaches, with a description of the view.
  case click(Point, button: Int, modifiers: Modifiers = [], on: String)
  case drag(from: Point, to: Point, modifiers: Modifiers = [], on: String)
  case scroll(String, rows: Int)
  case type(String)
  case paste(String)
  case key(String)
  case resize(Size)
  case advance(Double)
  case background, foreground, kill, relaunch
  /// A save of the recording session that the user has returned to later: its number is kept in a variable.
  case save(SaveName)
  case rollback(SaveName)
  /// A return to a save from before the recording: another case, which is launched with it.
  case launch(archive: String, size: Size)
  case evaluate(String)
  /// A line that raised an error, which can have had effects before.
  case evaluateFailing(String, error: String)
  /// A line without effect, which is part of the test only if a later one uses its value, as `_`.
  case look(String)
  /// The text of a secure field was typed or pasted.
  case secret
  case comment(String)
  /// A text that the screen shows at a pause.
  case shows(String)
  /// A text that the screen no longer shows.
  case lacks(String)
  /// A text that the screen shows after a command started by the app has exited.
  case awaits(String)
  /// An error that the app has reported.
  case failed(String)

  /// The variable with the number of a save.
  package struct SaveName: Equatable {
    let number: Int64
    var name: String { "save\(number)" }
  }

  init(_ step: InputNaming.Step) {
    self =
      switch step {
      case .tap(let name, let number): .tap(name, number: number)
      case .select(let name, let row, let section): .select(name, row: row, section: section)
      case .key(let name): .key(name)
      }
  }

  /// The lines of the test.
  var lines: [String] {
    switch self {
    case .tap(let name, nil): ["app:tap \(name.asLua)"]
    case .tap(let name, let number?): ["app:tap(\(name.asLua), \(number))"]
    case .select(let name, let row, let section):
      ["app:select(\(name.asLua), \(row + 1)\(section == 0 ? "" : ", \(section + 1)"))"]
    case .click(let place, let button, let modifiers, let view):
      [
        "-- \(modifiers.isEmpty ? "No name leads to this place" : "A click") in \(Self.inLine(view)).",
        "app:click(\(place.x + 1), \(place.y + 1)\(Self.text(ofButton: button, modifiers)))",
      ]
    case .drag(let start, let end, let modifiers, let view):
      [
        "-- A drag in \(Self.inLine(view)).",
        "app:drag(\(start.x + 1), \(start.y + 1), \(end.x + 1), \(end.y + 1)\(modifiers.isEmpty ? "" : ", \(modifiers.names.asLua)"))",
      ]
    case .scroll(let name, let rows): ["app:scroll(\(name.asLua), \(rows))"]
    case .type(let text): ["app:type \(text.asLua)"]
    case .paste(let text): ["app:paste \(text.asLua)"]
    case .key(let name): ["app:key \(name.asLua)"]
    case .resize(let size): ["app:resize(\(size.width), \(size.height))"]
    case .advance(let seconds): ["app:advance(\(Self.text(of: seconds)))"]
    case .background: ["app:background()"]
    case .foreground: ["app:foreground()"]
    case .kill: ["app:kill()"]
    case .relaunch: ["app:relaunch()"]
    case .save(let save): ["local \(save.name) = app:preserve()"]
    case .rollback(let save): ["app:rollback(\(save.name))"]
    // `RecordedTest` writes it, which knows the app.
    case .launch: []
    case .evaluate(let source), .look(let source): ["app:eval \(source.asLua)"]
    case .evaluateFailing(let source, let error):
      ["t:expect(function() app:eval(\(source.asLua)) end):fails \(error.asLua)"]
    case .secret: ["-- The text of a secure field is not recorded; this one takes its place.", "app:type \"secret\""]
    case .comment(let text): ["-- \(Self.inLine(text))"]
    case .shows(let text): ["t:expect(app:screen()):contains \(text.asLua)"]
    case .lacks(let text): ["t:expect(app:screen()):never():contains \(text.asLua)"]
    case .awaits(let text): ["app:waitFor \(text.asLua)"]
    case .failed(let message): ["t:expect(app):failed \(message.asLua)"]
    }
  }

  /// Returns the step that has the effect of this one and the next; nil if there is none.
  func joined(with next: RecordedStep) -> RecordedStep? {
    switch (self, next) {
    case (.type(let text), .type(let more)): .type(text + more)
    case (.scroll(let name, let rows), .scroll(let other, let more))
    where name == other && rows.signum() == more.signum():
      .scroll(name, rows: rows + more)
    case (.secret, .secret), (.resize, .resize): next
    default: nil
    }
  }

  /// The text that was typed; empty for other steps.
  var typedText: String {
    switch self {
    case .type(let text), .paste(let text): text
    default: ""
    }
  }

  /// Whether it uses the value of an earlier line.
  var usesLastValue: Bool {
    switch self {
    case .evaluate(let source), .evaluateFailing(let source, _), .look(let source):
      source.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains("_")
    default: false
    }
  }

  /// Whether it is a line without effect.
  var isLook: Bool { if case .look = self { true } else { false } }

  /// Whether it waits as long as the answer of a command, request or worker takes.
  var isWait: Bool { if case .awaits = self { true } else { false } }

  /// Whether it comes from outside of the app's screens, as time that passes, a resize and an error do.
  var isFromOutside: Bool {
    switch self {
    case .advance, .resize, .failed: true
    default: false
    }
  }

  /// Whether an empty line follows.
  var endsParagraph: Bool {
    switch self {
    case .shows, .lacks, .awaits: true
    default: false
    }
  }

  /// The arguments of a click after its place.
  private static func text(ofButton button: Int, _ modifiers: Modifiers) -> String {
    if modifiers.isEmpty { return button == 1 ? "" : ", \(button)" }
    return ", \(button), \(modifiers.names.asLua)"
  }

  private static func inLine(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ").showingControls
  }

  private static func text(of seconds: Double) -> String {
    seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

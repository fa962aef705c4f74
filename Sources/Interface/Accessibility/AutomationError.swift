/// A reason why an automated action failed.
public enum AutomationError: Error, CustomStringConvertible {
  /// The app has created no window.
  case noWindow
  /// The app has extended its restoration and not completed it.
  case isRestoring
  /// The app is in the background.
  case isInBackground
  /// Nothing on the screen has this identifier or title.
  case noTapTarget(String, visible: [String])
  /// Fewer places on the screen have this identifier or title.
  case noSuchPlace(String, number: Int, count: Int)
  /// No focused view accepts text.
  case noTextInput(String)
  /// No key has this name.
  case unknownKey(String)
  /// The host takes the key before the app, and does not offer its command here.
  case noHostCommand(HostCommand, key: String)
  /// The screen does not have this cell.
  case outsideScreen(Point, size: Size)
  /// No mouse has this button.
  case noSuchButton(Int)
  /// Nothing on the screen has this identifier, or a view of a class without rows or choices has it.
  case notSelectable(String, String?, selectable: [String])
  /// The section does not exist.
  case noSuchSection(Int, of: String)
  /// The row does not exist.
  case noSuchRow(Int, of: String, count: Int)

  public var description: String {
    switch self {
    case .noWindow:
      "the app has no window: create one with ui.Window() in willFinishLaunching"
    case .isRestoring:
      "the app is still being restored and shows a picture of its last save: it called extendStateRestoration() but has not yet called completeStateRestoration(); keys are queued until then, other actions are unavailable"
    case .isInBackground:
      "the app is in the background and gets no input; bring it back to the foreground first"
    case .noTapTarget(let name, let visible):
      "nothing on the screen has the identifier or title \"\(name)\"; the screen is:\n"
        + visible.joined(separator: "\n")
    case .noSuchPlace(let name, let number, let count):
      "there is no place number \(number) with the identifier or title \"\(name)\" on the screen, which has \(count)"
    case .noTextInput(let text):
      "no view accepts the text \"\(text)\": tap a text field or text view first"
    case .unknownKey(let name) where KeyPress.typed(by: name) != nil:
      "unknown key \(name.debugDescription); write \"\(KeyPress.typed(by: name)?.name ?? "")\""
    case .unknownKey(let name):
      "unknown key \"\(name)\"; a key is one character, or \(KeyPress.nameList), optionally after ctrl+, alt+ or shift+"
    case .noHostCommand(let command, let key):
      "the key \"\(key)\" is luahost's own (\(command.title)) and works only on the screen of a terminal"
    case .outsideScreen(let place, let size):
      "column \(place.x + 1), row \(place.y + 1) is outside the screen, which has \(size.width) columns and \(size.height) rows"
    case .noSuchButton(let button):
      "button: expected 1 (left), 2 (middle), 3 (right) or 8 to 11 (others), got \(button); scroll turns the wheel"
    case .notSelectable(let name, let className, let selectable):
      (className.map { "\"\(name)\" is a \($0) and has no rows or choices" }
        ?? "nothing on the screen has the identifier \"\(name)\"") + "; "
        + Self.list(ofSelectable: selectable)
    case .noSuchSection(let section, let name):
      "\"\(name)\" has no section \(section + 1)"
    case .noSuchRow(let row, let name, let count):
      "\"\(name)\" has no row \(row + 1); the number of rows is \(count)"
    }
  }

  private static func list(ofSelectable names: [String]) -> String {
    let most = 10
    guard !names.isEmpty else { return "nothing on the screen has rows or choices to select" }
    return "on the screen, rows or choices can be selected in \(names.prefix(most).joined(separator: ", "))"
      + (names.count > most ? ", …" : "")
  }
}

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
  /// The view has no rows or choices.
  case notSelectable(String, String)
  /// The row does not exist.
  case noSuchRow(Int, count: Int)

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
    case .unknownKey(let name):
      "unknown key \"\(name)\"; a key is one character, or \(KeyPress.nameList), optionally after ctrl+, alt+ or shift+"
    case .notSelectable(let name, let className):
      "\"\(name)\" is a \(className) and has no rows or choices to select"
    case .noSuchRow(let row, let count):
      "there is no row \(row + 1); the number of rows is \(count)"
    }
  }
}

/// An event that an app should survive without a loss: afterwards it shows what it showed before.
public enum NeutralEvent: String, CaseIterable, Sendable {
  /// The process is killed, and the app launched again.
  case kill
  /// The same, twice in a row: the second launch restores what the first has restored.
  case killTwice = "kill twice"
  /// The app goes to the background, and returns.
  case background
  /// The screen is resized to a small size, and back.
  case resize
  /// The app is killed, launched on a screen of another size, and resized back.
  case relaunch
  /// The user chooses another theme, and the former one again.
  case theme
  /// The app is killed, and launched again one day later.
  case clock
  /// The app is killed, and launched again in another time zone.
  case timeZone = "time zone"
  /// The scripts are reloaded.
  case reload

  /// Whether the event ends the process, or the script's Lua state, so that only saved state remains.
  public var restarts: Bool {
    switch self {
    case .background, .resize, .theme: false
    default: true
    }
  }

  /// The end of a sentence: "the text was lost after a kill".
  public var phrase: String {
    switch self {
    case .kill: "a kill and relaunch"
    case .killTwice: "two kills in a row"
    case .background: "background and foreground"
    case .resize: "a resize to a small screen and back"
    case .relaunch: "a relaunch at another size and a resize back"
    case .theme: "another theme and back"
    case .clock: "a kill and a relaunch one day later"
    case .timeZone: "a kill and a relaunch in another time zone"
    case .reload: "a reload of the scripts"
    }
  }

  /// The names of all events, as scripts use them, in a sentence.
  public static let names = allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
}

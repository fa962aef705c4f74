import AppSession
import Interface
import LuaRuntime
import LuaScreens

/// A step of a user, as tests write it.
enum ExploredStep: Hashable, Codable, Sendable {
  /// The number counts the places on the screen with this name, from 1.
  case tap(String, number: Int = 1)
  case key(String)
  case type(String)
  /// The text is pasted into the focused view.
  case paste(String)
  case scroll(String, rows: Int)
  case resize(columns: Int, rows: Int)
  /// Time passes, in seconds.
  case advance(Int)
  /// The app goes to the background, and returns.
  case pause

  /// Whether the user enters text.
  var isTyping: Bool {
    switch self {
    case .type, .paste: true
    default: false
    }
  }

  /// The step in a test whose app is the variable `app`.
  var code: String {
    switch self {
    case .tap(let name, number: 1): "app:tap \(name.asLua)"
    case .tap(let name, let number): "app:tap(\(name.asLua), \(number))"
    case .key(let name): "app:key \(name.asLua)"
    case .type(let text): "app:type \(text.asLua)"
    case .paste(let text): "app:paste \(text.asLua)"
    case .scroll(let name, let rows): "app:scroll(\(name.asLua), \(rows))"
    case .resize(let columns, let rows): "app:resize(\(columns), \(rows))"
    case .advance(let seconds): "app:advance(\(seconds))"
    case .pause: "app:background() app:foreground()"
    }
  }

  /// Makes the step in an app, as a test does.
  ///
  /// - Throws: `AutomationError` if the screen does not offer it; ``SessionError/notRunning``.
  @MainActor
  func perform(in session: AppSession) throws {
    let host = try session.running
    let automation = Automation(host.application)
    switch self {
    case .tap(let name, let number): try host.turn { try automation.tap(name, number: number) }
    case .key(let name): try host.turn { try automation.key(name) }
    case .type(let text): try host.turn { try automation.type(text) }
    case .paste(let text): try host.turn { try automation.paste(text) }
    case .scroll(let name, let rows): try host.turn { try automation.scroll(name, rows: rows) }
    case .resize(let columns, let rows): session.resize(to: Size(width: columns, height: rows))
    case .advance(let seconds): try session.advance(by: Double(seconds))
    case .pause:
      try host.turn { try host.application.enterBackground() }
      session.endStep()
      session.host?.turn { session.host?.application.enterForeground() }
    }
  }
}

import Interface

extension HostCommand {
  /// Shows what the app prints, beside it; and hides it.
  public static let console = HostCommand("console", title: "App output", keys: [.function(11)])
}

/// App output, beside it: at the lower edge of the screen, where the app gives up some rows for it.
///
/// The wheel scrolls it. A click on it gives it the keys that scroll, until Escape or a click elsewhere; all other keys stay the
/// app's.
@MainActor
final class ConsolePane {
  private let text = ConsoleView()
  private var pane: OverlayPane?
  private var screen = Size.zero
  private var isFocused = false

  /// Whether it is shown.
  var isShown: Bool { pane != nil }

  /// What was printed last.
  var lastLines: [ConsoleText] { text.text }

  func append(_ output: ConsoleText) { text.append(output.text, isError: output.isError) }

  /// How many of the bytes that are taken next go to standard error: both streams come in their order, by one pipe.
  var comingErrorCount = 0

  /// Shows bytes that were written to standard output and error, and gives them as text.
  func take(_ output: [UInt8]) -> [ConsoleText] {
    let parts = [(output.prefix(comingErrorCount), true), (output.dropFirst(comingErrorCount), false)]
    comingErrorCount = 0
    let texts = parts.filter { !$0.0.isEmpty }.map { ConsoleText(String(decoding: $0.0, as: UTF8.self), isError: $0.1) }
    texts.forEach(append)
    return texts
  }

  /// Shows it on a screen, or hides it.
  func toggle(on screen: Size) {
    isFocused = false
    pane = isShown ? nil : OverlayPane(title: "", frame: frame(on: screen), content: text)
    resize(to: screen)
  }

  /// Takes another size of the screen.
  func resize(to screen: Size) {
    self.screen = screen
    pane?.frame = frame(on: screen)
  }

  /// What it leaves to the app.
  func room(on screen: Size) -> Size {
    Size(width: screen.width, height: screen.height - (isShown ? Self.height(on: screen) : 0))
  }

  /// The app keeps three rows, whatever the screen is.
  private static func height(on screen: Size) -> Int { min(max(5, screen.height / 3), max(0, screen.height - 3)) }

  private func frame(on screen: Size) -> Rect {
    let height = Self.height(on: screen)
    return Rect(x: 0, y: screen.height - height, width: screen.width, height: height)
  }

  func draw(over grid: inout Grid, theme: Theme) {
    guard let pane else { return }
    let cursor = grid.cursor
    let keys = isFocused ? "↑↓ PgUp PgDn Home End scroll, Escape leaves, " : ""
    pane.title = "Output: \(keys)\(HostCommand.console.keyNames) closes"
    pane.isFocused = isFocused
    pane.draw(over: &grid, theme: theme)
    grid.cursor = isFocused ? nil : cursor
  }

  /// Takes an event that is its own. Returns false for one that is the app's.
  func handle(_ event: InputEvent) -> Bool {
    guard let pane else { return false }
    switch event {
    case .mouse(let mouse):
      let isInside = pane.frame.contains(mouse.location)
      switch mouse.action {
      case .press: isFocused = isInside
      case .wheel: break
      // What began in the app ends there.
      default: return false
      }
      if isInside { pane.handle(event) }
      return isInside
    case .key(let key) where isFocused && key.modifiers == []: return scroll(key.key)
    default: return false
    }
  }

  private func scroll(_ key: Key) -> Bool {
    switch key {
    case .up: text.scroll(by: 1)
    case .down: text.scroll(by: -1)
    case .pageUp: text.scroll(by: text.bounds.height)
    case .pageDown: text.scroll(by: -text.bounds.height)
    case .home: text.scroll(by: ConsoleView.maximumRows)
    case .end: text.scroll(by: -ConsoleView.maximumRows)
    case .escape: isFocused = false
    default: return false
    }
    return true
  }
}

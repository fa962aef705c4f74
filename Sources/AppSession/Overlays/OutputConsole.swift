import Interface

/// The output of the app at the bottom of the screen, in rows reserved below the app.
///
/// The mouse wheel scrolls it. A click focuses it, so that keys scroll it until Escape or a click elsewhere; the app
/// receives all other keys.
@MainActor
final class OutputConsole: OverlayController {
  private let text: ConsoleView
  private var hasFocus = false

  /// Creates a console that shows a text.
  init(_ text: ConsoleView) {
    self.text = text
    super.init()
  }

  package override func loadView() { view = text }

  package override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    hasFocus = false
  }

  package override var isFocused: Bool { hasFocus }
  /// The app keeps at least three rows.
  package override var reservedRows: Int? {
    min(max(5, screenSize.height / 3), max(0, screenSize.height - 3))
  }

  package override var paneFrame: Rect {
    let height = reservedRows ?? 0
    return Rect(x: 0, y: screenSize.height - height, width: screenSize.width, height: height)
  }

  package override var title: String? {
    get {
      let keys = hasFocus ? "↑↓ PgUp PgDn Home End scroll, Escape leaves, " : ""
      return "Output: \(keys)\(HostCommand.console.keyNames) closes"
    }
    set {}
  }

  package override func respond(to event: InputEvent, deliver: (InputEvent) -> Void) -> Response {
    switch event {
    case .mouse(let mouse):
      let isInside = paneFrame.contains(mouse.location)
      switch mouse.action {
      case .press: hasFocus = isInside
      case .wheel: break
      // A drag that began in the app also ends there.
      default: return .passed
      }
      if isInside { deliver(event) }
      return isInside ? .handled : .passed
    case .key(let key) where hasFocus && key.modifiers == []: return scroll(key.key) ? .handled : .passed
    default: return .passed
    }
  }

  private func scroll(_ key: Key) -> Bool {
    switch key {
    case .up: text.scroll(by: 1)
    case .down: text.scroll(by: -1)
    case .pageUp: text.scroll(by: text.bounds.height)
    case .pageDown: text.scroll(by: -text.bounds.height)
    case .home: text.scroll(by: ConsoleView.maximumRows)
    case .end: text.scrollToEnd()
    case .escape: hasFocus = false
    default: return false
    }
    return true
  }
}

import Interface

/// Something of the host's own over the app's screen.
@MainActor
public protocol ScreenOverlay: AnyObject {
  /// Takes another size of the screen.
  func resize(to size: Size)
  /// Draws itself over the app, in the app's looks.
  func draw(over grid: inout Grid, theme: Theme)
  /// Takes an event; true closes the overlay.
  func handle(_ event: InputEvent) -> Bool
  /// Whether an event is not for it, and takes it away.
  func isDismissed(by event: InputEvent) -> Bool
  /// Whether it lies where what the app prints is shown, and goes when that is asked for.
  var coversConsole: Bool { get }
  /// What its keys do, for the line of the screen that says so.
  var keyHints: [KeyHint] { get }
  /// Takes what is to be said of a problem; false if it is to be shown in a sheet of its own.
  func take(_ problem: Problem) -> Bool
}

extension ScreenOverlay {
  public func isDismissed(by event: InputEvent) -> Bool { false }
  public var coversConsole: Bool { false }
  public var keyHints: [KeyHint] { [] }
  public func take(_ problem: Problem) -> Bool { false }
}

/// A framed part of the screen that shows a view of the host's own, in a small application of its own: nothing of it is in
/// the app's tree or its saved state.
@MainActor
public final class OverlayPane {
  private let application = Application(identifier: "luahost.overlay")
  private let controller = ViewController()
  /// What its frame says.
  public var title: String
  /// Whether it is focused, and so has the cursor.
  public var isFocused = true
  /// Where it stands on the screen, its frame included.
  public var frame: Rect {
    didSet { application.resize(to: inner.size) }
  }

  public init(title: String, frame: Rect, content: View) {
    self.title = title
    self.frame = frame
    controller.view = content
    let window = Window(size: frame.size)
    window.rootViewController = controller
    application.addWindow(window)
    application.resize(to: inner.size)
    window.makeKeyAndVisible()
    application.launch(store: nil)
  }

  private var inner: Rect {
    Rect(
      x: frame.minX + 1, y: frame.minY + 1, width: max(0, frame.size.width - 2), height: max(0, frame.size.height - 2))
  }

  public var keyWindow: Window? { application.keyWindow }

  /// Told what was copied in the pane.
  public var onCopy: ((String) -> Void)? {
    get { application.pasteboard.onChange }
    set { application.pasteboard.onChange = newValue }
  }

  public func draw(over grid: inout Grid, theme: Theme) {
    application.requiredTheme = theme
    let canvas = Canvas(grid: grid, base: theme[.text])
    canvas.fill(frame)
    canvas.strokeBox(frame, style: theme[isFocused ? .focusedBorder : .border])
    canvas.put(
      " \(title) ".truncated(to: max(0, frame.width - 4)), x: frame.minX + 2, y: frame.minY,
      style: theme[.header])
    grid = canvas.grid
    let content = application.render()
    for y in 0..<content.size.height {
      for x in 0..<content.size.width { grid[inner.minX + x, inner.minY + y] = content[x, y] }
    }
    grid.cursor = content.cursor.map { Point(x: inner.minX + $0.x, y: inner.minY + $0.y) }
  }

  /// Leads an event into the pane. Returns whether anything handled it.
  @discardableResult
  public func handle(_ event: InputEvent) -> Bool {
    guard case .mouse(var mouse) = event else { return application.handle(event) }
    mouse.location = Point(x: mouse.location.x - inner.minX, y: mouse.location.y - inner.minY)
    return application.handle(.mouse(mouse))
  }
}

import Loop

/// The user interface of an app: a terminal, lines of text on standard output, or a grid in memory.
///
/// The ``FrontEndHost`` opens it, presents a frame whenever something may have changed, and closes it. The front end
/// reports user input to the host. All requirements except size, opening and presenting have default implementations.
@MainActor
public protocol FrontEnd: AnyObject {
  /// The current size in cells.
  var size: Size { get }
  /// The theme that overrides those of the app and the user; nil for none.
  var requiredTheme: Theme? { get }
  /// The colours that it supports.
  var colorDepth: ColorDepth { get }
  /// Its own background, which the theme ``Theme/auto`` follows.
  var background: TerminalBackground { get }
  /// The number of rows below the prompt in which the app runs; nil for the whole screen. Front ends that are no
  /// terminal ignore it.
  var inlineRows: Int? { get set }
  /// Lets another thread read keys; nil if there is no user whose keys must be handled at any time.
  var urgentInput: (any UrgentInput)? { get }
  /// The front end's own commands.
  var commands: [KeyCommand] { get }
  /// The entries in the key help for keys that are not commands.
  var keyHelp: [KeyHelp] { get }

  /// Opens the front end. From now on it posts user input as events to the host's loop.
  ///
  /// - Parameter picture: the snapshot of the last save, shown until the first frame; nil for none.
  /// - Throws: an error with the reason why there is no screen.
  func open(showing picture: Grid?, for host: any FrontEndHost) throws
  /// Shows the current screen. Called when all pending events have been handled.
  func present(_ frame: Frame)
  /// Redraws the next frame completely, as another program may have written to the screen.
  func redraw()
  /// Copies text to the user's clipboard.
  func copy(_ text: String)
  /// Reads the user's clipboard: calls the closure once, with nil if there is no answer in a short time.
  func readClipboard(_ receive: @escaping @MainActor (String?) -> Void)
  /// The size of a cell in pixels, if it can show pictures; nil if they are to be drawn in block characters.
  var pictureCellSize: Size? { get }
  /// Shows a notification outside of the screen, if the terminal can.
  func notify(_ text: String, title: String)
  /// Reports a problem to the user. Returns false if it is to be shown on the screen.
  func report(_ problem: Problem) -> Bool
  /// Restores the terminal for the parent process and stops this one. Returns when the process continues.
  func suspend()
  /// Called when the process continues after another process has stopped it: the screen may have been used.
  func resume()
  /// Restores the terminal while a closure that needs it runs, and opens the screen again afterwards, whatever its
  /// size.
  func lendTerminal(while body: () -> Void)
  /// Passes captured output to the host now, before the loop would.
  func takeOutput()
  /// Called before a script writes to standard output or error, which the front end may not capture.
  func scriptWillWrite()
  /// Whether there is a terminal that can be lent to another program.
  var hasTerminal: Bool { get }
  /// Whether the host can show the app's output beside it.
  var showsOutput: Bool { get }
  /// Closes the front end and prints the output captured meanwhile.
  func close()
}

extension FrontEnd {
  public var requiredTheme: Theme? { nil }
  public var colorDepth: ColorDepth { .full }
  public var background: TerminalBackground { .unknown }
  public var inlineRows: Int? {
    get { nil }
    set {}
  }
  public var urgentInput: (any UrgentInput)? { nil }
  public var commands: [KeyCommand] { [] }
  public var keyHelp: [KeyHelp] { [HostCommand.interrupt.help] }
  public func redraw() {}
  public func copy(_ text: String) {}
  public func readClipboard(_ receive: @escaping @MainActor (String?) -> Void) { receive(nil) }
  public var pictureCellSize: Size? { nil }
  public func notify(_ text: String, title: String) {}
  public func report(_ problem: Problem) -> Bool { false }
  public func takeOutput() {}
  public func scriptWillWrite() {}
  public var hasTerminal: Bool { false }
  public var showsOutput: Bool { hasTerminal }
  public func lendTerminal(while body: () -> Void) { body() }
  public func suspend() {}
  public func resume() {}
  public func close() {}
}

/// Runs an app on a front end.
@MainActor
public protocol FrontEndHost: AnyObject {
  /// The loop that waits for the front end's events.
  var loop: any EventLoop { get }
  /// The app; nil before it is loaded and after it has exited.
  var application: Application? { get }
  /// Handles user input.
  func handle(_ event: InputEvent)
  /// Changes the app as requested by the user; the changes are then saved as after an event.
  func turn(_ body: (Application) throws -> Void) rethrows
  /// Called for output to standard output or error that does not belong to the screen.
  func didCapture(_ output: [UInt8])
  /// Called when the user quits or the terminal is closed.
  func end()
}

/// The screen at one point in time.
@MainActor
public struct Frame {
  /// The app shown; nil after it was killed, when its last screen is shown.
  public let application: Application?
  private let draw: () -> Grid

  /// Creates a frame that is drawn on demand.
  public init(of application: Application?, draw: @escaping () -> Grid) {
    self.application = application
    self.draw = draw
  }

  /// Returns the drawn frame.
  public func grid() -> Grid { draw() }
}

import Loop

/// Where an app is seen and used: a terminal, words on standard output, a grid in memory.
///
/// Whoever runs the app opens it, presents a frame whenever something may have changed, and closes it. What the user does,
/// the front end tells its ``FrontEndHost``. All but size, opening and presenting has a default.
@MainActor
public protocol FrontEnd: AnyObject {
  /// How many cells it has now.
  var size: Size { get }
  /// The theme that it needs, whatever the app and the user say; nil: any will do.
  var requiredTheme: Theme? { get }
  /// Whether themes of other colours can be chosen.
  var showsColors: Bool { get }
  /// Its keys, as another thread can look at them; nil: nobody waits there whose keys must be heard at any moment.
  var urgentInput: (any UrgentInput)? { get }
  /// What a person can do with the front end itself.
  var commands: [KeyCommand] { get }

  /// Begins. From now on the front end tells the host what the user does, as events that it posts to the host's loop.
  ///
  /// - Parameter picture: the screen of the last save, to be shown until the first frame; nil for none.
  /// - Throws: an error that says why there can be no screen.
  func open(showing picture: Grid?, for host: any FrontEndHost) throws
  /// Shows what there is now. Called when all that had come was handled.
  func present(_ frame: Frame)
  /// Shows the whole of the next frame again, also what seems to be there: another program may have written over it.
  func redraw()
  /// Puts text where the user's other programs find it.
  func copy(_ text: String)
  /// Tells the user about something that went wrong. Returns false if it is to be shown on the screen.
  func report(_ problem: Problem) -> Bool
  /// Gives the screen to whoever started the process and stops it. Returns when the process goes on.
  func suspend()
  /// The process goes on after somebody else stopped it: the screen may have been used.
  func resume()
  /// Gives the screen back while something is done that needs the terminal, and takes it again, whatever size it has then.
  func lendTerminal(while body: () -> Void)
  /// Tells the host now what was written that the screen has no place for, before the loop would.
  func takeOutput()
  /// Whether there is a terminal that another program can have.
  var hasTerminal: Bool { get }
  /// Ends; what was said meanwhile can be seen.
  func close()
}

extension FrontEnd {
  public var requiredTheme: Theme? { nil }
  public var showsColors: Bool { true }
  public var urgentInput: (any UrgentInput)? { nil }
  public var commands: [KeyCommand] { [] }
  public func redraw() {}
  public func copy(_ text: String) {}
  public func report(_ problem: Problem) -> Bool { false }
  public func takeOutput() {}
  public var hasTerminal: Bool { false }
  public func lendTerminal(while body: () -> Void) { body() }
  public func suspend() {}
  public func resume() {}
  public func close() {}
}

/// Who runs an app on a front end.
@MainActor
public protocol FrontEndHost: AnyObject {
  /// The loop that the front end waits with.
  var loop: any EventLoop { get }
  /// The app; nil before it is loaded and after it has ended.
  var application: Application? { get }
  /// The user did something.
  func handle(_ event: InputEvent)
  /// Does something with the app that a person asked for; then what changed is saved as after any event.
  func turn(_ body: (Application) throws -> Void) rethrows
  /// Something was written to standard output or error that the screen has no place for.
  func didCapture(_ output: [UInt8])
  /// The user wants to leave, or is gone.
  func end()
}

/// The screen at one moment.
@MainActor
public struct Frame {
  /// The app that it shows; nil after it was killed, when its last picture is shown.
  public let application: Application?
  private let draw: () -> Grid

  /// A frame that is drawn if it is asked for.
  public init(of application: Application?, draw: @escaping () -> Grid) {
    self.application = application
    self.draw = draw
  }

  /// The frame, drawn.
  public func grid() -> Grid { draw() }
}

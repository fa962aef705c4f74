import FoundationEssentials
import Interface
import LuaRuntime
import Processes
import StateRestoration

extension ScriptHost {
  /// The options of a run.
  public struct Configuration {
    /// The script's path, as messages show it.
    public var script: String
    /// The script's arguments, as `...` and in `arg`.
    public var arguments: [LuaBytes]
    /// The limits of the Lua state.
    public var lua: LuaState.Options
    /// The size of the screen in cells.
    public var screenSize: Size
    /// The script's text; nil to read the file at the path.
    public var source: String?
    /// The app's bundle; nil to read the file at the script's path, which may be one.
    public var bundle: AppBundle?
    /// Receives the app's identifier as soon as the script creates the application, and stops the script there; nil runs
    /// the whole script.
    public var onIdentifier: ((String) -> Void)?
    /// Receives the app's identity, each time that its script sets more of it.
    public var onIdentity: ((AppIdentity) -> Void)?
    /// The app's version instead of the one that the script sets; nil for the script's.
    public var version: String?
    /// Creates and returns the folder for the files of an app; nil if apps have none.
    public var filesDirectory: (@MainActor (_ identifier: String) throws -> String)?
    /// Lends the app's terminal to another program; nil if the app has no terminal.
    public var terminal: TerminalLending?
    /// Called before a file of the app is read or searched for: scripts, modules and resources.
    public var onScriptFile: ((_ path: String) -> Void)?
    /// The number of life-cycle events to keep, the latest ones; nil keeps all.
    public var eventCapacity: Int? = 100_000
    /// Defines the classes and functions of a Swift program before the script runs, in each host of the app; nil if there
    /// are none.
    public var register: (@MainActor (ScriptHost) throws -> Void)?
    /// Creates observers of the app before its script runs, in the order in which they are notified.
    public var observers: [@MainActor (ScriptHost) -> [ScriptObserver]] = []
    /// Records what processes, requests and watched files answer, or answers in their place; nil for neither.
    public var answers: RecordedAnswers?
    /// Keeps decoded images for the next launches; nil decodes each again.
    public var images: DecodedImages?
    /// Returns the time in seconds since 1970, for saves and for what scripts call: `os.time`, `os.date`, `ui.Date` and the
    /// like. Nil for the system's clock. A clock is limited to times that calendars know; the system's time replaces NaN.
    public var wallClock: (@MainActor () -> Double)? {
      didSet {
        guard let clock = wallClock else { return }
        wallClock = {
          let now = clock()
          return now.isNaN ? Date().timeIntervalSince1970 : min(max(now, -1e15), 1e15)
        }
      }
    }
    /// Records how long callbacks and the host's phases take; nil records nothing.
    public var spans: SpanRecorder?
    /// Collects the time that the script's functions take; nil collects nothing.
    public var profile: LuaProfile?

    /// Creates a configuration.
    public init(
      script: String, arguments: [LuaBytes] = [], lua: LuaState.Options = .init(),
      screenSize: Size = Size(width: 80, height: 24), version: String? = nil
    ) {
      self.script = script
      self.arguments = arguments
      self.lua = lua
      self.screenSize = screenSize
      self.version = version
    }
  }
}

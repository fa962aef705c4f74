import FoundationEssentials
import Interface
import LuaRuntime

extension TestedApp {
  /// All that a launch of an app depends on, besides its saved state.
  struct Settings: Codable, Hashable {
    /// The script, relative to the folder.
    var script: String
    /// The folder of the test file.
    var folder: String
    /// The version to use instead of the script's own.
    var version: String?
    /// The folder of the state; nil for memory.
    var stateDirectory: String?
    /// The file of an exported save to start from; nil from its launch on.
    var archive: String?
    /// The script's arguments.
    var arguments: [[UInt8]] = []
    /// The table passed to the launch callbacks, encoded.
    var launchOptions: [UInt8] = []
    var memoryLimit: Int?
    var isSandboxed = false
    /// Whether programs can be run in a terminal.
    var hasTerminal = false
    /// The text of the user's clipboard; nil if nothing was copied.
    var clipboard: String?
    /// The time of the app's clock at the beginning of its process, in seconds since 1970.
    var startTime = Date().timeIntervalSince1970
    /// The requested crashes.
    var armedCrashes: Set<Set<StagedCrash.Moment>> = []
    private var columns = 80
    private var rows = 24

    init(script: String, folder: String, limits: LuaState.Options) {
      self.script = script
      self.folder = folder
      memoryLimit = limits.memoryLimit
      isSandboxed = !limits.isTrusted
    }

    /// The size of the screen.
    var size: Size {
      get { Size(width: columns, height: rows) }
      set { (columns, rows) = (newValue.width, newValue.height) }
    }

    /// Returns the path of a file given relative to the folder.
    func path(_ path: String) -> String { path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)" }

    /// Returns the limits and capabilities of the script.
    func limits(onOverdue: (@Sendable (LuaOverdueCall) -> Void)?) -> LuaState.Options {
      var limits = LuaState.Options(memoryLimit: memoryLimit, capabilities: isSandboxed ? [] : .all)
      if let onOverdue { limits.onOverdue = onOverdue }
      return limits
    }
  }
}

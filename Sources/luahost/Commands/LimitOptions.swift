import ArgumentParser
import Interface
import LuaRuntime
import LuaScreens

/// The capabilities and limits of scripts: options of every command that runs Lua.
struct LimitOptions: ParsableArguments {
  @Flag(help: "Run an untrusted script, without access to files, processes, the environment or debug.")
  var sandbox = false

  @OptionGroup var memory: MemoryOption

  var lua: LuaState.Options {
    var options = LuaState.Options(memoryLimit: memory.memoryLimit, capabilities: sandbox ? [] : .all)
    options.onOverdue = { abandonProcess($0.description) }
    return options
  }

  /// Returns the configuration of a script with these limits.
  @MainActor
  func configuration(
    _ script: String, _ arguments: [AppArgument], screenSize: Size = Size(width: 80, height: 24)
  ) -> ScriptHost.Configuration {
    ScriptHost.Configuration(
      script: script, arguments: arguments.map { LuaBytes($0.bytes) }, lua: lua, screenSize: screenSize)
  }
}

/// The memory limit of a script, also for commands that run it only to determine its app's identifier.
struct MemoryOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest amount of memory that the script may use.", valueName: "bytes"))
  var memoryLimit: Int?

  func validate() throws {
    if let memoryLimit, memoryLimit < 1 << 20 {
      throw ValidationError("--memory-limit: expected at least 1048576 bytes (1 MiB), got \(memoryLimit)")
    }
  }
}

import ArgumentParser
import Foundation
import LuaRuntime
import Terminal

/// What scripts may do: the options of every command that runs Lua.
struct LimitOptions: ParsableArguments {
  @Flag(help: "Run a script that is not trusted: no files, processes, environment or debug.")
  var sandbox = false

  @Option(help: ArgumentHelp("How much memory the script may hold.", valueName: "bytes"))
  var memoryLimit: Int?

  func validate() throws {
    if let memoryLimit, memoryLimit < 1 << 20 {
      throw ValidationError("--memory-limit: expected 1048576 bytes (1 MiB) or more, got \(memoryLimit)")
    }
  }

  var lua: LuaState.Options {
    var options = LuaState.Options(memoryLimit: memoryLimit, capabilities: sandbox ? [] : .all)
    options.onOverdue = { call in
      // The main thread is stuck in the script, perhaps with a lock of the standard streams, and the terminal may not
      // read: nothing waits for them.
      Thread.detachNewThread {
        usleep(600_000)
        _exit(ExitStatus.scriptFailed.rawValue)
      }
      TerminalRescue.giveBack()
      try? FileHandle.standardError.write(contentsOf: Data("luahost: \(call)\n".utf8))
      _exit(ExitStatus.scriptFailed.rawValue)
    }
    return options
  }
}

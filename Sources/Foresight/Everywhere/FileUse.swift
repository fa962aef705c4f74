import FoundationEssentials
import LuaRuntime
import LuaScreens

/// The files that the script of a run reads and writes with Lua's own functions.
@MainActor
final class FileUse {
  /// The absolute paths of the files that the script has read.
  private(set) var readFiles: Set<String> = []
  /// Whether the script has written, renamed or removed a file since this was last set to false.
  var hasWritten = false
  /// The files that the script reads instead of others, by absolute path.
  var replacements: [String: String] = [:]

  /// Returns an observer that follows an app before its script runs.
  func observer(of host: ScriptHost) -> ScriptObserver {
    PreparedScript { [self, unowned host] in
      guard host.configuration.lua.capabilities.contains(.files) else { return }
      try host.lua.withStack { stack in
        try host.lua.load(PackageResources.observe_files_lua, name: "luahost files", on: stack)
        host.lua.pushFunction(on: stack) { [self] stack in
          guard let path = stack.lossyString(1), let other = use(path, isWriting: stack.truth(2)) else { return 0 }
          stack.push(other)
          return 1
        }
        try stack.call(arguments: 1, results: 0)
      }
    }
  }

  private func use(_ path: String, isWriting: Bool) -> String? {
    let whole = path.standardizedPath
    if isWriting {
      hasWritten = true
      // What the script has written itself, it reads again.
      replacements[whole] = nil
      return nil
    }
    readFiles.insert(whole)
    return replacements[whole]
  }
}

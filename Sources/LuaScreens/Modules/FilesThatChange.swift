import Interface
import LuaRuntime
import Processes

extension ScriptHost {
  /// Defines `ui.watch`.
  func defineWatching() {
    module.function(
      "watch(path: string, onChange: fun(path: string)): FileWatch",
      "Calls a function with what changed, once for all that happens within 50 ms: the path of a file, or of a folder its own entries. A path that is not there yet is told of when it appears.",
      needs: .files
    ) { [unowned self] stack in
      let path = try LuaBytes.take(stack, 1, "path").bytes
      guard !path.isEmpty, !path.contains(0) else {
        throw LuaError.usage(
          "path: expected the path of a file or folder, got \(path.isEmpty ? "an empty string" : "one with a zero byte")"
        )
      }
      let action = try stack.checkFunction(2, "onChange")
      let watch = try outside.files.watch(path) { [weak self] path in
        self?.callFromOutside("watch") { stack in
          stack.push(action)
          stack.push(bytes: path)
          return 1
        }
      }
      stack.push(object: watch)
      return 1
    }
  }
}

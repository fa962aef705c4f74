import Interface
import LuaRuntime
import Processes

extension ScriptHost {
  /// Defines `ui.watch`.
  func defineWatching() {
    module.function(
      "watch(path: string, options: { recursive?: boolean } | fun(path: string), onChange?: fun(path: string)): FileWatch",
      "Calls a function with the path of a changed file, or of a changed entry of a folder; changes within 50 ms are combined. With `{ recursive = true }` also watches all folders below, without following links. A path that does not exist yet is reported when it appears. Watching continues when the path or its folder is removed and created again.",
      needs: .files
    ) { [unowned self] stack in
      let path = try LuaBytes.take(stack, 1, "path").bytes
      guard !path.isEmpty, !path.contains(0) else {
        throw LuaError.usage(
          "path: expected the path of a file or folder, got \(path.isEmpty ? "an empty string" : "one with a NUL byte")"
        )
      }
      let hasOptions = stack.kind(2) != .function
      guard hasOptions || stack.isNil(3) else {
        throw LuaError.usage(
          "ui.watch: the options precede the function: ui.watch(path, { recursive = true }, function)")
      }
      let options = try OptionTable(stack, hasOptions ? 2 : 4, "ui.watch", names: ["recursive"])
      let isRecursive = try options.value("recursive", of: Bool.self) ?? false
      let action = try stack.checkFunction(hasOptions ? 3 : 2, "onChange")
      let watch = try watchedFiles.watch(path, isRecursive: isRecursive) {
        [weak calls, weak owner = calls.owner] path in
        calls?.run(Handlers.watch, of: .function(action, of: nil), for: owner, LuaBytes(path))
      }
      stack.push(object: watch)
      return 1
    }
  }
}

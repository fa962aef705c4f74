import Interface
import LuaRuntime
import Processes

/// An app's external resources: its processes and the files that it watches. They are released with the app.
@MainActor
final class ScriptOutside {
  let processes: ProcessTable
  let files: FileWatcher

  init(_ host: ScriptHost) {
    let loop = AppLoop(host.context)
    processes = ProcessTable(loop: loop)
    files = FileWatcher(loop: loop)
    processes.around = { [weak host] in host?.turn($0) }
    files.around = { [weak host] in host?.turn($0) }
  }

  /// Kills the processes and stops watching files.
  func end() {
    processes.end()
    files.end()
  }
}

/// Adapts an app's loop and timers for processes.
private final class AppLoop: ProcessLoop {
  private let context: ApplicationContext

  init(_ context: ApplicationContext) {
    self.context = context
  }

  func watch(
    _ descriptor: @escaping () -> Int32?, forWriting: Bool, onReady: @escaping () -> Void
  ) -> () -> Void {
    let source = context.loop?.watch(forWriting ? .writable : .readable, of: descriptor, onReady: onReady)
    return { source?.cancel() }
  }

  var hasInput: Bool { context.loop?.hasInput ?? false }

  func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> () -> Void {
    let timer = context.timers.after(seconds, action)
    return { timer.cancel() }
  }
}

extension ScriptHost {
  /// Calls a script's function from outside. An error is reported to the user, the same one only once.
  ///
  /// - Parameters:
  ///   - name: the function's name, for messages.
  ///   - owner: the controller in whose callback the function was registered.
  ///   - push: pushes the function and its arguments and returns the number of arguments; nil if there is nothing to
  ///     call.
  func callFromOutside(
    _ name: String, of receiver: String? = nil, for owner: ViewController? = nil, push: (LuaStack) -> Int32?
  ) {
    guard lua.isOpen, !isExitRequested else { return }
    do {
      let stack = try lua.stack
      let base = stack.top
      defer { if lua.isOpen { stack.top = base } }
      try stack.reserve(8)
      guard let count = push(stack) else { return }
      lua.willCall(name, of: receiver)
      try running(for: owner) { try stack.call(arguments: count, results: 0) }
    } catch {
      application.report(error, from: receiver.map { "\($0) \(name)" } ?? name, isToldOnce: true)
    }
  }
}

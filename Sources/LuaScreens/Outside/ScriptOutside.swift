import Interface
import LuaRuntime
import Processes

/// What an app has outside of itself: its processes, and the files that it watches. All of it ends with the app.
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

  /// Kills the processes, and listens to nothing any more.
  func end() {
    processes.end()
    files.end()
  }
}

/// The loop and the timers of an app, as processes know them.
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
  /// Calls a script's function from outside of any call; an error in it is shown to the user, the same one once.
  ///
  /// - Parameters:
  ///   - name: what is called, for messages.
  ///   - owner: the controller in whose callback this was asked for.
  ///   - push: pushes the function and its arguments and returns how many those are; nil if there is nobody to call.
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

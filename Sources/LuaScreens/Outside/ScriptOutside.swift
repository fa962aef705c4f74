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

import Interface
import Loop
import LuaRuntime
import Processes

/// An app's external resources: its processes and the files that it watches. They are released with the app.
@MainActor
final class ExternalResources {
  let processes: ProcessTable
  let files: FileWatcher

  init(_ host: ScriptHost) {
    processes = ProcessTable(loop: host.context.loop)
    files = FileWatcher(loop: host.context.loop)
    processes.answers = host.configuration.answers
    files.answers = host.configuration.answers
    processes.around = { [weak host] in host?.turn($0) }
    files.around = { [weak host] in host?.turn($0) }
  }

  /// Kills the processes and stops watching files.
  func end() {
    processes.end()
    files.end()
  }
}

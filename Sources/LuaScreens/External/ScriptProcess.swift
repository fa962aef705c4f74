import Interface
import Loop
import LuaRuntime
import Processes

/// A process created by a script, which runs independently and calls the script's handlers.
@MainActor
final class ScriptProcess: LuaObject {
  static let luaName = "Process"

  /// The command.
  var command = Command([])
  /// The whole standard input; nil leaves it open for ``write(_:)``.
  var input: [UInt8]?
  /// The handlers set by the script.
  private var handlers: Set<String> = []

  private weak var host: ScriptHost?
  /// The controller in whose callback the process was created.
  private weak var owner: ViewController?
  private(set) var process: ChildProcess?
  /// Keeps the handlers alive while the process runs.
  private var living: LuaReference?

  init(_ host: ScriptHost) {
    self.host = host
    owner = host.calls.owner
  }

  var isRunning: Bool { process?.isRunning ?? false }

  /// Starts the process.
  func start() throws {
    guard let host else { throw LuaError.closed }
    guard !command.arguments.isEmpty else {
      throw LuaError.usage("ui.Process: expected a program and its arguments: ui.Process { \"tail\", \"-f\", file }")
    }
    let hasOutputHandler = !command.outlivesApp || handlers.contains("onOutput") || handlers.contains("onLine")
    let readsErrors = !command.outlivesApp || handlers.contains("onErrorLine")
    let process = try host.processes.start(
      command,
      [
        input.map { .whole($0) } ?? .input([]),
        // A process that outlives the app needs an output that stays open.
        hasOutputHandler ? .output(outputHandler) : .nothing,
        readsErrors ? .output(errorHandler) : .nothing,
      ])
    self.process = process
    living = try host.lua.reference(to: self)
    process.onExit = { [weak self] in self?.didExit($0) }
  }

  /// Notes that the script has set or removed a handler.
  func setHandler(_ name: String, isSet: Bool) {
    if isSet { handlers.insert(name) } else { handlers.remove(name) }
    process?.setHandler(outputHandler, for: 1)
    process?.setHandler(errorHandler, for: 2)
  }

  private var outputHandler: OutputHandler {
    OutputHandler(onBytes: caller(Handlers.onOutput), onLine: caller(Handlers.onLine))
  }
  private var errorHandler: OutputHandler { OutputHandler(onLine: caller(Handlers.onErrorLine)) }

  private func caller(_ handler: Callback) -> ((UnsafeRawBufferPointer) -> Void)? {
    guard handlers.contains(handler.name) else { return nil }
    return { [weak self] bytes in
      guard let self else { return }
      host?.calls.run(handler, of: .handler(of: self), for: owner, self, bytes)
    }
  }

  private func didExit(_ end: ProcessEnd) {
    host?.calls.run(
      Handlers.onExit, of: .handler(of: self), for: owner, self, end.status.map { Int($0) }, end.signal.map { Int($0) })
    living = nil
  }
}

import Glibc
import Interface
import Loop
import LuaRuntime
import Processes

/// A command for which a task waits, with its output.
@MainActor
final class CommandRun {
  /// The maximum size of the collected output, in bytes.
  static let maximumBytes = 64 << 20

  private weak var host: ScriptHost?
  /// The controller whose task waits.
  private weak var owner: ViewController?
  private let wait: Wait
  private var command: Command
  private let input: [UInt8]
  private let onLine: LuaReference?
  private let timeout: Double?
  private let held: LuaHeldBytes
  private var output: [UInt8] = []
  private var errors: [UInt8] = []
  private var timedOut = false
  private var process: ChildProcess?
  private var timer: TimerQueue.Timer?

  /// Creates a command from the table at an index.
  ///
  /// - Throws: ``LuaError`` if the table is invalid.
  init(_ host: ScriptHost, _ wait: Wait, at index: Int32, on stack: LuaStack) throws {
    self.host = host
    owner = host.calls.owner
    self.wait = wait
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "ui.run", expected: "a table { program, argument, … }")
    }
    let options = try OptionTable(
      stack, index, "ui.run", names: ["cwd", "env", "input", "onLine", "timeout"], takesItems: true)
    command = Command(try Command.takeArguments(stack, index, "ui.run"))
    command.folder = try options.with("cwd", Command.takeFolder)
    command.environment = try options.with("env", Command.takeEnvironment)
    input = try options.value("input", of: LuaBytes.self)?.bytes ?? []
    onLine = try options.value("onLine", of: LuaReference.self)
    timeout = try options.seconds("timeout")
    held = LuaHeldBytes(host.lua, atMost: Self.maximumBytes)
  }

  /// Starts the command. The task continues when it has exited.
  ///
  /// - Throws: ``ProcessError``.
  func start() throws {
    guard let host else { throw LuaError.closed }
    let process = try host.processes.start(
      command,
      [
        .whole(input),
        .output(
          onLine.map { action in OutputHandler(onLine: { [weak self] in self?.report(action, $0) }) }
            ?? OutputHandler(onBytes: { [weak self] in self?.gather($0, in: \.output) })),
        .output(OutputHandler(onBytes: { [weak self] in self?.gather($0, in: \.errors) })),
      ])
    self.process = process
    // The process retains the run until one of these closures is released.
    process.onExit = { self.didExit($0) }
    wait.onCancel = { self.end() }
    if let timeout {
      timer = host.timers.after(timeout) { [weak self] in
        self?.timedOut = process.terminate()
      }
    }
  }

  private func report(_ action: LuaReference, _ line: UnsafeRawBufferPointer) {
    host?.calls.run(Handlers.onLine, of: .function(action, of: command.name), for: owner, line)
  }

  private func gather(_ bytes: UnsafeRawBufferPointer, in place: ReferenceWritableKeyPath<CommandRun, [UInt8]>) {
    guard wait.isPending else { return }
    guard held.add(bytes.count) else {
      end()
      wait.fail(
        LuaError.usage(
          "\"\(command.name)\" wrote too much output (the limit is 64 MiB); use onLine = to receive it line by line"
        )
      )
      return
    }
    self[keyPath: place] += bytes
  }

  private func end() {
    timer?.cancel()
    process?.abandon()
    process = nil
    held.end()
    output = []
    errors = []
  }

  private func didExit(_ end: ProcessEnd) {
    timer?.cancel()
    process = nil
    // A command that exits in order after a timeout was still terminated by it.
    let end = timedOut && end.signal == nil ? ProcessEnd(status: nil, signal: SIGTERM) : end
    wait.finish { [self] stack in
      held.end()
      push(end, on: stack)
      return 1
    }
  }

  private func push(_ end: ProcessEnd, on stack: LuaStack) {
    stack.createTable(hash: 5)
    end.setFields(on: stack)
    stack.setField("output", LuaBytes(output))
    stack.setField("errors", LuaBytes(errors))
    if timedOut { stack.setField("timedOut", true) }
  }
}

import Loop
import LuaRuntime
import Processes

/// Lends the app's terminal to other programs.
@MainActor
public struct TerminalLending {
  /// Restores the terminal while a closure runs, and opens the screen again afterwards, whatever its size.
  public var lend: (_ body: () -> Void) -> Void
  /// Runs a program in the terminal and waits for it to exit.
  public var run: (Command) throws -> ProcessEnd

  /// Creates a value from its two functions.
  public init(lend: @escaping (_ body: () -> Void) -> Void, run: @escaping (Command) throws -> ProcessEnd) {
    self.lend = lend
    self.run = run
  }
}

extension ProcessEnd {
  /// Sets the fields `status` and `signal` of the table on top of the stack.
  @MainActor
  func setFields(on stack: LuaStack) {
    stack.setField("status", status.map { Int($0) })
    stack.setField("signal", signal.map { Int($0) })
  }
}

extension ScriptHost {
  /// `app:runInTerminal { program, argument, …, cwd =, env = }`.
  func runInTerminal(_ stack: LuaStack) throws -> Int32 {
    let terminal = try terminal(for: "app:runInTerminal")
    guard stack.kind(2) == .table else {
      throw stack.wrongType(2, "app:runInTerminal", expected: "a table { program, argument, … }")
    }
    let options = try OptionTable(stack, 2, "app:runInTerminal", names: ["cwd", "env"], takesItems: true)
    var command = Command(try Command.takeArguments(stack, 2, "app:runInTerminal"))
    command.folder = try options.with("cwd", Command.takeFolder)
    command.environment = try options.with("env", Command.takeEnvironment)
    processes.otherProcessesWillStart()
    let end = try lend(terminal) { try terminal.run(command) }
    stack.createTable(hash: 2)
    end.setFields(on: stack)
    return 1
  }

  /// `app:open(url)`.
  func open(_ stack: LuaStack) throws -> Int32 {
    try lua.check(.processes, for: "app:open")
    let url = try Command.takeString(stack, 2, "app:open: the URL")
    guard let first = url.first, first != UInt8(ascii: "-") else {
      throw LuaError.usage(
        "app:open: expected a URL or the path of a file, got \"\(String(decoding: url, as: UTF8.self))\"")
    }
    var command = Command([Array("xdg-open".utf8), url])
    command.outlivesApp = true
    _ = try processes.start(command, [.nothing, .nothing, .nothing])
    return 0
  }

  /// `app:suspend(body)`.
  func suspend(_ stack: LuaStack) throws -> Int32 {
    let terminal = try terminal(for: "app:suspend")
    guard stack.kind(2) == .function else { throw stack.wrongType(2, "app:suspend", expected: "a function") }
    let base = stack.top
    stack.pushValue(2)
    try lend(terminal) { try stack.call(arguments: 0, results: LuaStack.allResults) }
    return stack.top - base
  }

  private func terminal(for name: String) throws -> TerminalLending {
    try lua.check(.processes, for: name)
    guard let terminal = configuration.terminal else {
      throw LuaError.usage("\(name) requires a terminal, but the app is not running in one")
    }
    return terminal
  }

  private func lend<Result>(_ terminal: TerminalLending, _ body: () throws -> Result) throws -> Result {
    // Inside `suspend`, the terminal is already lent.
    if isTerminalLent { return try body() }
    isTerminalLent = true
    defer { isTerminalLent = false }
    // Nothing is saved while the terminal is lent, which may take hours.
    turn {}
    application.savePendingChanges()
    var result: Swift.Result<Result, any Error>?
    lua.withoutTimeLimit {
      terminal.lend { result = Swift.Result { try body() } }
    }
    guard let result else { throw LuaError.usage("the terminal cannot be handed over") }
    return try result.get()
  }
}

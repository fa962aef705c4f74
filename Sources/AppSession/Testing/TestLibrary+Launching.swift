import Interface
import Loop
import LuaRuntime
import LuaScreens
import Processes

// Launching apps, with options.
extension TestLibrary {
  static let launchKeys = [
    "size", "state", "archive", "sandbox", "arguments", "options", "isolated", "errors", "terminal", "clipboard",
  ]

  static let relaunchKeys = ["script", "version", "options", "size"]

  func launch(_ stack: LuaStack) throws -> Int32 {
    let script = try stack.checkString(1, "the app's script")
    var settings = TestedApp.Settings(script: script, folder: runner.folder, limits: runner.appLimits)
    var options = LaunchedApp.Options()
    if !stack.isNil(2) {
      try check(stack, 2, keys: Self.launchKeys, name: "launch")
      if stack.rawGet(2, "size") != .nil { settings.size = try size(stack, stack.top) }
      if stack.rawGet(2, "state") != .nil { settings.stateDirectory = try stack.checkString(-1, "state") }
      if stack.rawGet(2, "archive") != .nil { settings.archive = try stack.checkString(-1, "archive") }
      if stack.rawGet(2, "sandbox") != .nil { settings.isSandboxed = try Bool.take(stack, stack.top, "sandbox") }
      if stack.rawGet(2, "arguments") != .nil { settings.arguments = try arguments(stack, stack.top) }
      if stack.rawGet(2, "options") != .nil { settings.launchOptions = try launchOptions(stack, stack.top) }
      if stack.rawGet(2, "clipboard") != .nil { settings.clipboard = try stack.checkString(-1, "clipboard") }
      if stack.rawGet(2, "terminal") != .nil {
        options.terminal = terminalReplacement(try stack.checkFunction(stack.top, "terminal"))
      }
      if stack.rawGet(2, "errors") != .nil {
        options.areErrorsAllowed = try ErrorPolicy.take(stack, stack.top, "errors") == .allowed
      }
      if stack.rawGet(2, "isolated") != .nil {
        options.isIsolated = try Bool.take(stack, stack.top, "isolated")
      }
    }
    noteStep("t:launch", stack, from: 1, to: stack.isNil(2) ? 1 : 2)
    func launch() throws -> Int32 {
      stack.push(object: try runner.launch(settings, options))
      runner.caseRun?.noteObject()
      return 1
    }
    guard let run = runner.caseRun else { return try launch() }
    return try run.follow("launch", "t:launch(\"\(script)\")", in: nil, isStep: true, stack, launch)
  }

  func check(_ stack: LuaStack, _ index: Int32, keys: [String], name: String) throws {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "\(name)'s options", expected: "a table") }
    try stack.checkNames(index, name, "option", among: keys)
  }

  /// Returns a function that runs the test's replacement for programs in the terminal: called with a command, it
  /// returns the status, or `{ status =, signal = }`.
  private func terminalReplacement(_ function: LuaReference) -> (Command) throws -> ProcessEnd {
    { [unowned self] command in
      let stack = try lua.stack
      let base = stack.top
      defer { stack.top = base }
      try stack.reserve(8)
      stack.push(function)
      command.push(on: stack)
      try stack.call(arguments: 1, results: 1)
      @MainActor func number(_ index: Int32, _ name: String) throws -> Int32? {
        stack.isNil(index) ? nil : Int32(clamping: try stack.checkInteger(index, "the \(name) that terminal returned"))
      }
      guard stack.kind(-1) == .table else { return ProcessEnd(status: try number(-1, "status") ?? 0, signal: nil) }
      stack.rawGet(-1, "status")
      stack.rawGet(-2, "signal")
      return ProcessEnd(status: try number(-2, "status"), signal: try number(-1, "signal"))
    }
  }

  func size(_ stack: LuaStack, _ index: Int32) throws -> Size {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "size", expected: "{ columns, rows }") }
    stack.rawGet(index, 1)
    stack.rawGet(index, 2)
    defer { stack.pop(2) }
    return try size(try stack.checkInteger(-2, "size: columns"), try stack.checkInteger(-1, "size: rows"))
  }

  func size(_ columns: Int, _ rows: Int) throws -> Size {
    try AppSession.screenSize(columns: columns, rows: rows)
  }

  private func arguments(_ stack: LuaStack, _ index: Int32) throws -> [[UInt8]] {
    guard let arguments = [LuaBytes].read(stack, index) else {
      throw stack.wrongType(index, "arguments", expected: "a list of strings")
    }
    return arguments.map(\.bytes)
  }

  func launchOptions(_ stack: LuaStack, _ index: Int32) throws -> [UInt8] {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, "options", expected: "a table") }
    return try PlainValue(stack, index).bytes
  }
}

/// The values of the option `errors` of `launch`.
private enum ErrorPolicy: String, LuaEnumeration {
  case allowed
}

import Interface
import LuaRuntime
import Processes

extension ScriptHost {
  /// Defines `ui.run` and `ui.fetch`, which wait in a task.
  func defineProcessesAndRequests() {
    module.table("Command", "A program, its arguments, and what else it gets.")
      .field("[integer]", "string", "The program, and its arguments.")
      .field("cwd?", "string", "The folder that it runs in.")
      .field("env?", "table<string, string>", "All of its environment; the app's, if left out.")
      .field("input?", "string", "Its standard input; empty, if left out.")
      .field("onLine?", "fun(line: string)", "Called with each line that it writes, without its newline.")
      .field("timeout?", "number", "After how many seconds it is ended.")
    module.table("CommandResult", "How a command ended.")
      .field("status?", "integer", "What it returned; nil if a signal ended it.")
      .field("signal?", "integer", "The signal that ended it.")
      .field("output", "string", "What it wrote; empty with `onLine`.")
      .field("errors", "string", "What it wrote to standard error.")
      .field("timedOut?", "true", "Whether its time was over.")
    module.wait(
      "run(command: Command): CommandResult",
      "Runs a program and waits, in a task, until it has ended: ui.run { \"git\", \"log\" }.", needs: .processes
    ) { [unowned self] stack, wait in
      let run = try CommandRun(self, wait, at: 1, on: stack)
      try run.start()
    }
    module.table("FetchOptions", "What is asked of a server, and how.")
      .field("method?", "string", "\"GET\", if left out; \"POST\" with a body.")
      .field("headers?", "table<string, string>", "Headers beside those that every request has.")
      .field("body?", "string", "What is sent.")
      .field("file?", "string", "The file that the answer is kept in; it is there when it is whole.")
      .field("resume?", "boolean", "Whether a file that was cut goes on where it ended; true, if left out.")
      .field("timeout?", "number", "How many seconds all of it may take.")
      .field("onProgress?", "fun(received: integer, total: integer|nil)", "Called as the answer comes, in bytes.")
    module.table("FetchResult", "What a server has answered.")
      .field("status", "integer", "200 and the like; 404 and 500 are answers, too.")
      .field("headers", "table<string, string>", "By lower-case names.")
      .field("body", "string", "The answer; empty with `file`.")
    module.wait(
      "fetch(url: string, options?: FetchOptions): FetchResult",
      "Asks a server by http or https and waits, in a task, for the answer. No answer is an error.", needs: .network
    ) { [unowned self] stack, wait in try fetch(wait, on: stack) }
  }

  private func fetch(_ wait: Wait, on stack: LuaStack) throws {
    var request = HTTPRequest(url: try stack.checkString(1, "the address"))
    let options = try OptionTable(
      stack, 2, "ui.fetch",
      names: [
        "method", "headers", "body", "file", "resume", "timeout", "onProgress",
      ])
    request.method = try options.value("method", of: String.self)
    request.headers = try options.value("headers", of: HeaderTable.self)?.headers ?? []
    request.body = try options.value("body", of: LuaBytes.self)?.bytes
    request.file = try options.with("file") { try Command.takeString($0, $1, "file") }
    request.resumes = try options.value("resume", of: Bool.self) ?? true
    let timeout = try options.seconds("timeout")
    let onProgress = try options.value("onProgress", of: LuaReference.self)
    if request.file != nil { try lua.check(.files, for: "ui.fetch with file") }
    let held = LuaHeldBytes(lua, atMost: CommandRun.mostBytes)
    let transfer = try HTTPTransfer(
      request, timeout: timeout, in: outside.processes,
      HTTPTransfer.Handlers(
        onProgress: onProgress.map { action in
          { [weak self] received, total in
            self?.callFromOutside("onProgress") { stack in
              stack.push(action)
              stack.push(received)
              if let total { stack.push(total) } else { stack.pushNil() }
              return 2
            }
          }
        }, mayHold: { held.add($0) },
        onEnd: { result in
          switch result {
          case .failure(let error): wait.fail(error)
          case .success(let response):
            wait.finish { stack in
              held.end()
              response.push(on: stack)
              return 1
            }
          }
        }))
    wait.onCancel = { transfer.cancel() }
  }
}

/// The headers that a table gives.
private struct HeaderTable: LuaConvertible {
  var headers: [(name: String, value: [UInt8])] = []

  static var luaDescription: String { "a table { NAME = value }" }
  static var luaType: String { "table<string, string>" }
  static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> HeaderTable {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, name, expected: luaDescription) }
    var table = HeaderTable()
    try stack.forEachPair(index) {
      let key = try stack.checkString(-2, "a name in \(name)")
      table.headers.append((key, try LuaBytes.take(stack, stack.top, "\(name)[\"\(key)\"]").bytes))
    }
    table.headers.sort { $0.name < $1.name }
    return table
  }
  func push(on stack: LuaStack) { stack.pushNil() }
}

@MainActor
extension HTTPResponse {
  fileprivate func push(on stack: LuaStack) {
    stack.createTable(hash: 3)
    stack.push(status)
    stack.rawSet(-2, "status")
    stack.createTable(hash: headers.count)
    for (name, value) in headers {
      stack.push(bytes: value)
      stack.rawSet(-2, name)
    }
    stack.rawSet(-2, "headers")
    stack.push(bytes: body)
    stack.rawSet(-2, "body")
  }
}

/// The table of options that a function takes, whose names are known.
@MainActor
struct OptionTable {
  private let stack: LuaStack
  private let index: Int32
  private let isThere: Bool

  /// - Throws: ``LuaError`` if there is something else than a table or nil, or the table has another name.
  init(_ stack: LuaStack, _ index: Int32, _ owner: String, names: [String], takesItems: Bool = false) throws {
    self.stack = stack
    self.index = index
    isThere = takesItems || !stack.isNil(index)
    guard isThere else { return }
    guard stack.kind(index) == .table else { throw stack.wrongType(index, owner, expected: "a table") }
    try stack.forEachPair(index) {
      if takesItems, stack.isInteger(-2) { return }
      guard let name = stack.string(-2), names.contains(name) else {
        let name = stack.describe(-2)
        throw LuaError.usage("\(owner) has no option '\(name)'" + suggestion(for: name, among: names))
      }
    }
  }

  /// Lends the value of a name, at the top of the stack; nil if there is none.
  func with<Value>(_ name: String, _ body: (LuaStack, Int32) throws -> Value) throws -> Value? {
    guard isThere else { return nil }
    let base = stack.top
    defer { stack.top = base }
    guard stack.rawGet(index, name) != .nil else { return nil }
    return try body(stack, stack.top)
  }

  /// The value of a name.
  func value<Value: LuaConvertible>(_ name: String, of type: Value.Type) throws -> Value? {
    try with(name) { try type.take($0, $1, name) }
  }

  /// The time of a name, in seconds.
  func seconds(_ name: String) throws -> Double? {
    guard let seconds = try value(name, of: Double.self) else { return nil }
    guard seconds.isFinite, seconds >= 0 else {
      throw LuaError.usage("\(name): expected 0 seconds or more, got \(seconds)")
    }
    return seconds
  }
}

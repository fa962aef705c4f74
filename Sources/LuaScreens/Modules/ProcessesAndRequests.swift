import Interface
import LuaRuntime
import Processes

extension ScriptHost {
  /// Defines `ui.run` and `ui.fetch`, which wait in a task.
  func defineProcessesAndRequests() {
    module.table("Command", "A command for `ui.run`: a program, its arguments, and what else it gets.")
      .field("[integer]", "string", "The program, then its arguments, one each; no shell reads them.")
      .field("cwd?", "string", "The folder that it runs in; the app's if left out.")
      .field("env?", "table<string, string>", "All of its environment variables; the app's if left out.")
      .field("input?", "string", "The bytes that are its standard input; empty if left out.")
      .field(
        "onLine?", "fun(line: string)",
        "Called with each line that it writes to standard output, without its newline; `output` is empty then."
      )
      .field(
        "timeout?", "number",
        "How many seconds it may take; then it gets SIGTERM, and SIGKILL a second later. No limit if left out.")
    module.table("CommandResult", "How a command ended.")
      .field("status?", "integer", "Its exit status, 0 for success; nil if a signal ended it.")
      .field("signal?", "integer", "The number of the signal that ended it; nil if it ended by itself.")
      .field("output", "string", "The bytes that it wrote to standard output; empty with `onLine`.")
      .field("errors", "string", "The bytes that it wrote to standard error.")
      .field("timedOut?", "true", "Whether it was ended because its time was over; else nil.")
    module.wait(
      "run(command: Command): CommandResult",
      "Runs a program and waits, in a task, until it has ended; returns how, and what it wrote: `ui.run { \"git\", \"log\" }`. One that cannot be started is an error; one that fails is a result with its status.",
      needs: .processes
    ) { [unowned self] stack, wait in
      let run = try CommandRun(self, wait, at: 1, on: stack)
      try run.start()
    }
    module.table("FetchOptions", "How a server is asked, for `ui.fetch`.")
      .field("method?", "string", "The request's method; \"GET\" if left out, \"POST\" with a body.")
      .field("headers?", "table<string, string>", "Headers by name, beside those that every request has.")
      .field("body?", "string", "The bytes that are sent.")
      .field(
        "file?", "string",
        "The path of the file that the answer is written to; it is there when it is whole, and `body` is empty."
      )
      .field("resume?", "boolean", "Whether a file that was cut off goes on where it ended; true if left out.")
      .field("timeout?", "number", "How many seconds all of it may take; no limit if left out.")
      .field(
        "onProgress?", "fun(received: integer, total: integer|nil)",
        "Called as the answer comes, with how many bytes there are, and of how many; nil where the server does not say."
      )
    module.table("FetchResult", "What a server has answered.")
      .field("status", "integer", "The status of the answer, 200 for success; 404 and 500 are answers, too.")
      .field("headers", "table<string, string>", "The headers of the answer, by lower-case names.")
      .field("body", "string", "The bytes of the answer, decoded if they were sent compressed; empty with `file`.")
      .field("url", "string", "The address that answered, after redirections.")
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
          { [weak calls, weak owner = calls.owner] received, total in
            calls?.run(Handlers.onProgress, of: .function(action, of: nil), for: owner, received, total)
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

/// The headers in a table.
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
    stack.createTable(hash: 4)
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
    stack.push(url)
    stack.rawSet(-2, "url")
  }
}

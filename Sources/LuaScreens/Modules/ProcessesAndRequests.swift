import Interface
import LuaRuntime
import Processes

extension ScriptHost {
  /// Defines `ui.run` and `ui.fetch`, which wait in a task.
  func defineProcessesAndRequests() {
    module.table("Command", "A command for `ui.run`: a program, its arguments, and options.")
      .field("[integer]", "string", "The program, followed by its arguments; no shell is involved.")
      .field("cwd?", "string", "The working directory; the app's by default.")
      .field("env?", "table<string, string>", "The complete environment; the app's by default.")
      .field("input?", "string", "The standard input; empty by default.")
      .field(
        "onLine?", "fun(line: string)",
        "Called with each line from standard output, without its newline; `output` is then empty."
      )
      .field(
        "timeout?", "number",
        "The time limit in seconds; then the process receives SIGTERM, and SIGKILL a second later. No limit by default."
      )
    module.table("CommandResult", "The result of a command.")
      .field("status?", "integer", "Its exit status, 0 for success; nil if a signal terminated it.")
      .field("signal?", "integer", "The number of the signal that terminated it; nil if it exited by itself.")
      .field("output", "string", "The bytes from standard output; empty with `onLine`.")
      .field("errors", "string", "The bytes from standard error.")
      .field("timedOut?", "true", "True if it was terminated by its time limit; else nil.")
    module.wait(
      "run(command: Command): CommandResult",
      "Runs a program and waits, in a task, until it exits; returns its result and output: `ui.run { \"git\", \"log\" }`. Raises an error if it cannot be started; a program that fails returns its status.",
      needs: .processes
    ) { [unowned self] stack, wait in
      let run = try CommandRun(self, wait, at: 1, on: stack)
      try run.start()
    }
    module.table("FetchOptions", "The options of `ui.fetch`.")
      .field("method?", "string", "The request's method; \"GET\" by default, \"POST\" with a body.")
      .field("headers?", "table<string, string>", "Headers by name, in addition to those of every request.")
      .field("body?", "string", "The body of the request.")
      .field(
        "file?", "string",
        "The path of the file to write the response to. The file appears when it is complete, and `body` is empty."
      )
      .field("resume?", "boolean", "Whether to resume an interrupted download of the file; true by default.")
      .field("timeout?", "number", "The time limit for the whole request in seconds; none by default.")
      .field(
        "onProgress?", "fun(received: integer, total: integer|nil)",
        "Called while the response arrives, with the bytes received so far and the total, or nil if it is unknown."
      )
    module.table("FetchResult", "The response of a server.")
      .field("status", "integer", "The status code, 200 for success; 404 and 500 are responses, too.")
      .field("headers", "table<string, string>", "The headers of the response, by lower-case names.")
      .field("body", "string", "The body of the response, decompressed; empty with `file`.")
      .field("url", "string", "The URL that responded, after redirections.")
    module.wait(
      "fetch(url: string, options?: FetchOptions): FetchResult",
      "Sends an HTTP or HTTPS request and waits, in a task, for the response. Raises an error if there is none.",
      needs: .network
    ) { [unowned self] stack, wait in try fetch(wait, on: stack) }
  }

  private func fetch(_ wait: Wait, on stack: LuaStack) throws {
    var request = HTTPRequest(url: try stack.checkString(1, "the URL"))
    let options = try OptionTable(
      stack, 2, "ui.fetch", names: ["method", "headers", "body", "file", "resume", "timeout", "onProgress"])
    request.method = try options.value("method", of: String.self)
    request.headers = try options.with("headers", Self.takeHeaders) ?? []
    request.body = try options.value("body", of: LuaBytes.self)?.bytes
    request.file = try options.with("file") { try Command.takeString($0, $1, "file") }
    request.resumes = try options.value("resume", of: Bool.self) ?? true
    let timeout = try options.seconds("timeout")
    let onProgress = try options.value("onProgress", of: LuaReference.self)
    if request.file != nil { try lua.check(.files, for: "ui.fetch with file") }
    let held = LuaHeldBytes(lua, atMost: CommandRun.maximumBytes)
    let transfer = try HTTPTransfer(
      request, timeout: timeout, in: processes,
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

  /// Returns the headers in the table at an index, sorted by name.
  private static func takeHeaders(_ stack: LuaStack, _ index: Int32) throws -> [(name: String, value: [UInt8])] {
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "headers", expected: "a table { NAME = value }")
    }
    var headers: [(name: String, value: [UInt8])] = []
    try stack.forEachPair(index) {
      let key = try stack.checkString(-2, "a name in headers")
      headers.append((key, try LuaBytes.take(stack, stack.top, "headers[\"\(key)\"]").bytes))
    }
    return headers.sorted { $0.name < $1.name }
  }
}

@MainActor
extension HTTPResponse {
  fileprivate func push(on stack: LuaStack) {
    stack.createTable(hash: 4)
    stack.setField("status", status)
    stack.createTable(hash: headers.count)
    for (name, value) in headers {
      stack.setField(name, LuaBytes(value))
    }
    stack.rawSet(-2, "headers")
    stack.setField("body", LuaBytes(body))
    stack.setField("url", url)
  }
}

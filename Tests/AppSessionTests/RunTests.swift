import Foundation
import LuaRuntime
import Testing

@testable import AppSession

@Suite("Commands awaited by a task", .serialized)
@MainActor
struct RunTests {
  /// Runs lines as a task. Their return value is in `result`, their error in `failure`.
  private func task(
    _ lines: String, lua: LuaState.Options = .init(), within seconds: Double = 10, isDone: String = "done"
  ) throws -> ExternalResourcesApp {
    let app = try ExternalResourcesApp(
      """
      ui.task(function()
        local ok, value = pcall(function() \(lines) end)
        if ok then result = value else failure = tostring(value) end
        done = true
      end)
      """, lua: lua)
    #expect(app.run(within: seconds, until: "return \(isDone) == true"))
    return app
  }

  private func value(_ expression: String, after lines: String) throws -> String {
    let app = try task(lines)
    #expect(app.problems.isEmpty, "\(app.problems)")
    return try app.eval("if failure then return failure end return \(expression)")
  }

  @Test func theResultHasAllOfIt() throws {
    let all =
      "table.concat({ tostring(result.status), tostring(result.signal), result.output, result.errors, tostring(result.timedOut) }, '|')"
    #expect(
      try value(all, after: "return ui.run { 'sh', '-c', 'printf \"a\\\\0b\"; echo bad >&2; exit 3' }")
        == "3|nil|a\0b|bad\n|nil")
    #expect(try value(all, after: "return ui.run { 'sh', '-c', 'kill -9 $$' }") == "nil|9|||nil")
    #expect(try value(all, after: "return ui.run { 'cat', input = 'x\\0y' }") == "0|nil|x\0y||nil")
    #expect(try value(all, after: "return ui.run { 'cat' }") == "0|nil|||nil")
    #expect(try value("result.output", after: "return ui.run { 'pwd', cwd = '/usr' }") == "/usr\n")
    // The whole environment, except the variable that identifies the run.
    let others = "(result.output:gsub('LUAHOST_RUN=[%x:]+\\n', ''))"
    #expect(try value(others, after: "return ui.run { 'env', env = { B = '2', A = '' } }") == "A=\nB=2\n")
    #expect(try value(others, after: "return ui.run { 'env', env = {} }") == "")
  }

  @Test func everyLineIsReportedBeforeItReturns() throws {
    let lines =
      "local n = 0; local r = ui.run { 'seq', '5000', onLine = function(line) n = n + 1 last = line end } return { n = n, r = r }"
    #expect(
      try value("result.n .. last .. '|' .. result.r.output .. '|' .. result.r.status", after: lines) == "50005000||0")
  }

  @Test func timeThatIsOverIsAResult() throws {
    let result =
      "tostring(result.status) .. '/' .. tostring(result.signal) .. '/' .. tostring(result.timedOut) .. '/' .. result.output"
    #expect(
      try value(result, after: "return ui.run { 'sh', '-c', 'echo begun; sleep 100', timeout = 0.2 }")
        == "nil/15/true/begun\n")
    #expect(
      try value(result, after: "return ui.run { 'sh', '-c', \"trap '' TERM; sleep 100; sleep 100\", timeout = 0.1 }")
        == "nil/9/true/")
    // A process that exits in order when asked to has not exited by itself.
    #expect(
      try value(
        result,
        after:
          "return ui.run { 'sh', '-c', \"trap 'echo bye; exit 5' TERM; echo begun; while :; do sleep 0.05; done\", timeout = 0.3 }"
      ) == "nil/15/true/begun\nbye\n")
    #expect(try value(result, after: "return ui.run { 'echo', 'quick', timeout = 100 }") == "0/nil/nil/quick\n")
  }

  @Test(arguments: [
    ("'ls'", "expected a table"), ("{}", "expected a program"),
    ("{ 'no-such' }", "cannot start \"no-such\": no such program on the PATH"),
    ("{ 'ls', cwd = '/no' }", "no such folder"),
    ("{ 'ls', 5 }", "argument 1: expected a string, got an integer"),
    ("{ 'ls', timeOut = 5 }", "did you mean 'timeout'"), ("{ 'ls', timeout = -1 }", "timeout"),
    ("{ 'ls', timeout = 'x' }", "timeout"),
    ("{ 'ls', input = 5 }", "input"), ("{ 'ls', onLine = 'x' }", "onLine"), ("{ 'ls', 'a\\0' }", "NUL byte"),
    ("", "expected a table"),
  ])
  func whatCannotBeRunIsRaisedAtItsLine(command: String, message: String) throws {
    let app = try task("local r = ui.run(\(command)) return r")
    let failure = try app.eval("return failure")
    #expect(failure.contains(message), "\(failure)")
    #expect(failure.hasPrefix("app.lua:"), "\(failure)")
    #expect(app.problems.isEmpty)
  }

  @Test func outsideOfATaskItSaysHowToWriteIt() throws {
    let app = try ExternalResourcesApp(
      "ok, failure = pcall(ui.run, { 'ls' }) _, other = pcall(ui.fetch, 'http://127.0.0.1:1')")
    #expect(try app.eval("return failure").contains("ui.task(function()"))
    #expect(try app.eval("return other").contains("ui.task(function()"))
  }

  @Test func aCancelledTaskEndsItsCommand() throws {
    let app = try ExternalResourcesApp(
      """
      task = ui.task(function()
        local closing <close> = setmetatable({}, { __close = function() closed = true end })
        ui.run { "sh", "-c", "echo $$; exec sleep 100", onLine = function(line) pid = line end }
        notReached = true
      end)
      """)
    #expect(app.run(until: "return pid ~= nil"))
    let process = try #require(pid_t(try app.eval("return pid")))
    _ = try app.eval("task:cancel()")
    #expect(app.run(within: 3) { kill(process, 0) != 0 })
    #expect(
      try app.eval("return tostring(closed) .. tostring(notReached) .. tostring(task.isRunning)") == "truenilfalse")
    #expect(app.problems.isEmpty)
  }

  @Test func whatIsGatheredIsBounded() throws {
    let app = try task("return ui.run { 'yes' }", within: 60)
    #expect(try app.eval("return failure").contains("64 MiB"))
    app.run(within: 2) { (try? app.session.running.runningProcesses.isEmpty) == true }
    #expect(try app.session.running.runningProcesses.isEmpty)
    #expect(try app.session.running.lua.memoryInUse < 8 << 20)
  }

  @Test func whatIsGatheredCountsAsTheScripts() throws {
    var limits = LuaState.Options()
    limits.memoryLimit = 16 << 20
    let app = try task("return ui.run { 'head', '-c', '20000000', '/dev/zero' }", lua: limits)
    #expect(try app.eval("return failure").contains("too much output"))
    #expect(
      try task("return #ui.run { 'head', '-c', '3000000', '/dev/zero' }.output", lua: limits).eval("return result")
        == "3000000")
  }

  @Test func anErrorOfOnLineIsShownAndTheCommandGoesOn() throws {
    let app = try task("return ui.run { 'seq', '10', onLine = function(line) error('bad ' .. 'line') end }")
    #expect(try app.eval("return result.status") == "0")
    #expect(app.problems.count == 1 && app.problems[0].contains("bad line"))
  }

  @Test func aHundredAtOnce() throws {
    let app = try ExternalResourcesApp(
      """
      count = 0
      for i = 1, 100 do ui.task(function()
        if ui.run({ "sh", "-c", "echo " .. i }).output == i .. "\\n" then count = count + 1 end
      end) end
      """)
    #expect(app.run(within: 30, until: "return count == 100"))
  }

  @Test func theSandboxHasNeither() throws {
    let app = try ExternalResourcesApp(
      """
      ui.task(function() _, run = pcall(ui.run, { "ls" }) _, fetch = pcall(ui.fetch, "http://127.0.0.1:1") done = true end)
      """, lua: LuaState.Options(capabilities: []))
    app.run(until: "return done == true")
    #expect(try app.eval("return run").contains("ui.run requires processes"))
    #expect(try app.eval("return fetch").contains("ui.fetch requires network"))
  }

  @Test func fetchAnswersWithStatusHeadersAndBody() throws {
    // The server is a program, too. The tests of Processes have one with more features.
    let app = try ExternalResourcesApp(
      """
      local page = io.open(folder .. "/page", "w") page:write "hello" page:close()
      local server = ui.Process { "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder,
        onLine = function(_, line) port = port or line:match "port (%d+)" end }
      function fetch(path, options) ui.task(function()
        ok, answer = pcall(ui.fetch, "http://127.0.0.1:" .. port .. path, options)
        done = true
      end) end
      """)
    guard app.run(within: 15, until: "return port ~= nil") else {
      Issue.record("no server: \(app.problems)")
      return
    }
    _ = try app.eval(
      "fetch('/page', { headers = { ['X-A'] = 'b' }, onProgress = function(...) progress = { ... } end })")
    app.run(until: "return done == true")
    #expect(
      try app.eval(
        "return answer.status .. answer.body .. answer.headers['content-length'] .. progress[1] .. progress[2]")
        == "200hello555")
    _ = try app.eval("done = nil fetch('/missing')")
    app.run(until: "return done == true")
    #expect(try app.eval("return answer.status") == "404")
    _ = try app.eval("done = nil fetch('/page', { file = folder .. '/copy' })")
    app.run(until: "return done == true")
    #expect(try app.eval("return answer.status .. answer.body .. io.open(folder .. '/copy'):read 'a'") == "200hello")
    for bad in [
      "{ header = {} }", "{ headers = { A = 'b\\nc' } }", "{ headers = { A = 5 } }", "{ method = 'A B' }", "5",
    ] {
      _ = try app.eval("done = nil fetch('/page', \(bad))")
      app.run(until: "return done == true")
      #expect(try app.eval("return ok") == "false")
    }
    #expect(app.problems.isEmpty)
  }
}

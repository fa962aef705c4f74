import Foundation
import LuaRuntime
import Testing

@testable import AppSession

@Suite("Script processes", .serialized)
@MainActor
struct ScriptProcessTests {
  @Test func handlersGetTheProcessFirst() throws {
    let app = try ExternalResourcesApp(
      """
      log = {}
      local function note(name) return function(process, ...) log[#log + 1] = name .. ":" .. tostring(process == p) .. ":" .. table.concat({ ... }, ",") end end
      function app:didFinishLaunching()
        p = ui.Process { "sh", "-c", "echo a; echo b; echo bad >&2; printf c; exit 3",
          onOutput = note "output", onLine = note "line", onErrorLine = note "error", onExit = note "exit" }
      end
      """)
    #expect(app.run(until: "return log[#log] == 'exit:true:3'"))
    let log = try app.eval("table.sort(log); return table.concat(log, ' ')")
    #expect(log.contains("line:true:a line:true:b line:true:c") && log.contains("error:true:bad"))
    #expect(try app.eval("return p.isRunning") == "false")
    #expect(app.problems.isEmpty)
  }

  @Test func writingClosingAndEnding() throws {
    let app = try ExternalResourcesApp(
      """
      lines, ends = {}, {}
      function start(...)
        local q = ui.Process { ... }
        q.onLine = function(process, line) lines[#lines + 1] = line end
        q.onExit = function(process, status, signal) ends[#ends + 1] = tostring(status) .. "/" .. tostring(signal) end
        return q
      end
      """)
    #expect(try app.eval("p = start('cat') return p.isRunning and p.pid > 1 and p:write('one\\n\\0two\\n')") == "true")
    #expect(app.run(until: "return lines[2] == '\\0two'"))
    #expect(try app.eval("return p:closeInput()") == "true")
    #expect(app.run(until: "return ends[1] == '0/nil'"))
    let dead =
      "return tostring(p:write('x')) .. tostring(p:closeInput()) .. tostring(p:terminate()) .. tostring(p:kill())"
    #expect(try app.eval(dead) == "falsefalsefalsefalse")
    #expect(try app.eval("p = start('sleep', '100') return p:kill()") == "true")
    #expect(app.run(until: "return ends[2] == 'nil/9'"))
    #expect(try app.eval("p = start('sleep', '100') return p:kill(10)") == "true")
    #expect(app.run(until: "return ends[3] == 'nil/10'"))
    #expect(try app.eval("p = start('sleep', '100') return p:terminate()") == "true")
    #expect(app.run(until: "return ends[4] == 'nil/15'"))
    // A process without references still reports its exit.
    _ = try app.eval("start('sh', '-c', 'sleep 0.2; echo late') collectgarbage() collectgarbage()")
    #expect(app.run(until: "collectgarbage() return ends[5] == '0/nil' and lines[3] == 'late'"))
  }

  @Test func noHandlerIsCalledWithinACall() throws {
    let app = try ExternalResourcesApp(
      "p = ui.Process { 'true', onExit = function() exits = (exits or 0) + 1 end } os.execute('sleep 0.2')")
    // It has exited, but the loop has not noticed yet.
    #expect(try app.eval("local told = p:terminate() return tostring(told) .. tostring(exits)") == "falsenil")
    #expect(app.run(until: "return exits == 1"))
  }

  @Test(arguments: [
    ("{}", "expected a program"), ("{ 'ls', 5 }", "expected a string, got an integer"), ("{ {} }", "expected a string"),
    ("{ 'ls', 'a\\0b' }", "NUL byte"), ("{ 'no-such-program' }", "no such program on the PATH"),
    ("{ '' }", "its name is empty"), ("{ 'ls', cwd = '/no/such' }", "no such folder"),
    ("{ 'ls', cwd = '' }", "folder"),
    ("{ 'ls', cwd = 5 }", "cwd"), ("{ 'ls', env = { ['A=B'] = 'c' } }", "is not a valid variable name"),
    ("{ 'ls', env = { A = true } }", "env.A: expected a string, got a boolean"), ("{ 'ls', env = 'A=1' }", "env"),
    ("{ 'ls', onLines = print }", "did you mean 'onLine'"), ("{ 'ls', onLine = 5 }", "onLine: expected a function"),
    ("{ '/etc/passwd' }", "permission denied"), ("{ 'ls', nil, 'b' }", "expected a string, got nil"),
  ])
  func whatCannotBeStartedIsAnErrorThatSaysWhy(command: String, message: String) throws {
    let app = try ExternalResourcesApp("")
    let text = try app.eval("return select(2, pcall(function() return require 'luahost'.Process(\(command)) end))")
    #expect(text.contains(message), "\(text)")
    #expect(text.hasPrefix("test:1:"), "\(text)")
  }

  @Test func theSandboxHasNone() throws {
    let app = try ExternalResourcesApp(
      """
      _, process = pcall(ui.Process, { "ls" })
      _, watching = pcall(ui.watch, "/tmp", print)
      """, lua: LuaState.Options(capabilities: []))
    #expect(
      try app.eval("return process").contains("ui.Process requires processes, which the sandbox does not allow"))
    #expect(try app.eval("return watching").contains("ui.watch requires files, which the sandbox does not allow"))
  }

  @Test func anErrorInAHandlerIsReportedOnceAndTheRestGoesOn() throws {
    let app = try ExternalResourcesApp(
      """
      count = 0
      ui.Process { "seq", "1000", onLine = function(process, line) count = count + 1 error("no good") end,
        onExit = function() done = true end }
      """)
    #expect(app.run(until: "return done == true"))
    #expect(try app.eval("return count") == "1000")
    #expect(app.problems.count == 1)
    #expect(app.problems.first?.contains("no good") == true && app.problems.first?.contains("onLine") == true)
    #expect(app.problems.first?.contains("stack traceback") == true)
  }

  @Test func aHandlerHasTheTimeLimitOfEveryCallback() throws {
    var limits = LuaState.Options()
    limits.timeLimit = 0.2
    let app = try ExternalResourcesApp(
      "ui.Process { 'echo', 'a', onLine = function() while true do end end, onExit = function() done = true end }",
      lua: limits)
    #expect(app.run(until: "return done == true"))
    #expect(app.problems.count == 1 && app.problems.first?.contains("time limit exceeded") == true)
  }

  @Test func aHandlerMayEndItsProcessAndStartAnother() throws {
    let app = try ExternalResourcesApp(
      """
      lines = 0
      local p
      p = ui.Process { "yes", onLine = function(process)
        lines = lines + 1
        if lines == 10 then
          process:kill()
          process.onLine = nil
          ui.Process { "echo", "next", onLine = function(_, line) following = line end }
        end
      end, onExit = function(_, status, signal) ended = signal end }
      """)
    #expect(app.run(until: "return following == 'next' and ended == 9"))
    #expect(try app.eval("return lines") == "10")
  }

  @Test(arguments: [true, false])
  func noProcessOutlivesTheApp(isKilled: Bool) throws {
    let app = try ExternalResourcesApp(
      """
      local p = ui.Process { "sh", "-c", "trap '' TERM; sleep 100 & echo $!; sleep 100; sleep 100", onLine = function(_, line) child = line end }
      parent = p.pid
      detached = ui.Process { "sleep", "100", detached = true }.pid
      """)
    #expect(app.run(until: "return child ~= nil"))
    let numbers = try ["parent", "child", "detached"].map { try #require(pid_t(try app.eval("return \($0)"))) }
    #expect(numbers.allSatisfy { kill($0, 0) == 0 })
    if isKilled { app.session.kill() } else { try app.session.terminate() }
    usleep(50_000)
    #expect(numbers.prefix(2).allSatisfy { kill($0, 0) != 0 || isZombie($0) })
    #expect(kill(numbers[2], 0) == 0)
    kill(numbers[2], SIGKILL)
  }

  private func isZombie(_ process: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") ?? true
  }

  @Test("a recursive watch reports changes in subfolders, also in those created later")
  func recursiveWatch() throws {
    let app = try ExternalResourcesApp(
      """
      heard = {}
      os.execute("mkdir -p " .. folder .. "/top/below")
      ui.watch(folder .. "/top", { recursive = true }, function(path) heard[path:sub(#folder + 2)] = true end)
      own = {}
      ui.watch(folder .. "/top", { recursive = false }, function(path) own[path:sub(#folder + 2)] = true end)
      """)
    _ = try app.eval("os.execute('touch ' .. folder .. '/top/below/one; mkdir ' .. folder .. '/top/later')")
    #expect(app.run(until: "return heard['top/below/one'] and heard['top/later'] == true"))
    _ = try app.eval("os.execute('touch ' .. folder .. '/top/later/two')")
    #expect(app.run(until: "return heard['top/later/two'] == true"))
    #expect(try app.eval("return own['top/later'] and not own['top/below/one'] and not own['top/later/two']") == "true")
    for bad in ["{ recursive = 1 }", "{ recursiv = true }", "5"] {
      #expect(try app.eval("return pcall(require 'luahost'.watch, folder, \(bad), print)") == "false")
    }
  }

  @Test func aFileThatChangesIsReported() throws {
    let app = try ExternalResourcesApp(
      """
      heard = {}
      watch = ui.watch(folder .. "/file", function(path) heard[#heard + 1] = path end)
      function write(text) local file = io.open(folder .. "/file", "w") file:write(text) file:close() end
      """)
    _ = try app.eval("write('a')")
    #expect(app.run(until: "return heard[1] == folder .. '/file'"))
    _ = try app.eval("write('b') write('c')")
    #expect(app.run(until: "return #heard == 2"))
    app.run(within: 0.1) { false }
    #expect(try app.eval("return #heard") == "2")
    _ = try app.eval("watch:cancel() watch:cancel() write('d')")
    app.run(within: 0.15) { false }
    #expect(try app.eval("return tostring(#heard) .. tostring(watch.isActive)") == "2false")
    #expect(
      try app.eval("return select(2, pcall(require 'luahost'.watch, folder .. '/no/such', print))").contains(
        "no such folder"))
    for bad in ["5, print", "'', print", "'/tmp'", "'a\\0b', print"] {
      #expect(try app.eval("return pcall(require 'luahost'.watch, \(bad))") == "false")
    }
  }
}

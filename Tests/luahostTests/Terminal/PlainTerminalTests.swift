import Foundation
import Testing

@Suite("Plain lines at a terminal")
struct PlainTerminalTests {
  /// Starts an app with a password field, and chooses that field. The app runs a program once there is a file `go`.
  private func atPrompt() async throws -> TerminalProcess {
    let process = try TerminalProcess(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.password" }
      function app:didFinishLaunching()
        local field = ui.TextField { isSecure = true, placeholder = "Password" }
        local button = ui.Button { title = "Check", action = function(button) button.title = field.text:upper() end }
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.VStack { field, button } } }
        self.window:makeKeyAndVisible()
        self.timer = ui.every(0.05, function()
          local file = io.open(os.getenv "HOME" .. "/go")
          if not file then return end
          file:close()
          self.timer:cancel()
          app:runInTerminal { "sh", "-c", "read line; echo $line | tr a-z A-Z" }
        end)
      end
      return app
      """, arguments: ["--plain"])
    #expect(try await process.outputs("> "))
    process.enter("1")
    #expect(try await process.outputs("Password (hidden): "), "\(process.output)")
    #expect(!process.isLineAsBefore)
    return process
  }

  /// Enters the password at a prompt that was interrupted.
  private func enterPassword(_ process: TerminalProcess) async throws {
    try await process.expect("what is typed is hidden again") { !process.isLineAsBefore }
    process.enter("hunter2")
    #expect(try await process.outputs("7 characters"), "\(process.output)")
    #expect(!process.output.contains("hunter2"), "\(process.output)")
    process.enter("quit")
    #expect(try await process.ended()?.end == .code(0))
    #expect(process.isLineAsBefore)
  }

  @Test("a password is not shown while it is typed, and later input is")
  func password() async throws {
    let process = try await atPrompt()
    process.enter("hunter2")
    #expect(try await process.outputs("7 characters"), "\(process.output)")
    process.enter("2")
    #expect(try await process.outputs("HUNTER2"), "\(process.output)")
    process.enter("quit")
    #expect(try await process.ended()?.end == .code(0))
    #expect(!process.output.contains("hunter2") && process.output.contains("quit"), "\(process.output)")
    #expect(process.isLineAsBefore)
  }

  @Test("while the app is stopped, input is shown, and a password prompt continues afterwards")
  func stopped() async throws {
    let process = try await atPrompt()
    process.type("\u{1a}")
    try await process.expect("Control-Z stops the app") { RunningProcesses.isStopped(process.process) }
    #expect(process.isLineAsBefore)
    kill(process.process, SIGCONT)
    try await enterPassword(process)
  }

  @Test("while another program runs, input is shown, and a password prompt continues afterwards")
  func otherProgram() async throws {
    let process = try await atPrompt()
    try process.write("", to: "go")
    try await process.expect("the program has the terminal as it was") { process.isLineAsBefore }
    process.enter("shown")
    #expect(try await process.outputs("SHOWN"), "\(process.output)")
    #expect(process.output.contains("shown"))
    try await enterPassword(process)
  }

  @Test("a signal that ends the app at a password prompt restores the terminal", arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(_ number: Int32) async throws {
    let process = try await atPrompt()
    kill(process.process, number)
    #expect(try await process.ended() != nil)
    #expect(process.isLineAsBefore)
  }

  @Test("what is printed while the user is at the prompt has lines of its own, and the prompt follows")
  func prompt() async throws {
    let process = try TerminalProcess(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.prompt" }
      local function soon(title, action)
        return ui.Button { title = title, action = function() ui.after(0.2, action) end }
      end
      function app:didFinishLaunching()
        local page = ui.ViewController {}
        page.view = ui.VStack {
          soon("Notify", function() app:notify "Notified" end), soon("Fail", function() error "oops" end),
          soon("Print", function() print "printed" end),
          soon("Ask", function()
            local alert = ui.AlertController { title = "Done" }
            alert:addAction { title = "OK" }
            page:present(alert)
          end),
        }
        self.window = ui.Window { rootViewController = page }
        self.window:makeKeyAndVisible()
      end
      return app
      """, arguments: ["--plain"])
    #expect(try await process.outputs("> "))
    for (number, text) in [(1, "Notified\r\n"), (3, "printed\r\n"), (2, "oops"), (4, "== Alert: Done ==\r\n")] {
      process.enter("\(number)")
      #expect(try await process.outputs(text), "\(process.output)")
      try await process.expect("the prompt follows \(text)") { process.output.hasSuffix("\r\n> ") }
      #expect(!process.output.contains("> \(text)") && !process.output.contains("> Problem"), "\(process.output)")
    }
    process.enter("quit")
    #expect(try await process.ended()?.end == .code(0))
  }
}

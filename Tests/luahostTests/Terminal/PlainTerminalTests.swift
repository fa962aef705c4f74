import Foundation
import Testing

@Suite("Plain lines at a terminal")
struct PlainTerminalTests {
  @Test("a password is not shown while it is typed, and later input is")
  func password() async throws {
    let process = try TerminalProcess(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.password" }
      function app:didFinishLaunching()
        local field = ui.TextField { isSecure = true, placeholder = "Password" }
        local button = ui.Button { title = "Check", action = function(button) button.title = field.text:upper() end }
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.VStack { field, button } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """, arguments: ["--plain"])
    #expect(try await process.outputs("> "))
    process.enter("1")
    #expect(try await process.outputs("Password (hidden): "), "\(process.output)")
    process.enter("hunter2")
    #expect(try await process.outputs("7 characters"), "\(process.output)")
    process.enter("2")
    #expect(try await process.outputs("HUNTER2"), "\(process.output)")
    process.enter("quit")
    #expect(try await process.ended()?.end == .code(0))
    #expect(!process.output.contains("hunter2") && process.output.contains("quit"), "\(process.output)")
    #expect(process.isLineAsBefore)
  }
}

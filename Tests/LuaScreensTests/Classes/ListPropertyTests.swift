import Testing

@testable import LuaScreens

@Suite("Lists in properties")
@MainActor
struct ListPropertyTests {
  @Test("an assigned table stays the script's own, and reading the property returns a copy")
  func copies() throws {
    let app = try ScriptedApp("")
    let read = try app.eval(
      """
      local ui = require "luahost"
      local mine = { { title = "One", action = function() end } }
      local vc = ui.ViewController { keyCommands = mine }
      mine[1].title = "Changed"
      mine[2] = { title = "Two", action = function() end }
      local read = vc.keyCommands
      return #read, read[1].title, read == vc.keyCommands
      """)
    #expect(read == "1, One, false")
  }
}

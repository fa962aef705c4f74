import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Class definitions")
@MainActor
struct DefinitionTests {
  @Test("a class lists the callbacks that a script may define")
  func callbacks() throws {
    let app = try ScriptedApp("")
    let names = try #require(app.host.lua.hostClass(named: "Application")).callbacks.map(\.name)
    #expect(names.contains("didFinishLaunching"))
    #expect(names.contains("didReceiveMemoryWarning"))
    let screen = try #require(app.host.lua.hostClass(named: "NavigationController"))
    #expect(screen.callbacks.contains { $0.name == "viewDidLoad" })
    #expect(screen.methods.contains { $0.name == "viewDidLoad" })
  }

  @Test("the module has exactly the classes and functions that are defined")
  func module() throws {
    let app = try ScriptedApp("_G.ui = ui")
    let listed = try app.eval(
      "local names = {} for name in pairs(package.loaded.luahost) do names[#names + 1] = name end return table.concat(names, ' ')"
    )
    let classes = app.host.lua.hostClasses.filter { !$0.isScript && $0.factory != nil }.map(\.name)
    let defined = classes + app.host.module.functions.map(\.form.name) + app.host.module.constants.map(\.name)
    #expect(Set(listed.split(separator: " ").map(String.init)) == Set(defined))
    #expect(defined.contains("NavigationController"))
  }
}

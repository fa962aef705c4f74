import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Definitions")
@MainActor
struct DefinitionTests {
  @Test("what a script may define is listed with its class: by it restoration classes are looked for")
  func callbacks() throws {
    let app = try ScriptedApp("")
    let names = try #require(app.host.lua.hostClass(named: "Application")).callbacks.map(\.name)
    #expect(names.contains("didFinishLaunching"))
    #expect(names.contains("didReceiveMemoryWarning"))
    let screen = try #require(app.host.lua.hostClass(named: "NavigationController"))
    #expect(screen.callbacks.contains { $0.name == "viewDidLoad" })
    #expect(screen.methods.contains { $0.name == "viewDidLoad" })
  }

  @Test("the module has the classes and functions that the definitions name, and no others")
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

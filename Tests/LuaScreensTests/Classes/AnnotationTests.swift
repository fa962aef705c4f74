import Foundation
import LuaRuntime
import Testing

@testable import Annotations
@testable import LuaScreens

@Suite("Editor annotations")
@MainActor
struct AnnotationTests {
  @Test("the file is what the definitions say; if not, run scripts/annotations")
  func file() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = try String(contentsOf: root.appendingPathComponent("scripts/meta/luahost.lua"), encoding: .utf8)
    let (stored, defined) = (file.split(separator: "\n"), try Annotations().text.split(separator: "\n"))
    let stale = defined.difference(from: stored).map {
      switch $0 {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }
    #expect(
      stale.isEmpty, "scripts/meta/luahost.lua is stale, run scripts/annotations:\n\(stale.joined(separator: "\n"))")
  }

  @Test("every class, property, method, callback, function and table says what it is for, in a sentence")
  func sentences() throws {
    let app = try ScriptedApp("")
    var sentences: [(of: String, text: String)] = []
    for hostClass in app.host.lua.hostClasses where !hostClass.isScript {
      sentences.append((hostClass.name, hostClass.about))
      sentences += hostClass.properties.map { ("\(hostClass.name).\($0.name)", $0.about) }
      sentences += (hostClass.methods + hostClass.callbacks).map { ("\(hostClass.name):\($0.name)", $0.form.about) }
    }
    sentences += app.host.module.functions.map { ("ui.\($0.form.name)", $0.form.about) }
    sentences += app.host.module.constants.map { ("ui.\($0.name)", $0.about) }
    for type in app.host.module.types {
      sentences.append((type.name, type.about))
      sentences += type.fields.map { ("\(type.name).\($0.name)", $0.about) }
    }
    #expect(sentences.count > 300)
    for (name, text) in sentences { #expect(text.hasSuffix(".") && text.count >= 5, "\(name): \(text)") }
  }

  @Test("types are those of Swift, and what signatures name has one")
  func types() throws {
    let text = try Annotations().text
    #expect(text.contains("---@field selectedSegmentIndex integer|nil "))
    #expect(text.contains("---@field border \"none\"|\"single\"|\"rounded\"|\"double\"|\"heavy\" "))
    #expect(
      text.contains("---@param section? integer\n---@param row? integer\nfunction TableView:deselectRow(section, row)"))
    #expect(text.contains("---@field maximumValue number The highest value. Default: 1.0."))
    #expect(!text.contains(" any\nfunction ui."))
  }

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

import Foundation
import LuaRuntime
import Testing

@testable import LuaScreens

/// Holds `scripts/meta/luahost.lua`, which editors read, against what the host offers.
@Suite("Editor annotations")
@MainActor
struct AnnotationTests {
  private let annotations: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    annotations = try String(contentsOf: root.appendingPathComponent("scripts/meta/luahost.lua"), encoding: .utf8)
  }

  /// The fields and methods that the file gives each class.
  private func annotated() -> [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    var current = ""
    for line in annotations.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("---@class luahost.") {
        current = String(words[1].dropFirst("luahost.".count))
        members[current] = []
      } else if line.hasPrefix("---@field "), !current.isEmpty {
        members[current]?.insert(String(words[1].filter { $0 != "?" }))
      } else if line.hasPrefix("function "), let colon = line.firstIndex(of: ":"), let end = line.firstIndex(of: "(") {
        let name = String(line[line.index(line.startIndex, offsetBy: 9)..<colon])
        members[name]?.insert(String(line[line.index(after: colon)..<end]))
      } else if line == "---@class luahost" {
        current = ""
      }
    }
    return members
  }

  @Test("every class has the properties and methods that the host offers, and no others")
  func classes() throws {
    let app = try ScriptedApp("")
    let annotated = annotated()
    let common: Set<String> = ["class", "isKindOf", "subclass"]
    for hostClass in app.host.lua.hostClasses where !hostClass.isScript {
      let inherited = Set(hostClass.superclass?.memberNames ?? [])
      let own = Set(hostClass.memberNames).subtracting(inherited).subtracting(hostClass.superclass == nil ? common : [])
      let documented = (annotated[hostClass.name] ?? []).subtracting(common)
      #expect(documented == own, "\(hostClass.name): \(documented.symmetricDifference(own).sorted())")
    }
  }

  /// The fields and functions that the file gives the module, and nothing that it gives a class.
  private func annotatedModule() -> Set<String> {
    var names: Set<String> = []
    var isModule = false
    for line in annotations.split(separator: "\n") {
      if line.hasPrefix("---@class ") { isModule = line == "---@class luahost" }
      if isModule, line.hasPrefix("---@field ") {
        names.insert(String(line.split(separator: " ")[1].filter { $0 != "?" }))
      } else if line.hasPrefix("function ui."), let end = line.firstIndex(of: "(") {
        names.insert(String(line[..<end].dropFirst("function ui.".count)))
      }
    }
    return names
  }

  @Test("the module has the classes and functions that scripts get by require, and no others")
  func module() throws {
    let app = try ScriptedApp("_G.ui = ui")
    let listed = try app.eval(
      "local names = {} for name in pairs(package.loaded.luahost) do names[#names + 1] = name end return table.concat(names, ' ')"
    )
    let names = Set(listed.split(separator: " ").map(String.init))
    #expect(names.contains("NavigationController"))
    #expect(annotatedModule() == names, "\(annotatedModule().symmetricDifference(names).sorted())")
  }
}

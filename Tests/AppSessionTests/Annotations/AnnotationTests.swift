import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import Annotations
@testable import AppSession

@Suite("Editor annotations")
@MainActor
struct AnnotationTests {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func references() throws -> [Reference] { [try ScriptHost.reference(), try TestRunner.reference()] }

  private func annotations() throws -> String { Annotations(try ScriptHost.reference()).text }

  @Test("the annotation files match the definitions; if not, run scripts/annotations")
  func files() throws {
    for reference in try Self.references() {
      let path = "scripts/meta/\(reference.module).lua"
      let file = try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
      let (stored, defined) = (file.split(separator: "\n"), Annotations(reference).text.split(separator: "\n"))
      let stale = defined.difference(from: stored).map {
        switch $0 {
        case .insert(_, let line, _): "+ \(line)"
        case .remove(_, let line, _): "- \(line)"
        }
      }
      #expect(stale.isEmpty, "\(path) is stale, run scripts/annotations:\n\(stale.joined(separator: "\n"))")
    }
  }

  @Test("every class, property, method, callback, function and table is documented by a sentence")
  func sentences() throws {
    var sentences: [(of: String, text: String)] = []
    for reference in try Self.references() {
      sentences += reference.members.map { ("\(reference.variable).\($0.name)", $0.about) }
      for type in reference.types {
        sentences.append((type.name, type.about))
        sentences += type.members.map { ("\(type.name).\($0.name)", $0.about) }
        for callback in type.members {
          guard case .callback = callback.kind else { continue }
          #expect(callback.about.hasPrefix("Called "), "\(type.name):\(callback.name) says when it is called")
          let returns = callback.about.contains("returns ") || callback.about.contains("Returns ")
          #expect(callback.type == nil || returns, "\(type.name):\(callback.name) says what it returns")
        }
        // The functions of these tables are called by scripts, not for them.
        for handler in type.members
        where !["Clipboard", "Format", "JSON", "WorkerFunctions"].contains(type.name)
          && handler.type?.hasPrefix("fun(") == true
        {
          #expect(handler.about.hasPrefix("Called "), "\(type.name).\(handler.name) says when it is called")
        }
      }
    }
    #expect(sentences.count > 400)
    for (name, text) in sentences {
      #expect(text.hasSuffix(".") && text.split(separator: " ").count >= 4, "\(name): \(text)")
    }
  }

  @Test("annotation types are derived from Swift's, and every type that a signature names is defined")
  func types() throws {
    let text = try annotations()
    #expect(text.contains("---@field selectedSegmentIndex integer|nil "))
    #expect(text.contains("---@field border \"none\"|\"single\"|\"rounded\"|\"double\"|\"heavy\" "))
    #expect(
      text.contains("---@param section? integer\n---@param row? integer\nfunction TableView:deselectRow(section, row)"))
    #expect(text.contains("---@field maximumValue number "))
    #expect(text.contains(" Default: 1.0."))
    #expect(!text.contains(" any\nfunction ui."))
  }

  @Test("a class can be called with its writable properties, and returns an instance")
  func constructors() throws {
    let text = try annotations()
    #expect(text.contains("---@overload fun(properties?: luahost.Label.Properties): luahost.Label\nlocal Label = {}"))
    #expect(text.contains("---@class luahost.Label.Properties : luahost.View.Properties\n"))
    let properties = try #require(text.components(separatedBy: "---@class luahost.View.Properties\n").last)
      .components(separatedBy: "\n\n")[0]
    #expect(properties.contains("---@field [integer] luahost.View "))
    #expect(properties.contains("---@field isHidden? boolean "))
    #expect(!properties.contains("superview"))
    let field = try #require(text.components(separatedBy: "---@class luahost.TextField.Properties").last)
      .components(separatedBy: "\n\n")[0]
    #expect(field.contains("---@field onChange? fun(view: luahost.TextField)|nil "))
    #expect(!text.contains("---@class luahost.Coder.Properties"))
  }

  @Test("a subclass, and the controllers of its tasks, have the superclass's type")
  func subclasses() throws {
    let text = try annotations()
    #expect(
      text.contains(
        "---@generic T\n---@param self T\n---@param name string\n---@return T\nfunction Object:subclass(name)"))
    #expect(text.contains("---@param body fun(controller: T)\n"))
    #expect(text.contains("---@field super luahost.ViewController "))
  }

  @Test("types with operators for concatenation and length declare them; appearances have their properties")
  func operators() throws {
    let text = try annotations()
    #expect(text.contains("---@operator concat(any): luahost.AttributedString\n---@operator len: integer\n"))
    #expect(text.contains("---@alias luahost.Look luahost.Style.Properties|luahost.Role|luahost.Style\n"))
    let tests = Annotations(try TestRunner.reference()).text
    #expect(tests.contains("---@param name luahost.KeyName\nfunction App:key(name)"))
  }

  @Test("the key names in annotations are those that the key parser accepts")
  func keys() throws {
    let text = try annotations()
    let alias = try #require(text.split(separator: "\n").first { $0.hasPrefix("---@alias luahost.KeyName ") })
    for name in ["enter", "pagedown", "f1", "f12", "ctrl+s", "shift+tab"] { #expect(alias.contains("\"\(name)\"")) }
    #expect(alias.hasSuffix("|string"))
    #expect(
      text.contains("---@param key luahost.KeyName\n---@return boolean|nil\nfunction ViewController:keyPressed(key)"))
  }

  @Test("expectations and cases have exactly the methods that the test library defines")
  func testLibrary() throws {
    let source = String(decoding: PackageResources.test_lua, as: UTF8.self)
    let reference = try TestRunner.reference()
    for name in ["T", "Expectation"] {
      let described = try #require(reference.types.first { $0.name == name }).members.map(\.name)
      let defined = source.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { $0.hasPrefix("function \(name):") }
        .map { String($0.dropFirst("function \(name):".count).prefix { $0 != "(" }) }
      #expect(Set(described) == Set(defined))
    }
    #expect(reference.types.contains { type in type.name == "App" && type.members.contains { $0.name == "waitFor" } })
  }

  @Test("the annotated options of the test library are those that it accepts")
  func testOptions() throws {
    let reference = try TestRunner.reference()
    for (name, keys) in [("LaunchOptions", TestLibrary.launchKeys), ("RelaunchOptions", TestLibrary.relaunchKeys)] {
      #expect(Set(try #require(reference.types.first { $0.name == name }).members.map(\.name)) == Set(keys))
    }
  }
}

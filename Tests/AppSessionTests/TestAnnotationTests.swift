import Foundation
import LuaRuntime
import Testing

@testable import AppSession

@Suite("Annotations of the test library")
@MainActor
struct TestAnnotationTests {
  private func annotated(_ className: String) throws -> Set<String> {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent("scripts/meta/luahost.test.lua"), encoding: .utf8)
    return Self.names(after: "function \(className):", in: text)
  }

  private static func names(after prefix: String, in text: String) -> Set<String> {
    Set(
      text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix(prefix) }
        .map { String($0.dropFirst(prefix.count).prefix { $0 != "(" }) })
  }

  @Test("an app has the methods that the host offers, and no others")
  func app() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-annotations-\(getpid()).test.lua")
    try "local test = require 'luahost.test'".write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    let runner = try TestRunner(file.path)
    let offered = Set(runner.lua.hostClass(named: "App")?.methodNames ?? []).subtracting(["isKindOf", "subclass"])
    #expect(try annotated("App") == offered)
  }

  @Test("expectations and cases have the methods that the library defines, and no others")
  func expectations() throws {
    let source = String(decoding: PackageResources.test_lua, as: UTF8.self)
    #expect(try annotated("Expectation") == Self.names(after: "function Expectation:", in: source))
    #expect(try annotated("T") == Self.names(after: "function T:", in: source))
  }
}

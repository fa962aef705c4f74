import Foundation
import LuaRuntime
import Testing

@MainActor
@Suite("Modules and script files")
struct ModuleTests {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ name: String, _ text: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func state(sandboxed: Bool = false) throws -> LuaState {
    let lua = try LuaState(options: .init(capabilities: sandboxed ? [] : .all))
    lua.moduleFolders = [folder.path]
    return lua
  }

  @Test("require finds modules beside the script and folders with init.lua, and loads each once")
  func require() throws {
    try write("model.lua", "loads = (loads or 0) + 1 return { name = ... }")
    try write("parts/init.lua", "return { deep = require 'parts.deep' }")
    try write("parts/deep.lua", "return 7")
    let lua = try state()
    #expect(
      try lua.run("return require('model').name, require('model') == require('model'), loads, require('parts').deep")
        == ["model", "true", "1", "7"])
  }

  @Test("a missing, broken or recursively required module is an error that says so")
  func failures() throws {
    try write("a.lua", "require 'b'")
    try write("b.lua", "require 'a'")
    try write("broken.lua", "x = = 1")
    try write("raises.lua", "error { code = 1 }")
    let lua = try state()
    #expect(lua.failure("require 'a'").contains("requires itself: a > b > a"))
    #expect(
      lua.failure("require 'none'").contains(
        "module 'none' not found:\n\tno field package.preload['none']\n\tno file '\(folder.path)/none.lua'"))
    #expect(lua.failure("require 'broken'").contains("broken.lua:1:"))
    #expect(try lua.run("local ok, e = pcall(require, 'raises') return e.code") == ["1"])
  }

  @Test("a missing, binary or precompiled script and a folder are refused; an empty one runs")
  func files() throws {
    let lua = try state()
    let stack = try lua.stack
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("dir.lua"), withIntermediateDirectories: true)
    try write("empty.lua", "")
    try Data([0, 1, 2]).write(to: folder.appendingPathComponent("binary.lua"))
    try Data([0x1b, 0x4c, 0x75, 0x61, 0x54]).write(to: folder.appendingPathComponent("compiled.lua"))
    for (name, reason) in [
      ("none.lua", "no such file"), ("dir.lua", "a folder"), ("binary.lua", "binary data"),
      ("compiled.lua", "precompiled"),
    ] {
      do {
        try lua.load(file: folder.appendingPathComponent(name).path, on: stack)
        Issue.record("\(name) was loaded")
      } catch let error as LuaError {
        #expect(error.message.contains(reason))
      }
    }
    try lua.load(file: folder.appendingPathComponent("empty.lua").path, on: stack)
    try stack.call(arguments: 0, results: 0)
  }

  @Test("a byte order mark and a shebang line are skipped, and line numbers stay the same")
  func prologue() throws {
    try Data([0xef, 0xbb, 0xbf] + Array("#!/usr/bin/env luahost\nreturn debug.getinfo(1).currentline".utf8))
      .write(to: folder.appendingPathComponent("script.lua"))
    let lua = try state()
    let stack = try lua.stack
    try lua.load(file: folder.appendingPathComponent("script.lua").path, name: "script.lua", on: stack)
    try stack.call(arguments: 0, results: 1)
    #expect(stack.integer(-1) == 2)
  }

  @Test("the sandbox has no files, processes, environment or debug, and require stays in its folder")
  func sandbox() throws {
    try write("own.lua", "return 'own'")
    let outside = folder.deletingLastPathComponent().appendingPathComponent("outside-\(UUID().uuidString).lua")
    try Data("return 'outside'".utf8).write(to: outside)
    defer { try? FileManager.default.removeItem(at: outside) }
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("link.lua"), withDestinationURL: outside)
    let lua = try state(sandboxed: true)
    for name in [
      "io", "debug", "dofile", "loadfile", "os.execute", "os.remove", "os.getenv", "os.tmpname", "os.rename",
      "package.loadlib", "package.path",
    ] {
      #expect(try lua.run("return \(name)") == ["nil"])
    }
    #expect(try lua.run("return require 'own'") == ["own"])
    #expect(lua.failure("require 'link'").contains("not found"))
    #expect(lua.failure("require '../\(outside.deletingPathExtension().lastPathComponent)'").contains("not found"))
    #expect(lua.failure("require 'io'").contains("not found"))
    #expect(lua.failure("require 'debug'").contains("not found"))
  }

  @Test("outside the sandbox, require finds libraries along package.path and package.cpath")
  func packagePath() throws {
    try write("elsewhere/lib.lua", "return 'lib'")
    let lua = try state()
    #expect(try lua.run("package.path = '\(folder.path)/elsewhere/?.lua' return (require 'lib')") == ["lib"])
  }

  @Test("a preloaded module is created by Swift, once")
  func preload() throws {
    let lua = try state()
    var count = 0
    try lua.preload("host") { stack in
      count += 1
      stack.createTable()
      stack.push(42)
      stack.rawSet(-2, "answer")
      try stack.state.makeStrictModule("host", prefix: "", on: stack)
    }
    #expect(try lua.run("return require('host').answer, require('host') == require('host')") == ["42", "true"])
    #expect(count == 1)
    #expect(lua.failure("return require('host').anser").contains("did you mean 'answer'?"))
  }
}

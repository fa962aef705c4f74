import Foundation
import LuaRuntime
import Testing

@MainActor
@Suite("Capabilities")
struct CapabilityTests {
  /// Expressions that are nil where their capability is withheld.
  private static let expressions: [(source: String, needs: LuaCapabilities)] = [
    ("io", .files), ("io.open", .files), ("os.remove", .files), ("os.rename", .files), ("os.tmpname", .files),
    ("dofile", .files), ("loadfile", .files), ("package.path", .files), ("package.searchers", .files),
    ("package.loaded.io", .files), ("os.execute", .processes), ("io.popen", [.files, .processes]),
    ("os.getenv", .environment), ("os.setlocale", .environment), ("package.loadlib", [.files, .nativeCode]),
    ("load(string.dump(function() end), 'x', 'b')", .nativeCode), ("debug", .debug), ("package.loaded.debug", .debug),
    ("os.time", []), ("string.rep", []), ("require", []), ("package.loaded.string", []), ("coroutine.wrap", []),
  ]

  @Test(
    "each library function exists exactly if its capability is granted, whatever else is withheld", arguments: 0..<64)
  func table(bits: Int) throws {
    let granted = LuaCapabilities(rawValue: bits)
    let lua = try LuaState(options: .init(capabilities: granted))
    for (source, needs) in Self.expressions {
      let isThere = try lua.run("local ok, value = pcall(function() return \(source) end) return ok and value ~= nil")
      #expect(isThere == ["\(granted.isSuperset(of: needs))"], "\(source) with \(granted)")
    }
    #expect(try lua.run("return load('return 1 + 1')()") == ["2"])
  }

  @Test("without native code, modules and chunks must be text")
  func precompiled() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-native-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let whole = try LuaState()
    try whole.run(
      "local f = io.open('\(folder.path)/compiled.lua', 'wb') f:write(string.dump(function() return 5 end)) f:close()")
    try "return 6".write(to: folder.appendingPathComponent("text.lua"), atomically: true, encoding: .utf8)
    whole.moduleFolders = [folder.path]
    #expect(try whole.run("return require 'compiled', require 'text'").prefix(1) == ["5"])
    let lua = try LuaState(options: .init(capabilities: .all.subtracting(.nativeCode)))
    lua.moduleFolders = [folder.path]
    #expect(try lua.run("return (require 'text'), dofile '\(folder.path)/text.lua'") == ["6", "6"])
    #expect(lua.failure("require 'compiled'").contains("attempt to load a binary chunk"))
    #expect(lua.failure("dofile '\(folder.path)/compiled.lua'").contains("attempt to load a binary chunk"))
    #expect(try lua.run("return (loadfile('\(folder.path)/compiled.lua', 'b'))") == ["nil"])
  }

  @Test("calling a module function without its capability is an error that names the capability")
  func module() throws {
    for granted in [[], LuaCapabilities.processes, .all] {
      let lua = try LuaState(options: .init(capabilities: granted))
      let module = ScriptModule("tools", prefix: "tools.")
      module.function("run(command)", "Runs a command.", needs: [.processes, .network]) { (command: String) in command }
      try lua.preload("tools") { stack in
        stack.createTable()
        try module.setMembers(on: stack)
      }
      if granted == .all {
        #expect(try lua.run("return require 'tools'.run 'x'") == ["x"])
      } else {
        let missing = granted == .processes ? "network" : "processes and network"
        #expect(
          lua.failure("require 'tools'.run 'x'").contains(
            "tools.run requires \(missing), which the sandbox does not allow"))
      }
    }
  }

  @Test("if any capability is withheld, memory is limited")
  func memory() {
    #expect(LuaState.Options().memoryLimit == nil)
    #expect(LuaState.Options(capabilities: .all.subtracting(.debug)).memoryLimit == 256 << 20)
    #expect(LuaState.Options(memoryLimit: 5, capabilities: []).memoryLimit == 5)
  }
}

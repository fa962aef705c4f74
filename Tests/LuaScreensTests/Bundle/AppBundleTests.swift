import Foundation
import LuaRuntime
import Seeded
import Testing

@testable import LuaScreens

@Suite("Bundles")
struct AppBundleTests {
  private static let bundle = AppBundle(
    script: "app.lua", identity: AppIdentity(identifier: "org.example.app", version: "1.0", help: "Help\nmore"),
    files: [
      "app.lua": Array("return 1".utf8)[...], "a/b.lua": [], "data/ä": [0, 1, 255, 10],
      ".hidden": Array("x".utf8)[...],
    ])

  private static func file(_ bytes: [UInt8]) throws -> String {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-bundle-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private static func read(_ bytes: [UInt8]) throws -> AppBundle? {
    let path = try file(bytes)
    defer { unlink(path) }
    let bundle = try AppBundle(contentsOf: path)
    return bundle
  }

  private static func whole(_ prefix: [UInt8] = AppBundle.firstLine) -> [UInt8] {
    prefix + bundle.archive(offset: prefix.count)
  }

  private static func failure(_ bytes: [UInt8]) -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("a bundle is read as it was written, after any shebang line and program")
  func roundTrip() throws {
    for prefix in ["#!/usr/bin/env luahost\n", "#!/opt/a b/luahost run\n", "\u{7f}ELF and more\n"] {
      let read = try #require(try Self.read(Self.whole(Array(prefix.utf8))))
      #expect(read.script == "app.lua" && read.identity == Self.bundle.identity)
      #expect(read.files == Self.bundle.files)
    }
    // The first line was changed after the bundle was written.
    let moved = Array("#!/x\n".utf8) + Self.whole().dropFirst(AppBundle.firstLine.count)
    #expect(try Self.read(moved)?.files == Self.bundle.files)
  }

  @Test("properties that an app does not set are nil")
  func identity() throws {
    let bundle = AppBundle(script: "a.lua", identity: AppIdentity(), files: ["a.lua": []])
    #expect(try Self.read(AppBundle.firstLine + bundle.archive(offset: 23))?.identity == AppIdentity())
  }

  @Test("bundling the same app gives the same bytes")
  func deterministic() {
    let files = Array(Self.bundle.files)
    for _ in 0..<10 {
      var shuffled: [String: ArraySlice<UInt8>] = [:]
      for (name, bytes) in files.shuffled() { shuffled[name] = bytes }
      let other = AppBundle(script: "app.lua", identity: Self.bundle.identity, files: shuffled)
      #expect(other.archive(offset: 23) == Self.bundle.archive(offset: 23))
    }
  }

  @Test("a bundle truncated at any byte is an error, and never taken for a script or another app")
  func truncated() throws {
    let whole = Self.whole()
    for count in 1..<whole.count {
      #expect(Self.failure(Array(whole[..<count]))?.contains("truncated") == true, "\(count)")
    }
    #expect(Self.failure(whole + [0])?.contains("truncated or damaged") == true)
  }

  @Test("a bundle with a changed bit after its shebang line is an error")
  func flipped() throws {
    let archive = Self.bundle.archive(offset: 0)
    for index in archive.indices {
      var bytes = archive
      bytes[index] ^= 1 << (index % 8)
      #expect(throws: AppBundle.Failure.self, "\(index)") { try AppBundle(archive: bytes[...]) }
    }
    let whole = Self.whole()
    for index in stride(from: AppBundle.firstLine.count + StoredZip.signature.count, to: whole.count, by: 50) {
      var bytes = whole
      bytes[index] ^= 0x20
      #expect(Self.failure(bytes)?.contains("bundle") == true, "\(index)")
    }
  }

  @Test("the error for a bundle of a later format says that the host is too old")
  func newer() throws {
    let text = Array("luahost bundle 1 ".utf8)
    for prefix in [AppBundle.firstLine, Array("\u{7f}ELF".utf8)] {
      var bytes = Self.whole(prefix)
      let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
      bytes[place + text.count - 2] = UInt8(ascii: "2")
      #expect(Self.failure(bytes)?.contains("bundle has version 2") == true)
    }
  }

  @Test("scripts, programs, other archives, folders and missing files are not bundles")
  func others() throws {
    let archive = StoredZip.encoded([.init(name: "a", bytes: [1])], offset: 0, commentLength: 2) { _ in [1, 2] }
    for bytes in [
      [], Array("return 1".utf8), Array("#!/usr/bin/env luahost\nreturn 1".utf8), Array("\u{7f}ELF".utf8), archive,
      Array("\u{7f}ELF".utf8) + archive,
    ] {
      #expect(try Self.read(bytes) == nil)
    }
    #expect(Self.failure(Array("#!/bin/x\n".utf8) + archive) != nil)
    for path in ["/", "/dev/zero", "/nonexistent"] {
      #expect(try AppBundle(contentsOf: path) == nil && !AppBundle.isBundle(path))
    }
  }

  @Test("an invalid archive with a valid checksum is refused, or read without harm", arguments: 1...5)
  func hostile(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let archive = Self.bundle.archive(offset: 0)
    let directory = try #require(archive.indices.first { archive[$0...].starts(with: [0x50, 0x4b, 1, 2]) })
    for _ in 0..<400 {
      var bytes = archive
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: (Bool.random(using: &random) ? directory : 0)..<bytes.count, using: &random)
        bytes[place] =
          [0, 0xff, 0x7f, 0x80, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
      }
      guard let end = StoredZip.end(of: bytes[...]) else { continue }
      _ = StoredZip.entries(of: bytes[...], end)
      _ = try? AppBundle(archive: bytes[...])
    }
  }

  @Test("paths in a bundle cannot leave it")
  func paths() {
    let cases = [
      ("a/./b//c", "a/b/c"), ("a/../b", "b"), ("./a", "a"), ("..", nil), ("a/../../b", nil), ("/a", nil), ("a/", "a"),
    ]
    for (path, expected) in cases { #expect(AppBundle.normalized(path) == expected, "\(path)") }
    #expect(Self.bundle.file("a/../data/./ä") == [0, 1, 255, 10])
  }

  @Test("other tools can read the archive")
  func tools() throws {
    let path = try Self.file(Self.whole())
    defer { unlink(path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [
      "-c",
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.read('data/ä'), len(z.namelist()))",
      path,
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "None b'\\x00\\x01\\xff\\n' 8\n")
  }
}

@MainActor
@Suite("Apps in bundles")
struct BundledAppTests {
  private static func host(
    _ files: [String: String], capabilities: LuaCapabilities = .all, onScriptFile: ((String) -> Void)? = nil
  ) throws -> ScriptHost {
    var configuration = ScriptHost.Configuration(script: "/nowhere/name")
    configuration.lua.capabilities = capabilities
    configuration.onScriptFile = onScriptFile
    configuration.bundle = AppBundle(
      script: "app.lua", identity: AppIdentity(), files: files.mapValues { Array($0.utf8)[...] })
    return try ScriptHost(configuration, onPrint: { _ in })
  }

  private static let app = """
    local ui = require "luahost"
    result = ...
    text, problem = ui.resource "data/x"
    none, why = ui.resource "data/y"
    module, where_ = require "a.b"
    return ui.Application { identifier = "org.example.bundled" }
    """

  private static func value(_ name: String, _ host: ScriptHost) throws -> String {
    let stack = try host.lua.stack
    defer { stack.pop() }
    stack.pushGlobal(name)
    return stack.describe(-1)
  }

  @Test("modules and resources are read from the bundle, also in the sandbox")
  func modules() throws {
    for capabilities in [LuaCapabilities.all, []] {
      var scriptFiles: [String] = []
      let host = try Self.host(
        [
          "app.lua": Self.app, "a/b/init.lua": "return (...) .. '!' .. select(2, ...) .. require 'c'",
          "c.lua": "\u{feff}#x\nreturn 'c'", "data/x": "bytes",
        ], capabilities: capabilities, onScriptFile: { scriptFiles.append($0) })
      #expect(try Self.value("text", host) == "bytes")
      #expect(try Self.value("why", host).contains("no such file in the bundle"))
      #expect(try Self.value("module", host) == "a.b!a/b/init.luac")
      // None of its scripts is on disk, where it could change.
      #expect(scriptFiles.isEmpty)
      if capabilities == .all { #expect(try Self.value("where_", host) == "a/b/init.lua") }
    }
  }

  @Test("a bundle's app loads its scripts from the bundle")
  func file() throws {
    let bundle = AppBundle(script: "app.lua", identity: AppIdentity(), files: ["app.lua": Array(Self.app.utf8)[...]])
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-bundle-\(UUID().uuidString)").path
    defer { unlink(path) }
    let bytes = AppBundle.firstLine + bundle.archive(offset: AppBundle.firstLine.count)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var configuration = ScriptHost.Configuration(script: path)
    var scriptFiles: [String] = []
    configuration.onScriptFile = { scriptFiles.append($0) }
    #expect(throws: (any Error).self) { try ScriptHost(configuration, onPrint: { _ in }) }
    #expect(scriptFiles == [path])
  }

  @Test("a bundle's app reads images from the bundle, and files beside it by their absolute path only")
  func pictures() throws {
    let png = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAAD0lEQVR4nGP4z8DA8J8BAAf/Af8Bf4mnAAAAAElFTkSuQmCC"))
    let beside = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-\(UUID().uuidString).png")
    try png.write(to: beside)
    defer { try? FileManager.default.removeItem(at: beside) }
    var configuration = ScriptHost.Configuration(script: beside.deletingLastPathComponent().path + "/app")
    let script = """
      local ui = require "luahost"
      width = ui.Image("./pictures/dots.png").width
      view = ui.ImageView { image = "pictures/dots.png" }
      missing = select(2, pcall(ui.Image, "\(beside.lastPathComponent)"))
      whole = ui.Image("\(beside.path)").width
      return ui.Application { identifier = "org.example.pictures" }
      """
    configuration.bundle = AppBundle(
      script: "app.lua", identity: AppIdentity(),
      files: ["app.lua": Array(script.utf8)[...], "pictures/dots.png": Array(png)[...]])
    let host = try ScriptHost(configuration)
    #expect(try Self.value("width", host) == "2")
    #expect(try Self.value("whole", host) == "2")
    #expect(try Self.value("missing", host).contains("is not in the app's bundle"))
  }

  @Test("an error has the source's file and line; a missing module lists where it was searched")
  func errors() {
    for (text, expected) in [
      ("\n\nerror 'no'", "a/b.lua:3: no"), ("x = = 1", "a/b.lua:1:"), ("require 'z.y'", "z/y.lua"),
    ] {
      for capabilities in [LuaCapabilities.all, []] {
        do {
          _ = try Self.host(["app.lua": Self.app, "a/b.lua": text], capabilities: capabilities)
          Issue.record("no error")
        } catch { #expect("\(error)".contains(expected), "\(error)") }
      }
    }
  }

  @Test("a precompiled module is loaded where native code is allowed, and refused in the sandbox")
  func precompiled() throws {
    let state = try LuaState()
    let stack = try state.stack
    try state.load(Array("return string.dump(load 'return 42')".utf8), name: "dump", on: stack)
    try stack.call(arguments: 0, results: 1)
    let chunk = try #require(stack.bytes(-1))
    stack.pop()
    var files = ["app.lua": Array(Self.app.utf8)[...]]
    files["a/b.lua"] = chunk[...]
    var configuration = ScriptHost.Configuration(script: "x")
    configuration.bundle = AppBundle(script: "app.lua", identity: AppIdentity(), files: files)
    #expect(try Self.value("module", try ScriptHost(configuration)) == "42")
    configuration.lua.capabilities = []
    #expect(throws: LuaError.self) { try ScriptHost(configuration) }
  }

  @Test("a script's resources are read from its folder only")
  func resources() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-resource-\(UUID().uuidString)")
    let manager = FileManager.default
    try manager.createDirectory(at: folder.appendingPathComponent("app/data"), withIntermediateDirectories: true)
    defer { try? manager.removeItem(at: folder) }
    let script = folder.appendingPathComponent("app/app.lua")
    try Data([0, 255, 10]).write(to: folder.appendingPathComponent("app/data/bytes"))
    try Data("secret".utf8).write(to: folder.appendingPathComponent("secret"))
    try manager.createSymbolicLink(
      at: folder.appendingPathComponent("app/link"), withDestinationURL: folder.appendingPathComponent("secret"))
    try """
    local ui = require "luahost"
    bytes = ui.resource "./data/bytes" == "\\0\\255\\n"
    folder, why = ui.resource "data"
    none, missing = ui.resource "data/none"
    link = ui.resource "link"
    outside = select(2, pcall(ui.resource, "../secret"))
    absolute = select(2, pcall(ui.resource, "/etc/passwd"))
    kind = select(2, pcall(ui.resource, {}))
    return ui.Application { identifier = "org.example.resources" }
    """.write(to: script, atomically: true, encoding: .utf8)
    for capabilities in [LuaCapabilities.all, []] {
      var configuration = ScriptHost.Configuration(script: script.path)
      configuration.lua.capabilities = capabilities
      let host = try ScriptHost(configuration)
      #expect(try Self.value("bytes", host) == "true")
      #expect(try Self.value("why", host) == "data: it is not a regular file")
      #expect(try Self.value("missing", host) == "data/none: no such file in the script's folder")
      #expect(try Self.value("link", host) == (capabilities.isEmpty ? "nil" : "secret"))
      for name in ["outside", "absolute"] { #expect(try Self.value(name, host).contains("below the script's folder")) }
      #expect(try Self.value("kind", host).contains("resource: the name"))
    }
  }

  @Test("an app's identity has what its script set before it failed")
  func identity() {
    var configuration = ScriptHost.Configuration(script: "x.lua")
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.said", version = "2" }
      app.help = "helped"
      error "stop"
      """
    let (identity, failure) = ScriptHost.identity(of: configuration)
    #expect(identity == AppIdentity(identifier: "org.example.said", version: "2", help: "helped"))
    #expect(failure != nil)
  }
}

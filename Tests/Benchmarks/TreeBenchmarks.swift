import ArchiveStore
import Foundation
import Interface
import LuaScreens
import StateRestoration

/// The cost of saving and restoring a tree of scripted nodes, against `lua-cjson` with the same data in plain Lua.
@MainActor
struct TreeBenchmarks {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-bench-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func run() throws -> [Measurement] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rounds = 5
    let cjson = try CJSON.measure(nodes: 10_000, rounds: rounds, folder: folder)
    var full: [Double] = []
    var restored: [Double] = []
    for round in 0..<rounds {
      let session = try Session(nodes: 10_000, file: "\(folder)/full\(round)")
      full.append(try seconds { _ = try session.host.turn { try session.host.application.preserve() } })
      session.host.close(runningFinalizers: false)
      restored.append(try session.restore())
    }
    return [
      Measurement(
        work: "save a tree of 10,000 scripted nodes from scratch", against: "lua-cjson encode + atomic write",
        seconds: median(full), reference: cjson.encode, aim: 3),
      Measurement(
        work: "restore 10,000 nodes, every callback run", against: "lua-cjson read + decode", seconds: median(restored),
        reference: cjson.decode, aim: 4),
    ] + (try [1_000, 10_000, 100_000].map(afterOneChange))
  }

  /// Measures a save after one node changed, against a complete save of the same tree.
  private func afterOneChange(_ nodes: Int) throws -> Measurement {
    let session = try Session(nodes: nodes, file: "\(folder)/one\(nodes)")
    let application = session.host.application
    let full = try seconds { _ = try session.host.turn { try application.preserve() } }
    var times: [Double] = []
    // More saves than the history keeps, so that old ones are removed all the time.
    for round in 0..<150 {
      try session.change(to: round)
      times.append(seconds { application.savePendingChanges() })
    }
    session.host.close(runningFinalizers: false)
    return Measurement(
      work: "save again after one of \(nodes) nodes changed", against: "that full save", seconds: median(times),
      reference: full,
      aim: 0.01)
  }

  /// An app with a number of nodes with six values each, and a store on disk.
  @MainActor
  struct Session {
    let host: ScriptHost
    let store: SQLiteArchiveStore

    init(nodes: Int, file: String) throws {
      store = try SQLiteArchiveStore(try SessionFiles(directory: file))
      host = try Self.load()
      host.launch(store: store)
      try host.evaluate("build(\(nodes))", name: "benchmark") { _, _ in }
      host.turn {}
    }

    /// Runs a closure with a session in a temporary folder.
    static func withTemporary(nodes: Int, _ body: (Session) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-counts-\(getpid())").path
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try body(try Session(nodes: nodes, file: folder))
    }

    /// Changes a value of a node in the middle.
    func change(to value: Int) throws {
      try host.evaluate(
        "nodes[#nodes // 2].values.n = \(value); nodes[#nodes // 2]:invalidateRestorableState()", name: "benchmark"
      ) { _, _ in }
    }

    /// Runs the script without launching the app.
    static func load() throws -> ScriptHost {
      var configuration = ScriptHost.Configuration(script: "benchmark.lua", lua: .init(timeLimit: nil))
      configuration.source = script
      return try ScriptHost(configuration, onPrint: { _ in })
    }

    /// Returns the time of a launch with restoration, without loading the script.
    func restore() throws -> Double {
      let host = try Self.load()
      defer { host.close(runningFinalizers: false) }
      return seconds { host.launch(store: store) }
    }

    static let script = """
      local ui = require "luahost"
      local Node = ui.ViewController:subclass "Node"
      local app = ui.Application { identifier = "org.luahost.benchmark", autosave = true }
      nodes = {}

      function Node:encodeRestorableState(coder)
        Node.super.encodeRestorableState(self, coder)
        local values = self.values
        coder:encode("n", values.n) coder:encode("x", values.x) coder:encode("name", values.name)
        coder:encode("on", values.on) coder:encode("list", values.list) coder:encode("map", values.map)
      end

      function Node:decodeRestorableState(coder)
        Node.super.decodeRestorableState(self, coder)
        self.values = {
          n = coder:decode "n", x = coder:decode "x", name = coder:decode "name", on = coder:decode "on",
          list = coder:decode "list", map = coder:decode "map",
        }
      end

      function Node:viewControllerWithRestorationIdentifierPath(path) return Node() end

      local function new(name, n)
        local node = Node { restorationIdentifier = name, restorationClass = Node }
        node.values = { n = n, x = n + 0.5, name = "node " .. n, on = n % 2 == 0, list = { n, n + 1, n + 2 }, map = { a = n, b = "b" } }
        nodes[#nodes + 1] = node
        return node
      end

      function build(count)
        local root = new("root", 0)
        local branch
        for n = 1, count - 1 do
          local node = new("node" .. n, n)
          if (n - 1) % 100 == 0 then branch = node root:addChild(node) else branch:addChild(node) end
        end
        app.window.rootViewController = root
      end

      function app:willFinishLaunching() self.window = ui.Window() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """
  }
}

/// The same data in plain Lua with `lua-cjson`.
enum CJSON {
  static func measure(nodes: Int, rounds: Int, folder: String) throws -> (encode: Double, decode: Double) {
    let script = """
      local cjson = require "cjson"
      local nodes = {}
      for n = 0, \(nodes) - 1 do
        nodes[#nodes + 1] = { path = "root/node" .. n, class = "Node", state = {
          n = n, x = n + 0.5, name = "node " .. n, on = n % 2 == 0, list = { n, n + 1, n + 2 }, map = { a = n, b = "b" } } }
      end
      local path = "\(folder)/state.json"
      for _ = 1, \(rounds) do
        local start = os.clock()
        local file = assert(io.open(path .. ".new", "w"))
        file:write(cjson.encode(nodes))
        file:close()
        assert(os.rename(path .. ".new", path))
        local encoded = os.clock()
        file = assert(io.open(path))
        local read = cjson.decode(file:read "a")
        file:close()
        print(encoded - start, os.clock() - encoded)
      end
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/lua5.4")
    process.arguments = ["-e", script]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let times = output.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).compactMap { Double($0) } }
    guard process.terminationStatus == 0, times.count == rounds, times.allSatisfy({ $0.count == 2 }) else {
      throw BenchmarkError.referenceFailed
    }
    return (median(times.map { $0[0] }), median(times.map { $0[1] }))
  }
}

enum BenchmarkError: Error, CustomStringConvertible {
  case referenceFailed
  case unknownPath(String)

  var description: String {
    switch self {
    case .referenceFailed: "lua5.4 with lua-cjson, which the benchmarks compare with, could not be run"
    case .unknownPath(let name): "there is no core path \"\(name)\"; `Benchmarks paths` lists them"
    }
  }
}

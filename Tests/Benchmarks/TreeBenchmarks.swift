import ArchiveStore
import BenchmarkReference
import Foundation
import Interface
import LuaScreens
import StateRestoration

/// The cost of saving and restoring a tree of scripted nodes, against `lua-cjson` with the same data and a callback for each
/// node in plain Lua, and of a save after one change, against the same rows written in C.
@MainActor
struct TreeBenchmarks {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-bench-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func run() throws -> [Measurement] {
    defer { removeFiles() }
    return try complete(nodes: 10_000) + [1_000, 10_000, 100_000].map(afterOneChange)
  }

  func removeFiles() { try? FileManager.default.removeItem(atPath: folder) }

  /// Measures complete saves and restorations, and those of the reference alternately.
  func complete(nodes: Int, rounds: Int = 5) throws -> [Measurement] {
    let reference = try PlainLua(CJSON.script(nodes: nodes, file: "\(folder)/state.json"))
    var (saves, restorations, encodings, decodings): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for round in 0..<rounds {
      let session = try Session(nodes: nodes, file: "\(folder)/full\(nodes)-\(round)")
      saves.append(try seconds { _ = try session.host.turn { try session.host.application.preserve() } })
      encodings.append(try seconds { try reference.call("save") })
      session.host.close(runningFinalizers: false)
      restorations.append(try session.restore())
      decodings.append(try seconds { try reference.call("restore") })
    }
    let count = nodes.formatted(.number)
    return [
      Measurement(
        work: "save a tree of \(count) scripted nodes, every callback run", against: "lua-cjson with callbacks",
        seconds: median(saves), reference: median(encodings), aim: 1.5),
      Measurement(
        work: "restore \(count) nodes, every callback run", against: "lua-cjson with callbacks",
        seconds: median(restorations), reference: median(decodings), aim: 3),
    ]
  }

  /// Measures a save after one node changed.
  func afterOneChange(_ nodes: Int) throws -> Measurement {
    let session = try Session(nodes: nodes, file: "\(folder)/one\(nodes)")
    let application = session.host.application
    _ = try session.host.turn { try application.preserve() }
    // Later saves are measured: the first one is copied, and moved from the log to the database, beside them.
    try session.waitForCopy()
    guard let reference = reference_saves_open("\(folder)/reference\(nodes).sqlite", Int32(nodes)) else {
      throw BenchmarkError.referenceFailed("SQLite")
    }
    defer { reference_saves_close(reference) }
    var (times, references): ([Double], [Double]) = ([], [])
    // More saves than the history keeps, so that old ones are removed all the time.
    for round in 0..<150 {
      try session.change(to: round)
      times.append(
        try seconds {
          application.savePendingChanges()
          // Autosaves are written beside the main thread.
          try session.store.finishCommit()
        })
      references.append(seconds { _ = reference_saves_write(reference, Int32(nodes / 2)) })
    }
    session.host.close(runningFinalizers: false)
    return Measurement(
      work: "save after one of \(nodes) nodes changed", against: "the same rows in C", seconds: median(times),
      reference: median(references), aim: 3)
  }

  /// An app with a number of nodes with six values each, and a store on disk.
  @MainActor
  struct Session {
    let host: ScriptHost
    let store: SQLiteArchiveStore
    private let folder: String

    init(nodes: Int, file: String) throws {
      folder = file
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

    /// Waits until the copy of the last save and the checkpoint are written.
    func waitForCopy() throws {
      let copy = try SessionFiles(directory: folder).copy
      for _ in 0..<600 where !FileManager.default.fileExists(atPath: copy) { usleep(100_000) }
      usleep(1_000_000)
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

/// A script in plain Lua, in this process.
@MainActor
final class PlainLua {
  private let state: OpaquePointer

  /// Runs a script.
  ///
  /// - Throws: `BenchmarkError.referenceFailed` if the script raises an error.
  init(_ script: String) throws {
    guard let state = reference_lua_open(script) else { throw BenchmarkError.referenceFailed("lua-cjson") }
    self.state = state
  }

  isolated deinit { reference_lua_close(state) }

  /// Calls a global function.
  func call(_ function: String) throws {
    guard reference_lua_call(state, function) == 0 else { throw BenchmarkError.referenceFailed(function) }
  }
}

/// The same data in plain Lua with `lua-cjson`: each node encodes its six values in a method, as the scripted nodes do.
enum CJSON {
  static func script(nodes: Int, file: String) -> String {
    """
    local cjson = require "cjson"
    local path = "\(file)"
    local Coder = {}
    Coder.__index = Coder
    function Coder:encode(key, value) self.state[key] = value end
    function Coder:decode(key) return self.state[key] end
    local Node = {}
    Node.__index = Node
    function Node:encode(coder)
      local values = self.values
      coder:encode("n", values.n) coder:encode("x", values.x) coder:encode("name", values.name)
      coder:encode("on", values.on) coder:encode("list", values.list) coder:encode("map", values.map)
    end
    function Node:decode(coder)
      self.values = {
        n = coder:decode "n", x = coder:decode "x", name = coder:decode "name", on = coder:decode "on",
        list = coder:decode "list", map = coder:decode "map",
      }
    end
    local nodes = {}
    for n = 0, \(nodes) - 1 do
      nodes[#nodes + 1] = setmetatable({ path = "root/node" .. n, values = {
        n = n, x = n + 0.5, name = "node " .. n, on = n % 2 == 0, list = { n, n + 1, n + 2 }, map = { a = n, b = "b" } } }, Node)
    end
    function save()
      local saved = {}
      for index, node in ipairs(nodes) do
        local coder = setmetatable({ state = {} }, Coder)
        node:encode(coder)
        saved[index] = { path = node.path, class = "Node", state = coder.state }
      end
      local file = assert(io.open(path .. ".new", "w"))
      file:write(cjson.encode(saved))
      file:close()
      assert(os.rename(path .. ".new", path))
    end
    function restore()
      local file = assert(io.open(path))
      local saved = cjson.decode(file:read "a")
      file:close()
      local restored = {}
      for index, entry in ipairs(saved) do
        local node = setmetatable({ path = entry.path }, Node)
        node:decode(setmetatable({ state = entry.state }, Coder))
        restored[index] = node
      end
    end
    """
  }
}

enum BenchmarkError: Error, CustomStringConvertible {
  case referenceFailed(String)
  case unknownPath(String)

  var description: String {
    switch self {
    case .referenceFailed(let name): "\(name), which the benchmarks compare with, failed"
    case .unknownPath(let name): "there is no core path \"\(name)\"; `Benchmarks paths` lists them"
    }
  }
}

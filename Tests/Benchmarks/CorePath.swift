import BenchmarkReference
import Foundation
import Interface
import LuaScreens

/// A part of luahost whose instructions `scripts/counts` compares with those of an earlier version.
///
/// A path prepares its work, warms up what is created once, and counts between two calls of `reference_toggle_counting`.
@MainActor
struct CorePath {
  let name: String
  /// The number of repetitions that are counted.
  let rounds: Int
  /// Prepares the work, and counts all rounds.
  private let run: @MainActor (_ rounds: Int) throws -> Void

  /// Runs a path, and prints its rounds.
  ///
  /// - Throws: `BenchmarkError.unknownPath`; any error of the path.
  static func count(_ name: String) throws {
    guard let path = all.first(where: { $0.name == name }) else { throw BenchmarkError.unknownPath(name) }
    try path.run(path.rounds)
    print(path.rounds)
  }

  static let all = [
    calls("Lua calls the host") { try $0.repeating(.call) },
    calls("the host calls Lua") { try $0.callingLua() },
    calls("read a property") { try $0.repeating(.read) },
    calls("write a property") { try $0.repeating(.write) },
    calls("call a method") { try $0.repeating(.method) },
    CorePath(name: "save 1,000 nodes", rounds: 1) { _ in
      try TreeBenchmarks.Session.withTemporary(nodes: 1_000) { session in
        try counting { _ = try session.host.turn { try session.host.application.preserve() } }
      }
    },
    CorePath(name: "restore 1,000 nodes", rounds: 1) { _ in
      try TreeBenchmarks.Session.withTemporary(nodes: 1_000) { session in
        _ = try session.host.turn { try session.host.application.preserve() }
        session.host.close(runningFinalizers: false)
        let host = try TreeBenchmarks.Session.load()
        counting { host.launch(store: session.store) }
        host.close(runningFinalizers: false)
      }
    },
    CorePath(name: "save one of 1,000 nodes", rounds: 20) { rounds in
      try TreeBenchmarks.Session.withTemporary(nodes: 1_000) { session in
        _ = try session.host.turn { try session.host.application.preserve() }
        try session.change(to: 0)
        session.host.application.savePendingChanges()
        for round in 1...rounds {
          try session.change(to: round)
          counting { session.host.application.savePendingChanges() }
        }
      }
    },
    // The least that the same rules take, for Figures.md.
    CorePath(name: "save 1,000 nodes in C", rounds: 1) { _ in
      try withReferenceTree { tree in try counting { try check(reference_tree_save(tree)) } }
    },
    CorePath(name: "restore 1,000 nodes in C", rounds: 1) { _ in
      try withReferenceTree { tree in
        try check(reference_tree_save(tree))
        try counting { try check(reference_tree_restore(tree)) }
      }
    },
    keys("a key in a form, 80x24", .character("x"), TypedScreen.form, Size(width: 80, height: 24)),
    keys("a key in a form, 200x60", .character("x"), TypedScreen.form, Size(width: 200, height: 60)),
    keys("a key in a table, 80x24", .down, TypedScreen.table, Size(width: 80, height: 24)),
    keys("a key in a table, 200x60", .down, TypedScreen.table, Size(width: 200, height: 60)),
    keys("a key in a text of 1 MB", .character("x"), TypedScreen.text, Size(width: 80, height: 24)),
  ]

  private static func calls(
    _ name: String, _ work: @escaping @MainActor (CallBenchmarks) throws -> () throws -> Void
  ) -> CorePath {
    CorePath(name: name, rounds: 10_000) { rounds in
      let work = try work(CallBenchmarks(calls: rounds))
      try work()
      try counting(work)
    }
  }

  private static func keys(_ name: String, _ key: Key, _ script: String, _ size: Size) -> CorePath {
    CorePath(name: name, rounds: 30) { rounds in
      try TypedScreen(KeyPress(key), rounds: rounds, size: size).run(script)
    }
  }

  private static func withReferenceTree(_ body: (OpaquePointer) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-reference-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    guard let tree = reference_tree_open("\(folder)/tree.sqlite", 1_000) else {
      throw BenchmarkError.referenceFailed("the tree in C")
    }
    defer { reference_tree_close(tree) }
    try body(tree)
  }

  private static func check(_ result: Int32) throws {
    guard result == 0 else { throw BenchmarkError.referenceFailed("the tree in C") }
  }

  private static func counting(_ work: () throws -> Void) rethrows {
    reference_toggle_counting()
    defer { reference_toggle_counting() }
    try work()
  }
}

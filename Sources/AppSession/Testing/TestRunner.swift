import Foundation
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Runs a test file: its cases one after the other, each with apps of its own.
@MainActor
public final class TestRunner {
  /// How a file's cases went.
  public struct Result: Sendable {
    /// How many cases passed.
    public var passed = 0
    /// How many failed; a file that cannot be run is one.
    public var failed = 0

    /// Nothing yet.
    public init() {}
  }

  private let path: String
  private let folder: String
  let lua: LuaState
  private var library: TestLibrary?
  private var cases: [(name: String, body: LuaReference)] = []
  private var apps: [TestedApp] = []

  /// As ``AppSession/advise``, for the apps that are tested.
  public var advise: (Problem) -> Problem = { $0 }
  /// The pictures that screens are compared with.
  public let snapshots: SnapshotStore

  /// How long one case may run, in seconds.
  private static let timeLimit = 300.0

  /// What the apps that are tested may do, unless a test says otherwise.
  let appLimits: LuaState.Options

  public init(_ path: String, acceptsSnapshots: Bool = false, apps: LuaState.Options = .init()) throws {
    appLimits = apps
    self.path = path
    snapshots = SnapshotStore(testFile: path, accepts: acceptsSnapshots)
    folder = (path as NSString).deletingLastPathComponent
    lua = try LuaState(options: LuaState.Options(timeLimit: Self.timeLimit))
    lua.onPrint = { print($0, terminator: "") }
    lua.moduleFolders = [folder.isEmpty ? "." : folder]
    library = TestLibrary(runner: self, lua: lua)
    try library?.install()
  }

  var testFolder: String { folder.isEmpty ? "." : folder }

  func add(_ name: String, _ body: LuaReference) { cases.append((name, body)) }

  func launch(_ script: String, _ options: TestedApp.Options) throws -> TestedApp {
    let app = try TestedApp(
      script: script, folder: folder, options, onPrint: { print($0, terminator: "") },
      onProblem: { [advise] problem in
        let problem = advise(problem)
        let kind = problem.isError ? "error in the app" : "note from the app"
        print(Self.indented("\(kind): \(problem)"))
      })
    apps.append(app)
    return app
  }

  /// Runs the file, which says what its cases are, and then the cases.
  public func run() -> Result {
    defer { lua.close(runningFinalizers: true) }
    var result = Result()
    do {
      let stack = try lua.stack
      try lua.load(file: path, on: stack)
      stack.push(path)
      try stack.call(arguments: 1, results: 0)
    } catch {
      print("FAIL  \(path)\n" + Self.indented(Self.message(of: error)))
      result.failed += 1
      return result
    }
    for (name, body) in cases {
      do {
        try run(body)
        print("ok    \(name)")
        result.passed += 1
      } catch {
        print("FAIL  \(name)\n" + Self.indented(Self.message(of: error)))
        result.failed += 1
      }
      fflush(nil)
    }
    return result
  }

  private func run(_ body: LuaReference) throws {
    defer {
      for program in apps.flatMap(\.runningPrograms) {
        print(Self.indented("note: the case has left \(program) running, which is killed"))
      }
      apps.forEach { $0.kill() }
      apps = []
    }
    let stack = try lua.stack
    stack.push(body)
    library?.pushTestObject(on: stack)
    try stack.call(arguments: 1, results: 0)
  }

  /// A failed expectation says where it stands; other errors come with their traceback.
  private static func message(of error: any Error) -> String {
    if case LuaError.runtime(let message, _, _?) = error { return message }
    // Frames of the library itself say nothing about the test.
    return "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("\tluahost.test:") && !$0.contains("[C]: in function 'pcall'") }.joined(separator: "\n")
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }.joined(separator: "\n")
  }
}

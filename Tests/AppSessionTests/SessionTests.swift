import ArchiveStore
import Foundation
import Loop
import LuaScreens
import StateRestoration
import Testing

@testable import AppSession

@Suite("Sessions of an app")
@MainActor
struct SessionTests {
  private let folder = NSTemporaryDirectory() + "luahost-session-\(UUID().uuidString)"

  private static let script = """
    local ui = require "luahost"
    local Counter = ui.ViewController:subclass "Counter"
    function Counter:encodeRestorableState(coder) coder:encode("n", self.n or 0) end
    function Counter:decodeRestorableState(coder) self.n = coder:decodeInteger "n" end
    local app = ui.Application { identifier = "org.example.session" }
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Counter { restorationIdentifier = "counter" } }
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """

  private func session(_ name: String = "main", script: String = script) -> AppSession {
    var configuration = ScriptHost.Configuration(script: "session.lua")
    configuration.source = script
    return AppSession(configuration, storage: .files(directory: folder, session: name))
  }

  /// Returns the open files of these sessions, as other tests have their own.
  private func openFiles() throws -> [String] {
    let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
      .filter { $0.hasPrefix(folder) }
  }

  @Test(
    "a clock that has no time, or one that no calendar has, stops neither scripts nor saves",
    arguments: [
      Double.nan, .infinity, -.infinity, 1e300,
    ])
  func clocksWithoutTime(_ time: Double) throws {
    var configuration = ScriptHost.Configuration(script: "session.lua")
    configuration.source = Self.script
    configuration.wallClock = { time }
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    let seconds = try session.running.evaluate("os.time()", name: "test") { stack, _ in stack.integer(-1) }
    #expect(time.isNaN ? seconds.map { $0 > 1_700_000_000 } == true : seconds != nil)
    _ = try session.running.evaluate("tostring(require 'luahost'.Date())", name: "test") { _, _ in }
    try session.terminate()
    #expect(try session.store?.saves().isEmpty == false)
  }

  @Test("in a step whose tasks are always ready, they reach the limit once")
  func endlessTasks() throws {
    var configuration = ScriptHost.Configuration(script: "session.lua")
    configuration.source = Self.script
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    try session.load()
    try session.launch()
    let host = try session.running
    host.turn {
      _ = try? host.evaluate(
        "n = 0 ui = require 'luahost' ui.task(function() while true do n = n + 1 ui.await(function(go) go() end) end end)",
        name: "test"
      ) { _, _ in }
    }
    let count = { try host.evaluate("n", name: "test") { stack, _ in stack.integer(-1) } ?? 0 }
    let before = try count()
    session.endStep()
    let after = try count()
    #expect(before > 100 && after > before && after < before + 20)
    #expect(!host.areTasksEndless)
  }

  @Test("hundreds of launches and kills leak no file and lose no state")
  func launches() throws {
    let session = session()
    try session.load()
    try session.launch()
    for n in 1...200 {
      try session.running.turn {
        try session.running.evaluate("app.window.rootViewController.n = \(n)", name: "test") { _, _ in }
      }
      try session.running.application.savePendingChanges()
      try session.relaunch()
      let restored = try session.running.evaluate("app.window.rootViewController.n", name: "test") { stack, _ in
        stack.integer(-1)
      }
      #expect(restored == Int64(n))
    }
    // The lock, the database, its log and that log's index, the mark of the last save, and two descriptors that SQLite
    // keeps for reuse of the connections that wrote the copy of the last save, and that made checkpoints.
    for _ in 0..<500 where try openFiles().count > 7 { usleep(10_000) }
    let after = try openFiles()
    #expect(Set(after).count == 5 && after.count <= 7, "\(after)")
  }

  @Test("sessions of one app coexist; a locked one is not opened twice; a stale lock is ignored")
  func sideBySide() throws {
    let (one, other) = (session("one"), session("two"))
    try one.load()
    try other.load()
    let second = session("one")
    let error = #expect(throws: ArchiveStoreError.self) { try second.load() }
    guard case .locked? = error else {
      Issue.record("a session that is held is locked, not \(String(describing: error))")
      return
    }
    #expect("\(try #require(error))".contains("this process (\(getpid())) already holds"))
    // A file left behind by a dead process locks nothing.
    let files = try SessionFiles(directory: folder, session: "three")
    try Data("99999999\n".utf8).write(to: URL(fileURLWithPath: files.lock))
    try session("three").load()
  }

  @Test("a session gives back the state of an app that has ended, and opens it again at the next launch")
  func closedState() throws {
    let first = session()
    try first.load()
    try first.launch()
    first.closeState()
    #expect(throws: ArchiveStoreError.self) { try session().load() }
    first.kill()
    first.closeState()
    let second = session()
    try second.load()
    #expect(throws: ArchiveStoreError.self) { try first.relaunch() }
    second.kill()
    second.closeState()
    try first.relaunch()
    try first.terminate()
  }

  /// What a program does with a session while its script runs.
  enum Call: CaseIterable {
    case kill, load, terminate, relaunch, reload, rollBack

    @MainActor
    func perform(on session: AppSession) throws {
      switch self {
      case .kill: session.kill()
      case .load: try session.load()
      case .terminate: try session.terminate()
      case .relaunch: try session.relaunch()
      case .reload: try session.reload()
      case .rollBack: try session.rollBack(to: #require(try session.lastSave))
      }
    }
  }

  @Test("while a function of the script runs, its app is not ended; a kill waits for its end", arguments: Call.allCases)
  func endWithinCallback(call: Call) throws {
    var configuration = ScriptHost.Configuration(script: "session.lua")
    configuration.source = Self.script.replacing(
      "return app", with: "print 'load'\nfunction work() print 'work' worked = true end\nreturn app")
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    var results: [Result<Void, any Error>] = []
    session.onPrint = { bytes in
      guard results.isEmpty, bytes.starts(with: "work".utf8) else { return }
      results.append(Result { try call.perform(on: session) })
    }
    try session.load()
    try session.launch()
    session.endStep()
    let host = try session.running
    try host.turn { try host.evaluate("work()", name: "test") { _, _ in } }
    #expect(results.count == 1)
    #expect(try host.evaluate("tostring(worked)", name: "test") { stack, _ in stack.string(-1) } == "true")
    if call == .kill {
      session.endStep()
      #expect(session.host == nil)
      try session.relaunch()
    } else {
      #expect(throws: SessionError.scriptIsRunning) { try results[0].get() }
    }
    try session.terminate()
  }

  @Test("a script that is being loaded cannot be loaded again by what it prints")
  func loadWithinLoad() throws {
    let session = AppSession(session().configuration, storage: .memory, loop: MainLoop(.virtual))
    session.configuration.source = "print 'load'\n" + Self.script
    var errors: [SessionError?] = []
    session.onPrint = { _ in
      errors.append(#expect(throws: SessionError.self) { try session.load() })
      session.kill()
    }
    try session.load()
    try session.launch()
    session.endStep()
    #expect(errors == [.scriptIsRunning])
    #expect(session.host != nil)
    try session.terminate()
  }

  @Test("an unusable state is set aside, the user is notified, and the app launches")
  func damaged() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder + "/main.sqlite"))
    let session = session()
    var problems: [String] = []
    session.onProblem = { problems.append($0.description) }
    try session.load()
    try session.launch()
    #expect(problems.count == 1)
    #expect(problems.first?.contains("main.foreign-") == true)
    #expect(problems.first?.contains("ove it") == false)
    try session.terminate()
  }

  /// A session with one save, which is the latest.
  private func savedSession() throws -> (session: AppSession, save: SaveNumber) {
    let session = session()
    try session.load()
    try session.launch()
    try session.terminate()
    return (session, try #require(try session.lastSave))
  }

  @Test(
    "after os.exit no timer or task of the app runs, even one that is due; the orderly exit does")
  func exitBesideTimers() throws {
    var configuration = ScriptHost.Configuration(script: "session.lua")
    configuration.source = Self.script.replacing(
      "function app:shouldSave",
      with: """
        function app:didFinishLaunching()
          ui.after(1, function() os.exit(3) end)
          ui.after(1, function() print("timer") end)
          ui.every(0.5, function() print("tick") end)
          ui.task(function() ui.sleep(1) print("task") end)
        end
        function app:willTerminate() print("end") end
        function app:shouldSave
        """, maxReplacements: 1)
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    var printed = ""
    session.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
    try session.load()
    try session.launch()
    session.loop.advance(by: 3)
    #expect(session.requestedExit == 3)
    try session.terminate()
    #expect(printed == "tick\nend\n")
  }

  @Test("an exit with a code during restoration never counts as a crash")
  func exitWhileRestoring() throws {
    let (session, save) = try savedSession()
    session.configuration.source = Self.script.replacing("self.n = coder", with: "os.exit(9) self.n = coder")
    for _ in 1...4 {
      try session.load()
      try session.launch()
      #expect(session.requestedExit == 9)
      try session.terminate()
      #expect(try session.lastSave == save)
    }
    session.configuration.source = Self.script
    try session.load()
    try session.launch()
    #expect(try session.running.application.didRestoreState)
  }

  @Test("after two crashes during restoration the save is not tried again; a rollback restores it")
  func deathsWhileRestoring() throws {
    let (session, save) = try savedSession()
    session.configuration.source = Self.script.replacing("self.n = coder", with: "os.exit(9) self.n = coder")
    for _ in 1...2 {
      try session.load()
      try session.launch()
      session.kill()
      #expect(try session.lastSave == save)
    }

    session.configuration.source = Self.script
    var problems: [String] = []
    session.onProblem = { problems.append($0.description) }
    try session.load()
    try session.launch()
    #expect(problems.first?.contains("while it restored save \(save)") == true)
    #expect(try session.running.application.didRestoreState == false)
    try session.terminate()
    #expect(try session.store?.saves().first { $0.number == save }?.reasons.contains(.refused) == true)
    try session.rollBack(to: save)
    #expect(try session.running.application.didRestoreState)
    #expect(try session.store?.saves().contains { $0.reasons.contains(.refused) } == false)
  }

  @Test("one crash during restoration has no effect, and a successful launch resets the count")
  func oneDeath() throws {
    let (session, _) = try savedSession()
    let dying = Self.script.replacing("self.n = coder", with: "os.exit(9) self.n = coder")
    for _ in 1...3 {
      session.configuration.source = dying
      try session.load()
      try session.launch()
      session.kill()
      session.configuration.source = Self.script
      try session.load()
      try session.launch()
      #expect(try session.running.application.didRestoreState)
      session.kill()
    }
  }

  @Test("an orderly exit while restoration is extended never counts as a crash")
  func endWhileExtended() throws {
    let (session, save) = try savedSession()
    session.configuration.source = Self.script.replacing(
      "self.n = coder", with: "app:extendStateRestoration() self.n = coder")
    for _ in 1...4 {
      try session.load()
      try session.launch()
      #expect(try session.running.application.phase == .launching)
      try session.terminate()
    }
    // A crash then counts like any other.
    for wasRefused in [false, false, true] {
      try session.load()
      try session.launch()
      #expect(try session.running.application.didRestoreState != wasRefused)
      session.kill()
    }
    #expect(try session.store?.saves().first { $0.number == save }?.reasons.contains(.refused) == true)
  }

  @Test("the last save before a fresh start, another version and a refusal is kept and reported")
  func kept() throws {
    let (session, save) = try savedSession()
    func reasons(_ number: SaveNumber) throws -> [KeepReason] {
      try session.store?.saves().first { $0.number == number }?.reasons ?? []
    }
    try session.load()
    try session.launch(isRestoring: false)
    try session.terminate()
    #expect(try reasons(save).contains(.fresh))
    let second = try #require(try session.lastSave)
    session.configuration.version = "2"
    try session.load()
    try session.launch()
    try session.terminate()
    #expect(try reasons(second).contains(.version))
    let third = try #require(try session.lastSave)
    session.configuration.source = Self.script.replacing(
      "shouldRestoreApplicationState() return true", with: "shouldRestoreApplicationState() return false")
    try session.load()
    try session.launch()
    try session.running.application.preserve()
    try session.running.application.enterBackground()
    try session.terminate()
    #expect(try reasons(third).contains(.refusal))
    #expect(try session.store?.saves().suffix(3).map(\.kind) == [.request, .background, .end])
    #expect(try session.store?.saves().suffix(2).map { $0.reasons.contains(.run) } == [false, true])
  }
}

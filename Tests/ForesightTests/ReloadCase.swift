import AppSession
import Foundation
import Interface
import LuaScreens

@testable import Foresight

/// A small app that is used, edited and reloaded, and what its author must read then.
struct ReloadCase: Sendable, CustomStringConvertible {
  let name: String
  let app: String
  /// The steps of the user, in the app's Lua, and with `tap`, `type`, `key`, `select` at the start of a line.
  let steps: String
  /// The edit, as replacements in the script.
  var edits: [(old: String, new: String)] = []
  /// Parts of the report; empty if there must be none.
  var report: [String] = []
  /// Parts that the report must not contain.
  var silence: [String] = []

  var description: String { name }

  /// The reports of a reload.
  @MainActor
  struct Run {
    var reports: [String] = []
    var errors: [String] = []
  }

  /// Runs the app, makes the steps, edits the script, and reloads it.
  @MainActor
  func run() throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: "reload-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "app.lua")
    try app.write(to: file, atomically: true, encoding: .utf8)
    let session = AppSession(ScriptHost.Configuration(script: file.path), storage: .memory)
    session.reloadObserver = ReloadReports()
    session.onPrint = { _ in }
    var run = Run()
    session.onProblem = { problem in
      if case .lostInReload = problem.subject {
        run.reports.append("\(problem)")
      } else if problem.severity == .error {
        run.errors.append("\(problem)")
      }
    }
    try session.load()
    try session.launch()
    _ = try session.running.application.render()
    for step in steps.split(separator: "\n") { try perform(step.trimmingCharacters(in: .whitespaces), session) }
    Self.waitForCommands(session)
    var text = app
    for edit in edits {
      guard text.contains(edit.old) else { throw CocoaError(.formatting) }
      text = text.replacing(edit.old, with: edit.new)
    }
    if !edits.isEmpty { try text.write(to: file, atomically: true, encoding: .utf8) }
    try session.reload()
    Self.waitForCommands(session)
    session.kill()
    return run
  }

  /// Waits until no command is under way, and until that was noticed.
  @MainActor
  private static func waitForCommands(_ session: AppSession) {
    guard session.host?.isBusy == true else { return }
    let end = ContinuousClock.now + .seconds(5)
    while session.host?.isBusy == true, ContinuousClock.now < end {
      session.loop.look(waitingAtMost: .milliseconds(10))
    }
    let timer = session.loop.timers.after(0.2) { session.loop.stop() }
    session.loop.run {}
    timer.cancel()
  }

  @MainActor
  private func perform(_ step: String, _ session: AppSession) throws {
    let host = try session.running
    let word = step.prefix { $0 != " " }
    let rest = String(step.dropFirst(word.count + 1))
    try host.turn {
      let user = Automation(host.application)
      switch word {
      case "tap": try user.tap(rest)
      case "type": try user.type(rest)
      case "key": try user.key(rest)
      case "select":
        let parts = rest.split(separator: " ")
        try user.select(String(parts[0]), row: (Int(parts[1]) ?? 1) - 1)
      case "scroll":
        let parts = rest.split(separator: " ")
        try user.scroll(String(parts[0]), rows: Int(parts[1]) ?? 1)
      default: throw CocoaError(.formatting)
      }
    }
    _ = host.application.render()
  }
}

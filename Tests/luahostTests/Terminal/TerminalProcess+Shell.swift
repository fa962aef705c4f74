import Foundation
import Testing

/// A terminal in which bash runs the command as one of its jobs, as at a user's prompt.
extension TerminalProcess {
  /// Starts a shell in a new folder, which is its working directory and the user's home.
  static func shell(
    columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String] = [:]
  ) async throws -> TerminalProcess {
    // Names the program for backtraces, which a release build does not find itself.
    let backtracer = ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"].map { ["SWIFT_BACKTRACE": $0] } ?? [:]
    let shell = try TerminalProcess(
      running: ["/bin/bash", "--norc", "--noprofile"],
      environment: ["PS1": "$ ", "HISTFILE": ""].merging(backtracer) { $1 }.merging(environment) { $1 },
      columns: columns, rows: rows, folder: try CommandRun.makeFolder())
    try await shell.wait(for: "$")
    shell.enter("cd")
    return shell
  }

  /// Runs a line on a cleared screen; no process is created except those of the line.
  func run(_ line: String) { enter("printf '\\033c'; \(line)") }

  private var jobs: [pid_t] { RunningProcesses.children(of: process) }

  /// Returns the process of the shell's command, once there is one.
  func app() async throws -> pid_t {
    #expect(try await eventually { !jobs.isEmpty })
    return try #require(jobs.first)
  }

  /// Returns the processes that restore the terminal after the end of an app.
  static func watchers(of app: pid_t) -> [pid_t] {
    RunningProcesses.children(of: app).filter { RunningProcesses.commandLine(of: $0).contains("luahost-watcher") }
  }

  /// Kills the app with SIGKILL, and waits until the process that then restores the terminal has done so.
  func killApp() async throws {
    let app = try await app()
    let watchers = Self.watchers(of: app)
    kill(app, SIGKILL)
    try await expect("the app and its watcher have ended") {
      ([app] + watchers).allSatisfy { !RunningProcesses.isRunning($0) }
    }
  }

  /// Ends the test unless the app has exited and the terminal is restored, so that the shell receives typed text: no
  /// alternate screen, no mouse reports, a visible cursor.
  func expectUsable(_ rule: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await expect(rule, sourceLocation: sourceLocation) {
      !emulator.isOnAlternateScreen && !emulator.reportsMouse && emulator.isCursorVisible && jobs.isEmpty
    }
    run("echo us''able; echo")
    try await expect(rule, shows: "usable", sourceLocation: sourceLocation)
  }
}

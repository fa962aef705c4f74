import Foundation

/// A running `luahost inspect`.
final class InspectedRun {
  /// The address of the page.
  let address: String
  private let process = Process()
  private let folder: URL

  /// Starts the command, and waits for the address that it prints.
  ///
  /// - Parameter current: the folder in which it starts; nil for that of the tests.
  init(_ arguments: [String], in current: URL? = nil) throws {
    folder = try CommandRun.makeFolder()
    let output = folder.appendingPathComponent("output")
    try Data().write(to: output)
    process.executableURL = URL(fileURLWithPath: try CommandRun.command())
    process.arguments = ["inspect"] + arguments
    if let current { process.currentDirectoryURL = current }
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    // One descriptor, as two would write over each other.
    let written = try FileHandle(forWritingTo: output)
    process.standardOutput = written
    process.standardError = written
    // Threads of tests block signals, and a process inherits that.
    var (none, mask) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &mask)
    defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
    try process.run()
    let end = ContinuousClock.now + .seconds(20)
    var text = ""
    // Notes of the app may come before the address. The last line may not be whole yet.
    var found: Substring? { text.split(separator: "\n").first { $0.hasPrefix("http://127.0.0.1:") } }
    while found == nil || !text.hasSuffix("\n"), process.isRunning, ContinuousClock.now < end {
      usleep(20_000)
      text = try String(contentsOf: output, encoding: .utf8)
    }
    guard let line = found else {
      throw Browser.Failure(description: "no address: \(text)")
    }
    address = String(line)
  }

  /// The number of child processes that have ended, and that the command has not reaped.
  var zombies: Int {
    let path = "/proc/\(process.processIdentifier)/task/\(process.processIdentifier)/children"
    let children = (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: " ") ?? []
    return children.count { child in
      (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8))?.contains(") Z ") == true
    }
  }

  /// Asks the command to exit, and returns its exit code, or the signal after 20 s.
  func end() -> Int32 {
    process.terminate()
    let end = ContinuousClock.now + .seconds(20)
    while process.isRunning, ContinuousClock.now < end { usleep(10_000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return process.terminationStatus
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }
}

import Foundation

/// A real `luahost repl` process with pipes for input and output.
final class Luahost {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread: [UInt8] = []
  private var isAtEnd = false

  /// - Parameters:
  ///   - fault: the fault injected into its writes; see `faults.c`.
  ///   - extension: the seconds for which the app extends its restoration.
  init(_ setup: Setup, fault: String? = nil, extending seconds: Double? = nil) throws {
    process.executableURL = URL(fileURLWithPath: setup.luahost)
    process.arguments = ["repl", "--state-dir", setup.state, setup.script]
    var environment = ProcessInfo.processInfo.environment
    if let seconds { environment["TORTURE_EXTEND"] = "\(seconds)" }
    if let fault {
      environment["LD_PRELOAD"] = setup.faults
      environment["FAULT_FOLDER"] = setup.state
      environment["FAULT"] = fault
    }
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try? output.fileHandleForWriting.close()
    try? errors.fileHandleForWriting.close()
  }

  /// Sends a line. A process that has ended ignores it.
  func send(_ line: String) {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Returns the next line of its output; nil when it has ended.
  func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: 0x0a) {
        defer { unread.removeFirst(end + 1) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      if isAtEnd { return nil }
      let bytes = output.fileHandleForReading.availableData
      if bytes.isEmpty { isAtEnd = true }
      unread += bytes
    }
  }

  /// Returns the output so far, without waiting for more.
  func readAvailable(for milliseconds: Int32) -> [String] {
    var lines: [String] = []
    var descriptor = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    if !unread.contains(0x0a), poll(&descriptor, 1, milliseconds) <= 0 { return [] }
    if let line = readLine() { lines.append(line) }
    while unread.contains(0x0a), let line = readLine() { lines.append(line) }
    return lines
  }

  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Asks it to exit in order.
  func terminate() {
    Foundation.kill(process.processIdentifier, SIGTERM)
  }

  /// Waits for the exit, and returns the remaining output and the standard error.
  func finish() -> (lines: [String], errors: String, status: Int32) {
    try? input.fileHandleForWriting.close()
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (lines, errors, process.terminationStatus)
  }
}

/// The paths that a run uses.
struct Setup {
  var luahost: String
  var faults: String
  var script: String
  var state: String

  /// Runs `luahost archive` and returns its output and exit code.
  func archive(_ arguments: [String]) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: luahost)
    process.arguments = ["archive"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }
}

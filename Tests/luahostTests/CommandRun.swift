import Foundation

/// A run of the command as a process without a terminal, with its output and exit status.
struct CommandRun: CustomStringConvertible {
  let arguments: [String]
  let output: String
  let errors: String
  /// The exit code; 128 plus the signal's number if a signal ended it; nil if it was killed after the time limit.
  let status: Int32?

  var description: String { "\(arguments): \(String(describing: status))\n\(output)\(errors)" }

  /// Runs the command until it exits.
  ///
  /// - Parameters:
  ///   - user: the user who runs it, where that can be chosen.
  ///   - seconds: the time limit.
  init(_ arguments: [String], user: String? = nil, home: String = "/nonexistent", seconds: Int = 30) async throws {
    let process = Process()
    let command = [try Self.command()] + arguments
    let whole = user.map { ["setpriv", "--reuid=\($0)", "--clear-groups"] + command } ?? command
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", "\(seconds)"] + whole
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"]
    let folder = try Self.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try await Self.run(process)
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    self.arguments = arguments
    (output, errors) = (texts[0], texts[1])
    let code = process.terminationStatus
    status = process.terminationReason == .exit && code != 137 ? code : nil
  }

  /// Returns the path of a file of the sources.
  static func source(_ path: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path).path
  }

  /// Returns the path of the command: the one that LUAHOST names, as in `scripts/test`, otherwise `builtCommand()`.
  static func command() throws -> String {
    try ProcessInfo.processInfo.environment["LUAHOST"] ?? builtCommand()
  }

  /// Returns the path of the command that was built with these tests.
  static func builtCommand() throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("luahost").path
  }

  /// Creates a folder for a test, which must remove it.
  static func makeFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Runs the command or another program in a folder with input lines.
  ///
  /// - Returns: the output and the exit code, which is negative for a signal.
  static func run(
    _ arguments: [String], input: [String] = [], environment: [String: String] = [:], in folder: URL,
    program: String? = nil
  ) async throws -> (output: String, status: Int32) {
    let (inputFile, outputFile) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
    try (input.joined(separator: "\n") + "\n").write(to: inputFile, atomically: true, encoding: .utf8)
    try Data().write(to: outputFile)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try program ?? command())
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "TZ": "UTC"]) { $1 }.merging(environment) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    let output = try FileHandle(forWritingTo: outputFile)
    process.standardOutput = output
    process.standardError = output
    try await run(process)
    let status = process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    return (String(decoding: try Data(contentsOf: outputFile), as: UTF8.self), status)
  }

  /// Runs a process until it exits, and closes its files: with more than a thousand open ones, `Process.run()` can read beyond
  /// the list of their names.
  private static func run(_ process: Process) async throws {
    defer {
      for case let file as FileHandle in [process.standardInput, process.standardOutput, process.standardError]
      where file !== FileHandle.nullDevice {
        try? file.close()
      }
    }
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
  }
}

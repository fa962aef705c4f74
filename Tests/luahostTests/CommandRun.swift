import Foundation

/// One run of the command as a process without a terminal, with what it wrote and how it ended.
struct CommandRun: CustomStringConvertible {
  let arguments: [String]
  let output: String
  let errors: String
  /// The exit code; 128 and the signal's number if a signal ended it; nil if it did not end in time and was killed.
  let status: Int32?

  var description: String { "\(arguments): \(String(describing: status))\n\(output)\(errors)" }

  /// Runs it to its end.
  ///
  /// - Parameters:
  ///   - user: who runs it, where that can be chosen.
  ///   - seconds: how long it may take.
  init(_ arguments: [String], user: String? = nil, home: String = "/nonexistent", seconds: Int = 30) async throws {
    let process = Process()
    let command = [try TerminalProcess.command()] + arguments
    let whole = user.map { ["setpriv", "--reuid=\($0)", "--clear-groups"] + command } ?? command
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-s", "KILL", "\(seconds)"] + whole
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"]
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
    self.arguments = arguments
    (output, errors) = (texts[0], texts[1])
    let code = process.terminationStatus
    status = process.terminationReason == .exit && code != 137 ? code : nil
  }
}

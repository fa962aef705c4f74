import Foundation

/// A run of the command as a process of its own, with its peak of resident memory.
struct MeasuredRun: CustomStringConvertible {
  let output: String
  let errors: String
  let status: Int32
  /// The peak of the resident memory, in bytes.
  let peak: Int

  var description: String { "exit \(status), peak \(peak >> 10) KiB\n\(errors.prefix(600))" }

  /// Runs the command that was built with these tests until it exits: limits are those of this build.
  init(_ arguments: [String], in folder: URL) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try CommandRun.builtCommand())
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no", "TZ": "UTC"]) { $1 }
    let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    // The kernel keeps the peak; the last value is read while the process exists.
    var peak = 0
    while process.isRunning {
      peak = max(peak, Self.peak(of: process.processIdentifier) ?? 0)
      try await Task.sleep(for: .milliseconds(2))
    }
    self.peak = peak
    status = process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
    errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
  }

  private static func peak(of process: pid_t) -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }
}

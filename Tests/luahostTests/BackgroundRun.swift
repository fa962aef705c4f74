import Foundation

/// A run of the command without a terminal, which the test observes while it goes on.
final class BackgroundRun {
  private let child: ChildProcess
  private let file: String
  /// The end of its standard input that a test writes to.
  private var input: Int32

  /// Starts the command in a test's folder. Its standard input stays open until `closeInput()`.
  ///
  /// - Parameters:
  ///   - arguments: those for the command.
  ///   - name: that of the file for its output and errors.
  init(_ arguments: [String], in folder: URL, output name: String = "output") throws {
    let pipe = folder.appendingPathComponent("\(name).input").path
    guard mkfifo(pipe, 0o600) == 0 || errno == EEXIST else { throw POSIXError(.EIO) }
    // Other tests may start processes at any time, which must not inherit it. Open for reading too, so that the command
    // can open it.
    input = open(pipe, O_RDWR | O_CLOEXEC)
    file = folder.appendingPathComponent(name).path
    child = try ChildProcess(
      running: [CommandRun.command()] + arguments, home: folder.path,
      streams: [.file(pipe), .file(file, writes: true), .descriptor(1)])
  }

  deinit { closeInput() }

  /// The output and errors so far.
  var output: String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }

  /// Writes a line to its standard input.
  func enter(_ line: String) { _ = (line + "\n").withCString { write(input, $0, strlen($0)) } }

  func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  var process: pid_t { child.number }

  func signal(_ number: Int32) { child.signal(number) }

  /// Waits for the end, and returns it; nil if the time limit was exceeded.
  func ended(within limit: Duration = .seconds(30)) async throws -> ChildProcess.End? {
    try await child.ended(within: limit)
  }
}

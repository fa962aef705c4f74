import Glibc
import Loop
import Processes

/// A program that the command runs and waits for.
@MainActor
enum ExternalProgram {
  /// The result of a run.
  struct Result {
    /// The exit code; nil if the program could not be started, or was terminated by a signal.
    var status: Int32?
    var output: [UInt8] = []
    var errors: [UInt8] = []
  }

  /// Returns the path of a program on the `PATH`; nil if there is none.
  static func path(of program: String) -> String? {
    (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs a program.
  static func run(_ command: Command, input: [UInt8] = []) -> Result {
    var result = Result()
    let loop = MainLoop()
    let table = ProcessTable(loop: loop)
    defer { table.end() }
    let process = try? table.start(
      command,
      [
        .whole(input), .output(OutputHandler(onBytes: { result.output += $0 })),
        .output(OutputHandler(onBytes: { result.errors += $0 })),
      ])
    process?.onExit = {
      result.status = $0.status
      loop.stop()
    }
    if process != nil { loop.run {} }
    return result
  }
}

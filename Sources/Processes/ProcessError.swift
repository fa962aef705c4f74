import Glibc
import Loop

/// A reason why a program cannot be started, or a file cannot be watched.
public enum ProcessError: Error, Equatable, CustomStringConvertible {
  /// No program has this name.
  case noProgram(String, reason: String)
  /// The program cannot run in the folder.
  case noFolder(String, program: String, reason: String)
  /// Too many bytes are waiting to be written.
  case tooMuchInput(limit: Int)
  /// The system refused another operation.
  case system(what: String, reason: String)

  public var description: String {
    switch self {
    case .noProgram(let name, let reason): "cannot start \"\(name)\": \(reason)"
    case .noFolder(let folder, let program, let reason):
      "cannot start \"\(program)\" in the folder \"\(folder)\": \(reason)"
    case .tooMuchInput(let limit):
      "the process does not read its input: more than \(limit >> 20) MiB are waiting"
    case .system(let what, let reason): "\(what): \(reason)"
    }
  }

  static func system(_ what: String, _ code: Int32 = errno) -> ProcessError {
    .system(what: what, reason: errorMessage(code))
  }
}

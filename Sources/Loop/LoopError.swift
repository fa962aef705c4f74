import Glibc

/// A reason why a loop cannot wait for something.
public enum LoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused a call.
  case system(call: String, code: Int32)

  /// The system's error code.
  public var code: Int32 {
    switch self {
    case .system(_, let code): code
    }
  }

  public var description: String {
    switch self {
    case .system(let call, let code):
      "cannot wait for events: \(call) failed with \"\(errorMessage(code))\". Too many inherited file descriptors; close them in the parent process."
    }
  }
}

/// Returns the system's message for an error code.
package func errorMessage(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}

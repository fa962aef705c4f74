import Glibc
import Interface
import SystemCalls

/// An output stream of this process for scripts.
public enum ScriptOutput: Sendable {
  /// Standard output.
  case output
  /// Standard error.
  case error

  /// Writes a script's output unchanged, or with control characters made visible if it goes to a terminal and the
  /// script is not trusted.
  public func write(_ bytes: [UInt8], isTrusted: Bool) {
    let shown = shown(bytes, isTrusted: isTrusted)
    shown.withUnsafeBytes { system_write_output($0.baseAddress, $0.count, self == .error ? 1 : 0) }
  }

  /// Returns the bytes that ``write(_:isTrusted:)`` would write.
  public func shown(_ bytes: [UInt8], isTrusted: Bool) -> [UInt8] {
    isTrusted || isatty(self == .error ? STDERR_FILENO : STDOUT_FILENO) != 1 ? bytes : VisibleText.shown(bytes)
  }
}

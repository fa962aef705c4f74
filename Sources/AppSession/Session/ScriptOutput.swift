import Glibc
import Interface
import SystemCalls

/// A stream of this process that what scripts print goes to.
public enum ScriptOutput: Sendable {
  /// Standard output.
  case output
  /// Standard error.
  case error

  /// Writes what a script has printed: byte for byte, unless it goes to a terminal and the script is not trusted. Then control
  /// characters are visible.
  public func write(_ bytes: [UInt8], isTrusted: Bool) {
    let shown = shown(bytes, isTrusted: isTrusted)
    shown.withUnsafeBytes { system_write_output($0.baseAddress, $0.count, self == .error ? 1 : 0) }
  }

  /// What ``write(_:isTrusted:)`` writes.
  public func shown(_ bytes: [UInt8], isTrusted: Bool) -> [UInt8] {
    isTrusted || isatty(self == .error ? STDERR_FILENO : STDOUT_FILENO) != 1 ? bytes : VisibleText.shown(bytes)
  }
}

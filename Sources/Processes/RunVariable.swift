import Glibc

/// The environment variable that names this run in its child processes and their descendants, so that they can be found
/// after the run.
///
/// The value lists the runs that a process belongs to, the outermost first, separated by colons: a process started by
/// an app that another app started belongs to both runs.
enum RunVariable {
  static let name = "LUAHOST_RUN"

  /// The name of this run: 128 random bits in hexadecimal.
  static let token: String = {
    let digits = String(UInt128.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }()

  /// The runs to which this process belongs; nil for none.
  static let outerRuns: String? = {
    guard let value = getenv(name).flatMap({ String(validatingCString: $0) }), !value.isEmpty, value.utf8.count <= 4096,
      value.allSatisfy({ $0 == ":" || $0.isASCII && $0.isHexDigit })
    else { return nil }
    return value
  }()

  /// The value for processes of this run.
  static var value: String { outerRuns.map { "\($0):\(token)" } ?? token }

  /// Sets the variable for all processes started from now on. Call it before creating threads.
  static func set() { setenv(name, value, 1) }

  /// Returns an environment, as `NAME=VALUE`, with the variable for a new process.
  ///
  /// - Parameters:
  ///   - environment: nil for that of this process.
  ///   - isDetached: whether the process does not belong to this run.
  static func apply(to environment: [[UInt8]]?, isDetached: Bool) -> [[UInt8]] {
    let prefix = Array("\(name)=".utf8)
    let others = (environment ?? current).filter { !$0.starts(with: prefix) }
    guard let value = isDetached ? outerRuns : value else { return others }
    return others + [prefix + Array(value.utf8)]
  }

  private static var current: [[UInt8]] {
    var entries: [[UInt8]] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(UnsafeBufferPointer(start: entry, count: strlen(entry)).map(UInt8.init(bitPattern:)))
      next += 1
    }
    return entries
  }
}

import Glibc

/// A program to start, with its arguments, folder and environment.
public struct Command: Sendable, Codable, Hashable {
  /// The program and its arguments, as bytes without zeros; at least the program.
  public var arguments: [[UInt8]]
  /// The folder in which it runs; nil for that of this process. A program name with a slash is relative to it.
  public var folder: [UInt8]?
  /// The whole environment as `NAME=VALUE`, except `LUAHOST_RUN`, which names this run; nil for that of this process.
  /// Its `PATH` determines where the program is searched.
  public var environment: [[UInt8]]?
  /// Whether the process continues when the app exits.
  public var outlivesApp = false

  /// Creates a command with the folder and environment of this process.
  public init(_ arguments: [[UInt8]]) {
    self.arguments = arguments
  }

  /// Creates a command from strings.
  public init(_ program: String, _ arguments: String...) {
    self.init([Array(program.utf8)] + arguments.map { Array($0.utf8) })
  }

  /// The program's name as given.
  public var name: String { String(decoding: arguments.first ?? [], as: UTF8.self) }

  /// The default `PATH`: POSIX's `_CS_PATH`, and the folder for local installations.
  private static let standardPath = "/usr/local/bin:/usr/bin:/bin"

  /// The possible paths of the program, in order.
  var paths: [[UInt8]] {
    guard let program = arguments.first, !program.isEmpty else { return [] }
    if program.contains(UInt8(ascii: "/")) { return [program] }
    let path: [UInt8]
    if let environment {
      let name = Array("PATH=".utf8)
      path =
        environment.last { $0.starts(with: name) }.map { Array($0.dropFirst(name.count)) }
        ?? Array(Self.standardPath.utf8)
    } else {
      path =
        getenv("PATH").map { Array(UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:))) }
        ?? Array(Self.standardPath.utf8)
    }
    return path.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map {
      // An empty entry is the folder in which the program runs.
      $0.isEmpty ? program : Array($0) + [UInt8(ascii: "/")] + program
    }
  }
}

/// The stream at one of a process's descriptors.
public enum ProcessStream {
  /// `/dev/null`: reading ends at once, and output is discarded.
  case nothing
  /// These bytes, followed by those of ``ChildProcess/write(_:)``.
  case input([UInt8])
  /// These bytes, followed by the end of file.
  case whole([UInt8])
  /// Output that is reported to a handler.
  case output(OutputHandler)
  /// A descriptor of this process.
  case descriptor(Int32)

  /// The bytes of ``whole(_:)``; nil for other streams.
  var wholeInput: [UInt8]? { if case .whole(let bytes) = self { bytes } else { nil } }
}

/// Receives a process's output, in order. The bytes are only valid during the call.
public struct OutputHandler {
  /// Called with bytes as they arrive.
  public var onBytes: ((UnsafeRawBufferPointer) -> Void)?
  /// Called for each line, without its newline. Lines longer than 1 MiB are split.
  public var onLine: ((UnsafeRawBufferPointer) -> Void)?

  /// Creates a handler.
  public init(
    onBytes: ((UnsafeRawBufferPointer) -> Void)? = nil, onLine: ((UnsafeRawBufferPointer) -> Void)? = nil
  ) {
    self.onBytes = onBytes
    self.onLine = onLine
  }
}

import Glibc

/// A program that is to be started: what it is called with, where, and what it gets.
public struct Command: Sendable {
  /// The program and its arguments, as bytes without zeros; at least the program.
  public var arguments: [[UInt8]]
  /// The folder that it runs in; nil for ours. A program's name with a slash is looked for from there.
  public var folder: [UInt8]?
  /// All of its environment, as `NAME=VALUE`, but for `LUAHOST_RUN`, which names this run; nil for ours. Its `PATH` says where the
  /// program is.
  public var environment: [[UInt8]]?
  /// Whether it goes on when the app has ended.
  public var outlivesApp = false

  /// A program with arguments, in our folder and environment.
  public init(_ arguments: [[UInt8]]) {
    self.arguments = arguments
  }

  /// The same, of texts.
  public init(_ program: String, _ arguments: String...) {
    self.init([Array(program.utf8)] + arguments.map { Array($0.utf8) })
  }

  /// The program's name, as it was given.
  public var name: String { String(decoding: arguments.first ?? [], as: UTF8.self) }

  /// Where the system looks where no `PATH` says it (POSIX, `_CS_PATH`, and what administrators install).
  private static let standardPath = "/usr/local/bin:/usr/bin:/bin"

  /// Where the program may be.
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
      // An empty entry is the folder that it runs in.
      $0.isEmpty ? program : Array($0) + [UInt8(ascii: "/")] + program
    }
  }
}

/// What a process has at one of its descriptors.
public enum ProcessStream {
  /// Nothing: reading ends at once, and what is written is gone.
  case nothing
  /// What is written by ``ChildProcess/write(_:)``, after these bytes.
  case input([UInt8])
  /// These bytes, and then the end.
  case whole([UInt8])
  /// The observer of its output.
  case output(OutputHandler)
  /// One of our own.
  case descriptor(Int32)
}

/// The observer of a process's output, in order. The bytes are lent.
public struct OutputHandler {
  /// Told of bytes, as they come.
  public var onBytes: ((UnsafeRawBufferPointer) -> Void)?
  /// Told of each line, without its newline. One that is longer than a mebibyte comes in pieces of that.
  public var onLine: ((UnsafeRawBufferPointer) -> Void)?

  /// A handler of these.
  public init(
    onBytes: ((UnsafeRawBufferPointer) -> Void)? = nil, onLine: ((UnsafeRawBufferPointer) -> Void)? = nil
  ) {
    self.onBytes = onBytes
    self.onLine = onLine
  }
}

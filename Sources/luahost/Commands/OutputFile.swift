import FoundationEssentials
import Glibc
import Interface

/// A file given by an option, written without buffering. The first failure of writing is reported; nothing is written
/// after it.
final class OutputFile {
  private let path: String
  private let option: String
  private let descriptor: Int32
  private var hasFailed = false
  /// Whether bytes that were written can be replaced; not in pipes and terminals.
  let isSeekable: Bool
  /// The number of bytes that the file had when it was opened.
  let initialLength: Int64

  /// The treatment of the existing contents of a file.
  enum Contents {
    case replaced
    /// They are kept, and everything is written at their end.
    case appended
    /// They are kept, and can be replaced.
    case kept
  }

  /// - Parameters:
  ///   - path: the file; `-` is standard error.
  ///   - option: the option that names the file.
  ///   - contents: the treatment of the existing contents.
  /// - Throws: ``OutputError``.
  init(_ path: String, option: String, contents: Contents = .replaced) throws {
    self.path = path
    self.option = option
    if path == "-" {
      descriptor = STDERR_FILENO
      (isSeekable, initialLength) = (false, 0)
      return
    }
    let flags =
      switch contents {
      case .replaced: O_TRUNC
      case .appended: O_APPEND
      case .kept: Int32(0)
      }
    descriptor = open(path, O_WRONLY | O_CREAT | flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw OutputError(path: path, option: option, cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }
    isSeekable = contents != .appended && lseek(descriptor, 0, SEEK_CUR) >= 0
    initialLength = isSeekable ? Int64(lseek(descriptor, 0, SEEK_END)) : 0
  }

  deinit { if path != "-", descriptor >= 0 { close(descriptor) } }

  /// Writes bytes, with control characters made visible if the file is a terminal.
  func write(_ bytes: [UInt8]) {
    write(isatty(descriptor) == 1 ? VisibleText.shown(bytes) : bytes, with: Glibc.write)
  }

  /// Writes bytes at an offset of a file that is seekable, overwriting existing bytes.
  func write(_ bytes: [UInt8], at offset: Int64) {
    var offset = off_t(offset)
    write(bytes) { descriptor, bytes, count in
      let written = pwrite(descriptor, bytes, count, offset)
      if written > 0 { offset += off_t(written) }
      return written
    }
  }

  private func write(_ bytes: [UInt8], with write: (Int32, UnsafeRawPointer?, Int) -> Int) {
    guard !hasFailed else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        hasFailed = true
        let reason = String(cString: strerror(errno))
        complain("\(option): cannot write \(path == "-" ? "standard error" : path): \(reason); the rest is missing")
        return
      }
      rest = rest.dropFirst(count)
    }
  }
}

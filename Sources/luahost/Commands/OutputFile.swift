import Foundation
import Interface

/// A file given by an option, written without buffering.
final class OutputFile {
  private let handle: FileHandle

  /// - Parameters:
  ///   - path: the file; `-` is standard error.
  ///   - option: the option that names the file.
  ///   - isAppended: whether existing contents are kept.
  ///   - isRewritten: whether the file is written by ``write(_:at:)``.
  init(_ path: String, option: String, isAppended: Bool = false, isRewritten: Bool = false) throws {
    if path == "-" {
      handle = .standardError
      return
    }
    let descriptor = open(
      path, O_WRONLY | O_CREAT | (isAppended ? 0 : O_TRUNC) | (isRewritten ? 0 : O_APPEND) | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UsageError("\(option): cannot write \(path): \(String(cString: strerror(errno)))")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes bytes at an offset, over what is there.
  func write(_ bytes: [UInt8], at offset: Int64) {
    var written = 0
    bytes.withUnsafeBytes { bytes in
      while written < bytes.count {
        let count = pwrite(
          handle.fileDescriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written,
          off_t(offset) + off_t(written))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        written += count
      }
    }
  }

  /// Writes bytes, with control characters made visible if the file is a terminal.
  func write(_ bytes: [UInt8]) {
    let shown = isatty(handle.fileDescriptor) == 1 ? VisibleText.shown(bytes) : bytes
    try? handle.write(contentsOf: Data(shown))
  }
}

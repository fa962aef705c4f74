import Foundation
import Interface

/// A file given by an option, written without buffering.
final class OutputFile {
  private let handle: FileHandle

  /// - Parameters:
  ///   - path: the file; `-` is standard error.
  ///   - option: the option that names the file.
  ///   - isAppended: whether existing contents are kept.
  init(_ path: String, option: String, isAppended: Bool = false) throws {
    if path == "-" {
      handle = .standardError
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | (isAppended ? 0 : O_TRUNC) | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UsageError("\(option): cannot write \(path): \(String(cString: strerror(errno)))")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  /// Writes bytes, with control characters made visible if the file is a terminal.
  func write(_ bytes: [UInt8]) {
    let shown = isatty(handle.fileDescriptor) == 1 ? VisibleText.shown(bytes) : bytes
    try? handle.write(contentsOf: Data(shown))
  }
}

import Foundation
import StateRestoration

/// Writes life-cycle events to a file, a line each, at once.
final class TraceFile {
  private let handle: FileHandle

  /// - Parameter path: the file, which is begun anew; `-` is standard error.
  init(_ path: String) throws {
    if path == "-" {
      handle = .standardError
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw UsageError("--trace: cannot write \(path): \(String(cString: strerror(errno)))")
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  func write(_ event: LifeCycleEvent) {
    try? handle.write(contentsOf: Data("\(event)\n".utf8))
  }
}

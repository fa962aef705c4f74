import ArchiveStore
import FoundationEssentials
import Glibc

/// A file or folder that a command line names for the output of a command, and that cannot be written.
struct OutputError: Error, CustomStringConvertible {
  /// The file or folder.
  let path: String
  /// The option that names it, if it is not obvious.
  var option: String?
  /// The error of the file operation.
  let cause: any Error

  var description: String {
    "\(option.map { "\($0): " } ?? "")cannot write \(path): \(FileContents.reason(of: cause))"
  }

  /// Writes a file.
  ///
  /// - Throws: ``OutputError``.
  static func write(_ bytes: [UInt8], to path: String, mode: mode_t = 0o666) throws {
    do {
      try FileContents.writeOutput(bytes, to: path, mode: mode)
    } catch {
      throw OutputError(path: path, cause: error)
    }
  }

  /// Returns advice on an error of writing a file or folder.
  static func advice(on cause: any Error) -> String {
    switch FileContents.code(of: cause) {
    case .ENOENT: "Create its folder first."
    case .EISDIR: "Name a file, not a folder."
    case .ENOSPC, .EDQUOT: "Free some space, or choose another place."
    case .EACCES, .EPERM, .EROFS: "Choose a place where you have permission to write."
    default: "Choose another place."
    }
  }
}

import Glibc

/// The status of a file, following symbolic links.
package struct FileStatus {
  package var isRegular: Bool
  /// The size in bytes.
  package var size: Int

  /// Reads the status of the file at a path; nil if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
  }

  /// Whether there is a symbolic link at a path, also one to nothing.
  package static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

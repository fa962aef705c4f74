import Glibc

/// The free space of file systems.
public enum FreeSpace {
  /// Returns the number of bytes that this user can still write to the file system of a file or folder; nil if it is unknown.
  public static func bytes(at path: String) -> UInt64? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize)
  }
}

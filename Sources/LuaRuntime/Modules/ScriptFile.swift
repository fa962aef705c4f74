import FoundationEssentials
import Glibc

/// Reads scripts from disk.
package enum ScriptFile {
  /// The maximum size of a script, in bytes.
  package static let maximumSize = 256 << 20

  /// Returns the bytes of a script.
  ///
  /// - Throws: ``LuaError/unreadable(path:reason:)`` if it is missing, a folder, not readable, or not a text.
  static func read(_ path: String) throws -> [UInt8] {
    var info = stat()
    guard stat(path, &info) == 0 else {
      throw LuaError.unreadable(
        path: path, reason: errno == ENOENT ? "no such file" : String(cString: strerror(errno)))
    }
    if info.st_mode & S_IFMT == S_IFDIR {
      throw LuaError.unreadable(path: path, reason: "it is a folder, not a script")
    }
    guard info.st_mode & S_IFMT == S_IFREG else {
      throw LuaError.unreadable(path: path, reason: "it is a FIFO, a socket or a device, not a script")
    }
    guard info.st_size <= maximumSize else {
      throw LuaError.unreadable(
        path: path, reason: "it is too large (scripts can have at most \(maximumSize >> 20) MiB)")
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw LuaError.unreadable(path: path, reason: "it cannot be read; check its permissions")
    }
    let bytes = [UInt8](data)
    if bytes.starts(with: [0x1b, 0x4c, 0x75, 0x61]) {
      throw LuaError.unreadable(path: path, reason: "it is precompiled Lua; only source text is accepted")
    }
    if bytes.prefix(4096).contains(0) {
      throw LuaError.unreadable(path: path, reason: "it is binary data, not a script")
    }
    return bytes
  }

  /// Returns the path with symbolic links resolved; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

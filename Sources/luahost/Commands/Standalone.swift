import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import LuaRuntime
import LuaScreens
import SystemCalls

/// A standalone app: a copy of this program with the app's archive appended, and a mark in the program's data that
/// requires it.
enum Standalone {
  /// Whether this process is a standalone app.
  static var isRunning: Bool { system_is_standalone() != 0 }

  private static let executable = "/proc/self/exe"

  /// Returns the path of this program as it was called, or as the system knows it; if the path is not valid UTF-8, the
  /// system's link to it.
  static func path() -> String {
    let name = CommandLine.arguments.first ?? ""
    let paths = [name.contains("/") ? name : "", InstalledFiles.executable]
    return paths.first { Bundler.isSame($0, executable) } ?? executable
  }

  /// Reports that a standalone app has lost its archive.
  ///
  /// - Throws: `LuaError.unreadable`.
  static func check(_ path: String) throws {
    guard try AppBundle(contentsOf: path) == nil else { return }
    throw LuaError.unreadable(
      path: path,
      reason: """
        the app at the end of this program is missing: it was cut off (by strip, or by an incomplete download), or \
        data was appended to it; download it again
        """)
  }

  /// Returns the bytes of this program, marked as a standalone app.
  ///
  /// - Throws: ``UsageError`` if the program cannot be read, or has no mark.
  static func program() throws -> [UInt8] {
    guard var bytes = FileContents.readInput(executable) else {
      throw UsageError("--standalone: cannot read the program of this command (\(path()))")
    }
    var place = 0
    let mark = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { system_copy_standalone_mark($0.baseAddress, &place) }
    }
    let found = positions(of: mark, in: bytes)
    guard !found.isEmpty else {
      throw UsageError("--standalone: the program of this command (\(path())) was modified and cannot contain an app")
    }
    // An optimized program contains the mark once for each Swift file that reads it.
    for position in found {
      bytes.replaceSubrange((position + place)..<(position + place + 3), with: Array("yes".utf8))
    }
    return bytes
  }

  private static func positions(of mark: [UInt8], in bytes: [UInt8]) -> [Int] {
    mark.withUnsafeBytes { mark in
      bytes.withUnsafeBytes { bytes in
        var found: [Int] = []
        guard let start = bytes.baseAddress, let wanted = mark.baseAddress else { return [] }
        while true {
          let next = system_find(start, bytes.count, found.last.map { $0 + 1 } ?? 0, wanted, mark.count)
          guard next >= 0 else { return found }
          found.append(next)
        }
      }
    }
  }

  /// Returns what else must be installed where the copy runs: Swift's libraries, unless they are linked statically.
  static func missingLibraries() -> String? {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
      maps.contains("libswiftCore.so")
    else { return nil }
    return
      "this luahost uses Swift's shared libraries: the app runs only on machines that have them in the same place"
  }
}

import AppSession
import ArchiveStore
import Foundation
import LuaRuntime
import LuaScreens
import SystemCalls

/// A copy of the host that is an app: the app's archive stands behind the program, and a mark in the program's data says that it
/// has to.
enum Standalone {
  /// Whether this process is such a copy.
  static var isRunning: Bool { system_is_standalone() != 0 }

  private static let executable = "/proc/self/exe"

  /// The path of this copy, as it was called or as the system knows it; where that is no text, the system's link to it.
  static func path() -> String {
    let name = CommandLine.arguments.first ?? ""
    let paths = [name.contains("/") ? name : "", InstalledFiles.executable]
    return paths.first { Bundler.isSame($0, executable) } ?? executable
  }

  /// Says of a copy that lost its app what happened to it.
  ///
  /// - Throws: `LuaError.unreadable`.
  static func check(_ path: String) throws {
    guard try AppBundle(contentsOf: path) == nil else { return }
    throw LuaError.unreadable(
      path: path,
      reason: """
        the app that stood behind this program was cut off (by strip, or on its way), or something was put behind it; get \
        it again
        """)
  }

  /// The program of this process as that of an app.
  ///
  /// - Throws: ``UsageError`` if it cannot be read, or has no mark.
  static func program() throws -> [UInt8] {
    guard var bytes = FileContents.readInput(executable) else {
      throw UsageError("--standalone: the program of this command (\(path())) cannot be read")
    }
    var place = 0
    let mark = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) { system_copy_standalone_mark($0.baseAddress, &place) }
    }
    let found = positions(of: mark, in: bytes)
    guard !found.isEmpty else {
      throw UsageError("--standalone: the program of this command (\(path())) was changed, and cannot be made an app")
    }
    // An optimized program has it once for each file of Swift that reads it.
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

  /// What else has to be where the copy runs: Swift's own libraries, if this program does not hold them.
  static func missingLibraries() -> String? {
    guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
      maps.contains("libswiftCore.so")
    else { return nil }
    return
      "this luahost was built with Swift's libraries beside it: the app runs only where they stand in the same place"
  }
}

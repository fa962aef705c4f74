import Foundation
import Interface
import Testing

@testable import AppSession

@Suite("The theme that the user chose for all apps")
struct ThemePreferenceTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "luahost-theme-\(UUID().uuidString)").path
  private var preference: ThemePreference { ThemePreference(["XDG_CONFIG_HOME": folder]) }
  private var file: String { "\(folder)/luahost/theme" }

  @Test("the chosen theme is stored, and the next choice replaces it")
  func remembered() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(preference.theme == nil)
    for name in ["nord", "dark"] {
      try preference.remember(try #require(Theme.named(name)))
      #expect(preference.theme?.name == name)
    }
  }

  @Test("a file that names no theme, a folder and a FIFO are no choice", arguments: ["text", "folder", "FIFO"])
  func unreadable(kind: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: "\(folder)/luahost", withIntermediateDirectories: true)
    switch kind {
    case "text": try "no theme\n".write(toFile: file, atomically: true, encoding: .utf8)
    case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    // Opening it for reading would wait for a writer.
    default: #expect(mkfifo(file, 0o600) == 0)
    }
    #expect(preference.theme == nil)
  }
}

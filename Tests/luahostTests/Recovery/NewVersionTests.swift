import Foundation
import Testing

/// Upgrades of the app, with UIKit's rules for versions: https://developer.apple.com/documentation/uikit
@Suite("Restoration by a new version")
struct NewVersionTests {
  @Test("a new version can refuse the state of an old version, which stays in the history")
  func refuse() async throws {
    let note = try await SavedNote()
    try note.add("refuses", version: "2", restores: "return coder.info.appVersion == '2'")
    let run = try await note.run("refuses")
    #expect(run.status == 0 && !run.output.contains("precious"), "\(run)")
    let old = try await note.archive("show", "--save", "1", note.state)
    #expect(old.status == 0, "\(old)")
  }

  @Test("a new version can read old keys")
  func migrate() async throws {
    let note = try await SavedNote()
    try note.add(
      "migrates",
      decode: """
        local old = coder:decode 'text' coder = { decode = function() return old .. ' (from version 1)' end }
        """, version: "2")
    let run = try await note.run("migrates")
    #expect(run.output.contains("precious (from version 1)"), "\(run)")
  }

  @Test("a class that no longer exists is omitted and reported")
  func renamed() async throws {
    let note = try await SavedNote()
    try note.add("renamed", className: "Renamed")
    let run = try await note.run("renamed")
    #expect(run.output.contains("There is no restoration class Note"), "\(run)")
  }

  @Test("a moved identifier is restored")
  func moved() async throws {
    let note = try await SavedNote()
    try note.add("moved", identifier: "moved")
    let run = try await note.run("moved")
    #expect(run.output.contains("precious"), "\(run)")
  }
}

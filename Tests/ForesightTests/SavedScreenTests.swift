import AppSession
import Foundation
import Interface
import Loop
import LuaScreens
import StateRestoration
import Testing

@testable import Foresight

@Suite("Screens of saves")
@MainActor
struct SavedScreenTests {
  /// Runs an app with a line of its script before the end, and returns the screen of its last save and the files in its
  /// folder.
  private func screen(_ line: String, prepare: (String) throws -> Void = { _ in }) throws -> (
    text: String, files: [String]
  ) {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("screens-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source =
      ExplorationCase.note(view: "label").replacing(
        "local Note =", with: "local label = ui.Label { text = 'nothing' }\nlocal Note ="
      ).replacing("return app", with: "\(line)\nreturn app")
    let session = AppSession(
      configuration, storage: .files(directory: folder, session: "main"), loop: MainLoop(.virtual))
    try prepare(folder)
    try session.load()
    try session.launch()
    session.endStep()
    try session.terminate()
    try session.relaunch()
    let text = try SavedScreen.draw(#require(try session.store?.currentArchive()), of: session).text
    session.kill()
    return (text, try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  private static let reader = """
    local file = io.open(app.filesDirectory .. '/name')
    if file then label.text = file:read 'a' file:close() end
    """

  @Test("an app finds copies of its own files; with files that take long to copy, its screen is not drawn")
  func ownFiles() throws {
    func text(_ size: Int) throws -> String {
      try screen(Self.reader) { folder in
        try FileManager.default.createDirectory(atPath: "\(folder)/main.files/more", withIntermediateDirectories: true)
        try "Pluto".write(toFile: "\(folder)/main.files/name", atomically: true, encoding: .utf8)
        try Data(count: size).write(to: URL(fileURLWithPath: "\(folder)/main.files/more/data"))
      }.text
    }
    #expect(try text(1_000).contains("Pluto"))
    #expect(throws: SavedScreen.Failure.ownFilesTooLarge) { try text(30_000_000) }
  }

  @Test("drawing creates no folder for an app that has no own files")
  func noFiles() throws {
    let screen = try screen("")
    #expect(screen.text.contains("nothing"))
    #expect(!screen.files.contains("main.files"), "\(screen.files)")
  }
}

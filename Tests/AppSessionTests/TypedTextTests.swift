import Foundation
import Interface
import Seeded
import StateRestoration
import Testing

@testable import ArchiveStore

/// What the user has typed into a long text, after an exit at any moment.
@MainActor
@Suite("Typed texts in real saves")
struct TypedTextTests {
  /// Shows a text.
  final class Editor: Application {
    let text = TextView()

    override func willFinishLaunching(options: LaunchOptions) throws {
      let controller = ViewController()
      controller.restorationIdentifier = "editor"
      controller.view = text
      text.restorationIdentifier = "text"
      window = Window(size: screenSize)
      window?.rootViewController = controller
      window?.makeKeyAndVisible()
    }

    override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { true }
    override func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool { true }
  }

  private let files: SessionFiles

  init() throws {
    files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-typed-\(UUID().uuidString)/state")
  }

  /// The app as another process restores it from the last save.
  private func restored() throws -> Editor {
    let app = Editor(identifier: "editor")
    app.autosave = false
    app.launch(store: try SQLiteArchiveStore(files, isReadOnly: true))
    app.turnDidEnd()
    return app
  }

  @Test("text, cursor, undo and redo are restored from every autosave", arguments: 0..<12)
  func everyAutosave(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let app = Editor(identifier: "editor")
    app.launch(store: try SQLiteArchiveStore(files))
    app.turnDidEnd()
    var model = Array(String(repeating: "some words of a line\n", count: seed % 3 == 0 ? 3 : 4_000))
    app.text.text = String(model)
    let pieces = ["word ", "xy", "日本語", "\n", "e\u{301}o", "\r\nx", String(repeating: "many lines\n", count: 300)]
    // What undo leads back to.
    var texts = [String(model)]
    for _ in 0..<60 {
      let start = Int.random(in: 0...model.count, using: &random)
      let end = min(model.count, start + (Bool.random(using: &random) ? 0 : .random(in: 0...400, using: &random)))
      let piece = pieces.randomElement(using: &random) ?? ""
      app.text.selectedRange = .init(location: start, length: end - start)
      app.handle(.paste(piece))
      // Pasted line ends become newlines.
      model = Array(String(model[..<start]) + piece.replacing("\r\n", with: "\n") + String(model[end...]))
      texts.append(String(model))
      var undone = 0
      while undone < 3, Int.random(in: 0..<4, using: &random) == 0, undone + 1 < texts.count {
        app.handle(.key(.control("_")))
        undone += 1
      }
      model = Array(texts[texts.count - 1 - undone])
      app.turnDidEnd()
      app.timers.advance(to: app.timers.now + 0.3)
      // Waits until the save is written.
      app.savePendingChanges()
      if Int.random(in: 0..<5, using: &random) == 0 {
        let other = try restored()
        #expect(other.text.text == String(model), "seed \(seed)")
        #expect(other.text.selectedRange == app.text.selectedRange, "seed \(seed)")
        for redone in (0..<undone).reversed() {
          other.handle(.key(.alt("y")))
          #expect(other.text.text == texts[texts.count - 1 - redone], "seed \(seed)")
        }
        for text in texts.dropLast().reversed() {
          other.handle(.key(.control("_")))
          #expect(other.text.text == text, "seed \(seed)")
        }
      }
      if undone > 0 { texts.removeLast(undone) }
    }
  }

  @Test("at most the last 200 steps are restored, within the limit of bytes")
  func limits() throws {
    let app = Editor(identifier: "editor")
    app.launch(store: try SQLiteArchiveStore(files))
    app.turnDidEnd()
    for _ in 0..<300 { app.handle(.paste("ab")) }
    try app.enterBackground()
    var other = try restored()
    for _ in 0..<300 { other.handle(.key(.control("_"))) }
    #expect(other.text.text == String(repeating: "ab", count: 100))
    app.enterForeground()
    app.handle(.paste(String(repeating: "long line\n", count: 40_000)))
    app.handle(.paste("end"))
    try app.enterBackground()
    other = try restored()
    #expect(other.text.text.hasSuffix("line\nend"))
    for _ in 0..<5 { other.handle(.key(.control("_"))) }
    #expect(other.text.text.hasSuffix("line\n") && other.text.text.count > 400_000)
  }

  @Test("the first save of a run writes only what changed", arguments: 0..<8)
  func firstSave(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    func run(_ body: (Editor) -> Void) throws {
      let app = Editor(identifier: "editor")
      app.launch(store: try SQLiteArchiveStore(files))
      app.turnDidEnd()
      body(app)
      app.turnDidEnd()
      app.timers.advance(to: app.timers.now + 0.3)
    }
    func pieces() throws -> Int64 {
      try Database(files.database).statement("SELECT count(*) FROM node WHERE id >= 1 << 52").first { $0.integer(0) }
        ?? 0
    }
    var expected = String(repeating: seed % 2 == 0 ? "a line of the text\n" : "words 日本 ", count: 9_000)
    try run { app in
      app.handle(.paste(expected))
      for _ in 0..<20 {
        app.text.selectedRange = .init(location: .random(in: 0...app.text.text.count, using: &random))
        app.handle(.paste("more words, "))
      }
      expected = app.text.text
    }
    let written = try pieces()
    #expect(written > 15)
    try run { #expect($0.text.text == expected) }
    #expect(try pieces() == written)
    try run { app in
      app.text.selectedRange = .init(location: .random(in: 0...expected.count, using: &random))
      app.handle(.paste("typed"))
      expected = app.text.text
    }
    // A chunk of the text, and a group of steps.
    #expect(try pieces() <= written + 3)
    #expect(try restored().text.text == expected)
  }

  @Test("a secret is never saved, nor are undo steps that contain it")
  func secrets() throws {
    let field = TextField()
    field.isSecure = true
    field.becomeFirstResponder()
    #expect(field.pasted("secret"))
    let coder = StateCoder()
    field.encodeBuiltInState(with: coder)
    #expect(!coder.contains("typedText") && !coder.contains("undo") && !coder.contains("redo"))
  }
}

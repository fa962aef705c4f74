import Seeded
import TestApplication
import Testing

@testable import Interface

@Suite("Editing a text")
@MainActor
struct TextEditingTests {
  /// The text as plain characters, with the effects of keys.
  struct Model {
    var characters: [Character]
    var cursor: Int
    var anchor: Int
    private var undone: [Step] = []
    private var done: [Step] = []
    private var isRun = false
    private var killed = ""

    private struct Step {
      var before: String
      var after: String
      /// Bytes before the cursor, before and after the step.
      var cursors: (Int, Int)
    }

    init(_ text: String) {
      characters = Array(text)
      cursor = characters.count
      anchor = cursor
    }

    var text: String { String(characters) }
    var range: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }

    private func bytes(before place: Int) -> Int { String(characters[..<place]).utf8.count }

    private mutating func put(_ text: String, cursorAfter byte: Int) {
      characters = Array(text)
      var passed = 0
      cursor = 0
      while passed < byte, cursor < characters.count {
        passed += characters[cursor].utf8.count
        cursor += 1
      }
      anchor = cursor
    }

    mutating func replace(_ range: Range<Int>, with added: String, isTyping: Bool = false) {
      let after = String(characters[..<range.lowerBound]) + added + String(characters[range.upperBound...])
      let end = bytes(before: range.lowerBound) + added.utf8.count
      let start = bytes(before: range.lowerBound)
      if isTyping, isRun, range.isEmpty, let last = done.last, last.cursors.1 == start {
        done[done.count - 1].after = after
        done[done.count - 1].cursors.1 = end
      } else {
        done.append(Step(before: text, after: after, cursors: (bytes(before: cursor), end)))
      }
      undone = []
      isRun = isTyping
      put(after, cursorAfter: end)
    }

    mutating func undo() {
      isRun = false
      guard let step = done.popLast() else { return }
      undone.append(step)
      put(step.before, cursorAfter: step.cursors.0)
    }

    mutating func redo() {
      isRun = false
      guard let step = undone.popLast() else { return }
      done.append(step)
      put(step.after, cursorAfter: step.cursors.1)
    }

    mutating func move(to place: Int, extending: Bool) {
      cursor = min(max(0, place), characters.count)
      if !extending { anchor = cursor }
      isRun = false
    }

    private func isWord(_ place: Int) -> Bool {
      characters[place].isLetter || characters[place].isNumber || characters[place] == "_"
    }

    var wordStart: Int {
      var place = cursor
      while place > 0, !isWord(place - 1) { place -= 1 }
      while place > 0, isWord(place - 1) { place -= 1 }
      return place
    }

    var wordEnd: Int {
      var place = cursor
      while place < characters.count, !isWord(place) { place += 1 }
      while place < characters.count, isWord(place) { place += 1 }
      return place
    }

    var lineStart: Int { (characters[..<cursor].lastIndex { $0.isNewline } ?? -1) + 1 }
    var lineEnd: Int { characters[cursor...].firstIndex { $0.isNewline } ?? characters.count }

    mutating func kill(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      killed = String(characters[range])
      replace(range, with: "")
    }

    mutating func yank() { if !killed.isEmpty { replace(range, with: killed) } }

    mutating func delete(_ range: Range<Int>) {
      if !self.range.isEmpty { return replace(self.range, with: "") }
      if !range.isEmpty { replace(range, with: "") }
    }
  }

  private static let pieces = [
    "a", "b", " ", "\n", "word", "two words ", "\t", "\r\n", "日本語", "e\u{301}", "\u{301}", "👩‍👩‍👧", "🇩🇪", "\u{200b}",
    "long long line of words ", "\u{2028}",
  ]

  /// Performs the same change on both.
  private func step(_ editing: inout TextEditing, _ model: inout Model, _ random: inout SeededGenerator) {
    let shift = Bool.random(using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0...6:
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      editing.insert(piece)
      model.replace(model.range, with: piece, isTyping: piece.count == 1 && piece != " " && piece != "\n")
    case 7:
      _ = editing.handle(.backspace)
      model.delete(max(0, model.cursor - 1)..<model.cursor)
    case 8:
      _ = editing.handle(.delete)
      model.delete(model.cursor..<min(model.characters.count, model.cursor + 1))
    case 9:
      _ = editing.handle(.key(.left, shift ? [.control, .shift] : .control))
      model.move(to: model.wordStart, extending: shift)
    case 10:
      _ = editing.handle(.key(.right, shift ? [.control, .shift] : .control))
      model.move(to: model.wordEnd, extending: shift)
    case 11:
      _ = editing.handle(.key(.home, shift ? .shift : []))
      model.move(to: model.lineStart, extending: shift)
    case 12:
      _ = editing.handle(.key(.end, shift ? .shift : []))
      model.move(to: model.lineEnd, extending: shift)
    case 13:
      _ = editing.handle(.control("k"))
      model.kill(model.cursor..<model.lineEnd)
    case 14:
      _ = editing.handle(.control("w"))
      model.kill(model.wordStart..<model.cursor)
    case 15:
      _ = editing.handle(.control("y"))
      model.yank()
    case 16:
      _ = editing.handle(.key(.left, .shift))
      model.move(to: model.cursor - 1, extending: true)
    case 17:
      _ = editing.handle(.key(.right, .shift))
      model.move(to: model.cursor + 1, extending: true)
    case 18:
      editing.undo()
      model.undo()
    default:
      editing.redo()
      model.redo()
    }
  }

  @Test("random edits have the same result as on plain characters", arguments: 0..<60)
  func keys(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    var editing = TextEditing()
    // Some of the texts have many chunks, or a line longer than a chunk.
    let start =
      switch seed % 4 {
      case 0: String(repeating: "some words of a line\n", count: 900)
      case 1: String(repeating: "日本 words ", count: 1_500)
      default: "one two\nthree"
      }
    editing.text = start
    var model = Model(start)
    for _ in 0..<(seed % 4 < 2 ? 40 : 300) {
      step(&editing, &model, &random)
      #expect(editing.text == model.text, "seed \(seed)")
      let selection = editing.selection
      let direction: SelectionDirection = model.cursor < model.anchor ? .backward : .forward
      #expect(
        selection == .init(location: model.range.lowerBound, length: model.range.count, direction: direction),
        "seed \(seed)")
      guard editing.text == model.text else { return }
    }
  }

  @Test("rows and cursor are those of the text wrapped as a whole, at every size", arguments: 0..<34)
  func rows(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let view = TextView()
    // The last ones have a line that is divided among chunks, and the cursor near where it is divided.
    let isLong = seed >= 30
    if isLong {
      view.text = String(repeating: seed % 2 == 0 ? "some words in a line, " : "日本 words ", count: 1_800)
      let offset = view.editing.lines.offset(ofLine: 1)
      view.selectedRange = .init(location: view.editing.lines.characterCount(before: offset))
    }
    let shown = TestApplication(view: view, width: 12, height: 6)
    let moves = ["up", "down", "pageup", "pagedown", "left", "right", "home", "end", "backspace", "ctrl+_", "alt+y"]
    for _ in 0..<(isLong ? 25 : 120) {
      if Int.random(in: 0..<10, using: &random) == 0 {
        shown.application.resize(
          to: Size(width: .random(in: 4...30, using: &random), height: .random(in: 2...9, using: &random)))
      }
      if Bool.random(using: &random) {
        shown.application.handle(.paste(Self.pieces.randomElement(using: &random) ?? ""))
      } else {
        try shown.key(moves.randomElement(using: &random) ?? "up")
      }
      let grid = shown.application.render()
      let characters = Array(view.text)
      let rows = WrappedText.lines(of: characters, width: max(1, grid.size.width - 1))
      let cursor = view.selectedRange.location + view.selectedRange.length
      let first = view.editing.lines.characterCount(before: view.viewport.offset(of: view.viewport.markOfTop))
      let top = try #require(rows.firstIndex { $0.start == first }, "seed \(seed)")
      guard !characters.isEmpty else { continue }
      for (y, row) in rows[top...].prefix(grid.size.height).enumerated() {
        let letters = String(characters[row.range].map(\.drawable))
        var drawn = (0..<(grid.size.width - 1)).map { grid[$0, y].text }.joined()
        while drawn.last == " " { drawn.removeLast() }
        var expected = letters
        while expected.last == " " { expected.removeLast() }
        #expect(drawn == expected, "seed \(seed), row \(y)")
      }
      guard view.selectedRange.length == 0 else { continue }
      let row = try #require(rows.lastIndex { $0.start <= cursor })
      let column = characters[rows[row].start..<cursor].reduce(0) { $0 + $1.drawable.cellWidth }
      #expect(grid.cursor == Point(x: column, y: row - top), "seed \(seed)")
    }
  }
}

import Glibc
import Testing

@testable import Terminal

@Suite("Line editing at the prompt")
@MainActor
struct LineBufferTests {
  @Test("a combining accent typed after its letter joins it")
  func combining() {
    var buffer = LineBuffer("")
    buffer.insert("e")
    buffer.insert("\u{301}")
    #expect(buffer.characters.count == 1)
    #expect(buffer.text == "e\u{301}")
  }

  @Test("the history file keeps lines with newlines, without blank and repeated ones")
  func history() throws {
    let path = "/tmp/luahost-history-\(UInt32.random(in: 0...UInt32.max))"
    defer { unlink(path) }
    let history = LineHistory(path: path, limit: 3)
    for line in ["one", "one", "  ", "two\nlines", "three", "four"] { history.append(line) }
    #expect(history.lines == ["two\nlines", "three", "four"])
    #expect(LineHistory(path: path, limit: 3).lines == ["two\nlines", "three", "four"])
    #expect(LineHistory(path: "/nonexistent/folder/file").lines == [])
  }

  @Test("a long line wraps, and a wide character is not split between rows")
  func layout() {
    let layout = LineLayout(
      prompt: "> ", continuationPrompt: ">> ", promptStyle: .plain, buffer: LineBuffer("ab漢字"), styles: [], width: 5)
    #expect(layout.rows.map { $0.map(\.text).joined() } == ["> ab", "漢字"])
    #expect(layout.cursor.y == 1)
  }
}

import Interface
import Testing

@testable import Terminal

/// Unterminated sequences.
@Suite("Endless input")
@MainActor
struct EndlessInputTests {
  private func keys(_ events: [InputEvent]) -> String {
    events.map { event in
      if case .key(let key) = event, case .character(let character) = key.key { String(character) } else { "?" }
    }.joined()
  }

  @Test(
    "an unterminated sequence types nothing and is not stored; input after its end is read",
    arguments: [
      ("\u{1b}[", "1;", "~"), ("\u{1b}[", "1", "\u{1b}[Z"), ("\u{1b}]", "0;title ", "\u{07}"),
      ("\u{1b}]", "11;rgb", "\u{1b}\\"),
      ("\u{1b}P", "1$r data", "\u{1b}\\"), ("\u{1b}_", "Gimage", "\u{1b}\\"), ("\u{1b}^", "private", "\u{18}"),
      ("\u{1b}X", "string", "\u{1b}\\"),
    ])
  func withoutEnd(start: String, body: String, end: String) {
    let decoder = InputDecoder()
    var events = decoder.decode(Array(start.utf8))
    let piece = Array(String(repeating: body, count: 1000).utf8)
    for _ in 0..<20 { events += decoder.decode(piece) }
    #expect(events.isEmpty)
    #expect(decoder.limit != nil)
    events += decoder.decode(Array(end.utf8))
    let isNextHeard = end == "\u{1b}[Z"
    #expect(events.count == (isNextHeard ? 1 : 0))
    #expect(keys(decoder.decode(Array("ab".utf8))) == "ab")
  }

  @Test(
    "a key ends an answer that was cut off, so that the app can be quit",
    arguments: ["\u{1b}]11;rgb:", "\u{1b}P>|ki"])
  func keyInString(start: String) {
    let quit = InputEvent.key(KeyPress(.character("q"), modifiers: .control))
    #expect(InputDecoder().decode(Array("\(start)\t\nff\u{11}".utf8)) == [quit])
  }

  @Test("an unterminated sequence ends when input pauses")
  func silence() {
    let decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1b}]0;no end".utf8)).isEmpty)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.limit == nil)
    #expect(keys(decoder.decode(Array("ab".utf8))) == "ab")
  }

  @Test("Alt with a character that could start a string sequence is that key", arguments: ["]", "P", "_", "^", "X"])
  func alt(character: String) {
    let decoder = InputDecoder()
    let key = InputEvent.key(KeyPress(.character(Character(character)), modifiers: .alt))
    #expect(decoder.decode(Array("\u{1b}\(character)".utf8)) + decoder.flush() == [key])
    #expect(decoder.decode(Array("\u{1b}\(character)a".utf8)).first == key)
  }

  @Test("a paste of ten megabytes is one event, in whatever pieces; one beyond the limit is discarded as a whole")
  func pastes() {
    let decoder = InputDecoder()
    var discarded = 0
    decoder.onDiscardedPaste = { discarded += 1 }
    var events = decoder.decode(Array("\u{1b}[200~".utf8))
    let piece = Array(String(repeating: "0123456789", count: 1 << 10).utf8)
    for _ in 0..<1024 { events += decoder.decode(piece) }
    for byte in "\u{1b}[201~".utf8 { events += decoder.decode([byte]) }
    guard case .paste(let text)? = events.first else { return #expect(Bool(false), "no paste") }
    #expect(text.utf8.count == 1024 * piece.count)
    #expect(discarded == 0)
    for end in ["\u{1b}[201~", ""] {
      discarded = 0
      events = decoder.decode(Array("\u{1b}[200~".utf8))
      for _ in 0..<2048 { events += decoder.decode(piece) }
      events += decoder.decode(Array(end.utf8)) + decoder.finish()
      #expect(events.isEmpty)
      #expect(discarded == 1)
      #expect(decoder.decode(Array("\u{1b}[200~a\u{1b}[201~b".utf8)) == [.paste("a"), .key(.character("b"))])
    }
  }
}

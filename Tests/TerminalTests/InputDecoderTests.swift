import Seeded
import Interface
import Testing

@testable import Terminal

@Suite("Terminal input")
@MainActor
struct InputDecoderTests {
  private func decode(_ text: String, terminal: String = "xterm-256color") -> [InputEvent] {
    let decoder = InputDecoder(terminalName: terminal)
    return decoder.decode(Array(text.utf8)) + decoder.flush()
  }

  private func key(_ key: Key, _ modifiers: Modifiers = []) -> InputEvent { .key(KeyPress(key, modifiers: modifiers)) }

  nonisolated static let keys: [(String, Key, Modifiers)] = [
    ("\u{1}", .character("a"), .control), ("\0", .character(" "), .control), ("\u{1a}", .character("z"), .control),
    ("\u{3}", .character("c"), .control), ("\u{11}", .character("q"), .control), ("\u{8}", .character("h"), .control),
    ("\n", .character("j"), .control), ("\u{1c}", .character("\\"), .control), ("\u{1d}", .character("]"), .control),
    ("\u{1e}", .character("^"), .control), ("\u{1f}", .character("_"), .control),
    ("\t", .tab, []), ("\r", .enter, []), ("\u{7f}", .backspace, []), ("\u{1b}", .escape, []),
    ("\u{1b}[A", .up, []), ("\u{1b}OA", .up, []), ("\u{1b}[B", .down, []), ("\u{1b}[C", .right, []),
    ("\u{1b}[D", .left, []), ("\u{1b}[1;5A", .up, .control), ("\u{1b}[1;2B", .down, .shift),
    ("\u{1b}[1;3D", .left, .alt), ("\u{1b}[1;4C", .right, [.alt, .shift]),
    ("\u{1b}[1;8D", .left, [.alt, .shift, .control]), ("\u{1b}[1;9A", .up, .alt), ("\u{1b}\u{1b}[A", .up, .alt),
    ("\u{1b}[H", .home, []), ("\u{1b}OH", .home, []), ("\u{1b}[1~", .home, []), ("\u{1b}[7~", .home, []),
    ("\u{1b}[F", .end, []), ("\u{1b}OF", .end, []), ("\u{1b}[4~", .end, []), ("\u{1b}[8~", .end, []),
    ("\u{1b}[1;5H", .home, .control), ("\u{1b}[1;2F", .end, .shift),
    ("\u{1b}[2~", .insert, []), ("\u{1b}[3~", .delete, []), ("\u{1b}[3;5~", .delete, .control),
    ("\u{1b}[3;2~", .delete, .shift), ("\u{1b}[5~", .pageUp, []), ("\u{1b}[6~", .pageDown, []),
    ("\u{1b}[5;5~", .pageUp, .control), ("\u{1b}[6;3~", .pageDown, .alt), ("\u{1b}[Z", .tab, .shift),
    ("\u{1b}OP", .function(1), []), ("\u{1b}OQ", .function(2), []), ("\u{1b}OR", .function(3), []),
    ("\u{1b}OS", .function(4), []), ("\u{1b}[11~", .function(1), []), ("\u{1b}[15~", .function(5), []),
    ("\u{1b}[17~", .function(6), []), ("\u{1b}[18~", .function(7), []), ("\u{1b}[19~", .function(8), []),
    ("\u{1b}[20~", .function(9), []), ("\u{1b}[21~", .function(10), []), ("\u{1b}[23~", .function(11), []),
    ("\u{1b}[24~", .function(12), []), ("\u{1b}[1;2P", .function(1), .shift), ("\u{1b}[1;5S", .function(4), .control),
    ("\u{1b}[24;2~", .function(12), .shift), ("\u{1b}[15;3~", .function(5), .alt),
    ("\u{1b}a", .character("a"), .alt), ("\u{1b}A", .character("A"), .alt), ("\u{1b}ä", .character("ä"), .alt),
    ("\u{1b}[", .character("["), .alt), ("\u{1b}O", .character("O"), .alt), ("\u{1b}]", .character("]"), .alt),
    ("\u{1b}\u{7f}", .backspace, .alt), ("\u{1b}\r", .enter, .alt),
    ("\u{1b}[97;5u", .character("a"), .control), ("\u{1b}[97;6u", .character("A"), .control),
    ("\u{1b}[13;2u", .enter, .shift), ("\u{1b}[9;5u", .tab, .control), ("\u{1b}[27;2u", .escape, .shift),
    ("\u{1b}[32;5u", .character(" "), .control), ("\u{1b}[228;3u", .character("ä"), .alt),
    ("\u{1b}[127;5u", .backspace, .control), ("\u{1b}[97:65;5:1u", .character("a"), .control),
    ("\u{1b}[27;5;97~", .character("a"), .control), ("\u{1b}[27;2;13~", .enter, .shift),
    ("\u{1b}OM", .enter, []), ("\u{1b}Op", .character("0"), []), ("\u{1b}Oj", .character("*"), []),
  ]

  @Test("each key sequence is decoded to its key", arguments: keys)
  func keySequence(sequence: String, key: Key, modifiers: Modifiers) {
    #expect(decode(sequence) == [self.key(key, modifiers)])
  }

  @Test("each key sequence is decoded to its key if it arrives byte by byte", arguments: keys)
  func keySequenceInPieces(sequence: String, key: Key, modifiers: Modifiers) {
    let decoder = InputDecoder()
    var events: [InputEvent] = []
    for byte in sequence.utf8 { events += decoder.decode([byte]) }
    events += decoder.flush()
    #expect(events == [self.key(key, modifiers)])
  }

  @Test("each key sequence leaves the following key unchanged", arguments: keys.filter { $0.0.utf8.count > 2 })
  func keySequenceThenText(sequence: String, key: Key, modifiers: Modifiers) {
    #expect(decode(sequence + "x") == [self.key(key, modifiers), self.key(.character("x"))])
  }

  @Test("the Linux console's function keys come from terminfo")
  func linuxConsole() {
    #expect(decode("\u{1b}[[A", terminal: "linux") == [key(.function(1))])
    #expect(decode("\u{1b}[[Ex", terminal: "linux") == [key(.function(5)), key(.character("x"))])
  }

  @Test(
    "a terminal that terminfo does not know, or knows little of, is decoded as an xterm",
    arguments: ["no-such-terminal", "vt100", "alacritty", "tmux-256color", "screen", "rxvt", "foot"])
  func unknownTerminal(name: String) {
    #expect(decode("\u{1b}[A\u{1b}[24~", terminal: name) == [key(.up), key(.function(12))])
    #expect(decode("\u{1b}[<0;1;1M", terminal: name) == [.mouse(MouseEvent(.press(button: 1), at: .zero))])
  }

  @Test(
    "unknown sequences are skipped, and not typed as text",
    arguments: [
      "\u{1b}[I", "\u{1b}[O", "\u{1b}[?1;2c", "\u{1b}[>0;1;2c", "\u{1b}[201~", "\u{1b}[99;9;9~", "\u{1b}[57358u",
      "\u{1b}[97;1:3u", "\u{1b}[<35;3;4M", "\u{1b}[<66;3;4M", "\u{1b}[3^", "\u{1b}[?2026;2$y", "\u{85}",
      "\u{1b}[<P", "\u{1b}[<1;2A", "\u{1b}[<u", "\u{1b}[<9~",
      "\u{1b}\u{1b}[?5P", "\u{1b}\u{1b}[$P", "\u{1b}\u{1b}[>1;2A", "\u{1b}[<M", "\u{1b}[<1;2m",
      "\u{1b}[" + String(repeating: "1;", count: 500) + "A",
    ])
  func noise(sequence: String) {
    #expect(decode(sequence) == [])
  }

  @Test("noise does not affect the input after it")
  func afterNoise() {
    #expect(decode("\u{1b}[I\u{1b}[Ax") == [key(.up), key(.character("x"))])
    #expect(decode("\u{1b}[1;\u{1b}[Bx") == [key(.down), key(.character("x"))])
  }

  @Test("text arrives as grapheme clusters")
  func clusters() {
    let text = "aä日e\u{301}👩‍👩‍👧🇩🇪❤️"
    #expect(decode(text) == text.map { key(.character($0)) })
  }

  @Test("the decoder waits for a cluster that is certain to continue")
  func splitCluster() {
    for text in ["👩‍👧", "🇩🇪"] {
      let decoder = InputDecoder()
      let bytes = Array(text.utf8)
      var events: [InputEvent] = []
      // Split after the joiner, and between the halves of the flag.
      let cut = text == "🇩🇪" ? 4 : 7
      events += decoder.decode(bytes[..<cut])
      #expect(events.isEmpty)
      #expect(decoder.limit == .milliseconds(100))
      events += decoder.decode(bytes[cut...])
      #expect(events + decoder.flush() == text.map { key(.character($0)) })
    }
  }

  @Test("a character split between reads is joined")
  func splitCharacter() {
    let decoder = InputDecoder()
    #expect(decoder.decode([0xe6, 0x97]) == [])
    #expect(decoder.decode([0xa5]) == [key(.character("日"))])
    #expect(decoder.limit == nil)
  }

  @Test("invalid UTF-8 is decoded as the replacement character", arguments: [[0xff], [0xc0, 0xaf], [0xe6, 0x97]])
  func invalidText(bytes: [UInt8]) {
    let decoder = InputDecoder()
    let events = decoder.decode(bytes) + decoder.flush()
    #expect(!events.isEmpty)
    #expect(events.allSatisfy { $0 == key(.character("\u{fffd}")) })
    #expect(decoder.decode(Array("x".utf8)) == [key(.character("x"))])
  }

  @Test("a lone Escape is delivered after 25 ms")
  func loneEscape() {
    let decoder = InputDecoder()
    #expect(decoder.decode([0x1b]) == [])
    #expect(decoder.limit == .milliseconds(25))
    #expect(decoder.flush() == [key(.escape)])
    #expect(decoder.limit == nil)
  }

  @Test(
    "an unfinished escape sequence is the Escape key, and types nothing",
    arguments: ["\u{1b}[1;2", "\u{1b}[<0;10", "\u{1b}[M ", "\u{1b}[[", "\u{1b}[2"])
  func unfinishedSequence(sequence: String) {
    let decoder = InputDecoder()
    #expect(decoder.decode(Array(sequence.utf8)) == [])
    #expect(decoder.limit == .milliseconds(25))
    #expect(decoder.flush() == [key(.escape)])
    #expect(decoder.decode(Array("x".utf8)) == [key(.character("x"))])
  }

  @Test("Escape pressed twice is two Escape keys")
  func doubleEscape() {
    #expect(decode("\u{1b}\u{1b}") == [key(.escape), key(.escape)])
    #expect(decode("\u{1b}\u{1b}x") == [key(.escape), key(.character("x"), .alt)])
  }

  @Test("a control key after Escape is a separate key; Alt with a letter, Enter or Backspace is one key")
  func escapeAndControl() {
    for (byte, key) in [("\u{11}", Character("q")), ("\u{1}", "a"), ("\u{3}", "c"), ("\n", "j"), ("\0", " ")] {
      #expect(decode("\u{1b}\(byte)") == [self.key(.escape), self.key(.character(key), .control)])
    }
    #expect(decode("\u{1b}\t") == [key(.escape), key(.tab)])
    #expect(decode("\u{1b}\u{1b}\u{11}") == [key(.escape), key(.escape), key(.character("q"), .control)])
    #expect(decode("\u{1b}q\u{11}") == [key(.character("q"), .alt), key(.character("q"), .control)])
    let decoder = InputDecoder()
    #expect(decoder.decode([0x1b]) + decoder.decode([0x11]) == [key(.escape), key(.character("q"), .control)])
  }

  @Test("several events in one read are delivered in order")
  func several() {
    #expect(
      decode("a\u{1b}[A\u{1b}[<0;3;2M\r") == [
        key(.character("a")), key(.up), .mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: 1))), key(.enter),
      ])
  }

  @Test("a paste is one event, with normalized newlines and without control sequences")
  func paste() {
    #expect(
      decode("\u{1b}[200~a\r\nb\rc\n\td\u{1b}[31m\u{3}\u{1b}[201~x") == [
        .paste("a\nb\nc\n\td[31m"), key(.character("x")),
      ])
    #expect(decode("\u{1b}[200~\u{1b}[201~") == [.paste("")])
  }

  @Test("a paste may arrive in any pieces")
  func splitPaste() {
    let bytes = Array("\u{1b}[200~日本 line\r\u{1b}[201~z".utf8)
    for cut in 1..<bytes.count {
      let decoder = InputDecoder()
      let events = decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])
      #expect(events == [.paste("日本 line\n"), key(.character("z"))])
    }
  }

  @Test("a paste waits for its end without a limit; the end of the input ends it, and Ctrl-C or Ctrl-Q after a pause")
  func endlessPaste() {
    let decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1b}[200~abc".utf8)) == [])
    #expect(decoder.limit == .seconds(1))
    #expect(decoder.flush() == [])
    #expect(decoder.limit == nil)
    #expect(decoder.decode(Array("def\u{1b}".utf8)) == [])
    #expect(decoder.flush() == [])
    #expect(decoder.decode(Array("[201~g".utf8)) == [.paste("abcdef"), key(.character("g"))])
    #expect(decoder.decode(Array("\u{1b}[200~h".utf8)) == [])
    #expect(decoder.finish() == [.paste("h")])
    for quit in ["\u{11}", "\u{1b}[113;5u", "\u{1b}[1081::113;5u"] {
      #expect(decoder.decode(Array("\u{1b}[200~lost".utf8)) == [])
      #expect(decoder.decode([0x11]) == [], "without a pause it belongs to the text")
      #expect(decoder.flush() == [])
      #expect(decoder.decode(Array("\n".utf8)) == [] && decoder.flush() == [])
      #expect(decoder.decode(Array(quit.utf8)) == [.paste("lost\n"), key(.character("q"), .control)])
    }
  }

  @Test("mouse presses, drags, releases and wheel steps are decoded at positions of any size")
  func mouse() {
    func mouse(_ action: MouseEvent.Action, _ x: Int, _ y: Int, _ modifiers: Modifiers = []) -> [InputEvent] {
      [.mouse(MouseEvent(action, at: Point(x: x, y: y), modifiers: modifiers))]
    }
    #expect(decode("\u{1b}[<0;10;5M") == mouse(.press(button: 1), 9, 4))
    #expect(decode("\u{1b}[<0;10;5m") == mouse(.release(button: 1), 9, 4))
    #expect(decode("\u{1b}[<2;300;400M") == mouse(.press(button: 3), 299, 399))
    #expect(decode("\u{1b}[<32;11;6M") == mouse(.drag(button: 1), 10, 5))
    #expect(decode("\u{1b}[<64;3;4M") == mouse(.wheel(rows: -3), 2, 3))
    #expect(decode("\u{1b}[<65;3;4M") == mouse(.wheel(rows: 3), 2, 3))
    #expect(decode("\u{1b}[<16;3;4M") == mouse(.press(button: 1), 2, 3, .control))
    #expect(decode("\u{1b}[<8;3;4M") == mouse(.press(button: 1), 2, 3, .alt))
    #expect(decode("\u{1b}[<4;3;4M") == mouse(.press(button: 1), 2, 3, .shift))
  }

  @Test("byte 8 is Backspace if the terminal driver says so")
  func backspace() {
    let decoder = InputDecoder(backspaceIsControlH: true)
    #expect(decoder.decode([8]) == [key(.backspace)])
  }

  @Test("random bytes never crash the decoder, and are discarded in the end")
  func fuzz() {
    var generator = SeededGenerator(state: UInt64.random(in: 0...UInt64.max))
    let alphabet =
      Array("\u{1b}\u{1b}\u{1b}[[O<;:019~MmAuPQRSHFZIJcnty^@`x=>?!$ \u{1b}[200~\u{1b}[201~aä日\r\u{7f}\u{3}".utf8) + [
        0xff, 0xf0, 0x9f,
      ]
    for _ in 0..<20_000 {
      let decoder = Self.shared
      _ = decoder.decode((0..<20).compactMap { _ in alphabet.randomElement(using: &generator) })
      _ = decoder.flush()
      _ = decoder.flush()
      #expect(decoder.decode(Array("q".utf8)) + decoder.flush() == [key(.character("q"))])
    }
  }

  private static let shared = InputDecoder()
}

import Emulator
import Foundation
import Interface
import Seeded
import Testing

@testable import Terminal

@Suite("Terminal protocols")
@MainActor
struct TerminalProtocolTests {
  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private func key(_ key: Key, _ modifiers: Modifiers = []) -> InputEvent { .key(KeyPress(key, modifiers: modifiers)) }

  /// Decodes bytes, and returns the events and the replies.
  private func decode(_ bytes: String, expectsCursor: Bool = false) -> (events: [InputEvent], replies: [TerminalReply])
  {
    let decoder = InputDecoder()
    var replies: [TerminalReply] = []
    decoder.onReply = { replies.append($0) }
    decoder.expectsCursor = expectsCursor
    return (decoder.decode(Array(bytes.utf8)) + decoder.flush(), replies)
  }

  // MARK: Queries and answers

  @Test("each query is sent once, and the one that every terminal answers is the last")
  func queries() {
    let capabilities = TerminalCapabilities()
    let queries = text(capabilities.query(at: 0))
    #expect(
      queries
        == "\u{1b}[16t\u{1b}[?2026$p\u{1b}[?u\u{1b}[?1004$p\u{1b}]11;?\u{1b}\\\u{1b}[?2031$p\u{1b}[?2048$p\u{1b}[?2027$p"
        + "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[>0q\u{1b}[c"
    )
    #expect(capabilities.isAwaited)
    #expect(capabilities.query(at: 1).isEmpty, "they are not repeated while they are awaited")
    _ = capabilities.receive(.deviceAttributes([1]))
    #expect(!capabilities.isAwaited && capabilities.query(at: 2).isEmpty)
  }

  @Test("tmux and GNU screen get no application command, which they would show as a title")
  func multiplexer() {
    let queries = text(TerminalCapabilities(isMultiplexer: true).query(at: 0))
    #expect(!queries.contains("\u{1b}_") && queries.hasSuffix("\u{1b}[>0q\u{1b}[c"))
  }

  @Test("queries whose answers were discarded are sent again")
  func discarded() {
    let capabilities = TerminalCapabilities()
    _ = capabilities.query(at: 0)
    capabilities.forgetQueries()
    #expect(!capabilities.isAwaited && !capabilities.query(at: 1).isEmpty)
  }

  @Test("exactly what a terminal supports is switched on, and undone", arguments: ScriptedTerminal.all)
  func support(terminal: ScriptedTerminal) {
    let capabilities = TerminalCapabilities()
    _ = capabilities.query(at: 0)
    var bytes: [UInt8] = []
    let (events, replies) = decode(terminal.answers.joined())
    #expect(events.isEmpty && replies.count == terminal.answers.count)
    for reply in replies { bytes += capabilities.receive(reply) }
    #expect(text(bytes) == terminal.set)
    #expect(text(capabilities.setting) == terminal.set)
    #expect(text(capabilities.resetting) == terminal.reset)
    #expect(capabilities.isComplete && !capabilities.isAwaited)
    #expect(capabilities.has(.hyperlinks) == terminal.hasHyperlinks)
    #expect(capabilities.has(.progress) == terminal.hasProgress)
    let notification = capabilities.notification(title: "org.example.protocols", text: "Done: ; \u{1b}\u{7}")
    #expect(text(notification) == terminal.notification ?? "")
  }

  @Test("terminals do not reorder the text of an app, and reorder again after it")
  func reordering() {
    for entering in [Sequences.enterScreen, Sequences.enterInline] {
      #expect(text(entering).contains("\u{1b}[8l") && !text(entering).contains("\u{1b}[8h"))
    }
    for leaving in [Sequences.leaveScreen, Sequences.leaveInline, Sequences.reset] {
      #expect(text(leaving).contains("\u{1b}[8h") && !text(leaving).contains("\u{1b}[8l"))
    }
  }

  @Test("a FIFO in place of the file of the last background has no value, and does not block")
  func backgroundInFIFO() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let last = try #require(LastBackground(in: folder, environment: [:]))
    last.store(.light)
    #expect(last.value == .light)
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
    #expect(mkfifo("\(folder)/\(file)", 0o600) == 0)
    last.store(.light)
    #expect(last.value == nil)
  }

  @Test("a mode that was on before the app stays on after it")
  func alreadyOn() {
    let capabilities = TerminalCapabilities()
    #expect(capabilities.receive(.mode(2027, .set)).isEmpty)
    #expect(capabilities.has(.graphemeWidths) && capabilities.resetting.isEmpty)
  }

  @Test("a version decides where the name alone does not")
  func versions() {
    func has(_ version: String, _ one: TerminalProtocol) -> Bool {
      let capabilities = TerminalCapabilities()
      _ = capabilities.receive(.version(TerminalVersion(version)))
      return capabilities.has(one)
    }
    #expect(!has("tmux 3.3a", .hyperlinks) && has("tmux 3.4", .hyperlinks) && has("tmux next-3.6", .hyperlinks))
    #expect(!has("ghostty 1.1.3", .progress) && has("ghostty 1.2.0", .progress))
    #expect(!has("iTerm2 3.5.0", .progress) && has("iTerm2 3.6.10", .progress))
    #expect(!has("an unknown one 9", .hyperlinks) && !has("", .hyperlinks))
  }

  @Test(
    "a background is light or dark by its lightness, in every notation",
    arguments: [
      ("rgb:0000/0000/0000", TerminalBackground.dark), ("rgb:ffff/ffff/ffff", .light), ("rgb:f/f/f", .light),
      ("rgb:00/00/ff", .dark), ("rgba:fdfd/f6f6/e3e3/ffff", .light), ("#ffffff", .light), ("#282c34", .dark),
    ])
  func background(specification: String, background: TerminalBackground) {
    #expect(decode("\u{1b}]11;\(specification)\u{7}").replies == [.background(background)])
  }

  @Test("a report of the appearance changes the background, and a report of the size is read")
  func reports() {
    #expect(decode("\u{1b}[?997;2n\u{1b}[?997;1n").replies == [.appearance(.light), .appearance(.dark)])
    #expect(decode("\u{1b}[48;30;100;600;1200t").replies == [.size(Size(width: 100, height: 30))])
    #expect(decode("\u{1b}[I\u{1b}[O").replies == [.focus(true), .focus(false)])
    let capabilities = TerminalCapabilities()
    _ = capabilities.receive(.appearance(.light))
    #expect(capabilities.background == .light)
  }

  // MARK: No answer is a key

  private static let keys: [(bytes: String, events: [InputEvent])] = [
    ("a", [.key(.character("a"))]), ("\u{1b}[A", [.key(.up)]), ("\r", [.key(.enter)]), ("é", [.key(.character("é"))]),
    ("\u{1b}[<0;10;5M", [.mouse(MouseEvent(.press(button: 1), at: Point(x: 9, y: 4)))]),
    ("\u{1b}x", [.key(.alt("x"))]), ("\u{1b}[1;5C", [.key(.key(.right, .control))]),
    ("\u{1b}[200~p\u{1b}[201~", [.paste("p")]), ("\u{1b}OP", [.key(.function(1))]),
  ]

  @Test("answers between keys are never keys, however they are split and delayed", arguments: 0..<200)
  func splits(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let terminal = ScriptedTerminal.all[Int(seed) % ScriptedTerminal.all.count]
    var bytes: [UInt8] = []
    var expected: [InputEvent] = []
    for answer in terminal.answers {
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let (keyBytes, events) = Self.keys.randomElement(using: &generator) ?? Self.keys[0]
        bytes += keyBytes.utf8
        expected += events
      }
      bytes += answer.utf8
    }
    let decoder = InputDecoder()
    decoder.expectsAnswers = true
    var replies = 0
    decoder.onReply = { _ in replies += 1 }
    var events: [InputEvent] = []
    while !bytes.isEmpty {
      let count = Int.random(in: 1...min(bytes.count, 12), using: &generator)
      events += decoder.decode(bytes[..<count])
      bytes.removeFirst(count)
      let pause = Duration.milliseconds(Int.random(in: 0...99, using: &generator))
      if let limit = decoder.limit, pause >= limit { events += decoder.flush() }
    }
    events += decoder.flush()
    #expect(events == expected, "seed \(seed), \(terminal.name)")
    #expect(replies == terminal.answers.count)
  }

  @Test("answers in the middle of a paste are read, and are no part of its text", arguments: ScriptedTerminal.all)
  func paste(terminal: ScriptedTerminal) {
    let answers = terminal.answers.joined(separator: "x")
    let (events, replies) = decode("\u{1b}[200~one \(answers) two\u{1b}[201~")
    let separators = String(repeating: "x", count: terminal.answers.count - 1)
    #expect(events == [.paste("one \(separators) two")])
    #expect(replies.count == terminal.answers.count)
  }

  @Test("an answer whose end comes later than any key's is never a key")
  func late() {
    let decoder = InputDecoder()
    #expect(decoder.decode(Array("\u{1b}[?62;".utf8)).isEmpty)
    #expect(decoder.limit == .seconds(1))
    #expect(decoder.flush().isEmpty, "the beginning of an answer is no Escape")
  }

  @Test(
    "a malformed answer types nothing",
    arguments: [
      "\u{1b}[?;;;;$y", "\u{1b}[?99999999999999999999u", "\u{1b}[48;t", "\u{1b}[48;-1;x", "\u{1b}]11;rgb:zz/1\u{7}",
      "\u{1b}]11;\u{1b}\\", "\u{1b}P>|\u{1b}\\", "\u{1b}[?997n", "\u{1b}P>|\u{18}", "\u{1b}[?c", "\u{1b}[48;0;0;0;0t",
    ])
  func malformed(answer: String) {
    let (events, _) = decode(answer + "a")
    // An invalid byte ends a sequence.
    #expect(events.last == key(.character("a")))
    #expect(events.count <= 2)
  }

  @Test("a position of the cursor is a function key unless it was asked for")
  func cursor() {
    #expect(decode("\u{1b}[1;2R").events == [key(.function(3), .shift)])
    let asked = decode("\u{1b}[9;20R", expectsCursor: true)
    #expect(asked.events.isEmpty && asked.replies == [.cursor(Point(x: 19, y: 8))])
  }

  // MARK: The kitty keyboard

  nonisolated static let kittyKeys: [(String, Key, Modifiers)] = [
    ("\u{1b}[13;2u", Key.enter, Modifiers.shift), ("\u{1b}[13;5u", .enter, .control),
    ("\u{1b}[105;5u", .character("i"), .control), ("\u{1b}[109;5u", .character("m"), .control),
    ("\u{1b}[27u", .escape, []), ("\u{1b}[97;3u", .character("a"), .alt),
    // Caps Lock and Num Lock
    ("\u{1b}[113;69u", .character("q"), .control), ("\u{1b}[113;133u", .character("q"), .control),
    ("\u{1b}[1;129A", .up, []), ("\u{1b}[3;133~", .delete, .control), ("\u{1b}[27;129u", .escape, []),
    // With the key of the base layout, and the shifted one: the letter of another script with a modifier is that key.
    ("\u{1b}[1081::113;5u", .character("q"), .control), ("\u{1b}[1081:1049:113;134u", .character("Q"), .control),
    ("\u{1b}[1074::100;3u", .character("d"), .alt), ("\u{1b}[1081::113u", .character("й"), []),
    ("\u{1b}[1081;5u", .character("й"), .control), ("\u{1b}[101::46;5u", .character("e"), .control),
    ("\u{1b}[1081::57414;5u", .character("й"), .control),
    // The keypad
    ("\u{1b}[57414u", .enter, []), ("\u{1b}[57414;5u", .enter, .control), ("\u{1b}[57404u", .character("5"), []),
    ("\u{1b}[57417u", .left, []), ("\u{1b}[57420;5u", .down, .control), ("\u{1b}[57421u", .pageUp, []),
    ("\u{1b}[57423u", .home, []), ("\u{1b}[57426;2u", .delete, .shift),
    // Function keys
    ("\u{1b}[P", .function(1), []), ("\u{1b}[Q", .function(2), []), ("\u{1b}[13~", .function(3), []),
    ("\u{1b}[13;5~", .function(3), .control), ("\u{1b}[S", .function(4), []),
  ]

  @Test("keys in the kitty keyboard protocol", arguments: kittyKeys)
  func kittyKey(sequence: String, key: Key, modifiers: Modifiers) {
    #expect(decode(sequence).events == [self.key(key, modifiers)])
  }

  @Test("the keys that quit are found in the kitty keyboard protocol, unless they are pasted")
  func urgentKeys() {
    func isTyped(_ text: String) -> Bool { UrgentKeys.isTyped(0x11, in: Array(text.utf8)) }
    #expect(isTyped("a\u{1b}[113;5u") && isTyped("\u{1b}[113;133u") && isTyped("\u{1b}[113;1u\u{1b}[113;5u"))
    #expect(isTyped("\u{1b}[1081::113;5u") && isTyped("\u{1b}[113:81:113;5u"))
    #expect(!isTyped("\u{1b}[1081::113;6u") && !isTyped("\u{1b}[101::113;5u") && !isTyped("\u{1b}[;5u"))
    #expect(!isTyped("\u{1b}[113;6u") && !isTyped("\u{1b}[114;5u") && !isTyped("\u{1b}[113;5"))
    #expect(!isTyped("\u{1b}[200~\u{1b}[113;5u\u{1b}[201~"))
  }

  // MARK: Hyperlinks

  @Test("a link is sent as a hyperlink, once for adjacent cells, and only to terminals that have them")
  func hyperlinks() {
    let canvas = Canvas(grid: Grid(size: Size(width: 20, height: 1)))
    var style = Style(attributes: .underline)
    style.link = Hyperlink("https://example.org/a b")
    canvas.put("see ", x: 0, y: 0)
    canvas.put("this", x: 4, y: 0, style: style)
    canvas.put("!", x: 8, y: 0)
    let blank = Grid(size: Size(width: 20, height: 1))
    var encoder = FrameEncoder(colors: .full)
    #expect(!text(encoder.encode(canvas.grid, after: blank)).contains("]8;"))
    encoder.hasHyperlinks = true
    let frame = text(encoder.encode(canvas.grid, after: blank))
    let link = "\u{1b}]8;id=\(style.link.identifier);https://example.org/a%20b\u{1b}\\"
    #expect(frame.contains("see \(link)\u{1b}[4mthis\u{1b}]8;;\u{1b}\\\u{1b}[m!"))
    #expect(frame.split(separator: "]8;").count == 3)
    #expect(encoder.encode(canvas.grid, after: canvas.grid).isEmpty)
  }

  @Test("only absolute URLs are hyperlinks, and no character of them ends the sequence")
  func urls() {
    for address in [
      "", "other.md", "/path", "#part", "C:\\x", "1a:x", "a b:c", "https:" + String(repeating: "x", count: 3000),
    ] {
      #expect(Hyperlink(address) == .none)
    }
    #expect(Hyperlink("https://x/\u{1b}\\\u{7}é").url == "https://x/%1B\\%07%C3%A9")
    #expect(
      Hyperlink("https://x/1") == Hyperlink("https://x/1") && Hyperlink("https://x/1") != Hyperlink("https://x/2"))
    for number in 0..<20_000 { _ = Hyperlink("https://example.org/\(number)") }
    #expect(Hyperlink("mailto:a@b").url == "mailto:a@b")
  }
}

import Glibc
import Interface
import Loop
import Testing

@testable import Terminal

extension MainLoop {
  /// Reads what there is, and handles it.
  fileprivate func turn() { advance(by: 0) }

  /// Lets time pass without reading, as while the app is busy.
  fileprivate func pass(milliseconds: Double) {
    timers.advance(to: timers.now + milliseconds / 1000)
    turn()
  }
}

/// The input of a pseudoterminal, written in pieces by a test.
@MainActor
private final class PieceWriter {
  let loop = MainLoop(.virtual)
  private(set) var events: [InputEvent] = []
  private var input: KeyInput?
  private let master: Int32
  private let slave: Int32

  init() throws {
    var (ours, theirs): (Int32, Int32) = (-1, -1)
    try #require(openpty(&ours, &theirs, nil, nil, nil) == 0)
    (master, slave) = (ours, theirs)
    var line = termios()
    tcgetattr(slave, &line)
    cfmakeraw(&line)
    tcsetattr(slave, TCSANOW, &line)
    let device = try TerminalDevice(input: slave, output: slave, environment: ["TERM": "xterm-256color"])
    input = KeyInput(device, on: loop, onEvent: { [weak self] in self?.events.append($0) }, onClose: {})
  }

  isolated deinit {
    input?.close()
    close(master)
    close(slave)
  }

  func write(_ bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    if !bytes.isEmpty { #expect(Glibc.write(master, bytes, bytes.count) == bytes.count) }
  }

  /// Returns the events since the last call.
  func take() -> [InputEvent] {
    defer { events = [] }
    return events
  }
}

@Suite("Fragmented input")
@MainActor
struct InputPiecesTests {
  private static let texts = [
    "ä", "日", "😀", "🇩🇪", "日本", "a\u{1b}[A日\r", "\u{1b}日", "\u{1b}[<0;10;5M", "\u{1b}[<64;3;4M", "\u{1b}[M !!",
    "\u{1b}[200~a\rdear 日本\u{1b}[201~x", "\u{1b}]11;rgb:00/00/00\u{7}x", "\u{1b}[?1;2cx",
  ]
  private static let corpus = InputDecoderTests.keys.map(\.0) + texts

  @Test(
    "a sequence decodes to the same events wherever it is split, with any pause within the limit",
    arguments: [0, 0.1, 1, 10, 24])
  func cuts(pause: Double) throws {
    let input = try PieceWriter()
    for sequence in Self.corpus {
      let bytes = Array(sequence.utf8)
      input.write(bytes)
      input.loop.turn()
      input.loop.pass(milliseconds: 300)
      let expected = input.take()
      for cut in 1..<max(2, bytes.count) {
        // A terminal is idle before a key, so the loop's clock is behind.
        input.loop.pass(milliseconds: 5000)
        input.write(bytes[..<cut])
        input.loop.turn()
        input.loop.pass(milliseconds: pause)
        input.write(bytes[cut...])
        input.loop.turn()
        input.loop.pass(milliseconds: 300)
        #expect(input.take() == expected, "\(sequence.debugDescription) cut at \(cut)")
      }
    }
  }

  @Test("a sequence decodes to the same events if each byte comes 24 ms after the one before")
  func byteByByte() throws {
    let input = try PieceWriter()
    for sequence in Self.corpus {
      input.write(Array(sequence.utf8))
      input.loop.turn()
      input.loop.pass(milliseconds: 300)
      let expected = input.take()
      for byte in sequence.utf8 {
        input.write([byte])
        input.loop.turn()
        input.loop.pass(milliseconds: 24)
      }
      input.loop.pass(milliseconds: 300)
      #expect(input.take() == expected, "\(sequence.debugDescription)")
    }
  }

  @Test("an unfinished sequence is Escape after 25 ms, an unfinished character is replaced after 100 ms")
  func limits() throws {
    let input = try PieceWriter()
    let escape = InputEvent.key(.escape)
    let replacement = InputEvent.key(.character("\u{fffd}"))
    for (start, limit, events) in [
      (Array("\u{1b}".utf8), 25.0, [escape]), (Array("\u{1b}[1;5".utf8), 25, [escape]),
      ([0xe6, 0x97], 100, [replacement]), ([0xf0, 0x9f, 0x98], 100, [replacement]),
    ] {
      for byte in start {
        input.loop.pass(milliseconds: 20)
        input.write([byte])
        input.loop.turn()
      }
      input.loop.pass(milliseconds: limit - 1)
      #expect(input.events.isEmpty)
      input.loop.pass(milliseconds: 2)
      #expect(input.take() == events)
    }
  }

  @Test("available input is read before an unfinished sequence times out, however late that is")
  func readBeforeJudging() throws {
    let input = try PieceWriter()
    for pause in [10.0, 30, 5000] {
      input.write([0x1b])
      input.loop.turn()
      input.write(Array("[D".utf8))
      input.loop.pass(milliseconds: pause)
      input.loop.turn()
      #expect(input.take() == [.key(.left)])
    }
    input.write(Array("日".utf8.prefix(1)))
    input.loop.turn()
    input.write(Array("日".utf8.dropFirst()))
    input.loop.pass(milliseconds: 5000)
    #expect(input.take() == [.key(.character("日"))])
  }

  @Test("a paste is one event, however long it pauses anywhere")
  func slowPaste() throws {
    let input = try PieceWriter()
    let bytes = Array("\u{1b}[200~dear Ann\r日\u{1b}[201~".utf8)
    let begins = Sequences.pasteBegins.count
    for cut in begins...bytes.count - 1 {
      input.write(bytes[..<cut])
      input.loop.turn()
      input.loop.pass(milliseconds: 60_000)
      input.write(bytes[cut...])
      input.loop.turn()
      #expect(input.take() == [.paste("dear Ann\n日")], "cut at \(cut)")
    }
  }
}

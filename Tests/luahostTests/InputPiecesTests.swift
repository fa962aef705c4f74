import AppSession
import Foundation
import Interface
import Loop
import Synchronization
import Terminal
import Testing

/// The real loop and clock: bytes that arrive in pieces after the terminal was idle.
@Suite("Fragmented input at a terminal", .inRunOfItsOwn, .serialized)
@MainActor
struct TerminalInputPiecesTests {
  @Test(
    "a key whose bytes arrive in two reads after a pause is that key",
    arguments: [
      ("\u{1b}[D", [InputEvent.key(.left)]), ("\u{1b}OA", [.key(.up)]), ("\u{1b}[1;5C", [.key(.key(.right, .control))]),
      ("日", [.key(.character("日"))]), ("\u{1b}[200~a日b\u{1b}[201~", [.paste("a日b")]),
    ])
  func cutKey(sequence: String, events expected: [InputEvent]) async throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    defer { [master, slave].forEach { close($0) } }
    var line = termios()
    tcgetattr(slave, &line)
    cfmakeraw(&line)
    tcsetattr(slave, TCSANOW, &line)
    let device = try TerminalDevice(input: slave, output: slave, environment: ["TERM": "xterm-256color"])
    let bytes = Array(sequence.utf8)
    for cut in 1..<bytes.count {
      for pause in [0, 100, 1_000, 10_000] as [UInt32] {
        let loop = MainLoop()
        var events: [InputEvent] = []
        let input = KeyInput(device, on: loop, onEvent: { events.append($0) }, onClose: {})
        let writer = Writer(master, [Array(bytes[..<cut]), Array(bytes[cut...])], pause: pause)
        loop.timers.after(0.13) { loop.stop() }
        loop.run {}
        input.close()
        // On a busy machine the pause can be longer than the time limit of a key.
        guard let took = writer.duration, took < 0.02 else { continue }
        #expect(events == expected, "cut at \(cut), \(pause) us")
      }
    }
  }

  /// Writes pieces from another thread after an idle time.
  private final class Writer: Sendable {
    private let took = Mutex<Double?>(nil)

    init(_ descriptor: Int32, _ pieces: [[UInt8]], pause: UInt32) {
      Thread.detachNewThread {
        usleep(40_000)
        let begun = ProcessInfo.processInfo.systemUptime
        for (index, piece) in pieces.enumerated() {
          if index > 0, pause > 0 { usleep(pause) }
          _ = write(descriptor, piece, piece.count)
        }
        self.took.withLock { $0 = ProcessInfo.processInfo.systemUptime - begun }
      }
    }

    /// The time that writing the pieces took, in seconds; nil until all are written.
    var duration: Double? { took.withLock { $0 } }
  }
}

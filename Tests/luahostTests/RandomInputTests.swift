import Foundation
import Seeded
import Testing

/// An app survives random keys, clicks, pastes and signals, obeys the key that exits it, and restores the terminal.
///
/// LUAHOST_RANDOM_EVENTS is the number of events for each app, LUAHOST_RANDOM_EVENTS_SEED their seed.
@Suite("Random input", .inRunOfItsOwn)
struct RandomInputTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["LUAHOST_RANDOM_EVENTS"].flatMap(Int.init) ?? 1500
  private static let seed = environment["LUAHOST_RANDOM_EVENTS_SEED"].flatMap(UInt64.init) ?? 1

  @Test(
    "random input never terminates an app", .timeLimit(.minutes(20)),
    arguments: [
      "scripts/apps/gallery.lua", "scripts/apps/homepwner.lua", "scripts/apps/stateapp.lua",
      "scripts/apps/hypnonerd.lua",
      "Tests/Scripts/containers.lua", "Tests/Scripts/controls.lua",
    ])
  func livesOn(_ script: String) async throws {
    let process = try TerminalProcess(
      String(contentsOf: Self.root.appendingPathComponent(script), encoding: .utf8), arguments: ["--sandbox"])
    #expect(try await process.outputs("\u{1b}[?2026l"))
    var random = RandomInput(seed: Self.seed)
    for index in 0..<Self.count {
      if let size = random.nextSize() { process.resize(columns: size.columns, rows: size.rows) }
      process.type(random.nextKeys())
      if index % 16 == 0 { try await Task.sleep(for: .milliseconds(5)) }
      // The palette has a command that suspends the app.
      if index % 64 == 0 { process.signal(SIGCONT) }
      process.forget()
    }
    // The keys may be more than a terminal buffers.
    var ended: (end: TerminalProcess.End, after: Duration)?
    for _ in 0..<3 where ended == nil {
      process.signal(SIGCONT)
      process.type("\u{1b}[201~\u{11}")
      ended = try await process.ended(within: .seconds(20))
    }
    // A busy machine may need longer than the limit, which is then reported.
    #expect(
      ended?.end == .code(0) || ended?.end == .code(1) && process.output.contains("the last save is kept"),
      "\(script) with the seed \(Self.seed): \(process.output.suffix(2000))")
    #expect(!process.output.contains("Fatal error"), "\(process.output.suffix(2000))")
    #expect(process.isLineAsBefore && !process.isOnAlternateScreen)
  }
}

/// Random user input at a terminal.
private struct RandomInput {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(state: seed) }

  private static let named = [
    "\t", "\u{1b}[Z", "\r", " ", "\u{1b}", "\u{7f}", "\u{1b}[3~", "\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D",
    "\u{1b}[H", "\u{1b}[F", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}[1;2A", "\u{1b}[1;2B", "\u{1b}[1;2C", "\u{1b}[1;2D",
    "\u{1b}[1;5C", "\u{1b}[1;5D", "\u{1b}[1;3A", "\u{1b}[2~", "/", "?", "n", "N", "\n",
  ]
  private static let pastes = [
    "", "text", "a\nb\r\nc", "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} e\u{301} \u{4f60}\u{597d}",
    "\u{0}\u{7}\u{1b}[31m",
    String(repeating: "long ", count: 400),
  ]
  private static let garbage = [
    "\u{1b}[", "\u{1b}]0;x\u{7}", "\u{1b}[999;999;999u", "\u{1b}P", "\u{1b}O", "\u{1b}[<0;0;0M",
  ]

  /// Occasionally returns another size of the terminal.
  mutating func nextSize() -> (columns: UInt16, rows: UInt16)? {
    guard Int.random(in: 0..<60, using: &generator) == 0 else { return nil }
    let columns: UInt16 = [1, 2, 10, 20, 40, 80, 132, 250].randomElement(using: &generator) ?? 80
    let rows: UInt16 = [1, 2, 5, 10, 24, 50, 80].randomElement(using: &generator) ?? 24
    return (columns, rows)
  }

  mutating func nextKeys() -> String {
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<50: return Self.named.randomElement(using: &generator) ?? "\t"
    case 50..<62:
      return ["a", "x", "1", "0", "-", "Z", "é", "你"].randomElement(using: &generator) ?? "a"
    case 62..<68:
      // No keys that exit or suspend the app.
      let letter = "abdefghijklmnoprstuvwxy".randomElement(using: &generator)?.asciiValue ?? 97
      return String(UnicodeScalar(letter & 0x1f))
    case 68..<72: return "\u{1b}" + String("abcdefnpqyz".randomElement(using: &generator) ?? "a")
    case 72..<76:
      return ["\u{1b}OP", "\u{1b}[20~", "\u{1b}[24~", "\u{1b}[21~", "\u{1b}[15~"].randomElement(using: &generator) ?? ""
    case 76..<94:
      let place = "\(Int.random(in: 1...90, using: &generator));\(Int.random(in: 1...30, using: &generator))"
      let other = "\(Int.random(in: 1...90, using: &generator));\(Int.random(in: 1...30, using: &generator))"
      return [
        "\u{1b}[<0;\(place)M\u{1b}[<0;\(place)m", "\u{1b}[<0;\(place)M\u{1b}[<32;\(other)M\u{1b}[<0;\(other)m",
        "\u{1b}[<2;\(place)M\u{1b}[<2;\(place)m", "\u{1b}[<64;\(place)M", "\u{1b}[<65;\(place)M", "\u{1b}[<0;\(place)M",
        "\u{1b}[<32;\(place)M", "\u{1b}[<0;\(place)m", "\u{1b}[<0;60000;60000M",
      ].randomElement(using: &generator) ?? ""
    case 94..<97: return "\u{1b}[200~\(Self.pastes.randomElement(using: &generator) ?? "")\u{1b}[201~"
    default: return Self.garbage.randomElement(using: &generator) ?? ""
    }
  }
}

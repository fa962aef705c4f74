import Glibc
import Interface

/// The answers of a terminal about the protocols, while no app uses it.
public struct TerminalSurvey: Sendable {
  /// A protocol, and whether it will be used; nil if the terminal has not answered.
  public struct Entry: Sendable {
    public let name: String
    public let isUsed: Bool?
  }

  /// The name and version that the terminal reports; nil if it reports none.
  public let terminal: String?
  /// The protocols, in a fixed order.
  public let entries: [Entry]

  /// Asks a terminal, and waits for its answers.
  ///
  /// - Throws: `TerminalError.system` if the line settings cannot be changed.
  @MainActor
  public init(_ device: TerminalDevice) throws(TerminalError) {
    let capabilities = TerminalCapabilities(isMultiplexer: device.isMultiplexer)
    if device.answersQueries { try Self.ask(device, for: capabilities) }
    terminal = capabilities.terminal?.text
    entries = TerminalProtocol.all.map { one in
      let isKnown = one.query.isEmpty || capabilities.isComplete
      return Entry(name: one.name, isUsed: isKnown ? capabilities.has(one) : nil)
    }
  }

  @MainActor
  private static func ask(_ device: TerminalDevice, for capabilities: TerminalCapabilities) throws(TerminalError) {
    let saved = try device.attributesToReturnTo()
    // A terminal that shows a query as text shows it in this line.
    TerminalRescue.arm(
      terminal: device.output, line: device.input, saved: saved, restoring: Array("\r\u{1b}[K".utf8))
    defer { TerminalRescue.restore() }
    try device.makeRaw(from: saved)
    let decoder = InputDecoder(terminalName: device.name)
    decoder.onReply = { _ = capabilities.receive($0) }
    let clock = ContinuousClock()
    let end = clock.now + .milliseconds(500)
    writeAll(capabilities.query(at: 0), to: device.output)
    while capabilities.isAwaited, clock.now < end {
      guard isReadable(device.input, within: 20) else { continue }
      guard case .bytes(let bytes) = readOnce(device.input) else { break }
      _ = decoder.decode(bytes)
    }
  }
}

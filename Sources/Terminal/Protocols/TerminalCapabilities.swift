import Interface

/// The protocols that a terminal supports, as its answers arrive.
///
/// Nothing waits for answers: what they make available is used from then on.
@MainActor
final class TerminalCapabilities {
  /// The last answer about the background; nil before the first.
  private(set) var background: TerminalBackground?
  /// The terminal's name and version; nil if it has not answered.
  private(set) var terminal: TerminalVersion?
  /// The size of a cell in pixels; nil if the terminal has not reported it.
  private(set) var cellSize: Size?
  /// The number of last answers that the terminal still owes.
  private var awaited = 0
  /// Whether the terminal still owes its last answer.
  var isAwaited: Bool { awaited > 0 }
  /// Whether the terminal still owes the position of the cursor.
  private(set) var isCursorAwaited = false
  /// Whether all answers have arrived.
  private(set) var isComplete = false
  private var answers: [String: TerminalProtocol.Support] = [:]
  /// When the queries were sent, in seconds.
  private var askedAt = 0.0

  /// The time in which answers are expected; then an unfinished sequence is a key again, in seconds.
  private static let patience = 2.0

  private let queries: [UInt8]

  /// - Parameter isMultiplexer: whether tmux or GNU screen is the terminal.
  init(isMultiplexer: Bool = false) {
    queries = isMultiplexer ? TerminalProtocol.queriesOfMultiplexers : TerminalProtocol.queries
  }

  /// Whether the terminal supports a protocol.
  func has(_ wanted: TerminalProtocol) -> Bool {
    switch answers[wanted.name] {
    case .available, .alreadyOn: true
    case .missing, nil: wanted.query.isEmpty
    }
  }

  /// Returns the queries to send now; empty if there are none.
  ///
  /// - Parameter includesCursor: whether to ask for the position of the cursor.
  func query(at time: Double, includesCursor: Bool = false) -> [UInt8] {
    var queries = isComplete || isAwaited ? [] : self.queries
    if includesCursor { queries += TerminalProtocol.cursorQuery }
    guard !queries.isEmpty else { return [] }
    awaited += 1
    askedAt = time
    if includesCursor { isCursorAwaited = true }
    return queries + TerminalProtocol.lastQuery
  }

  /// Returns the query for the text of the clipboard. A terminal that does not answer it answers the last query.
  func clipboardQuery(at time: Double) -> [UInt8] {
    awaited += 1
    askedAt = time
    return TerminalProtocol.clipboardQuery + TerminalProtocol.lastQuery
  }

  /// Stops waiting for answers, which another reader of the terminal has discarded.
  func forgetQueries() { (awaited, isCursorAwaited) = (0, false) }

  /// Whether an answer may arrive at any moment.
  func expectsAnswers(at time: Double) -> Bool { isAwaited && time - askedAt < Self.patience }

  /// Takes a reply. Returns the bytes that switch on what it makes available.
  func receive(_ reply: TerminalReply) -> [UInt8] {
    switch reply {
    case .cellSize(let size) where size.width > 0 && size.height > 0: cellSize = size
    case .deviceAttributes where isAwaited:
      awaited -= 1
      isComplete = true
      if awaited == 0 { isCursorAwaited = false }
    case .cursor: isCursorAwaited = false
    case .background(let new), .appearance(let new): background = new
    case .version(let version): terminal = version
    default: break
    }
    var bytes: [UInt8] = []
    for one in TerminalProtocol.all {
      guard let support = one.support(reply), answers[one.name] == nil else { continue }
      answers[one.name] = support
      if case .available = support { bytes += one.set.utf8 }
    }
    return bytes
  }

  /// The bytes that switch on everything available.
  var setting: [UInt8] { available.flatMap { Array($0.set.utf8) } }
  /// The bytes that undo everything that may have been switched on.
  var resetting: [UInt8] { available.flatMap { Array($0.reset.utf8) } }

  private var available: [TerminalProtocol] {
    TerminalProtocol.all.filter { if case .available? = answers[$0.name] { true } else { false } }
  }
}

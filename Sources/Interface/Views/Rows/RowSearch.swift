import StateRestoration

/// What is looked for in rows or in a text, and how far it was looked.
struct RowSearch: Equatable {
  /// The text, compared without regard to case.
  var text = ""
  /// Whether the user is typing it.
  var isTyping = true
  /// The row that the search began at.
  var origin: IndexPath?
  /// Whether rows are still being looked at, or none was found.
  var outcome = Outcome.found

  enum Outcome: Equatable {
    case found, looking(Aim), missing
  }

  /// Where a scan begins, and in which direction it goes.
  enum Aim: Int64 {
    /// At the origin: the text is typed.
    case fromOrigin = 0
    /// At the next or previous place, from the one that was found last.
    case next = 1
    case previous = -1

    var step: Int { self == .previous ? -1 : 1 }
  }

  /// Whether the scan was under way when the state was saved, and has to begin again.
  private(set) var awaitsScan = false
  var isLooking: Bool { if case .looking = outcome { true } else { false } }

  // MARK: In a save

  /// The search; an older or damaged save has none.
  init?(_ value: StateValue?) {
    guard case .list(let parts)? = value, parts.count == 3 || parts.count == 4, case .string(let text) = parts[0],
      case .boolean(let isTyping) = parts[1], case .boolean(let isMissing) = parts[2]
    else { return nil }
    (self.text, self.isTyping, outcome) = (text, isTyping, isMissing ? .missing : .found)
    guard case .integer(let number)? = parts.dropFirst(3).first, let aim = Aim(rawValue: number) else { return }
    (outcome, awaitsScan) = (.looking(aim), true)
  }

  init(origin: IndexPath? = nil) { self.origin = origin }

  var value: StateValue {
    var parts: [StateValue] = [.string(text), .boolean(isTyping), .boolean(outcome == .missing)]
    if case .looking(let aim) = outcome { parts.append(.integer(aim.rawValue)) }
    return .list(parts)
  }

  /// The aim of the scan that has to begin again; nil if there is none, or it has begun.
  mutating func takeAwaitedScan() -> Aim? {
    guard awaitsScan, case .looking(let aim) = outcome else { return nil }
    awaitsScan = false
    return aim
  }

  /// What a key adds to the text; nil if it is no character.
  static func typed(by key: KeyPress) -> String? {
    guard case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty else { return nil }
    return String(character)
  }

  /// Whether a key that types nothing is for others: the app can be left, and help be asked for.
  static func passesOn(_ key: KeyPress) -> Bool {
    if case .function = key.key { return true }
    return key.modifiers.contains(.control)
  }

  private var label: String { "/\(text)" }

  /// The search in words.
  var spoken: String {
    guard !text.isEmpty else { return "empty" }
    return switch outcome {
    case .found: "\(text), found"
    case .looking: "\(text), still looking"
    case .missing: "\(text), not found"
    }
  }

  var cursorColumn: Int { label.cellWidth }

  @MainActor
  func draw(in canvas: Canvas, y: Int, width: Int, theme: Theme) {
    canvas.fill(Rect(x: 0, y: y, width: width, height: 1), style: theme[.field])
    canvas.put(label, x: 0, y: y, style: theme[.field])
    let note =
      switch outcome {
      case .found: isTyping ? "" : "n N"
      case .looking: "…"
      case .missing: "not found"
      }
    if label.cellWidth + note.cellWidth + 1 < width {
      canvas.put(note, x: width - note.cellWidth, y: y, style: theme[.placeholder].over(theme[.field]))
    }
  }
}

/// Rows that are still to be looked at: line by line, from one on and round the end.
struct RowScan {
  private var line: Int
  private let step: Int
  private var left: Int

  /// How many lines are looked at before keys and the screen get their turn, and how long at most where each takes its time:
  /// as long as a person does not notice.
  private static let linesPerTurn = 5_000
  private static let longestTurn = Duration.milliseconds(40)
  /// How many lines are looked at from one look at the clock to the next.
  private static let linesPerLook = 8

  /// All lines, from one on; downwards for a step of 1, upwards for -1.
  init(_ lines: RowLines, from line: Int, step: Int) {
    self.line = line
    self.step = step
    left = lines.count
  }

  /// Whether all lines were looked at.
  var isOver: Bool { left <= 0 }

  /// Looks at the lines of one turn, which may be others than those of the turn before. Returns the first row that
  /// matches; nil if none of them does.
  mutating func next(in lines: RowLines, where isMatch: (IndexPath) -> Bool) -> IndexPath? {
    let count = lines.count
    left = min(left, count)
    let end = ContinuousClock.now + Self.longestTurn
    for looked in 1...Self.linesPerTurn {
      guard left > 0 else { return nil }
      left -= 1
      let current = ((line % count) + count) % count
      line = current + step
      if let row = lines.content(ofLine: current)?.row, isMatch(row) { return row }
      if looked % Self.linesPerLook == 0, ContinuousClock.now >= end { return nil }
    }
    return nil
  }
}

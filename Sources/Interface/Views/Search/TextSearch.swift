import StateRestoration

/// A search in rows or in a text: the search text, and the bar at the lower edge of the view.
struct TextSearch: Equatable {
  /// The text; the comparison ignores case.
  var text = ""
  /// Whether the user is typing the text.
  var isTyping = true
  /// The result, or that the scan is still in progress.
  var outcome = Outcome.found

  enum Outcome: Equatable {
    case found, looking(Aim), missing
  }

  /// The start and direction of a scan.
  enum Aim: Int64 {
    /// From the origin, while the text is typed.
    case fromOrigin = 0
    /// From the last match to the next or previous one.
    case next = 1
    case previous = -1

    var step: Int { self == .previous ? -1 : 1 }
  }

  /// Whether the scan was in progress when the state was saved, and must start again.
  private(set) var awaitsScan = false
  var isLooking: Bool { if case .looking = outcome { true } else { false } }

  // MARK: Encoding

  /// Decodes a search; nil for a value from an older or damaged save.
  init?(_ value: StateValue?) {
    guard case .list(let parts)? = value, parts.count == 3 || parts.count == 4, case .string(let text) = parts[0],
      case .boolean(let isTyping) = parts[1], case .boolean(let isMissing) = parts[2]
    else { return nil }
    (self.text, self.isTyping, outcome) = (text, isTyping, isMissing ? .missing : .found)
    guard case .integer(let number)? = parts.dropFirst(3).first, let aim = Aim(rawValue: number) else { return }
    (outcome, awaitsScan) = (.looking(aim), true)
  }

  init() {}

  var value: StateValue {
    var parts: [StateValue] = [.string(text), .boolean(isTyping), .boolean(outcome == .missing)]
    if case .looking(let aim) = outcome { parts.append(.integer(aim.rawValue)) }
    return .list(parts)
  }

  /// Returns the aim of a scan that must start again, once; nil if there is none.
  mutating func takeAwaitedScan() -> Aim? {
    guard awaitsScan, case .looking(let aim) = outcome else { return nil }
    awaitsScan = false
    return aim
  }

  /// Returns the character that a key types; nil if there is none.
  static func typed(by key: KeyPress) -> String? {
    guard case .character(let character) = key.key, key.modifiers.subtracting(.shift).isEmpty else { return nil }
    return String(character)
  }

  /// Whether a key that types nothing is passed on, for example to quit the app or show the help.
  static func passesOn(_ key: KeyPress) -> Bool {
    if case .function = key.key { return true }
    return key.modifiers.contains(.control)
  }

  private var label: String { SearchBar.sign + text }

  /// Returns the search as accessibility text.
  func spoken(_ position: MatchPosition?) -> String {
    guard !text.isEmpty else { return "empty" }
    return switch outcome {
    case .looking: "\(text), still looking"
    case .found, .missing: "\(text), \(position?.spoken ?? (outcome == .found ? "found" : "not found"))"
    }
  }

  /// Returns the note at the right of the bar: the number of the current match, or that the scan is in progress.
  private func note(_ position: MatchPosition?) -> String {
    switch outcome {
    case .looking: "…"
    case .found, .missing: position?.note ?? (outcome == .missing ? "not found" : isTyping ? "" : "n N")
    }
  }

  var cursorColumn: Int { label.cellWidth }

  @MainActor
  func draw(_ position: MatchPosition?, in canvas: Canvas, y: Int, width: Int, theme: Theme) {
    canvas.fill(Rect(x: 0, y: y, width: width, height: 1), style: theme[.field])
    let x = canvas.put(SearchBar.sign, x: 0, y: y, style: theme[.secondary].over(theme[.field]))
    canvas.put(text, x: x, y: y, style: theme[.field])
    let note = note(position)
    if label.cellWidth + note.cellWidth + 2 < width {
      canvas.put(note, x: width - note.cellWidth - 1, y: y, style: theme[.secondary].over(theme[.field]))
    }
  }
}

/// The number of the current match of a search, and how many matches there are.
struct MatchPosition: Equatable {
  /// The number of the current match, from 1; 0 if there is none, and nil if it is not known yet.
  var number: Int?
  /// The number of matches, as far as they are counted.
  var total: Int
  /// Whether all matches are counted.
  var isComplete: Bool

  /// The position in the search bar.
  var note: String {
    guard isComplete else { return number.flatMap { total > 0 ? "\($0)/\(total)…" : nil } ?? "…" }
    return total == 0 ? "not found" : "\(number ?? 0)/\(total)"
  }

  /// The position as accessibility text; nil while matches are counted.
  var spoken: String? {
    guard isComplete else { return nil }
    guard total > 0 else { return "not found" }
    return number.map { $0 > 0 ? "\($0) of \(total)" : "\(total) found" }
  }
}

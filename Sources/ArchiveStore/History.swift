import StateRestoration

/// The saves that are kept, with the reasons (see `KeepReason`).
///
/// Age is measured by the history's own clock. It follows the times of saves, but never runs backwards and advances by
/// at most a day from one save to the next, and by no more than the machine's own clock if it has not been started again,
/// so that a wrong system clock, or its correction, does not age saves at once. Time buckets are nested, so thinning at
/// each save has the same result as thinning once.
struct History {
  /// The properties of a save that determine whether it is kept.
  struct Entry: Equatable {
    var number: SaveNumber
    /// The history's clock in seconds, which never decreases.
    var clock: Double
    var kind: SaveKind?
    /// The number of the app's run, from 1; 0 is before runs were counted.
    var run: Int64
    /// The stored reasons for keeping the save.
    var marks: Marks
  }

  /// The reasons that are stored with a save.
  struct Marks: OptionSet, Equatable {
    let rawValue: Int64
    static let fresh = Marks(rawValue: 1)
    static let version = Marks(rawValue: 2)
    static let refusal = Marks(rawValue: 4)
    static let refused = Marks(rawValue: 8)
    static let launchErrors = Marks(rawValue: 16)

    static let reasons: [(mark: Marks, reason: KeepReason)] = [
      (.fresh, .fresh), (.version, .version), (.refusal, .refusal), (.refused, .refused),
      (.launchErrors, .launchErrors),
    ]
  }

  private static let (minute, hour, day) = (60.0, 3600.0, 86_400.0)
  private static let month = 31 * day
  /// The number of runs whose last background or end save is kept.
  private static let keptRuns: Int64 = 10
  /// The maximum number of saves pinned after launch errors.
  private static let keptPins = 10

  /// The saves, oldest first.
  private(set) var entries: [Entry] = []

  /// Returns the history's clock at a save that follows another.
  ///
  /// - Parameter limit: the time between them, in seconds, as measured by the machine's own clock; nil if it is unknown.
  static func clock(
    savedAt: Double, after last: (clock: Double, savedAt: Double)?, passingAtMost limit: Double? = nil
  ) -> Double {
    guard let last else { return savedAt.isFinite ? min(max(savedAt, 0), latest) : 0 }
    let passed = savedAt - last.savedAt
    return last.clock + (passed.isFinite ? max(min(passed, limit ?? day, day), 0) : 0)
  }

  /// Later than any valid system time.
  private static let latest = 1e11

  /// Whether a clock value is possible at a save that follows another.
  static func isPossible(_ clock: Double, at number: SaveNumber, after last: Entry?) -> Bool {
    guard let last else { return (0...latest * 2).contains(clock) }
    return clock >= last.clock && clock - last.clock <= Double(number - last.number) * day
  }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  mutating func remove(_ numbers: Set<SaveNumber>) { entries.removeAll { numbers.contains($0.number) } }

  /// Clears the mark of refused saves, as the user has decided about them. Returns the changed entries.
  mutating func decideOnRefused() -> [Entry] {
    let refused = entries.indices.filter { entries[$0].marks.contains(.refused) }
    for index in refused {
      entries[index].marks.remove(.refused)
      entries[index].marks.insert(.refusal)
    }
    return refused.map { entries[$0] }
  }

  /// Reasons as bits, as all entries are checked at each save.
  private struct Reasons: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }
    init(_ reason: KeepReason) { rawValue = 1 << UInt16(KeepReason.allCases.firstIndex(of: reason) ?? 0) }

    static let newest = Reasons(.newest)
    static let recent = Reasons(.recent)
    static let minute = Reasons(.minute)
    static let hour = Reasons(.hour)
    static let day = Reasons(.day)
    static let run = Reasons(.run)
    static let refused = Reasons(.refused)
    static let launchErrors = Reasons(.launchErrors)
    static let thinned: Reasons = KeepReason.allCases.filter(\.isThinned).reduce(into: []) { $0.insert(Reasons($1)) }
    static let marked: [(mark: Marks, reason: Reasons)] = Marks.reasons.map { ($0.mark, Reasons($0.reason)) }
  }

  /// The reasons for keeping each entry, in order; empty if it can be deleted.
  private var kept: [Reasons] {
    guard let newest = entries.last else { return [] }
    var result: [Reasons] = Array(repeating: [], count: entries.count)
    var next = Double.infinity
    // From this run on, the last save of each run has been found.
    var seenRun = Int64.max
    var pins = 0
    for index in entries.indices.reversed() {
      let entry = entries[index]
      let age = newest.clock - entry.clock
      func isLast(of bucket: Double) -> Bool {
        (entry.clock / bucket).rounded(.down) != (next / bucket).rounded(.down)
      }
      var reasons: Reasons = []
      if index == entries.count - 1 {
        reasons = .newest
      } else if age < Self.minute {
        reasons = .recent
      } else if age < Self.hour {
        if isLast(of: Self.minute) { reasons = .minute }
      } else if age < Self.day {
        if isLast(of: Self.hour) { reasons = .hour }
      } else if age < Self.month {
        if isLast(of: Self.day) { reasons = .day }
      }
      if entry.kind == .background || entry.kind == .end, entry.run > newest.run - Self.keptRuns, entry.run < seenRun {
        seenRun = entry.run
        reasons.insert(.run)
      }
      if !entry.marks.isEmpty {
        for (mark, reason) in Reasons.marked where entry.marks.contains(mark) { reasons.insert(reason) }
        if reasons.contains(.launchErrors) {
          pins += 1
          if pins > Self.keptPins { reasons.remove(.launchErrors) }
        }
      }
      result[index] = reasons
      next = entry.clock
    }
    return result
  }

  /// The reasons for keeping each entry, in order.
  var reasons: [[KeepReason]] {
    kept.map { reasons in KeepReason.allCases.filter { reasons.contains(Reasons($0)) } }
  }

  /// The saves without a reason to be kept.
  var superfluous: Set<SaveNumber> {
    var numbers: Set<SaveNumber> = []
    for (entry, reasons) in zip(entries, kept) where reasons.isEmpty { numbers.insert(entry.number) }
    return numbers
  }

  /// The save to delete next when space is short: the oldest of those subject to thinning, then the oldest of the
  /// others. Never the newest save, nor a refused one without a decision.
  var nextToDelete: SaveNumber? {
    let candidates = zip(entries, kept).dropLast().filter { !$0.1.contains(.refused) }
    return (candidates.first { $0.1.isSubset(of: .thinned) } ?? candidates.first)?.0.number
  }
}

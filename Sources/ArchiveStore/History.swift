import Foundation
import StateRestoration

/// The saves that are kept, and why (see `KeepReason`).
///
/// Age is counted by a clock of the history's own, which goes with the times that saves carry, but never backwards, and at
/// most a day from one save to the next: a clock that is set wrong, or right again, makes nothing old at once.
/// Buckets of time nest, so that thinning with each save leaves what thinning all at once would.
struct History {
  /// A save, as far as its keeping depends on it.
  struct Entry: Equatable {
    var number: SaveNumber
    /// The history's clock, in seconds; never less than the save's before it.
    var clock: Double
    var kind: SaveKind?
    /// Numbers the runs of the app, from 1; 0 is before runs were counted.
    var run: Int64
    /// What the save was marked with.
    var marks: Marks
  }

  /// The reasons that are written beside a save.
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
  /// Of how many runs the last background or end save is kept.
  private static let keptRuns: Int64 = 10
  /// How many saves stay that were pinned after errors in a launch.
  private static let keptPins = 10

  /// Oldest first.
  private(set) var entries: [Entry] = []

  /// What the history's clock shows at a save, after one before it.
  static func clock(savedAt: Double, after last: (clock: Double, savedAt: Double)?) -> Double {
    guard let last else { return savedAt.isFinite ? min(max(savedAt, 0), latest) : 0 }
    let passed = savedAt - last.savedAt
    return last.clock + (passed.isFinite ? min(max(passed, 0), day) : 0)
  }

  /// No computer's clock is set to a later time.
  private static let latest = 1e11

  /// Whether the clock can show this at a save, after one before it.
  static func isPossible(_ clock: Double, at number: SaveNumber, after last: Entry?) -> Bool {
    guard let last else { return (0...latest * 2).contains(clock) }
    return clock >= last.clock && clock - last.clock <= Double(number - last.number) * day
  }

  mutating func append(_ entry: Entry) { entries.append(entry) }

  mutating func remove(_ numbers: Set<SaveNumber>) { entries.removeAll { numbers.contains($0.number) } }

  /// Takes what was refused as decided on. Returns the saves that this changes.
  mutating func decideOnRefused() -> [Entry] {
    let refused = entries.indices.filter { entries[$0].marks.contains(.refused) }
    for index in refused {
      entries[index].marks.remove(.refused)
      entries[index].marks.insert(.refusal)
    }
    return refused.map { entries[$0] }
  }

  /// Reasons as bits: with each save, all of them are looked at.
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

  /// Why each is kept, in the order of the entries; nothing: it goes.
  private var kept: [Reasons] {
    guard let newest = entries.last else { return [] }
    var result: [Reasons] = Array(repeating: [], count: entries.count)
    var next = Double.infinity
    // Of this run and later ones, the last is known.
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

  /// Why each is kept, in the order of the entries.
  var reasons: [[KeepReason]] {
    kept.map { reasons in KeepReason.allCases.filter { reasons.contains(Reasons($0)) } }
  }

  /// The saves that nothing keeps.
  var superfluous: Set<SaveNumber> {
    var numbers: Set<SaveNumber> = []
    for (entry, reasons) in zip(entries, kept) where reasons.isEmpty { numbers.insert(entry.number) }
    return numbers
  }

  /// What goes next where there is no room: the oldest of those that time thins, then the oldest of the others; never the
  /// newest, and never a refused one that nobody has decided on.
  var nextToGo: SaveNumber? {
    let candidates = zip(entries, kept).dropLast().filter { !$0.1.contains(.refused) }
    return (candidates.first { $0.1.isSubset(of: .thinned) } ?? candidates.first)?.0.number
  }
}

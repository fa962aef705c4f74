import FoundationEssentials
import StateRestoration

/// The time at which a save was written. It differs from the time of the save if its contents are of another time, as those
/// of a rollback.
struct WritingTime: Sendable {
  /// The time by the system clock, in seconds since 1970-01-01 00:00 UTC.
  let systemTime: Double
  /// The start of the machine; nil if it is unknown.
  let start: MachineStart?

  /// Reads the time at which the last save was written; nil if there is no save.
  ///
  /// - Parameter kind: the kind of the save; nil if there is none.
  init?(of last: SaveSummary?, kind: SaveKind?, _ database: Database) throws {
    guard let last else { return nil }
    start = try MachineStart(database)
    let words = kind?.isOfOtherTime == true ? try Schema.words(ofNote: Schema.writtenNote, database) : nil
    systemTime = words.flatMap { Int64($0[0]) == last.number ? Double($0[1]) : nil } ?? last.info.savedAt
  }

  /// Returns the time of a save that is written now.
  init(
    of change: ArchiveChange, after last: WritingTime?, _ machineTime: (_ savedAt: Double?) -> MachineTime?
  ) {
    guard let last, change.kind.isOfOtherTime else {
      systemTime = change.info.savedAt
      start = machineTime(systemTime).map { [systemTime] in MachineStart($0, savedAt: systemTime) }
      return
    }
    // Saves by another clock than the system's are followed without a passage of time.
    guard let lastStart = last.start, let time = machineTime(nil) else {
      (systemTime, start) = (last.systemTime, nil)
      return
    }
    systemTime =
      time.boot == lastStart.boot ? lastStart.systemTime + time.seconds : Date().timeIntervalSince1970
    start = MachineStart(time, savedAt: systemTime)
  }

  /// Returns the seconds since another save by the machine's own clock; nil if the machine was started again in between.
  func seconds(since last: WritingTime) -> Double? {
    guard let start, let lastStart = last.start, start.boot == lastStart.boot else { return nil }
    return (systemTime - start.systemTime) - (last.systemTime - lastStart.systemTime)
  }

  /// Stores the time, as far as it does not follow from that of the save.
  func write(for number: SaveNumber, savedAt: Double, after last: WritingTime?, _ database: Database) throws {
    if let start, start.differs(from: last?.start) { try start.write(database) }
    guard systemTime != savedAt, systemTime.isFinite else { return }
    try database.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
      .run(Schema.writtenNote, "\(number) \(systemTime)")
  }
}

extension SaveKind {
  /// Whether the contents are of another time than that of the writing.
  fileprivate var isOfOtherTime: Bool { [.rollback, .imported, .recovery].contains(self) }
}

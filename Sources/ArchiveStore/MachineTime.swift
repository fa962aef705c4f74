import FoundationEssentials
import Glibc

/// A time on the machine's own clock, which corrections of the system clock do not change.
struct MachineTime: Sendable, Equatable {
  /// The boot ID of the machine. Times of different boots cannot be compared.
  var boot: String
  /// The seconds since the boot, including those in which the machine was suspended.
  var seconds: Double

  /// Times of saves differ from the system clock by less, unless they are of another clock, such as that of a test.
  private static let tolerance = 60.0

  /// Returns the present time, for a save with a time of the system clock; nil if the save has another time.
  ///
  /// - Parameter savedAt: the time of the save; nil for one with contents of another time.
  @Sendable
  static func ofSave(at savedAt: Double?) -> MachineTime? {
    var time = timespec()
    if let savedAt, !(abs(Date().timeIntervalSince1970 - savedAt) < tolerance) { return nil }
    guard let boot = ProcessFacts.bootID, clock_gettime(CLOCK_BOOTTIME, &time) == 0 else { return nil }
    return MachineTime(boot: boot, seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}

/// The start of the machine, by the system clock at the last save. Stored with the saves, to measure the time until the next
/// one by the machine's own clock.
struct MachineStart: Sendable, Equatable {
  /// The boot ID of the machine.
  var boot: String
  /// The time of the start by the system clock, in seconds since 1970-01-01 00:00 UTC.
  var systemTime: Double

  /// Creates the start for a save at this time.
  init(_ time: MachineTime, savedAt: Double) {
    boot = time.boot
    systemTime = savedAt - time.seconds
  }

  /// Reads the start; nil if none is stored.
  init?(_ database: Database) throws {
    guard let words = try Schema.words(ofNote: Schema.machineNote, database), let systemTime = Double(words[1]) else {
      return nil
    }
    boot = String(words[0])
    self.systemTime = systemTime
  }

  /// Stores the start.
  func write(_ database: Database) throws {
    try database.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
      .run(Schema.machineNote, "\(boot) \(systemTime)")
  }

  /// Whether the system clock has been corrected since another save, or the machine started again.
  func differs(from other: MachineStart?) -> Bool {
    other.map { boot != $0.boot || abs(systemTime - $0.systemTime) > 1 } ?? true
  }
}

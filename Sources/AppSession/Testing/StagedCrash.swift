import ArchiveStore
import StateRestoration

/// A death of an app in the middle of its next restoration or save, which a test has asked for.
@MainActor
final class StagedCrash {
  /// What the app is doing when it dies.
  enum Moment: String, CaseIterable {
    case restoring, saving
  }

  /// When the app is to die, once for each.
  var armed: Set<Moment> = []
  /// Whether it is to die at the first moment that comes, whichever that is.
  var isArmedForEither = false
  /// What the app died of, until the test has heard of it.
  private(set) var death: Moment?
  /// How often it has died: what one life has opened is nothing to the next.
  private(set) var life = 0
  /// Ends the app's script as SIGKILL does.
  var onDeath: () -> Void = {}

  /// The app has come to a moment. It dies if that was asked for.
  func comes(_ moment: Moment) {
    guard death == nil, isArmedForEither || armed.contains(moment) else { return }
    if armed.remove(moment) == nil { isArmedForEither = false }
    death = moment
    life += 1
    onDeath()
  }

  /// What the test hears of a death, once; nil if the app lives.
  func takeDeath() -> StagedDeath? {
    defer { death = nil }
    return death.map { StagedDeath(moment: $0) }
  }

  /// The store that the app is launched with: a dead app writes nothing.
  func store(over store: any ArchiveStore) -> any ArchiveStore { MortalStore(store, crash: self) }
}

/// The app died as its test had asked.
struct StagedDeath: Error, CustomStringConvertible {
  let moment: StagedCrash.Moment

  var description: String {
    """
    the app died while it was \(moment == .saving ? "saving" : "restoring") its state, as app:crash("\(moment.rawValue)") \
    asked; app:relaunch() starts it again
    """
  }
}

/// A store that an app loses when it dies: from then on nothing is written. What was written before stands.
@MainActor
private final class MortalStore: ArchiveStore {
  private let store: any ArchiveStore
  private let crash: StagedCrash
  private let life: Int

  init(_ store: any ArchiveStore, crash: StagedCrash) {
    self.store = store
    self.crash = crash
    life = crash.life
  }

  private func checkIsAlive() throws {
    guard life == crash.life else { throw SessionError.notRunning }
  }

  // Every node was asked, and nothing is written yet.
  func commit(_ change: ArchiveChange) throws -> SaveNumber {
    crash.comes(.saving)
    try checkIsAlive()
    return try store.commit(change)
  }

  func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    try checkIsAlive()
    try store.keep(number, because: reason)
  }

  func rollBack(to number: SaveNumber) throws -> SaveNumber {
    try checkIsAlive()
    return try store.rollBack(to: number)
  }

  func setNote(_ name: String, to value: Int64?) throws {
    try checkIsAlive()
    try store.setNote(name, to: value)
  }

  func currentArchive() throws -> Archive? { try store.currentArchive() }
  func archive(ofSave number: SaveNumber) throws -> Archive? { try store.archive(ofSave: number) }
  func currentSnapshot() throws -> [UInt8]? { try store.currentSnapshot() }
  func saves() throws -> [SaveSummary] { try store.saves() }
  func currentSaveNumber() throws -> SaveNumber? { try store.currentSaveNumber() }
  func note(_ name: String) throws -> Int64? { try store.note(name) }
  func nextNodeID() throws -> NodeID { try store.nextNodeID() }
  var needsCompleteChange: Bool { store.needsCompleteChange }
}

import ArchiveStore
import LuaRuntime
import StateRestoration

/// A simulated crash of an app during its next restoration or save, requested by a test.
@MainActor
final class StagedCrash {
  /// The operation during which the app crashes.
  enum Moment: String, LuaEnumeration, Codable {
    case restoring, saving
  }

  /// The requested crashes. Each happens in the first of its operations.
  var armed: Set<Set<Moment>> = []
  /// The operation in which the app crashed, until it is reported to the test.
  private(set) var crashedMoment: Moment?
  /// The number of crashes, which invalidates objects of earlier lives.
  private(set) var life = 0
  /// Ends the app's script like SIGKILL.
  var onCrash: () -> Void = {}

  /// Crashes if a crash was requested for this operation.
  func crashIfRequested(at moment: Moment) {
    guard crashedMoment == nil,
      let crash = armed.filter({ $0.contains(moment) }).min(by: { $0.count < $1.count })
    else { return }
    armed.remove(crash)
    crashedMoment = moment
    life += 1
    onCrash()
  }

  /// Returns the crash for the test, once; nil if the app is alive.
  func takeCrash() -> StagedCrashError? {
    defer { crashedMoment = nil }
    return crashedMoment.map { StagedCrashError(moment: $0) }
  }

  /// Wraps the app's store, so that a crashed app writes nothing.
  func store(over store: any ArchiveStore) -> any ArchiveStore { CrashableStore(store, crash: self) }
}

/// The app crashed as its test requested.
struct StagedCrashError: Error, CustomStringConvertible {
  let moment: StagedCrash.Moment

  var description: String {
    """
    the app crashed while \(moment == .saving ? "saving" : "restoring") its state, as requested by \
    app:crash("\(moment.rawValue)"); app:relaunch() starts it again
    """
  }
}

/// A store that stops writing when the app crashes. Earlier writes are kept.
@MainActor
private final class CrashableStore: ArchiveStore {
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

  // Every node has been encoded, and nothing is written yet.
  func commit(_ change: ArchiveChange) throws -> SaveNumber {
    crash.crashIfRequested(at: .saving)
    try checkIsAlive()
    return try store.commit(change)
  }

  func beginCommit(_ change: ArchiveChange) throws {
    crash.crashIfRequested(at: .saving)
    try checkIsAlive()
    try store.beginCommit(change)
  }

  func finishCommit() throws { try store.finishCommit() }

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

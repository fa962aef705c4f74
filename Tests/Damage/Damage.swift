import ArchiveStore
import Foundation
import Seeded
import StateRestoration

/// Damages the files of killed processes, one or two at a time, and launches with them twice.
///
/// A launch must succeed with a state that was saved and is not older than the copy. If it is older than the last
/// acknowledged save, the launch must report that. The old files must still exist, set aside or in place.
@main
@MainActor
struct Damage {
  private var random: SeededGenerator
  private let folder: String
  private var counts: [String: Int] = [:]
  private var starts = 0
  private var reported = 0
  private var older = 0
  private var silentlyOlder = 0
  private var problems = 0

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2, let count = Int(arguments[1]) else {
      FileHandle.standardError.write(Data("usage: Damage COUNT [SEED]\n".utf8))
      exit(2)
    }
    let seed = arguments.count > 2 ? UInt64(arguments[2]) ?? 1 : UInt64.random(in: 0...UInt64.max)
    var damage = Damage(seed: seed)
    defer { try? FileManager.default.removeItem(atPath: damage.folder) }
    try damage.run(count)
    damage.printTable(seed: seed)
    try? FileManager.default.removeItem(atPath: damage.folder)
    exit(damage.problems == 0 ? 0 : 1)
  }

  private init(seed: UInt64) {
    random = SeededGenerator(state: seed)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-damage-\(getpid())").path
  }

  private mutating func run(_ count: Int) throws {
    var done = 0
    while done < count, problems < 10 {
      try? FileManager.default.removeItem(atPath: folder)
      let session = try Session(folder: folder, random: &random)
      for _ in 0..<40 where done < count {
        if try damage(session) { done += 1 }
      }
    }
  }

  /// Damages a session at a moment once or twice. Returns false if that was not possible.
  private mutating func damage(_ session: Session) throws -> Bool {
    let place = Int.random(in: 0..<session.moments.count, using: &random)
    let moment = session.moments[place]
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (kind, bytes) in moment.files.sorted(by: { $0.key < $1.key }) {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/main\(kind)"))
    }
    var harms: [Harm] = []
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let harm = Harm(
        kind: Harm.Kind.allCases.randomElement(using: &random)!, file: Session.kinds.randomElement(using: &random)!)
      if harm.perform(in: folder, older: Array(session.moments[..<place]), &random) { harms.append(harm) }
    }
    guard !harms.isEmpty else { return false }
    for harm in harms { counts[harm.kind.rawValue, default: 0] += 1 }
    // A launch that waits is a failure, too.
    alarm(20)
    check(session, moment, harms)
    alarm(0)
    return true
  }

  private mutating func check(_ session: Session, _ moment: Session.Moment, _ harms: [Harm]) {
    let name =
      harms.map { "\($0.file) \($0.kind.rawValue)" }.joined(separator: ", ") + " after save \(moment.acknowledged)"
    func report(_ problem: String) {
      problems += 1
      FileHandle.standardError.write(Data("\(name): \(problem)\n".utf8))
    }
    let before = contents()
    let first: Start
    do {
      first = try Start(folder)
    } catch {
      return report("the first start failed: \(error)")
    }
    starts += 1
    if !first.incidents.isEmpty { reported += 1 }
    if let number = first.number,
      first.archive?.nodes != session.states[number]?.nodes
        || first.archive?.applicationState != session.states[number]?.applicationState
    {
      report("a state that never existed")
    }
    let number = SaveNumber(first.number ?? 0)
    let isCopyWhole = !harms.contains { $0.file == ".copy" }
    // A file that looks like a later host's is left unchanged.
    let isNewer = first.incidents.contains { if case .setAside(.newer, _) = $0 { true } else { false } }
    if number < moment.copied, isCopyWhole, !isNewer {
      report("began with \(number), and the copy had \(moment.copied)")
    }
    if number < moment.acknowledged {
      older += 1
      if first.incidents.isEmpty {
        silentlyOlder += 1
        report("began with \(number) without a word")
      }
      let after = contents()
      for (file, bytes) in before where [".sqlite", ".sqlite-wal"].contains(file) {
        guard !bytes.isEmpty, !after.values.contains(bytes), !first.hasHistory else { continue }
        report("\(file) is overwritten")
      }
    }
    do {
      let second = try Start(folder, continuing: true)
      starts += 1
      if second.number != first.number { report("the second start began with \(second.number ?? 0), not \(number)") }
      if !second.incidents.isEmpty { report("the second start found fault: \(second.incidents)") }
      let third = try Start(folder)
      starts += 1
      if third.number != 1_000_000 { report("what was saved afterwards is not there, but \(third.number ?? 0)") }
    } catch {
      report("a later start failed: \(error)")
    }
  }

  /// Returns the contents of the smaller files by their names' suffixes.
  private func contents() -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard let bytes = FileContents.prefix("\(folder)/\(name)", limit: 8 << 20) else { continue }
      contents[String(name.dropFirst(4))] = bytes
    }
    return contents
  }

  private func printTable(seed: UInt64) {
    func row(_ name: String, _ count: Int) {
      print("\(name.padding(toLength: 40, withPad: " ", startingAt: 0)) \(count)")
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { row(name, count) }
    row("starts", starts)
    row("... that said what is gone or set aside", reported)
    row("... that began with an older state", older)
    row("... without a word", silentlyOlder)
    row("other problems", problems - silentlyOlder)
    print("seed \(seed)")
  }
}

/// The result of an app's launch.
@MainActor
private struct Start {
  let archive: Archive?
  /// The number in the state, which is the save's number; nil if there is none.
  let number: Int?
  let incidents: [SQLiteArchiveStore.Incident]
  /// Whether earlier saves can still be restored.
  let hasHistory: Bool

  /// - Parameter continuing: whether the app saves, a state of the number 1,000,000.
  init(_ folder: String, continuing: Bool = false) throws {
    let files = try SessionFiles(directory: folder)
    let lock = try SessionLock(files)
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    self.incidents = incidents
    archive = try store.currentArchive()
    number = archive.flatMap { StateCoder(decoding: $0.applicationState).decodeInteger(forKey: "number") }
    hasHistory = try store.saves().count > 1
    _ = try store.currentSnapshot()
    _ = try RestorationGuard(store).begin()
    try RestorationGuard(store).end()
    if continuing {
      _ = try store.commit(Session.change(1_000_000, nodes: 5, isComplete: true, isDurable: false))
    }
    withExtendedLifetime(lock) {}
  }
}

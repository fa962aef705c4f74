import Foundation
import Seeded
import StateRestoration
import Testing

@testable import ArchiveStore

private let (minute, hour, day) = (60.0, 3600.0, 86_400.0)

@MainActor
@Suite("Save history")
struct HistoryTests {

  private func change(
    at time: Double, _ kind: SaveKind = .autosave, beginsRun: Bool = false, holding number: Int64 = 0, size: Int = 0
  ) -> ArchiveChange {
    let coder = StateCoder()
    coder.encode(Int(number), forKey: "n")
    coder.encode(String(repeating: "x", count: size), forKey: "x")
    let node = ArchivedNode(
      id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "root", className: "C",
      state: coder.encodedState())
    return ArchiveChange(
      info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: time),
      applicationState: [9], isComplete: false, changed: [node], kind: kind, beginsRun: beginsRun)
  }

  private func number(_ archive: Archive?) -> StateValue? {
    archive.flatMap { ArchiveOutline($0).roots.first?.state.entries.first { $0.key == "n" }?.value }
  }

  private func reasons(_ store: SQLiteArchiveStore) throws -> [SaveNumber: [KeepReason]] {
    Dictionary(uniqueKeysWithValues: try store.saves().map { ($0.number, $0.reasons) })
  }

  /// Keeps all saves ever made, and recomputes each time which of them the rules keep.
  private struct Oracle {
    struct Save {
      var (time, kind, run): (Double, SaveKind, Int)
      var marks: Set<KeepReason> = []
    }
    var saves: [Save] = []

    var kept: [SaveNumber] {
      guard let newest = saves.last else { return [] }
      func isLast(_ index: Int, of length: Double) -> Bool {
        !saves[(index + 1)...].contains { Int($0.time / length) == Int(saves[index].time / length) }
      }
      return saves.indices.filter { index in
        let save = saves[index]
        let age = newest.time - save.time
        let isOfRun =
          [.background, .end].contains(save.kind)
          && !saves[(index + 1)...].contains { $0.run == save.run && [.background, .end].contains($0.kind) }
          && save.run > newest.run - 10
        // Only the last ten pins count.
        let pins = saves[index...].count { $0.marks.contains(.launchErrors) }
        let isMarked = !save.marks.subtracting(pins > 10 ? [.launchErrors] : []).isEmpty
        return index == saves.count - 1 || isMarked || isOfRun || age < 60
          || (age < hour && isLast(index, of: minute))
          || (age < day && isLast(index, of: hour)) || (age < 31 * day && isLast(index, of: day))
      }.map { SaveNumber($0 + 1) }
    }
  }

  @Test("after any sequence of saves exactly those remain that the rules keep", arguments: 1...6)
  func thinning(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let store = try SQLiteArchiveStore()
    var oracle = Oracle()
    var time = 1_700_000_000.0 + Double.random(in: 0..<100_000, using: &random)
    var run = 0
    for number in 1...150 as ClosedRange<SaveNumber> {
      // A clock that goes back counts as one that stands still; see the test of clock jumps.
      time += [0.25, 0.25, 3, 20, 300, 4000, 50_000].randomElement(using: &random)!
      let begins = run == 0 || Int.random(in: 0..<12, using: &random) == 0
      if begins { run += 1 }
      let kind = [SaveKind.autosave, .autosave, .autosave, .background, .end].randomElement(using: &random)!
      #expect(try store.commit(change(at: time, kind, beginsRun: begins, holding: number)) == number)
      oracle.saves.append(.init(time: time, kind: kind, run: run))
      let marks: [KeepReason] = [.fresh, .version, .refusal, .refused] + Array(repeating: .launchErrors, count: 6)
      if let mark = marks.randomElement(using: &random), Int.random(in: 0..<7, using: &random) == 0 {
        try store.keep(number, because: mark)
        oracle.saves[oracle.saves.count - 1].marks.insert(mark)
      }
      #expect(try store.saves().map(\.number) == oracle.kept, "seed \(seed), after save \(number)")
    }
    for save in oracle.kept {
      #expect(try number(store.archive(ofSave: save)) == .integer(save))
    }
    #expect(try store.saves().allSatisfy { !$0.reasons.isEmpty })
    #expect(try store.verify() == [])
  }

  @Test("a clock that jumps forwards or backwards removes no more than a day of saves")
  func jumps() throws {
    let store = try SQLiteArchiveStore()
    var time = 1_700_000_000.0
    for _ in 1...100 { time += hour; _ = try store.commit(change(at: time)) }
    let days = try store.saves().count { $0.reasons.contains(.day) }
    for jump in [3e9, -5e9, .infinity, -.infinity, .nan, 1e300, 0] as [Double] {
      _ = try store.commit(change(at: time + jump))
      _ = try store.commit(change(at: time + 1))
    }
    #expect(try store.saves().count { $0.reasons.contains(.day) } >= days)
    #expect(try store.saves().count >= 5)
    #expect(try store.verify() == [])
  }

  @Test("a clock that is corrected while the machine runs ages no save", arguments: [30, -30])
  func correction(days: Double) throws {
    let folder = NSTemporaryDirectory() + "luahost-correction-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try SessionFiles(directory: folder, session: "main")
    var store = try SQLiteArchiveStore.openRecovering(files).store
    var (seconds, time) = (100.0, 1_700_000_000.0)
    func save(boot: String = "first") throws {
      (seconds, time) = (seconds + 1, time + 1)
      store.writer.machineTime = { [seconds] _ in MachineTime(boot: boot, seconds: seconds) }
      _ = try store.commit(change(at: time))
    }
    for _ in 1...4 { try save() }
    time += days * day
    for _ in 1...2 { try save() }
    time += days * day
    store = try SQLiteArchiveStore.openRecovering(files).store
    for _ in 1...2 { try save() }
    #expect(try store.saves().map(\.number) == Array(1...8))
    // Another boot can be much later.
    time += 2 * day
    try save(boot: "second")
    #expect(try store.saves().count < 5)
  }

  @Test("contents of another time age no save", arguments: [SaveKind.rollback, .imported, .recovery], [true, false])
  func contentsOfAnotherTime(_ kind: SaveKind, isOfSystemClock: Bool) throws {
    let folder = NSTemporaryDirectory() + "luahost-contents-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try SessionFiles(directory: folder, session: "main")
    var store = try SQLiteArchiveStore.openRecovering(files).store
    var (seconds, time) = (100.0, 1_700_000_000.0)
    func pass(_ passed: Double) {
      (seconds, time) = (seconds + passed, time + passed)
      store.writer.machineTime = { [seconds, time] savedAt in
        isOfSystemClock && (savedAt ?? time) == time ? MachineTime(boot: "b", seconds: seconds) : nil
      }
    }
    func save() throws { _ = try store.commit(change(at: time, holding: Int64(time))) }
    pass(0)
    try save()
    let old = try #require(try store.currentArchive())
    pass(3 * hour)
    for _ in 1...4 {
      pass(1)
      try save()
    }
    pass(1)
    switch kind {
    case .rollback: _ = try store.rollBack(to: 1)
    case .imported:
      var imported = old
      imported.info.savedAt = 0
      _ = try store.importArchive(imported)
    default: _ = try store.replaceContents(with: old)
    }
    store = try SQLiteArchiveStore.openRecovering(files).store
    pass(1)
    try save()
    #expect(try store.saves().map(\.number) == Array(1...7))
    // Their age is that of their writing.
    for _ in 1...3 {
      pass(minute)
      try save()
    }
    #expect(try store.saves().count { $0.reasons.contains(.recent) } <= 1)
    #expect(try store.saves().count < 9)
    #expect(try store.verify() == [])
  }

  @Test("an invalid time in the database makes no save old")
  func damagedClocks() throws {
    let folder = NSTemporaryDirectory() + "luahost-clocks-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for value in ["9223372036854775807", "-9223372036854775808", "9e999", "-9e999", "1e300", "-1", "'x'"] {
      for row in [1, 3, 5] {
        let files = try SessionFiles(directory: "\(folder)/\(value)-\(row)", session: "main")
        var store = try SQLiteArchiveStore.openRecovering(files).store
        for save in 1...5 { _ = try store.commit(change(at: 1_700_000_000 + Double(save) * hour)) }
        try Database(files.database).execute("UPDATE save SET clock = \(value) WHERE number = \(row)")
        store = try SQLiteArchiveStore.openRecovering(files).store
        _ = try store.commit(change(at: 1_700_000_000 + 6 * hour))
        _ = try store.commit(change(at: 1_700_000_000 + 7 * hour))
        #expect(try store.saves().map(\.number) == Array(1...7), "\(value) in \(row)")
      }
    }
  }

  @Test("an hour of typing leaves every save of the last minute, and one save per earlier minute")
  func typing() throws {
    let store = try SQLiteArchiveStore()
    // Fast at the end, like typing; slow before, which makes no difference after a minute.
    let times = Array(stride(from: 0.0, to: 3540, by: 10)) + Array(stride(from: 3540, to: 3610, by: 0.25))
    for time in times { _ = try store.commit(change(at: 1_700_000_000 + time)) }
    let all = try store.saves()
    #expect(all.count { $0.reasons == [.recent] } == 239)
    #expect((58...60).contains(all.count { $0.reasons == [.minute] }))
    #expect(all.count < 301)
  }

  @Test("a refused save is kept through later saves and lack of space until the user decides")
  func refused() throws {
    let store = try SQLiteArchiveStore()
    _ = try store.commit(change(at: 1, holding: 42))
    try store.keep(1, because: .refused)
    store.byteLimit = 1
    for step in 1...50 {
      _ = try store.commit(change(at: Double(step) * 40 * day, .end, beginsRun: true, size: 5000))
    }
    #expect(try reasons(store) == [1: [.refused], 51: [.newest, .run]])
    store.byteLimit = 64 << 20
    #expect(try store.rollBack(to: 1) == 52)
    #expect(try reasons(store)[1] == [.refusal])
    #expect(number(try store.currentArchive()) == .integer(42))
    #expect(try store.saves().last?.kind == .rollback)
    store.byteLimit = 1
    _ = try store.commit(change(at: 0))
    #expect(try store.saves().map(\.number) == [53])
  }

  @Test("when space is short, saves due for thinning are removed before pinned ones, oldest first")
  func room() throws {
    let store = try SQLiteArchiveStore()
    for number in 1...20 { _ = try store.commit(change(at: Double(number), size: 100_000)) }
    try store.keep(3, because: .fresh)
    try store.keep(5, because: .version)
    store.byteLimit = 1_000_000
    _ = try store.commit(change(at: 21, size: 100_000))
    let left = try store.saves().map(\.number)
    #expect(left.starts(with: [3, 5]) && left.count < 10 && left.last == 21)
    #expect(Array(left.dropFirst(2)) == Array(left[2]...21))
    store.byteLimit = 1
    _ = try store.commit(change(at: 22))
    #expect(try store.saves().map(\.number) == [22])
    #expect(try store.verify() == [])
  }
}

import ArchiveStore
import Foundation
import Seeded
import StateRestoration

/// A session as a killed process leaves it, at several moments of its life, and the contents of each save.
@MainActor
final class Session {
  /// The state of the disk at a moment.
  struct Moment {
    /// The contents of each file by its name's suffix.
    var files: [String: [UInt8]]
    /// The last acknowledged save.
    var acknowledged: SaveNumber
    /// The save in the copy; 0 if there was none.
    var copied: SaveNumber
  }

  /// The suffixes of the files' names.
  static let kinds = [".sqlite", ".sqlite-wal", ".sqlite-shm", ".copy", ".mark", ".lock"]
  private(set) var moments: [Moment] = []
  /// The contents of each save by the number in it, which is the save's number.
  private(set) var states: [Int: Archive] = [:]

  init(folder: String, random: inout SeededGenerator) throws {
    let files = try SessionFiles(directory: folder)
    let lock = try SessionLock(files)
    var store: SQLiteArchiveStore? = try SQLiteArchiveStore(files)
    let nodes = Int.random(in: 1...60, using: &random)
    var copied: SaveNumber = 0
    for number in 1...Int.random(in: 3...160, using: &random) {
      // Closing moves the log into the database and removes it.
      if number > 1, Int.random(in: 0..<40, using: &random) == 0 {
        store = nil
        moments.append(try look(files, acknowledged: SaveNumber(number - 1), copied: copied))
        store = try SQLiteArchiveStore(files)
      }
      guard let store else { continue }
      let isDurable = number == 1 || Int.random(in: 0..<25, using: &random) == 0
      try save(number, nodes: nodes, isDurable: isDurable, in: store, &random)
      if isDurable { copied = SaveNumber(number) }
      if Int.random(in: 0..<8, using: &random) == 0 || number <= 3 {
        moments.append(try look(files, acknowledged: SaveNumber(number), copied: copied))
      }
    }
    moments.append(try look(files, acknowledged: SaveNumber(states.count), copied: copied))
    withExtendedLifetime(lock) {}
  }

  /// Returns the change of a save. The state of node i is the greatest number so far that is congruent to i modulo the
  /// number of nodes.
  static func change(_ number: Int, nodes: Int, isComplete: Bool, isDurable: Bool) -> ArchiveChange {
    func node(_ index: Int) -> ArchivedNode {
      let state = StateCoder()
      state.encode(number, forKey: "number")
      state.encode(String(repeating: "text \(number) ", count: index % 40), forKey: "text")
      return ArchivedNode(
        id: NodeID(index + 1), parent: index == 0 ? nil : 1, kind: .viewController,
        relation: index == 0 ? .root : .child,
        position: index, identifier: "node\(index)", className: "Class", state: state.encodedState())
    }
    let application = StateCoder()
    application.encode(number, forKey: "number")
    return ArchiveChange(
      info: SaveInfo(
        appVersion: "1", hostVersion: "0", screenWidth: 80, screenHeight: 24, savedAt: 1e9 + Double(number)),
      applicationState: application.encodedState(), isComplete: isComplete,
      changed: isComplete ? (0..<nodes).map(node) : [node(number % nodes)],
      snapshot: { [UInt8](repeating: UInt8(number % 251), count: 300) }, isDurable: isDurable)
  }

  private func save(
    _ number: Int, nodes: Int, isDurable: Bool, in store: SQLiteArchiveStore, _ random: inout SeededGenerator
  ) throws {
    let isComplete = number == 1 || Int.random(in: 0..<30, using: &random) == 0
    _ = try store.commit(Self.change(number, nodes: nodes, isComplete: isComplete, isDurable: isDurable))
    states[number] = try store.currentArchive()
  }

  private func look(_ files: SessionFiles, acknowledged: SaveNumber, copied: SaveNumber) throws -> Moment {
    var contents: [String: [UInt8]] = [:]
    for kind in Self.kinds {
      guard let bytes = FileManager.default.contents(atPath: "\(files.directory)/main\(kind)") else { continue }
      contents[kind] = [UInt8](bytes)
    }
    return Moment(files: contents, acknowledged: acknowledged, copied: copied)
  }
}

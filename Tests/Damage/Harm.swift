import ArchiveStore
import CSQLite
import Foundation
import Seeded

/// Damage to a file of a session.
struct Harm {
  /// The kind of damage, for the table and messages.
  let kind: Kind
  /// The suffix of the file's name.
  let file: String

  enum Kind: String, CaseIterable {
    case bitFlipped = "a bit flipped"
    case bytesChanged = "bytes changed"
    case zeroed = "a page zeroed"
    case cut = "cut off"
    case grown = "garbage appended"
    case sparse = "grown to 8 GB of nothing"
    case removed = "removed"
    case older = "replaced by an older one"
    case otherFile = "replaced by another file"
    case folder = "replaced by a folder"
    case fifo = "replaced by a FIFO"
    case device = "replaced by a device"
    case danglingLink = "replaced by a link to nothing"
    case changedBySQL = "rows or tables changed by a program"
  }

  /// Changes that a program with SQLite can make to a database: numbers at the ends of their range, wrong types, other
  /// tables.
  static let statements = [
    "UPDATE sqlite_sequence SET seq = 9223372036854775807", "UPDATE sqlite_sequence SET seq = 'many'",
    "UPDATE save SET number = 9223372036854775807 WHERE number = (SELECT max(number) FROM save)",
    "UPDATE save SET number = -9223372036854775808 WHERE number = (SELECT min(number) FROM save)",
    "UPDATE save SET node_count = 9223372036854775807", "UPDATE save SET saved_at = 1e308, width = 'wide'",
    "UPDATE save SET app_version = x'ff00'", "UPDATE node SET id = 9223372036854775807 WHERE id = 1",
    "UPDATE node SET id = -9223372036854775808 WHERE id = 1", "UPDATE node SET position = 9223372036854775807",
    "UPDATE node SET position = -9223372036854775808, checksum = 0", "UPDATE node SET parent = id",
    "UPDATE node SET state = 'text'", "UPDATE node SET until = 5 WHERE until IS NULL", "UPDATE node SET until = NULL",
    "UPDATE node SET kind = 9", "DELETE FROM node WHERE id = 0", "DELETE FROM node WHERE id = 1", "DELETE FROM node",
    "DELETE FROM save", "DELETE FROM save WHERE number = (SELECT max(number) FROM save)", "DELETE FROM meta",
    "DELETE FROM sqlite_sequence", "DROP TABLE meta", "DROP TABLE snapshot", "DROP INDEX node_current",
    "UPDATE snapshot SET picture = 7", "INSERT OR REPLACE INTO meta VALUES ('restoring', 'text')",
    "CREATE TRIGGER t AFTER INSERT ON save BEGIN DELETE FROM save; END",
    "CREATE TRIGGER t BEFORE INSERT ON node BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE VIEW v AS SELECT * FROM save", "ALTER TABLE save RENAME TO old; CREATE VIEW save AS SELECT * FROM old",
    "CREATE TABLE mine (a)", "CREATE VIRTUAL TABLE mine USING fts5(a)",
    "ALTER TABLE node ADD COLUMN extra AS (id + 9223372036854775807)", "CREATE UNIQUE INDEX one ON node (position)",
    "ALTER TABLE save ADD COLUMN extra NOT NULL DEFAULT 1 CHECK (extra > 1)", "PRAGMA user_version = 0",
    "PRAGMA user_version = -1", "PRAGMA application_id = 7", "PRAGMA journal_mode = DELETE",
  ]

  /// Damages a file in a folder. Returns false if the file does not exist.
  @MainActor
  func perform(in folder: String, older: [Session.Moment], _ random: inout SeededGenerator) -> Bool {
    let path = "\(folder)/main\(file)"
    let bytes = FileContents.prefix(path, limit: 64 << 20)
    func replace(_ bytes: [UInt8]) -> Bool {
      // A folder from earlier damage stays.
      unlink(path)
      return FileManager.default.createFile(atPath: path, contents: Data(bytes))
    }
    func change(_ body: (inout [UInt8]) -> Void) -> Bool {
      guard var bytes, !bytes.isEmpty else { return false }
      body(&bytes)
      return replace(bytes)
    }
    switch kind {
    case .bitFlipped:
      return change { $0[Int.random(in: 0..<$0.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case .bytesChanged:
      return change { bytes in
        let start = Int.random(in: 0..<bytes.count, using: &random)
        for offset in start..<min(start + Int.random(in: 1...600, using: &random), bytes.count) {
          bytes[offset] = UInt8.random(in: 0...255, using: &random)
        }
      }
    case .zeroed:
      return change { bytes in
        let page = Int.random(in: 0...(bytes.count - 1) / 4096, using: &random) * 4096
        for offset in page..<min(page + 4096, bytes.count) { bytes[offset] = 0 }
      }
    case .cut: return change { $0.removeLast(Int.random(in: 1...$0.count, using: &random)) }
    case .grown:
      return change { bytes in
        for _ in 0..<Int.random(in: 1...9000, using: &random) {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        }
      }
    case .sparse: return bytes != nil && bytes!.count < 64 << 20 && truncate(path, 8 << 30) == 0
    case .removed: return unlink(path) == 0
    case .older:
      guard let old = older.randomElement(using: &random)?.files[file], old != bytes else { return false }
      return replace(old)
    case .otherFile:
      return replace(Array("what somebody else wrote\n".utf8))
    case .folder:
      unlink(path)
      return mkdir(path, 0o700) == 0
        && FileManager.default.createFile(atPath: path + "/file", contents: Data("in".utf8))
    case .fifo:
      unlink(path)
      return mkfifo(path, 0o600) == 0
    case .device:
      unlink(path)
      return symlink("/dev/zero", path) == 0
    case .danglingLink:
      unlink(path)
      return symlink("nowhere/at/all", path) == 0
    case .changedBySQL:
      guard file == ".sqlite", let statement = Self.statements.randomElement(using: &random) else { return false }
      var connection: OpaquePointer?
      defer { sqlite3_close(connection) }
      return sqlite3_open(path, &connection) == SQLITE_OK
        && sqlite3_exec(connection, statement, nil, nil, nil) == SQLITE_OK
    }
  }
}

import GRDB

/// How saves lie in the database.
///
/// `save` has a row per save. `node` has a row per *version* of a node: it holds from the save `since` up to, and without,
/// the save `until` (null as long as it is current). A save with one changed node closes one row and adds one. The state
/// at save `k` is what satisfies `since <= k AND (until IS NULL OR until > k)`. The application's own key space is the
/// node 0. Deleting the saves between `p` and `n` is deleting rows with `since > p AND until <= n`. `save` also says what
/// made the save (`kind`), in which run of the app, when by the history's own clock, and what it is kept for (see
/// ``History``). Each row of `node` has a checksum of what it says: SQLite notices a broken structure, not a changed letter.
/// `meta` has notes (see ``ArchiveStore/note(_:)``) and room for what later versions need.
///
/// A later version that changes the format adds it to the end of ``formats``, with the step that leads to it from the one
/// before; every version reads all older ones.
enum Schema {
  /// "LUAh": tells our files from other programs' SQLite files.
  static let applicationID: Int64 = 0x4c55_4168
  /// The format of this version, in `PRAGMA user_version`. A newer one refuses nothing older; an older one refuses what is
  /// newer.
  static let version = formats.count

  /// The note that there is a mark beside the database (see ``SaveMark``).
  static let markNote = "marked"
  /// The note of which process writes to the database (see ``SessionLock``).
  static let holderNote = "holder"
  /// The node that stands for the application.
  static let applicationNode: Int64 = 0

  /// Makes what is missing, from nothing or from an older format. Each step is all or nothing; after one that was cut off, the
  /// next opening goes on.
  ///
  /// A step goes by the format that the database says it has: databases of formats 1 and 2 have no list of steps.
  static func migrate(_ writer: any DatabaseWriter, path: String) throws {
    // First of all, so that what is half made is known as ours.
    try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
    var migrator = DatabaseMigrator()
    for number in 1...version {
      migrator.registerMigration("format \(number)", foreignKeyChecks: .immediate) { database in
        if try format(database) < number { try makeStep(to: number, database) }
      }
    }
    try migrator.migrate(writer)
    guard try writer.read(format) == version else {
      throw ArchiveStoreError.damaged(path: path, reason: "its format is not that of the steps it says it went through")
    }
  }

  /// Makes a database of the format before one of this format.
  static func makeStep(to number: Int, _ database: Database) throws {
    let format = formats[number - 1]
    if !format.statements.isEmpty { try database.execute(sql: format.statements) }
    try format.fill(database)
    try database.execute(sql: "PRAGMA user_version = \(number)")
  }

  /// The format that a database says it has; 0 before the first step.
  static func format(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  /// What numbers of saves and ids of nodes can be: far from where counting on would end.
  static let numbers: ClosedRange<Int64> = 0...1 << 53
}

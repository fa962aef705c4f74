import GRDB

/// How saves lie in the database.
///
/// `save` has a row per save. `node` has a row per *version* of a node: it holds from the save `since` up to, and without,
/// the save `until` (null as long as it is current). A save with one changed node closes one row and adds one. The state
/// at save `k` is what satisfies `since <= k AND (until IS NULL OR until > k)`. The application's own key space is the
/// node 0. Deleting the saves between `p` and `n` is deleting rows with `since > p AND until <= n`. `save` also says what
/// made the save (`kind`), in which run of the app, when by the history's own clock, and what it is kept for (see
/// ``History``). Each row of `node` has a checksum of what it says: SQLite notices a broken structure, not a changed letter. `meta` has notes (see ``ArchiveStore/note(_:)``)
/// and room for what later versions need.
///
/// A later version that changes the format adds a step to the end of ``steps``, which brings a database of the version before it
/// up; every version reads all older ones. Steps that were released never change.
enum Schema {
  /// "LUAh": tells our files from other programs' SQLite files.
  static let applicationID: Int64 = 0x4c55_4168
  /// The format of this version, in `PRAGMA user_version`. A newer one refuses nothing older; an older one refuses what is
  /// newer.
  static let version = steps.count

  /// The note that there is a mark beside the database (see ``SaveMark``).
  static let markNote = "marked"
  /// The note of which process writes to the database (see ``SessionLock``).
  static let holderNote = "holder"
  /// The node that stands for the application.
  static let applicationNode: Int64 = 0

  /// What leads from nothing to the format of this version: the step at index `n` leads to format `n + 1`.
  private static let steps: [@Sendable (Database) throws -> Void] = [
    { try $0.execute(sql: definitions(ofVersion: 1)) },
    addHistory,
    // The database lists the steps that it went through (GRDB's table), which hosts of format 2 would take for damage.
    { _ in },
  ]

  /// Makes what is missing, from nothing or from an older format. Each step is all or nothing; after one that was cut off, the
  /// next opening goes on.
  ///
  /// A step goes by the format that the database says it has: databases of formats 1 and 2 have no list of steps.
  static func migrate(_ writer: any DatabaseWriter, path: String) throws {
    // First of all, so that what is half made is known as ours.
    try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(applicationID)") }
    var migrator = DatabaseMigrator()
    for (index, step) in steps.enumerated() {
      migrator.registerMigration("format \(index + 1)", foreignKeyChecks: .immediate) { database in
        guard try format(database) <= index else { return }
        try step(database)
        try database.execute(sql: "PRAGMA user_version = \(index + 1)")
      }
    }
    try migrator.migrate(writer)
    guard try writer.read(format) == version else {
      throw ArchiveStoreError.damaged(path: path, reason: "its format is not that of the steps it says it went through")
    }
  }

  /// The format that a database says it has; 0 before the first step.
  static func format(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  /// Format 2: what made a save, in which run, when by the history's clock, and what it is kept for.
  @Sendable private static func addHistory(_ database: Database) throws {
    let history = try History(database)
    try database.execute(
      sql: """
        ALTER TABLE save ADD COLUMN kind TEXT;
        ALTER TABLE save ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE save ADD COLUMN clock REAL NOT NULL DEFAULT 0;
        ALTER TABLE save ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
        """)
    for entry in history.entries {
      try database.execute(sql: "UPDATE save SET clock = ? WHERE number = ?", arguments: [entry.clock, entry.number])
    }
  }

  /// What numbers of saves and ids of nodes can be: far from where counting on would end.
  static let numbers: ClosedRange<Int64> = 0...1 << 53

  /// The tables and indexes of a version; a migration leaves those of the newest, whitespace aside.
  static func definitions(ofVersion version: Int = version) -> String {
    """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
    CREATE TABLE save (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      app_version TEXT NOT NULL, host_version TEXT NOT NULL,
      width INTEGER NOT NULL, height INTEGER NOT NULL, saved_at REAL NOT NULL,
      node_count INTEGER NOT NULL, changed_count INTEGER NOT NULL\(version < 2 ? "" : history)
    );
    CREATE TABLE node (
      id INTEGER NOT NULL, since INTEGER NOT NULL, until INTEGER,
      parent INTEGER, kind INTEGER NOT NULL, relation INTEGER NOT NULL, position INTEGER NOT NULL,
      identifier TEXT NOT NULL, class TEXT NOT NULL, restoration_class TEXT, storyboard TEXT, scene TEXT,
      state BLOB NOT NULL,
      checksum INTEGER NOT NULL,
      PRIMARY KEY (id, since)
    ) WITHOUT ROWID;
    CREATE INDEX node_current ON node (id) WHERE until IS NULL;
    CREATE INDEX node_old ON node (until) WHERE until IS NOT NULL;
    CREATE TABLE snapshot (id INTEGER PRIMARY KEY CHECK (id = 1), save INTEGER NOT NULL, picture BLOB NOT NULL);

    """
  }

  /// What version 2 added to the table `save`.
  private static let history = """
    , kind TEXT, run INTEGER NOT NULL DEFAULT 0, clock REAL NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0
    """
}

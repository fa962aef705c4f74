extension Schema {
  /// A released format.
  struct Format: Sendable {
    /// The statements that upgrade a database from the previous format. Never changed.
    let statements: String
    /// Computes values from stored data after the statements.
    var fill: @Sendable (Database) throws -> Void = { _ in }
    /// The tables and indexes of a database in this format. Never changed.
    let definitions: String
  }

  /// All formats, oldest first: format `n` is at index `n - 1`.
  static let formats = [
    Format(statements: firstTables, definitions: firstTables),
    Format(statements: historyColumns, fill: fillClocks, definitions: tablesWithHistory),
    // The database lists its migrations in a table, which format 2 would report as damage.
    Format(statements: "", definitions: tablesWithHistory),
    // States refer to nodes by ID, which hosts of format 3 would report as damage.
    Format(statements: "", definitions: tablesWithHistory),
  ]

  private static let firstTables = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
    CREATE TABLE save (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      app_version TEXT NOT NULL, host_version TEXT NOT NULL,
      width INTEGER NOT NULL, height INTEGER NOT NULL, saved_at REAL NOT NULL,
      node_count INTEGER NOT NULL, changed_count INTEGER NOT NULL
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

  /// The kind and run of a save, its time on the history's clock, and its stored reasons.
  private static let historyColumns = """
    ALTER TABLE save ADD COLUMN kind TEXT;
    ALTER TABLE save ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE save ADD COLUMN clock REAL NOT NULL DEFAULT 0;
    ALTER TABLE save ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
    """

  private static let tablesWithHistory = """
    CREATE TABLE meta (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID;
    CREATE TABLE save (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      app_version TEXT NOT NULL, host_version TEXT NOT NULL,
      width INTEGER NOT NULL, height INTEGER NOT NULL, saved_at REAL NOT NULL,
      node_count INTEGER NOT NULL, changed_count INTEGER NOT NULL,
      kind TEXT, run INTEGER NOT NULL DEFAULT 0, clock REAL NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0
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

  /// Computes the history's clock for saves of format 1.
  @Sendable private static func fillClocks(_ database: Database) throws {
    for entry in try History(database).entries {
      try database.statement("UPDATE save SET clock = ? WHERE number = ?").run(entry.clock, entry.number)
    }
  }
}

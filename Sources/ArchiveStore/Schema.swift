import GRDB

/// How saves lie in the database.
///
/// `save` has a row per save. `node` has a row per *version* of a node: it holds from the save `since` up to, and without,
/// the save `until` (null as long as it is current). A save with one changed node closes one row and adds one. The state
/// at save `k` is what satisfies `since <= k AND (until IS NULL OR until > k)`. The application's own key space is the
/// node 0. Deleting saves up to `k` is deleting rows with `until <= k + 1`. `meta` has room for what later versions need.
enum Schema {
  /// "LUAh": tells our files from other programs' SQLite files.
  static let applicationID: Int64 = 0x4c55_4168
  /// The format of this version. A newer one refuses nothing older; an older one refuses what is newer.
  static let version = 1

  /// The node that stands for the application.
  static let applicationNode: Int64 = 0

  static func create(_ database: Database) throws {
    try database.execute(
      sql: """
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
          PRIMARY KEY (id, since)
        ) WITHOUT ROWID;
        CREATE INDEX node_current ON node (id) WHERE until IS NULL;
        CREATE TABLE snapshot (id INTEGER PRIMARY KEY CHECK (id = 1), save INTEGER NOT NULL, picture BLOB NOT NULL);
        PRAGMA application_id = \(applicationID);
        PRAGMA user_version = \(version);
        """)
  }
}

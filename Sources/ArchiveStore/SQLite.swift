import CSQLite
import Glibc

/// An error of SQLite.
struct DatabaseError: Error, CustomStringConvertible {
  /// The extended result code.
  let extendedCode: Int32
  /// SQLite's description of the error.
  let message: String
  /// The statement; nil for an operation without one.
  let sql: String?

  /// Creates the error of a connection's last operation.
  fileprivate init(_ code: Int32, _ connection: OpaquePointer?, sql: String? = nil) {
    extendedCode = code
    // The message of the connection is that of its last error, which may be another one.
    let isLast = connection != nil && sqlite3_extended_errcode(connection) == code
    message = String(cString: isLast ? sqlite3_errmsg(connection) : sqlite3_errstr(code))
    self.sql = sql
  }

  /// The primary result code, such as `SQLITE_FULL`.
  var code: Int32 { extendedCode & 0xff }

  var description: String { "SQLite error \(extendedCode): \(message)\(sql.map { ", in \($0)" } ?? "")" }
}

/// A connection to a SQLite database, which is closed when it is released.
///
/// Only one thread at a time may use a connection and its statements.
final class Database: @unchecked Sendable {
  let connection: OpaquePointer
  /// The prepared statements, as preparing one costs more than a small save.
  private var statements: [String: Statement] = [:]

  /// Opens a database, and creates the file if there is none.
  ///
  /// - Parameters:
  ///   - path: the file; by default a database in memory.
  ///   - isReadOnly: whether nothing is created or changed.
  ///   - isUnchanging: whether no process changes the file meanwhile, so that SQLite needs no files beside it.
  ///   - timeout: how long to wait for another connection, in milliseconds.
  init(
    _ path: String = ":memory:", isReadOnly: Bool = false, isUnchanging: Bool = false, timeout: Int32 = 2_000
  ) throws {
    var connection: OpaquePointer?
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let options = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (isUnchanging ? SQLITE_OPEN_URI : 0)
    let code = sqlite3_open_v2(
      isUnchanging ? Self.unchangingURI(path) : path, &connection, access | options, nil)
    guard code == SQLITE_OK, let connection else {
      defer { sqlite3_close_v2(connection) }
      throw DatabaseError(code, connection)
    }
    self.connection = connection
    sqlite3_busy_timeout(connection, timeout)
  }

  deinit { sqlite3_close_v2(connection) }

  /// Returns the URI of a file that does not change (SQLite, "URI Filenames", parameter `immutable`).
  private static func unchangingURI(_ path: String) -> String {
    let kept = Set("/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    let digits = Array("0123456789ABCDEF")
    let encoded = path.utf8.map { byte in
      kept.contains(byte)
        ? String(UnicodeScalar(byte)) : "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }
    // With an empty authority, as a path may begin with two slashes.
    return "\(path.hasPrefix("/") ? "file://" : "file:")\(encoded.joined())?immutable=1"
  }

  /// Returns a prepared statement, which is kept for the next use.
  ///
  /// - Throws: ``DatabaseError``
  func statement(_ sql: String) throws -> Statement {
    if let statement = statements[sql] { return statement }
    let statement = try Statement(sql, connection)
    statements[sql] = statement
    return statement
  }

  /// Executes any number of statements without values, which are not kept.
  ///
  /// - Throws: ``DatabaseError``
  func execute(_ sql: String) throws {
    let code = sqlite3_exec(connection, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, connection, sql: sql) }
  }

  /// Executes a function in a transaction that only reads, and so sees one state of the database.
  func read<Result>(_ body: (Database) throws -> Result) throws -> Result { try transaction("BEGIN", body) }

  /// Executes a function in a transaction that no other connection can write in. An error of the function undoes all
  /// changes.
  func write<Result>(_ body: (Database) throws -> Result) throws -> Result { try transaction("BEGIN IMMEDIATE", body) }

  private func transaction<Result>(_ begin: String, _ body: (Database) throws -> Result) throws -> Result {
    try statement(begin).run()
    do {
      let result = try body(self)
      try statement("COMMIT").run()
      return result
    } catch {
      // SQLite undoes a transaction itself after some errors.
      if sqlite3_get_autocommit(connection) == 0 { try? statement("ROLLBACK").run() }
      throw error
    }
  }

  /// The row ID of the last inserted row.
  var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(connection) }

  /// Moves the contents of the write-ahead log into the database and empties it.
  ///
  /// - Throws: ``DatabaseError``
  func truncateLog() throws {
    let code = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
  }
}

/// A value for a parameter of a statement, whose index counts from 1.
protocol DatabaseValue {
  func bind(to statement: Statement, at index: Int32) throws
}

extension Int64: DatabaseValue {
  func bind(to statement: Statement, at index: Int32) throws { try statement.bind(self, at: index) }
}
extension Double: DatabaseValue {
  func bind(to statement: Statement, at index: Int32) throws { try statement.bind(self, at: index) }
}
extension String: DatabaseValue {
  func bind(to statement: Statement, at index: Int32) throws { try statement.bind(self, at: index) }
}
extension [UInt8]: DatabaseValue {
  func bind(to statement: Statement, at index: Int32) throws {
    try withUnsafeBytes { try statement.bind($0, at: index, isCopied: true) }
  }
}

/// A prepared statement. While it is at a row, it provides the row's columns, from 0.
final class Statement {
  private let handle: OpaquePointer
  /// For messages. It is valid as long as the statement, even if its database was released.
  private let connection: OpaquePointer

  fileprivate init(_ sql: String, _ connection: OpaquePointer) throws {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw DatabaseError(code, connection, sql: sql) }
    (self.handle, self.connection) = (handle, connection)
  }

  deinit { sqlite3_finalize(handle) }

  private func check(_ code: Int32) throws {
    guard code != SQLITE_OK else { return }
    throw DatabaseError(code, connection, sql: String(cString: sqlite3_sql(handle)))
  }

  // MARK: Executing

  /// Executes the statement with values for its parameters, and ignores its rows.
  func run(_ values: (any DatabaseValue)?...) throws { try forEachRow(with: values) { _ in } }

  /// Executes the statement, and calls a function at each row.
  func forEachRow(with values: [(any DatabaseValue)?] = [], _ body: (Statement) throws -> Void) throws {
    try execute(values) { while try step() { try body(self) } }
  }

  /// Executes the statement, and returns the result of a function at its first row; nil if there is none.
  func first<Result>(_ values: (any DatabaseValue)?..., read: (Statement) throws -> Result?) throws -> Result? {
    try execute(values) { try step() ? try read(self) : nil }
  }

  private func execute<Result>(_ values: [(any DatabaseValue)?], _ body: () throws -> Result) throws -> Result {
    defer {
      reset()
      clearBindings()
    }
    for (index, value) in values.enumerated() { try value?.bind(to: self, at: Int32(index + 1)) }
    return try body()
  }

  /// Continues to the next row. Returns false at the end.
  func step() throws -> Bool {
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code != SQLITE_DONE { try check(code) }
    return false
  }

  /// Ends an execution. Values stay bound.
  func reset() { sqlite3_reset(handle) }

  /// Binds null to all parameters.
  func clearBindings() { sqlite3_clear_bindings(handle) }

  // MARK: Binding

  func bind(_ value: Int64, at index: Int32) throws { try check(sqlite3_bind_int64(handle, index, value)) }
  func bind(_ value: Double, at index: Int32) throws { try check(sqlite3_bind_double(handle, index, value)) }

  /// Binds a text.
  func bind(_ text: String, at index: Int32) throws {
    var text = text
    try text.withUTF8 { try bind(text: UnsafeRawBufferPointer($0), at: index, isCopied: true) }
  }

  /// Binds a text given as UTF-8. One with a NUL byte, where SQLite's functions would truncate it, is bound as a blob,
  /// which ``text(_:)`` reads in place of a text.
  ///
  /// - Parameter isCopied: whether the bytes are copied; otherwise they must stay valid until the execution ends.
  func bind(text bytes: UnsafeRawBufferPointer, at index: Int32, isCopied: Bool) throws {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return try check(sqlite3_bind_text(handle, index, "", 0, Self.copied))
    }
    if memchr(start, 0, bytes.count) != nil { return try bind(bytes, at: index, isCopied: isCopied) }
    let destructor = isCopied ? Self.copied : nil
    let (text, count) = (start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
    try check(sqlite3_bind_text64(handle, index, text, count, destructor, UInt8(SQLITE_UTF8)))
  }

  /// Binds a blob.
  ///
  /// - Parameter isCopied: whether the bytes are copied; otherwise they must stay valid until the execution ends.
  func bind(_ bytes: UnsafeRawBufferPointer, at index: Int32, isCopied: Bool) throws {
    guard !bytes.isEmpty else { return try check(sqlite3_bind_zeroblob(handle, index, 0)) }
    let destructor = isCopied ? Self.copied : nil
    try check(sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), destructor))
  }

  /// `SQLITE_TRANSIENT`, which is not imported to Swift.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  // MARK: Columns

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  /// Returns a whole number; nil if the value is none.
  func integer(_ column: Int32) -> Int64? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: sqlite3_column_int64(handle, column)
    case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(handle, column))
    default: nil
    }
  }

  /// Returns a number; nil if the value is none.
  func double(_ column: Int32) -> Double? {
    let type = sqlite3_column_type(handle, column)
    return type == SQLITE_FLOAT || type == SQLITE_INTEGER ? sqlite3_column_double(handle, column) : nil
  }

  /// Returns a text, or the text in a blob; nil if the value is none.
  func text(_ column: Int32) -> String? {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_TEXT: withBytes(column) { String(decoding: $0, as: UTF8.self) }
    case SQLITE_BLOB: withBytes(column) { String(validating: $0, as: UTF8.self) }
    default: nil
    }
  }

  /// Returns the bytes of a blob or text; nil if the value is none.
  func bytes(_ column: Int32) -> [UInt8]? {
    let type = sqlite3_column_type(handle, column)
    return type == SQLITE_BLOB || type == SQLITE_TEXT ? withBytes(column) { [UInt8]($0) } : nil
  }

  /// Calls a function with the bytes of a blob or text, which are valid only during the call.
  func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let start = sqlite3_column_blob(handle, column)
    return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }
}

/// The header of a SQLite file (SQLite's file format, section 1.3), read without opening the database, so that foreign
/// and later files are not modified.
struct FileHeader {
  private let bytes: [UInt8]

  /// Reads the header of the file at a path; nil if the file does not exist or is empty.
  init?(_ path: String) {
    guard let bytes = FileContents.prefix(path, limit: 100), !bytes.isEmpty else { return nil }
    self.bytes = bytes
  }

  /// - Throws: ``ArchiveStoreError`` if the file is not a database of a known format.
  func check(_ path: String) throws {
    guard bytes.count == 100, bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
      throw ArchiveStoreError.foreign(path: path)
    }
    let application = number(at: 68)
    // Zero while all data is in the write-ahead log.
    if application != 0, application != Schema.applicationID { throw ArchiveStoreError.foreign(path: path) }
    let format = number(at: 60)
    if application == Schema.applicationID, format > Schema.version {
      throw ArchiveStoreError.newer(path: path, format: Int(format), known: Schema.version)
    }
    // SQLite would open the file read-only, and no state could be saved.
    if bytes[18...19].contains(where: { $0 > 2 }) {
      throw ArchiveStoreError.damaged(path: path, reason: "its header requires an unsupported version of SQLite")
    }
  }

  private func number(at offset: Int) -> Int64 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
  }
}

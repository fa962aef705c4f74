import Glibc
import StateRestoration
import Synchronization

/// Identifies the last acknowledged save: its number, its time, and checksums of its contents.
///
/// The database alone is not sufficient. SQLite ignores a write-ahead log from the first damaged frame on, or a missing
/// log, and the save that is then the newest cannot be distinguished from any other.
struct SaveMark: Equatable, Comparable {
  /// The save's number; 0 before the first save.
  var number: SaveNumber
  /// Seconds since 1970-01-01 00:00 UTC.
  var savedAt: Double
  /// The checksum of the save's info.
  var infoChecksum: Int64
  /// The sum of the checksums of the save's rows.
  var nodesChecksum: Int64

  /// The size of a mark in bytes.
  static let size = 48
  /// "LUAHmark"
  private static let magic: Int64 = 0x4c55_4148_6d61_726b

  /// Creates the mark of a save.
  ///
  /// - Parameter nodes: the sum of the checksums of its rows.
  init(_ number: SaveNumber, _ info: SaveInfo, _ nodes: Int64) {
    self.number = number
    savedAt = info.savedAt
    var hash = Checksum()
    hash.add(info.appVersion)
    hash.add(info.hostVersion)
    hash.add(Int64(info.screenWidth))
    hash.add(Int64(info.screenHeight))
    hash.add(Int64(bitPattern: info.savedAt.bitPattern))
    infoChecksum = Int64(bitPattern: hash.value)
    nodesChecksum = nodes
  }

  /// The mark before the first save.
  static let nothing = SaveMark(
    0, SaveInfo(appVersion: "", hostVersion: "", screenWidth: 0, screenHeight: 0, savedAt: 0), 0)

  static func < (first: SaveMark, second: SaveMark) -> Bool { first.number < second.number }

  /// Decodes a mark; nil if the bytes are invalid.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    let numbers = stride(from: 0, to: Self.size, by: 8).map { offset in
      bytes[offset..<offset + 8].reduce(0 as Int64) { $0 << 8 | Int64($1) }
    }
    guard numbers[0] == Self.magic, numbers[5] == Self.checksum(numbers[..<5]), Schema.numbers.contains(numbers[1])
    else { return nil }
    number = numbers[1]
    savedAt = Double(bitPattern: UInt64(bitPattern: numbers[2]))
    infoChecksum = numbers[3]
    nodesChecksum = numbers[4]
  }

  /// The encoded mark.
  var encoded: [UInt8] {
    let numbers = [Self.magic, number, Int64(bitPattern: savedAt.bitPattern), infoChecksum, nodesChecksum]
    return (numbers + [Self.checksum(numbers[...])]).flatMap { number in
      withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
  }

  private static func checksum(_ numbers: ArraySlice<Int64>) -> Int64 {
    var hash = Checksum()
    for number in numbers { hash.add(number) }
    return Int64(bitPattern: hash.value)
  }
}

/// The file with the mark of a session's last save. It is overwritten after each save, before the save is acknowledged:
/// the few bytes in the page cache survive a crash of the process, and are written to disk some time later.
final class MarkFile: Sendable {
  /// The state of the file.
  enum Reading: Equatable {
    case missing
    case damaged
    case mark(SaveMark)
  }

  private let path: String
  private let witness: String
  /// The open file; -1 before the first mark.
  private let descriptor = Mutex<Int32>(-1)

  init(_ files: SessionFiles) {
    path = files.mark
    witness = files.lock
  }

  deinit {
    descriptor.withLock { if $0 >= 0 { close($0) } }
  }

  static func read(_ files: SessionFiles) -> Reading {
    guard let bytes = FileContents.prefix(files.mark, limit: SaveMark.size + 1) else {
      return FileIdentity(files.mark) == nil ? .missing : .damaged
    }
    return SaveMark(decoding: bytes).map { .mark($0) } ?? .damaged
  }

  /// Returns the second copy of the mark, in the session's lock file; nil if there is none. It reveals an older mark
  /// file that has replaced the right one.
  static func readWitness(_ files: SessionFiles) -> SaveMark? {
    guard let bytes = FileContents.prefix(files.lock, limit: LockRecord.offset) else { return nil }
    return SaveMark(decoding: Array(bytes.dropFirst(LockRecord.holderSize)))
  }

  /// Writes both copies of the mark. Errors are ignored, as an older mark is still valid.
  func write(_ mark: SaveMark) {
    // The second file is not kept open, to save a descriptor.
    let second = open(witness, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    if second >= 0 {
      _ = pwrite(second, mark.encoded, SaveMark.size, off_t(LockRecord.holderSize))
      close(second)
    }
    descriptor.withLock { descriptor in
      if descriptor < 0 {
        descriptor = open(path, O_WRONLY | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        if lseek(descriptor, 0, SEEK_END) != SaveMark.size { ftruncate(descriptor, 0) }
      }
      _ = pwrite(descriptor, mark.encoded, SaveMark.size, 0)
    }
  }

  /// Waits until the mark is on disk.
  func sync() {
    descriptor.withLock { if $0 >= 0 { fsync($0) } }
  }
}

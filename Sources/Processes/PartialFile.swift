import Glibc
import Loop
import SystemCalls

/// A file that is being downloaded: its bytes are collected next to its path, in `PATH.part`, until they are complete.
///
/// The source of the bytes (URL, validator, length) is stored in an extended attribute of that file, so that it moves
/// with the bytes. A new download always starts with a new file: bytes and source never belong to different responses.
final class PartialFile {
  /// The properties that must match before a later response may be appended.
  struct Source: Equatable {
    var url: String
    /// See ``HTTPResponse/redirects``.
    var redirects: [String] = []
    var validator: HTTPValidator
    /// The length of the complete file in bytes; nil if the server did not send it.
    var length: Int?
  }

  private static let attribute = "user.luahost.source"

  private let place: [UInt8]
  private var part: [UInt8] { stem + Array(".part".utf8) }
  /// The path of a response that must not replace the stored part before it is complete.
  private var replacement: [UInt8] { stem + Array(".part.new".utf8) }
  /// The path with a name short enough for the extensions: a longer one is truncated and made unique with a hash.
  private let stem: [UInt8]
  /// The open, locked part; -1 after it was closed.
  private var descriptor: Int32 = -1
  /// The open replacement, or -1.
  private var replacementDescriptor: Int32 = -1
  /// The number of bytes written so far.
  private(set) var size = 0

  /// Opens the stored part, or creates an empty one, and locks it.
  ///
  /// - Throws: ``HTTPError/file(_:reason:)`` if the file or the part exists and is not a regular file, if the part
  ///   cannot be opened, or if another download holds it.
  init(for place: [UInt8]) throws(HTTPError) {
    self.place = place
    stem = Self.stem(of: place)
    try requireRegularFile(place)
    try requireRegularFile(part)
    while true {
      let opened = part.withPath {
        open($0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0o666)
      }
      guard opened >= 0 else {
        let code = errno
        throw failure(code == ENOENT ? "no such folder" : errorMessage(code))
      }
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        close(opened)
        throw failure("it is already being downloaded")
      }
      var (named, here) = (stat(), stat())
      guard Self.look(part, &named) == 0, fstat(opened, &here) == 0, named.st_ino == here.st_ino else {
        // Another download has completed it or started over since it was opened.
        close(opened)
        continue
      }
      guard here.st_mode & S_IFMT == S_IFREG else {
        close(opened)
        throw failure("\"\(String(decoding: part, as: UTF8.self))\" is not a regular file")
      }
      descriptor = opened
      size = Int(here.st_size)
      return
    }
  }

  private static func stem(of place: [UInt8]) -> [UInt8] {
    let folder = place.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let longest = Int(NAME_MAX) - ".part.new".utf8.count
    guard place.count - folder > longest else { return place }
    // FNV-1a; names that share it are only refused while both are being downloaded.
    let hash = place[folder...].reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    let suffix = Array("~\(String(hash, radix: 16))".utf8)
    return place.prefix(folder + longest - suffix.count) + suffix
  }

  /// The source of the stored bytes; nil if it is unknown, so that nothing may be appended.
  var source: Source? {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fgetxattr(descriptor, Self.attribute, &bytes, bytes.count)
    return count > 0 ? Source(note: bytes.prefix(count)) : nil
  }

  /// Starts over with a new, empty file.
  ///
  /// - Parameters:
  ///   - source: stored with the file; nil if its bytes can never be appended to. The same applies if it cannot be
  ///     stored.
  ///   - keepsPart: whether the stored part stays until the new file is complete.
  func begin(source: Source?, keepingPart keepsPart: Bool) throws(HTTPError) {
    closeReplacement()
    remove(replacement)
    let opened = replacement.withPath { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666) }
    guard opened >= 0 else { throw error }
    if let source {
      let note = source.note
      _ = fsetxattr(opened, Self.attribute, note, note.count, 0)
    }
    size = 0
    guard !keepsPart else {
      replacementDescriptor = opened
      return
    }
    // Locked before it gets its name, so that no other download can open it in between.
    guard flock(opened, LOCK_EX | LOCK_NB) == 0, move(replacement, to: part) else {
      let error = error
      close(opened)
      remove(replacement)
      throw error
    }
    close(descriptor)
    descriptor = opened
  }

  /// Appends bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
    let descriptor = replacementDescriptor >= 0 ? replacementDescriptor : descriptor
    var written = 0
    while written < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(size))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw error }
      written += count
      size += count
    }
  }

  /// Removes the bytes from an offset on.
  func truncate(to length: Int) throws(HTTPError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw error }
    size = length
  }

  /// Moves the complete file to its final path.
  func finish() throws(HTTPError) {
    guard descriptor >= 0 else { return }
    try requireRegularFile(place)
    let complete = replacementDescriptor >= 0 ? replacementDescriptor : descriptor
    _ = fremovexattr(complete, Self.attribute)
    guard move(replacementDescriptor >= 0 ? replacement : part, to: place) else { throw error }
    if replacementDescriptor >= 0 { remove(part) }
    closeReplacement()
    close(descriptor)
    descriptor = -1
  }

  /// Closes the file before it is complete.
  ///
  /// - Parameter isKept: whether the stored part is kept for a later download.
  func leave(keeping isKept: Bool) {
    guard descriptor >= 0 else { return }
    if replacementDescriptor >= 0 {
      remove(replacement)
      closeReplacement()
    }
    var status = stat()
    if !isKept || fstat(descriptor, &status) != 0 || status.st_size == 0 { remove(part) }
    close(descriptor)
    descriptor = -1
  }

  private func closeReplacement() {
    if replacementDescriptor >= 0 { close(replacementDescriptor) }
    replacementDescriptor = -1
  }

  private func requireRegularFile(_ path: [UInt8]) throws(HTTPError) {
    var status = stat()
    guard Self.look(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: "a directory"
      case S_IFLNK: "a symbolic link"
      default: "not a regular file"
      }
    throw failure(
      path == place
        ? "it is \(kind)" : "\"\(String(decoding: path, as: UTF8.self))\", the partial file, is \(kind)")
  }

  private static func look(_ path: [UInt8], _ status: inout stat) -> Int32 {
    path.withPath { lstat($0, &status) }
  }

  private func remove(_ path: [UInt8]) { _ = path.withPath { unlink($0) } }

  private func move(_ path: [UInt8], to place: [UInt8]) -> Bool {
    path.withPath { path in place.withPath { rename(path, $0) } } == 0
  }

  private func failure(_ reason: String) -> HTTPError { .file(String(decoding: place, as: UTF8.self), reason: reason) }
  private var error: HTTPError { failure(errorMessage(errno)) }

  deinit { leave(keeping: true) }
}

extension PartialFile.Source {
  /// The stored format: one line each for version, URL, kind and value of the validator, length, and each redirect.
  fileprivate var note: [UInt8] {
    Array("3\n\(url)\n\(validator.kind.rawValue)\n".utf8) + validator.value
      + Array("\n\(length.map { "\($0)" } ?? "")".utf8) + redirects.flatMap { Array("\n\($0)".utf8) }
  }

  fileprivate init?(note: ArraySlice<UInt8>) {
    let lines = note.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 5, lines[0].elementsEqual("3".utf8),
      let kind = HTTPValidator.Kind(rawValue: String(decoding: lines[2], as: UTF8.self))
    else { return nil }
    url = String(decoding: lines[1], as: UTF8.self)
    validator = HTTPValidator(kind: kind, value: Array(lines[3]))
    length = Int(String(decoding: lines[4], as: UTF8.self))
    redirects = lines[5...].map { String(decoding: $0, as: UTF8.self) }
  }
}

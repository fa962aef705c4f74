import CSystem
import Glibc

/// A file that is being fetched: it stands beside its place until it is whole.
///
/// Where it comes from, and which version that was, is noted with it (in an extended attribute, which goes where the file
/// goes), so that only what belongs to it is added to it.
final class PartialFile {
  private static let attribute = "user.luahost.source"

  private let place: String
  private let path: String
  private var descriptor: Int32
  /// How much is there.
  private(set) var size: Int

  /// Opens it, or makes it.
  ///
  /// - Throws: ``HTTPError/file(_:reason:)``, also if somebody else is fetching it.
  init(for place: [UInt8]) throws(HTTPError) {
    self.place = String(decoding: place, as: UTF8.self)
    path = self.place + ".part"
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
      guard opened >= 0 else {
        let code = errno
        throw .file(self.place, reason: code == ENOENT ? "there is no such folder" : ProcessError.reason(code))
      }
      guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
        close(opened)
        throw .file(self.place, reason: "it is being fetched already")
      }
      var (there, here) = (stat(), stat())
      guard stat(path, &there) == 0, fstat(opened, &here) == 0, there.st_ino == here.st_ino else {
        // Who fetched it has just put it in its place.
        close(opened)
        continue
      }
      descriptor = opened
      size = Int(here.st_size)
      return
    }
  }

  /// Where it came from, and which version it was.
  var source: (url: String, validator: String?)? {
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = fgetxattr(descriptor, Self.attribute, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let lines = String(decoding: bytes.prefix(count), as: UTF8.self)
      .split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let validator = lines.count > 1 ? String(lines[1]) : ""
    return (String(lines[0]), validator.isEmpty ? nil : validator)
  }

  /// Begins anew.
  func begin(url: String, validator: String?) throws(HTTPError) {
    guard ftruncate(descriptor, 0) == 0 else { throw error }
    size = 0
    let note = Array("\(url)\n\(validator ?? "")".utf8)
    // Without it the next time begins anew, too.
    _ = fsetxattr(descriptor, Self.attribute, note, note.count, 0)
  }

  /// Adds bytes.
  func append(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
    var written = 0
    while written < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written, off_t(size))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw error }
      written += count
      size += count
    }
  }

  /// Puts it in its place.
  func finish() throws(HTTPError) {
    guard descriptor >= 0 else { return }
    _ = fremovexattr(descriptor, Self.attribute)
    guard rename(path, place) == 0 else { throw error }
    close(descriptor)
    descriptor = -1
  }

  /// Leaves it for another time, or not.
  func leave(keeping isKept: Bool) {
    guard descriptor >= 0 else { return }
    if !isKept || size == 0 { unlink(path) }
    close(descriptor)
    descriptor = -1
  }

  private var error: HTTPError { .file(place, reason: ProcessError.reason(errno)) }

  deinit { leave(keeping: true) }
}

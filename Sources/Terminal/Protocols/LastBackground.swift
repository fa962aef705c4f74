import Glibc
import Interface

/// The last answer of this terminal about its background, which the first frame of the next app uses.
struct LastBackground {
  private let folder: String
  private let file: String

  /// - Parameters:
  ///   - folder: the folder with a file for each terminal; nil keeps nothing.
  ///   - environment: the variables by which terminals differ.
  init?(in folder: String?, environment: [String: String]) {
    guard let folder else { return nil }
    self.folder = folder
    let names = ["TERM", "TERM_PROGRAM", "COLORTERM", "VTE_VERSION", "WT_SESSION", "SSH_CONNECTION"]
      .map { name in name == "WT_SESSION" ? (environment[name] == nil ? "" : "wt") : environment[name] ?? "" }
    let hash = names.joined(separator: "\n").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    file = "\(folder)/\(String(hash, radix: 16))"
  }

  /// The last answer; nil if there is none.
  var value: TerminalBackground? {
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard case .bytes(let bytes) = readOnce(descriptor, atMost: 16) else { return nil }
    return TerminalBackground(rawValue: String(decoding: bytes, as: UTF8.self))
  }

  /// Stores an answer. On failure, the next app asks again.
  func store(_ background: TerminalBackground) {
    guard background != value else { return }
    // The folder of all states may not exist yet either.
    let parent = folder.lastIndex(of: "/").map { String(folder[..<$0]) }
    for path in [parent, folder].compactMap({ $0 }) { mkdir(path, 0o700) }
    // A FIFO without a reader must not block the app.
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    writeAll(Array(background.rawValue.utf8), to: descriptor)
    close(descriptor)
  }
}

import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import LuaScreens
import StateRestoration

/// Facts about a session that are known without running its app.
@MainActor
public struct SessionSummary {
  /// The session's files.
  public let files: SessionFiles
  /// The app's identifier; nil if it is unknown.
  public let identifier: String?
  /// The absolute path of the script that held the session last; nil if it is unknown.
  public let script: String?
  /// The process that holds the session; nil if there is none.
  public let holder: SessionHolder?
  /// The time of the last save in seconds since 1970-01-01 00:00 UTC; nil if there is none, or it cannot be read.
  public let savedAt: Double?
  /// The title of the screen at the last save.
  public let title: String?

  /// Creates the summary of a session; nil if it was never saved and no process holds it.
  init?(_ files: SessionFiles, identifier: String?) {
    self.files = files
    let app = files.lastApp
    self.identifier = identifier ?? app.identifier
    script = app.script
    holder = SessionHolder(files)
    // A damaged session, or one of a later version, is listed too.
    let store = try? SQLiteArchiveStore(files, isReadOnly: true)
    let save = try? store?.saves().last
    savedAt = save?.info.savedAt
    title = save.flatMap { try? store?.screenTitle(ofSave: $0.number) }
    if holder == nil, savedAt == nil, !FileManager.default.fileExists(atPath: files.copy) { return nil }
  }

  /// The depth of an app's folder in the sandbox's folder.
  private static let maximumDepth = 4

  /// Returns the sessions in a folder and its subfolders, sorted by app and name.
  ///
  /// - Parameter isStandard: whether it is the standard folder, whose subfolders are named after apps (see
  ///   ``StateDirectory``).
  public static func all(below directory: String, isStandard: Bool) -> [SessionSummary] {
    var found: [SessionSummary] = []
    func visit(_ folder: String, depth: Int) {
      let identifier = isStandard && depth > 0 ? URL(fileURLWithPath: folder).lastPathComponent : nil
      for name in SessionFiles.sessions(in: folder) {
        guard let files = try? SessionFiles(directory: folder, session: name) else { continue }
        if let session = SessionSummary(files, identifier: identifier) { found.append(session) }
      }
      guard depth < maximumDepth else { return }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
        // Apps' own files and symbolic links are skipped.
        guard !name.hasPrefix("."), !name.hasSuffix(".files") else { continue }
        if isStandard, depth == 0, name == "sandbox" { continue }
        let path = "\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
        visit(path, depth: depth + 1)
      }
    }
    visit(directory.standardizedPath, depth: 0)
    return found.sorted {
      ($0.identifier ?? "", $0.files.directory, $0.files.session) < (
        $1.identifier ?? "", $1.files.directory, $1.files.session
      )
    }
  }

  /// The summary as a table, without unknown values.
  package var table: StateValue {
    .table([
      ("identifier", identifier.map { .string($0) }), ("script", script.map { .string($0) }),
      ("session", .string(files.session)), ("pid", holder?.process.map { .integer(Int64($0)) }),
      ("terminal", holder?.terminal.map { .string($0) }), ("since", holder?.since.map { .string(Self.time($0)) }),
      ("lastInput", holder?.lastInput.map { .string(Self.time($0)) }),
      ("savedAt", savedAt.map { .string(Self.time($0)) }), ("title", title.map { .string($0) }),
      ("stateDirectory", .string(files.directory)),
    ])
  }

  /// Returns a time in the format of RFC 3339.
  static func time(_ seconds: Double) -> String {
    let seconds = seconds.isFinite ? min(max(seconds, 0), 1e11) : 0
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}

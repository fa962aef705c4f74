import ArchiveStore
import Foundation
import Interface
import StateRestoration

/// A session with what is known of it without running its app.
@MainActor
public struct SessionSummary {
  /// Where its files are.
  public let files: SessionFiles
  /// The app's identifier; nil if nothing says it.
  public let identifier: String?
  /// The whole path of the script that had it last; nil if nothing says it.
  public let script: String?
  /// The process that holds it; nil if none does.
  public let holder: SessionHolder?
  /// When it was saved last, in seconds since 1970-01-01 00:00 UTC; nil if it was not, or cannot be read.
  public let savedAt: Double?
  /// The title of its screen at the last save.
  public let title: String?

  /// The session of these files; nil if it was never saved and no process holds it.
  init?(_ files: SessionFiles, identifier: String?) {
    self.files = files
    let app = files.lastApp
    self.identifier = identifier ?? app.identifier
    script = app.script
    holder = SessionHolder(files)
    // What is damaged or of a newer version is still a session.
    let store = try? SQLiteArchiveStore(files, isReadOnly: true)
    let save = try? store?.saves().last
    savedAt = save?.info.savedAt
    title = save.flatMap { try? store?.screenTitle(ofSave: $0.number) }
    if holder == nil, savedAt == nil, !FileManager.default.fileExists(atPath: files.copy) { return nil }
  }

  /// Nothing is deeper than an app's folder in the folder of the sandbox.
  private static let maximumDepth = 4

  /// The sessions in a folder and below it, by their app and name.
  ///
  /// - Parameter isStandard: whether it is the one whose folders are named after the apps (see ``StateDirectory``).
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
        // What apps keep by themselves is theirs, and so is what a link leads to.
        guard !name.hasPrefix("."), !name.hasSuffix(".files") else { continue }
        if isStandard, depth == 0, name == "sandbox" { continue }
        let path = "\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { continue }
        visit(path, depth: depth + 1)
      }
    }
    visit(URL(fileURLWithPath: directory).standardizedFileURL.path, depth: 0)
    return found.sorted {
      ($0.identifier ?? "", $0.files.directory, $0.files.session) < (
        $1.identifier ?? "", $1.files.directory, $1.files.session
      )
    }
  }

  /// As a table; what is not known is left out.
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

  /// A time as RFC 3339 writes it.
  package static func time(_ seconds: Double) -> String {
    let seconds = seconds.isFinite ? min(max(seconds, 0), 1e11) : 0
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}

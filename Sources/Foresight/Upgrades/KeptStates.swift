import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import LuaScreens
import StateRestoration

/// The states of earlier versions of an app in a folder, with which later versions are tested: for each version a folder
/// with a file for each state, in the format of exported saves, and a folder with the app's own files if it
/// had any.
public struct KeptStates {
  /// A state of a version.
  public struct State: Sendable {
    /// The version and the name of the state, joined by `/`.
    public let name: String
    fileprivate let path: String
    /// The folder with the app's own files; nil if there are none.
    let files: String?

    /// The parts that are kept beside the archive. States that earlier versions of luahost kept have fewer.
    var notes: ArchiveJSON.Notes { ArchiveJSON.notes(of: path) }

    /// Reads the state.
    ///
    /// - Throws: ``KeptStateError/unreadable(_:)``.
    func archive() throws -> Archive {
      do {
        return try ArchiveJSON.read(path)
      } catch {
        throw KeptStateError.unreadable("\(error)")
      }
    }
  }

  /// The states, sorted by name.
  public let states: [State]

  private static let (ending, filesEnding) = (".json", ".files")

  /// Finds the states of all versions in a folder.
  ///
  /// - Throws: ``KeptStateError``.
  public init(in folder: String) throws {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else {
      throw KeptStateError.missingFolder(folder)
    }
    guard isFolder else { throw KeptStateError.noFolder(folder) }
    for path in [folder] + Self.entries(of: folder).map({ "\(folder)/\($0)" }) where access(path, R_OK | X_OK) != 0 {
      guard FileManager.default.hasFolder(atPath: path) else { continue }
      throw KeptStateError.unreadable("cannot read \(path): check its permissions")
    }
    states = Self.entries(of: folder).flatMap { version in
      Self.entries(of: "\(folder)/\(version)").filter { $0.hasSuffix(Self.ending) }.map { entry in
        let name = "\(version)/\(entry.dropLast(Self.ending.count))"
        let files = "\(folder)/\(name)\(Self.filesEnding)"
        return State(
          name: name, path: "\(folder)/\(version)/\(entry)",
          files: FileManager.default.fileExists(atPath: files) ? files : nil)
      }
    }
    if states.isEmpty {
      let isOfVersion = Self.entries(of: folder).contains {
        $0.hasSuffix(Self.ending) && (try? ArchiveJSON.read("\(folder)/\($0)")) != nil
      }
      throw isOfVersion ? KeptStateError.folderOfVersion(folder) : KeptStateError.empty(folder)
    }
  }

  private static func entries(of folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  /// A state to write.
  struct NewState {
    let name: String
    let archive: Archive
    /// The keys of the values that no step had changed, by the paths of their views.
    let defaults: [String: [String]]
    /// The folder with the app's own files; nil if there are none.
    let files: String?
  }

  /// Writes the states of a version, and removes its earlier ones.
  ///
  /// - Parameter application: the identifier of the app.
  /// - Throws: ``KeptStateError``.
  static func write(_ states: [NewState], of application: String?, _ version: String, in folder: String) throws {
    for path in [folder, "\(folder)/\(version)"]
    where FileManager.default.fileExists(atPath: path) && !FileManager.default.hasFolder(atPath: path) {
      throw KeptStateError.noFolder(path)
    }
    let folder = "\(folder)/\(version)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for entry in entries(of: folder) where isKept("\(folder)/\(entry)") {
        try FileManager.default.removeItem(atPath: "\(folder)/\(entry)")
      }
      for state in states {
        let notes = ArchiveJSON.Notes(application: application, defaults: state.defaults)
        try FileContents.writeOutput(
          Array(ArchiveJSON.encode(state.archive, notes).utf8), to: "\(folder)/\(state.name)\(ending)", mode: 0o644)
        guard let files = state.files else { continue }
        try FileManager.default.copyItem(atPath: files, toPath: "\(folder)/\(state.name)\(filesEnding)")
      }
    } catch {
      throw KeptStateError.notWritten(folder, error)
    }
  }

  /// Whether an entry of a version's folder was kept before: other files stay.
  private static func isKept(_ path: String) -> Bool {
    if path.hasSuffix(ending) { return (try? ArchiveJSON.read(path)) != nil }
    guard path.hasSuffix(filesEnding) else { return false }
    let state = path.dropLast(filesEnding.count) + ending
    return (try? ArchiveJSON.read(String(state))) != nil
  }
}

/// A reason why no states can be kept or read.
public enum KeptStateError: Error, CustomStringConvertible {
  /// There is no such folder.
  case missingFolder(String)
  /// A file is in the place of the folder.
  case noFolder(String)
  /// The folder is that of one version.
  case folderOfVersion(String)
  /// The folder has no states.
  case empty(String)
  /// A file is no state.
  case unreadable(String)
  /// The version cannot be the name of a folder.
  case badVersion(String)
  /// The app declines to be saved.
  case notSaved
  /// A case of the app's tests fails.
  case testFailed(String, test: String, failure: String)
  /// The states cannot be written.
  case notWritten(String, any Error)

  private static func parent(of folder: String) -> String {
    let parent = folder.deletingLastPathComponent
    return parent.isEmpty ? "." : parent
  }

  /// Whether the command line is wrong.
  public var isUsage: Bool {
    switch self {
    case .missingFolder, .noFolder, .folderOfVersion, .empty, .badVersion, .notWritten: true
    case .unreadable, .notSaved, .testFailed: false
    }
  }

  public var description: String {
    switch self {
    case .missingFolder(let folder): "no such folder: \(folder)"
    case .noFolder(let path): "\(path) is a file, not a folder"
    case .folderOfVersion(let folder):
      "\(folder) is the folder of one version; name the folder that contains it: \(Self.parent(of: folder))"
    case .empty(let folder): "\(folder) has no states"
    case .unreadable(let reason): reason
    case .badVersion(let version): "the version \"\(version)\" cannot be the name of a folder"
    case .notSaved: "the app's shouldSaveApplicationState did not return true, so there is no state to keep"
    case .testFailed(let name, let test, let failure):
      "the case \"\(name)\" of \(test) fails, so its states are not kept:\n\(failure)"
    case .notWritten(let folder, let error): "cannot write \(folder): \(FileContents.reason(of: error))"
    }
  }
}

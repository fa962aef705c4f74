import ArchiveStore
import FoundationEssentials
import Glibc
import StateRestoration

/// The JSON form of an exported archive: the tree in readable form, and the archive file itself as base64, which an
/// import reads.
///
/// JSON alone cannot represent a state, as it does not distinguish integers from floats and has no bytes or shared
/// tables.
package enum ArchiveJSON {
  private static let key = "cbor"

  /// The parts of a kept state beside the archive.
  package struct Notes: Decodable {
    /// The identifier of the app; nil if it is unknown.
    package var application: String?
    /// The keys of the values that no step had changed, by the paths of their views.
    package var defaults: [String: [String]]?

    package init(application: String? = nil, defaults: [String: [String]]? = nil) {
      (self.application, self.defaults) = (application, defaults)
    }

    fileprivate var tableOfDefaults: StateValue? {
      guard let defaults, !defaults.isEmpty else { return nil }
      return .table(defaults.sorted { $0.key < $1.key }.map { ($0.key, .list($0.value.map { .string($0) })) })
    }
  }

  package static func encode(_ archive: Archive, _ notes: Notes = Notes()) -> String {
    StateValue.table([
      ("format", .string("luahost archive")), ("version", .integer(ArchiveFile.version)),
      ("application", notes.application.map { .string($0) }), ("defaults", notes.tableOfDefaults),
      ("tree", ArchiveTable.table(ArchiveOutline(archive))),
      (key, .string(Data(ArchiveFile.encode(archive)).base64EncodedString())),
    ]).jsonText + "\n"
  }

  /// Returns the archive in a JSON text; nil if the text is not JSON.
  ///
  /// - Throws: `ArchiveFile.Failure`.
  static func decode(_ contents: Data) throws -> Archive? {
    guard contents.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "{") else { return nil }
    struct Exported: Decodable { var cbor: String }
    guard let exported = try? JSONDecoder().decode(Exported.self, from: contents),
      let bytes = Data(base64Encoded: exported.cbor)
    else { throw ArchiveFile.Failure.foreign }
    return try ArchiveFile.decode([UInt8](bytes))
  }

  /// Returns what a file has beside the archive.
  package static func notes(of file: String) -> Notes {
    guard let contents = FileContents.readInput(file) else { return Notes() }
    return (try? JSONDecoder().decode(Notes.self, from: Data(contents))) ?? Notes()
  }

  /// Returns the archive in an exported file, CBOR or JSON.
  ///
  /// - Throws: ``ExportedFileError``.
  package static func read(_ file: String) throws -> Archive {
    guard let contents = FileContents.readInput(file) else {
      throw ExportedFileError(
        description: "cannot read \(file): the file is missing, unreadable or not an exported save")
    }
    do {
      return try decode(Data(contents)) ?? ArchiveFile.decode(contents)
    } catch {
      throw ExportedFileError(description: "cannot import \(file): \(error)")
    }
  }
}

/// An exported file cannot be read.
struct ExportedFileError: Error, CustomStringConvertible {
  package let description: String
}

extension AppSession {
  /// Adds an exported save to the session's state, from which the next launch restores it.
  func importArchive(fromFile file: String) throws {
    guard let store = store as? SQLiteArchiveStore else { throw SessionError.hasNoState }
    _ = try store.importArchive(ArchiveJSON.read(file))
  }
}

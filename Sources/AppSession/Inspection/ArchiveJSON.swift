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

  /// - Parameter application: the identifier of the app; nil omits it.
  package static func encode(_ archive: Archive, of application: String? = nil) -> String {
    StateValue.table([
      ("format", .string("luahost archive")), ("version", .integer(ArchiveFile.version)),
      ("application", application.map { .string($0) }),
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

  /// Returns the identifier of the app in a file; nil if the file has none.
  package static func application(of file: String) -> String? {
    struct Exported: Decodable { var application: String? }
    guard let contents = FileContents.readInput(file) else { return nil }
    return try? JSONDecoder().decode(Exported.self, from: Data(contents)).application
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

import AppSession
import ArchiveStore
import Foundation
import StateRestoration

/// The JSON form of an exported archive: the tree for people to read, and beside it, as base64, the file that is imported.
///
/// JSON alone cannot hold what a state can: integers and floats apart, bytes, shared tables.
enum ArchiveJSON {
  private static let key = "cbor"

  static func encode(_ archive: Archive) -> String {
    StateValue.table([
      ("format", .string("luahost archive")), ("version", .integer(ArchiveFile.version)),
      ("tree", ArchiveTable.table(ArchiveOutline(archive))),
      (key, .string(Data(ArchiveFile.encode(archive)).base64EncodedString())),
    ]).jsonText + "\n"
  }

  /// The archive in a JSON text; nil if it is no JSON.
  ///
  /// - Throws: `ArchiveFile.Failure`.
  static func decode(_ contents: Data) throws -> Archive? {
    guard contents.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "{") else { return nil }
    guard let object = try? JSONSerialization.jsonObject(with: contents) as? [String: Any],
      let encoded = object[key] as? String, let bytes = Data(base64Encoded: encoded)
    else { throw ArchiveFile.Failure.foreign }
    return try ArchiveFile.decode([UInt8](bytes))
  }
}

import StateRestoration

/// An archive as one file, that goes from one machine to another: CBOR (RFC 8949), readable by any CBOR library.
///
/// A map with the keys `format` ("luahost archive"), `version` (1), `checksum` (FNV-1a, 64 bits, over the bytes of
/// `archive`) and `archive` (a byte string that holds a CBOR list: the save's info, the application's state, the nodes). A store
/// can keep its own `mark` of the save in it (a byte string), which others pass over.
public enum ArchiveFile {
  static let name = "luahost archive"
  /// The version that is written. Older ones are read; newer ones are refused.
  public static let version: Int64 = 1

  /// Why a file is no archive that can be used.
  public enum Failure: Error, CustomStringConvertible, Equatable {
    /// It is something else.
    case foreign
    /// A newer luahost wrote it.
    case newer(version: Int64)
    /// It is not what was written.
    case damaged

    public var description: String {
      switch self {
      case .foreign: "it is no exported archive of luahost"
      case .newer(let version):
        "it has version \(version), which a newer luahost wrote; this one knows versions up to \(ArchiveFile.version)"
      case .damaged: "it is damaged"
      }
    }
  }

  /// The archive as a file's contents.
  ///
  /// - Parameter mark: what the store that writes it knows the save by.
  public static func encode(_ archive: Archive, mark: [UInt8]? = nil) -> [UInt8] {
    let info = archive.info
    let contents = StateValue.list([
      .list([
        .string(info.appVersion), .string(info.hostVersion), .integer(Int64(info.screenWidth)),
        .integer(Int64(info.screenHeight)), .float(info.savedAt),
      ]),
      .data(archive.applicationState), .list(archive.nodes.map(value)),
    ]).encoded()
    var pairs: [StateValue.Pair] = [.init(key: .string("format"), value: .string(name))]
    if let mark { pairs.append(.init(key: .string("mark"), value: .data(mark))) }
    pairs += [
      .init(key: .string("archive"), value: .data(contents)), .init(key: .string("version"), value: .integer(version)),
      .init(key: .string("checksum"), value: .integer(checksum(contents))),
    ]
    return StateValue.map(pairs).encoded()
  }

  /// Whether the first bytes of a file that this version wrote, as many as there are, say that it is an archive.
  public static func isArchive(_ prefix: [UInt8]) -> Bool { body(prefix) != nil }

  /// The mark in the first bytes of a file, as many as there are; nil if they hold none.
  public static func mark(_ prefix: [UInt8]) -> [UInt8]? {
    guard var reader = body(prefix), (try? StateValue(from: &reader)) == .string("mark"),
      case .data(let mark)? = try? StateValue(from: &reader)
    else { return nil }
    return mark
  }

  /// A reader behind the name of the format.
  private static func body(_ prefix: [UInt8]) -> CBORReader? {
    var reader = CBORReader(prefix)
    guard case .map? = try? reader.readHead(), (try? StateValue(from: &reader)) == .string("format"),
      (try? StateValue(from: &reader)) == .string(name)
    else { return nil }
    return reader
  }

  /// The archive in a file's contents.
  ///
  /// - Throws: ``Failure``.
  public static func decode(_ bytes: [UInt8]) throws -> Archive {
    var reader = CBORReader(bytes)
    guard case .map(let pairs)? = try? StateValue(from: &reader) else { throw Failure.foreign }
    func field(_ name: String) -> StateValue? { pairs.first { $0.key == .string(name) }?.value }
    guard field("format") == .string(name), case .integer(let version)? = field("version") else {
      throw Failure.foreign
    }
    guard version <= Self.version else { throw Failure.newer(version: version) }
    guard case .data(let contents)? = field("archive"), field("checksum") == .integer(checksum(contents)) else {
      throw Failure.damaged
    }
    var inner = CBORReader(contents)
    guard case .list(let parts)? = try? StateValue(from: &inner), parts.count == 3, case .list(let info) = parts[0],
      case .data(let applicationState) = parts[1], case .list(let nodes) = parts[2],
      let saveInfo = SaveInfo(info)
    else { throw Failure.damaged }
    return Archive(
      info: saveInfo, applicationState: applicationState,
      nodes: try nodes.map {
        guard let node = node($0) else { throw Failure.damaged }
        return node
      })
  }

  private static func checksum(_ bytes: [UInt8]) -> Int64 {
    var checksum = Checksum()
    checksum.add(bytes)
    return Int64(bitPattern: checksum.value)
  }

  private static func value(_ node: ArchivedNode) -> StateValue {
    func text(_ text: String?) -> StateValue { text.map { .string($0) } ?? .null }
    return .list([
      .integer(node.id), node.parent.map { .integer($0) } ?? .null, .integer(Int64(node.kind.rawValue)),
      .integer(Int64(node.relation.rawValue)), .integer(Int64(node.position)), .string(node.identifier),
      .string(node.className), text(node.restorationClassName), text(node.scene?.storyboard), text(node.scene?.scene),
      .data(node.state),
    ])
  }

  private static func node(_ value: StateValue) -> ArchivedNode? {
    guard case .list(let parts) = value, parts.count == 11, case .integer(let id) = parts[0], id > 0,
      case .integer(let kindNumber) = parts[2], let kind = Int(exactly: kindNumber).flatMap(ArchivedNode.Kind.init),
      case .integer(let relationNumber) = parts[3],
      let relation = Int(exactly: relationNumber).flatMap(ArchivedNode.Relation.init),
      case .integer(let position) = parts[4], case .string(let identifier) = parts[5],
      case .string(let className) = parts[6], case .data(let state) = parts[10]
    else { return nil }
    func text(_ value: StateValue) -> String? { if case .string(let text) = value { text } else { nil } }
    var parent: NodeID?
    if case .integer(let number) = parts[1] { parent = number }
    var node = ArchivedNode(
      id: id, parent: parent, kind: kind, relation: relation, position: Int(clamping: position), identifier: identifier,
      className: className, restorationClassName: text(parts[7]))
    if let storyboard = text(parts[8]), let scene = text(parts[9]) {
      node.scene = .init(storyboard: storyboard, scene: scene)
    }
    node.state = state
    return node
  }
}

extension SaveInfo {
  /// The info in a list of its five parts.
  fileprivate init?(_ parts: [StateValue]) {
    guard parts.count == 5, case .string(let appVersion) = parts[0], case .string(let hostVersion) = parts[1],
      case .integer(let width) = parts[2], case .integer(let height) = parts[3], case .float(let savedAt) = parts[4]
    else { return nil }
    self.init(
      appVersion: appVersion, hostVersion: hostVersion, screenWidth: Int(clamping: width),
      screenHeight: Int(clamping: height), savedAt: savedAt)
  }
}

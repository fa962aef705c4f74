import StateRestoration

/// The file format of an exported archive: CBOR (RFC 8949), readable by any CBOR library.
///
/// A map with the keys `format` ("luahost archive"), `version`, `checksum` (FNV-1a, 64 bits, over the bytes of
/// `archive`) and `archive` (a byte string with a CBOR list: the save's info, the application's state, the nodes). A
/// store can add its own `mark` of the save (a byte string), which other readers ignore.
public enum ArchiveFile {
  static let name = "luahost archive"
  /// The version that is written. Earlier versions can be read; later ones are rejected. In states of version 1, references
  /// are paths; in those of version 2, IDs.
  public static let version: Int64 = 2

  /// A reason why a file cannot be used as an archive.
  public enum Failure: Error, CustomStringConvertible, Equatable {
    /// The file has another format.
    case foreign
    /// The file was written by a later version of luahost.
    case newer(version: Int64)
    /// The file is damaged.
    case damaged
    /// The archive is followed by other bytes.
    case trailing(bytes: Int)

    public var description: String {
      switch self {
      case .foreign: "it is not an exported archive of luahost"
      case .newer(let version):
        "it has version \(version), written by a newer luahost; this one supports versions up to \(ArchiveFile.version)"
      case .damaged: "it is damaged"
      case .trailing(let bytes): "it is damaged: \(bytes) bytes follow the archive"
      }
    }
  }

  /// Returns the contents of an archive's file.
  ///
  /// - Parameter mark: the mark by which the store identifies the save.
  public static func encode(_ archive: Archive, mark: [UInt8]? = nil) -> [UInt8] {
    var bytes: [UInt8] = []
    var archive = archive
    for index in archive.nodes.indices where !archive.nodes[index].pieces.isEmpty {
      archive.nodes[index].state = archive.nodes[index].completeState
    }
    write(archive, mark: mark, omittedStates: [:], state: { _ in [] }, to: { bytes += $0 })
    return bytes
  }

  /// Writes the contents of an archive's file in pieces.
  ///
  /// - Parameters:
  ///   - omittedStates: the sizes in bytes of states that are not in the archive, by node ID.
  ///   - state: reads one of these states.
  static func write(
    _ archive: Archive, mark: [UInt8]?, omittedStates: [NodeID: Int], state: (NodeID) throws -> [UInt8],
    to output: ([UInt8]) throws -> Void
  ) rethrows {
    let info = archive.info
    var start = CBORWriter()
    start.beginArray(count: 3)
    StateValue.list([
      .string(info.appVersion), .string(info.hostVersion), .integer(Int64(info.screenWidth)),
      .integer(Int64(info.screenHeight)), .float(info.savedAt),
    ]).write(to: &start)
    let applicationSize = omittedStates[Schema.applicationNode] ?? archive.applicationState.count
    start.beginByteString(count: applicationSize)
    var list = CBORWriter()
    list.beginArray(count: archive.nodes.count)
    let parts = archive.nodes.map { node in
      let stateSize = omittedStates[node.id] ?? node.state.count
      return (node: node, head: head(of: node, stateSize: stateSize), stateSize: stateSize)
    }
    let size = parts.reduce(start.bytes.count + applicationSize + list.bytes.count) {
      $0 + $1.head.count + $1.stateSize
    }
    var outer = CBORWriter()
    outer.beginMap(count: mark == nil ? 4 : 5)
    outer.write("format")
    outer.write(name)
    if let mark {
      outer.write("mark")
      outer.writeByteString(mark)
    }
    outer.write("archive")
    outer.beginByteString(count: size)
    try output(outer.bytes)

    var checksum = Checksum()
    func write(_ piece: [UInt8]) throws {
      checksum.add(piece)
      try output(piece)
    }
    func wholeState(_ id: NodeID, _ known: [UInt8]) throws -> [UInt8] {
      try omittedStates[id] == nil ? known : state(id)
    }
    try write(start.bytes)
    try write(try wholeState(Schema.applicationNode, archive.applicationState))
    try write(list.bytes)
    for part in parts {
      try write(part.head)
      try write(try wholeState(part.node.id, part.node.state))
    }
    var end = CBORWriter()
    end.write("version")
    end.write(version)
    end.write("checksum")
    end.write(Int64(bitPattern: checksum.value))
    try output(end.bytes)
  }

  /// Whether the first bytes of a file, as many as are available, are those of an archive in this version's format.
  public static func isArchive(_ prefix: [UInt8]) -> Bool { body(prefix) != nil }

  /// Returns the mark in the first bytes of a file, as many as are available; nil if there is none.
  public static func mark(_ prefix: [UInt8]) -> [UInt8]? {
    guard var reader = body(prefix), (try? StateValue(from: &reader)) == .string("mark"),
      case .data(let mark)? = try? StateValue(from: &reader)
    else { return nil }
    return mark
  }

  /// Returns a reader positioned after the format's name.
  private static func body(_ prefix: [UInt8]) -> CBORReader? {
    var reader = CBORReader(prefix)
    guard case .map? = try? reader.readHead(), (try? StateValue(from: &reader)) == .string("format"),
      (try? StateValue(from: &reader)) == .string(name)
    else { return nil }
    return reader
  }

  /// Decodes an archive.
  ///
  /// - Throws: ``Failure``.
  public static func decode(_ bytes: [UInt8]) throws -> Archive {
    var reader = CBORReader(bytes)
    guard case .map(let pairs)? = try? StateValue(from: &reader) else { throw Failure.foreign }
    let size = reader.offset
    func field(_ name: String) -> StateValue? { pairs.first { $0.key == .string(name) }?.value }
    guard field("format") == .string(name), case .integer(let version)? = field("version") else {
      throw Failure.foreign
    }
    guard version <= Self.version else { throw Failure.newer(version: version) }
    guard case .data(let contents)? = field("archive"), field("checksum") == .integer(checksum(contents)) else {
      throw Failure.damaged
    }
    guard size == bytes.count else { throw Failure.trailing(bytes: bytes.count - size) }
    var inner = CBORReader(contents)
    guard case .list(let parts)? = try? StateValue(from: &inner), parts.count == 3, case .list(let info) = parts[0],
      case .data(let applicationState) = parts[1], case .list(let nodes) = parts[2],
      let saveInfo = SaveInfo(info)
    else { throw Failure.damaged }
    let rows = try nodes.map {
      guard let node = node($0) else { throw Failure.damaged }
      return node
    }
    // The copy of a save has the rows of the database.
    guard let joined = try? PieceRows.join(rows, path: "") else { throw Failure.damaged }
    return Archive(info: saveInfo, applicationState: applicationState, nodes: joined)
  }

  private static func checksum(_ bytes: [UInt8]) -> Int64 {
    var checksum = Checksum()
    checksum.add(bytes)
    return Int64(bitPattern: checksum.value)
  }

  /// Encodes a node up to its state, which follows.
  private static func head(of node: ArchivedNode, stateSize: Int) -> [UInt8] {
    var writer = CBORWriter()
    func write(_ text: String?) { if let text { writer.write(text) } else { writer.writeNull() } }
    writer.beginArray(count: 11)
    writer.write(node.id)
    if let parent = node.parent { writer.write(parent) } else { writer.writeNull() }
    writer.write(Int64(node.kind.rawValue))
    writer.write(Int64(node.relation.rawValue))
    writer.write(Int64(node.position))
    write(node.identifier)
    write(node.className)
    write(node.restorationClassName)
    write(node.scene?.storyboard)
    write(node.scene?.scene)
    writer.beginByteString(count: stateSize)
    return writer.bytes
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
  /// Decodes a save's info from a list of its five parts.
  fileprivate init?(_ parts: [StateValue]) {
    guard parts.count == 5, case .string(let appVersion) = parts[0], case .string(let hostVersion) = parts[1],
      case .integer(let width) = parts[2], case .integer(let height) = parts[3], case .float(let savedAt) = parts[4]
    else { return nil }
    self.init(
      appVersion: appVersion, hostVersion: hostVersion, screenWidth: Int(clamping: width),
      screenHeight: Int(clamping: height), savedAt: savedAt)
  }
}

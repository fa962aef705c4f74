import Glibc
import StateRestoration

/// Searching the history without reading each save completely.
extension SQLiteArchiveStore {
  /// An occurrence of a text in saves.
  public struct Occurrence: Sendable {
    /// The identifier path of the node; empty for the application.
    public var path: IdentifierPath
    /// The key and its value.
    public var entry: KeySpace.Entry
    /// Whether the value is part of the built-in state.
    public var isBuiltIn: Bool
    /// The text in the value that contains the search text.
    public var text: String
  }

  /// Returns the nodes that changed in the saves after one, up to and including another.
  public func changedNodes(after earlier: SaveNumber, through later: SaveNumber) throws -> ChangedNodes {
    try read { try ChangedNodes(after: earlier, through: later, $0) }
  }

  /// Returns the differences between two saves.
  ///
  /// Reads only nodes that changed between the two, and their ancestors.
  ///
  /// - Parameter changed: the nodes that changed in these saves and others, if many saves are compared; nil reads them.
  public func difference(
    from earlier: SaveNumber, to later: SaveNumber, among changed: ChangedNodes? = nil
  ) throws -> ArchiveDifference {
    try read { database in
      let changed = try changed ?? ChangedNodes(after: earlier, through: later, database)
      let ids = changed.nodes(after: earlier, through: later)
      let parts = try Self.parts(of: [earlier, later], with: ids, database, path: path)
      return ArchiveDifference(from: parts[0], to: parts[1])
    }
  }

  /// Returns the title of the screen in a save; nil if it has none.
  public func screenTitle(ofSave number: SaveNumber) throws -> String? {
    try read { database in
      let application = try Self.node(Schema.applicationNode, in: number, database, path: path)
      return ArchiveOutline(Archive(info: .unknown, applicationState: application?.state ?? [], nodes: [])).screenTitle
    }
  }

  /// Returns the saves with values that contain a text, oldest first, with the occurrences. The search ignores case.
  public func occurrences(of text: String) throws -> [(save: SaveNumber, places: [Occurrence])] {
    try read { database in
      let numbers = try SaveRow.numbers(database)
      var places: [SaveNumber: [Occurrence]] = [:]
      @MainActor func add(_ node: ArchivedNode, in saves: Range<SaveNumber>) throws {
        let found = Self.occurrences(of: text, in: KeySpace(decoding: node.completeState))
        guard !found.isEmpty else { return }
        // If an ancestor is renamed, the path changes without a new version of this node.
        for number in numbers where saves.contains(number) {
          let nodePath = try Self.nodePath(of: node, in: number, database, path: path)
          places[number, default: []] += found.map {
            Occurrence(path: nodePath, entry: $0.entry, isBuiltIn: $0.isBuiltIn, text: $0.text)
          }
        }
      }
      var search = PieceSearch(text)
      var owners: [(node: ArchivedNode, saves: Range<SaveNumber>)] = []
      // The rows of pieces come last.
      try database.statement("SELECT \(NodeRow.columns), since, until FROM node ORDER BY id, since").forEachRow { row in
        // Damaged rows are skipped.
        guard let node = try? NodeRow.read(row, path: path) else { return }
        if node.id >= PieceRows.firstID { return search.add(node) }
        let since = row.integer(NodeRow.columnCount) ?? 0
        let saves = since..<max(since, row.integer(NodeRow.columnCount + 1) ?? .max)
        if (try? PieceRows.values(node)) ?? nil == nil {
          try add(node, in: saves)
        } else {
          owners.append((node, saves))
        }
      }
      for owner in owners { try add(search.reduced(owner.node), in: owner.saves) }
      return numbers.compactMap { number in places[number].map { (save: number, places: $0) } }
    }
  }

  private static func occurrences(
    of text: String, in state: KeySpace
  ) -> [(entry: KeySpace.Entry, isBuiltIn: Bool, text: String)] {
    var found: [(entry: KeySpace.Entry, isBuiltIn: Bool, text: String)] = []
    for (entries, isBuiltIn) in [(state.entries, false), (state.builtIn, true)] {
      for entry in entries {
        if let text = entry.value.text(containing: text) { found.append((entry, isBuiltIn, text)) }
      }
    }
    return found
  }

  /// Returns the nodes of several saves with these IDs, their ancestors, and the nodes to which they refer in any of them.
  private static func parts(
    of numbers: [SaveNumber], with ids: [NodeID], _ database: Database, path: String
  ) throws -> [Archive] {
    var parts = numbers.map { _ in Archive(info: .unknown, applicationState: [], nodes: []) }
    var met: Set<NodeID> = []
    func add(_ ids: [NodeID], _ body: (ArchivedNode) -> Void = { _ in }) throws {
      var pending = ids
      while let id = pending.popLast() {
        guard met.insert(id).inserted else { continue }
        for (index, number) in numbers.enumerated() {
          guard let node = try self.node(id, in: number, database, path: path) else { continue }
          if id < PieceRows.firstID { body(node) }
          if id == Schema.applicationNode {
            parts[index].applicationState = node.state
          } else {
            // For a piece, its node with the whole text is compared.
            if id < PieceRows.firstID { parts[index].nodes.append(node) }
            if let parent = node.parent { pending.append(parent) }
          }
        }
      }
    }
    var targets: Set<NodeID> = []
    try add(ids) { node in
      _ = try? NodeReference.replacing(in: node.state) { reference in
        if case .node(let id) = reference { targets.insert(id) }
        return nil
      }
    }
    try add(targets.subtracting([Schema.applicationNode]).sorted())
    for index in parts.indices { parts[index].nodes = Archive.inWalkOrder(parts[index].nodes) }
    return parts
  }

  private static func node(
    _ id: NodeID, in number: SaveNumber, _ database: Database, path: String
  ) throws -> ArchivedNode? {
    let node = try row(id, in: number, database, path: path)
    guard let node, id < PieceRows.firstID else { return node }
    return try PieceRows.join(node, path: path) { try row($0, in: number, database, path: path) }
  }

  private static func row(
    _ id: NodeID, in number: SaveNumber, _ database: Database, path: String
  ) throws -> ArchivedNode? {
    // The versions of a node follow each other, so the last one up to the save is read, and not all earlier ones.
    try database.statement(
      "SELECT \(NodeRow.columns), until FROM node WHERE id = ?1 AND since <= ?2 ORDER BY since DESC LIMIT 1"
    ).first(id, number) { row in
      (row.integer(NodeRow.columnCount) ?? .max) > number ? try NodeRow.read(row, path: path) : nil
    }
  }

  private static func nodePath(
    of node: ArchivedNode, in number: SaveNumber, _ database: Database, path: String
  ) throws -> IdentifierPath {
    guard node.id != Schema.applicationNode else { return [] }
    var components = [node.identifier]
    var parent = node.parent
    while let id = parent, components.count < 1000, let above = try self.node(id, in: number, database, path: path) {
      components.append(above.identifier)
      parent = above.parent
    }
    return IdentifierPath(components.reversed())
  }
}

extension StateValue {
  /// Returns the first text in the value, including keys of tables, that contains another; nil if there is none.
  func text(containing part: String) -> String? {
    switch self {
    case .string(let text): return text.firstRange(ignoringCaseOf: part) == nil ? nil : text
    case .byteText(let bytes): return StateValue.string(String(decoding: bytes, as: UTF8.self)).text(containing: part)
    case .styledText(.list(let items)): return items.first?.text(containing: part)
    case .list(let items): return Self.text(containing: part, in: items)
    case .map(let pairs): return Self.text(containing: part, in: pairs.flatMap { [$0.key, $0.value] })
    case .shared(let value): return value.text(containing: part)
    default: return nil
    }
  }

  // A lazy sequence would search every value twice, and so the innermost of n levels 2ⁿ times.
  private static func text(containing part: String, in values: [StateValue]) -> String? {
    for value in values {
      if let text = value.text(containing: part) { return text }
    }
    return nil
  }
}

extension SaveInfo {
  /// The info of a partial archive.
  fileprivate static let unknown = SaveInfo(
    appVersion: "", hostVersion: "", screenWidth: 0, screenHeight: 0, savedAt: 0)
}

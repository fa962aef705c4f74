import Foundation
import GRDB
import StateRestoration

/// Keeps the saves of one session in a SQLite database.
///
/// A commit is one transaction in write-ahead mode: it survives the death of the process at any instruction. A durable
/// commit is synced to the disk as well, and survives a power cut; a power cut loses at most the commits after the last
/// durable one, and never the database.
@MainActor
public final class SQLiteArchiveStore: ArchiveStore {
  private let path: String
  private var queue: DatabaseQueue
  private let configuration: Configuration

  /// Opens the saves of a session, making them if there are none.
  ///
  /// - Parameter isReadOnly: for tools: nothing is made or changed, and another process may hold the session.
  /// - Throws: ``ArchiveStoreError``.
  public init(_ files: SessionFiles, isReadOnly: Bool = false) throws {
    path = files.database
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(2)
    if !isReadOnly { configuration.journalMode = .wal }
    self.configuration = configuration
    if !isReadOnly { try files.makeDirectory() }
    let path = path
    queue = try Self.translate(path) { try Self.open(path, configuration) }
  }

  /// Keeps saves in memory only.
  public init() throws {
    path = ":memory:"
    configuration = Configuration()
    let queue = try DatabaseQueue()
    try queue.write(Schema.create)
    self.queue = queue
  }

  private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    // SQLite gives -wal and -shm the permissions of the database, so that has to have them first.
    if !configuration.readonly {
      let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    } else if !FileManager.default.fileExists(atPath: path) {
      throw ArchiveStoreError.cannotWrite(path: path, reason: "there is no such file; nothing was saved yet")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    let isEmpty = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") == 0 }
    if isEmpty, !configuration.readonly {
      try queue.write(Schema.create)
      return queue
    }
    try queue.read { database in
      guard try Int64.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID else {
        throw ArchiveStoreError.foreign(path: path)
      }
      let format = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      if format > Schema.version { throw ArchiveStoreError.newer(path: path, format: format, known: Schema.version) }
    }
    return queue
  }

  /// Makes of SQLite's errors what a person can act on.
  private static func translate<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_NOTADB: throw ArchiveStoreError.foreign(path: path)
      case .SQLITE_CORRUPT: throw ArchiveStoreError.damaged(path: path, reason: error.message ?? "corrupt")
      case .SQLITE_FULL: throw ArchiveStoreError.cannotWrite(path: path, reason: "the disk is full")
      case .SQLITE_READONLY: throw ArchiveStoreError.cannotWrite(path: path, reason: "it is read-only")
      case .SQLITE_CANTOPEN, .SQLITE_PERM:
        throw ArchiveStoreError.cannotWrite(
          path: path, reason: "it cannot be opened; check the folder and its permissions")
      default: throw ArchiveStoreError.cannotWrite(path: path, reason: error.message ?? "\(error.resultCode)")
      }
    }
  }

  private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try Self.translate(path) { try queue.read(body) }
  }

  // MARK: Reading

  public func currentArchive() throws -> Archive? {
    try read { database in
      guard let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM save") else { return nil }
      return try Self.archive(last, isCurrent: true, database)
    }
  }

  public func archive(ofSave number: SaveNumber) throws -> Archive? {
    try read { try Self.archive(number, isCurrent: false, $0) }
  }

  private static func archive(_ number: SaveNumber, isCurrent: Bool, _ database: Database) throws -> Archive? {
    guard let save = try Row.fetchOne(database, sql: "SELECT * FROM save WHERE number = ?", arguments: [number]) else {
      return nil
    }
    let condition = isCurrent ? "until IS NULL" : "since <= :number AND (until IS NULL OR until > :number)"
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT id, parent, kind, relation, position, identifier, class, restoration_class, storyboard, scene, state
        FROM node WHERE \(condition)
        """, arguments: isCurrent ? [] : ["number": number])
    var archive = Archive(info: info(save), applicationState: [], nodes: [])
    var nodes: [ArchivedNode] = []
    while let row = try rows.next() {
      let node = try node(row)
      if node.id == Schema.applicationNode { archive.applicationState = node.state } else { nodes.append(node) }
    }
    archive.nodes = inOrder(nodes)
    return archive
  }

  private static func info(_ row: Row) -> SaveInfo {
    SaveInfo(
      appVersion: row["app_version"], hostVersion: row["host_version"], screenWidth: row["width"],
      screenHeight: row["height"], savedAt: row["saved_at"])
  }

  private static func node(_ row: Row) throws -> ArchivedNode {
    let storyboard: String? = row[8]
    let scene: String? = row[9]
    var node = ArchivedNode(
      id: row[0], parent: row[1], kind: .init(rawValue: row[2]) ?? .object, relation: .init(rawValue: row[3]) ?? .child,
      position: row[4], identifier: row[5], className: row[6], restorationClassName: row[7])
    if let storyboard, let scene { node.scene = .init(storyboard: storyboard, scene: scene) }
    node.state = try row.withUnsafeData(atIndex: 10) { $0.map { [UInt8]($0) } ?? [] }
    return node
  }

  /// The order of the preservation walk: a controller, its views, then its children each with what is below it; objects
  /// last. What no root leads to is left out.
  private static func inOrder(_ nodes: [ArchivedNode]) -> [ArchivedNode] {
    var byParent: [NodeID?: [ArchivedNode]] = [:]
    var objects: [ArchivedNode] = []
    for node in nodes {
      if node.kind == .object { objects.append(node) } else { byParent[node.parent, default: []].append(node) }
    }
    func rank(_ node: ArchivedNode) -> (Int, Int, Int) {
      (node.kind == .view ? 0 : 1, node.relation.rawValue, node.position)
    }
    for key in byParent.keys { byParent[key]?.sort { rank($0) < rank($1) } }
    var ordered: [ArchivedNode] = []
    ordered.reserveCapacity(nodes.count)
    var pending = Array((byParent[nil] ?? []).reversed())
    while let node = pending.popLast() {
      ordered.append(node)
      if let below = byParent.removeValue(forKey: node.id) { pending.append(contentsOf: below.reversed()) }
    }
    return ordered + objects.sorted { $0.position < $1.position }
  }

  public func currentSnapshot() throws -> [UInt8]? {
    try read { try Data.fetchOne($0, sql: "SELECT picture FROM snapshot WHERE id = 1").map { [UInt8]($0) } }
  }

  public func saves() throws -> [SaveSummary] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT * FROM save ORDER BY number").map { row in
        SaveSummary(
          number: row["number"], info: Self.info(row), nodeCount: row["node_count"],
          changedNodeCount: row["changed_count"])
      }
    }
  }

  public func nextNodeID() throws -> NodeID {
    try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM node") ?? 0 } + 1
  }

  // MARK: Writing

  public func commit(_ change: ArchiveChange) throws -> SaveNumber {
    try Self.translate(path) {
      try reopenIfVanished()
      if change.isDurable { try setSynchronous("FULL") }
      defer { if change.isDurable { try? setSynchronous("NORMAL") } }
      return try queue.write { try Self.write(change, $0) }
    }
  }

  private func setSynchronous(_ mode: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(mode)") }
  }

  /// A folder or file that someone removed is made again; what was in it must then be written whole.
  private func reopenIfVanished() throws {
    guard path != ":memory:", !FileManager.default.fileExists(atPath: path) else { return }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    queue = try Self.open(path, configuration)
    throw ArchiveStoreError.cannotWrite(
      path: path, reason: "it was removed while the app ran; it is made again with the next save")
  }

  private static func write(_ change: ArchiveChange, _ database: Database) throws -> SaveNumber {
    let last = try Row.fetchOne(database, sql: "SELECT number, node_count FROM save ORDER BY number DESC LIMIT 1")
    var nodeCount: Int = last?["node_count"] ?? 0
    let info = change.info
    let insertSave = try database.cachedStatement(
      sql: """
        INSERT INTO save (app_version, host_version, width, height, saved_at, node_count, changed_count)
        VALUES (?, ?, ?, ?, ?, 0, 0)
        """)
    try insertSave.execute(
      arguments: [info.appVersion, info.hostVersion, info.screenWidth, info.screenHeight, info.savedAt])
    let number = database.lastInsertedRowID

    var changes = 0
    let close = try database.cachedStatement(sql: "UPDATE node SET until = ? WHERE id = ? AND until IS NULL")
    let insert = try database.cachedStatement(
      sql: """
        INSERT INTO node (id, since, parent, kind, relation, position, identifier, class, restoration_class, storyboard,
          scene, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)

    func put(_ node: ArchivedNode, isNew: Bool) throws {
      if !isNew {
        try close.execute(arguments: [number, node.id])
        if database.changesCount == 0, node.id != Schema.applicationNode { nodeCount += 1 }
      } else if node.id != Schema.applicationNode {
        nodeCount += 1
      }
      insert.setUncheckedArguments([
        node.id, number, node.parent, node.kind.rawValue, node.relation.rawValue, node.position, node.identifier,
        node.className, node.restorationClassName, node.scene?.storyboard, node.scene?.scene, Data(node.state),
      ])
      try insert.execute()
    }

    if change.isComplete {
      try database.execute(sql: "UPDATE node SET until = ? WHERE until IS NULL", arguments: [number])
      nodeCount = 0
    }
    for id in change.removed {
      try close.execute(arguments: [number, id])
      if database.changesCount > 0 {
        nodeCount -= 1
        changes += 1
      }
    }
    let isFirst = last == nil || change.isComplete
    for node in change.changed {
      try put(node, isNew: isFirst)
      changes += 1
    }
    let stored = try Data.fetchOne(
      database, sql: "SELECT state FROM node WHERE id = ? AND until IS NULL", arguments: [Schema.applicationNode])
    if stored.map({ [UInt8]($0) }) != change.applicationState {
      let application = ArchivedNode(
        id: Schema.applicationNode, parent: nil, kind: .object, relation: .root, position: 0, identifier: "",
        className: "Application", state: change.applicationState)
      try put(application, isNew: false)
    }
    try database.execute(
      sql: "UPDATE save SET node_count = ?, changed_count = ? WHERE number = ?",
      arguments: [nodeCount, changes, number])
    try writeSnapshot(change.snapshot, save: number, database)
    return number
  }

  private static func writeSnapshot(_ picture: [UInt8]?, save: SaveNumber, _ database: Database) throws {
    if let picture {
      try database.execute(
        sql: "INSERT OR REPLACE INTO snapshot (id, save, picture) VALUES (1, ?, ?)", arguments: [save, Data(picture)])
    } else {
      try database.execute(sql: "DELETE FROM snapshot")
    }
  }

  public func rollBack(to number: SaveNumber) throws -> SaveNumber {
    guard let target = try archive(ofSave: number) else { throw ArchiveStoreError.noSuchSave(number, path: path) }
    let current = try currentArchive()
    let before = Dictionary((current?.nodes ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(target.nodes.map(\.id))
    return try commit(
      ArchiveChange(
        info: target.info, applicationState: target.applicationState, isComplete: false,
        changed: target.nodes.filter { before[$0.id] != $0 },
        removed: before.keys.filter { !kept.contains($0) }.sorted(),
        snapshot: nil, isDurable: true))
  }
}

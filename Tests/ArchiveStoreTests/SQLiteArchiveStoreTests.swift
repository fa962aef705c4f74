import Foundation
import Seeded
import StateRestoration
import Testing

@testable import ArchiveStore

@MainActor
@Suite("SQLite archive store")
struct SQLiteArchiveStoreTests {
  let files: SessionFiles

  init() throws {
    files = try SessionFiles(directory: NSTemporaryDirectory() + "luahost-store-\(UUID().uuidString)/state")
  }

  private func node(_ id: NodeID, parent: NodeID?, _ identifier: String, position: Int = 0, state: [UInt8] = [1])
    -> ArchivedNode
  {
    ArchivedNode(
      id: id, parent: parent, kind: .viewController, relation: parent == nil ? .root : .child, position: position,
      identifier: identifier, className: "C", restorationClassName: "R",
      scene: .init(storyboard: "Main", scene: identifier),
      state: state)
  }

  private func change(_ nodes: [ArchivedNode], removed: [NodeID] = [], complete: Bool = false, app: [UInt8] = [9])
    -> ArchiveChange
  {
    ArchiveChange(
      info: SaveInfo(appVersion: "1", hostVersion: "h", screenWidth: 80, screenHeight: 24, savedAt: 5),
      applicationState: app,
      isComplete: complete, changed: nodes, removed: removed)
  }

  @Test("saves in a folder whose path begins with two slashes are read as well")
  func slashes() throws {
    let same = try SessionFiles(directory: "/" + files.directory)
    _ = try SQLiteArchiveStore(same).commit(change([node(1, parent: nil, "root")]))
    #expect(try SQLiteArchiveStore(same, isReadOnly: true).currentArchive()?.nodes.map(\.identifier) == ["root"])
  }

  @Test("an invalid path of the folder is refused", arguments: ["", "/tmp/a\u{0}b"])
  func invalidFolder(_ path: String) {
    #expect(throws: ArchiveStoreError.self) { try SessionFiles(directory: path) }
  }

  @Test("a commit is read back complete and in walk order, also by another process")
  func roundTrip() throws {
    let store = try SQLiteArchiveStore(files)
    let nodes = [
      node(1, parent: nil, "root"),
      ArchivedNode(
        id: 9, parent: 1, kind: .view, relation: .child, position: 0, identifier: "text", className: "TextView",
        state: []),
      node(2, parent: 1, "b", position: 0), node(4, parent: 2, "deep"), node(3, parent: 1, "a", position: 1),
    ]
    #expect(try store.commit(change(nodes.shuffled())) == 1)
    let other = try SQLiteArchiveStore(files, isReadOnly: true)
    let archive = try #require(try other.currentArchive())
    #expect(archive.nodes == nodes)
    #expect(archive.applicationState == [9])
    #expect(archive.info.appVersion == "1")
  }

  @Test("every save of the history can be restored")
  func history() throws {
    let store = try SQLiteArchiveStore()
    let root = node(1, parent: nil, "root")
    try _ = store.commit(change([root, node(2, parent: 1, "a", state: [1])]))
    try _ = store.commit(change([node(2, parent: 1, "a", state: [2])]))
    try _ = store.commit(change([node(3, parent: 1, "b", position: 1)], removed: [2], app: [8]))
    #expect(try store.archive(ofSave: 1)?.nodes.map(\.state) == [[1], [1]])
    #expect(try store.archive(ofSave: 2)?.nodes.map(\.state) == [[1], [2]])
    #expect(try store.archive(ofSave: 3)?.nodes.map(\.identifier) == ["root", "b"])
    #expect(try store.archive(ofSave: 2)?.applicationState == [9])
    #expect(try store.archive(ofSave: 7) == nil)
    #expect(try store.saves().map(\.nodeCount) == [2, 2, 2])
    #expect(try store.saves().map(\.changedNodeCount) == [2, 1, 2])
  }

  /// Rows are inserted together, so that the number of nodes of a save must not matter.
  @Test("random saves of any number of nodes are read back as a dictionary has them", arguments: [3, 11, 27])
  func randomSaves(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var current: [NodeID: ArchivedNode] = [:]
    var saves: [SaveNumber: [NodeID: ArchivedNode]] = [:]
    do {
      let store = try SQLiteArchiveStore(files)
      for _ in 0..<30 {
        let isComplete = Int.random(in: 0..<6, using: &random) == 0
        if isComplete { current = [:] }
        let count = [0, 1, 2, 15, 16, 17, 31, 32, 33, 50].randomElement(using: &random) ?? 0
        let changed = (0..<count).map { _ in NodeID.random(in: 1...90, using: &random) }
        let nodes = Set(changed).sorted().map { id in
          node(
            id, parent: nil, "n\(id)", position: Int(id),
            state: (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        }
        let removed = current.keys.sorted().filter { id in
          !changed.contains(id) && Int.random(in: 0..<5, using: &random) == 0
        }
        for id in removed { current[id] = nil }
        for node in nodes { current[node.id] = node }
        let number = try store.commit(change(nodes, removed: isComplete ? [] : removed, complete: isComplete))
        saves[number] = current
      }
      #expect(try store.saves().map(\.nodeCount) == saves.sorted { $0.key < $1.key }.map(\.value.count))
    }
    let (reopened, incidents) = try SQLiteArchiveStore.openRecovering(files)
    #expect(incidents.isEmpty)
    for (number, nodes) in saves {
      let archive = try #require(try reopened.archive(ofSave: number))
      #expect(archive.nodes == nodes.values.sorted { $0.id < $1.id })
    }
  }

  @Test("a rollback makes a new save with the contents of an old one")
  func rollBack() throws {
    let store = try SQLiteArchiveStore()
    try _ = store.commit(change([node(1, parent: nil, "root", state: [1]), node(2, parent: 1, "a")]))
    try _ = store.commit(change([node(1, parent: nil, "root", state: [2])], removed: [2]))
    #expect(try store.rollBack(to: 1) == 3)
    #expect(try store.currentArchive()?.nodes.map(\.state) == [[1], [1]])
    #expect(try store.archive(ofSave: 2)?.nodes.count == 1)
    #expect(throws: ArchiveStoreError.self) { try store.rollBack(to: 99) }
  }

  @Test("a complete commit replaces everything, and identifiers are never reused")
  func complete() throws {
    let store = try SQLiteArchiveStore()
    try _ = store.commit(change([node(1, parent: nil, "old"), node(2, parent: 1, "a")]))
    try _ = store.commit(change([node(3, parent: nil, "new")], complete: true))
    #expect(try store.currentArchive()?.nodes.map(\.identifier) == ["new"])
    #expect(try store.nextNodeID() == 4)
  }

  @Test("only their owner can read the files")
  func permissions() throws {
    let store = try SQLiteArchiveStore(files)
    try _ = store.commit(change([node(1, parent: nil, "root")]))
    func mode(_ path: String) throws -> Int {
      try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    #expect(try mode(files.directory) == 0o700)
    #expect(try mode(files.database) == 0o600)
    #expect(try mode(files.database + "-wal") == 0o600)
  }

  @Test("another program's file, garbage and a later host's file are refused and left unchanged")
  func foreignFiles() throws {
    try files.makeDirectory()
    let garbage = Data("this is no database, but long enough to look at; ".utf8) + Data(repeating: 7, count: 4096)
    try garbage.write(to: URL(fileURLWithPath: files.database))
    #expect(throws: ArchiveStoreError.foreign(path: files.database)) { try SQLiteArchiveStore(files) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: files.database)) == garbage)
  }

  @Test("the snapshot is stored with the last save, and removed by a save without one")
  func snapshot() throws {
    let store = try SQLiteArchiveStore()
    var first = change([node(1, parent: nil, "root")])
    first.snapshot = { [1, 2, 3] }
    try _ = store.commit(first)
    #expect(try store.currentSnapshot() == [1, 2, 3])
    try _ = store.commit(change([]))
    #expect(try store.currentSnapshot() == nil)
  }

  @Test("an invalid snapshot is treated as none")
  func damagedPicture() throws {
    let folder = NSTemporaryDirectory() + "luahost-picture-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let files = try SessionFiles(directory: folder, session: "main")
    let store = try SQLiteArchiveStore(files)
    let info = SaveInfo(appVersion: "1", hostVersion: "1", screenWidth: 80, screenHeight: 24, savedAt: 1)
    let change = ArchiveChange(
      info: info, applicationState: [], isComplete: true, changed: [], snapshot: { [1, 2, 3] })
    let database = try Database(files.database)
    for damage in ["x'010203'", "x''", "substr(picture, 1, 10)", "picture || x'00'", "replace(picture, x'02', x'12')"] {
      _ = try store.commit(change)
      #expect(try store.currentSnapshot() == [1, 2, 3])
      try database.execute("UPDATE snapshot SET picture = \(damage)")
      #expect(try store.currentSnapshot() == nil, "\(damage)")
    }
  }

  @Test("a removed folder is one error; the next, complete save creates it again")
  func vanishedFolder() throws {
    let store = try SQLiteArchiveStore(files)
    try _ = store.commit(change([node(1, parent: nil, "root")]))
    try FileManager.default.removeItem(atPath: files.directory)
    #expect(throws: ArchiveStoreError.self) { try store.commit(change([node(1, parent: nil, "root", state: [2])])) }
    try _ = store.commit(change([node(1, parent: nil, "root", state: [2])], complete: true))
    #expect(try SQLiteArchiveStore(files, isReadOnly: true).currentArchive()?.nodes.first?.state == [2])
  }

  @Test("a session's name must be a valid file name")
  func sessionNames() throws {
    for name in ["", ".", "..", "a/b", "a\0b", ".hidden", "ü"] {
      #expect(throws: ArchiveStoreError.self) { try SessionFiles(directory: "/tmp", session: name) }
    }
    #expect(try SessionFiles(directory: "/tmp", session: "work-2.x").database == "/tmp/work-2.x.sqlite")
  }

  @Test("one process at a time holds a session, and its exit releases it")
  func locking() throws {
    var lock: SessionLock? = try SessionLock(files)
    #expect(throws: ArchiveStoreError.locked(path: files.lock, holder: getpid())) { try SessionLock(files) }
    _ = lock
    lock = nil
    _ = try SessionLock(files)
  }

  @Test("a node with a damaged name or reference is omitted without an error")
  func orphan() throws {
    let store = try SQLiteArchiveStore()
    try _ = store.commit(change([node(1, parent: nil, "root"), node(5, parent: 77, "orphan")]))
    #expect(try store.currentArchive()?.nodes.map(\.identifier) == ["root"])
  }
}

import StateRestoration

/// A controller that records its callbacks, for tests of order and tree.
@MainActor
final class TestController: RestorableViewController {
  var restorationIdentifier: String?
  var className = "TestController"
  var restorationClass: (any RestorationClass)?
  var storyboardScene: ArchivedNode.StoryboardScene?
  var children: [TestController] = [] { didSet { for child in children { child.parent = self } } }
  var presented: TestController? { didSet { presented?.parent = self } }
  weak var parent: TestController?
  var views: [TestView] = [] { didSet { for view in views { view.owner = self } } }
  var isBound = true
  var isViewLoaded = false
  var encodesUnobservedState = false
  var onEncode: ((StateCoder) throws -> Void)?
  var onDecode: ((StateCoder) throws -> Void)?
  var text: String?

  init(_ identifier: String?, children: [TestController] = []) {
    restorationIdentifier = identifier
    self.children = children
    for child in children { child.parent = self }
  }

  var containedViewControllers: [any RestorableViewController] { children }
  var preservedPresentedViewController: (any RestorableViewController)? { presented }
  var restorationParent: (any RestorableViewController)? { parent }
  var identifiedViews: [any StateRestoring] { views }

  func willRestore(at path: IdentifierPath, from coder: StateCoder, in application: any RestorableApplication) {
    isBound = false
  }
  func willBePreserved(by application: any RestorableApplication) {}
  var canLoadView = true
  var refusedChildren: [String] = []
  func loadViewIfNeeded() -> Bool {
    isViewLoaded = true
    return canLoadView
  }
  func refusal(of child: any RestorableViewController, as relation: ArchivedNode.Relation) -> String? {
    refusedChildren.contains(child.className) ? "\(child.className) is not taken" : nil
  }
  func didBind() { isBound = true }
  func bind(children restored: [RestoredChild], presented: (any RestorableViewController)?) {
    children = restored.compactMap { $0.viewController as? TestController }
    self.presented = presented as? TestController
  }

  func encodeRestorableState(with coder: StateCoder) throws {
    if let text { coder.encode(text, forKey: "text") }
    try onEncode?(coder)
  }

  func decodeRestorableState(with coder: StateCoder) throws {
    text = coder.decodeString(forKey: "text")
    try onDecode?(coder)
  }

  func finishRestoring() throws {}
}

@MainActor
final class TestView: StateRestoring {
  var restorationIdentifier: String?
  var className = "TestView"
  var offset: Int
  weak var owner: TestController?
  var restorationPathParent: (any StateRestoring)? { owner }

  init(_ identifier: String, offset: Int = 0) {
    restorationIdentifier = identifier
    self.offset = offset
  }

  func encodeRestorableState(with coder: StateCoder) throws { coder.encode(offset, forKey: "offset") }
  func decodeRestorableState(with coder: StateCoder) throws { offset = coder.decodeInteger(forKey: "offset") ?? 0 }
}

@MainActor
final class TestObject: RestorableObject {
  var restorationIdentifier: String?
  var className = "TestObject"
  var objectRestorationClass: (any RestorationClass)?
  var objectRestorationParent: (any StateRestoring)?
  var encodesUnobservedState = false
  var value: Int?

  init(_ identifier: String, value: Int? = nil) {
    restorationIdentifier = identifier
    self.value = value
  }

  func encodeRestorableState(with coder: StateCoder) throws {
    if let value { coder.encode(value, forKey: "value") }
  }
  func decodeRestorableState(with coder: StateCoder) throws { value = coder.decodeInteger(forKey: "value") }
  func finishRestoring() throws {}
}

/// Creates controllers by a closure.
@MainActor
final class TestRestorationClass: RestorationClass {
  let name: String
  var make: (IdentifierPath, StateCoder) throws -> (any RestorableViewController)?
  var makeObject: (IdentifierPath) -> (any RestorableObject)? = { _ in nil }

  init(
    _ name: String,
    make: @escaping (IdentifierPath, StateCoder) throws -> (any RestorableViewController)? = { _, _ in nil }
  ) {
    self.name = name
    self.make = make
  }

  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  { try make(path, coder) }

  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)? {
    makeObject(path)
  }
}

@MainActor
final class TestApplication: RestorableApplication {
  let log = EventLog()
  var root: TestController?
  var objects: [any RestorableObject] = []
  var saves = true
  var restores = true
  var make: ((IdentifierPath) throws -> (any RestorableViewController)?)?
  var classes: [TestRestorationClass] = []
  var scenes: [String: () -> TestController] = [:]
  var problems: [RestorationProblem] = []
  var registrationError: (any Error)?
  var decodedKeys: [String] = []
  var onEncode: ((StateCoder) throws -> Void)?

  var rootViewControllers: [(window: Int, viewController: any RestorableViewController)] {
    root.map { [(0, $0)] } ?? []
  }
  var registeredObjects: [any RestorableObject] { objects }
  func registeredObjects(named identifier: String) -> [any RestorableObject] {
    objects.filter { $0.restorationIdentifier ?? "" == identifier }
  }
  var currentSaveInfo: SaveInfo {
    SaveInfo(appVersion: "1.0", hostVersion: "test", screenWidth: 80, screenHeight: 24, savedAt: 0)
  }

  func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool {
    coder.encode("app", forKey: "who")
    return saves
  }
  func willEncodeRestorableState(_ coder: StateCoder) throws { try onEncode?(coder) }
  func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool { restores }
  func didDecodeRestorableState(_ coder: StateCoder) throws { decodedKeys = coder.keys }

  var makesViewControllers: Bool { make != nil }
  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  { try make?(path) }
  func restorationClass(named name: String) -> (any RestorationClass)? { classes.first { $0.name == name } }
  func storyboard(named name: String) -> AnyObject? { nil }
  func instantiateViewController(from scene: ArchivedNode.StoryboardScene) throws -> (any RestorableViewController)? {
    scenes[scene.scene]?()
  }
  func refusal(ofRoot viewController: any RestorableViewController) -> String? { nil }
  func setRootViewController(_ viewController: any RestorableViewController, window: Int) {
    root = viewController as? TestController
  }
  func registerObjectForStateRestoration(_ object: any RestorableObject) throws {
    if let registrationError { throw registrationError }
    objects.append(object)
  }
  func report(_ problem: RestorationProblem) { problems.append(problem) }

  /// The log's events as lines.
  var events: [String] { log.events.map(\.description) }
}

/// Keeps complete saves in memory, and records the contents of each commit.
@MainActor
final class TestStore: ArchiveStore {
  private var archives: [Archive] = []
  private(set) var commits: [ArchiveChange] = []
  var failure: (any Error)?
  /// The error with which a save that was begun ends.
  var lateFailure: (any Error)?
  private var isLost = false

  func beginCommit(_ change: ArchiveChange) throws {
    try finishCommit()
    if lateFailure == nil { _ = try commit(change) } else { isLost = true }
  }

  func finishCommit() throws {
    guard isLost, let lateFailure else { return }
    isLost = false
    throw lateFailure
  }

  /// A commit that has a node twice.
  struct Contradiction: Error {}

  func currentArchive() throws -> Archive? { archives.last }
  func archive(ofSave number: SaveNumber) throws -> Archive? {
    archives.indices.contains(Int(number) - 1) ? archives[Int(number) - 1] : nil
  }
  func currentSnapshot() throws -> [UInt8]? { commits.last?.snapshot?() }
  var keepsSnapshots = true
  func saves() throws -> [SaveSummary] {
    archives.enumerated().map { index, archive in
      SaveSummary(
        number: SaveNumber(index + 1), info: archive.info, nodeCount: archive.nodes.count, changedNodeCount: 0)
    }
  }
  func currentSaveNumber() throws -> SaveNumber? { archives.isEmpty ? nil : SaveNumber(archives.count) }
  private(set) var kept: [SaveNumber: [KeepReason]] = [:]
  func keep(_ number: SaveNumber, because reason: KeepReason) throws { kept[number, default: []].append(reason) }
  func rollBack(to number: SaveNumber) throws -> SaveNumber { number }
  var notes: [String: Int64] = [:]
  func note(_ name: String) throws -> Int64? { notes[name] }
  func setNote(_ name: String, to value: Int64?) throws { notes[name] = value }
  func nextNodeID() throws -> NodeID { (archives.flatMap(\.nodes).map(\.id).max() ?? 0) + 1 }

  func commit(_ change: ArchiveChange) throws -> SaveNumber {
    if let failure { throw failure }
    // Like a database with one row for a node and a save.
    let ids = change.changed.map(\.id)
    guard Set(ids).count == ids.count, Set(ids).isDisjoint(with: change.removed) else { throw Contradiction() }
    commits.append(change)
    var nodes = change.isComplete ? [] : archives.last?.nodes ?? []
    nodes.removeAll { node in change.removed.contains(node.id) || change.changed.contains { $0.id == node.id } }
    nodes.append(contentsOf: change.changed)
    archives.append(
      Archive(info: change.info, applicationState: change.applicationState, nodes: Archive.inWalkOrder(nodes)))
    return SaveNumber(archives.count)
  }
}

import ReadBack
import StateRestoration
import Testing

@MainActor
@Suite("Preservation")
struct PreservationTests {
  let application = TestApplication()
  let store = TestStore()
  let preservation: Preservation

  init() {
    preservation = Preservation(application: application, store: store, log: application.log)
  }

  private var archivedPaths: [String] {
    get throws {
      var paths: [NodeID: String] = [:]
      return try store.currentArchive()?.nodes.map { node in
        let path = (node.parent.flatMap { paths[$0] }.map { $0 + "/" } ?? "") + node.identifier
        paths[node.id] = path
        return path
      } ?? []
    }
  }

  @Test("the walk visits parents before children, views after their controller, the presented controller last")
  func walkOrder() throws {
    let third = TestController("third")
    let second = TestController("second")
    second.views = [TestView("text"), TestView("list")]
    second.presented = TestController("sheet")
    application.root = TestController(
      "tabs", children: [TestController("first"), TestController("nav", children: [second, third])])
    application.objects = [TestObject("model")]
    try preservation.save(.complete)
    #expect(
      application.events == [
        "app shouldSaveApplicationState", "app willEncodeRestorableState",
        "tabs encodeRestorableState", "tabs/first encodeRestorableState", "tabs/nav encodeRestorableState",
        "tabs/nav/second encodeRestorableState", "tabs/nav/second/text encodeRestorableState",
        "tabs/nav/second/list encodeRestorableState", "tabs/nav/second/sheet encodeRestorableState",
        "tabs/nav/third encodeRestorableState", "model encodeRestorableState",
      ])
  }

  enum InvalidValue: CaseIterable {
    case empty, incomplete, several, deep, deepInBuiltIn

    @MainActor func encode(with coder: StateCoder) {
      switch self {
      case .empty: coder.encode(forKey: "bad") { _ in }
      case .incomplete: coder.encode(forKey: "bad") { $0.beginArray(count: 2) }
      case .several:
        coder.encode(forKey: "bad") {
          $0.write(Int64(1))
          $0.write(Int64(2))
        }
      case .deep: coder.encode(nested(2_198), forKey: "bad")
      case .deepInBuiltIn: coder.builtIn.encode(nested(2_198), forKey: "bad")
      }
    }

    var reason: String {
      switch self {
      case .empty, .incomplete: "is not a complete CBOR item"
      case .several: "has more than one CBOR item"
      case .deep, .deepInBuiltIn: "is nested deeper than 2197 levels"
      }
    }
  }

  @Test(
    "a value that could not be decoded again is refused and reported, and the node keeps its last state",
    arguments: InvalidValue.allCases)
  func invalidValue(_ value: InvalidValue) throws {
    let root = TestController("root")
    root.text = "good"
    application.root = root
    try preservation.save(.complete)
    root.onEncode = { value.encode(with: $0) }
    root.text = "bad"
    try preservation.save(.complete)
    guard case .callbackFailed(_, let error, _)? = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect("\(error)" == "cannot encode key \"bad\": the value \(value.reason)")
    let state = try #require(try store.currentArchive()?.nodes.first?.state)
    #expect(StateCoder(decoding: state).decodeString(forKey: "text") == "good")
    root.onEncode = nil
    try preservation.save(.complete)
    let later = try #require(try store.currentArchive()?.nodes.first?.state)
    #expect(StateCoder(decoding: later).decodeString(forKey: "text") == "bad")
  }

  @Test("values nested as deep as is accepted can be decoded, and shown by tools")
  func deepestValue() throws {
    let root = TestController("root")
    root.onEncode = { coder in
      coder.encode(nested(2_197), forKey: "deep")
      coder.builtIn.encode(nested(2_197), forKey: "deep")
    }
    application.root = root
    try preservation.save(.complete)
    #expect(application.problems.isEmpty)
    let state = try #require(try store.currentArchive()?.nodes.first?.state)
    let coder = StateCoder(decoding: state)
    #expect(coder.decodeValue(forKey: "deep") == nested(2_197))
    #expect(coder.decodedBuiltIn.decodeValue(forKey: "deep") == nested(2_197))
    #expect(!KeySpace(decoding: state).isDamaged)
  }

  @Test("an app that does not opt in is asked first, and saves nothing")
  func optIn() throws {
    application.root = TestController("root")
    application.saves = false
    #expect(try preservation.save(.complete) == nil)
    #expect(application.events == ["app shouldSaveApplicationState"])
    #expect(store.commits.isEmpty)
  }

  @Test("a controller without an identifier excludes its subtree from the archive")
  func gapInTheChain() throws {
    application.root = TestController(
      "root", children: [TestController(nil, children: [TestController("lost")]), TestController("kept")])
    try preservation.save(.complete)
    #expect(try archivedPaths == ["root", "root/kept"])
  }

  @Test("the application's state stays as it was if a value of it could not be decoded again")
  func invalidApplicationValue() throws {
    application.root = TestController("root")
    try preservation.save(.complete)
    application.onEncode = { $0.encode(forKey: "bad") { _ in } }
    try preservation.save(.complete)
    #expect(store.commits.map(\.applicationState)[0] == store.commits.map(\.applicationState)[1])
    guard case .callbackFailed(let event, _, _)? = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(event.description == "app willEncodeRestorableState")
  }

  @Test("nodes nested deeper than an archive can be are omitted, which is reported once")
  func tooDeep() throws {
    var node = TestController("deepest")
    for _ in 0..<600 { node = TestController("n", children: [node]) }
    application.root = node
    try preservation.save(.complete)
    try preservation.save(.complete)
    let archive = try #require(try store.currentArchive())
    #expect(archive.nodes.count == 501)
    #expect(archive.reachableNodes.count == archive.nodes.count)
    #expect(application.problems.count == 1)
    guard case .tooDeep(let path, 500)? = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(path.components.count == 501)
  }

  @Test("a second save writes only changes")
  func incremental() throws {
    let children = (0..<50).map { TestController("child\($0)") }
    application.root = TestController("root", children: children)
    try preservation.save(.complete)
    children[7].text = "new"
    preservation.invalidate(children[7])
    preservation.invalidate(children[9])
    let before = application.events.count
    try preservation.save(.incremental)
    #expect(
      application.events[before...].filter { $0.hasSuffix("encodeRestorableState") && !$0.hasPrefix("app") }
        == ["root/child7 encodeRestorableState", "root/child9 encodeRestorableState"])
    #expect(store.commits[1].changed.map(\.identifier) == ["child7"])
  }

  @Test("a store that keeps no snapshots causes none")
  func snapshots() throws {
    application.root = TestController("root")
    var count = 0
    for keeps in [true, false, true] {
      store.keepsSnapshots = keeps
      try preservation.save(.complete) {
        count += 1
        return { [1] }
      }
      #expect(try (store.currentSnapshot() != nil) == keeps)
    }
    #expect(count == 2)
  }

  @Test("an autosave without changes writes nothing")
  func nothingNew() throws {
    let root = TestController("root")
    application.root = root
    try preservation.save(.complete)
    preservation.invalidate(root)
    #expect(try preservation.save(.incremental) == nil)
    #expect(store.commits.count == 1)
    #expect(!preservation.isSaveNeeded)
  }

  @Test("added, removed and moved children are saved without encoding the others")
  func structure() throws {
    let stays = TestController("stays")
    let goes = TestController("goes", children: [TestController("below")])
    let root = TestController("root", children: [goes, stays])
    application.root = root
    try preservation.save(.complete)
    let comes = TestController("comes", children: [TestController("new")])
    root.children = [stays, comes]
    preservation.invalidateChildren(of: root)
    let before = application.events.count
    try preservation.save(.incremental)
    #expect(try archivedPaths == ["root", "root/stays", "root/comes", "root/comes/new"])
    #expect(application.events[before...].contains("root/stays encodeRestorableState") == false)
    #expect(store.commits[1].removed.count == 2)
  }

  @Test("a node that fails keeps its earlier state; the rest is saved, and the user is notified once")
  func failingNode() throws {
    struct Failure: Error {}
    let bad = TestController("bad")
    let good = TestController("good")
    application.root = TestController("root", children: [bad, good])
    bad.text = "first"
    try preservation.save(.complete)
    bad.onEncode = { _ in throw Failure() }
    bad.text = "second"
    good.text = "good"
    try preservation.save(.complete)
    try preservation.save(.complete)
    let nodes = try #require(try store.currentArchive()).nodes
    func text(_ identifier: String) -> String? {
      nodes.first { $0.identifier == identifier }.flatMap {
        StateCoder(decoding: $0.state).decodeString(forKey: "text")
      }
    }
    #expect(text("bad") == "first")
    #expect(text("good") == "good")
    #expect(application.problems.count == 1)
  }

  @Test("an error of the app's own encoding is reported once, and again after a save without it")
  func failingApplication() throws {
    struct Failure: Error {}
    application.root = TestController("root")
    application.onEncode = { _ in throw Failure() }
    for _ in 1...3 { try preservation.save(.complete) }
    #expect(application.problems.count == 1)
    application.onEncode = nil
    try preservation.save(.complete)
    application.onEncode = { _ in throw Failure() }
    for _ in 1...2 { try preservation.save(.complete) }
    #expect(application.problems.count == 2)
  }

  @Test("the commit after a failed one writes the changes of both")
  func failedCommit() throws {
    struct DiskFull: Error {}
    let root = TestController("root", children: [TestController("child")])
    application.root = root
    try preservation.save(.complete)
    root.text = "typed"
    preservation.invalidate(root)
    store.failure = DiskFull()
    #expect(throws: DiskFull.self) { try preservation.save(.incremental) }
    store.failure = nil
    try preservation.save(.incremental)
    let node = try #require(try store.currentArchive()?.nodes.first)
    #expect(StateCoder(decoding: node.state).decodeString(forKey: "text") == "typed")
    #expect(try archivedPaths == ["root", "root/child"])
  }

  @Test("what a save beside the main actor has lost is in the next one, of each kind", arguments: 0..<4)
  func lostCommit(next: Int) throws {
    struct DiskFull: Error {}
    let root = TestController("root", children: [TestController("child")])
    application.root = root
    try preservation.save(.complete)
    root.text = "typed"
    preservation.invalidate(root)
    store.lateFailure = DiskFull()
    #expect(try preservation.beginSave() == .writing)
    #expect(preservation.isSaveNeeded == false)
    switch next {
    case 0:
      #expect(throws: DiskFull.self) { try preservation.finishSave() }
      #expect(preservation.isSaveNeeded)
      store.lateFailure = nil
      #expect(try preservation.beginSave() == .writing)
    case 1:
      #expect(throws: DiskFull.self) { try preservation.beginSave() }
      store.lateFailure = nil
      #expect(try preservation.beginSave() == .writing)
    default:
      try preservation.save(next == 2 ? .incremental : .complete)
      guard case .storeRewritten(let error)? = application.problems.first else {
        Issue.record("The failure is not reported")
        return
      }
      #expect(error is DiskFull && application.problems.count == 1)
    }
    let nodes = try #require(try store.currentArchive()?.nodes)
    #expect(nodes.count == 2)
    #expect(StateCoder(decoding: nodes[0].state).decodeString(forKey: "text") == "typed")
    #expect(store.commits.last?.isComplete == true)
  }

  @Test("siblings with the same identifier are saved by position, and reported once")
  func duplicates() throws {
    let one = TestController("same")
    let two = TestController("same")
    one.text = "one"
    two.text = "two"
    application.root = TestController("root", children: [one, two])
    try preservation.save(.complete)
    try preservation.save(.complete)
    #expect(try archivedPaths == ["root", "root/same", "root/same"])
    guard case .duplicateIdentifier(let path, let names, _) = application.problems.first else {
      Issue.record("not reported")
      return
    }
    #expect(path == ["root", "same"] && names.count == 2)
    #expect(application.problems.count == 1)
  }

  @Test("a node keeps its id across launches")
  func idsAcrossRuns() throws {
    application.root = TestController("root", children: [TestController("a"), TestController("b")])
    try preservation.save(.complete)
    let first = try #require(try store.currentArchive()).nodes
    application.root = TestController("root", children: [TestController("a"), TestController("b")])
    let next = Preservation(application: application, store: store, log: application.log)
    try next.save(.complete)
    #expect(try store.currentArchive()?.nodes == first)
    #expect(store.commits[1].changed.isEmpty)
  }

  @Test("a controller outside the tree that is encoded as a reference is adopted by the encoding node")
  func adoption() throws {
    let drawer = TestController("drawer")
    drawer.text = "inside"
    let root = TestController("root")
    root.onEncode = { coder in coder.encode(reference: drawer, forKey: "drawer") }
    application.root = root
    try preservation.save(.complete)
    #expect(try archivedPaths == ["root", "root/drawer"])
  }

  private func text(of identifier: String) throws -> String? {
    let node = try #require(try store.currentArchive()).nodes.first { $0.identifier == identifier }
    return node.flatMap { StateCoder(decoding: $0.state).decodeString(forKey: "text") }
  }

  @Test("a node that changes and moves among its siblings in one turn is saved once, with both")
  func changedAndMoved() throws {
    let (first, second) = (TestController("first"), TestController("second"))
    let root = TestController("root", children: [first, second])
    application.root = root
    try preservation.save(.complete)
    root.children = [second]
    second.text = "on"
    preservation.invalidate(second)
    preservation.invalidateChildren(of: root)
    try preservation.save(.incremental)
    #expect(try archivedPaths == ["root", "root/second"])
    #expect(try text(of: "second") == "on")
  }

  @Test("changes during a refused save are in the next save, and do not schedule one")
  func refusedSave() throws {
    let child = TestController("child")
    let root = TestController("root", children: [child])
    application.root = root
    try preservation.save(.complete)
    application.saves = false
    child.text = "typed"
    preservation.invalidate(child)
    #expect(try preservation.save(.incremental) == nil)
    #expect(!preservation.isSaveNeeded)
    application.saves = true
    preservation.invalidate(root)
    try preservation.save(.incremental)
    #expect(try text(of: "child") == "typed")
  }

  @Test("a node that is renamed or moved while it fails keeps its last valid state", arguments: [true, false])
  func failingNodeMoves(isWhole: Bool) throws {
    struct Failure: Error {}
    let bad = TestController("bad")
    let other = TestController("other")
    let root = TestController("root", children: [bad, other])
    bad.text = "good"
    application.root = root
    try preservation.save(.complete)
    bad.onEncode = { _ in throw Failure() }
    bad.restorationIdentifier = "renamed"
    root.children = [other]
    other.children = [bad]
    for node in [root, other, bad] {
      preservation.invalidate(node)
      preservation.invalidateChildren(of: node)
    }
    try preservation.save(isWhole ? .complete : .incremental)
    #expect(try archivedPaths == ["root", "root/other", "root/other/renamed"])
    #expect(try text(of: "renamed") == "good")
  }

  @Test("changes made while encoding are in the next save, which is due at once, but not endlessly")
  func encodeChangesTheTree() throws {
    let root = TestController("root", children: [TestController("a")])
    application.root = root
    var count = 0
    root.onEncode = { [preservation] _ in
      count += 1
      root.children.append(TestController("child \(count)"))
      root.children[0].text = "\(count)"
      preservation.invalidateChildren(of: root)
      preservation.invalidate(root.children[0])
      preservation.invalidate(root)
    }
    try preservation.save(.complete)
    #expect(preservation.isSaveNeeded)
    try preservation.save(.incremental)
    #expect(try archivedPaths.contains("root/child 2"))
    #expect(!preservation.isSaveNeeded)
    preservation.invalidateApplication()
    try preservation.save(.incremental)
    #expect(try archivedPaths.contains("root/child 3"))
    #expect(try text(of: "a") == "3")
  }

  @Test("a change of a registered object alone is saved")
  func objectAlone() throws {
    application.root = TestController("root")
    let object = TestObject("model", value: 1)
    application.objects = [object]
    try preservation.save(.complete)
    object.value = 2
    preservation.invalidate(object)
    try preservation.save(.incremental)
    let node = try #require(try store.currentArchive()?.nodes.last)
    #expect(StateCoder(decoding: node.state).decodeInteger(forKey: "value") == 2)
  }

  @Test("an object that was registered before its parent is saved after it")
  func objectBelowObject() throws {
    application.root = TestController("root")
    let parent = TestObject("parent")
    let child = TestObject("child")
    child.objectRestorationParent = parent
    application.objects = [child, parent]
    try preservation.save(.complete)
    #expect(try archivedPaths == ["root", "parent", "parent/child"])
    #expect(try #require(try store.currentArchive()).reachableNodes.count == 3)
  }

  @Test("three siblings with the same identifier are one message")
  func triplets() throws {
    application.root = TestController("root", children: ["same", "same", "same"].map { TestController($0) })
    try preservation.save(.complete)
    guard case .duplicateIdentifier(_, let names, _) = application.problems.first else {
      Issue.record("not reported")
      return
    }
    #expect(names.count == 3 && application.problems.count == 1)
  }

  // MARK: References by autosave

  private func reference(of identifier: String) throws -> NodeReference? {
    let node = try #require(
      try store.currentArchive()?.withPathsOfReferences.nodes.first { $0.identifier == identifier })
    guard case .reference(let reference)? = StateCoder(decoding: node.state).decodeValue(forKey: "target") else {
      return nil
    }
    return reference
  }

  @Test("a reference follows its target when it is added later, renamed, moved, shifted or removed")
  func referencesFollow() throws {
    let target = TestController("target")
    let holder = TestController("holder")
    let twin = TestController("target")
    let branch = TestController("branch")
    holder.onEncode = { $0.encode(reference: target, forKey: "target") }
    let elsewhere = TestController(nil)
    target.parent = elsewhere
    let root = TestController("root", children: [holder, branch])
    application.root = root
    try preservation.save(.complete)
    #expect(try reference(of: "holder") == nil)

    func autosave(_ parents: TestController...) throws -> NodeReference? {
      for parent in parents { preservation.invalidateChildren(of: parent) }
      let before = application.events.count
      try preservation.save(.incremental)
      #expect(!application.events[before...].contains("root/holder encodeRestorableState"))
      // The state of the referring node does not contain the target's position.
      #expect(store.commits.last?.changed.contains { $0.identifier == "holder" } == false)
      return try reference(of: "holder")
    }
    branch.children = [twin, target]
    #expect(try autosave(branch) == NodeReference(path: ["root", "branch", "target"], ordinals: [0, 0, 1]))
    branch.children = [target]
    #expect(try autosave(branch) == NodeReference(path: ["root", "branch", "target"]))
    branch.restorationIdentifier = "bough"
    #expect(try autosave(root) == NodeReference(path: ["root", "bough", "target"]))
    branch.children = []
    root.children.append(target)
    #expect(try autosave(branch, root) == NodeReference(path: ["root", "target"]))
    root.children.removeLast()
    target.parent = elsewhere
    #expect(try autosave(root) == nil)
  }

  @Test("a controller outside the tree stays below the first node that encoded it, even after that stops")
  func adopters() throws {
    let drawer = TestController("drawer")
    let first = TestController("first")
    let second = TestController("second")
    for holder in [first, second] { holder.onEncode = { $0.encode(reference: drawer, forKey: "target") } }
    application.root = TestController("root", children: [first, second])
    try preservation.save(.complete)
    #expect(try archivedPaths == ["root", "root/first", "root/first/drawer", "root/second"])
    first.onEncode = nil
    preservation.invalidate(first)
    try preservation.save(.incremental)
    #expect(try archivedPaths == ["root", "root/first", "root/second", "root/second/drawer"])
    #expect(try reference(of: "second") == NodeReference(path: ["root", "second", "drawer"]))
  }
}

/// Returns a value that is nested in this many lists.
private func nested(_ levels: Int) -> StateValue {
  (0..<levels).reduce(.integer(1)) { value, _ in .list([value]) }
}

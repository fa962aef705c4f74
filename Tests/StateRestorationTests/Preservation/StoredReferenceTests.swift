import ReadBack
import StateRestoration
import Testing

/// References that a node stored in an earlier run, and cannot encode in this one, keep their target, wherever that has
/// moved.
@MainActor
@Suite("References stored by an earlier launch")
struct StoredReferenceTests {
  struct Failure: Error {}

  /// The reason why a node's stored state is kept.
  enum Fault: CaseIterable { case decode, encode, both }

  let store = TestStore()

  /// A run of the app, restored if there was a save.
  @MainActor
  final class Run {
    let application = TestApplication()
    let preservation: Preservation
    var root: TestController { application.root ?? TestController(nil) }
    func node(_ path: String...) -> TestController {
      path.reduce(root) { node, name in
        (node.children + [node.presented].compactMap { $0 }).first { $0.restorationIdentifier == name }
          ?? TestController(nil)
      }
    }

    init(_ root: TestController, _ store: TestStore, make: ((IdentifierPath) -> TestController?)? = nil) throws {
      application.root = root
      application.make = make
      preservation = Preservation(application: application, store: store, log: application.log)
      guard let archive = try store.currentArchive() else { return }
      let restoration = Restoration(archive: archive, application: application, log: application.log)
      restoration.makeNodes()
      restoration.decode()
      restoration.finish()
      preservation.continueSaves(after: restoration)
    }

    func save(_ extent: Preservation.Extent, changing parents: TestController...) throws {
      for parent in parents { preservation.invalidateChildren(of: parent) }
      try preservation.save(extent)
    }
  }

  /// Returns a tree of a holder and a branch. The branch has a view and two children with one name, of which the holder
  /// refers to the second.
  private func tree() -> TestController {
    let branch = TestController("branch", children: [TestController("leaf"), TestController("leaf")])
    branch.views = [TestView("view")]
    return TestController("root", children: [TestController("holder"), branch, TestController("other")])
  }

  private func firstRun() throws {
    let run = try Run(tree(), store)
    let (branch, holder) = (run.node("branch"), run.node("holder"))
    holder.text = "kept"
    holder.onEncode = { coder in
      coder.encode(reference: branch.children[1], forKey: "leaf")
      coder.encode(reference: branch.views[0], forKey: "view")
      coder.encode(reference: run.root, forKey: "root")
      coder.builtIn.encode(reference: branch, forKey: "built in")
      coder.encode(7, forKey: "z")
    }
    try run.preservation.save(.complete)
  }

  private func laterRun(_ fault: Fault) throws -> Run {
    let tree = tree()
    if fault != .encode { tree.children[0].onDecode = { _ in throw Failure() } }
    if fault != .decode { tree.children[0].onEncode = { _ in throw Failure() } }
    return try Run(tree, store)
  }

  private func reference(_ key: String, of holder: String = "holder") throws -> String? {
    let node = try #require(try store.currentArchive()?.withPathsOfReferences.nodes.first { $0.identifier == holder })
    let coder = StateCoder(decoding: node.state)
    let value = (key == "built in" ? coder.builtIn : coder).decodeValue(forKey: key)
    guard case .reference(.path(let path, let ordinals))? = value else { return nil }
    return zip(path.components, ordinals).map { $1 == 0 ? $0 : "\($0)#\($1)" }
      .joined(separator: "/")
  }

  @Test(
    "a stored reference follows its target when it is renamed, moved, shifted or removed",
    arguments: Fault.allCases, [true, false])
  func follow(fault: Fault, isWhole: Bool) throws {
    let extent: Preservation.Extent = isWhole ? .complete : .incremental
    try firstRun()
    for _ in 1...2 { try laterRun(fault).save(.complete) }
    let run = try laterRun(fault)
    let (root, branch, other) = (run.root, run.node("branch"), run.node("other"))
    let leaf = branch.children[1]
    try run.save(extent)
    #expect(try reference("leaf") == "root/branch/leaf#1")
    #expect(try reference("view") == "root/branch/view")
    branch.restorationIdentifier = "bough"
    try run.save(extent, changing: root)
    #expect(try reference("leaf") == "root/bough/leaf#1")
    #expect(try reference("view") == "root/bough/view")
    #expect(try reference("built in") == "root/bough")
    branch.children.removeFirst()
    try run.save(extent, changing: branch)
    #expect(try reference("leaf") == "root/bough/leaf")
    branch.children = []
    other.children = [leaf]
    try run.save(extent, changing: branch, other)
    #expect(try reference("leaf") == "root/other/leaf")
    #expect(try reference("root") == "root")
    let holder = try #require(try store.currentArchive()?.nodes.first { $0.identifier == "holder" })
    let kept = StateCoder(decoding: holder.state)
    #expect(kept.decodeString(forKey: "text") == "kept" && kept.decodeInteger(forKey: "z") == 7)
    // The next run restores it from there.
    let grown = tree()
    grown.children[1].restorationIdentifier = "bough"
    grown.children[1].children = []
    grown.children[2].children = [TestController("leaf")]
    grown.children[0].onEncode = { _ in throw Failure() }
    let next = try Run(grown, store)
    next.node("other").restorationIdentifier = "another"
    try next.save(extent)
    #expect(try reference("leaf") == "root/another/leaf")
    next.node("another").children = []
    try next.save(extent, changing: next.node("another"))
    #expect(try reference("leaf") == nil)
    #expect(try reference("root") == "root")
  }

  @Test("a reference to a node that was not restored is nil, and never leads to one of the same name")
  func refusedTarget() throws {
    try firstRun()
    let root = TestController("root", children: [TestController("holder"), TestController("branch")])
    root.children[0].onEncode = { _ in throw Failure() }
    var leaves = 0
    let run = try Run(root, store) { path in
      guard path.components.last == "leaf" else { return nil }
      leaves += 1
      return leaves == 1 ? TestController("leaf") : nil
    }
    #expect(run.node("branch").children.count == 1)
    try run.save(.complete)
    #expect(try reference("leaf") == nil)
    // A view may still be created later.
    #expect(try reference("view") == "root/branch/view")
    #expect(try reference("built in") == "root/branch")
  }

  @Test(
    "a reference to a node removed before the first save is nil, and never leads to its replacement",
    arguments: Fault.allCases)
  func goneTarget(fault: Fault) throws {
    try firstRun()
    let run = try laterRun(fault)
    run.root.children[1] = TestController("branch", children: [TestController("leaf"), TestController("leaf")])
    try run.save(.complete)
    #expect(try reference("leaf") == nil)
    #expect(try reference("built in") == nil)
    #expect(try reference("root") == "root")
  }

  @Test(
    "a reference leads to a child that its container could not create, as long as that child is kept",
    arguments: [true, false])
  func unmadeTarget(isMadeLater: Bool) throws {
    try firstRun()
    let root = TestController("root", children: [TestController("holder"), TestController("branch")])
    root.children[0].onEncode = { _ in throw Failure() }
    root.children[1].onDecode = { _ in throw Failure() }
    let run = try Run(root, store)
    let branch = run.node("branch")
    try run.save(.complete)
    #expect(try reference("leaf") == "root/branch/leaf#1")
    branch.restorationIdentifier = "bough"
    try run.save(.incremental, changing: root)
    #expect(try reference("leaf") == "root/bough/leaf#1")
    #expect(try reference("view") == "root/bough/view")
    if isMadeLater {
      branch.children = [TestController("leaf"), TestController("leaf")]
      try run.save(.incremental, changing: branch)
      branch.children.removeFirst()
      try run.save(.incremental, changing: branch)
      #expect(try reference("leaf") == "root/bough/leaf")
    } else {
      run.preservation.invalidate(branch)
      try run.save(.incremental)
      #expect(try reference("leaf") == nil)
    }
  }

  @Test("children kept below a node count among siblings of the same name", arguments: [true, false])
  func keptTwins(isWhole: Bool) throws {
    func tree() -> TestController {
      TestController(
        "root", children: [TestController("holder"), TestController("branch", children: [TestController("leaf")])])
    }
    func refer(_ run: Run) {
      run.node("holder").onEncode = { $0.encode(reference: run.node("branch", "leaf"), forKey: "leaf") }
    }
    let first = try Run(tree(), store)
    first.node("branch").views = [TestView("leaf")]
    refer(first)
    try first.save(.complete)
    #expect(try reference("leaf") == "root/branch/leaf#1")
    let root = tree()
    root.children[1].canLoadView = false
    let run = try Run(root, store)
    refer(run)
    try run.save(.complete)
    #expect(try reference("leaf") == "root/branch/leaf#1")
    run.preservation.invalidate(run.node("branch"))
    try run.save(isWhole ? .complete : .incremental)
    #expect(try reference("leaf") == "root/branch/leaf")
  }

  @Test("kept children count among registered objects of the same name", arguments: [true, false])
  func keptTwinsOfObject(isWhole: Bool) throws {
    func tree() -> TestController {
      TestController("root", children: [TestController("holder"), TestController("branch")])
    }
    func refer(_ run: Run) {
      let object = TestObject("leaf", value: 1)
      object.objectRestorationParent = run.node("branch")
      run.application.objects = [object]
      run.node("holder").onEncode = { $0.encode(reference: object, forKey: "leaf") }
    }
    let first = try Run(tree(), store)
    first.node("branch").views = [TestView("leaf")]
    refer(first)
    try first.save(.complete)
    #expect(try reference("leaf") == "root/branch/leaf#1")
    let root = tree()
    root.children[1].canLoadView = false
    let run = try Run(root, store)
    refer(run)
    try run.save(.complete)
    #expect(try reference("leaf") == "root/branch/leaf#1")
    run.preservation.invalidate(run.node("branch"))
    try run.save(isWhole ? .complete : .incremental)
    #expect(try reference("leaf") == "root/branch/leaf")
  }

  @Test("an adopted node stays with its adopter, whether that decodes it or not", arguments: Fault.allCases)
  func adopted(fault: Fault) throws {
    let root = TestController("root", children: [TestController("holder")])
    let drawer = TestController("drawer", children: [TestController("inside")])
    drawer.text = "in it"
    drawer.children[0].text = "deeper"
    root.children[0].onEncode = { $0.encode(reference: drawer, forKey: "leaf") }
    let first = try Run(root, store)
    try first.save(.complete)
    for _ in 1...2 {
      let root = TestController("root", children: [TestController("holder")])
      var held: AnyObject?
      root.children[0].onDecode = { coder in
        if fault != .encode { throw Failure() }
        held = coder.decodeObject(forKey: "leaf")
      }
      if fault != .decode { root.children[0].onEncode = { _ in throw Failure() } }
      let run = try Run(root, store) { $0.components.count > 2 ? TestController(nil) : nil }
      #expect((held != nil) == (fault == .encode))
      root.restorationIdentifier = "root"
      try run.save(.complete)
      try run.save(.incremental)
      let nodes = try #require(try store.currentArchive()).nodes
      #expect(nodes.map(\.identifier) == ["root", "holder", "drawer", "inside"])
      #expect(
        nodes.suffix(2).map { StateCoder(decoding: $0.state).decodeString(forKey: "text") } == ["in it", "deeper"])
      #expect(try reference("leaf") == "root/holder/drawer")
    }
  }
}

import StateRestoration
import Testing

@MainActor
@Suite("Restoration")
struct RestorationTests {
  let store = TestStore()

  /// Saves a tree by an application.
  private func saved(_ root: TestController, objects: [any RestorableObject] = []) throws {
    let application = TestApplication()
    application.root = root
    application.objects = objects
    try Preservation(application: application, store: store, log: application.log).save(.complete)
  }

  private func restore(_ application: TestApplication) throws {
    let archive = try #require(try store.currentArchive())
    let restoration = Restoration(archive: archive, application: application, log: application.log)
    guard restoration.isWanted() else { return }
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
  }

  private func tree() -> TestController {
    TestController(
      "tabs", children: [TestController("first"), TestController("nav", children: [TestController("second")])])
  }

  @Test("existing objects are used, and callbacks run in UIKit's order")
  func order() throws {
    try saved(tree())
    let application = TestApplication()
    application.root = tree()
    try restore(application)
    #expect(
      application.events == [
        "app shouldRestoreApplicationState",
        "tabs decodeRestorableState", "tabs/first decodeRestorableState", "tabs/nav decodeRestorableState",
        "tabs/nav/second decodeRestorableState",
        "app didDecodeRestorableState",
        "tabs applicationFinishedRestoringState", "tabs/first applicationFinishedRestoringState",
        "tabs/nav applicationFinishedRestoringState", "tabs/nav/second applicationFinishedRestoringState",
      ])
    #expect(application.decodedKeys == ["who"])
  }

  @Test("an app that refuses the state gets no further callbacks")
  func refusal() throws {
    try saved(tree())
    let application = TestApplication()
    application.restores = false
    try restore(application)
    #expect(application.events == ["app shouldRestoreApplicationState"])
  }

  @Test("a restoration class is asked before the application, with the complete path")
  func restorationClass() throws {
    let root = tree()
    root.children[1].children[0].restorationClass = TestRestorationClass("Second")
    root.children[1].children[0].text = "hello"
    try saved(root)
    let application = TestApplication()
    var asked: [String] = []
    application.classes = [
      TestRestorationClass("Second") { path, coder in
        asked.append("class \(path) \(coder.decodeString(forKey: "text") ?? "")")
        return TestController(nil)
      }
    ]
    application.make = { path in
      asked.append("app \(path)")
      return TestController(nil)
    }
    try restore(application)
    #expect(asked == ["app tabs", "app tabs/first", "app tabs/nav", "class tabs/nav/second hello"])
    let second = try #require(application.root?.children[1].children[0])
    #expect(second.restorationIdentifier == "second")
    #expect(second.restorationClass?.name == "Second")
    #expect(second.text == "hello")
  }

  @Test("nil from a restoration class omits the node and its subtree")
  func nilFromClass() throws {
    let root = tree()
    root.children[1].restorationClass = TestRestorationClass("Nav")
    try saved(root)
    let application = TestApplication()
    application.root = tree()
    application.classes = [TestRestorationClass("Nav")]
    try restore(application)
    #expect(!application.events.contains { $0.contains("tabs/nav/second") })
    guard case .omitted(let path, _, .methodReturnedNil) = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(path == ["tabs", "nav"])
  }

  @Test("nil from the application falls back to the existing object, then to the storyboard")
  func nilFromApplication() throws {
    let root = tree()
    root.children[1].children.append(TestController("third"))
    root.children[1].children[1].storyboardScene = .init(storyboard: "Main", scene: "third")
    try saved(root)
    let application = TestApplication()
    application.root = tree()
    let existing = application.root
    application.make = { _ in nil }
    application.scenes["third"] = { TestController("third") }
    try restore(application)
    #expect(application.root === existing)
    #expect(application.root?.children[1].children.compactMap(\.restorationIdentifier) == ["second", "third"])
    #expect(application.problems.isEmpty)
  }

  @Test("a node that nothing creates is omitted, with a reason")
  func noCreator() throws {
    try saved(tree())
    let application = TestApplication()
    try restore(application)
    guard case .omitted(let path, _, .noCreator) = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(path == ["tabs"])
    #expect(application.problems.count == 1)
  }

  @Test("a node whose restoration class the app no longer defines is omitted")
  func unknownClass() throws {
    let root = tree()
    root.children[0].restorationClass = TestRestorationClass("Gone")
    try saved(root)
    let application = TestApplication()
    application.root = tree()
    try restore(application)
    guard case .omitted(_, _, .unknownRestorationClass("Gone")) = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(application.events.contains("tabs/nav/second decodeRestorableState"))
  }

  @Test("a re-created controller is not bound to its container until its view is loaded")
  func binding() throws {
    try saved(tree())
    let application = TestApplication()
    var made: [TestController] = []
    var boundAtDecode: [Bool] = []
    application.make = { _ in
      let controller = TestController(nil)
      controller.onDecode = { _ in boundAtDecode.append(controller.isBound) }
      made.append(controller)
      return controller
    }
    let restoration = Restoration(
      archive: try #require(try store.currentArchive()), application: application, log: application.log)
    restoration.makeNodes()
    #expect(made.allSatisfy { !$0.isBound && !$0.isViewLoaded })
    restoration.decode()
    #expect(boundAtDecode == [true, true, true, true])
    #expect(made.allSatisfy { $0.isViewLoaded })
  }

  @Test("an error in decode leaves that node as its class created it; the rest is restored")
  func failingDecode() throws {
    struct Failure: Error {}
    let root = tree()
    root.children[0].text = "one"
    root.children[1].text = "two"
    try saved(root)
    let application = TestApplication()
    application.root = tree()
    application.root?.children[0].onDecode = { _ in throw Failure() }
    try restore(application)
    #expect(application.root?.children[1].text == "two")
    #expect(application.problems.count == 1)
    #expect(application.events.last == "tabs/nav/second applicationFinishedRestoringState")
  }

  @Test("a failing restoration method omits its node; the rest is restored")
  func failingMethod() throws {
    struct Failure: Error {}
    let root = tree()
    root.children[0].restorationClass = TestRestorationClass("Bad")
    try saved(root)
    let application = TestApplication()
    application.root = tree()
    application.classes = [TestRestorationClass("Bad") { _, _ in throw Failure() }]
    try restore(application)
    #expect(application.events.contains("tabs/nav decodeRestorableState"))
    #expect(application.problems.count == 2)
  }

  @Test("a reference is decoded to the restored controller or object, and to nil if that was omitted")
  func references() throws {
    let root = tree()
    let model = TestObject("model", value: 3)
    root.onEncode = { coder in
      coder.encode(reference: root.children[1].children[0], forKey: "second")
      coder.encode(reference: model, forKey: "model")
      coder.encode(reference: root.children[0], forKey: "first")
    }
    root.children[0].restorationClass = TestRestorationClass("Gone")
    try saved(root, objects: [model])
    let application = TestApplication()
    application.root = tree()
    let newModel = TestObject("model")
    application.objects = [newModel]
    var decoded: [AnyObject?] = []
    application.root?.onDecode = { coder in
      decoded = ["second", "model", "first"].map { coder.decodeObject(forKey: $0) }
    }
    try restore(application)
    try #require(decoded.count == 3)
    #expect(decoded[0] === application.root?.children[0].children[0])
    #expect(decoded[1] === newModel)
    #expect(decoded[2] == nil)
    #expect(newModel.value == 3)
  }

  @Test("an object is re-created by its restoration class, and finished after the tree")
  func objects() throws {
    let object = TestObject("settings", value: 7)
    object.objectRestorationClass = TestRestorationClass("Settings")
    try saved(tree(), objects: [object])
    let application = TestApplication()
    application.root = tree()
    let restorer = TestRestorationClass("Settings")
    restorer.makeObject = { _ in TestObject("settings") }
    application.classes = [restorer]
    try restore(application)
    #expect((application.objects.first as? TestObject)?.value == 7)
    #expect(application.events.contains("class Settings objectWithRestorationIdentifierPath settings"))
    #expect(application.events.last == "settings applicationFinishedRestoringState")
  }

  @Test("an object that is not registered and has no class is omitted for that reason")
  func unregisteredObject() throws {
    try saved(tree(), objects: [TestObject("settings", value: 7)])
    let application = TestApplication()
    application.root = tree()
    try restore(application)
    guard case .omitted(let path, _, .notRegistered) = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(path == ["settings"])
    #expect(application.problems.count == 1)
  }

  @Test("siblings with the same identifier each get their own state, in order")
  func duplicates() throws {
    let root = TestController("root", children: [TestController("same"), TestController("same")])
    root.children[0].text = "one"
    root.children[1].text = "two"
    try saved(root)
    let application = TestApplication()
    application.root = TestController("root", children: [TestController("same"), TestController("same")])
    try restore(application)
    #expect(application.root?.children.map(\.text) == ["one", "two"])
  }

  @Test("a presented controller is presented again, and views get their own state")
  func presentedAndViews() throws {
    let root = TestController("root")
    root.views = [TestView("list", offset: 12)]
    root.presented = TestController("sheet")
    try saved(root)
    let application = TestApplication()
    application.root = TestController("root")
    application.root?.views = [TestView("list")]
    application.make = { path in path == ["root", "sheet"] ? TestController(nil) : nil }
    try restore(application)
    #expect(application.root?.presented?.restorationIdentifier == "sheet")
    #expect(application.root?.views[0].offset == 12)
  }

  @Test("an object below a node that is not restored is not created, nor are objects below it")
  func objectsUnderARefusedParent() throws {
    let root = tree()
    root.children[0].restorationClass = TestRestorationClass("First")
    let object = TestObject("settings")
    object.objectRestorationClass = TestRestorationClass("Settings")
    object.objectRestorationParent = root.children[0]
    let below = TestObject("below")
    below.objectRestorationClass = object.objectRestorationClass
    below.objectRestorationParent = object
    try saved(root, objects: [object, below])
    let application = TestApplication()
    application.root = tree()
    let settings = TestRestorationClass("Settings")
    settings.makeObject = { _ in TestObject("settings") }
    application.classes = [TestRestorationClass("First"), settings]
    try restore(application)
    #expect(application.objects.isEmpty)
    #expect(!application.events.contains { $0.contains("objectWithRestorationIdentifierPath") })
  }

  @Test("re-created objects of one name are given the parents with which they were saved")
  func parentsOfObjects() throws {
    let root = tree()
    root.views = [TestView("list")]
    let parents: [(any StateRestoring)?] = [root, root.children[0], root.views[0], nil]
    let objects = parents.enumerated().map { number, parent in
      let object = TestObject("settings", value: number)
      object.objectRestorationClass = TestRestorationClass("Settings")
      object.objectRestorationParent = parent
      return object
    }
    try saved(root, objects: objects)
    let application = TestApplication()
    let made = tree()
    made.views = [TestView("list")]
    application.root = made
    let settings = TestRestorationClass("Settings")
    settings.makeObject = { _ in TestObject("settings") }
    application.classes = [settings]
    try restore(application)
    let restored = application.objects.compactMap { $0 as? TestObject }
    #expect(restored.map(\.value) == [0, 1, 2, 3])
    let expected: [(any StateRestoring)?] = [made, made.children[0], made.views[0], nil]
    #expect(zip(restored, expected).allSatisfy { $0.objectRestorationParent === $1 })
  }

  @Test("an object that a restoration class returns for two paths is restored once")
  func sharedObject() throws {
    let objects = [TestObject("one", value: 1), TestObject("two", value: 2)]
    for object in objects { object.objectRestorationClass = TestRestorationClass("Settings") }
    try saved(tree(), objects: objects)
    let application = TestApplication()
    application.root = tree()
    let shared = TestObject("one")
    let settings = TestRestorationClass("Settings")
    settings.makeObject = { _ in shared }
    application.classes = [settings]
    try restore(application)
    #expect(shared.value == 1 && application.objects.count == 1)
    let problem = try #require(application.problems.first)
    #expect("\(problem)".contains("two (") && "\(problem)".contains("returned an object that was already restored"))
  }

  @Test("an object that its restoration method has registered is not registered again")
  func registeredByMethod() throws {
    let object = TestObject("settings")
    object.objectRestorationClass = TestRestorationClass("Settings")
    try saved(tree(), objects: [object])
    let application = TestApplication()
    application.root = tree()
    let settings = TestRestorationClass("Settings")
    settings.makeObject = { _ in
      let made = TestObject("settings")
      application.objects.append(made)
      return made
    }
    application.classes = [settings]
    try restore(application)
    #expect(application.objects.count == 1)
  }

  @Test("a re-created object that cannot be registered is restored and reported")
  func refusedRegistration() throws {
    struct Refusal: Error {}
    let object = TestObject("settings", value: 7)
    object.objectRestorationClass = TestRestorationClass("Settings")
    try saved(tree(), objects: [object])
    let application = TestApplication()
    application.root = tree()
    application.registrationError = Refusal()
    let made = TestObject("settings")
    let settings = TestRestorationClass("Settings")
    settings.makeObject = { _ in made }
    application.classes = [settings]
    try restore(application)
    #expect(made.value == 7)
    #expect(application.problems.map(\.detail) == ["The object was restored, but will not be saved again."])
  }

  @Test("a reference distinguishes a view and a controller of the same name")
  func referencesAcrossKinds() throws {
    let root = TestController("root", children: [TestController("list")])
    root.views = [TestView("list", offset: 3)]
    root.onEncode = { coder in
      coder.encode(reference: root.children[0], forKey: "controller")
      coder.encode(reference: root.views[0], forKey: "view")
    }
    try saved(root)
    let application = TestApplication()
    let made = TestController("root", children: [TestController("list")])
    made.views = [TestView("list")]
    application.root = made
    var decoded: [AnyObject?] = []
    application.root?.onDecode = { coder in
      decoded = ["controller", "view"].map { coder.decodeObject(forKey: $0) }
    }
    try restore(application)
    try #require(decoded.count == 2)
    #expect(decoded[0] === made.children[0])
    #expect(decoded[1] === made.views[0])
  }

  @Test("a controller that its container refuses is omitted, with the reason")
  func refusedChild() throws {
    try saved(tree())
    let application = TestApplication()
    application.root = TestController("tabs")
    application.root?.refusedChildren = ["Alert"]
    application.make = { path in
      guard path != ["tabs"] else { return nil }
      let made = TestController(nil)
      if path == ["tabs", "nav"] { made.className = "Alert" }
      return made
    }
    try restore(application)
    #expect(application.root?.children.map(\.restorationIdentifier) == ["first"])
    guard case .omitted(let path, _, .invalidPosition(let reason)) = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(path == ["tabs", "nav"] && reason.contains("not taken"))
    #expect(!application.events.contains { $0.contains("second") })
  }

  @Test("a scene that the app no longer has is named")
  func unknownScene() throws {
    let root = tree()
    root.children[0].storyboardScene = .init(storyboard: "Main", scene: "first")
    try saved(root)
    let application = TestApplication()
    application.root = TestController("tabs")
    try restore(application)
    guard case .omitted(_, _, .unknownScene(let scene)) = application.problems.first else {
      Issue.record("\(application.problems)")
      return
    }
    #expect(scene.scene == "first")
  }

  @Test("a node whose view fails to load, or whose decode fails, keeps its stored state")
  func failedNodesKeepTheirState() throws {
    struct Failure: Error {}
    let root = TestController("root", children: ["same", "same", "load"].map { TestController($0) })
    for (child, text) in zip(root.children, ["one", "two", "three"]) { child.text = text }
    try saved(root)
    let application = TestApplication()
    var count = 0
    application.root = TestController("root")
    application.make = { path in
      count += 1
      // The first of the two is not restored; the second fails to decode.
      guard path.components.count > 1, count != 2 else { return nil }
      let made = TestController(nil)
      made.canLoadView = path != ["root", "load"]
      if made.canLoadView { made.onDecode = { _ in throw Failure() } }
      return made
    }
    let restoration = Restoration(
      archive: try #require(try store.currentArchive()), application: application, log: application.log)
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
    for child in application.root?.children ?? [] { child.text = "worse" }
    let preservation = Preservation(application: application, store: store, log: application.log)
    preservation.continueSaves(after: restoration)
    try preservation.save(.complete)
    let nodes = try #require(try store.currentArchive()).nodes
    #expect(nodes.map(\.identifier) == ["root", "same", "load"])
    #expect(nodes.dropFirst().map { StateCoder(decoding: $0.state).decodeString(forKey: "text") } == ["two", "three"])
  }

  @Test("a damaged state is reported, and kept until its node changes")
  func damagedState() throws {
    let damaged: [UInt8] = [0xa1, 0xff]
    let root = ArchivedNode(
      id: 1, parent: nil, kind: .viewController, relation: .root, position: 0, identifier: "root", className: "C",
      state: damaged)
    let application = TestApplication()
    application.root = TestController("root")
    _ = try store.commit(
      ArchiveChange(
        info: application.currentSaveInfo, applicationState: damaged, isComplete: true, changed: [root]))
    let restoration = Restoration(
      archive: try #require(try store.currentArchive()), application: application, log: application.log)
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
    #expect(application.problems.count == 2)
    let preservation = Preservation(application: application, store: store, log: application.log)
    preservation.continueSaves(after: restoration)
    application.root?.text = "new"
    try preservation.save(.complete)
    #expect(try store.currentArchive()?.nodes.map(\.state) == [damaged])
    try preservation.invalidate(#require(application.root))
    try preservation.save(.incremental)
    #expect(try store.currentArchive()?.nodes.map(\.state) != [damaged])
  }

  @Test("after an archive from elsewhere was restored, an empty store gets the whole tree")
  func archiveFromElsewhere() throws {
    try saved(tree())
    let application = TestApplication()
    application.root = tree()
    let restoration = Restoration(
      archive: try #require(try store.currentArchive()), application: application, log: application.log)
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
    let empty = TestStore()
    let preservation = Preservation(application: application, store: empty, log: application.log)
    preservation.continueSaves(after: restoration)
    application.root?.children.append(TestController("new"))
    try preservation.save(.incremental)
    let nodes = try #require(try empty.currentArchive()).nodes
    #expect(nodes.map(\.identifier) == ["tabs", "first", "nav", "second", "new"])
    #expect(Set(nodes.map(\.id)).count == nodes.count)
    #expect(try store.currentArchive().map { $0.nodes.map(\.id) } == nodes.dropLast().map(\.id))
  }

  @Test("views that a controller could not create are kept with it, until it changes")
  func viewsThatCouldNotBeMade() throws {
    let root = TestController("root")
    root.text = "text"
    root.views = [TestView("top", offset: 7), TestView("bottom", offset: 8)]
    try saved(root)
    let application = TestApplication()
    let made = TestController("root")
    application.root = made
    made.canLoadView = false
    let restoration = Restoration(
      archive: try #require(try store.currentArchive()), application: application, log: application.log)
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
    let preservation = Preservation(application: application, store: store, log: application.log)
    preservation.continueSaves(after: restoration)
    func offsets() throws -> [String: Int?] {
      let views = try #require(try store.currentArchive()).nodes.filter { $0.kind == .view }
      #expect(Set(views.map(\.identifier)).count == views.count)
      return Dictionary(
        views.map { ($0.identifier, StateCoder(decoding: $0.state).decodeInteger(forKey: "offset")) },
        uniquingKeysWith: { $1 })
    }
    for _ in 1...2 {
      try preservation.save(.complete)
      #expect(try offsets() == ["top": 7, "bottom": 8])
    }
    // One of them is created after all.
    made.views = [TestView("bottom", offset: 9)]
    preservation.invalidateChildren(of: made)
    try preservation.save(.incremental)
    #expect(try offsets() == ["top": 7, "bottom": 9])
    preservation.invalidate(made)
    try preservation.save(.incremental)
    #expect(try offsets() == ["bottom": 9])
  }

  @Test("if a container's decode fails, the children that it creates there are kept with it, created or not")
  func childrenThatCouldNotBeMade() throws {
    struct Failure: Error {}
    func grown(_ identifier: String, _ text: String) -> TestController {
      let child = TestController(identifier, children: [TestController("leaf")])
      child.text = text
      child.children[0].text = "leaf of \(text)"
      return child
    }
    let root = TestController(
      "root", children: [grown("first", "one"), grown("second", "two"), grown("gone", "three")])
    root.text = "text"
    root.children[1].views = [TestView("view", offset: 7)]
    try saved(root)
    let application = TestApplication()
    let made = TestController("root")
    application.root = made
    // It creates its first child, and fails.
    made.onDecode = { _ in
      made.children = [TestController("first", children: [TestController("leaf")])]
      throw Failure()
    }
    // One is not restored.
    application.make = { path in
      if path == ["root", "gone"] { throw Failure() }
      return nil
    }
    let restoration = Restoration(
      archive: try #require(try store.currentArchive()), application: application, log: application.log)
    restoration.makeNodes()
    restoration.decode()
    restoration.finish()
    let preservation = Preservation(application: application, store: store, log: application.log)
    preservation.continueSaves(after: restoration)
    func state() throws -> [String] {
      guard let archive = try store.currentArchive() else { return [] }
      var paths: [NodeID: String] = [:]
      return archive.nodes.map { node in
        let path = (node.parent.flatMap { paths[$0] }.map { $0 + "/" } ?? "") + node.identifier
        paths[node.id] = path
        let coder = StateCoder(decoding: node.state)
        return path + "=" + (coder.decodeString(forKey: "text") ?? "\(coder.decodeInteger(forKey: "offset") ?? 0)")
      }
    }
    let kept = [
      "root=text", "root/first=one", "root/first/leaf=leaf of one", "root/second=two", "root/second/view=7",
      "root/second/leaf=leaf of two",
    ]
    for extent in [Preservation.Extent.complete, .incremental, .complete] {
      try preservation.save(extent)
      #expect(try state() == kept)
    }
    // In another launch of another process they can be restored.
    let archive = try #require(try store.currentArchive())
    #expect(archive.reachableNodes.count == kept.count)
    // One is created after all, with state of its own.
    let second = TestController("second")
    second.text = "new"
    made.children.append(second)
    preservation.invalidateChildren(of: made)
    try preservation.save(.incremental)
    #expect(try state() == Array(kept.prefix(3)) + ["root/second=new"])
    // The child that was created but not decoded changes; then the container does.
    made.children[0].text = "changed"
    preservation.invalidate(made.children[0])
    try preservation.save(.incremental)
    #expect(
      try state() == ["root=text", "root/first=changed", "root/first/leaf=leaf of one", "root/second=new"])
    made.children = []
    made.text = "empty"
    preservation.invalidate(made)
    preservation.invalidateChildren(of: made)
    try preservation.save(.incremental)
    #expect(try state() == ["root=empty"])
  }
}

@Suite("Restoration problems")
struct RestorationProblemTests {
  @Test("a problem names the node and the reason, in sentences")
  func description() {
    let omitted = RestorationProblem.omitted(path: ["tabs", "note"], className: "Note", reason: .noCreator)
    #expect(
      "\(omitted)"
        == "tabs/note (Note) was not restored. It has no restorationClass, and nothing else creates it, so it and its descendants were omitted. Give it a restorationClass."
    )
    let tooDeep = RestorationProblem.tooDeep(below: ["tabs"], levels: 500)
    #expect("\(tooDeep)" == "Nodes nested deeper than 500 levels are not saved. They are below tabs.")
    let event = LifeCycleEvent(.node(["note"]), "decodeRestorableState")
    let failed = RestorationProblem.callbackFailed(
      event, error: CBORError.truncated(offset: 3), consequence: "Its state is lost.")
    #expect("\(failed)".hasPrefix("note decodeRestorableState: ") && "\(failed)".hasSuffix(". Its state is lost."))
  }
}

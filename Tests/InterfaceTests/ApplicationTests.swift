import StateRestoration
import Testing

@testable import Interface

@Suite("Application")
@MainActor
struct ApplicationTests {
  /// Records commits, or refuses them.
  final class Store: ArchiveStore {
    var commits: [ArchiveChange] = []
    var isBroken = false
    var takesOnlyWholeSaves = false
    private(set) var attempts = 0
    struct Broken: ArchiveStoreFailure {
      var reason: String? { "the disk is full" }
    }

    func currentArchive() throws -> Archive? { nil }
    func archive(ofSave number: SaveNumber) throws -> Archive? { nil }
    func currentSnapshot() throws -> [UInt8]? { nil }
    func saves() throws -> [SaveSummary] { [] }
    func currentSaveNumber() throws -> SaveNumber? { nil }
    func keep(_ number: SaveNumber, because reason: KeepReason) throws {}
    func commit(_ change: ArchiveChange) throws -> SaveNumber {
      attempts += 1
      if isBroken || (takesOnlyWholeSaves && !change.isComplete) { throw Broken() }
      commits.append(change)
      return SaveNumber(commits.count)
    }
    func rollBack(to number: SaveNumber) throws -> SaveNumber { number }
    func note(_ name: String) throws -> Int64? { nil }
    func setNote(_ name: String, to value: Int64?) throws {}
    func nextNodeID() throws -> NodeID { 1 }
  }

  /// An app that saves its state and shows a field.
  final class Editor: Application {
    let field = TextField()
    var problems: [Problem] = []

    override func willFinishLaunching(options: LaunchOptions) throws {
      context.onProblem = { [unowned self] in problems.append($0) }
      let controller = ViewController()
      controller.restorationIdentifier = "editor"
      controller.view = field
      field.restorationIdentifier = "field"
      window = Window(size: screenSize)
      window?.rootViewController = controller
      window?.makeKeyAndVisible()
    }

    override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool { true }
  }

  private func type(_ text: String, into app: Editor) {
    for character in text {
      app.handle(.key(KeyPress(.character(character))))
      app.turnDidEnd()
    }
  }

  @Test("autosave stores the first change at once, and those of the next 250 ms together")
  func autosave() {
    let (app, store) = (Editor(identifier: "editor"), Store())
    app.launch(store: store)
    app.turnDidEnd()
    let first = store.commits.count
    #expect(first == 1)
    type("abc", into: app)
    #expect(store.commits.count == first)
    app.timers.advance(to: app.timers.now + 0.2)
    #expect(store.commits.count == first)
    app.timers.advance(to: app.timers.now + 0.06)
    #expect(store.commits.count == first + 1)
    app.timers.advance(to: app.timers.now + 5)
    #expect(store.commits.count == first + 1)
    app.autosave = false
    type("d", into: app)
    app.timers.advance(to: app.timers.now + 5)
    #expect(store.commits.count == first + 1)
  }

  @Test("a store that fails is reported once, and saving resumes when it works again")
  func failingStore() throws {
    let (app, store) = (Editor(identifier: "editor"), Store())
    store.isBroken = true
    app.launch(store: store)
    app.turnDidEnd()
    for _ in 0..<5 {
      type("x", into: app)
      app.timers.advance(to: app.timers.now + 1)
    }
    #expect(app.problems.count == 1)
    guard case .savingFailed("the disk is full")? = app.problems.first?.subject else {
      Issue.record("The reason is missing")
      return
    }
    store.isBroken = false
    type("y", into: app)
    app.timers.advance(to: app.timers.now + Application.retryIntervals.upperBound)
    #expect(store.commits.last?.changed.count == 2)
    #expect(store.commits.last?.isComplete == true)
    #expect(app.problems.map(\.summary).last == "The state is saved again")
    #expect(app.problems.count == 2)
    store.isBroken = true
    #expect(throws: Store.Broken.self) { try app.terminate() }
    #expect(app.phase == .terminated)
  }

  @Test("an automatic save that was written is no sign that a later save has not failed")
  func failureAfterAutosave() throws {
    let (app, store) = (Editor(identifier: "editor"), Store())
    app.launch(store: store)
    app.turnDidEnd()
    app.timers.advance(to: app.timers.now + 1)
    type("a", into: app)
    let written = store.commits.count
    store.isBroken = true
    #expect(throws: Store.Broken.self) { try app.enterBackground() }
    app.enterForeground()
    app.timers.advance(to: app.timers.now + 0.5)
    #expect(app.problems.isEmpty)
    store.isBroken = false
    app.timers.advance(to: app.timers.now + 1)
    #expect(store.commits.count == written + 1)
    #expect(app.problems.map(\.summary) == ["The state is saved again"])
  }

  @Test("a failed save is retried without a change: after a second, then at growing intervals up to a limit")
  func tryingAgain() throws {
    let (app, store) = (Editor(identifier: "editor"), Store())
    store.isBroken = true
    app.launch(store: store)
    app.turnDidEnd()
    var times: [Double] = []
    for _ in 0..<400 {
      let before = store.attempts
      app.timers.advance(to: app.timers.now + 0.125)
      if store.attempts > before { times.append(app.timers.now) }
    }
    #expect(times == [1, 3, 7, 15, 25, 35, 45])
    store.isBroken = false
    app.timers.advance(to: app.timers.now + 10)
    #expect(store.commits.count == 1)
    app.timers.advance(to: app.timers.now + 100)
    #expect(store.commits.count == 1)
    store.isBroken = true
    #expect(throws: Store.Broken.self) { try app.enterBackground() }
    app.enterForeground()
    store.isBroken = false
    app.timers.advance(to: app.timers.now + 1)
    #expect(store.commits.count == 2)
  }

  @Test("if an incremental save fails at exit, a complete one is written at once")
  func lastSaveIsWhole() throws {
    let (app, store) = (Editor(identifier: "editor"), Store())
    app.launch(store: store)
    app.turnDidEnd()
    store.takesOnlyWholeSaves = true
    try app.terminate()
    #expect(store.commits.last?.isComplete == true && store.commits.last?.changed.count == 2)
    #expect(app.problems.count == 1)
  }

  @Test("a change in a controller that leaves and re-enters the tree in one turn is in the next autosave")
  func changesOutOfTheTree() throws {
    final class Page: ViewController {
      var text = "" { didSet { invalidateRestorableState() } }
      override func encodeRestorableState(with coder: StateCoder) throws { coder.encode(text, forKey: "text") }
    }
    let (app, store, page, tabs) = (Editor(identifier: "app"), Store(), Page(), TabBarController())
    app.launch(store: store)
    tabs.restorationIdentifier = "tabs"
    page.restorationIdentifier = "page"
    try tabs.setViewControllers([page])
    app.window?.rootViewController = tabs
    func stored() -> String? {
      app.turnDidEnd()
      app.timers.advance(to: app.timers.now + 1)
      let node = store.commits.last?.changed.first { $0.identifier == "page" }
      return node.flatMap { StateCoder(decoding: $0.state).decodeString(forKey: "text") }
    }
    #expect(stored() == "")
    page.removeFromParent()
    page.text = "in no container"
    try tabs.addChild(page)
    #expect(stored() == "in no container")
    app.window?.rootViewController = ViewController()
    page.text = "in no window"
    app.window?.rootViewController = tabs
    #expect(stored() == "in no window")
    page.removeFromParent()
    try tabs.present(page)
    #expect(stored() == "in no window")
    tabs.dismiss()
    page.text = "not presented"
    try tabs.present(page)
    #expect(stored() == "not presented")
  }

  @Test("a registered object is listed once, by its current name")
  func registeredNames() throws {
    final class Model: RestorableObject {
      var restorationIdentifier: String?
      let className = "Model"
      var objectRestorationClass: (any RestorationClass)?
      var objectRestorationParent: (any StateRestoring)?
      init(_ identifier: String) { restorationIdentifier = identifier }
      func encodeRestorableState(with coder: StateCoder) throws {}
      func decodeRestorableState(with coder: StateCoder) throws {}
      func finishRestoring() throws {}
    }
    let app = Editor(identifier: "app")
    let (first, second) = (Model("one"), Model("one"))
    try app.registerObjectForStateRestoration(first)
    #expect(throws: RegistrationError.self) { try app.registerObjectForStateRestoration(second) }
    first.restorationIdentifier = "two"
    app.objectStateDidChange(first)
    try app.registerObjectForStateRestoration(second)
    for object in [first, second, Model("one"), Model("two")] {
      #expect(throws: RegistrationError.self) { try app.registerObjectForStateRestoration(object) }
    }
    #expect(app.registeredObjects.count == 2)
  }

  @Test("background and foreground callbacks run in order, and restore nothing")
  func backAndForth() throws {
    let (app, store) = (Editor(identifier: "editor"), Store())
    app.launch(store: store)
    let start = app.log.events.count
    try app.enterBackground()
    app.enterForeground()
    let events = app.log.events.dropFirst(start).map(\.description).filter { $0.hasPrefix("app ") }
    #expect(
      events == [
        "app willResignActive", "app didEnterBackground", "app shouldSaveApplicationState",
        "app willEncodeRestorableState",
        "app willEnterForeground", "app didBecomeActive",
      ])
    #expect(store.commits.last?.isDurable == true)
  }
}

import ReadBack
import StateRestoration
import Testing

/// A save has the tree of its moment, however it was made. A tree gets random changes, several at a time; then the
/// store must have what a first, complete save to an empty store writes.
@MainActor
@Suite("Saved tree")
struct SavedTreeTests {
  @Test("after an autosave the store has what a complete save would write", arguments: 1...60)
  func autosaveIsAsTrueAsAWholeSave(seed: Int) throws {
    var world = RandomTree(seed: UInt64(seed))
    let reading = try ReadBack()
    try world.save(.complete)
    for step in 0..<40 {
      for _ in 0..<Int.random(in: 1...4, using: &world.random) { world.change() }
      // Changes skipped by a refused save are in the next one.
      if Int.random(in: 0..<8, using: &world.random) == 0 {
        world.application.saves = false
        try world.save(.incremental)
        world.application.saves = true
        world.change()
      }
      try world.save(step % 10 == 9 ? .complete : .incremental)
      let saved = try #require(try world.store.currentArchive())
      try #require(try reading.problems(of: saved) == [], "step \(step): \(world.log.suffix(6))")
      let (stored, expected) = (try world.stored(), try world.expected())
      guard stored == expected else {
        Issue.record(
          "step \(step): \(world.log.suffix(6)): stored, but not there: \(difference(stored, expected)); there, but not stored: \(difference(expected, stored))"
        )
        return
      }
    }
  }

  @Test("a save in slices has the tree of its last slice, whatever changed between them", arguments: 1...60)
  func sliced(seed: Int) throws {
    var world = RandomTree(seed: UInt64(seed))
    let reading = try ReadBack()
    var sliceCount = 0
    for step in 0..<40 {
      for _ in 0..<Int.random(in: 1...12, using: &world.random) { world.change() }
      if Int.random(in: 0..<4, using: &world.random) == 0 { world.preservation.invalidateEverything() }
      if Int.random(in: 0..<8, using: &world.random) == 0 { world.beginRun() }
      var isEncoding = true
      while isEncoding {
        let minimumNodes = Int.random(in: 1...5, using: &world.random)
        isEncoding = try world.saveSlice(minimumNodes: minimumNodes)
        guard isEncoding else { break }
        sliceCount += 1
        switch Int.random(in: 0..<12, using: &world.random) {
        case 0...5: world.change()
        case 6: world.preservation.invalidateEverything()
        case 7:
          // A save without slices, as at the end, includes what the slices have encoded.
          try world.save(.complete)
          isEncoding = false
        case 8:
          world.application.saves = false
          try world.save(.incremental)
          world.application.saves = true
        default: break
        }
      }
      let saved = try #require(try world.store.currentArchive())
      try #require(try reading.problems(of: saved) == [], "step \(step): \(world.log.suffix(12))")
      let (stored, expected) = (try world.stored(), try world.expected())
      guard stored == expected else {
        Issue.record(
          "step \(step): \(world.log.suffix(12)): stored, but not there: \(difference(stored, expected)); there, but not stored: \(difference(expected, stored))"
        )
        return
      }
    }
    #expect(sliceCount > 5)
  }

  @Test("the app is asked at the first and at the last slice of a save")
  func askedOnce() throws {
    let application = TestApplication()
    application.root = TestController("root", children: (1...5).map { TestController("child \($0)") })
    let preservation = Preservation(application: application, store: TestStore(), log: application.log)
    let slice = Preservation.SaveSlice(.zero, minimumNodes: 2)
    while try preservation.beginSave(within: slice) == .encoding {}
    #expect(
      application.events == [
        "app shouldSaveApplicationState", "app willEncodeRestorableState", "root encodeRestorableState",
        "root/child 1 encodeRestorableState", "root/child 2 encodeRestorableState",
        "root/child 3 encodeRestorableState", "root/child 4 encodeRestorableState",
        "root/child 5 encodeRestorableState", "app shouldSaveApplicationState", "app willEncodeRestorableState",
      ])
  }

  @Test("a slice places only some of many children, and the next one continues, also after changes")
  func manyChildren() throws {
    let application = TestApplication()
    let root = TestController("root", children: (1...300).map { TestController("child \($0)") })
    application.root = root
    let store = TestStore()
    let preservation = Preservation(application: application, store: store, log: application.log)
    try preservation.save(.complete)
    let slice = Preservation.SaveSlice(.zero, minimumNodes: 1)
    func saveInSlices(_ change: (_ slice: Int) -> Void = { _ in }) throws -> Int {
      var slices = 1
      while try preservation.beginSave(within: slice) == .encoding {
        change(slices)
        slices += 1
      }
      let saved = try #require(try store.currentArchive())
      #expect(saved.nodes.dropFirst().map(\.identifier) == root.children.map(\.restorationIdentifier))
      return slices
    }
    root.children.append(TestController("new"))
    preservation.invalidateChildren(of: root)
    #expect(try saveInSlices() > 10)
    root.children.removeFirst()
    preservation.invalidateChildren(of: root)
    let slices = try saveInSlices { slice in
      guard slice == 5 else { return }
      // A child that has its position, and one that does not have it yet.
      root.children.swapAt(3, 250)
      root.children.remove(at: 200)
      preservation.invalidateChildren(of: root)
    }
    #expect(slices > 15)
  }

  @Test("a child that is removed between two slices is released at once")
  func removedChild() throws {
    let application = TestApplication()
    let root = TestController("root", children: (1...300).map { TestController("child \($0)") })
    application.root = root
    let preservation = Preservation(application: application, store: TestStore(), log: application.log)
    #expect(try preservation.beginSave(within: .init(.zero, minimumNodes: 1)) == .encoding)
    weak let child = root.children.last
    #expect(child != nil)
    root.children.removeLast()
    preservation.invalidateChildren(of: root)
    #expect(child == nil)
  }

  @Test("slices repeat only if the app changes all the time")
  func repeatedSlices() throws {
    let application = TestApplication()
    application.root = TestController("root", children: (1...20).map { TestController("child \($0)") })
    let preservation = Preservation(application: application, store: TestStore(), log: application.log)
    let slice = Preservation.SaveSlice(.zero, minimumNodes: 4)
    while try preservation.beginSave(within: slice) == .encoding { #expect(!preservation.repeatsSlices) }
    for _ in 0..<20 where !preservation.repeatsSlices {
      preservation.invalidateEverything()
      #expect(try preservation.beginSave(within: slice) == .encoding)
    }
    #expect(preservation.repeatsSlices)
    #expect(try preservation.beginSave() != .encoding)
    #expect(!preservation.repeatsSlices)
  }

  private func difference(_ one: [String], _ other: [String]) -> [String] { one.filter { !other.contains($0) } }
}

/// A randomly changing tree, its saves, and their expected contents.
@MainActor
struct RandomTree {
  let application = TestApplication()
  let store = TestStore()
  private(set) var preservation: Preservation
  var random: SplitMix
  private(set) var log: [String] = []
  private var loose: [TestController] = []
  private var spareObjects: [TestObject] = []
  private var made = 0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    preservation = Preservation(application: application, store: store, log: application.log)
    application.root = TestController("root")
    for _ in 0..<6 { addChild() }
  }

  func save(_ extent: Preservation.Extent) throws {
    try preservation.save(extent)
  }

  /// Continues with a preservation that finds stored nodes by their positions, like a new run.
  mutating func beginRun() {
    preservation = Preservation(application: application, store: store, log: application.log)
  }

  /// Continues an automatic save. Returns whether there are more slices.
  func saveSlice(minimumNodes: Int) throws -> Bool {
    let slice = Preservation.SaveSlice(.zero, minimumNodes: minimumNodes)
    defer { #expect(throws: Never.self) { try preservation.finishSave() } }
    return try preservation.beginSave(within: slice) == .encoding
  }

  /// Returns every node of the last save, a line each, without ids.
  func stored() throws -> [String] { lines(try #require(try store.currentArchive()?.withPathsOfReferences)) }

  func expected() throws -> [String] {
    let fresh = TestStore()
    try Preservation(application: application, store: fresh, log: EventLog()).save(.complete)
    return lines(try #require(try fresh.currentArchive()?.withPathsOfReferences))
  }

  private func lines(_ archive: Archive) -> [String] {
    var paths: [NodeID: String] = [:]
    return ["app \(entries(archive.applicationState))"]
      + archive.nodes.map { node in
        let path = (node.parent.map { paths[$0] ?? "?" } ?? "") + "/" + node.identifier
        paths[node.id] = path
        return "\(path) \(node.kind) \(node.relation) \(node.position) \(node.className) "
          + "\(node.restorationClassName ?? "") \(entries(node.state))"
      }
  }

  /// Returns the decoded form of a state, in which a dangling reference equals a missing one.
  private func entries(_ state: [UInt8]) -> [String] {
    let state = KeySpace(decoding: state)
    return (state.entries + state.builtIn).compactMap { entry in
      entry.value == .null ? nil : "\(entry.key) \(entry.value.encoded())"
    }
  }

  // MARK: Changes

  private var controllers: [TestController] {
    func all(_ controller: TestController) -> [TestController] {
      [controller] + controller.children.flatMap(all) + (controller.presented.map(all) ?? [])
    }
    return application.root.map(all) ?? []
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }
  private mutating func name() -> String { ["a", "b", "c"].randomElement(using: &random) ?? "a" }
  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func change() {
    let changes: [(String, (inout RandomTree) -> Void)] = [
      ("text", { $0.changeText() }), ("add", { $0.addChild() }), ("add", { $0.addChild() }),
      ("remove", { $0.removeChild() }), ("move", { $0.moveChild() }), ("reorder", { $0.reorder() }),
      ("rename", { $0.rename() }), ("views", { $0.changeViews() }), ("offset", { $0.changeOffset() }),
      ("present", { $0.presentOrDismiss() }), ("refer", { $0.refer() }), ("refer", { $0.refer() }),
      ("objects", { $0.changeObjects() }), ("value", { $0.changeValue() }), ("loose", { $0.changeLoose() }),
      ("class", { $0.changeClass() }),
    ]
    guard let (name, change) = pick(changes) else { return }
    log.append(name)
    change(&self)
  }

  private mutating func changeText() {
    guard let controller = pick(controllers + loose) else { return }
    made += 1
    controller.text = "text \(made)"
    preservation.invalidate(controller)
  }

  private mutating func changeClass() {
    guard let controller = pick(controllers) else { return }
    controller.restorationClass = chance(2) ? nil : TestRestorationClass(name())
    preservation.invalidate(controller)
  }

  private mutating func addChild() {
    guard let parent = pick(controllers) else { return }
    let child = chance(3) ? loose.popLast() ?? TestController(name()) : TestController(chance(8) ? nil : name())
    child.text = "new"
    parent.children.insert(child, at: Int.random(in: 0...parent.children.count, using: &random))
    preservation.invalidateChildren(of: parent)
    preservation.invalidate(child)
  }

  private mutating func takeOut() -> TestController? {
    guard let child = pick(controllers.filter { $0.parent != nil }), let parent = child.parent else { return nil }
    parent.children.removeAll { $0 === child }
    if parent.presented === child { parent.presented = nil }
    child.parent = nil
    preservation.invalidateChildren(of: parent)
    return child
  }

  private mutating func removeChild() {
    guard let child = takeOut() else { return }
    if chance(2) { loose.append(child) }
  }

  private mutating func moveChild() {
    guard let child = takeOut(), let parent = pick(controllers) else { return }
    parent.children.insert(child, at: Int.random(in: 0...parent.children.count, using: &random))
    preservation.invalidateChildren(of: parent)
  }

  private mutating func reorder() {
    guard let parent = pick(controllers) else { return }
    parent.children.shuffle(using: &random)
    preservation.invalidateChildren(of: parent)
  }

  private mutating func rename() {
    guard let controller = pick(controllers) else { return }
    controller.restorationIdentifier = chance(5) && controller.parent != nil ? nil : name()
    if let parent = controller.parent {
      preservation.invalidateChildren(of: parent)
    } else {
      preservation.invalidateEverything()
    }
  }

  private mutating func changeViews() {
    guard let controller = pick(controllers) else { return }
    if chance(2), let view = pick(controller.views) {
      controller.views.removeAll { $0 === view }
      if chance(2), let other = pick(controllers) {
        other.views.append(view)
        preservation.invalidateChildren(of: other)
      }
    } else {
      controller.views.insert(TestView(name()), at: Int.random(in: 0...controller.views.count, using: &random))
    }
    controller.views.shuffle(using: &random)
    preservation.invalidateChildren(of: controller)
  }

  private mutating func changeOffset() {
    guard let view = pick(controllers.flatMap(\.views)) else { return }
    view.offset += 1
    preservation.invalidate(view)
  }

  private mutating func presentOrDismiss() {
    guard let presenter = pick(controllers) else { return }
    if let presented = presenter.presented {
      presenter.presented = nil
      presented.parent = nil
      if chance(2) { loose.append(presented) }
    } else {
      presenter.presented = TestController(name())
    }
    preservation.invalidateChildren(of: presenter)
  }

  private mutating func refer() {
    guard let holder = pick(controllers + loose) else { return }
    var targets: [Reference] = []
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let candidates: [any StateRestoring] =
        controllers + loose + controllers.flatMap(\.views) + application.objects + spareObjects
      if let target = pick(candidates) { targets.append(Reference(target)) }
    }
    holder.onEncode = { coder in
      for (number, target) in targets.enumerated() { coder.encode(reference: target.node, forKey: "to \(number)") }
    }
    preservation.invalidate(holder)
  }

  private final class Reference {
    weak var node: (any StateRestoring)?
    init(_ node: any StateRestoring) { self.node = node }
  }

  private mutating func changeLoose() {
    if chance(2) { loose.append(TestController(name())) } else if chance(3) { _ = loose.popLast() }
    loose.shuffle(using: &random)
  }

  private mutating func changeObjects() {
    if chance(3), let object = pick(application.objects) as? TestObject {
      application.objects.removeAll { $0 === object }
      spareObjects.append(object)
    } else {
      made += 1
      let object = spareObjects.popLast() ?? TestObject(chance(2) ? name() : "object \(made)")
      let parents: [any StateRestoring] =
        controllers + controllers.flatMap(\.views) + application.objects + spareObjects
      object.objectRestorationParent = chance(2) ? nil : pick(parents)
      application.objects.insert(object, at: Int.random(in: 0...application.objects.count, using: &random))
    }
    preservation.invalidateApplication()
  }

  private mutating func changeValue() {
    guard let object = pick(application.objects) as? TestObject else { return }
    made += 1
    object.value = made
    preservation.invalidate(object)
  }
}

/// Random numbers that are reproducible by a seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return value ^ (value >> 31)
  }
}

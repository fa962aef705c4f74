import ArchiveStore
import Interface
import ReadBack
import StateRestoration

/// A difference between app and model.
struct Difference: Error, CustomStringConvertible {
  let description: String
}

/// Runs an app and its model through a list of operations.
@MainActor
final class Life {
  /// Counts of operations and comparisons.
  struct Count {
    var operations = 0
    var saves = 0
    var launches = 0

    static func += (left: inout Count, right: Count) {
      left.operations += right.operations
      left.saves += right.saves
      left.launches += right.launches
    }
  }

  private(set) var count = Count()
  let store: BreakableStore
  private let reading: ReadBack
  var app = ModelApp()
  var sketch = Sketch.firstLaunch()
  /// The contents of the last save; nil before the first.
  private var saved: Saved?
  /// Whether this run has tried to save.
  var hasSaved = false
  var controllers: [ObjectIdentifier: ViewController] = [:]
  var dials: [ObjectIdentifier: Dial] = [:]
  var objects: [ObjectIdentifier: ModelObject] = [:]

  private init() throws {
    store = BreakableStore(try SQLiteArchiveStore())
    reading = try ReadBack()
    try launch()
  }

  /// Runs these operations.
  ///
  /// - Throws: ``Difference`` at the first difference.
  static func run(_ operations: [Operation]) throws -> Count {
    let life = try Life()
    for (index, operation) in operations.enumerated() {
      do {
        try life.perform(operation)
      } catch {
        throw Difference(description: "at operation \(index + 1), \(operation):\n\(error)")
      }
      life.count.operations += 1
    }
    return life.count
  }

  // MARK: Time

  private func perform(_ operation: Operation) throws {
    switch operation {
    case .turn: try turn()
    case .background:
      try background()
      app.enterForeground()
    case .kill: try relaunch()
    case .backgroundAndKill:
      try background()
      try relaunch()
    case .killAndFailDecoding(let place):
      let serials = saved?.unreadable ?? []
      try relaunch(unreadable: serials.isEmpty ? nil : serials[place % serials.count])
    case .killAndFail(let place):
      try relaunch()
      try change(.fail(place: place))
    case .terminate:
      // Changes made in the callbacks of the last save are not saved.
      if sketch.nodes.contains(where: { $0.sideEffect != nil }) { try turn() }
      prepareSave()
      try attempt { try app.terminate() }
      try compareSave()
      try relaunch()
    case .dieWhileExtended where saved == nil, .endWhileExtended where saved == nil: return
    case .dieWhileExtended:
      // A single crash during a launch has no effect.
      try launchExtended()
      try relaunch()
    case .endWhileExtended:
      // An orderly exit is never a crash, however often.
      for _ in 0..<3 {
        try launchExtended()
        try app.terminate()
      }
      try relaunch()
    default: try change(operation)
    }
  }

  private func turn() throws {
    prepareSave()
    endTurn()
    if takeSideEffects() {
      prepareSave()
      endTurn()
    }
    try compareSave()
  }

  /// Performs a step that may fail if the store is broken.
  private func attempt(_ body: () throws -> Void) rethrows {
    do {
      try body()
    } catch {
      guard store.isBroken else { throw error }
    }
  }

  private func endTurn() {
    app.turnDidEnd()
    // As long as a retry takes after the store was broken.
    app.timers.advance(to: app.timers.now + 20)
  }

  private func background() throws {
    prepareSave()
    try attempt { try app.enterBackground() }
    if takeSideEffects() {
      prepareSave()
      endTurn()
    }
    try compareSave()
  }

  /// Prepares the model for a save. A controller outside the save encodes again when it returns, so its kept state is
  /// removed.
  private func prepareSave() {
    guard !sketch.refusesSaves else { return }
    let kept = Set(Saved(sketch).paths.keys)
    for node in sketch.nodes where !kept.contains(ObjectIdentifier(node)) {
      if node.isFailing { setFailing(node, false) }
      node.kept = nil
      node.lateViews = []
      node.departed = []
    }
    for node in sketch.nodes where !node.departed.isEmpty { keepDepartedViews(of: node) }
  }

  /// Keeps what the last save has of removed views, until others get their names.
  private func keepDepartedViews(of node: SketchNode) {
    let lastNames = (node.views + node.departed).compactMap { $0.saved?.node === node ? $0.saved?.identifier : nil }
    for view in node.departed {
      guard let saved = view.saved, saved.node === node, lastNames.count(where: { $0 == saved.identifier }) == 1,
        !node.views.contains(where: { $0.identifier == saved.identifier }),
        !node.lateViews.contains(where: { $0.path.identifier == saved.identifier })
      else { continue }
      node.lateViews.append(
        Saved.Node(
          origin: view, path: Saved.Path().appending(saved.identifier, 0), relation: "view", position: -1,
          className: "Dial", hasClass: false, state: nil, viewValue: saved.value, children: [], views: []))
    }
    node.departed = []
  }

  /// Applies the changes that controllers made while they were encoded. Returns whether there were any.
  private func takeSideEffects() -> Bool {
    guard !sketch.refusesSaves else { return false }
    let kept = Set(Saved(sketch).paths.keys)
    var hasAny = false
    for node in sketch.nodes where kept.contains(ObjectIdentifier(node)) {
      guard let effect = node.sideEffect else { continue }
      node.sideEffect = nil
      effect.target.value = effect.value
      hasAny = true
    }
    return hasAny
  }

  private func compareSave() throws {
    guard !sketch.refusesSaves else { return }
    let expected = Saved(sketch)
    let kept = Set(expected.paths.keys)
    for node in sketch.nodes {
      node.wasSaved = kept.contains(ObjectIdentifier(node))
      if !node.wasSaved {
        node.lastGood = nil
      } else if !node.isFailing, node.kept == nil {
        node.lastGood = node.state
        node.mayFail = true
      }
      for view in node.views {
        view.saved =
          node.wasSaved && node.kept == nil ? view.identifier.map { (node, $0, view.value) } : nil
      }
    }
    hasSaved = true
    guard !store.isBroken else { return }
    count.saves += 1
    guard let archive = try store.currentArchive() else { throw Difference(description: "nothing was saved") }
    let problems = try reading.problems(of: archive)
    guard problems.isEmpty else { throw Difference(description: "the save cannot be read back: \(problems)") }
    // Views that are kept for others have the positions that they had.
    func ordered(_ lines: [String]) -> [String] {
      let isView = { (line: String) in line.split(separator: " ").dropFirst().first == "view" }
      return lines.filter { !isView($0) } + lines.filter(isView).sorted()
    }
    try compare(ordered(expected.lines), ordered(ArchiveLines.lines(of: archive)), "the save")
    saved = expected
  }

  private func compare(_ expected: [String], _ found: [String], _ what: String) throws {
    guard expected != found else { return }
    var lines = ["\(what) differs (- the model, + luahost):"]
    lines += found.difference(from: expected).inferringMoves().sorted { $0.place < $1.place }.map(\.line)
    lines += ["", "the model:"] + expected.map { "  \($0)" }
    throw Difference(description: lines.joined(separator: "\n"))
  }

  // MARK: Launching

  private func launch(unreadable: Int? = nil) throws {
    app = ModelApp(unreadable: Set([unreadable].compactMap { $0 }))
    app.launch(store: store)
    count.launches += 1
    hasSaved = false
    if let saved { sketch = saved.restored(unreadable: unreadable) } else { sketch = Sketch.firstLaunch() }
    try bindToSketch()
  }

  /// Starts a launch that does not complete its restoration.
  private func launchExtended() throws {
    app.window?.rootViewController = nil
    app = ModelApp(extendsRestoration: true)
    app.launch(store: store)
    app.timers.advance(to: app.timers.now + 1)
    count.launches += 1
  }

  private func relaunch(unreadable: Int? = nil) throws {
    // No object of the killed app can be reached any more.
    app.window?.rootViewController = nil
    try launch(unreadable: unreadable)
  }

  /// Compares the launched app with the model, and finds the objects for the model's nodes.
  private func bindToSketch() throws {
    controllers = [:]
    dials = [:]
    objects = [:]
    guard let root = app.window?.rootViewController else { throw Difference(description: "no root after launch") }
    bind(root, to: sketch.root)
    for object in sketch.objects {
      let found = app.registeredObjects.compactMap { $0 as? ModelObject }.first {
        $0.restorationIdentifier == object.identifier
      }
      objects[ObjectIdentifier(object)] = found
    }
    try compare(
      LiveLines.lines(of: sketch), LiveLines.lines(of: app, naming: names), "what came back")
  }

  private func bind(_ controller: ViewController, to node: SketchNode) {
    controllers[ObjectIdentifier(node)] = controller
    controller.keeper?.serial = node.serial
    let below = controller.children + (controller.keeper?.adopted ?? [])
    for (child, node) in zip(below, node.children + node.adopted) { bind(child, to: node) }
    if let presented = controller.presentedViewController, let node = node.presented { bind(presented, to: node) }
    for (dial, view) in zip(controller.keeper?.dials ?? [], node.views) { dials[ObjectIdentifier(view)] = dial }
  }

  /// The model's name of each controller and object of the app.
  private var names: [ObjectIdentifier: String] {
    var names: [ObjectIdentifier: String] = [:]
    for (index, node) in sketch.nodes.enumerated() {
      if let controller = controllers[ObjectIdentifier(node)] { names[ObjectIdentifier(controller)] = "#\(index)" }
    }
    for object in sketch.objects {
      if let found = objects[ObjectIdentifier(object)] { names[ObjectIdentifier(found)] = object.identifier }
    }
    return names
  }
}

extension CollectionDifference<String>.Change {
  fileprivate var place: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
  fileprivate var line: String {
    switch self {
    case .insert(_, let element, _): "+ \(element)"
    case .remove(_, let element, _): "- \(element)"
    }
  }
}

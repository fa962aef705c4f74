import AppSession
import ArchiveStore
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Restores states of earlier versions with today's script, and finds what is lost.
@MainActor
public struct UpgradeTest {
  /// A node or key that is lost or refused.
  public struct Loss: Hashable, Sendable, CustomStringConvertible {
    /// The place where the script can restore it.
    public let place: Place?
    /// The lost state.
    public let message: String

    public var description: String { "\(place.map { "\($0): " } ?? "")\(message)" }
  }

  private let configuration: ScriptHost.Configuration
  /// Receives what the app prints.
  public var onPrint: ([UInt8]) -> Void = { _ in }

  /// Creates a test of an app.
  public init(_ configuration: ScriptHost.Configuration) { self.configuration = configuration }

  /// Returns what an app loses of a kept state, and what it tried and was refused in this run.
  ///
  /// - Throws: ``KeptStateError/unreadable(_:)``; the script's error if it cannot be loaded; ``DoctorError/exited``.
  public func run(_ state: KeptStates.State) throws -> (losses: [Loss], refusedOperations: [String]) {
    var configuration = configuration
    let (archive, notes) = (try state.archive(), state.notes)
    let info = archive.info
    configuration.screenSize = Size(width: info.screenWidth, height: info.screenHeight)
    let run = try TrialRun(configuration, launchOptions: [], isAllowed: false, onPrint: onPrint)
    if let files = state.files { run.copyFiles(at: files) }
    try run.launch(with: archive)
    defer { run.session.kill() }
    guard let host = run.session.host, let recorder = run.recorder else { throw DoctorError.exited }
    let scripts = AppScripts(of: host)
    lazy var fresh = Self.freshStates(configuration)
    func losses() -> [Loss] {
      Comparison(
        archive: archive, notes: notes, after: RunEvidence(host, recorder), scripts: scripts, host: host,
        values: KeptValues(of: host, isIncomplete: !run.effects.refusedOperations.isEmpty), fresh: { fresh }
      ).losses
    }
    var found = losses()
    if !found.isEmpty, Self.layOutCoveredScreens(of: host) {
      run.settle()
      found = losses()
    }
    // Views and rows may come some time after a launch, and get their state then.
    if !found.isEmpty, host.timers.delay(dueWithin: ComparedApp.longestDelay, isOfScript: true) != nil,
      (try? run.session.advance(by: ComparedApp.longestDelay)) != nil
    {
      run.settle()
      let later = Set(losses())
      found.removeAll { !later.contains($0) }
    }
    var seen: Set<Loss> = []
    return (found.filter { seen.insert($0).inserted }, run.effects.refusedOperations.sorted())
  }

  /// Returns what the nodes of the app encode after a fresh launch; nothing if it cannot be launched.
  private static func freshStates(_ configuration: ScriptHost.Configuration) -> States {
    guard let run = try? TrialRun(configuration, launchOptions: [], isAllowed: false),
      (try? run.launch(with: nil)) != nil, let host = run.session.host
    else { return [:] }
    defer { run.session.kill() }
    return states(of: host)
  }

  /// The states of nodes by path, that of the application under ``RunRecorder/application``.
  private typealias States = [IdentifierPath: KeySpace]

  /// Returns what the nodes of an app encode now.
  private static func states(of host: ScriptHost) -> States {
    guard let archive = try? host.unsavedArchive() else { return [:] }
    return Dictionary(states(in: ArchiveOutline(archive)), uniquingKeysWith: { first, _ in first })
  }

  /// Returns the states of an archive, that of the application first.
  private static func states(in outline: ArchiveOutline) -> [(IdentifierPath, KeySpace)] {
    [(RunRecorder.application, outline.application)] + outline.nodes.map { ($0.path, $0.state) }
  }

  /// Lays out the screens that others cover, so that their lists create the views of their rows, for which state may wait.
  ///
  /// - Returns: whether there are any.
  private static func layOutCoveredScreens(of host: ScriptHost) -> Bool {
    let covered = Automation(host.application).allControllers.compactMap(\.viewIfLoaded).filter {
      $0.window == nil && $0.superview == nil
    }
    host.turn {
      for view in covered {
        view.frame = Rect(origin: .zero, size: host.application.screenSize)
        view.layoutIfNeeded()
      }
    }
    return !covered.isEmpty
  }

  @MainActor
  private struct Comparison {
    let archive: Archive
    let notes: ArchiveJSON.Notes
    let after: RunEvidence
    let scripts: AppScripts
    let host: ScriptHost
    let values: KeptValues
    /// Returns what the nodes encode after a fresh launch.
    let fresh: () -> States

    var losses: [Loss] { (lostIdentifier.map { [$0] } ?? []) + lostState }

    /// An identifier that has changed: the states are in a folder that it names.
    private var lostIdentifier: Loss? {
      let identifier = host.application.identifier
      guard let application = notes.application, application != identifier else { return nil }
      return Loss(
        place: after.place(host.applicationPlace),
        message:
          "the identifier of the app was \"\(application)\", and is \"\(identifier)\": saved states are not found")
    }

    private var lostState: [Loss] {
      guard host.application.didRestoreState else {
        let asked = "shouldRestoreApplicationState"
        let failure = after.recorder.failures.first { $0.call == asked }
        return failure.map { [loss(of: $0)] } ?? [
          Loss(
            place: after.applicationMethods[asked] ?? after.applicationMethods["didFinishLaunching"],
            message: "the whole state is refused: \(asked) did not return true")
        ]
      }
      let outline = ArchiveOutline(archive)
      let lost = lostNodes(of: outline)
      let keys = keyLosses(of: outline, besides: lost.map(\.path))
      let failures = after.recorder.failures.filter {
        $0.call != RestorationName.decode || !after.recorder.failures.preventLoading(of: $0.className)
      }
      // An app that exits restores nothing further.
      guard !hasExited else { return failures.map(loss) }
      let nodes = lost.filter {
        !after.recorder.failures.preventLoading(of: after.tree.saved[$0.path.parent]?.className)
      }
      let parts =
        nodes + keys.map { (path: $0.path, loss: $0.loss) }
        + valueLosses(of: outline, besides: keys, below: lost.map(\.path))
      let forgets = host.application.forgets
      let kept = parts.filter { !AppMoment.isForgotten($0.path.description, among: forgets) }
      return failures.map(loss) + causes(of: kept, in: outline)
    }

    /// Returns the losses, with one instead of those of a node, and of the nodes below it, for which a restoration method has
    /// returned another class than was saved, although the app still has that class, if the other one decodes nothing.
    private func causes(of parts: [(path: IdentifierPath, loss: Loss)], in outline: ArchiveOutline) -> [Loss] {
      var others: [(path: IdentifierPath, loss: Loss)] = []
      for creation in after.recorder.methods {
        let (method, isObject) = (creation.method, creation.method.name == RestorationName.makeObject)
        let saved = outline.nodes.first { $0.path == method.path && ($0.archived.kind == .object) == isObject }
        guard let wanted = saved?.archived.className, let className = creation.className, wanted != className,
          !creation.classes.contains(wanted), host.lua.hostClass(named: wanted) != nil,
          after.recorder.decodedKeys(of: method.path).isEmpty,
          !others.contains(where: { method.path.starts(with: $0.path) })
        else { continue }
        let returned = LuaError.withArticle(className)
        let message = "\(method.path) (\(wanted)) is lost: its restoration method returned \(returned)"
        others.append((method.path, Loss(place: after.place(method.place), message: message)))
      }
      return others.filter { other in parts.contains { $0.path.starts(with: other.path) } }.map(\.loss)
        + parts.filter { part in !others.contains { part.path.starts(with: $0.path) } }.map(\.loss)
    }

    private var hasExited: Bool {
      after.recorder.failures.contains { if case LuaError.exit = $0.error { true } else { false } }
    }

    private func loss(of failure: RunRecorder.Failure) -> Loss {
      let reason = Evidence.withoutPlace(Evidence.message(of: failure.error))
      let node = failure.path.map { $0.components.isEmpty ? " of app" : " of \($0)" } ?? ""
      let place =
        after.place(Evidence.place(of: failure.error))
        ?? failure.className.flatMap { className in
          scripts.lineage(of: className).lazy
            .compactMap { scripts.definition(of: failure.call, in: $0) }.first
        }
      return Loss(place: place, message: "\(failure.call)\(node) failed: \(reason)")
    }

    // MARK: Nodes

    /// The topmost nodes that nothing has restored.
    private func lostNodes(of outline: ArchiveOutline) -> [(path: IdentifierPath, loss: Loss)] {
      var omitted: [IdentifierPath: RestorationProblem.OmissionReason] = [:]
      for case .omitted(let path, _, let reason) in after.recorder.problems { omitted[path] = reason }
      let objects = Set(host.application.registeredObjects.compactMap(\.restorationPath))
      var lost: [(node: ArchiveOutline.Node, reason: RestorationProblem.OmissionReason?)] = []
      func visit(_ node: ArchiveOutline.Node, isInTree: Bool) {
        // A custom container's children are not in the tree.
        let isInTree = isInTree && node.archived.relation != .adopted
        let exists = after.tree.saved[node.path] != nil || objects.contains(node.path) || !isInTree
        guard exists, omitted[node.path] == nil else { return lost.append((node, omitted[node.path])) }
        node.children.forEach { visit($0, isInTree: isInTree) }
      }
      (outline.roots + outline.objects).forEach { visit($0, isInTree: true) }
      let kept = Set(outline.nodes.map(\.path))
      return lost.map { node, reason in (node.path, loss(of: node, because: reason, besides: kept)) }
    }

    /// Returns the place where a node of today's app was created that a lost node may have become, as it is of the same class
    /// below the same parent, and was not kept; that of an object is where it is registered.
    private func place(ofRenamed node: ArchiveOutline.Node, besides kept: Set<IdentifierPath>) -> Place? {
      if node.archived.kind == .object {
        let new = after.objects.filter { !kept.contains($0.key) && $0.key.parent == node.path.parent }
        return new.count == 1 ? after.place(new.first?.value) : nil
      }
      let new = after.tree.saved.filter { path, restored in
        restored.className == node.archived.className && path.parent == node.path.parent && !kept.contains(path)
      }
      return new.count == 1 ? after.place(new.first?.value.createdAt) : nil
    }

    private func loss(
      of node: ArchiveOutline.Node, because reason: RestorationProblem.OmissionReason?,
      besides kept: Set<IdentifierPath>
    ) -> Loss {
      let className = node.archived.className
      let asked = after.recorder.methods.last { $0.method.path == node.path }
      let parent = after.tree.saved[node.path.parent]
      let near = [
        after.place(asked?.method.place), scripts.classPlaces[className],
        node.archived.restorationClassName.flatMap { scripts.classPlaces[$0] },
        node.path.components.last.flatMap(scripts.place(ofRestorationIdentifier:)),
        place(ofRenamed: node, besides: kept),
        parent.flatMap { scripts.definition(of: "loadView", in: $0.className) ?? scripts.classPlaces[$0.className] },
        parent.flatMap { after.place($0.createdAt) }, after.applicationMethods["didFinishLaunching"],
      ]
      let why =
        reason.map { explanation(of: $0, for: node.archived) }
        ?? (node.archived.kind == .view ? "no view has this identifier" : "it is not in the app after the launch")
      return Loss(place: near.compactMap { $0 }.first, message: "\(node.path) (\(className)) is lost: \(why)")
    }

    private func explanation(of reason: RestorationProblem.OmissionReason, for node: ArchivedNode) -> String {
      if case .unknownScene(let scene) = reason, host.application.storyboards[scene.storyboard] == nil {
        return "there is no storyboard \(scene.storyboard)"
      }
      let callback =
        node.kind == .object
        ? RestorationCallbacks.objectWithRestorationIdentifierPath
        : RestorationCallbacks.viewControllerWithRestorationIdentifierPath
      if case .methodFailed = reason, let name = node.restorationClassName, !host.restorationClass(name, has: callback)
      {
        return "the restoration class \(name) has no method \(callback.name)"
      }
      return "\(reason)"
    }

    /// The values that a user has typed or chosen in restored views, and that these do not show, unless a lost key of their
    /// controller had them. Of lost nodes, everything is lost.
    private func valueLosses(
      of outline: ArchiveOutline, besides keys: [LostKey], below lost: [IdentifierPath]
    ) -> [(path: IdentifierPath, loss: Loss)] {
      outline.nodes.flatMap { node -> [(path: IdentifierPath, loss: Loss)] in
        guard let restored = after.tree.saved[node.path], !lost.contains(where: node.path.starts) else { return [] }
        let owner = node.path.parent
        let defaults = notes.defaults?[node.path.description] ?? []
        return values.differences(node, restored, without: defaults).filter { difference in
          !keys.contains { $0.path == owner && $0.value == difference.value }
        }.map { difference in
          let message = "\(difference.property) of \(node.path) was \(difference.before), and is \(difference.after)"
          return (node.path, Loss(place: after.place(restored.createdAt), message: message))
        }
      }
    }

    // MARK: Keys

    private struct LostKey {
      let path: IdentifierPath
      let value: StateValue
      let loss: Loss
    }

    /// Keys of restored nodes that nothing decodes, and values that typed reads drop.
    private func keyLosses(of outline: ArchiveOutline, besides lost: [IdentifierPath]) -> [LostKey] {
      let failed = Set(after.recorder.failures.compactMap(\.path))
      let classNames = Dictionary(
        outline.nodes.map { ($0.path, $0.archived.className) }, uniquingKeysWith: { first, _ in first })
      lazy var now = UpgradeTest.states(of: host)
      return UpgradeTest.states(in: outline).flatMap { path, state -> [LostKey] in
        guard !failed.contains(path), !lost.contains(where: path.starts) else {
          return []
        }
        let uses = after.recorder.decoded[path] ?? []
        // What another class does not call is of no use.
        let isCalled = after.tree.saved[path].map { $0.className == classNames[path] || !uses.isEmpty } ?? true
        let title = path.displayName
        let names = classes(of: path)
        let dropped = after.recorder.droppingReads(at: path).compactMap { use -> LostKey? in
          guard let entry = state.entries.first(where: { use.hasKey($0.key) }) else { return nil }
          return LostKey(
            path: path, value: entry.value.expanded,
            loss: Loss(
              place: after.place(use.place),
              message:
                "the value of \"\(entry.key)\" of \(title) has another type than \(use.method) returns, and is dropped")
          )
        }
        if scripts.isCodedInSwift(after.tree.saved[path]) || uses.contains(where: { $0.method == .keys }) {
          return dropped
        }
        let decoded = Set(uses.map(\.keyBytes))
        // Code that has decoded other keys of this state would have decoded this one.
        let places = Set(uses.compactMap { after.place($0.place) })
        return dropped
          + state.entries.filter { entry in
            !decoded.contains(Array(entry.key.utf8))
              && (!isCalled || isReset(entry, of: path, in: now)
                || !scripts.uses(entry.key, in: AppScripts.decodingMethods, of: Set(names))
                  && !scripts.mayUse(entry.key, in: AppScripts.decodingMethods, of: Set(names), besides: places))
          }.map { entry in
            LostKey(
              path: path, value: entry.value.expanded,
              loss: Loss(
                place: place(ofDecoderOf: path, names),
                message: "the key \"\(entry.key)\" of \(title) is not decoded any more"))
          }
      }
    }

    /// Whether the app saves another value under a key than was kept: that of a fresh launch, if the node is there.
    private func isReset(_ kept: KeySpace.Entry, of path: IdentifierPath, in now: States) -> Bool {
      func value(in states: States) -> StateValue? {
        states[path]?.entries.first { $0.key == kept.key }?.value.expanded
      }
      guard let saved = value(in: now), saved != kept.value.expanded else { return false }
      return fresh()[path] == nil || saved == value(in: fresh())
    }

    /// The classes whose code runs for a node: its own with their superclasses, and the one that creates it.
    private func classes(of path: IdentifierPath) -> [String] {
      guard let node = after.tree.saved[path] else { return scripts.classNames }
      return [node.className, node.restorationClass].compactMap { $0 }.flatMap(scripts.lineage)
    }

    private func place(ofDecoderOf path: IdentifierPath, _ names: [String]) -> Place? {
      if path == RunRecorder.application {
        return ["didDecodeRestorableState", "shouldRestoreApplicationState", "didFinishLaunching"].lazy
          .compactMap { after.applicationMethods[$0] }.first
      }
      if let registered = after.objects[path] {
        return after.place(after.tableFunctions[path]?[RestorationName.decode]) ?? after.place(registered)
      }
      let methods = names.lazy.compactMap { scripts.definition(of: RestorationName.decode, in: $0) }
      return methods.first ?? names.lazy.compactMap { scripts.classPlaces[$0] }.first
    }
  }
}

extension IdentifierPath {
  /// Whether the path is another one, or a path below it.
  fileprivate func starts(with path: IdentifierPath) -> Bool { components.starts(with: path.components) }
}

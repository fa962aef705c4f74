import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Records the events of one run of an app that the checks need.
@MainActor
final class RunRecorder: ScriptObserver {
  /// The progress of the launch.
  enum Stage {
    /// No state is being or has been restored.
    case running
    /// The saved state is being restored.
    case restoring
    /// Everything is restored, and the launch continues.
    case restored
  }

  /// A read of a container property while a view is being loaded.
  struct ContainerRead {
    weak var controller: ViewController?
    let property: ContainerProperty
    let path: IdentifierPath?
    let className: String
    let place: String?
    let isNil: Bool
    let isRestoring: Bool
    /// The method of the controller that is under way.
    let method: String
  }

  /// A controller that has entered or left a container.
  struct Move {
    weak var owner: ViewController?
    weak var owned: ViewController?
    let ownedClass: String
    let ownedIdentifier: String?
    let ownerPath: IdentifierPath?
    /// The place where the controller was created.
    let createdAt: String?
    let isCreatedWhileRestoring: Bool
    /// The place where a script moved it; nil if the host did.
    let place: String?
    let isScript: Bool
    let stage: Stage

    /// The path of the controller below its owner, with the class name of one that has no identifier.
    var ownedPath: IdentifierPath {
      IdentifierPath((ownerPath?.components ?? []) + [ownedIdentifier ?? "<\(ownedClass)>"])
    }

    /// The controller, unless the restoration has created it.
    @MainActor var ownedIfNew: ObjectIdentifier? { isCreatedWhileRestoring ? nil : owned.map(ObjectIdentifier.init) }
  }

  /// A failed call.
  struct Failure {
    let call: String
    let path: IdentifierPath?
    let className: String?
    let error: any Error
    let stage: Stage

    var isRestoring: Bool { stage == .restoring }
    /// Whether it is a callback of the application around the restoration.
    var isOfLaunch: Bool {
      [ApplicationCallbacks.willFinishLaunching.name, ApplicationCallbacks.didFinishLaunching.name].contains(call)
    }
  }

  /// A call whose coder uses are being recorded.
  private struct Frame {
    let name: String
    let receiver: AnyObject?
    let path: IdentifierPath?
    var failedUse = false
  }

  private unowned let host: ScriptHost
  private let effects: RefusedEffects
  /// Whether the run was refused an operation with effects outside of it.
  var wasRefused: Bool { !effects.refusedOperations.isEmpty }
  private let superCalls: SuperCalls
  private var frames: [Frame] = []
  private var lastEvent: LifeCycleEvent?
  private(set) var stage = Stage.running

  /// The places where objects were created.
  let places = CreationPlaces()
  private var createdWhileRestoring: Set<ObjectIdentifier> = []
  private var placesWhileRestoring: Set<String> = []
  /// The uses of coders in the last encode of each node; the application's are under an empty path.
  private(set) var encoded: [IdentifierPath: [CoderUse]] = [:]
  /// The nodes whose last encode has failed, as a value cannot be saved: their scripts have not caught that error.
  private(set) var refusedEncodes: Set<IdentifierPath> = []
  /// The places of all calls that have encoded a value.
  private(set) var encodingPlaces: Set<String> = []
  /// The uses of coders in restoration methods and decodes.
  private(set) var decoded: [IdentifierPath: [CoderUse]] = [:]
  /// The nodes whose decode has returned.
  private(set) var decodedNodes: Set<IdentifierPath> = []
  private(set) var failures: [Failure] = []
  private(set) var methods: [Creation] = []
  private(set) var problems: [RestorationProblem] = []
  /// The paths of saved nodes that could not be re-created.
  var omittedPaths: Set<IdentifierPath> {
    Set(problems.compactMap { if case .omitted(let path, _, _) = $0 { path } else { nil } })
  }
  /// The problem that an extended restoration was not completed, with the place that has extended it.
  private(set) var restorationNotCompleted: (problem: RestorationProblem, place: String?)?
  private(set) var answers: [String: Bool] = [:]
  private(set) var containerReads: [ContainerRead] = []
  private(set) var taken: [Move] = []
  private(set) var released: [Move] = []
  /// The last place that set the root of each window after the restoration.
  private(set) var rootPlaces: [ObjectIdentifier: (place: String?, isLaunching: Bool)] = [:]
  /// The roots of windows at the end of the restoration.
  private(set) var restoredRoots: [(window: Weak<Window>, root: Weak<ViewController>, path: IdentifierPath)] = []
  private(set) var secondWindows: [Weak<Window>] = []

  /// A weak reference.
  struct Weak<Object: AnyObject> {
    weak var object: Object?
  }

  init(of host: ScriptHost, _ effects: RefusedEffects) {
    self.host = host
    self.effects = effects
    superCalls = SuperCalls(host)
  }

  /// The superclass methods that were called, and those that were not, while an overriding method ran.
  var superVerdicts: SuperCalls.Verdicts { superCalls.verdicts }

  // MARK: Observing

  override func scriptWillRun() { effects.withhold(in: host) }

  override func responder(_ responder: Responder, wasCreatedAt place: String?) {
    places.responder(responder, wasCreatedAt: place)
    if stage == .restoring {
      createdWhileRestoring.insert(ObjectIdentifier(responder))
      if let place { placesWhileRestoring.insert(place) }
    } else {
      createdWhileRestoring.remove(ObjectIdentifier(responder))
    }
  }

  override func responder(_ responder: Responder, wasNamedAt place: String?) {
    places.responder(responder, wasNamedAt: place)
  }

  override func lifeCycleEvent(_ event: LifeCycleEvent) {
    lastEvent = event
    switch (event.receiver, event.callback) {
    case (.application, "shouldRestoreApplicationState"): stage = .restoring
    case (.application, "didFinishLaunching") where stage == .restoring:
      stage = .restored
      for window in host.application.windows {
        guard let root = window.rootViewController, let path = root.restorationIdentifierPath else { continue }
        restoredRoots.append((Weak(object: window), Weak(object: root), path))
      }
    default: break
    }
  }

  override func scriptWillBeCalled(_ call: ScriptCall) {
    var path: IdentifierPath?
    if let lastEvent, lastEvent.callback == call.name {
      path = lastEvent.path
      switch lastEvent.receiver {
      case .node(let node): path = node
      case .application: path = path ?? Self.application
      default: break
      }
    }
    if let path, call.name == RestorationName.encode || call.name == "shouldSaveApplicationState" {
      encoded[path] = []
      refusedEncodes.remove(path)
    }
    frames.append(Frame(name: call.name, receiver: call.receiver, path: path))
    superCalls.begin(call)
  }

  override func scriptWasCalled(_ call: ScriptCall, error: (any Error)?) {
    superCalls.end(call, hasFailed: error != nil)
    guard let frame = frames.popLast() else { return }
    guard let error else {
      if frame.name == RestorationName.decode, let path = frame.path { decodedNodes.insert(path) }
      // A controller without a view is asked again when its view is loaded.
      failures.removeAll { $0.call == frame.name && $0.path == frame.path && frame.path != nil }
      return
    }
    if frame.failedUse, let path = frame.path { refusedEncodes.insert(path) }
    guard !effects.isRefusal(error), !frame.failedUse else { return }
    let failure = Failure(
      call: frame.name, path: frame.path,
      className: frame.receiver.flatMap { ($0 as? ViewController)?.className ?? ($0 as? View)?.className },
      error: error, stage: stage)
    failures.append(failure)
  }

  override func coder(_ coder: StateCoder, wasUsed use: CoderUse) {
    guard let index = frames.lastIndex(where: { $0.path != nil }), let path = frames[index].path else { return }
    if use.error != nil { frames[index].failedUse = true }
    var use = use
    use.callback = frames[index].name
    guard use.method == .encode else { return decoded[path, default: []].append(use) }
    encoded[path, default: []].append(use)
    if let place = use.place { encodingPlaces.insert(place) }
  }

  /// The places of all calls that have encoded or decoded a value.
  var codingPlaces: Set<String> { encodingPlaces.union(decoded.values.joined().compactMap(\.place)) }

  /// Returns the keys that a node has decoded, and not only its restoration method.
  func decodedKeys(of path: IdentifierPath) -> Set<String> {
    let methods = [RestorationName.make, RestorationName.makeObject]
    return Set((decoded[path] ?? []).filter { $0.method.isDecoding && !methods.contains($0.callback) }.map(\.key))
  }

  /// Returns the last read of each key of a node for which all reads of the last callback that reads it have returned nil, as
  /// the value has another type. Earlier callbacks may only look at it.
  func droppingReads(at path: IdentifierPath) -> [CoderUse] {
    let reads = (decoded[path] ?? []).filter { $0.method.isDecoding && $0.method != .contains }
    return Dictionary(grouping: reads, by: \.keyBytes).sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .compactMap { _, uses in
        uses.last.flatMap { last in
          uses.allSatisfy { $0.dropsValue || $0.callback != last.callback } ? last : nil
        }
      }
  }

  override func application(answered answer: Bool, to question: String) { answers[question] = answer }

  override func restorationMethod(_ method: RestorationMethod, returned node: (any StateRestoring)?) {
    var classes: [String] = []
    var next = node.flatMap { host.lua.hostClass(of: $0) ?? host.lua.hostClass(named: $0.className) }
    while let hostClass = next {
      classes.append(hostClass.name)
      next = hostClass.superclass
    }
    let table = classes.isEmpty ? node as? ScriptObject : nil
    methods.append(
      Creation(method: method, className: node?.className, classes: classes, tableFunctions: table?.functionPlaces))
  }

  override func restorationProblem(_ problem: RestorationProblem) {
    problems.append(problem)
    guard problem.isNotCompleted(in: host, effects) else { return }
    restorationNotCompleted = (problem, host.application.place(toFix: problem))
  }

  override func controller(_ controller: ViewController, wasAskedFor container: ContainerProperty, at place: String?) {
    let loading = frames.last { $0.receiver === controller && Self.loading.contains($0.name) }
    guard let loading, containerReads.count < 10_000 else { return }
    containerReads.append(
      ContainerRead(
        controller: controller, property: container, path: controller.restorationIdentifierPath,
        className: controller.className, place: place, isNil: container.value(of: controller) == nil,
        isRestoring: stage == .restoring, method: loading.name))
  }

  override func owner(_ owner: Responder, didTake owned: Responder) {
    if let move = move(owner, owned) { taken.append(move) }
  }

  override func owner(_ owner: Responder, didRelease owned: Responder) {
    if let move = move(owner, owned) { released.append(move) }
  }

  private func move(_ owner: Responder, _ owned: Responder) -> Move? {
    guard stage != .running, let owner = owner as? ViewController, let owned = owned as? ViewController,
      taken.count + released.count < 100_000
    else { return nil }
    return Move(
      owner: owner, owned: owned, ownedClass: owned.className, ownedIdentifier: owned.restorationIdentifier,
      ownerPath: owner.restorationIdentifierPath, createdAt: places.place(of: owned),
      isCreatedWhileRestoring: createdWhileRestoring.contains(ObjectIdentifier(owned)),
      place: (try? host.lua.stack)?.callerPlace, isScript: !frames.isEmpty, stage: stage)
  }

  override func window(_ window: Window, willShow root: ViewController?, at place: String?) {
    guard stage == .restored, root != nil else { return }
    rootPlaces[ObjectIdentifier(window)] = (place, host.application.phase == .launching)
  }

  override func restoredWindowWasReplaced(by window: Window) { secondWindows.append(Weak(object: window)) }

  /// Whether a responder was created at a place during the restoration.
  func wasCreatedWhileRestoring(_ place: String?) -> Bool { place.map(placesWhileRestoring.contains) ?? false }

  /// The callbacks in which the view of a controller is loaded.
  static let loading: Set<String> = [
    ViewControllerCallbacks.loadView.name, ViewControllerCallbacks.viewDidLoad.name,
  ]

  /// A call of a restoration method.
  struct Creation {
    let method: RestorationMethod
    /// The class name of the node that it has returned; nil if it returned none.
    let className: String?
    /// The class of that node and its superclasses, the nearest first.
    let classes: [String]
    /// The functions of a plain table, with their places; see ``ScriptObject/functionPlaces``. Nil for other nodes.
    let tableFunctions: [[String: String]]?
  }

  /// The path under which the application's own keys are recorded.
  static let application = IdentifierPath([])
}

extension CoderUse {
  /// The key as bytes: texts that Unicode takes for the same are different keys.
  var keyBytes: [UInt8] { Array(key.utf8) }

  /// Whether the key has the bytes of another one.
  func hasKey(_ other: String) -> Bool { key.utf8.elementsEqual(other.utf8) }
}

/// The names of callbacks of saving and restoring.
enum RestorationName {
  static let encode = RestorationCallbacks.encodeRestorableState.name
  static let decode = RestorationCallbacks.decodeRestorableState.name
  static let make = RestorationCallbacks.viewControllerWithRestorationIdentifierPath.name
  static let makeObject = RestorationCallbacks.objectWithRestorationIdentifierPath.name
  /// The callbacks of nodes.
  static let ofNodes: Set<String> = [
    encode, decode, RestorationCallbacks.applicationFinishedRestoringState.name,
  ]
  static let all = ofNodes.union(coding)
  /// The callbacks that encode or decode keys.
  static let coding: Set<String> = [
    encode, decode, make, makeObject,
    ApplicationCallbacks.shouldSaveApplicationState.name, ApplicationCallbacks.shouldRestoreApplicationState.name,
    ApplicationCallbacks.willEncodeRestorableState.name, ApplicationCallbacks.didDecodeRestorableState.name,
  ]
}

@MainActor
extension [RunRecorder.Failure] {
  /// Whether a controller of a class could not load its view.
  ///
  /// - Parameter call: a callback that needs what the earlier ones should have created.
  func preventLoading(of className: String?, before call: String? = nil) -> Bool {
    let isLoading = { (failed: String) in
      call == ViewControllerCallbacks.viewDidLoad.name
        ? failed == ViewControllerCallbacks.loadView.name
        : call != ViewControllerCallbacks.loadView.name && RunRecorder.loading.contains(failed)
    }
    return contains { isLoading($0.call) && $0.className == className }
  }
}

extension RestorationProblem {
  /// Whether an extended restoration was not completed: no script can call the method that does so, or nothing is under way that
  /// takes real time, and nothing was refused.
  @MainActor
  func isNotCompleted(in host: ScriptHost, _ effects: RefusedEffects) -> Bool {
    guard case .restorationNotCompleted = self else { return false }
    let mayBeCalled = AppScripts(of: host).files.values.contains { file in
      file.tokens.indices.contains { index in
        let token = file.tokens[index]
        return token.kind == .name("completeStateRestoration") || token.text == "completeStateRestoration"
          // A module that a function loads later may do so.
          || token.kind == .name("require") && file.functions.innermost(around: index) != nil
      }
    }
    return !mayBeCalled || !host.isBusy && host.lua.luv?.isAlive != true && effects.refusedOperations.isEmpty
  }
}

import FoundationEssentials
import Interface
import LuaRuntime
import StateRestoration

/// The application of a script, which is its own delegate: each method calls the script's method of the same name.
@MainActor
final class ScriptApplication: Application {
  private weak var host: ScriptHost?
  /// The app's help text.
  var help: String? { didSet { heldBytesDidChange() } }
  /// The place that has extended the restoration last; nil if it is unknown.
  var extensionPlace: String?

  init(host: ScriptHost) {
    self.host = host
    super.init(identifier: "", screenSize: host.configuration.screenSize, context: host.context)
    wallClock = host.configuration.wallClock ?? { Date().timeIntervalSince1970 }
  }

  override var heldBytes: Int { super.heldBytes + (help?.utf8.count ?? 0) }

  private func call<each Argument: LuaPushable>(_ callback: Callback, _ arguments: repeat each Argument) throws {
    try host?.calls.call(callback, of: .object(self), repeat each arguments)
  }

  /// Calls a method and returns whether its result is `true`; other truthy values do not count.
  private func asks(_ callback: Callback, _ coder: StateCoder) throws -> Bool {
    guard let host else { return false }
    return try host.calls.call(callback, of: .object(self), coder) { stack in
      if stack.truth(-1), stack.kind(-1) != .boolean {
        host.observers.notify {
          $0.advice(
            "app:\(callback.name) returned \(stack.describeKind(-1)); only true means yes",
            at: host.lua.definition(ofMethod: callback.name, of: self))
        }
      }
      let answer = stack.kind(-1) == .boolean && stack.truth(-1)
      host.observers.notify { $0.application(answered: answer, to: callback.name) }
      return answer
    } ?? false
  }

  override func willFinishLaunching(options: LaunchOptions) throws {
    try call(ApplicationCallbacks.willFinishLaunching, options as? LaunchOptionsBox)
  }
  override func didFinishLaunching(options: LaunchOptions) throws {
    host?.lua.resumeCollector()
    if didRestoreState { host?.observers.notify { $0.stateWasRestored() } }
    try call(ApplicationCallbacks.didFinishLaunching, options as? LaunchOptionsBox)
  }
  override func didBecomeActive() throws { try call(ApplicationCallbacks.didBecomeActive) }
  override func willResignActive() throws { try call(ApplicationCallbacks.willResignActive) }
  override func didEnterBackground() throws { try call(ApplicationCallbacks.didEnterBackground) }
  override func willEnterForeground() throws { try call(ApplicationCallbacks.willEnterForeground) }
  override func willTerminate() throws { try call(ApplicationCallbacks.willTerminate) }
  override func didReceiveMemoryWarning() throws { try call(ApplicationCallbacks.didReceiveMemoryWarning) }

  override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool {
    try asks(ApplicationCallbacks.shouldSaveApplicationState, coder)
  }
  override func willEncodeRestorableState(_ coder: StateCoder) throws {
    try call(ApplicationCallbacks.willEncodeRestorableState, coder)
  }
  override func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool {
    try asks(ApplicationCallbacks.shouldRestoreApplicationState, coder)
  }
  override func willRestore(nodeCount: Int) {
    // Almost everything that the restoration creates stays.
    host?.lua.pauseCollector(whileCreating: nodeCount)
  }
  override func didDecodeRestorableState(_ coder: StateCoder) throws {
    try call(ApplicationCallbacks.didDecodeRestorableState, coder)
  }

  override func restoredRootWasReplaced(in window: Window) {
    host?.observers.notify { $0.restoredRootWasReplaced(in: window) }
  }
  override func restoredWindowWasReplaced(by window: Window) {
    host?.observers.notify { $0.restoredWindowWasReplaced(by: window) }
  }

  override func report(_ problem: RestorationProblem) {
    host?.observers.notify { $0.restorationProblem(problem) }
    super.report(problem)
  }

  override func place(toFix problem: RestorationProblem) -> String? {
    if case .restorationNotCompleted = problem { return extensionPlace }
    guard let host, case .omitted(let path, let className, let reason) = problem else { return nil }
    if case .methodReturnedNil(let maker, let method) = reason {
      return host.lua.definition(ofClassMethod: method, named: maker)
        ?? host.lua.hostClass(named: maker)?.definedAt
    }
    let definition = host.lua.hostClass(named: className)?.definedAt
    // The root of a window is created by the launch.
    return definition == nil && path.components.count == 1
      ? host.lua.definition(ofMethod: ApplicationCallbacks.didFinishLaunching.name, of: self) : definition
  }

  override func handle(_ event: InputEvent) -> Bool {
    if case .resize = event {} else { host?.observers.notify { $0.userDidAct() } }
    return super.handle(event)
  }

  override var makesViewControllers: Bool {
    host?.calls.has(ApplicationCallbacks.viewControllerWithRestorationIdentifierPath, of: .object(self)) ?? false
  }

  override func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  {
    let callback = ApplicationCallbacks.viewControllerWithRestorationIdentifierPath
    guard let host else { return nil }
    let made = try host.calls.call(callback, of: .object(self), path.components, coder) {
      try restored($0, by: "app:\(callback.name)")
    }
    host.noteRestorationMethod(callback, of: .object(self), nil, path, returned: made ?? nil)
    return made ?? nil
  }

  override func restorationClass(named name: String) -> (any RestorationClass)? {
    host?.restoration.restorationClass(named: name)
  }

  override func makeAlert(ofClass name: String) throws -> AlertController? {
    guard let host, let hostClass = host.lua.hostClass(named: name), hostClass.isScript,
      let alertClass = host.lua.hostClass(named: "AlertController"), hostClass.isKind(of: alertClass)
    else { return nil }
    return try host.calls.call(Handlers.initialize, of: .instance(of: hostClass)) { $0.object(-1) as? AlertController }
      ?? nil
  }
}

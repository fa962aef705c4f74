import Foundation
import Interface
import LuaRuntime
import StateRestoration

/// The application of a script, which is its own delegate: each method calls the script's of the same name.
@MainActor
final class ScriptApplication: Application {
  private weak var host: ScriptHost?
  /// What it says to those who ask for help.
  var help: String? { didSet { heldBytesDidChange() } }

  init(host: ScriptHost) {
    self.host = host
    super.init(identifier: "", screenSize: host.configuration.screenSize, context: host.context)
    wallClock = { Date().timeIntervalSince1970 }
  }

  override var heldBytes: Int { super.heldBytes + (help?.utf8.count ?? 0) }

  private func call(_ name: String, push: (LuaStack) -> Int32 = { _ in 0 }) throws {
    try host?.callMethod(name, of: self, push: push)
  }

  /// Calls a method and tells whether it returned `true`, and nothing else that counts as true.
  private func asks(_ name: String, _ coder: StateCoder) throws -> Bool {
    var answer = false
    try host?.callMethod(
      name, of: self,
      push: {
        $0.push(object: coder); return 1
      }
    ) { stack in
      answer = stack.kind(-1) == .boolean && stack.truth(-1)
      if !answer, stack.truth(-1), let host {
        host.mistakes.tell(
          "app:\(name) returned \(stack.describeKind(-1)); only true is yes",
          at: host.lua.definition(ofMethod: name, of: self))
      }
    }
    return answer
  }

  private func push(_ options: LaunchOptions, on stack: LuaStack) -> Int32 {
    guard let encoded = (options as? LaunchOptionsBox)?.encoded, !encoded.isEmpty else {
      stack.pushNil()
      return 1
    }
    var reader = CBORReader(encoded)
    LuaValueReader().read(&reader, on: stack)
    return 1
  }

  override func willFinishLaunching(options: LaunchOptions) throws {
    try call("willFinishLaunching") { push(options, on: $0) }
  }
  override func didFinishLaunching(options: LaunchOptions) throws {
    if didRestoreState { host?.mistakes.rootsWereRestored() }
    try call("didFinishLaunching") { push(options, on: $0) }
  }
  override func didBecomeActive() throws { try call("didBecomeActive") }
  override func willResignActive() throws { try call("willResignActive") }
  override func didEnterBackground() throws { try call("didEnterBackground") }
  override func willEnterForeground() throws { try call("willEnterForeground") }
  override func willTerminate() throws { try call("willTerminate") }
  override func didReceiveMemoryWarning() throws { try call("didReceiveMemoryWarning") }

  override func shouldSaveApplicationState(_ coder: StateCoder) throws -> Bool {
    try host?.withoutTracing { try asks("shouldSaveApplicationState", coder) } ?? false
  }
  override func willEncodeRestorableState(_ coder: StateCoder) throws {
    try host?.withoutTracing {
      try call("willEncodeRestorableState") {
        $0.push(object: coder); return 1
      }
    }
  }
  override func shouldRestoreApplicationState(_ coder: StateCoder) throws -> Bool {
    try asks("shouldRestoreApplicationState", coder)
  }
  override func didDecodeRestorableState(_ coder: StateCoder) throws {
    try call("didDecodeRestorableState") {
      $0.push(object: coder); return 1
    }
  }

  override func restoredRootWasReplaced(in window: Window) { host?.mistakes.restoredRootWasReplaced(in: window) }
  override func restoredWindowWasReplaced(by window: Window) { host?.mistakes.restoredWindowWasReplaced(by: window) }

  override func place(toMend problem: RestorationProblem) -> String? {
    guard let host, case .leftOut(let path, let className, let reason) = problem else { return nil }
    if case .methodReturnedNil(let maker, let method) = reason {
      return host.lua.definition(ofClassMethod: method, named: maker)
        ?? host.lua.hostClass(named: maker)?.definedAt
    }
    let definition = host.lua.hostClass(named: className)?.definedAt
    // The root of a window is what the launch makes.
    return definition == nil && path.components.count == 1
      ? host.lua.definition(ofMethod: "didFinishLaunching", of: self) : definition
  }

  override func handle(_ event: InputEvent) -> Bool {
    if case .resize = event {} else { host?.mistakes.personDidSomething() }
    return super.handle(event)
  }

  override var makesViewControllers: Bool {
    host?.hasMethod("viewControllerWithRestorationIdentifierPath", of: self) ?? false
  }

  override func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  {
    var made: ViewController?
    try host?.callMethod(
      "viewControllerWithRestorationIdentifierPath", of: self,
      push: { stack in
        stack.push(path.components)
        stack.push(object: coder)
        return 2
      }, take: { made = try restored(at: -1, on: $0, by: "app:viewControllerWithRestorationIdentifierPath") })
    return made
  }

  override func restorationClass(named name: String) -> (any RestorationClass)? {
    host?.restorationClass(named: name)
  }

  override func makeAlert(ofClass name: String) throws -> AlertController? {
    guard let host, let hostClass = host.lua.hostClass(named: name), hostClass.isScript,
      let alertClass = host.lua.hostClass(named: "AlertController"), hostClass.isKind(of: alertClass)
    else { return nil }
    let stack = try host.lua.stack
    let base = stack.top
    defer { if host.lua.isOpen { stack.top = base } }
    try stack.reserve(12)
    hostClass.push(on: stack)
    try stack.call(arguments: 0, results: 1)
    return stack.object(-1) as? AlertController
  }

  override func registerRestoredObject(_ object: any RestorableObject, identifier: String) {
    try? registerObjectForStateRestoration(object)
  }
}

/// What a restoration method returned: a view controller or nil.
@MainActor
private func restored(at index: Int32, on stack: LuaStack, by method: String) throws -> ViewController? {
  if stack.isNil(index) { return nil }
  guard let controller = stack.object(index) as? ViewController else {
    throw LuaError.wrongType(
      what: "the result of \(method)", expected: "a view controller or nil", actual: stack.describeKind(index))
  }
  return controller
}

/// A class of the script as a restoration class.
@MainActor
final class ScriptRestorationClass: RestorationClass {
  let name: String
  private weak var host: ScriptHost?

  init(name: String, host: ScriptHost) {
    self.name = name
    self.host = host
  }

  /// Whether the class has a method that makes objects again.
  func hasMethod(_ method: String) -> Bool {
    guard let host, let stack = try? host.lua.stack else { return true }
    guard host.lua.pushClassMethod(method, ofClassNamed: name, on: stack) else { return false }
    stack.pop(2)
    return true
  }

  /// What is said where it lacks one.
  func missing(_ method: String) -> String {
    "\(name) is a restoration class and has no method \(method); define function \(name):\(method)(path, coder)"
  }

  private func call(_ method: String, _ path: IdentifierPath, _ coder: StateCoder, take: (LuaStack) throws -> Void)
    throws
  {
    guard let host else { return }
    let stack = try host.lua.stack
    let base = stack.top
    defer { if host.lua.isOpen { stack.top = base } }
    try stack.reserve(12)
    guard host.lua.pushClassMethod(method, ofClassNamed: name, on: stack) else {
      throw LuaError.usage(missing(method))
    }
    stack.push(path.components)
    stack.push(object: coder)
    try stack.call(arguments: 3, results: 1)
    try take(stack)
  }

  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  {
    let method = "viewControllerWithRestorationIdentifierPath"
    var made: ViewController?
    try call(method, path, coder) { made = try restored(at: -1, on: $0, by: "\(name):\(method)") }
    return made
  }

  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)? {
    guard let host else { return nil }
    var made: ScriptObject?
    try call("objectWithRestorationIdentifierPath", path, coder) { stack in
      guard !stack.isNil(-1) else { return }
      made = try host.scriptObject(at: -1, identifier: path.components.last ?? "", on: stack)
    }
    return made
  }
}

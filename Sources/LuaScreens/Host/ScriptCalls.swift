import Interface
import LuaRuntime
import StateRestoration

/// Calls from the host to functions of a script: methods, handlers, and functions passed by the script.
///
/// A call finds the function, provides its name for messages about calls that take too long, records whose state may
/// change, and leaves the stack unchanged.
@MainActor
final class ScriptCalls {
  let lua: LuaState
  private let context: ApplicationContext
  private let observers: ScriptObservers
  /// The application whose state scripts may change.
  weak var application: Application?
  /// The controller for which a script is running: timers, tasks, processes and watches that the script creates belong
  /// to it.
  private(set) var owner: ViewController?
  /// Whether the script ended the app during its launch, so that no function of it runs any more.
  private(set) var hasExited = false
  /// Whether the script asked to exit: timers and tasks are suspended, and only the callbacks of the exit still run.
  private(set) var isExitRequested = false
  private var hasCalledBack = false
  /// Whether coders are lent to callbacks. Their memory is then not counted, and their use cannot be observed.
  var lendsCoders: Bool { !observers.wantDetails && !lua.hasMemoryLimit }
  /// The class of coders.
  private(set) lazy var coderClass = lua.hostClass(named: "Coder")

  init(_ lua: LuaState, _ context: ApplicationContext, _ observers: ScriptObservers) {
    self.lua = lua
    self.context = context
    self.observers = observers
  }

  /// Records that the script has called `os.exit`.
  func exitWasRequested(isLaunching: Bool) {
    isExitRequested = true
    if isLaunching { hasExited = true }
  }

  /// Returns whether a callback of a node has run since the last call.
  func takeDidCallBack() -> Bool {
    defer { hasCalledBack = false }
    return hasCalledBack
  }

  /// The location of a function, which also determines its first arguments.
  enum Receiver {
    /// A script's own method of an object; receives the object.
    case object(AnyObject)
    /// The function that a script assigned to a property of an object.
    case handler(of: AnyObject)
    /// A method of the object or table that a script assigned to a property such as `delegate`; receives that value and
    /// the object.
    case delegate(String, of: AnyObject)
    /// A method of a script's class; receives the class.
    case method(of: HostClass)
    /// The class itself; calling it creates an instance.
    case instance(of: HostClass)
    /// A method of a table or object; receives it.
    case value(LuaReference, name: String)
    /// A function.
    case function(LuaReference, of: String?)

    /// The object with the function; nil if that is a class or a table.
    fileprivate var object: AnyObject? {
      switch self {
      case .object(let object), .handler(let object), .delegate(_, let object): object
      case .method, .instance, .value, .function: nil
      }
    }
  }

  // MARK: Calling

  /// Calls a function and ignores its results.
  ///
  /// - Returns: whether there is such a function.
  /// - Throws: as ``call(_:of:for:results:push:take:)``.
  @discardableResult
  func call<each Argument: LuaPushable>(
    _ callback: Callback, of receiver: Receiver, for node: AnyObject? = nil, _ arguments: repeat each Argument
  ) throws -> Bool {
    try call(
      callback, of: receiver, for: node, results: 0, push: { stack in repeat (each arguments).push(on: stack) }
    ) { _ in true } ?? false
  }

  /// Calls a function with one argument. Compiled into the call, as a parameter pack would be unpacked in each call.
  @discardableResult
  func call<Argument: LuaPushable>(
    _ callback: Callback, of receiver: Receiver, for node: AnyObject? = nil, _ argument: Argument
  ) throws -> Bool {
    try call(callback, of: receiver, for: node, results: 0, push: { argument.push(on: $0) }) { _ in true } ?? false
  }

  /// Calls a function with results.
  ///
  /// - Parameter take: receives the results; the last is on top of the stack.
  /// - Returns: the value of `take`; nil if there is no such function.
  /// - Throws: as ``call(_:of:for:results:push:take:)``.
  func call<Result, each Argument: LuaPushable>(
    _ callback: Callback, of receiver: Receiver, for node: AnyObject? = nil, _ arguments: repeat each Argument,
    results: Int32 = 1, take: (LuaStack) throws -> Result
  ) throws -> Result? {
    try call(
      callback, of: receiver, for: node, results: results, push: { stack in repeat (each arguments).push(on: stack) },
      take: take)
  }

  /// Calls a function and reports its errors, as no caller handles them.
  ///
  /// - Returns: whether there is such a function, and it has succeeded.
  @discardableResult
  func run<each Argument: LuaPushable>(
    _ callback: Callback, of receiver: Receiver, for node: AnyObject? = nil, _ arguments: repeat each Argument
  ) -> Bool {
    do {
      return try call(callback, of: receiver, for: node, repeat each arguments)
    } catch {
      report(error, in: callback, of: receiver)
      return false
    }
  }

  /// Reports an error that no caller handles.
  func report(_ error: any Error, in callback: Callback, of receiver: Receiver) {
    context.report(
      error, from: "\(name(of: callback, receiver))", in: callback.name, of: receiver.object,
      once: callback.isErrorReportedOnce)
  }

  /// Calls a function.
  ///
  /// - Parameters:
  ///   - node: the node for which it is called, if that is not the receiver; with ``Callback/Cause/outside``, the
  ///     controller in whose callback the call was requested.
  ///   - push: pushes the arguments after those of the receiver.
  ///   - take: receives the results; the last is on top of the stack.
  /// - Returns: the value of `take`; nil if there is no such function, or the app has exited.
  /// - Throws: ``LuaError``; errors of `take` about the result, prefixed with the place of the function.
  func call<Result>(
    _ callback: Callback, of receiver: Receiver, for node: AnyObject? = nil, results: Int32,
    push: (LuaStack) throws -> Void, take: (LuaStack) throws -> Result
  ) throws -> Result? {
    guard lua.isOpen, !hasExited, callback.cause != .outside || !isExitRequested else { return nil }
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    try stack.reserve(16)
    let traces = lua.tracesTouchedObjects
    if callback.cause == .query { lua.tracesTouchedObjects = false }
    defer { lua.tracesTouchedObjects = traces }
    guard let (function, found) = try find(callback.name, receiver, on: stack) else { return nil }
    try push(stack)
    let callee = name(of: callback, receiver)
    let span = context.log.spans?.begin(.callback, "\(callee)", at: stack.definition(ofFunctionAt: function))
    defer { context.log.end(span) }
    return try observed(callback, node ?? found ?? receiver.object) {
      try lua.calling(callee) {
        try running(for: node ?? found, callback.cause) {
          try stack.call(arguments: stack.top - function, results: results)
        }
        do { return try take(stack) } catch let error as LuaError {
          stack.top = base
          throw try place(error, callback.name, receiver, on: stack)
        }
      }
    }
  }

  private func observed<Result>(_ callback: Callback, _ receiver: AnyObject?, _ body: () throws -> Result) throws
    -> Result
  {
    guard observers.wantDetails else { return try body() }
    let call = ScriptCall(name: callback.name, receiver: receiver)
    observers.notifyInDetail { $0.scriptWillBeCalled(call) }
    do {
      let result = try body()
      observers.notifyInDetail { $0.scriptWasCalled(call, error: nil) }
      return result
    } catch {
      observers.notifyInDetail { $0.scriptWasCalled(call, error: error) }
      throw error
    }
  }

  /// Returns an error about a result, prefixed with the place of the function that returned it.
  private func place(_ error: LuaError, _ name: String, _ receiver: Receiver, on stack: LuaStack) throws -> LuaError {
    switch error {
    case .wrongType, .usage:
      try definition(of: name, receiver, on: stack).map { .usage("\($0): \(error.message)") } ?? error
    default: error
    }
  }

  // MARK: Lookup

  /// Whether a call would find a function.
  func has(_ callback: Callback, of receiver: Receiver) -> Bool { has(callback.name, of: receiver) }

  /// Whether a call would find a function with a name given by a script.
  func has(_ name: String, of receiver: Receiver) -> Bool {
    (try? lua.withStack { try find(name, receiver, on: $0) != nil }) ?? false
  }

  /// Returns an identifier of the function that a call would find; nil if there is none.
  func identity(of callback: Callback, of receiver: Receiver) -> UnsafeRawPointer? {
    try? lua.withStack { stack in
      try find(callback.name, receiver, on: stack).flatMap { stack.identity($0.function) }
    }
  }

  /// Returns the place where the function that a call would find is defined, as `file:line`; nil if there is none.
  /// Leaves values on the stack.
  func definition(of name: String, _ receiver: Receiver, on stack: LuaStack) throws -> String? {
    try find(name, receiver, on: stack).flatMap { stack.definition(ofFunctionAt: $0.function) }
  }

  /// Returns the names of an object's members.
  func memberNames(of object: AnyObject) -> [String] {
    (try? lua.withStack { stack in
      stack.push(object: object)
      return stack.memberNames(-1)
    }) ?? []
  }

  /// Finds a function and pushes it with the arguments of the receiver.
  ///
  /// - Returns: the index of the function, and the node for which it is called; nil if there is none, with any values
  ///   left on the stack.
  private func find(_ name: String, _ receiver: Receiver, on stack: LuaStack) throws -> (
    function: Int32, node: AnyObject?
  )? {
    let function = stack.top + 1
    switch receiver {
    case .object(let object):
      return lua.pushOverride(name, of: object, on: stack) ? (function, object) : nil
    case .handler(let object):
      return lua.pushHandler(name, of: object, on: stack) && stack.kind(-1) == .function ? (function, object) : nil
    case .delegate(let property, let object):
      guard lua.pushHandler(property, of: object, on: stack) else { return nil }
      let delegate = stack.object(-1)
      guard try pushMethod(name, ofValueAt: function, on: stack) else { return nil }
      stack.push(object: object)
      return (function + 1, delegate as? Responder ?? object)
    case .method(let hostClass):
      return lua.pushClassMethod(name, of: hostClass, on: stack) ? (function, nil) : nil
    case .instance(let hostClass):
      hostClass.push(on: stack)
      return (function, nil)
    case .value(let value, _):
      stack.push(value)
      return try pushMethod(name, ofValueAt: function, on: stack) ? (function + 1, nil) : nil
    case .function(let value, _):
      stack.push(value)
      return (function, nil)
    }
  }

  /// Pushes a method of the value at an index, and the value. Returns false if there is no such method.
  private func pushMethod(_ name: String, ofValueAt index: Int32, on stack: LuaStack) throws -> Bool {
    if let object = stack.object(index) { return lua.pushOverride(name, of: object, on: stack) }
    guard try stack.getField(index, name) == .function else { return false }
    stack.pushValue(index)
    return true
  }

  // MARK: Names

  /// Returns the name of a call in messages.
  private func name(of callback: Callback, _ receiver: Receiver) -> LuaCallback {
    switch receiver {
    case .object(let object), .handler(let object), .delegate(_, let object):
      LuaCallback(callback.name, of: name(of: object))
    case .value(_, let name): LuaCallback(callback.name, of: name)
    case .method(let hostClass), .instance(let hostClass): LuaCallback(callback.name, of: hostClass.name)
    case .function(_, let name): LuaCallback(callback.name, of: name)
    }
  }

  private func name(of object: AnyObject) -> String? {
    switch object {
    case let view as View: view.restorationIdentifier.map(IdentifierPath.escaped) ?? view.className
    case let controller as ViewController:
      controller.restorationIdentifier.map(IdentifierPath.escaped) ?? controller.className
    case let process as ScriptProcess: process.command.name
    case is ScriptApplication: "app"
    default: lua.hostClass(of: object)?.name
    }
  }

  // MARK: Owners of script calls

  // A callback may change state that cannot be observed, such as a local variable of its script, or a part of a table. So
  // autosave asks the node again whose callback ran, and all nodes a little later. A callback without an event of a node,
  // such as that of a timer, is likely to have changed the encoded state of any node.

  /// Runs a script for a node: the controller itself, or the controller to which it belongs. Otherwise, for the node of
  /// the calling callback.
  private func running(for node: AnyObject?, _ cause: Callback.Cause, _ body: () throws -> Void) throws {
    if cause == .outside { return try running(for: node as? ViewController, body) }
    // Without a closure, which would check the actor.
    var owner = owner
    if let node, let own = Self.owner(of: node) { owner = own }
    guard let owner, !(node is ScriptApplication) else { return try running(for: nil, body) }
    try running(for: owner, body) { [self] in
      // Without finding the application through the tree.
      if cause == .action { application?.stateDidChange(of: owner) } else { application?.callbackDidRun(of: owner) }
      if cause != .query { application?.unobservedStateMayHaveChanged(isUrgent: false) }
      (node as? View)?.invalidateRestorableState()
      hasCalledBack = true
    }
  }

  /// Runs a script for the controller in whose callback the call was requested, without an event of a node. Any state
  /// may have changed.
  func running<Result>(for owner: ViewController?, _ body: () throws -> Result) rethrows -> Result {
    try running(for: owner, body) { [self] in
      if let owner { application?.callbackDidRun(of: owner) }
      application?.unobservedStateMayHaveChanged()
    }
  }

  private func running<Result>(
    for owner: ViewController?, _ body: () throws -> Result, note: () -> Void
  ) rethrows -> Result {
    let (outer, wasNoted, traces) = (self.owner, lua.isRunNoted, lua.tracesTouchedObjects)
    self.owner = owner
    lua.isRunNoted = true
    // The body may save and continue afterwards.
    if traces { note() }
    defer {
      self.owner = outer
      lua.isRunNoted = wasNoted
      if traces { note() }
    }
    return try body()
  }

  /// Returns the controller to which the callbacks of an object belong.
  private static func owner(of receiver: AnyObject) -> ViewController? {
    switch receiver {
    // An alert's handlers are defined by the controller that presents it.
    case let alert as AlertController: alert.presentingViewController
    case let controller as ViewController: controller
    case let item as BarButtonItem:
      // A navigation controller shows the bar items of its top screen.
      (item.owningViewController as? NavigationController)?.topViewController ?? item.owningViewController
    case let view as View: view.owningViewController.flatMap { owner(of: $0) }
    default: nil
    }
  }
}

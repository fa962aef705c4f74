import Interface
import LuaRuntime
import StateRestoration

/// Calls the methods and handlers that the script gave to its responders, and mirrors in Lua the references between
/// them.
///
/// The responders retain it, so that none of their many messages needs a weak reference. It ends to do anything when its
/// host closes the Lua state.
@MainActor
final class ScriptOverrides: MethodOverrides, OwnershipObserver {
  private let calls: ScriptCalls
  private let observers: ScriptObservers
  private let encoding: ScriptEncoding
  private var lua: LuaState { calls.lua }
  /// The `draw` functions stopped by the time limit. They are not called again until the app is reloaded.
  private var stoppedDrawings: Set<UnsafeRawPointer> = []

  init(_ calls: ScriptCalls, _ observers: ScriptObservers, _ encoding: ScriptEncoding) {
    self.calls = calls
    self.observers = observers
    self.encoding = encoding
  }

  func perform(_ message: Message, on receiver: Responder) throws -> Bool {
    guard lua.isOpen else { return false }
    switch message {
    case .loadView:
      let isCalled = try calls.call(ViewControllerCallbacks.loadView, of: .object(receiver))
      if isCalled, let controller = receiver as? ViewController, !controller.isViewLoaded {
        observers.notify { $0.viewIsMissing(of: controller) }
      }
      return isCalled
    case .viewDidLoad: return try calls.call(ViewControllerCallbacks.viewDidLoad, of: .object(receiver))
    case .viewWillAppear(let animated):
      return try calls.call(ViewControllerCallbacks.viewWillAppear, of: .object(receiver), animated)
    case .viewDidAppear(let animated):
      return try calls.call(ViewControllerCallbacks.viewDidAppear, of: .object(receiver), animated)
    case .viewWillDisappear(let animated):
      return try calls.call(ViewControllerCallbacks.viewWillDisappear, of: .object(receiver), animated)
    case .viewDidDisappear(let animated):
      return try calls.call(ViewControllerCallbacks.viewDidDisappear, of: .object(receiver), animated)
    case .encodeRestorableState(let coder):
      encoding.begin(coder)
      defer {
        encoding.end(coder)
        // From here on the state itself is counted.
        if lua.isOpen { lua.setHeld(0, for: coder) }
      }
      return try calls.lending(coder) {
        try calls.call(RestorationCallbacks.encodeRestorableState, of: .object(receiver), $0)
      }
    case .decodeRestorableState(let coder):
      return try calls.lending(coder) {
        try calls.call(RestorationCallbacks.decodeRestorableState, of: .object(receiver), $0)
      }
    case .applicationFinishedRestoringState:
      return try calls.call(RestorationCallbacks.applicationFinishedRestoringState, of: .object(receiver))
    case .draw(let canvas): return try draw(receiver, on: canvas)
    case .accessibilityElements(let given):
      guard let view = receiver as? View, let elements = try calls.accessibilityElements(of: view) else { return false }
      given.elements = elements
      return true
    case .keyPressed(let key):
      return try calls.call(ViewControllerCallbacks.keyPressed, of: .object(receiver), key) { $0.truth(-1) } ?? false
    case .mouseEvent(let event):
      return try calls.call(ViewCallbacks.mouseEvent, of: .object(receiver), event) { $0.truth(-1) } ?? false
    case .pasted(let text):
      return try calls.call(ViewCallbacks.pasted, of: .object(receiver), text) { $0.truth(-1) } ?? false
    case .valueChanged:
      let handler = receiver is Button ? Handlers.action : Handlers.onChange
      return try calls.call(handler, of: .handler(of: receiver), receiver)
    case .validate(let validation): return try validate(validation, of: receiver)
    case .result(let result, let method): return try call(method, with: result, of: receiver)
    case .linkActivated(let view):
      let address = (receiver as? TextLink)?.address
      return try calls.call(Handlers.action, of: .handler(of: receiver), for: view, view, address)
    }
  }

  /// Calls a script's `draw`, unless the time limit has stopped it before, as it would block the app in every frame.
  private func draw(_ receiver: Responder, on canvas: Canvas) throws -> Bool {
    let function = calls.identity(of: ViewCallbacks.draw, of: .object(receiver))
    if let function, stoppedDrawings.contains(function) { return true }
    do {
      return try canvas.use { try calls.call(ViewCallbacks.draw, of: .object(receiver), canvas) }
    } catch let error as LuaError {
      guard case .timeout = error, let function else { throw error }
      stoppedDrawings.insert(function)
      throw error
    }
  }

  func defines(_ method: String, for receiver: Responder) -> Bool { calls.has(method, of: .object(receiver)) }

  /// Calls the method that receives the result of an alert, or nil.
  private func call(_ method: String, with result: AlertResult?, of presenter: Responder) throws -> Bool {
    guard try calls.call(Callback(named: method), of: .object(presenter), result) else {
      throw LuaError.usage(
        "\((presenter as? ViewController)?.className ?? "the presenter") has no method '\(method)' to receive the result"
      )
    }
    return true
  }

  /// Calls the validation function that a script assigned to a field, with the text, or the method that its class
  /// defines.
  private func validate(_ validation: Validation, of field: Responder) throws -> Bool {
    let take = { (stack: LuaStack) in
      if !stack.truth(-2) { validation.result = .invalid(stack.isNil(-1) ? "" : stack.describe(-1)) }
    }
    let isDone: Void? =
      try calls.call(
        Handlers.validate, of: .handler(of: field), validation.text, field, results: 2, take: take)
      ?? calls.call(Handlers.validate, of: .object(field), validation.text, results: 2, take: take)
    return isDone != nil
  }

  func owner(_ owner: Responder, didTake owned: Responder) {
    guard lua.isOpen else { return }
    link(owner, owned)
    observers.notify { $0.owner(owner, didTake: owned) }
    if owned is ViewController { lua.tasks.noteControllersInTree() }
  }

  private func link(_ owner: Responder, _ owned: Responder) {
    if !lua.knows(owner) {
      // It is then linked to all that it owns.
      lua.makeKnown(owner)
    } else if let view = owned as? View, !lua.knows(view),
      view.superview === owner || view.viewController === owner
    {
      // A view that no script has seen, such as the default view of a controller, is linked when one sees it.
      if observers.wantDetails { lua.makeKnown(view) }
    } else {
      lua.link(owner, owned)
    }
  }

  /// Links a view to its owners when a script first sees it.
  func viewBecameKnown(_ view: View) {
    for case let owner? in [view.superview, view.viewController] as [Responder?] {
      if lua.knows(owner) { lua.link(owner, view) } else { lua.makeKnown(owner) }
    }
  }

  func owner(_ owner: Responder, didRelease owned: Responder) {
    guard lua.isOpen else { return }
    if lua.knows(owned) { lua.unlink(owner, owned) }
    observers.notify { $0.owner(owner, didRelease: owned) }
  }

  func responder(_ responder: Responder, holds bytes: Int) {
    guard lua.isOpen else { return }
    lua.setHeld(bytes, for: responder)
  }
}

/// Pushes the result as `{ action = index, texts = { ... } }`.
extension AlertResult: LuaPushable {
  public func push(on stack: LuaStack) {
    stack.createTable(hash: 2)
    stack.setField("action", action + 1)
    stack.setField("texts", texts)
  }
}

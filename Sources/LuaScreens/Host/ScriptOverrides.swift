import Interface
import LuaRuntime
import StateRestoration

/// What Interface asks of an app: it calls the methods and handlers that the script gave its objects.
extension ScriptHost: MethodOverrides, OwnershipObserver {
  public func perform(_ message: Message, on receiver: Responder) throws -> Bool {
    switch message {
    case .loadView:
      let isCalled = try callMethod("loadView", of: receiver)
      if isCalled, let controller = receiver as? ViewController, !controller.isViewLoaded {
        mistakes.viewIsMissing(of: controller)
      }
      return isCalled
    case .viewDidLoad: return try callMethod("viewDidLoad", of: receiver)
    case .viewWillAppear(let animated):
      return try callMethod("viewWillAppear", of: receiver) {
        $0.push(animated); return 1
      }
    case .viewDidAppear(let animated):
      return try callMethod("viewDidAppear", of: receiver) {
        $0.push(animated); return 1
      }
    case .viewWillDisappear(let animated):
      return try callMethod("viewWillDisappear", of: receiver) {
        $0.push(animated); return 1
      }
    case .viewDidDisappear(let animated):
      return try callMethod("viewDidDisappear", of: receiver) {
        $0.push(animated); return 1
      }
    case .encodeRestorableState(let coder):
      // From here on the state counts by itself.
      defer { if lua.isOpen { lua.setHeld(0, for: coder) } }
      return try withoutTracing {
        try callMethod("encodeRestorableState", of: receiver) {
          $0.push(object: coder); return 1
        }
      }
    case .decodeRestorableState(let coder):
      return try callMethod("decodeRestorableState", of: receiver) {
        $0.push(object: coder); return 1
      }
    case .applicationFinishedRestoringState: return try callMethod("applicationFinishedRestoringState", of: receiver)
    case .draw(let canvas):
      return try withoutTracing { try draw(receiver, on: canvas) }
    case .accessibilityElements(let given):
      guard let view = receiver as? View, let elements = try accessibilityElements(of: view) else { return false }
      given.elements = elements
      return true
    case .keyPressed(let key):
      return try callHandling("keyPressed", of: receiver) {
        $0.push(key.name); return 1
      }
    case .mouseEvent(let event):
      return try callHandling("mouseEvent", of: receiver) {
        event.push(on: $0); return 1
      }
    case .valueChanged: return try callHandler(receiver is Button ? "action" : "onChange", of: receiver)
    case .validate(let validation): return try validate(validation, of: receiver)
    case .alertResult(let result, let method): return try callResult(method, result, of: receiver)
    case .linkActivated(let view):
      return try callHandler("action", of: receiver, with: view, (receiver as? TextLink)?.address)
    }
  }

  /// Calls a script's `draw`, unless it ran into the time limit before: it would stop the app again with every frame.
  private func draw(_ receiver: Responder, on canvas: Canvas) throws -> Bool {
    let function = identity(ofMethod: "draw", of: receiver)
    if let function, stoppedDrawings.contains(function) { return true }
    do {
      return try callMethod("draw", of: receiver) {
        $0.push(object: canvas); return 1
      }
    } catch let error as LuaError {
      guard case .timeout = error, let function else { throw error }
      stoppedDrawings.insert(function)
      throw error
    }
  }

  public func defines(_ method: String, for receiver: Responder) -> Bool {
    guard lua.isOpen, let stack = try? lua.stack else { return false }
    let base = stack.top
    defer { stack.top = base }
    return lua.pushOverride(method, of: receiver, on: stack)
  }

  /// Calls the method that takes the answer to an alert: `{ action = index, texts = { ... } }`.
  private func callResult(_ method: String, _ result: AlertResult, of presenter: Responder) throws -> Bool {
    let isThere = try callMethod(method, of: presenter) { stack in
      stack.createTable(hash: 2)
      stack.push(Int64(result.action + 1))
      stack.rawSet(-2, "action")
      result.texts.push(on: stack)
      stack.rawSet(-2, "texts")
      return 1
    }
    if !isThere {
      throw LuaError.usage(
        "\((presenter as? ViewController)?.className ?? "the presenter") has no method '\(method)' to take the answer to an alert"
      )
    }
    return true
  }

  /// Calls a script's method that says whether it handled an event.
  private func callHandling(_ name: String, of receiver: Responder, push: (LuaStack) -> Int32) throws -> Bool {
    var isHandled = false
    try callMethod(name, of: receiver, isAction: true, push: push) { isHandled = $0.truth(-1) }
    return isHandled
  }

  /// Asks the function that a script gave a field, with the text, or the method that its class defines.
  private func validate(_ validation: Validation, of field: Responder) throws -> Bool {
    guard lua.isOpen else { return false }
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    try stack.reserve(10)
    if lua.pushHandler("validate", of: field, on: stack) {
      stack.push(validation.text)
      stack.push(object: field)
    } else if lua.pushOverride("validate", of: field, on: stack) {
      stack.push(validation.text)
    } else {
      return false
    }
    willCall("validate", of: field)
    try withoutTracing { try stack.call(arguments: 2, results: 2) }
    if !stack.truth(-2) {
      validation.result = .invalid(stack.isNil(-1) ? "" : stack.describe(-1))
    }
    return true
  }

  public func owner(_ owner: Responder, didTake owned: Responder) {
    guard lua.isOpen else { return }
    lua.link(owner, owned)
    // It may be gone again before the turn ends.
    if owner is View, let controller = (owned as? View)?.viewController { mistakes.viewWasAdded(of: controller) }
    if let controller = owned as? ViewController {
      noteControllersInTree()
      mistakes.controllerDidAppear(controller)
    }
  }

  public func owner(_ owner: Responder, didRelease owned: Responder) {
    guard lua.isOpen else { return }
    lua.unlink(owner, owned)
  }

  public func responder(_ responder: Responder, holds bytes: Int) {
    guard lua.isOpen else { return }
    lua.setHeld(bytes, for: responder)
  }
}

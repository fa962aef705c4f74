import Interface
import LuaRuntime

// How the host calls what a script gave its objects: methods and handlers.
extension ScriptHost {
  /// Calls a method that a script gave an object, if it did.
  ///
  /// - Parameters:
  ///   - isAction: whether the user did something.
  ///   - push: pushes the arguments after self and returns their count.
  ///   - take: takes the one result, which is on top.
  /// - Returns: whether there is such a method.
  @discardableResult
  func callMethod(
    _ name: String, of object: AnyObject, isAction: Bool = false, push: (LuaStack) -> Int32 = { _ in 0 },
    take: (LuaStack) throws -> Void = { _ in }
  ) throws -> Bool {
    guard lua.isOpen, !hasExited else { return false }
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    try stack.reserve(12)
    guard lua.pushOverride(name, of: object, on: stack) else { return false }
    let arguments = push(stack)
    willCall(name, of: object)
    try callingBack(object, isAction: isAction) { try stack.call(arguments: arguments + 1, results: 1) }
    try take(stack)
    return true
  }

  /// Notes what is called now, for the message about a call that cannot be stopped.
  func willCall(_ name: String, of object: AnyObject) {
    switch object {
    case let view as View: lua.willCall(name, of: view.restorationIdentifier ?? view.className)
    case let controller as ViewController:
      lua.willCall(name, of: controller.restorationIdentifier ?? controller.className)
    default: lua.willCall(name, of: object is ScriptApplication ? "app" : lua.hostClass(of: object)?.name)
    }
  }

  /// The names that an object can be asked for.
  func memberNames(of object: AnyObject) -> [String] {
    guard let stack = try? lua.stack else { return [] }
    stack.push(object: object)
    defer { stack.pop() }
    return stack.memberNames(-1)
  }

  /// Whether a script gave an object a method.
  func hasMethod(_ name: String, of object: AnyObject) -> Bool {
    guard let stack = try? lua.stack, lua.pushOverride(name, of: object, on: stack) else { return false }
    stack.pop(2)
    return true
  }

  /// What tells the function apart that a script gave an object as a method; nil if it gave none.
  func identity(ofMethod name: String, of object: AnyObject) -> UnsafeRawPointer? {
    guard lua.isOpen, let stack = try? lua.stack, lua.pushOverride(name, of: object, on: stack) else { return nil }
    defer { stack.pop(2) }
    return stack.identity(-2)
  }

  /// Calls the function that a script gave an object as a handler, with the object, or with another one.
  ///
  /// - Returns: whether there is one.
  func callHandler(
    _ name: String, of object: AnyObject, with argument: AnyObject? = nil, _ text: String? = nil
  ) throws -> Bool {
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    try stack.reserve(8)
    guard lua.pushHandler(name, of: object, on: stack) else { return false }
    willCall(name, of: object)
    stack.push(object: argument ?? object)
    if let text { stack.push(text) }
    try callingBack(argument ?? object, isAction: true) {
      try stack.call(arguments: text == nil ? 1 : 2, results: 0)
    }
    return true
  }

  /// Calls a handler where no caller takes an error: the error is shown to the user.
  func runHandler(_ name: String, of object: AnyObject) {
    do { _ = try callHandler(name, of: object) } catch { application.report(error, from: name) }
  }
}

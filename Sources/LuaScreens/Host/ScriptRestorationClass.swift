import Interface
import LuaRuntime
import StateRestoration

/// A restoration class of a script: a class, or a plain table with the method of a restoration class. The archive
/// identifies a table by its own field `name` or `__name`, or else by the variable or field that contains it.
@MainActor
final class ScriptRestorationClass: RestorationClass {
  let name: String
  private let receiver: ScriptCalls.Receiver
  private weak var host: ScriptHost?

  init(name: String, _ receiver: ScriptCalls.Receiver, host: ScriptHost) {
    self.name = name
    self.receiver = receiver
    self.host = host
  }

  /// Whether it has the method that a callback calls.
  func has(_ callback: Callback) -> Bool { host?.calls.has(callback, of: receiver) ?? true }

  /// Returns the error for a missing method.
  func missing(_ callback: Callback) -> LuaError {
    .usage(
      "the restoration class \(name) has no method \(callback.name); define function \(name):\(callback.name)(path, coder)"
    )
  }

  private func call<Result>(
    _ callback: Callback, _ path: IdentifierPath, _ coder: StateCoder,
    take: (LuaStack, ScriptHost) throws -> Result?
  ) throws -> Result? {
    guard let host, host.lua.isOpen else { return nil }
    let result = try host.calls.lending(coder) {
      try host.calls.call(callback, of: receiver, path.components, $0) { try take($0, host) }
    }
    guard let result else { throw missing(callback) }
    return result
  }

  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  {
    let callback = RestorationCallbacks.viewControllerWithRestorationIdentifierPath
    let made = try call(callback, path, coder) { stack, _ in
      try .some(restored(stack, by: "\(name):\(callback.name)"))
    }
    host?.noteRestorationMethod(callback, of: receiver, name, path, returned: made ?? nil)
    return made ?? nil
  }

  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)? {
    let callback = RestorationCallbacks.objectWithRestorationIdentifierPath
    let made = try call(callback, path, coder) { stack, host in
      stack.isNil(-1)
        ? nil : try host.restoration.object(at: -1, identifier: path.components.last ?? "", on: stack)
    }
    host?.noteRestorationMethod(callback, of: receiver, name, path, returned: made)
    return made
  }
}

extension ScriptHost {
  /// Notifies observers of the result of a restoration method.
  ///
  /// - Parameter className: the restoration class; nil for the application's method.
  func noteRestorationMethod(
    _ callback: Callback, of receiver: ScriptCalls.Receiver, _ className: String?, _ path: IdentifierPath,
    returned node: (any StateRestoring)?
  ) {
    guard observers.wantDetails else { return }
    let place = try? lua.withStack { try calls.definition(of: callback.name, receiver, on: $0) }
    let method = RestorationMethod(name: callback.name, className: className, path: path, place: place ?? nil)
    observers.notifyInDetail { $0.restorationMethod(method, returned: node) }
  }
}

/// Returns the result of a restoration method: a view controller or nil.
@MainActor
func restored(_ stack: LuaStack, by method: @autoclosure () -> String) throws -> ViewController? {
  if stack.isNil(-1) { return nil }
  guard let controller = stack.object(-1) as? ViewController else {
    throw stack.wrongType(-1, "the result of \(method())", expected: "a view controller or nil")
  }
  return controller
}

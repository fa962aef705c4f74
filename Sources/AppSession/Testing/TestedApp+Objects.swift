import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// Objects of the app in the test.
extension TestedApp {
  func find(_ identifier: String) throws -> Int? { try Automation(application).find(identifier).map(handle) }

  /// Returns a handle for an object of the app, which does not keep the object alive.
  private func handle(of object: AnyObject) -> Int {
    if let known = objects.handle(of: object) { return known }
    let name = (object as? ViewController)?.className ?? (object as? View)?.className ?? "object"
    let identifier = (object as? any StateRestoring)?.restorationIdentifier
    let path = (object as? Responder).flatMap { responder in
      session.host.map { Automation($0.application).path(to: responder).description }
    }
    return objects.add(object, name + (identifier.map { " \"\($0)\"" } ?? ""), path: path ?? "")
  }

  private func object(_ handle: Int) throws -> AnyObject {
    let known = objects[handle]
    if replacesLostObjects, let path = objects.path(of: handle), known.map(isInTree) != true,
      let application = session.host?.application, let found = Automation(application).find(path)
    {
      return found
    }
    guard let known, session.host != nil else {
      throw LuaError.usage(
        "\(objects.description(of: handle)) no longer exists: the app exited or released it; call app:find again")
    }
    return known
  }

  private func isInTree(_ object: AnyObject) -> Bool {
    ((object as? View)?.window ?? (object as? ViewController)?.window) != nil
  }

  /// Reads a property or field of an object and pushes it with `push`. A function is read as nil.
  func read(_ handle: Int, _ name: String, push: (LuaStack, Int32) throws -> Void) throws -> Bool {
    let object = try object(handle)
    let host = try session.running
    return try host.withUntracedStack { stack in
      stack.push(object: object)
      if try stack.getField(-1, name) == .function { return false }
      try push(stack, stack.top)
      return true
    }
  }

  /// Calls a method of an object, as a step.
  func call(
    _ handle: Int, _ name: String, arguments: (LuaStack) throws -> Int32, take: (LuaStack, Int32) throws -> Void
  ) throws {
    let object = try object(handle)
    try step { host in
      try host.lua.withStack { stack in
        stack.push(object: object)
        let owner = stack.top
        try stack.getField(owner, name)
        stack.pushValue(owner)
        let function = stack.top - 2
        try stack.call(arguments: try arguments(stack) + 1, results: LuaStack.allResults)
        try take(stack, stack.top - function)
      }
    }
  }

  /// Transfers a value from the app to the test: objects as handles, lists of objects as lists of handles, other values
  /// as plain values.
  func push(_ index: Int32, of stack: LuaStack, on test: LuaStack, pushObject: (Int) throws -> Void) throws {
    if let object = stack.object(index), object is Responder {
      try pushObject(handle(of: object))
      return
    }
    let count = stack.kind(index) == .table ? stack.rawLength(index) : 0
    if count > 0 {
      stack.rawGet(index, 1)
      let holdsObjects = stack.object(-1) is Responder
      stack.pop()
      if holdsObjects {
        test.createTable(array: count)
        for item in 1...count {
          stack.rawGet(index, Int64(item))
          try push(stack.top, of: stack, on: test, pushObject: pushObject)
          stack.pop()
          test.rawSet(-2, Int64(item))
        }
        return
      }
    }
    try PlainValue(stack, index).push(on: test)
  }
}

import LuaRuntime
import LuaScreens

// The views and controllers of an app in a test. They live in the app's own Lua state, and the test accesses them
// property by property.
extension TestLibrary {
  /// Defines the functions that test.lua calls for an object.
  func defineObjects() {
    define("read") { [unowned self] app, stack in try read(app, stack) }
    define("call") { [unowned self] app, stack in try call(app, stack) }
    define("same") { app, stack in
      stack.push(
        app.objects.areSame(try stack.checkInteger(2, "the object"), try stack.checkInteger(3, "the other object")))
      return 1
    }
  }

  /// Pushes a proxy for an object of the app.
  func pushFound(_ handle: Int, of app: TestedApp, on stack: LuaStack) throws {
    runner.caseRun?.noteObject()
    try pushObject(handle, app.objects.description(of: handle), stack)
  }

  func take(_ inner: LuaStack, _ count: Int32, from app: TestedApp, on stack: LuaStack) throws {
    guard count > 0 else { return }
    let first = inner.top - count + 1
    try stack.reserve(count + 10)
    for index in first...inner.top {
      try app.push(index, of: inner, on: stack) { try pushFound($0, of: app, on: stack) }
    }
  }

  private func read(_ app: TestedApp, _ stack: LuaStack) throws -> Int32 {
    let (handle, name) = (try stack.checkInteger(2, "the object"), try stack.checkString(3, "the property"))
    let isValue = try app.read(handle, name) { inner, index in
      try app.push(index, of: inner, on: stack) { try pushFound($0, of: app, on: stack) }
    }
    if isValue { return 1 }
    stack.pushNil()
    stack.push(true)
    return 2
  }

  private func call(_ app: TestedApp, _ stack: LuaStack) throws -> Int32 {
    let (handle, name) = (try stack.checkInteger(2, "the object"), try stack.checkString(3, "the method"))
    let last = stack.top
    try app.call(
      handle, name,
      arguments: { inner in
        guard last >= 4 else { return 0 }
        for index in 4...last { try PlainValue(stack, index).push(on: inner) }
        return last - 3
      }, take: { inner, count in try take(inner, count, from: app, on: stack) })
    return stack.top - last
  }

  func describe(_ stack: LuaStack) throws -> Int32 {
    let app: LaunchedApp = try stack.checkObject(1, "the app")
    stack.push(app.description(of: try stack.checkInteger(2, "the object")))
    return 1
  }
}

import Interface
import LuaRuntime

// Plain tables of a script that make objects again.
extension ScriptHost {
  /// The plain table at an index as a restoration class; nil if it has no name by which a later launch could find it.
  func plainRestorationClass(at index: Int32, on stack: LuaStack) -> ScriptRestorationClass? {
    guard let identity = stack.identity(index) else { return nil }
    if let known = plainClasses[identity] { return known }
    findPlainClasses(wanted: stack.absolute(index))
    return plainClasses[identity]
  }

  /// The plain restoration class of a name, in all that the script can reach.
  func plainRestorationClass(named name: String) -> ScriptRestorationClass? {
    if let known = plainClasses.values.first(where: { $0.name == name }) { return known }
    findPlainClasses(wanted: nil)
    return plainClasses.values.first { $0.name == name }
  }

  /// - Parameter wanted: where one that is looked for is on the main thread's stack.
  private func findPlainClasses(wanted: Int32?) {
    do {
      try withoutTracing { try lua.withStack(reserving: 20) { try findPlainClasses(wanted: wanted, on: $0) } }
    } catch {
      onProblem(Problem(summary: "looking for restoration classes", error: error))
    }
  }

  private func findPlainClasses(wanted: Int32?, on stack: LuaStack) throws {
    // In the sandbox there is none, and what is in local variables only is not found.
    if stack.pushGlobal("debug") == .table { stack.rawGet(-1, "getupvalue") }
    let getUpvalue = stack.top
    try lua.load(PackageResources.restoration_classes_lua, name: "luahost restoration classes", on: stack)
    pushRoots(on: stack)
    if let wanted { stack.pushValue(wanted) } else { stack.pushNil() }
    stack.pushValue(getUpvalue)
    try stack.call(arguments: 3, results: 1)
    try stack.forEachPair(stack.top) {
      guard let identity = stack.identity(-2), plainClasses[identity] == nil, let name = stack.string(-1),
        lua.hostClass(at: stack.absolute(-2), on: stack) == nil
      else { return }
      plainClasses[identity] = ScriptRestorationClass(name: name, table: LuaReference(stack, -2), host: self)
    }
  }

  /// Pushes a list of what the script keeps: globals, modules, its classes, and the methods of the application.
  private func pushRoots(on stack: LuaStack) {
    stack.createTable()
    let list = stack.top
    var count: Int64 = 0
    func add() {
      count += 1
      stack.rawSet(list, count)
    }
    stack.pushGlobal("_G")
    add()
    if stack.pushGlobal("package") == .table {
      stack.rawGet(-1, "loaded")
      add()
    }
    stack.top = list
    for hostClass in lua.hostClasses where hostClass.isScript {
      hostClass.push(on: stack)
      add()
    }
    let methods = lua.hostClass(of: application)?.callbacks.map(\.name) ?? []
    for method in methods where lua.pushOverride(method, of: application, on: stack) {
      stack.pop()
      add()
    }
  }
}

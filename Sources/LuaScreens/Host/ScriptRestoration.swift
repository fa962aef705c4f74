import Interface
import LuaRuntime
import StateRestoration

/// The objects of a script that take part in restoration besides views and controllers, and the classes that re-create
/// objects at a launch: those of Swift, those of the script, and its plain tables.
@MainActor
final class ScriptRestoration {
  private unowned let host: ScriptHost
  private var lua: LuaState { host.lua }
  /// The registered tables and instances, by their identity in Lua.
  private var objects: [UnsafeRawPointer: ScriptObject] = [:]
  /// The plain tables that re-create objects, by their identity in Lua.
  private var tables: [UnsafeRawPointer: ScriptRestorationClass] = [:]
  /// The classes of Swift and of the script that were registered or looked up, by name.
  private var classes: [String: any RestorationClass] = [:]

  init(of host: ScriptHost) {
    self.host = host
  }

  /// Releases all references to Lua values.
  func removeAll() {
    objects = [:]
    tables = [:]
    classes = [:]
  }

  // MARK: Objects

  /// Whether there are known objects, which values may refer to.
  var hasObjects: Bool { !objects.isEmpty }

  /// Returns the known object for the value at an index; nil if it was never registered.
  func knownObject(at index: Int32, on stack: LuaStack) -> ScriptObject? {
    guard !objects.isEmpty, let identity = stack.identity(index) else { return nil }
    return objects[identity]
  }

  /// Returns the object for the table or instance at an index, and creates it on first use.
  ///
  /// - Throws: ``LuaError/wrongType(what:expected:actual:)`` for any other value.
  func object(at index: Int32, identifier: String, on stack: LuaStack) throws -> ScriptObject {
    let kind = stack.kind(index)
    guard kind == .table || kind == .userdata, let identity = stack.identity(index) else {
      throw LuaError.wrongType(
        what: "the object to restore", expected: "a table or an object", actual: stack.describeKind(index))
    }
    if let known = objects[identity] { return known }
    // From now on, tables may be references.
    host.encoding.stop()
    let className =
      stack.object(index).flatMap { lua.hostClass(of: $0)?.name } ?? lua.hostClass(at: index, on: stack)?.name
      ?? "table"
    let object = ScriptObject(LuaReference(stack, index), identifier: identifier, className: className, host: host)
    objects[identity] = object
    return object
  }

  // MARK: Restoration classes

  /// Registers a Swift object under its name.
  func register(_ restorationClass: any RestorationClass) {
    classes[restorationClass.name] = restorationClass
  }

  /// Returns the restoration class with a name: a registered one, a class of the script, or a plain table; nil if there is
  /// none.
  func restorationClass(named name: String) -> (any RestorationClass)? {
    if let known = classes[name] { return known }
    let hostClass = lua.hostClass(named: name)
    // A table of the script can have the name of a built-in class, such as `Timer`.
    if hostClass?.isScript != true, let table = table(named: name) { return table }
    guard let hostClass else { return nil }
    let found = ScriptRestorationClass(name: name, .method(of: hostClass), host: host)
    classes[name] = found
    return found
  }

  /// Returns the plain table at an index as a restoration class; nil if it has no name by which a later launch could
  /// find it.
  func table(at index: Int32, on stack: LuaStack) -> ScriptRestorationClass? {
    guard let identity = stack.identity(index) else { return nil }
    if let known = tables[identity] { return known }
    findTables(wanted: stack.absolute(index))
    return tables[identity]
  }

  /// Returns the plain table with a name, among all values that the script can reach.
  private func table(named name: String) -> ScriptRestorationClass? {
    if let known = tables.values.first(where: { $0.name == name }) { return known }
    findTables(wanted: nil)
    return tables.values.first { $0.name == name }
  }

  /// - Parameter wanted: the index, on the main thread's stack, of the table to find; nil for all tables.
  private func findTables(wanted: Int32?) {
    do {
      try host.withUntracedStack(reserving: 20) { try findTables(wanted: wanted, on: $0) }
    } catch {
      host.context.report(error, from: "looking for restoration classes")
    }
  }

  private func findTables(wanted: Int32?, on stack: LuaStack) throws {
    // The sandbox has no `debug`, so tables that only local variables contain are not found there.
    if stack.pushGlobal("debug") == .table { stack.rawGet(-1, "getupvalue") }
    let getUpvalue = stack.top
    try lua.load(PackageResources.restoration_classes_lua, name: "luahost restoration classes", on: stack)
    pushRoots(on: stack)
    if let wanted { stack.pushValue(wanted) } else { stack.pushNil() }
    stack.pushValue(getUpvalue)
    try stack.call(arguments: 3, results: 1)
    try stack.forEachPair(stack.top) {
      guard let identity = stack.identity(-2), tables[identity] == nil, let name = stack.string(-1),
        lua.hostClass(at: stack.absolute(-2), on: stack) == nil
      else { return }
      tables[identity] = ScriptRestorationClass(
        name: name, .value(LuaReference(stack, -2), name: name), host: host)
    }
  }

  /// Pushes a list of the values at which the search begins: globals, modules, the script's classes, and the methods of
  /// the application.
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
    let methods = lua.hostClass(of: host.application)?.callbacks.map(\.name) ?? []
    for method in methods where lua.pushOverride(method, of: host.application, on: stack) {
      stack.pop()
      add()
    }
  }
}

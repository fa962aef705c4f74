import Interface
import LuaRuntime
import StateRestoration

/// A plain table of a script that makes objects again. The archive knows it by its own field `name` or `__name`, else by the
/// variable or field in which the script keeps it.
@MainActor
final class PlainRestorationClass: RestorationClass {
  let name: String
  private let table: LuaReference
  private weak var host: ScriptHost?

  init(_ table: LuaReference, name: String, host: ScriptHost) {
    self.table = table
    self.name = name
    self.host = host
  }

  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?
  { nil }

  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)? {
    guard let host else { return nil }
    let stack = try host.lua.stack
    let base = stack.top
    defer { if host.lua.isOpen { stack.top = base } }
    try stack.reserve(12)
    let method = "objectWithRestorationIdentifierPath"
    stack.push(table)
    guard try stack.getField(-1, method) == .function else {
      throw LuaError.usage(
        "\(name) is a restoration class and has no method \(method); define function \(name):\(method)(path, coder)")
    }
    stack.push(table)
    stack.push(path.components)
    stack.push(object: coder)
    try stack.call(arguments: 3, results: 1)
    guard !stack.isNil(-1) else { return nil }
    return try host.scriptObject(at: -1, identifier: path.components.last ?? "", on: stack)
  }
}

extension ScriptHost {
  /// The plain table at an index as a restoration class; nil if it has no name by which a later launch could find it.
  func plainRestorationClass(at index: Int32, on stack: LuaStack) -> PlainRestorationClass? {
    guard let identity = stack.identity(index) else { return nil }
    if let known = plainClasses[identity] { return known }
    findPlainClasses(wanted: stack.absolute(index), on: stack)
    return plainClasses[identity]
  }

  /// The plain restoration class of a name, in all that the script can reach.
  func plainRestorationClass(named name: String) -> PlainRestorationClass? {
    if let known = plainClasses.values.first(where: { $0.name == name }) { return known }
    guard let stack = try? lua.stack else { return nil }
    findPlainClasses(wanted: nil, on: stack)
    return plainClasses.values.first { $0.name == name }
  }

  private func findPlainClasses(wanted: Int32?, on stack: LuaStack) {
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    withoutTracing {
      do {
        try stack.reserve(20)
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
          plainClasses[identity] = PlainRestorationClass(LuaReference(stack, -2), name: name, host: self)
        }
      } catch {
        onProblem(Problem(summary: "looking for restoration classes", error: error))
      }
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

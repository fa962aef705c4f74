import CLua
import LuaBoundary

/// The environment of a chunk of the host (Lua manual, section 2.2): reads and writes the scripts' globals, and
/// provides additional names where the scripts have none.
@MainActor
public final class LuaEnvironment {
  /// The additional names, for completion.
  public let names: [String]
  private let table: LuaReference
  private let own: LuaReference

  /// Creates an environment with additional names.
  ///
  /// - Parameter push: pushes the value of a name.
  public init(_ state: LuaState, names: [String], push: (String, LuaStack) throws -> Void) throws {
    let stack = try state.stack
    let base = stack.top
    defer { stack.top = base }
    self.names = names
    stack.createTable(hash: names.count)
    for name in names {
      try push(name, stack)
      stack.rawSet(-2, name)
    }
    let own = LuaReference(stack, -1)
    self.own = own
    stack.createTable()
    stack.createTable(hash: 4)
    state.pushFunction(on: stack) { stack in try Self.index(stack, own) }
    stack.rawSet(-2, "__index")
    stack.rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    stack.rawSet(-2, "__newindex")
    state.pushFunction(on: stack) { stack in
      lh_push_closure(stack.L, lh_next_field, 0)
      stack.rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
      stack.pushNil()
      return 3
    }
    stack.rawSet(-2, "__pairs")
    _ = lh_set_metatable(stack.L, -2)
    table = LuaReference(stack, -1)
  }

  /// Looks up a name: a script's global first, then an additional name, and last the metatable of the globals.
  private static func index(_ stack: LuaStack, _ own: LuaReference) throws -> Int32 {
    try stack.reserve(8)
    stack.rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    stack.push(own)
    for table in [stack.top - 1, stack.top] {
      stack.pushValue(2)
      if stack.rawGet(table) != .nil { return 1 }
      stack.pop()
    }
    stack.pop()
    lh_push_closure(stack.L, lh_do_gettable, 0)
    stack.pushValue(-2)
    stack.pushValue(2)
    try stack.call(arguments: 2, results: 1)
    return 1
  }

  /// Sets the environment as that of the chunk at an index.
  public func become(environmentOf chunk: Int32, on stack: LuaStack) {
    let chunk = stack.absolute(chunk)
    stack.push(table)
    if lua_setupvalue(stack.L, chunk, 1) == nil { stack.pop() }
  }

  /// Pushes the environment's table.
  public func push(on stack: LuaStack) { stack.push(table) }

  /// Sets an additional name to the value at an index.
  public func set(_ name: String, toValueAt index: Int32, on stack: LuaStack) {
    let index = stack.absolute(index)
    stack.push(own)
    stack.pushValue(index)
    stack.rawSet(-2, name)
    stack.pop()
  }
}

import CLua
import LuaBoundary

// Globals and loaded modules.
extension LuaStack {
  /// Pops a value and sets it as a global, without metamethods.
  public func setGlobal(_ name: String) {
    rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    lua_rotate(L, -2, 1)
    rawSet(-2, name)
    pop()
  }

  /// Pushes a global, without metamethods.
  @discardableResult
  public func pushGlobal(_ name: String) -> Kind {
    rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    let kind = rawGet(-1, name)
    lua_rotate(L, -2, -1)
    pop()
    return kind
  }

  /// Pushes a table of Lua's libraries in the registry, creating it if necessary.
  func pushRegistryTable(_ name: String) {
    guard rawGet(LH_REGISTRY, name) != .table else { return }
    pop()
    createTable()
    pushValue(-1)
    rawSet(LH_REGISTRY, name)
  }

  /// Pushes the value of a required module; nil if it has not been required yet.
  public func pushLoadedModule(_ name: String) {
    pushRegistryTable("_LOADED")
    rawGet(-1, name)
    lua_rotate(L, -2, -1)
    pop()
  }
}

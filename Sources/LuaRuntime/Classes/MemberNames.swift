import CLua
import LuaBoundary

// The member names of values, for completion and inspection.
extension LuaStack {
  /// Pushes the table of fields that a script set on the object at an index. Returns false and pushes nothing if there
  /// are none.
  public func pushFields(_ index: Int32) -> Bool {
    guard object(index) != nil else { return false }
    if lh_get_user_value(L, index, Int32(LH_FIELDS)) == LUA_TTABLE { return true }
    pop()
    return false
  }

  /// Returns the string keys with which the value at an index can be indexed: a table's own and its class's, or an
  /// object's properties, methods and fields. Sorted, without duplicates. Runs no script code.
  public func memberNames(_ index: Int32) -> [String] {
    let base = top
    defer { top = base }
    guard (try? reserve(10)) != nil else { return [] }
    let index = absolute(index)
    var names: Set<String> = []
    if let object = object(index) {
      if let hostClass = state.hostClass(of: object) { addMembers(of: hostClass, to: &names) }
      if pushFields(index) { addKeys(-1, to: &names) }
    } else if let hostClass = state.hostClass(at: index, on: self) {
      addMembers(of: hostClass, to: &names)
      addKeys(index, to: &names)
    } else if kind(index) == .table {
      addKeys(index, to: &names)
      addInherited(index, to: &names)
    } else if kind(index) == .string {
      pushGlobal("string")
      if kind(-1) == .table { addKeys(-1, to: &names) }
    }
    return names.sorted()
  }

  private func addMembers(of hostClass: HostClass, to names: inout Set<String>) {
    names.formUnion(hostClass.memberNames)
    var current: HostClass? = hostClass
    while let next = current, next.isScript {
      next.push(on: self)
      addKeys(-1, to: &names)
      pop()
      current = next.superclass
    }
  }

  /// Follows tables in `__index` of metatables, as used by Lua classes.
  private func addInherited(_ index: Int32, to names: inout Set<String>) {
    pushValue(index)
    for _ in 0..<20 {
      guard pushInherited() else { return }
      addKeys(-1, to: &names)
    }
  }

  /// Replaces the table on top by the table in its metatable's `__index`. Returns false and leaves it if there is none.
  public func pushInherited() -> Bool {
    guard lua_getmetatable(L, -1) != 0 else { return false }
    rawGet(-1, "__index")
    let isTable = kind(-1) == .table
    if isTable { lua_copy(L, -1, -3) }
    pop(2)
    return isTable
  }

  private func addKeys(_ index: Int32, to names: inout Set<String>) {
    try? forEachPair(absolute(index)) {
      if kind(-2) == .string, let name = string(-2) { names.insert(name) }
    }
  }
}

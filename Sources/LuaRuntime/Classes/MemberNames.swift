import CLua
import LuaBoundary

// What a value can be asked for by name: for completion and for tools that show objects.
extension LuaStack {
  /// Pushes the table of the fields that a script set on the object at an index. False, and nothing pushed, if none.
  public func pushFields(_ index: Int32) -> Bool {
    guard object(index) != nil else { return false }
    if lh_get_user_value(L, index, Int32(LH_FIELDS)) == LUA_TTABLE { return true }
    pop()
    return false
  }

  /// The text keys that the value at an index can be indexed with: a table's own and its class's, an object's properties,
  /// methods and fields. Sorted, without doubles. Runs no code of scripts.
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

  /// Follows tables that stand as `__index` in metatables, as classes of scripts do.
  private func addInherited(_ index: Int32, to names: inout Set<String>) {
    pushValue(index)
    for _ in 0..<20 {
      guard pushInherited() else { return }
      addKeys(-1, to: &names)
    }
  }

  /// Replaces the table on top by the one that its metatable has as `__index`. Returns false, and leaves it, if it has none.
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

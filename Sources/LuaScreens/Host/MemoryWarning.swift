import LuaRuntime

/// Decides when to warn an app that its script uses nearly all of its memory limit: once, until usage falls again.
@MainActor
struct MemoryWarning {
  /// The fraction of the limit from which usage counts as high.
  private static let highPart = 0.85
  private var hasWarned = false

  /// Whether to warn now. Garbage does not count: it is collected first where there may be some.
  mutating func isDue(in lua: LuaState) -> Bool {
    guard lua.isOpen, let limit = lua.options.memoryLimit else { return false }
    let high = Int(Double(limit) * Self.highPart)
    guard lua.memoryInUse >= high else {
      hasWarned = false
      return false
    }
    if hasWarned { return false }
    lua.collectGarbage()
    hasWarned = lua.memoryInUse >= high
    return hasWarned
  }
}

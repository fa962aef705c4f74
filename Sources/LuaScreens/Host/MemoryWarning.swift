import LuaRuntime

/// When an app is to be warned that its script holds nearly all the memory that it may: once, until it has let go of some.
@MainActor
struct MemoryWarning {
  /// The part of the limit from which on it is.
  private static let highPart = 0.85
  private var wasGiven = false

  /// Whether now is the time. Garbage does not count: where there may be some, it is collected first.
  mutating func isDue(in lua: LuaState) -> Bool {
    guard lua.isOpen, let limit = lua.options.memoryLimit else { return false }
    let high = Int(Double(limit) * Self.highPart)
    guard lua.memoryInUse >= high else {
      wasGiven = false
      return false
    }
    if wasGiven { return false }
    lua.collectGarbage()
    wasGiven = lua.memoryInUse >= high
    return wasGiven
  }
}

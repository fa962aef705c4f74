import CLua
import LuaBoundary

// What Swift holds for scripts counts with what Lua holds, against the limit and for the pace of the collector, which sees
// nothing of it else. It counts for as long as the object that it belongs to has its userdata, which is as long as the
// object lives.
//
// It is looked at where Swift is going to hold more, and by the hook, but not by Lua's allocator: the collection that Lua
// makes there runs no finalisers, so that what a script has let go would be refused for as long as it counts.
extension LuaState {
  /// What an object takes without what scripts put into it, more or less.
  static let objectSize = 400
  /// What is shorter is taken for a part of the object.
  static let smallest = 256

  /// How many bytes Lua holds, and the host for its scripts.
  public var memoryInUse: Int { Int(context.pointee.used + context.pointee.held) }

  /// Looks whether a script may hold so much more. Where it may not, garbage is collected first, which runs finalisers as
  /// any call of a script's function does.
  ///
  /// - Throws: ``LuaError/memory(limit:)``.
  public func makeRoom(for bytes: Int, on stack: LuaStack) throws {
    try makeRoom(for: bytes, on: stack) { 0 }
  }

  /// The same for what takes the place of something, whose size is asked for only where there is too little room.
  func makeRoom(for bytes: Int, on stack: LuaStack, inPlaceOf replacedSize: () throws -> Int) throws {
    guard bytes > 0, let limit = options.memoryLimit else { return }
    if bytes > limit { throw LuaError.memory(limit: limit) }
    if memoryInUse + bytes <= limit { return }
    collectGarbage(on: stack)
    if memoryInUse + bytes <= limit { return }
    if try memoryInUse + bytes - replacedSize() > limit { throw LuaError.memory(limit: limit) }
  }

  /// An object that scripts know holds so many bytes now, whether or not there is room for them: it is there already. The
  /// script gets the error where it allocates next.
  public func setHeld(_ bytes: Int, for object: AnyObject) {
    let bytes = bytes < Self.smallest ? 0 : bytes
    if bytes == 0, held.isEmpty { return }
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    guard exposed.contains(pointer) else { return }
    count(bytes - (held[pointer] ?? 0))
    held[pointer] = bytes > 0 ? bytes : nil
  }

  /// The object got its userdata.
  func beginHolding(_ object: AnyObject, of hostClass: HostClass) {
    count(Self.objectSize)
    if let bytes = hostClass.size?(object) { setHeld(bytes, for: object) }
  }

  /// The object loses its userdata.
  func endHolding(_ pointer: UnsafeMutableRawPointer) {
    count(-Self.objectSize - (held.removeValue(forKey: pointer) ?? 0))
  }

  func count(_ bytes: Int) {
    if bytes > 0 {
      context.pointee.held += bytes
      context.pointee.unseen += bytes
    } else {
      context.pointee.held -= -bytes
    }
  }

  /// Runs full garbage collections until nothing more is found: a view can go only after what holds it has gone.
  public func collectGarbage() {
    if let stack = try? stack { collectGarbage(on: stack) }
  }

  private func collectGarbage(on stack: LuaStack) {
    var before = Int.max
    for _ in 0..<20 where isOpen && memoryInUse < before {
      before = memoryInUse
      releaseSlots(stack.L)
      lh_push_closure(stack.L, lh_do_gc, 0)
      do { try run(on: stack) { lh_protected_call(stack.L, 0, 0) } } catch { return }
    }
  }
}

/// What Swift gathers for a script before there is a value of the script's that holds it.
@MainActor
public final class LuaHeldBytes {
  private weak var state: LuaState?
  private let limit: Int
  private var bytes = 0

  /// Nothing yet.
  ///
  /// - Parameter limit: how much it may be, also where scripts may hold more.
  public init(_ state: LuaState, atMost limit: Int) {
    self.state = state
    self.limit = limit
  }

  /// Counts so many bytes more, if there is room for them. Returns whether there is.
  public func add(_ count: Int) -> Bool {
    guard let state, bytes + count <= limit, let stack = try? state.stack,
      (try? state.makeRoom(for: count, on: stack)) != nil
    else { return false }
    bytes += count
    state.count(count)
    return true
  }

  /// The script has it now, or nobody.
  public func end() {
    if let state, state.isOpen { state.count(-bytes) }
    bytes = 0
  }

  isolated deinit { end() }
}

extension LuaStack {
  /// How much Swift would hold of the value at an index: the bytes of a string, or of the strings in a table.
  ///
  /// - Throws: ``LuaError/memory(limit:)`` if that alone is more than scripts may hold; ``LuaError/usage(_:)`` if the stack
  ///   is too deep.
  public func size(_ index: Int32) throws -> Int {
    var total = 0
    try addSize(index, to: &total, depth: 0)
    return total
  }

  private func addSize(_ index: Int32, to total: inout Int, depth: Int) throws {
    switch kind(index) {
    case .string: total += Int(lua_rawlen(L, index))
    case .table where depth < 8:
      let limit = state.options.memoryLimit
      // Tables that stand in each other many times are as large as what is made of them; somewhere it is to end.
      let ceiling = limit ?? 1 << 30
      try forEachPair(index) {
        guard total <= ceiling else {
          if let limit { throw LuaError.memory(limit: limit) }
          return
        }
        // An item of a list of anything takes a word or two.
        total += 16
        try addSize(-1, to: &total, depth: depth + 1)
      }
    default: break
    }
  }
}

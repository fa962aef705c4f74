import CLua
import LuaBoundary

// Memory that Swift holds for scripts counts towards the memory limit and the pace of the collector, which cannot see
// it otherwise. It counts for as long as its object has a userdata, that is, as long as the object lives.
//
// It is checked when Swift is about to hold more, and by the hook, but not by Lua's allocator: the emergency collection
// there runs no finalizers, so memory that a script has released would still count.
extension LuaState {
  /// The approximate size of an object without the data that scripts put into it.
  static let objectSize = 400
  /// The size below which data counts as part of the object.
  static let smallest = 256

  /// The number of bytes held by Lua, by the host for its scripts, and by their workers.
  public var memoryInUse: Int { Int(context.pointee.used + context.pointee.held) + memoryOfWorkers }

  /// Checks whether a script may hold this many more bytes. If not, collects garbage first, which runs finalizers like
  /// any other call of a script's function.
  ///
  /// - Throws: ``LuaError/memory(limit:)``.
  public func makeRoom(for bytes: Int, on stack: LuaStack) throws {
    try makeRoom(for: bytes, on: stack) { 0 }
  }

  /// Like ``makeRoom(for:on:)``, for data that replaces other data, whose size is computed only if there is too little
  /// room.
  func makeRoom(for bytes: Int, on stack: LuaStack, inPlaceOf replacedSize: () throws -> Int) throws {
    guard bytes > 0, let limit = options.memoryLimit else { return }
    if bytes > limit { throw LuaError.memory(limit: limit) }
    if memoryInUse + bytes <= limit { return }
    collectGarbage(on: stack)
    if memoryInUse + bytes <= limit { return }
    if try memoryInUse + bytes - replacedSize() > limit { throw LuaError.memory(limit: limit) }
  }

  /// Sets the number of bytes held by an object known to scripts, regardless of the limit, as the memory is in use
  /// already. If the limit is exceeded, the script's next allocation fails.
  public func setHeld(_ bytes: Int, for object: AnyObject) {
    let bytes = bytes < Self.smallest ? 0 : bytes
    if bytes == 0, held.isEmpty { return }
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    guard exposed.contains(pointer) else { return }
    count(bytes - (held[pointer] ?? 0))
    held[pointer] = bytes > 0 ? bytes : nil
  }

  /// Starts counting an object that got its userdata.
  func beginHolding(_ object: AnyObject, of hostClass: HostClass) {
    count(Self.objectSize)
    if let bytes = hostClass.size?(object) { setHeld(bytes, for: object) }
  }

  /// Stops counting an object that loses its userdata.
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

  /// Stops the collector until ``resumeCollector()``, while objects are created of which few become garbage. It resumes
  /// earlier if memory grows by a quarter of the limit; without one, by 64 MiB and 4 KiB for each object.
  public func pauseCollector(whileCreating objectCount: Int) {
    guard let stack = try? stack else { return }
    lh_pause_collector(stack.L, options.memoryLimit.map { $0 / 4 } ?? (64 << 20) + objectCount << 12)
  }

  /// Lets the collector run again.
  public func resumeCollector() {
    if let stack = try? stack { lh_resume_collector(stack.L) }
  }

  /// Runs full garbage collections until nothing more is found, as a view can be collected only after its owner.
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

/// Memory that Swift collects for a script before it belongs to a value of the script.
@MainActor
public final class LuaHeldBytes {
  private weak var state: LuaState?
  private let limit: Int
  private var bytes = 0

  /// Creates a counter of 0 bytes.
  ///
  /// - Parameter limit: the maximum, even if scripts may hold more.
  public init(_ state: LuaState, atMost limit: Int) {
    self.state = state
    self.limit = limit
  }

  /// Adds a number of bytes if there is room for them. Returns whether there is.
  public func add(_ count: Int) -> Bool {
    guard let state, bytes + count <= limit, let stack = try? state.stack,
      (try? state.makeRoom(for: count, on: stack)) != nil
    else { return false }
    bytes += count
    state.count(count)
    return true
  }

  /// Stops counting, as the script owns the memory now, or it was discarded.
  public func end() {
    if let state, state.isOpen { state.count(-bytes) }
    bytes = 0
  }

  isolated deinit { end() }
}

extension LuaStack {
  /// Returns the number of bytes that Swift would hold for the value at an index: those of a string, or of the strings
  /// in a table.
  ///
  /// - Throws: ``LuaError/memory(limit:)`` if that alone exceeds the limit; ``LuaError/usage(_:)`` if the stack is too
  ///   deep.
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
      // Tables that are shared many times count each time, as copies would; the sum stops at a ceiling.
      let ceiling = limit ?? 1 << 30
      try forEachPair(index) {
        guard total <= ceiling else {
          if let limit { throw LuaError.memory(limit: limit) }
          return
        }
        // An item of an array of values takes a word or two.
        total += 16
        try addSize(-1, to: &total, depth: depth + 1)
      }
    default: break
    }
  }
}

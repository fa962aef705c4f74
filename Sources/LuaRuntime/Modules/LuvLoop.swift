import CLua
import FoundationEssentials
import Glibc
import LuaBoundary
import SystemCalls

/// luv's loop, for a state whose script requires luv (Debian: lua-luv). The host runs it whenever ``descriptor`` is
/// readable or ``timeout`` has passed. Its callbacks have the limits of a call from outside.
@MainActor
public final class LuvLoop {
  private let luv: UnsafeMutablePointer<lh_luv>
  private let context: UnsafeMutablePointer<lh_context>
  private var isRunning = false
  /// Whether the loop's memory is no longer in use.
  private var isGone = false

  fileprivate init(_ luv: UnsafeMutablePointer<lh_luv>, _ context: UnsafeMutablePointer<lh_context>) {
    self.luv = luv
    self.context = context
  }

  isolated deinit {
    guard isGone else { return }
    free(luv.pointee.loop)
    luv.deallocate()
  }

  /// The descriptor to poll for reading.
  public var descriptor: Int32 { luv.pointee.backend_fd(luv.pointee.loop) }

  /// Whether the loop has active handles or requests.
  public var isAlive: Bool { luv.pointee.loop_alive(luv.pointee.loop) != 0 }

  /// The time after which the loop must be run even if ``descriptor`` is not readable; nil if it need not be run.
  public var timeout: Duration? {
    let loop = luv.pointee.loop
    // The loop's time is otherwise that of its last run.
    luv.pointee.update_time(loop)
    guard isAlive else { return nil }
    let milliseconds = luv.pointee.backend_timeout(loop)
    return milliseconds < 0 ? nil : .milliseconds(milliseconds)
  }

  /// Calls the due callbacks without waiting.
  public func run() {
    guard !isRunning, context.pointee.is_luv_ending == 0 else { return }
    isRunning = true
    luv.pointee.update_time(luv.pointee.loop)
    _ = luv.pointee.run(luv.pointee.loop, Int32(LH_RUN_NOWAIT))
    isRunning = false
  }

  /// Closes all handles.
  ///
  /// - Returns: false if its threads still use memory of the Lua state.
  func end() -> Bool {
    isGone = lh_luv_end(luv, context, UInt64(END_LUV) * 1_000_000) != 0
    return isGone
  }

  fileprivate func pushModule(on stack: LuaStack) throws {
    lh_push_closure(stack.L, lh_do_open_luv, 0)
    lua_pushlightuserdata(stack.L, luv)
    try stack.call(arguments: 1, results: 1)
  }
}

extension LuaState {
  /// Makes `require "luv"` open luv with a loop that the host runs.
  func preloadLuv() throws {
    try preload("luv") { [unowned self] stack in
      let needs: LuaCapabilities = [.nativeCode, .files, .processes, .network]
      if let missing = needs.missing(in: options.capabilities) { throw LuaCapabilities.refusal("luv", missing) }
      let path = try luvPath(stack)
      let luv = UnsafeMutablePointer<lh_luv>.allocate(capacity: 1)
      luv.initialize(to: lh_luv())
      if let missing = lh_luv_load(luv, path) {
        defer { luv.deallocate() }
        throw LuaError.usage("cannot open luv (\(path)): \(String(cString: missing))")
      }
      let loop = LuvLoop(luv, context)
      self.luv = loop
      try loop.pushModule(on: stack)
      onLuv(loop)
    }
  }

  /// Returns the path at which Lua's own `require` would find luv.
  private func luvPath(_ stack: LuaStack) throws -> String {
    let base = stack.top
    defer { stack.top = base }
    stack.pushRegistryTable("_LOADED")
    stack.rawGet(-1, "package")
    stack.rawGet(-1, "cpath")
    let paths = (stack.lossyString(-1) ?? "").split(separator: ";").map {
      String($0).replacing("?", with: "luv")
    }
    guard let path = paths.first(where: { FileManager.default.isReadableFile(atPath: $0) }) else {
      throw LuaError.usage(
        "module 'luv' not found: install Debian's lua-luv (apt-get install lua-luv). Searched:\n\t"
          + paths.joined(separator: "\n\t"))
    }
    return path
  }
}

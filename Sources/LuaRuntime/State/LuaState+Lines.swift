import LuaBoundary

extension LuaState {
  /// Sets a Lua function that observes the lines of scripts, on all threads, while ``observesLines`` is true. It must be set before
  /// a script creates coroutines.
  ///
  /// - Parameter function: is called with true before a line runs, and with false when a function returns (Lua manual, section
  ///   4.7). Its time and memory do not count as the script's, and its errors are ignored. If it returns true, ``observesLines``
  ///   is false from then on.
  public func setLineObserver(_ function: LuaReference) throws {
    try withStack { stack in
      stack.push(function)
      lh_set_line_observer(stack.L)
    }
  }

  /// Whether the observer of lines is called.
  public var observesLines: Bool {
    get { context.pointee.observes_lines != 0 }
    set { context.pointee.observes_lines = newValue ? 1 : 0 }
  }
}

extension LuaStack {
  /// Pushes Lua's library `debug`, which scripts in the sandbox do not have.
  public func pushDebugLibrary() throws {
    lh_push_debug_opener(L)
    try call(arguments: 0, results: 1)
  }
}

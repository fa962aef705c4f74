import CLua
import LuaBoundary

extension LuaState {
  /// Replaces library functions that would bypass the host (output and process exit), and removes those for which
  /// scripts lack the capability.
  func installPrelude(_ stack: LuaStack) throws {
    try replaceFunctions(stack)
    try load(PackageResources.prelude_lua, name: "luahost prelude", on: stack)
    lh_push_closure(stack.L, lh_make_xpcall, 0)
    lh_push_closure(stack.L, lh_time_is_over, 0)
    try stack.call(arguments: 2, results: 0)
    guard options.capabilities != .all else { return }
    try load(PackageResources.withhold_lua, name: "luahost prelude", on: stack)
    stack.createTable(hash: 8)
    for (name, capability) in LuaCapabilities.names {
      stack.setField(name, options.capabilities.contains(capability))
    }
    pushFunction(on: stack) { stack in try stack.state.requireInSandbox(stack) }
    try stack.call(arguments: 2, results: 0)
  }

  private func replaceFunctions(_ stack: LuaStack) throws {
    lh_push_closure(stack.L, lh_do_replace_functions, 0)
    try stack.call(arguments: 0, results: 0)
    pushFunction(on: stack) { stack in
      stack.state.onPrint(stack.bytes(1) ?? [])
      return 0
    }
    stack.rawSet(LH_REGISTRY, LH_PRINT)
    stack.pushGlobal("os")
    pushFunction(on: stack) { stack in
      let code: Int32 =
        switch stack.kind(1) {
        case .none, .nil: 0
        case .boolean: stack.truth(1) ? 0 : 1
        default: Int32(truncatingIfNeeded: try stack.convertedInteger(1) ?? Int64(stack.checkInteger(1, "code")))
        }
      throw stack.state.requestExit(code: code)
    }
    stack.rawSet(-2, "exit")
    stack.pop()
  }
}

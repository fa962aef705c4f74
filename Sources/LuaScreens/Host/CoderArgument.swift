import LuaRuntime
import StateRestoration

/// A coder as the argument of a callback.
enum CoderArgument: LuaPushable {
  case kept(StateCoder)
  case lent(LentObject)

  func push(on stack: LuaStack) {
    switch self {
    case .kept(let coder): stack.push(object: coder)
    case .lent(let coder): coder.push(on: stack)
    }
  }
}

extension ScriptCalls {
  /// Calls a closure with a coder as the argument of callbacks, to which it is lent if possible.
  func lending<Result>(_ coder: StateCoder, _ body: (CoderArgument) throws -> Result) throws -> Result {
    guard lendsCoders, let coderClass else { return try body(.kept(coder)) }
    return try lua.lending(coder, as: coderClass) { try body(.lent($0)) }
  }
}

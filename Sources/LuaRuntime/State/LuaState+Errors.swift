import CLua
import LuaBoundary
import StateRestoration

// Errors of Lua as Swift errors, and the other way round.
extension LuaState {
  /// Pops the error value of the last call from outside and returns it as an error.
  func takeError(status: Int32, on stack: LuaStack) -> LuaError {
    defer { stack.pop() }
    guard lua_checkstack(stack.L, 20) != 0 else { return .usage("stack overflow") }
    lh_push_traceback(stack.L)
    let traceback = stack.lossyString(-1) ?? ""
    stack.pop()
    return error(status: status, ended: context.pointee.ended, on: stack, traceback: traceback)
  }

  /// Returns the error value on top as an error.
  func error(status: Int32, ended: Int32, on stack: LuaStack, traceback: String) -> LuaError {
    let traceback = Self.cleaned(traceback)
    switch ended {
    case Int32(LH_WORK_LIMIT), Int32(LH_CLOCK_LIMIT):
      return .timeout(limit(ended), of: takeStoppedCallback(), traceback: traceback)
    case Int32(LH_EXITING): return .exit(code: exitCode)
    case Int32(LH_KILLED): return .closed
    case Int32(LH_ENDED): return .ended(traceback: traceback)
    case Int32(LH_INTERRUPTED): return .interrupted(traceback: traceback)
    default: break
    }
    if status == LUA_ERRMEM { return .memory(limit: options.memoryLimit ?? 0) }
    if stack.kind(-1) == .string {
      if let raised = raisedMemoryError, raised.isValue(-1, of: stack) {
        return .memory(limit: raised.limit, place: raised.place, traceback: traceback)
      }
      let message = stack.lossyString(-1, atMost: String.longestMessage + 1) ?? ""
      let place = ErrorAdvice.place(for: message, traceback: traceback)
      let advice = ErrorAdvice(
        globals: { self.globalNames(stack) }, methods: { self.methodNames(stack) },
        owners: { self.owners(ofMethod: $0) },
        source: sourceText, task: options.alternatives?.task)
      return .runtime(message: advice.advised(place + message).cutAsMessage, traceback: traceback, value: nil)
    }
    let message =
      stack.kind(-1) == .nil ? ErrorAdvice.raisedNil(traceback: traceback) : ValuePrinter.line(stack, -1)
    return .runtime(message: message.cutAsMessage, traceback: traceback, value: LuaReference(stack, -1))
  }

  private func globalNames(_ stack: LuaStack) -> [String] {
    stack.rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    defer { stack.pop() }
    return stack.memberNames(-1)
  }

  /// Returns the names of the methods of all classes, built-in or created by scripts.
  private func methodNames(_ stack: LuaStack) -> [String] {
    classes.flatMap { hostClass in
      guard hostClass.isScript else { return hostClass.methodNames }
      hostClass.push(on: stack)
      defer { stack.pop() }
      return stack.memberNames(-1).filter { hostClass.propertiesByName[$0] == nil }
    }
  }

  /// Returns the names of the classes that define a method.
  private func owners(ofMethod name: String) -> [String] {
    classes.filter { hostClass in
      guard hostClass.isScript else {
        return hostClass.hasMethod(name) && hostClass.superclass?.hasMethod(name) != true
      }
      return definition(ofClassMethod: name, named: hostClass.name) != nil
    }.map(\.name)
  }

  /// Returns a traceback without the host's own frames.
  static func cleaned(_ traceback: String) -> String {
    traceback.split(separator: "\n").filter { !$0.contains("luahost prelude") && !$0.hasSuffix("[C]: in ?") }
      .joined(separator: "\n")
  }
}

extension LuaStack {
  /// Pushes the error value for a script: the value that a script raised, or a message with the script's line.
  func push(error: any Error) {
    if let error = error as? LuaError {
      switch error {
      // A value raised in another state is passed on as text.
      case .runtime(_, _, let value?) where value.belongs(to: state): return push(value)
      case .runtime, .syntax: return push(error.message)
      case .memory(let limit, let place, _):
        let place = place.isEmpty ? self.place(level: 1) : place
        push(LuaError.memory(limit: limit, place: place).message)
        state.raisedMemoryError = RaisedMemoryError(value: LuaReference(self, -1), limit: limit, place: place)
        return
      default: break
      }
    }
    push(place(level: 1) + ((error as? LuaError)?.message ?? "\(error)".cutAsMessage))
  }
}

/// An error about the memory limit that the host has raised in a script, recognized by the identity of its value.
@MainActor
struct RaisedMemoryError {
  let value: LuaReference
  let limit: Int
  let place: String

  /// Returns whether the value at an index is the raised one.
  func isValue(_ index: Int32, of stack: LuaStack) -> Bool {
    let identity = stack.identity(index)
    value.push(on: stack)
    defer { stack.pop() }
    return identity != nil && identity == stack.identity(-1)
  }
}

import LuaRuntime

// Lines typed at a prompt.
extension ScriptHost {
  /// Compiles a text that is an expression or statements, and pushes it as a function, which returns the expression's values.
  ///
  /// - Throws: ``LuaError/syntax(message:)``.
  func loadLine(_ source: String, name: String, on stack: LuaStack) throws {
    observers.notify { $0.lineWillRun() }
    do {
      try lua.load(Array("return \(source)".utf8), name: name, on: stack)
    } catch {
      try lua.load(Array(source.utf8), name: name, on: stack)
    }
  }

  /// Starts running a typed line as a task: it may wait while the app continues. Its globals are the app's and
  /// ``promptNames()``. It first runs at the end of the turn.
  ///
  /// - Throws: ``LuaError/syntax(message:)``.
  public func begin(line source: String) throws -> LuaTask {
    try lua.withStack { stack in
      try loadLine(Self.statement(source), name: Self.promptName, on: stack)
      try promptNames().become(environmentOf: stack.top, on: stack)
      return try lua.tasks.start(function: stack.top, name: Self.promptName, on: stack)
    }
  }

  /// Whether a text ends inside a statement or an expression, so that more lines could complete it.
  public func isIncomplete(_ source: String) -> Bool {
    guard let stack = try? lua.stack else { return false }
    let source = Self.statement(source)
    let errors = compileErrors(source, on: stack)
    return errors.count == 2 && errors.contains { ($0 as? LuaError)?.isIncomplete == true }
  }

  /// Whether a text is an expression or statements without a syntax error.
  public func canRun(_ source: String) -> Bool {
    guard let stack = try? lua.stack else { return false }
    return compileErrors(Self.statement(source), on: stack).count < 2
  }

  /// Returns the errors of a text as an expression and as statements; the second only if the first fails.
  private func compileErrors(_ source: String, on stack: LuaStack) -> [any Error] {
    var errors: [any Error] = []
    for text in ["return " + source, source] {
      do {
        try lua.load(Array(text.utf8), name: Self.promptName, on: stack)
        stack.pop()
        return errors
      } catch {
        errors.append(error)
      }
    }
    return errors
  }

  /// The name of the text in messages.
  private static let promptName = "prompt"

  /// A line that begins with `=` prints an expression, as in `lua`.
  private static func statement(_ source: String) -> String {
    let text = source.drop(while: \.isWhitespace)
    return text.first == "=" ? "return " + text.dropFirst() : source
  }

  /// The names that a line can use if the app has no global of that name: the module `ui`, the application `app`, and
  /// `_`, the first value of the last line that returned one.
  ///
  /// - Throws: ``LuaError/closed``.
  public func promptNames() throws -> LuaEnvironment {
    if let promptNamesIfCreated { return promptNamesIfCreated }
    let names = try LuaEnvironment(lua, names: ["_", "app", "ui"]) { [module, application] name, stack in
      switch name {
      case "ui": stack.pushLoadedModule(module.name)
      case "app": stack.push(object: application)
      default: stack.pushNil()
      }
    }
    promptNamesIfCreated = names
    return names
  }

  /// Pushes the results of a finished line, and returns their count. The first result becomes `_`.
  public func pushResults(ofLine line: LuaTask, on stack: LuaStack) throws -> Int32 {
    let count = try line.pushResults(on: stack)
    try keepLastValue(ofResults: count, on: stack)
    return count
  }

  /// Makes the first of the results on top of the stack `_`.
  func keepLastValue(ofResults count: Int32, on stack: LuaStack) throws {
    if count > 0, !stack.isNil(-count) { try promptNames().set("_", toValueAt: -count, on: stack) }
  }
}

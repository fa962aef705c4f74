import LuaRuntime

// What is typed at a prompt.
extension ScriptHost {
  /// Compiles a text that is an expression or statements, and pushes it as a function, which returns the expression's values.
  ///
  /// - Throws: ``LuaError/syntax(message:)``.
  func loadLine(_ source: String, name: String, on stack: LuaStack) throws {
    mistakes.classesDidChange()
    do {
      try lua.load(Array("return \(source)".utf8), name: name, on: stack)
    } catch {
      try lua.load(Array(source.utf8), name: name, on: stack)
    }
  }

  /// Begins to run what was typed, as a task: it may wait, and the app goes on meanwhile. Its globals are the app's, and
  /// ``promptNames()``. It runs when the turn ends.
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

  /// Whether a text is an expression or statements, without an error of syntax.
  public func canRun(_ source: String) -> Bool {
    guard let stack = try? lua.stack else { return false }
    return compileErrors(Self.statement(source), on: stack).count < 2
  }

  /// What is wrong with a text as an expression, and as statements; the second only if the first is.
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

  /// What the text is called in messages.
  private static let promptName = "prompt"

  /// A line that begins with `=` prints an expression, as in `lua`.
  private static func statement(_ source: String) -> String {
    let text = source.drop(while: \.isWhitespace)
    return text.first == "=" ? "return " + text.dropFirst() : source
  }

  /// What a line finds where the app has no global of the name: the module `ui`, the application `app`, and `_`, the first
  /// value of the last line that had one.
  ///
  /// - Throws: ``LuaError/closed``.
  public func promptNames() throws -> LuaEnvironment {
    if let promptNamesIfMade { return promptNamesIfMade }
    let names = try LuaEnvironment(lua, names: ["_", "app", "ui"]) { [module, application] name, stack in
      switch name {
      case "ui": stack.pushLoadedModule(module.name)
      case "app": stack.push(object: application)
      default: stack.pushNil()
      }
    }
    promptNamesIfMade = names
    return names
  }

  /// Pushes what a line that has ended returned, and returns the count. The first value is `_` from now on.
  public func pushResults(ofLine line: LuaTask, on stack: LuaStack) throws -> Int32 {
    let count = try line.pushResults(on: stack)
    if count > 0, !stack.isNil(-count) { try promptNames().set("_", toValueAt: -count, on: stack) }
    return count
  }
}

/// The modules that a script requires with a literal name.
public struct RequiredModules: Sendable {
  /// A required module.
  public struct Requirement: Equatable, Sendable {
    /// The module's name.
    public let name: String
    /// The line of the call.
    public let line: Int
    /// Whether the script works without the module: it is required inside `pcall` or `xpcall`, or by a function of the
    /// script's own that is called `require`.
    public let isOptional: Bool
  }

  /// A string literal.
  public struct Literal: Equatable, Sendable {
    /// The value.
    public let text: String
    /// The line.
    public let line: Int
    /// The Lua function that opens a file, if the string is its argument: `dofile`, `loadfile`, `io.open`, `io.lines`
    /// or `io.input`.
    public let opener: String?
  }

  /// The required modules, in source order.
  public private(set) var requirements: [Requirement] = []
  /// The lines with a computed module name.
  public private(set) var computedLines: [Int] = []
  /// The lines where `require` is assigned to another name.
  public private(set) var renamedLines: [Int] = []
  /// The modules that the script itself assigns to `package.preload` or `package.loaded`.
  public private(set) var provided: Set<String> = []
  /// All single-line strings.
  public private(set) var literals: [Literal] = []

  private let tokens: [LuaTokens.Token]

  /// Scans a text, which need not be valid Lua.
  public init(of source: ArraySlice<UInt8>) {
    tokens = Array(LuaTokens(source))
    read()
  }

  private func kind(_ index: Int) -> LuaTokens.Kind? { tokens.indices.contains(index) ? tokens[index].kind : nil }
  private func isName(_ index: Int, _ name: String) -> Bool { kind(index) == .name(name) }
  private func isSymbol(_ index: Int, _ symbol: String) -> Bool { kind(index) == .symbol(symbol) }
  private func text(_ index: Int) -> String? {
    guard case .string(let bytes)? = kind(index) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private mutating func read() {
    let isOwn = tokens.indices.contains(where: definesRequire)
    // For each open parenthesis, whether the call in it may fail.
    var mayFail: [Bool] = []
    for index in tokens.indices {
      switch tokens[index].kind {
      case .symbol("("):
        let isProtected = isGlobal(index - 1, "pcall") || isGlobal(index - 1, "xpcall")
        mayFail.append(isProtected || mayFail.last == true)
      case .symbol(")"): _ = mayFail.popLast()
      case .string:
        if let text = text(index), !text.contains("\n") {
          literals.append(Literal(text: text, line: tokens[index].line, opener: opener(of: index)))
        }
      case .name("require") where isGlobal(index, "require"):
        readCall(index, isOptional: isOwn || mayFail.last == true)
      case .name("preload"), .name("loaded"): readProvided(index)
      default: break
      }
    }
  }

  /// Returns the function that opens a file, if the string at an index is its whole first argument.
  private func opener(of index: Int) -> String? {
    if isSymbol(index + 1, "..") { return nil }
    let name = isSymbol(index - 1, "(") ? index - 2 : index - 1
    for function in ["dofile", "loadfile"] where isGlobal(name, function) { return function }
    guard isSymbol(name - 1, "."), isGlobal(name - 2, "io") else { return nil }
    for function in ["open", "lines", "input"] where isName(name, function) { return "io.\(function)" }
    return nil
  }

  /// Whether the name is a variable rather than a field or method.
  private func isGlobal(_ index: Int, _ name: String) -> Bool {
    guard isName(index, name) else { return false }
    if isSymbol(index - 1, ".") { return isName(index - 2, "_G") || isName(index - 2, "_ENV") }
    return !isSymbol(index - 1, ":")
  }

  private mutating func readCall(_ index: Int, isOptional: Bool) {
    var argument = index + 1
    if isSymbol(argument, "(") {
      argument += 1
    } else if isSymbol(argument, ","), isSymbol(index - 1, "("),
      isName(index - 2, "pcall") || isName(index - 2, "xpcall")
    {
      // pcall(require, NAME), or with a message handler in between.
      argument += 1
      if isName(index - 2, "xpcall"), let comma = tokens[argument...].firstIndex(where: { $0.kind == .symbol(",") }) {
        argument = comma + 1
      }
    } else {
      if let name = text(argument) {
        add(name, index, isOptional)
      } else if isSymbol(index - 1, "="), !isOwnName(index - 2), !isSymbol(argument, ".") {
        renamedLines.append(tokens[index].line)
      }
      return
    }
    if let name = text(argument), isSymbol(argument + 1, ")") || isSymbol(argument + 1, ",") {
      add(name, index, isOptional || isSymbol(index + 1, ","))
    } else if !isName(index - 1, "function") {
      computedLines.append(tokens[index].line)
    }
  }

  /// Whether the assigned variable or field is called `require`, with or without an attribute.
  private func isOwnName(_ index: Int) -> Bool { isName(isSymbol(index, ">") ? index - 3 : index, "require") }

  private mutating func add(_ name: String, _ index: Int, _ isOptional: Bool) {
    requirements.append(Requirement(name: name, line: tokens[index].line, isOptional: isOptional))
  }

  /// `preload["a.b"] = ` and `preload.a = `.
  private mutating func readProvided(_ index: Int) {
    if isSymbol(index + 1, "["), let name = text(index + 2), isSymbol(index + 3, "]"), isSymbol(index + 4, "=") {
      provided.insert(name)
    } else if isSymbol(index + 1, "."), case .name(let name)? = kind(index + 2), isSymbol(index + 3, "=") {
      provided.insert(name)
    }
  }

  /// Whether `require` is redefined here: as a function, local variable, parameter or by an assignment.
  private func definesRequire(_ index: Int) -> Bool {
    guard isName(index, "require"), !isSymbol(index - 1, "."), !isSymbol(index - 1, ":") else { return false }
    if isName(index - 1, "function") { return true }
    if isSymbol(index + 1, "=") {
      let isField = isSymbol(index - 1, "{") || isSymbol(index - 1, ",") || isSymbol(index - 1, ";")
      let isSame = isName(index + 2, "require") || isSymbol(index + 3, ".") && isName(index + 4, "require")
      return !isField && !isSame
    }
    return isParameter(index)
  }

  /// Whether the name is a parameter of a function.
  private func isParameter(_ index: Int) -> Bool {
    var index = index - 1
    while isSymbol(index, ","), case .name? = kind(index - 1) { index -= 2 }
    guard isSymbol(index, "(") else { return false }
    index -= 1
    while case .name(let name)? = kind(index) {
      if name == "function" { return true }
      // The function's own name.
      index -= isSymbol(index - 1, ".") || isSymbol(index - 1, ":") ? 2 : 1
    }
    return false
  }
}

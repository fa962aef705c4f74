/// Adds the place and advice to Lua's own messages.
@MainActor
struct ErrorAdvice {
  /// Returns the names of all globals.
  let globals: () -> [String]
  /// Returns the names of the methods of all classes.
  let methods: () -> [String]
  /// Returns the names of the classes that define a method, without inheriting ones.
  let owners: (_ method: String) -> [String]
  /// Returns the text of a script by its name in messages; nil if it is unknown.
  let source: (_ script: String) -> ArraySlice<UInt8>?
  /// The name of the host's function that starts a task; nil if there is none.
  let task: String?

  // MARK: The place

  /// Returns the place for messages in which Lua omits it, as a prefix; empty for other messages.
  static func place(for message: String, traceback: String) -> String {
    let isModule = message.hasPrefix("module '") && message.contains("' not found")
    return isModule || message == outsideCoroutine ? place(in: traceback) : ""
  }

  /// Returns the message for an error value of nil.
  static func raisedNil(traceback: String) -> String {
    "\(place(in: traceback))error was called with nil; pass it a message: error(\"…\")"
  }

  /// Returns the place of the innermost script function, as a prefix; empty if there is none.
  private static func place(in traceback: String) -> String {
    for line in traceback.split(separator: "\n").dropFirst() {
      let line = line.drop { $0 == "\t" || $0 == " " }
      guard !line.hasPrefix("["), let end = line.firstRange(of: ": in ")?.lowerBound else { continue }
      return "\(line[..<end]): "
    }
    return ""
  }

  private static let outsideCoroutine = "attempt to yield from outside a coroutine"

  // MARK: Advice

  /// Returns the message with advice in its first line.
  func advised(_ message: String) -> String {
    let lines = message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first else { return message + advice(for: message) }
    return ([Self.advisedOnModule(String(first))] + lines.dropFirst().map(String.init)).joined(separator: "\n")
  }

  /// Returns the line about a missing module, with the correct form of a name that looks like a file.
  private static func advisedOnModule(_ line: String) -> String {
    guard let start = line.firstRange(of: "module '")?.upperBound, line.hasSuffix("' not found:") else { return line }
    let name = line[start...].dropLast("' not found:".count)
    let folders = (name.hasSuffix(".lua") ? name.dropLast(4) : name).split(separator: "/").filter { $0 != "." }
    let dotted = folders.joined(separator: ".")
    // A dotted name cannot refer to the root or to a parent folder.
    guard dotted != name, !dotted.isEmpty, !name.hasPrefix("/"), !folders.contains("..") else { return line }
    return "\(line.dropLast()); use dots in a module's name: require \"\(dotted)\""
  }

  /// Returns the advice for a one-line message; empty if there is none.
  private func advice(for message: String) -> String {
    if message.hasSuffix(Self.outsideCoroutine) {
      return task.map { "; call waiting functions in a task: \($0)(function() … end)" } ?? ""
    }
    guard message.hasSuffix(")"), let start = message.firstRange(of: "attempt to ")?.upperBound else { return "" }
    let words = message[start...]
    guard words.contains(" a nil value ("), let name = words.split(separator: "'").dropFirst().first.map(String.init)
    else { return "" }
    if words.contains("(global '") { return adviceOnGlobal(name, in: message) }
    if words.contains("(local 'self')") {
      return "; the function was called without its object; write object:name(), or function() object:name() end"
    }
    if words.contains("(field '"), ["navigationController", "tabBarController", "splitViewController"].contains(name) {
      return "; the controller is not inside one"
    }
    guard words.hasPrefix("call ") else { return "" }
    if ["new", "alloc"].contains(name) || words.contains("(method 'init')") {
      return "; create an instance by calling the class: Class { … }"
    }
    if ["extend", "derive", "inherit"].contains(name) { return "; create a subclass with Base:subclass \"Name\"" }
    guard words.contains("(method '") else { return "" }
    let owners = owners(name)
    if !owners.isEmpty { return "; it is a method of \(owners.prefix(3).joined(separator: ", "))" }
    return name.count >= 4 ? suggestion(for: name, among: methods()) : ""
  }

  private func adviceOnGlobal(_ name: String, in message: String) -> String {
    switch name {
    case "self": return "; define functions that use self with a colon: function Class:name()"
    case "super": return "; it is a field of the class: Class.super.name(self, …)"
    case "ui": return "; add this line: local ui = require \"luahost\""
    case "coder": return "; it is a parameter: function Class:encodeRestorableState(coder)"
    case "canvas": return "; it is a parameter: function Class:draw(canvas)"
    default: break
    }
    let place = message.prefix(upTo: message.firstRange(of: ": attempt to ")?.lowerBound ?? message.startIndex)
    if let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      let source = source(String(place[..<colon]))
    {
      switch LocalScope(of: name, usedIn: line, of: source) {
      case .ownValue?:
        return "; a local is not visible in its own initial value; declare it first: local \(name); \(name) = …"
      case .later(let line)?:
        return "; the local '\(name)' is declared later, in line \(line); declare it before its use: local \(name)"
      case nil: break
      }
    }
    return suggestion(for: name, among: name.count < 4 ? [] : globals())
  }

  // MARK: Syntax errors

  /// The reserved words of statements. None of them can be followed by a table constructor after a value.
  private static let statementWords: Set<String> = [
    "break", "do", "else", "elseif", "end", "for", "function", "goto", "if", "local", "repeat", "return", "then",
    "until", "while",
  ]

  /// Returns the advice for a syntax error; empty if there is none.
  static func advice(onSyntax message: String) -> String {
    guard let start = message.lastIndex(where: { $0 == " " }) else { return "" }
    let near = message[message.index(after: start)...]
    let lacksBrace = message.contains("'}' expected")
    switch near {
    case "'!'": return "; Lua's operators are ~= (not equal) and not"
    case "'&'", "'|'": return "; Lua's operators are and, or"
    case "'+'", "'-'", "'*'", "'/'":
      return message.contains("syntax error near") ? "; Lua has no += and no ++: name = name + 1" : ""
    case "'='" where message.contains("'then' expected") || message.contains("'do' expected"):
      return "; compare with =="
    case "'='" where lacksBrace: return "; write a key that is not a name as [\"key\"] = value"
    case "':'" where lacksBrace: return "; write a field as name = value"
    case "<eof>": return ""
    default:
      guard lacksBrace else { return "" }
      return statementWords.contains(near.filter { $0 != "'" })
        ? "; is a } missing?" : "; is a comma missing before it?"
    }
  }
}

/// What Lua's own messages do not say: where it was, and what to do.
@MainActor
struct ErrorAdvice {
  /// The names of all globals.
  let globals: () -> [String]
  /// The names of the methods of all classes.
  let methods: () -> [String]
  /// The names of the classes that have a method, without those that inherit it.
  let owners: (_ method: String) -> [String]
  /// The text of a script by its name in messages; nil if it is not known.
  let source: (_ script: String) -> ArraySlice<UInt8>?

  // MARK: The place

  /// Where something fails of which Lua does not say it, for the beginning of the message; empty for other messages.
  static func place(for message: String, traceback: String) -> String {
    let isModule = message.hasPrefix("module '") && message.contains("' not found")
    return isModule || message == outsideCoroutine ? place(in: traceback) : ""
  }

  /// The message for nil, which says nothing itself.
  static func nothingWasRaised(traceback: String) -> String {
    "\(place(in: traceback))error was called with nil; give it a message: error(\"…\")"
  }

  /// Where a script was, for the beginning of a message; empty if it was nowhere.
  private static func place(in traceback: String) -> String {
    for line in traceback.split(separator: "\n").dropFirst() {
      let line = line.drop { $0 == "\t" || $0 == " " }
      guard !line.hasPrefix("["), let end = line.firstRange(of: ": in ")?.lowerBound else { continue }
      return "\(line[..<end]): "
    }
    return ""
  }

  private static let outsideCoroutine = "attempt to yield from outside a coroutine"

  // MARK: What to do

  /// A message with what is to be done about it in its first line.
  func advised(_ message: String) -> String {
    let lines = message.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count > 1, let first = lines.first else { return message + advice(for: message) }
    return ([Self.advisedOnModule(String(first))] + lines.dropFirst().map(String.init)).joined(separator: "\n")
  }

  /// The line about a module that is not found, with how it is to be named if it is named like a file.
  private static func advisedOnModule(_ line: String) -> String {
    guard let start = line.firstRange(of: "module '")?.upperBound, line.hasSuffix("' not found:") else { return line }
    let name = line[start...].dropLast("' not found:".count)
    let folders = (name.hasSuffix(".lua") ? name.dropLast(4) : name).split(separator: "/").filter { $0 != "." }
    let dotted = folders.joined(separator: ".")
    // No dots lead to the root, or to the folder above.
    guard dotted != name, !dotted.isEmpty, !name.hasPrefix("/"), !folders.contains("..") else { return line }
    return "\(line.dropLast()); a module is named with dots: require \"\(dotted)\""
  }

  /// What is added to a message of one line; empty if there is nothing to say.
  private func advice(for message: String) -> String {
    if message.hasSuffix(Self.outsideCoroutine) {
      return "; what waits runs in a task: ui.task(function() … end)"
    }
    guard message.hasSuffix(")"), let start = message.firstRange(of: "attempt to ")?.upperBound else { return "" }
    let words = message[start...]
    guard words.contains(" a nil value ("), let name = words.split(separator: "'").dropFirst().first.map(String.init)
    else { return "" }
    if words.contains("(global '") { return adviceOnGlobal(name, in: message) }
    if words.contains("(local 'self')") {
      return "; the function was called without its object: object:name(), or function() object:name() end"
    }
    if words.contains("(field '"), ["navigationController", "tabBarController", "splitViewController"].contains(name) {
      return "; the controller stands in none"
    }
    guard words.hasPrefix("call ") else { return "" }
    if ["new", "alloc"].contains(name) || words.contains("(method 'init')") {
      return "; an instance is made by calling the class: Class { … }"
    }
    if ["extend", "derive", "inherit"].contains(name) { return "; a class is made by Base:subclass \"Name\"" }
    guard words.contains("(method '") else { return "" }
    let owners = owners(name)
    if !owners.isEmpty { return "; it is a method of \(owners.prefix(3).joined(separator: ", "))" }
    return name.count >= 4 ? suggestion(for: name, among: methods()) : ""
  }

  private func adviceOnGlobal(_ name: String, in message: String) -> String {
    switch name {
    case "self": return "; a function that uses self is defined with a colon: function Class:name()"
    case "super": return "; it is a field of the class: Class.super.name(self, …)"
    case "ui": return "; it is missing: local ui = require \"luahost\""
    case "coder": return "; it is an argument: function Class:encodeRestorableState(coder)"
    case "canvas": return "; it is an argument: function Class:draw(canvas)"
    default: break
    }
    let place = message.prefix(upTo: message.firstRange(of: ": attempt to ")?.lowerBound ?? message.startIndex)
    if let colon = place.lastIndex(of: ":"), let line = Int(place[place.index(after: colon)...]),
      let source = source(String(place[..<colon]))
    {
      switch LocalScope(of: name, usedIn: line, of: source) {
      case .ownValue?:
        return "; a local is not there yet in the value that it is given; declare it before: local \(name); \(name) = …"
      case .later(let line)?:
        return "; the local '\(name)' is declared only in line \(line); declare it before it is used: local \(name)"
      case nil: break
      }
    }
    return suggestion(for: name, among: name.count < 4 ? [] : globals())
  }

  // MARK: What is no Lua

  /// The words that begin, go on or end a statement: none of them goes on with a table after a value.
  private static let statementWords: Set<String> = [
    "break", "do", "else", "elseif", "end", "for", "function", "goto", "if", "local", "repeat", "return", "then",
    "until", "while",
  ]

  /// What is added to the message about a text that is no Lua; empty if there is nothing to say.
  static func advice(onSyntax message: String) -> String {
    guard let start = message.lastIndex(where: { $0 == " " }) else { return "" }
    let near = message[message.index(after: start)...]
    let lacksBrace = message.contains("'}' expected")
    switch near {
    case "'!'": return "; not equal is written ~=, and no is written not"
    case "'&'", "'|'": return "; both is written and, either is written or"
    case "'+'", "'-'", "'*'", "'/'":
      return message.contains("syntax error near") ? "; there is no += and no ++: name = name + 1" : ""
    case "'='" where message.contains("'then' expected") || message.contains("'do' expected"):
      return "; equal is written =="
    case "'='" where lacksBrace: return "; a key that is no name is written [\"key\"] = value"
    case "':'" where lacksBrace: return "; a field is written name = value"
    case "<eof>": return ""
    default:
      guard lacksBrace else { return "" }
      return statementWords.contains(near.filter { $0 != "'" })
        ? "; is the } missing?" : "; is a comma missing before it?"
    }
  }
}

/// What Lua's own messages do not say: where it was, and what to do.
@MainActor
enum ErrorAdvice {
  /// Where a module is required that is not there, for the beginning of the message; empty for other messages.
  static func place(for message: String, traceback: String) -> String {
    guard message.hasPrefix("module '"), message.contains("' not found:") else { return "" }
    return place(in: traceback)
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

  /// What is added to a message; empty if there is nothing to say.
  ///
  /// - Parameters:
  ///   - globals: the names of all globals.
  ///   - methods: the names of the methods of all classes.
  static func advice(for message: String, globals: () -> [String], methods: () -> [String]) -> String {
    guard message.hasSuffix(")"), let start = message.firstRange(of: "attempt to ")?.upperBound else { return "" }
    let words = message[start...]
    guard words.contains(" a nil value ("), let name = words.split(separator: "'").dropFirst().first.map(String.init)
    else { return "" }
    if words.contains("(global '") {
      switch name {
      case "self": return "; a function that uses self is defined with a colon: function Class:name()"
      case "super": return "; it is a field of the class: Class.super.name(self, …)"
      case "ui": return "; it is missing: local ui = require \"luahost\""
      default: return suggestion(for: name, among: name.count < 4 ? [] : globals())
      }
    }
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
    return words.contains("(method '") && name.count >= 4 ? suggestion(for: name, among: methods()) : ""
  }
}

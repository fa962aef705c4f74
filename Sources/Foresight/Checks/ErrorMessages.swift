import LuaRuntime

// The messages of errors, and the lines that they name.
extension Evidence {
  /// Returns an error's message without its traceback.
  static func wholeMessage(of error: any Error) -> String { (error as? LuaError)?.message ?? "\(error)" }

  /// Returns the first line of an error's message, from the line that raised it on.
  static func message(of error: any Error) -> String {
    let text = wholeMessage(of: error)
    var line = String(text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? "")
    // `coroutine.wrap` puts the line of its call before the one that raised the error (Lua manual, section 6.2).
    while let place = Place(line), case let rest = String(line.dropFirst("\(place): ".count)),
      let file = Place(rest)?.file, file.hasSuffix(".lua"), !file.contains(" ")
    {
      line = rest
    }
    return line
  }

  /// Returns the line that raised an error.
  static func place(of error: any Error) -> String? {
    let text = message(of: error)
    if Place(text) != nil, !text.hasPrefix("luahost ") { return text }
    let trace = (error as? LuaError)?.traceback ?? ""
    return trace.split(separator: "\n").lazy.map { $0.trimming() }
      .first { !$0.hasPrefix("[") && !$0.hasPrefix("luahost ") && Place($0) != nil }
  }

  /// Returns a message without the line at its beginning.
  static func withoutPlace(_ message: String) -> String {
    guard let place = Place(message) else { return message }
    return String(message.dropFirst("\(place): ".count))
  }
}

import ArgumentParser
import Glibc

/// Options in the environment: `LUAHOST_OPTIONS` is inserted before the options of the command line, which take
/// precedence.
enum HostOptions {
  static let variable = "LUAHOST_OPTIONS"

  /// Returns the options in the environment of this process.
  ///
  /// - Throws: ``UsageError`` if they are not options of `luahost run`.
  static func fromEnvironment() throws -> [String] {
    guard let value = getenv(variable) else { return [] }
    guard let text = String(validatingCString: value) else { throw UsageError("\(variable) is not UTF-8") }
    let words = try words(of: text)
    guard !words.isEmpty else { return [] }
    // A placeholder for the script that cannot be an option.
    let script = "\u{1}"
    do {
      let command = try RunCommand.parse(words + [script])
      guard command.script == script, !words.contains("--") else {
        throw UsageError("\(variable) may contain only options: \(text)")
      }
    } catch let error as UsageError {
      throw error
    } catch {
      if let last = words.last, (try? RunCommand.parse(words + [script, script])) != nil {
        throw UsageError("\(variable): \(last) requires a value (in: \(text))")
      }
      let message = RunCommand.exitCode(for: error) == .success ? "it requests help" : RunCommand.message(for: error)
      throw UsageError("\(variable) has options that `luahost run` rejects: \(message) (in: \(text))")
    }
    return words
  }

  /// Splits a text into words like a shell, without expansion.
  ///
  /// - Throws: ``UsageError`` if a quote is not closed.
  static func words(of text: String) throws -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Unicode.Scalar?
    var rest = text.unicodeScalars.makeIterator()
    while let scalar = rest.next() {
      switch (quote, scalar) {
      case ("'", "'"), ("\"", "\""): quote = nil
      case ("\"", "\\"), (nil, "\\"):
        guard let next = rest.next() else { throw UsageError("\(variable) ends with a backslash: \(text)") }
        // A continued line. In quotes, a backslash before most characters is literal.
        if next == "\n" { continue }
        word = (word ?? "") + (quote == nil || "\"\\$`".unicodeScalars.contains(next) ? "" : "\\") + String(next)
      case (nil, "'"), (nil, "\""):
        quote = scalar
        word = word ?? ""
      case (nil, _) where scalar.properties.isWhitespace:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(scalar)
      }
    }
    if let quote { throw UsageError("\(variable) has an unclosed quote \(quote): \(text)") }
    return words + (word.map { [$0] } ?? [])
  }
}

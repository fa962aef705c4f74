import ArgumentParser
import Foundation

/// The options in the environment: `LUAHOST_OPTIONS` is put before those of the command line, which win.
enum HostOptions {
  static let variable = "LUAHOST_OPTIONS"

  /// The options in the environment of this process.
  ///
  /// - Throws: ``UsageError`` if they are none of those that `luahost run` has.
  static func fromEnvironment() throws -> [String] {
    guard let value = getenv(variable) else { return [] }
    guard let text = String(validatingCString: value) else { throw UsageError("\(variable) is not UTF-8") }
    let words = try words(of: text)
    guard !words.isEmpty else { return [] }
    // A name that no option can be, in the place of the script.
    let script = "\u{1}"
    do {
      let command = try RunCommand.parse(words + [script])
      guard command.script == script, !words.contains("--") else {
        throw UsageError("\(variable) has more than options in it: \(text)")
      }
    } catch let error as UsageError {
      throw error
    } catch {
      if let last = words.last, (try? RunCommand.parse(words + [script, script])) != nil {
        throw UsageError("\(variable): \(last) has no value (it is: \(text))")
      }
      let message = RunCommand.exitCode(for: error) == .success ? "it asks for help" : RunCommand.message(for: error)
      throw UsageError("\(variable) is not options of `luahost run`: \(message) (it is: \(text))")
    }
    return words
  }

  /// The words of a text as a shell parts them, without expanding anything.
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
        guard let next = rest.next() else { throw UsageError("\(variable) ends in a backslash: \(text)") }
        // A line goes on; in quotes a backslash is itself before most characters.
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
    if let quote { throw UsageError("\(variable) has a quote \(quote) that is not closed: \(text)") }
    return words + (word.map { [$0] } ?? [])
  }
}

import Glibc
import LuaRuntime
import LuaScreens

/// The texts of an app's scripts, for finding uses of a name.
@MainActor
final class ScriptSources {
  /// The scripts: their names in messages, their texts with comments blanked, and the tokens.
  private(set) var files: [(name: String, text: [UInt8], tokens: [LuaTokens.Token])] = []
  /// Whether all files with functions of the app could be read.
  private(set) var areComplete = true

  /// Reads the script, its required modules, and all other files with methods of its classes.
  init(of host: ScriptHost) {
    for file in host.scriptNames.sorted() {
      if let source = host.sourceText(of: file) {
        let tokens = Array(LuaTokens(source))
        files.append((file, Self.text(of: tokens, in: source), tokens))
      } else {
        areComplete = false
      }
    }
  }

  /// Whether a name occurs other than as the definition of a method or field, or as a call of the superclass's method:
  /// a call, a read access, or a string.
  func mention(_ name: String) -> Bool {
    files.contains { file in
      Self.places(of: name, in: file.text).contains {
        !Self.isDefinition(file.text, from: $0, to: $0 + name.utf8.count)
      }
    }
  }

  /// Returns the expression whose property is accessed in a line: `self.navigationController` for
  /// `self.navigationController.viewControllers`.
  ///
  /// - Parameter place: the line, as `file:line`.
  func owner(of property: String, at place: String) -> String? {
    guard let colon = place.lastIndex(of: ":"), let number = Int(place[place.index(after: colon)...]), number > 0,
      let file = files.first(where: { $0.name == place[..<colon] })
    else { return nil }
    let lines = file.text.split(separator: UInt8(ascii: "\n"), maxSplits: number, omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    let line = String(decoding: lines[number - 1], as: UTF8.self)
    let isPart = { (character: Character) in
      character.isASCII && (character.isLetter || character.isNumber || "_.".contains(character))
    }
    for range in line.ranges(of: ".\(property)") {
      if range.upperBound < line.endIndex, line[range.upperBound] != ".", isPart(line[range.upperBound]) { continue }
      let owner = String(line[..<range.lowerBound].reversed().prefix(while: isPart).reversed())
      if !owner.isEmpty, !owner.hasPrefix("."), owner.first?.isNumber == false { return owner }
    }
    return nil
  }

  /// Whether a name occurs anywhere.
  func contain(_ name: String) -> Bool { files.contains { !Self.places(of: name, in: $0.text).isEmpty } }

  /// Returns the number of occurrences of a name.
  func count(of name: String) -> Int { files.reduce(0) { $0 + Self.places(of: name, in: $1.text).count } }

  /// Returns the number of definitions of a method or field.
  func definitionCount(of name: String) -> Int {
    files.reduce(0) { count, file in
      count
        + Self.places(of: name, in: file.text).count {
          Self.isDefinition(file.text, from: $0, to: $0 + name.utf8.count)
        }
    }
  }

  /// Returns the place of the first definition of a name, as `file:line`.
  func definition(of name: String) -> String? {
    for (file, text, _) in files {
      let place = Self.places(of: name, in: text).first { Self.isDefinition(text, from: $0, to: $0 + name.utf8.count) }
      guard let place else { continue }
      return "\(file):\(1 + text[..<place].count { $0 == UInt8(ascii: "\n") })"
    }
    return nil
  }

  /// Returns the offsets at which a name occurs.
  private static func places(of name: String, in text: [UInt8]) -> [Int] {
    let name = Array(name.utf8)
    return text.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let first = name.first else { return [] }
      var places: [Int] = []
      var start = 0
      while let found = memchr(base + start, Int32(first), bytes.count - start) {
        let place = base.distance(to: found)
        let end = place + name.count
        if end <= bytes.count, memcmp(found, name, name.count) == 0, !isOfName(text, place - 1), !isOfName(text, end) {
          places.append(place)
        }
        start = place + 1
      }
      return places
    }
  }

  private static func isOfName(_ text: [UInt8], _ index: Int) -> Bool {
    guard text.indices.contains(index) else { return false }
    let byte = text[index]
    return (48...57).contains(byte) || (65...90).contains(byte & 0xdf) || byte == 95
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Whether the name in a range is that of a method or field being defined, `function A.b:name`, `a.name =`, `{ name
  /// =`, or of a superclass's method, `A.super.name`.
  private static func isDefinition(_ text: [UInt8], from start: Int, to end: Int) -> Bool {
    var before = start - 1
    while before >= 0, isSpace(text[before]) { before -= 1 }
    let isField = before >= 0 && (text[before] == UInt8(ascii: ".") || text[before] == UInt8(ascii: ":"))
    if isField {
      while before >= 0,
        isOfName(text, before) || isSpace(text[before]) || text[before] == UInt8(ascii: ".")
          || text[before] == UInt8(ascii: ":")
      { before -= 1 }
      // The words before the name begin with `function` in the definition of a method.
      let words = String(decoding: text[(before + 1)..<start], as: UTF8.self)
      if words.split(whereSeparator: \.isWhitespace).contains("function") { return true }
      // A method's call of the superclass's method with the same name.
      if words.filter({ !$0.isWhitespace }).hasSuffix(".super.") { return true }
    }
    var after = end
    while after < text.count, isSpace(text[after]) { after += 1 }
    guard after < text.count, text[after] == UInt8(ascii: "=") else { return false }
    if after + 1 < text.count, text[after + 1] == UInt8(ascii: "=") { return false }
    return isField || before >= 0 && "{,;".utf8.contains(text[before])
  }

  /// Returns a script's text with comments, which are not tokens, blanked.
  private static func text(of tokens: [LuaTokens.Token], in source: ArraySlice<UInt8>) -> [UInt8] {
    var kept = source.map { $0 == UInt8(ascii: "\n") ? $0 : 32 }
    for token in tokens {
      for index in token.range { kept[index - source.startIndex] = source[index] }
    }
    return kept
  }
}

import Foundation
import LuaRuntime

/// The texts of an app's scripts, to see whether a name is used in them.
@MainActor
final class ScriptSources {
  private var texts: [(name: String, text: [UInt8])] = []
  /// Whether all could be read that functions of the app come from.
  private(set) var areComplete = true

  /// Reads the script, the modules that it has required, and whatever else its classes' methods come from.
  init(of host: ScriptHost) {
    var files = Set(host.lua.sourceFiles)
    files.insert(host.bundle?.script ?? host.configuration.script)
    for file in files.sorted() {
      if file == host.configuration.script, let source = host.configuration.source {
        texts.append((file, Self.withoutComments(Array(source.utf8))))
      } else if let source = host.bundle?.file(file) {
        texts.append((file, Self.withoutComments(Array(source))))
      } else if let source = FileManager.default.contents(atPath: file), source.count < 16 << 20 {
        texts.append((file, Self.withoutComments([UInt8](source))))
      } else {
        areComplete = false
      }
    }
  }

  /// Whether a name stands somewhere else than where a method or field of it is defined, or the superclass's method is called:
  /// where it is called or read, handed on, or in a string.
  func mention(_ name: String) -> Bool {
    texts.contains { _, text in
      Self.places(of: name, in: text).contains { !Self.isDefinition(text, from: $0, to: $0 + name.utf8.count) }
    }
  }

  /// Whether a name stands anywhere.
  func contain(_ name: String) -> Bool { texts.contains { !Self.places(of: name, in: $0.text).isEmpty } }

  /// Where a name is first defined: `file:line`.
  func definition(of name: String) -> String? {
    for (file, text) in texts {
      let place = Self.places(of: name, in: text).first { Self.isDefinition(text, from: $0, to: $0 + name.utf8.count) }
      guard let place else { continue }
      return "\(file):\(1 + text[..<place].count { $0 == UInt8(ascii: "\n") })"
    }
    return nil
  }

  /// Where a name begins.
  private static func places(of name: String, in text: [UInt8]) -> [Int] {
    let name = Array(name.utf8)
    guard text.count >= name.count else { return [] }
    return (0...(text.count - name.count)).filter { start in
      text[start] == name[0] && text[start..<(start + name.count)].elementsEqual(name)
        && !isOfName(text, start - 1) && !isOfName(text, start + name.count)
    }
  }

  private static func isOfName(_ text: [UInt8], _ index: Int) -> Bool {
    guard text.indices.contains(index) else { return false }
    let byte = text[index]
    return (48...57).contains(byte) || (65...90).contains(byte & 0xdf) || byte == 95
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  /// Whether the name in these bounds is that of a method or field being defined, `function A.b:name`, `a.name =`,
  /// `{ name =`, or of a superclass's method, `A.super.name`.
  private static func isDefinition(_ text: [UInt8], from start: Int, to end: Int) -> Bool {
    var before = start - 1
    while before >= 0, isSpace(text[before]) { before -= 1 }
    let isField = before >= 0 && (text[before] == UInt8(ascii: ".") || text[before] == UInt8(ascii: ":"))
    if isField {
      while before >= 0,
        isOfName(text, before) || isSpace(text[before]) || text[before] == UInt8(ascii: ".")
          || text[before] == UInt8(ascii: ":")
      { before -= 1 }
      // The words before the name, of which the first is `function` where a method is defined.
      let words = String(decoding: text[(before + 1)..<start], as: UTF8.self)
      if words.split(whereSeparator: \.isWhitespace).contains("function") { return true }
      // What a method calls of its superclass under its own name.
      if words.filter({ !$0.isWhitespace }).hasSuffix(".super.") { return true }
    }
    var after = end
    while after < text.count, isSpace(text[after]) { after += 1 }
    guard after < text.count, text[after] == UInt8(ascii: "=") else { return false }
    if after + 1 < text.count, text[after + 1] == UInt8(ascii: "=") { return false }
    return isField || before >= 0 && "{,;".utf8.contains(text[before])
  }

  /// A script's text with spaces in the place of comments.
  private static func withoutComments(_ text: [UInt8]) -> [UInt8] {
    var kept = text.map { $0 == UInt8(ascii: "\n") ? $0 : 32 }
    for token in LuaTokens(text[...]) {
      for index in token.range { kept[index] = text[index] }
    }
    return kept
  }
}

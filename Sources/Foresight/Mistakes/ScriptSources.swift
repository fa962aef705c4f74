import LuaRuntime
import LuaScreens

/// The tokens of an app's scripts, for finding uses of a name.
@MainActor
final class ScriptSources {
  /// The scripts: their names in messages, and their tokens.
  private(set) var files: [(name: String, tokens: [LuaTokens.Token])] = []
  /// Whether all files with functions of the app could be read.
  private(set) var areComplete = true

  /// A name in a script, or a string that contains it as a word.
  private struct Occurrence {
    let place: Place
    let isDefinition: Bool
  }

  /// Reads the script, its required modules, and all other files with methods of its classes.
  init(of host: ScriptHost) {
    for file in host.scriptNames.sorted() {
      if let source = host.sourceText(of: file) {
        files.append((file, Array(LuaTokens(source))))
      } else {
        areComplete = false
      }
    }
  }

  /// Whether a name occurs other than as the definition of a method or field, or as a call of the superclass's method:
  /// a call, a read access, or a string.
  func mention(_ name: String) -> Bool { occurrences(of: name).contains { !$0.isDefinition } }

  /// Whether a name occurs anywhere.
  func contain(_ name: String) -> Bool { !occurrences(of: name).isEmpty }

  /// Returns the number of occurrences of a name.
  func count(of name: String) -> Int { occurrences(of: name).count }

  /// Returns the number of definitions of a method or field.
  func definitionCount(of name: String) -> Int { occurrences(of: name).count(where: \.isDefinition) }

  /// Returns the place of the first definition of a name, as `file:line`.
  func definition(of name: String) -> String? {
    occurrences(of: name).first(where: \.isDefinition)?.place.description
  }

  /// Returns the expression whose property is accessed in a line: `self.navigationController` for
  /// `self.navigationController.viewControllers`.
  ///
  /// - Parameter place: the line, as `file:line`.
  func owner(of property: String, at place: String) -> String? {
    guard let place = Place(place), let file = files.first(where: { $0.name == place.file }) else { return nil }
    let line = file.tokens.filter { $0.line == place.line }
    for index in line.indices where line[index].kind == .name(property) {
      var start = index
      var names: [String] = []
      while start > 1, line[start - 1].kind == .symbol("."), case .name(let name) = line[start - 2].kind {
        names.insert(name, at: 0)
        start -= 2
      }
      // Not a property of a call's result.
      if !names.isEmpty, start == 0 || line[start - 1].kind != .symbol(".") { return names.joined(separator: ".") }
    }
    return nil
  }

  /// Whether a line assigns a field of a property, `view.contentOffset.y = 2`, also as one of several.
  ///
  /// - Parameter place: the line, as `file:line`.
  func assignsField(of property: String, at place: String) -> Bool {
    guard let place = Place(place), let file = files.first(where: { $0.name == place.file }) else { return false }
    let tokens = file.tokens
    return tokens.indices.dropLast(3).contains { index in
      guard tokens[index].line == place.line, tokens[index].kind == .name(property),
        tokens[index + 1].kind == .symbol("."), case .name = tokens[index + 2].kind
      else { return false }
      return [.symbol("="), .symbol(",")].contains(tokens[index + 3].kind)
    }
  }

  private func occurrences(of name: String) -> [Occurrence] {
    let word = Array(name.utf8)
    return files.flatMap { file, tokens in
      tokens.indices.compactMap { index -> Occurrence? in
        switch tokens[index].kind {
        case .name(name):
          Occurrence(
            place: Place(file: file, line: tokens[index].line), isDefinition: Self.isDefinition(index, in: tokens))
        case .string(let text) where Self.contains(word, in: text):
          Occurrence(place: Place(file: file, line: tokens[index].line), isDefinition: false)
        default: nil
        }
      }
    }
  }

  /// Whether a text is a name or contains it as a word.
  private static func contains(_ name: [UInt8], in text: [UInt8]) -> Bool {
    guard text.count > name.count else { return text == name }
    return text.split { !((48...57).contains($0) || (65...90).contains($0 & 0xdf) || $0 == 95) }.contains(name[...])
  }

  /// Whether the name at an index is that of a method or field being defined, `function A.b:name`, `a.name =`,
  /// `{ name =`, or of a superclass's method, `A.super.name`.
  private static func isDefinition(_ index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    let isSymbol = { (index: Int, symbols: [String]) in
      tokens.indices.contains(index) && symbols.contains { tokens[index].kind == .symbol($0) }
    }
    let isField = isSymbol(index - 1, [".", ":"])
    if isField {
      var start = index
      while start > 1, isSymbol(start - 1, [".", ":"]), case .name = tokens[start - 2].kind { start -= 2 }
      if start > 0, tokens[start - 1].kind == .name("function") { return true }
      // A method's call of the superclass's method with the same name.
      let isOfSuper = isSymbol(index - 1, ["."]) && isSymbol(index - 3, ["."])
      if isOfSuper, tokens[index - 2].kind == .name("super") { return true }
    }
    return isSymbol(index + 1, ["="]) && (isField || isSymbol(index - 1, ["{", ",", ";"]))
  }
}

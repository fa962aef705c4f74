import LuaRuntime
import LuaScreens

/// The sources of an app's scripts, to examine code that did not run, and to find the places to edit.
@MainActor
final class AppScripts {
  /// A script's text.
  struct File {
    let name: String
    let source: [UInt8]
    let functions: ScriptFunctions
    var tokens: [LuaTokens.Token] { functions.tokens }
  }

  /// The app's files, by name.
  let files: [String: File]
  /// A method that a script gave to a class.
  private struct Method: Hashable {
    let className: String
    let name: String
  }
  private let definitions: [Method: Place]
  /// The names of the superclasses that scripts created, the nearest first, by class.
  let superclasses: [String: [String]]
  /// The place where each class was created.
  let classPlaces: [String: Place]
  /// The script classes in the order of their creation.
  let classNames: [String]

  /// Reads the scripts of an app that runs.
  init(of host: ScriptHost) {
    var files: [String: File] = [:]
    let names = host.scriptNames
    for name in names {
      guard let source = host.sourceText(of: name) else { continue }
      let bytes = Array(source)
      files[name] = File(name: name, source: bytes, functions: ScriptFunctions(Array(LuaTokens(bytes[...]))))
    }
    self.files = files
    var definitions: [Method: Place] = [:]
    var superclasses: [String: [String]] = [:]
    var classPlaces: [String: Place] = [:]
    let classes = host.lua.hostClasses.filter(\.isScript)
    for hostClass in classes {
      let name = hostClass.name
      classPlaces[name] = hostClass.definedAt.flatMap(Place.init)?.whole(among: names)
      superclasses[name] = sequence(first: hostClass, next: \.superclass).dropFirst().filter(\.isScript).map(\.name)
      let methods = try? host.lua.withStack { stack -> [String] in
        hostClass.push(on: stack)
        return stack.memberNames(-1)
      }
      for method in methods ?? [] {
        guard let place = host.lua.definition(ofClassMethod: method, named: name) else { continue }
        definitions[Method(className: name, name: method)] = Place(place)?.whole(among: names)
      }
    }
    self.definitions = definitions
    self.superclasses = superclasses
    self.classPlaces = classPlaces
    classNames = classes.map(\.name)
  }

  private init(
    files: [String: File], definitions: [Method: Place], superclasses: [String: [String]], classPlaces: [String: Place],
    classNames: [String]
  ) {
    self.files = files
    self.definitions = definitions
    self.superclasses = superclasses
    self.classPlaces = classPlaces
    self.classNames = classNames
  }

  /// Returns the scripts with other names of files.
  func renamed(_ names: [String: String]) -> AppScripts {
    let place = { (place: Place) in Place(file: names[place.file] ?? place.file, line: place.line) }
    let renamed = files.values.map { File(name: names[$0.name] ?? $0.name, source: $0.source, functions: $0.functions) }
    return AppScripts(
      files: Dictionary(uniqueKeysWithValues: renamed.map { ($0.name, $0) }),
      definitions: definitions.mapValues(place), superclasses: superclasses,
      classPlaces: classPlaces.mapValues(place), classNames: classNames)
  }

  /// Returns the place of a method that a class itself has.
  func definition(of method: String, in className: String) -> Place? {
    definitions[Method(className: className, name: method)]
  }

  /// Returns a function by its place.
  func function(at place: Place, named name: String) -> (file: File, function: ScriptFunctions.Function)? {
    guard let file = files[place.file], let function = file.functions.function(at: place.line, named: name) else {
      return nil
    }
    return (file, function)
  }

  /// Returns the first line of an assignment to a property; Lua places an assignment in its last line.
  func firstLine(ofAssignmentAt place: Place?, to isProperty: (String) -> Bool) -> Place? {
    guard let place, let file = files[place.file],
      let assignment = file.assignment(endingIn: place.line, to: isProperty)
    else { return place }
    return Place(file: place.file, line: file.tokens[assignment.lowerBound].line)
  }

  /// Returns the line in which a storyboard describes a scene.
  func place(ofScene scene: String) -> Place? {
    for file in files.values.sorted(by: { $0.name < $1.name }) {
      let tokens = file.tokens
      guard let start = tokens.firstIndex(where: { $0.kind == .name("Storyboard") }) else { continue }
      for index in tokens[start...].indices where index + 2 < tokens.count {
        if tokens[index].kind == .name(scene), tokens[index + 1].kind == .symbol("="),
          tokens[index + 2].kind == .symbol("{")
        {
          return Place(file: file.name, line: tokens[index].line)
        }
      }
    }
    return nil
  }

  // MARK: Keys

  /// Whether code that may run for a class passes a literal key to one of these methods of a coder. Code of classes that
  /// are not among the given ones does not run for them.
  func uses(
    _ key: String, in methods: Set<String>, of classNames: Set<String>, within code: Code = .all
  ) -> Bool {
    keyUses(in: methods, of: classNames, within: code).contains { $0 == .literal(Array(key.utf8)) }
  }

  /// A part of the code that may run for a class.
  enum Code {
    case all
    /// The class's own methods with a name.
    case method(String)
    /// All code but that of the class's own methods with these names.
    case outside(Set<String>)

    fileprivate func contains(_ index: Int, methods: (Set<String>) -> [ClosedRange<Int>]) -> Bool {
      switch self {
      case .all: true
      case .method(let name): methods([name]).contains { $0.contains(index) }
      case .outside(let names): !methods(names).contains { $0.contains(index) }
      }
    }
  }

  /// Whether a line contains a name.
  func line(at place: Place, contains name: String) -> Bool {
    files[place.file]?.tokens.contains { $0.line == place.line && $0.kind == .name(name) } ?? false
  }

  /// Whether code that may run for a class passes a key that is no literal to one of these methods, while the key occurs as a
  /// string somewhere else.
  func mayUse(_ key: String, in methods: Set<String>, of classNames: Set<String>) -> Bool {
    guard keyUses(in: methods, of: classNames).contains(.computed) else { return false }
    return files.values.contains { file in
      file.tokens.indices.contains { index in
        // A name in a table, `{ title = true }`, may be passed too.
        let isName = file.tokens[index].kind == .string(Array(key.utf8)) || file.tokens[index].kind == .name(key)
        return isName && !Self.isArgumentOfCoder(index, in: file.tokens)
      }
    }
  }

  private enum KeyUse: Equatable {
    case literal([UInt8])
    case computed
  }

  /// The methods with which scripts read a coder's keys.
  static let decodingMethods: Set<String> = [
    "decode", "contains", "decodeInteger", "decodeNumber", "decodeString", "decodeBoolean", "decodeTable",
  ]
  private static let coderMethods = decodingMethods.union(["encode"])

  private static func isArgumentOfCoder(_ index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    let method = index > 0 && tokens[index - 1].kind == .symbol("(") ? index - 2 : index - 1
    guard method > 0, case .name(let name) = tokens[method].kind else { return false }
    return coderMethods.contains(name)
  }

  private func keyUses(in methods: Set<String>, of classNames: Set<String>, within code: Code = .all) -> [KeyUse] {
    var found: [KeyUse] = []
    for file in files.values {
      let foreign = foreignRanges(in: file, except: classNames)
      let tokens = file.tokens
      for index in tokens.indices.dropFirst() where index + 1 < tokens.count {
        guard case .name(let name) = tokens[index].kind, methods.contains(name),
          [.symbol(":"), .symbol(".")].contains(tokens[index - 1].kind),
          !foreign.contains(where: { $0.contains(index) }),
          code.contains(index, methods: { ranges(of: $0, in: file) { classNames.contains($0) } })
        else { continue }
        var argument = index + 1
        if tokens[argument].kind == .symbol("("), argument + 1 < tokens.count { argument += 1 }
        // With a dot, the coder is the first argument.
        if tokens[index - 1].kind == .symbol("."), argument + 2 < tokens.count { argument += 2 }
        if case .string(let key) = tokens[argument].kind {
          found.append(.literal(key))
        } else {
          found.append(.computed)
        }
      }
    }
    return found
  }

  /// Returns the token ranges of the methods of all classes but the given ones.
  private func foreignRanges(in file: File, except classNames: Set<String>) -> [ClosedRange<Int>] {
    ranges(of: nil, in: file) { !classNames.contains($0) }
  }

  /// Returns the token ranges of the methods of some classes.
  private func ranges(of names: Set<String>?, in file: File, where isIncluded: (_ className: String) -> Bool)
    -> [ClosedRange<Int>]
  {
    definitions.compactMap { method, place in
      guard place.file == file.name, isIncluded(method.className), names?.contains(method.name) ?? true,
        let function = file.functions.function(at: place.line, named: method.name)
      else { return nil }
      return function.start...function.end
    }
  }

  // MARK: Calls of superclasses

  /// Whether the text of a method may call the superclass's method; nil if another function may do it for it.
  func callsSuper(_ name: String, at place: Place) -> Bool? {
    guard let (file, function) = function(at: place, named: name) else { return nil }
    let body = file.tokens[function.body]
    if body.contains(where: { $0.kind == .name("super") }) { return true }
    if Self.mentions(name, in: file.tokens, function.body) { return true }
    let isElsewhere = files.values.contains { other in
      other.tokens.indices.contains { index in
        guard Self.mentions(name, in: other.tokens, index..<(index + 1)) else { return false }
        let around = other.functions.namedFunction(around: index)
        return around?.name.last != name
      }
    }
    return isElsewhere ? nil : false
  }

  /// Whether tokens in a range call or read a method: `.name`, `:name` or `"name"`, without its definition.
  private static func mentions(_ name: String, in tokens: [LuaTokens.Token], _ range: Range<Int>) -> Bool {
    range.contains { index in
      if tokens[index].kind == .string(Array(name.utf8)) { return true }
      guard tokens[index].kind == .name(name), index > 0,
        [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind)
      else { return false }
      // `function A.b:name` and `a.name = ` define it.
      if index + 1 < tokens.count, tokens[index + 1].kind == .symbol("=") { return false }
      var before = index - 1
      while before > 0 {
        if tokens[before].kind == .name("function") { return false }
        switch tokens[before].kind {
        case .name, .symbol("."), .symbol(":"): before -= 1
        default: return true
        }
      }
      return true
    }
  }
}

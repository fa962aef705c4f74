import LuaRuntime
import LuaScreens

// The keys that code passes to coders, also in code that did not run.
extension AppScripts {
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
    /// All code but that of the class's own methods with these names.
    case outside(Set<String>)

    fileprivate func contains(_ index: Int, methods: (Set<String>) -> [ClosedRange<Int>]) -> Bool {
      switch self {
      case .all: true
      case .outside(let names): !methods(names).contains { $0.contains(index) }
      }
    }
  }

  /// Whether a line contains a name or a string.
  func line(at place: Place, contains token: LuaTokens.Kind) -> Bool {
    files[place.file]?.tokens.contains { $0.line == place.line && $0.kind == token } ?? false
  }

  /// Whether code that may run for a class passes a key that is no literal to one of these methods, while the key occurs as a
  /// string somewhere else.
  ///
  /// - Parameter places: the places of calls that have run, without this key.
  func mayUse(
    _ key: String, in methods: Set<String>, of classNames: Set<String>, besides places: Set<Place> = []
  ) -> Bool {
    var isComputed = false
    for use in keyUses(in: methods, of: classNames) {
      switch use {
      case .listed(let place, let keys) where !places.contains(place):
        if keys.contains(Array(key.utf8)) { return true }
      case .computed(let place, let prefix) where !places.contains(place) && key.utf8.starts(with: prefix):
        if !prefix.isEmpty { return true }
        isComputed = true
      default: break
      }
    }
    guard isComputed else { return false }
    return files.values.contains { file in
      file.tokens.indices.contains { index in
        switch file.tokens[index].kind {
        case .string(Array(key.utf8)):
          !Self.isArgumentOfCoder(index, in: file.tokens) && !Self.isIdentifier(index, in: file.tokens)
        // A name in a table, `{ title = true }`, may be passed too.
        case .name(key): isField(index, in: file)
        default: false
        }
      }
    }
  }

  /// Whether a name is a field of a table, `{ name = … }`, which is not that of a new object, `Class { name = … }`; or a field
  /// that is assigned, `table.name = …`, other than `label.text = …`, and `self.name = …` in a method of a class.
  private func isField(_ index: Int, in file: File) -> Bool {
    let tokens = file.tokens
    guard index > 0, index + 1 < tokens.count, tokens[index + 1].kind == .symbol("="),
      case .name(let field) = tokens[index].kind
    else { return false }
    guard tokens[index - 1].kind != .symbol(".") else {
      if index > 1, tokens[index - 2].kind == .name("self"), let method = file.functions.namedFunction(around: index),
        definitions.values.contains(Place(file: file.name, line: method.line))
      {
        return false
      }
      return !propertyNames.contains(field)
    }
    var depth = 0
    for brace in stride(from: index - 1, through: 0, by: -1) {
      switch tokens[brace].kind {
      case .symbol("}"): depth += 1
      case .symbol("{") where depth > 0: depth -= 1
      case .symbol("{"):
        guard brace > 0, case .name(let owner) = tokens[brace - 1].kind else { return true }
        return owner.first?.isUppercase != true
      default: break
      }
    }
    return false
  }

  private enum KeyUse: Equatable {
    case literal([UInt8])
    /// One of the keys over which a loop runs.
    case listed(Place, Set<[UInt8]>)
    /// A key that an expression computes, perhaps with a string before it, `"name." .. key`.
    case computed(Place, prefix: [UInt8])
  }

  /// The methods with which scripts read a coder's keys.
  nonisolated static let decodingMethods = Set(CoderMethod.allCases.filter(\.isDecoding).map(\.rawValue))
  private static let coderMethods = decodingMethods.union(["encode"])

  private static func isArgumentOfCoder(_ index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    let method = index > 0 && tokens[index - 1].kind == .symbol("(") ? index - 2 : index - 1
    guard method > 0, case .name(let name) = tokens[method].kind else { return false }
    return coderMethods.contains(name)
  }

  /// Whether a string is the restoration identifier of an object.
  private static func isIdentifier(_ index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    index > 1 && tokens[index - 1].kind == .symbol("=") && tokens[index - 2].kind == .name("restorationIdentifier")
  }

  private func keyUses(in methods: Set<String>, of classNames: Set<String>, within code: Code = .all) -> [KeyUse] {
    files.values.flatMap { file -> [KeyUse] in
      let foreign = foreignRanges(in: file, except: classNames) + uncalledRanges[file.name, default: []]
      return keyUses(in: methods, file: file, among: file.tokens.indices) { index in
        !foreign.contains { $0.contains(index) }
          && code.contains(index, methods: { ranges(of: $0, in: file) { classNames.contains($0) } })
      }
    }
  }

  /// Returns the literal keys that the body of a function passes to some methods of a coder, in their order; nil if it computes
  /// others.
  func literalKeys(in methods: Set<String>, ofFunctionAt place: Place, named name: String) -> [String]? {
    guard let (file, function) = function(at: place, named: name) else { return nil }
    var keys: [String] = []
    for use in keyUses(in: methods, file: file, among: function.body, where: { _ in true }) {
      guard case .literal(let key) = use else { return nil }
      let text = String(decoding: key, as: UTF8.self)
      if !keys.contains(text) { keys.append(text) }
    }
    return keys
  }

  /// A call that passes a literal key to a coder.
  struct KeyCall {
    let key: String
    let place: Place
    /// The token of the method's name.
    let index: Int
    /// The fields of `self` in its arguments, or in the line of a decode.
    let fields: Set<String>
    /// The properties of such fields, `self.field.property`, by the names of the fields.
    let properties: [String: Set<String>]
    /// The method with its arguments of an encode, or the line of a decode up to its method.
    let tokens: ArraySlice<LuaTokens.Token>
    /// The constant that is the whole value of an encode; nil for another value.
    fileprivate var constant: LuaTokens.Token? {
      let end = tokens.suffix(3)
      guard end.first?.kind == .symbol(","), end.last?.kind == .symbol(")") else { return nil }
      return end.dropFirst().first { $0.isConstant }
    }
  }

  /// Whether a line encodes a flag under a key: `true`, `false`, or another constant for a field that the scripts compare with
  /// constants.
  func encodesFlag(_ key: String, for field: String, at place: Place) -> Bool {
    keyCalls(in: ["encode"], where: { _ in { _ in true } }).contains { call in
      guard call.key == key, call.place == place, let constant = call.constant else { return false }
      if case .name = constant.kind { return true }
      return files.values.contains { $0.tokens.compare(field) }
    }
  }

  /// Returns the calls by which code that may run for some classes passes literal keys to some methods of a coder, in the order
  /// of their places.
  func keyCalls(in methods: Set<String>, of classNames: Set<String>) -> [KeyCall] {
    keyCalls(in: methods) { file in
      let foreign = foreignRanges(in: file, except: classNames) + uncalledRanges[file.name, default: []]
      return { index in !foreign.contains { $0.contains(index) } }
    }
  }

  /// Returns those in some functions, which are given by their places and names.
  func keyCalls(in methods: Set<String>, ofFunctions functions: [(place: Place, name: String)]) -> [KeyCall] {
    let bodies = functions.compactMap { function(at: $0.place, named: $0.name) }
    return keyCalls(in: methods) { file in
      { index in bodies.contains { $0.file.name == file.name && $0.function.body.contains(index) } }
    }
  }

  /// - Parameter filter: returns whether a token of a file is in the code that is meant.
  private func keyCalls(in methods: Set<String>, where filter: (File) -> (Int) -> Bool) -> [KeyCall] {
    files.values.flatMap { file -> [KeyCall] in
      let isIncluded = filter(file)
      let tokens = file.tokens
      return tokens.indices.flatMap { index -> [KeyCall] in
        guard case .name(let name) = tokens[index].kind, methods.contains(name) else { return [] }
        let uses = keyUses(in: methods, file: file, among: index..<index + 1, where: isIncluded)
        guard !uses.isEmpty else { return [] }
        // The arguments of an encode, and the line of a decode with the assignment.
        let range =
          name == "encode"
          ? index...(file.closing(of: index + 1) ?? index)
          : (tokens[..<index].lastIndex { $0.line < tokens[index].line }.map { $0 + 1 } ?? 0)...index
        func part(_ index: Int, of owner: Int) -> String? {
          guard tokens.indices.contains(index), owner >= 0, tokens[owner + 1].kind == .symbol("."),
            case .name(let part) = tokens[index].kind
          else { return nil }
          return part
        }
        var properties: [String: Set<String>] = [:]
        let fields = range.compactMap { index -> String? in
          guard let field = part(index, of: index - 2), tokens[index - 2].kind == .name("self") else { return nil }
          if let property = part(index + 2, of: index) { properties[field, default: []].insert(property) }
          return field
        }
        return uses.compactMap { use in
          guard case .literal(let key) = use else { return nil }
          return KeyCall(
            key: String(decoding: key, as: UTF8.self), place: Place(file: file.name, line: tokens[index].line),
            index: index, fields: Set(fields), properties: properties, tokens: tokens[range])
        }
      }
    }.sorted { $0.place < $1.place }
  }

  private func keyUses(
    in methods: Set<String>, file: File, among indices: Range<Int>, where isIncluded: (Int) -> Bool
  ) -> [KeyUse] {
    let tokens = file.tokens
    var found: [KeyUse] = []
    for index in indices where index > 0 && index + 1 < tokens.count {
      guard case .name(let name) = tokens[index].kind, methods.contains(name),
        [.symbol(":"), .symbol(".")].contains(tokens[index - 1].kind), isIncluded(index)
      else { continue }
      var argument = index + 1
      if tokens[argument].kind == .symbol("("), argument + 1 < tokens.count { argument += 1 }
      // With a dot, the coder is the first argument; `ui.json.encode` is no coder's.
      if tokens[index - 1].kind == .symbol(".") {
        guard argument + 2 < tokens.count, index > 1, tokens[argument].kind == tokens[index - 2].kind else { continue }
        argument += 2
      }
      let place = Place(file: file.name, line: tokens[index].line)
      if case .string(let key) = tokens[argument].kind {
        let isPrefix = argument + 1 < tokens.count && tokens[argument + 1].kind == .symbol("..")
        found.append(isPrefix ? .computed(place, prefix: key) : .literal(key))
      } else if let keys = constants.texts(at: argument, in: tokens) {
        found += keys.map { .literal($0) }
      } else if argument + 1 < tokens.count, [.symbol(","), .symbol(")")].contains(tokens[argument + 1].kind),
        let keys = TextConstants.texts(ofLoopAround: argument, in: tokens)
      {
        found.append(.listed(place, keys))
      } else {
        found.append(.computed(place, prefix: []))
      }
    }
    return found
  }

  /// Returns the token ranges of the methods that only other classes than the given ones have. A function can be a method of
  /// several classes.
  private func foreignRanges(in file: File, except classNames: Set<String>) -> [ClosedRange<Int>] {
    let own = Set(ranges(of: nil, in: file) { classNames.contains($0) })
    return ranges(of: nil, in: file) { !classNames.contains($0) }.filter { !own.contains($0) }
  }

  /// Returns the token ranges of functions that take a coder, and that nothing calls: their names occur only once. The host
  /// calls those that save and restore, and a script may call the fields of a table that it passes on.
  func uncalledRanges(in file: File) -> [ClosedRange<Int>] {
    file.functions.functions.compactMap { function in
      guard let name = function.name.last, !RestorationName.all.contains(name), nameCounts[name] == 1,
        takesCoder(function, in: file.tokens),
        !function.name.dropLast().contains(where: { tablesPassedOn?.contains($0) ?? true })
      else { return nil }
      return function.start...function.end
    }
  }

  /// Whether a function uses one of its parameters as a coder.
  private func takesCoder(_ function: ScriptFunctions.Function, in tokens: [LuaTokens.Token]) -> Bool {
    let parameters = tokens[function.start..<function.bodyStart].map(\.kind)
    return function.body.dropLast(2).contains { index in
      guard case .name = tokens[index].kind, case .name(let method) = tokens[index + 2].kind else { return false }
      return [.symbol(":"), .symbol(".")].contains(tokens[index + 1].kind) && Self.coderMethods.contains(method)
        && parameters.contains(tokens[index].kind)
    } || parameters.contains(.name("coder"))
  }

  /// Whether the body of a restoration method uses the coder: its last parameter, which may be one of `...`.
  func usesCoder(inRestorationMethodAt place: Place) -> Bool {
    guard let (file, function) = function(at: place, named: RestorationName.make) else { return true }
    let parameters = file.tokens[function.start..<function.bodyStart].split { $0.kind == .symbol("(") }.last ?? []
    guard let coder = parameters.last, parameters.count > 2 || coder.kind == .symbol("...") else { return false }
    return file.tokens[function.body].contains { $0.kind == coder.kind }
  }

  /// Returns the tables whose fields the scripts may call by computed names, as they pass them to a function, such as `pairs`; nil
  /// if they call an element of any table.
  func namesOfTablesPassedOn() -> Set<String>? {
    var names: Set<String> = []
    for tokens in files.values.map(\.tokens) {
      for index in tokens.indices.dropLast(2) {
        if tokens[index].kind == .symbol("]"), tokens[index + 1].kind == .symbol("(") { return nil }
        guard tokens[index].kind == .symbol("("), case .name(let table) = tokens[index + 1].kind,
          [.symbol(")"), .symbol(",")].contains(tokens[index + 2].kind)
        else { continue }
        names.insert(table)
      }
    }
    return names
  }

  /// Returns the token ranges of the methods of some classes.
  ///
  /// - Parameter names: the names of the methods; nil for all.
  func ranges(of names: Set<String>?, in file: File, where isIncluded: (_ className: String) -> Bool)
    -> [ClosedRange<Int>]
  {
    definitions.compactMap { method, place in
      guard place.file == file.name, isIncluded(method.className), names?.contains(method.name) ?? true,
        let function = file.functions.function(at: place.line, named: method.name)
      else { return nil }
      return function.start...function.end
    }
  }
}

extension LuaTokens.Token {
  /// Whether it is a text, a number, `true` or `false`.
  fileprivate var isConstant: Bool {
    switch kind {
    case .string, .number, .name("true"), .name("false"): true
    case .name, .symbol: false
    }
  }
}

extension [LuaTokens.Token] {
  /// Whether a variable or field is compared with a constant.
  fileprivate func compare(_ name: String) -> Bool {
    indices.dropLast(2).contains { index in
      self[index].kind == .name(name) && [.symbol("=="), .symbol("~=")].contains(self[index + 1].kind)
        && self[index + 2].isConstant
    }
  }
}

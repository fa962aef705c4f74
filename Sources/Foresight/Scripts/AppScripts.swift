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
  struct Method: Hashable {
    let className: String
    let name: String
  }
  let definitions: [Method: Place]
  /// The names of the superclasses that scripts created, the nearest first, by class.
  let superclasses: [String: [String]]
  /// The place where each class was created.
  let classPlaces: [String: Place]
  /// The classes that a Swift program has registered, and their subclasses.
  private let classesCodedInSwift: Set<String>
  /// The script classes in the order of their creation.
  let classNames: [String]
  /// The names of the properties of built-in classes.
  let propertyNames: Set<String>
  /// The names of those of view controllers.
  let controllerProperties: Set<String>
  /// The names of the methods that the host calls.
  let callbackNames: Set<String>
  /// The strings in the scripts.
  private(set) lazy var texts = Set(files.values.flatMap(\.tokens).compactMap(\.text))
  /// The strings that the scripts compare with a value, or use as an index: `key == "x"`, `Keys["x"]`.
  private(set) lazy var comparedTexts = Set(
    files.values.flatMap { file in
      let tokens = file.tokens
      return tokens.indices.dropFirst().dropLast().compactMap { index -> String? in
        let (before, after) = (tokens[index - 1].kind, tokens[index + 1].kind)
        guard let text = tokens[index].text,
          ["==", "~="].contains(where: { before == .symbol($0) || after == .symbol($0) })
            || before == .symbol("[") && after == .symbol("]")
        else { return nil }
        return text
      }
    })
  /// The names of the fields that the scripts set: `{ name = … }`, `table.name = …`, `function table.name`.
  private(set) lazy var fieldNames = Set(
    files.values.flatMap { file in
      let tokens = file.tokens
      let set = tokens.indices.dropFirst().dropLast().compactMap { index -> String? in
        guard case .name(let name) = tokens[index].kind, tokens[index + 1].kind == .symbol("="),
          [".", "{", ",", ";"].contains(where: { tokens[index - 1].kind == .symbol($0) })
        else { return nil }
        return name
      }
      return set + file.functions.functions.compactMap { $0.name.count > 1 ? $0.name.last : nil }
    })
  /// Whether a script uses `math.random`, whose numbers are others in each run.
  private(set) lazy var useRandomNumbers = files.values.contains { file in
    file.tokens.indices.contains { index in
      index > 1 && file.tokens[index].word == "random" && file.tokens[index - 2].word == "math"
    }
  }
  /// The number of occurrences of each name in the scripts, also as a string.
  private(set) lazy var nameCounts = files.values.flatMap(\.tokens).reduce(into: [String: Int]()) { counts, token in
    if case .name(let name) = token.kind { counts[name, default: 0] += 1 }
    if let text = token.text { counts[text, default: 0] += 1 }
  }
  /// The names that the values of the scripts reach.
  private(set) lazy var valueFlow = ValueFlow(Array(files.values), commonNames: propertyNames)
  /// The names to which the scripts assign only `true`, `false` and `nil`.
  private(set) lazy var flags = namesOfFlags()
  /// The names of what the scripts change after the launch.
  private(set) lazy var changedNames = namesOfChanged()
  /// The token ranges of the functions that take a coder, and that nothing calls, by file.
  private(set) lazy var uncalledRanges = files.mapValues { uncalledRanges(in: $0) }
  /// The tables whose fields the scripts may call by computed names; nil for all.
  private(set) lazy var tablesPassedOn = namesOfTablesPassedOn()
  /// The calls of functions that the scripts define, by name.
  private(set) lazy var calls = callsByName()
  /// The names that determine texts and calls, as far as they were looked for.
  var decidingNames = DecidingNames()
  /// The texts that the scripts assign to names, by name.
  private(set) lazy var constants = TextConstants(files.values.map(\.tokens))

  /// Whether a class of a Swift program may encode and decode keys of a node, which no observer of scripts sees.
  func isCodedInSwift(_ node: TreeRecord.Node?) -> Bool {
    node.map { classesCodedInSwift.contains($0.className) } ?? false
  }

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
    let registered = host.registeredClasses
    classesCodedInSwift = Set(
      host.lua.hostClasses.filter { hostClass in
        sequence(first: hostClass, next: \.superclass).contains { registered.contains($0.name) }
      }.map(\.name))
    let builtIn = host.lua.hostClasses.filter { !$0.isScript }
    let controller = host.lua.hostClass(named: "ViewController")
    propertyNames = Set(builtIn.flatMap(\.properties).map(\.name))
    callbackNames = Set(builtIn.flatMap(\.callbacks).map(\.name)).union(["init"])
    controllerProperties = Set(
      builtIn.filter { $0 === controller || controller.map($0.isKind) == true }.flatMap(\.properties).map(\.name))
  }

  /// Creates a copy with other names of files.
  private init(_ other: AppScripts, renaming names: [String: String]) {
    let place = { (place: Place) in Place(file: names[place.file] ?? place.file, line: place.line) }
    let renamed = other.files.values.map {
      File(name: names[$0.name] ?? $0.name, source: $0.source, functions: $0.functions)
    }
    files = Dictionary(uniqueKeysWithValues: renamed.map { ($0.name, $0) })
    definitions = other.definitions.mapValues(place)
    superclasses = other.superclasses
    classPlaces = other.classPlaces.mapValues(place)
    classesCodedInSwift = other.classesCodedInSwift
    classNames = other.classNames
    propertyNames = other.propertyNames
    controllerProperties = other.controllerProperties
    callbackNames = other.callbackNames
  }

  /// Returns the scripts with other names of files.
  func renamed(_ names: [String: String]) -> AppScripts { AppScripts(self, renaming: names) }

  /// Returns a class and its superclasses that scripts created, the nearest first.
  func lineage(of className: String) -> [String] { [className] + (superclasses[className] ?? []) }

  /// Whether a class, or one of its superclasses, has the method that creates its instances again.
  func makesItself(_ className: String) -> Bool {
    lineage(of: className).contains { definition(of: RestorationName.make, in: $0) != nil }
  }

  /// Returns the names in the methods of classes.
  func names(inMethodsOf classes: Set<String>) -> Set<String> {
    files.values.reduce(into: []) { names, file in
      for range in ranges(of: nil, in: file, where: classes.contains) {
        names.formUnion(file.tokens[range].compactMap(\.word))
      }
    }
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

  /// Returns the line that creates a restoration class: a class, or a table that is assigned to its name, or has it as a field.
  func place(ofRestorationClass name: String) -> Place? {
    if let place = classPlaces[name] { return place }
    for file in files.values.sorted(by: { $0.name < $1.name }) {
      let tokens = file.tokens
      let index = tokens.indices.dropLast().first { index in
        guard index > 0 else { return false }
        switch tokens[index].kind {
        // `Name = …`, but not `object.Name = …`
        case .name(name): return tokens[index + 1].kind == .symbol("=") && tokens[index - 1].kind != .symbol(".")
        case .string: return tokens[index].text == name && tokens[index - 1].kind == .symbol("=")
        default: return false
        }
      }
      guard let index else { continue }
      // A name inside of a constructor is in the line where that begins.
      let isField = tokens[index].text != nil
      let start = isField ? tokens[..<index].lastIndex { $0.kind == .symbol("{") } : nil
      return Place(file: file.name, line: tokens[start ?? index].line)
    }
    return nil
  }

  /// Returns the first line that gives an object a restoration identifier as a text.
  func place(ofRestorationIdentifier identifier: String) -> Place? {
    for file in files.values.sorted(by: { $0.name < $1.name }) {
      let tokens = file.tokens
      let index = tokens.indices.dropLast(2).first {
        tokens[$0].kind == .name("restorationIdentifier") && tokens[$0 + 1].kind == .symbol("=")
          && tokens[$0 + 2].text == identifier
      }
      if let index { return Place(file: file.name, line: tokens[index].line) }
    }
    return nil
  }

  /// Returns the line in which a storyboard describes a scene.
  func place(ofScene scene: String) -> Place? {
    for file in files.values.sorted(by: { $0.name < $1.name }) {
      let tokens = file.tokens
      guard tokens.contains(where: { $0.kind == .name("Storyboard") }) else { continue }
      let scenes = tokens.indices.dropLast(2).first {
        tokens[$0].kind == .name("scenes") && tokens[$0 + 1].kind == .symbol("=") && tokens[$0 + 2].kind == .symbol("{")
      }
      let field = scenes.flatMap { file.fields(ofTableAt: $0 + 2).first { tokens[$0].kind == .name(scene) } }
      if let index = field ?? Self.assignedScene(scene, in: tokens) {
        return Place(file: file.name, line: tokens[index].line)
      }
    }
    return nil
  }

  /// Returns the index of the key under which a scene is put into a table that was not described as a whole: `scenes.name = {`,
  /// `scenes["name"] = {` or, if it is the only one with a computed name, `scenes[name] = { class = …`.
  private static func assignedScene(_ scene: String, in tokens: [LuaTokens.Token]) -> Int? {
    let assignments = tokens.indices.dropFirst(3).dropLast(2).filter {
      tokens[$0].kind == .symbol("=") && tokens[$0 + 1].kind == .symbol("{")
    }
    for index in assignments {
      if tokens[index - 1].kind == .name(scene), tokens[index - 2].kind == .symbol(".") { return index - 1 }
      if tokens[index - 1].kind == .symbol("]"), tokens[index - 2].text == scene { return index - 2 }
    }
    let computed = assignments.filter {
      tokens[$0 - 1].kind == .symbol("]") && tokens[$0 - 2].text == nil && tokens[$0 + 2].kind == .name("class")
    }
    return computed.count == 1 ? computed[0] - 2 : nil
  }

  // MARK: Calls of superclasses

  /// Whether the text of a method may call the superclass's method; nil if another function may do it for it.
  func callsSuper(_ name: String, at place: Place) -> Bool? {
    guard let (file, function) = function(at: place, named: name) else { return nil }
    if Self.mentionsSuper(name, in: file.tokens, function.body) { return true }
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

  /// Whether tokens in a range use `super` for a method, or for one that they do not name.
  private static func mentionsSuper(_ name: String, in tokens: [LuaTokens.Token], _ range: Range<Int>) -> Bool {
    range.contains { index in
      guard tokens[index].kind == .name("super") else { return false }
      guard index + 2 < tokens.count, [.symbol("."), .symbol(":")].contains(tokens[index + 1].kind) else { return true }
      return tokens[index + 2].kind == .name(name)
    }
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

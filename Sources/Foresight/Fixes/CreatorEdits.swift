import LuaRuntime
import StateRestoration

// Controllers that nothing creates again.
extension FindingEdits {
  /// Lets a controller have a restoration class, which creates it again.
  func addRestorationClass(_ finding: Finding, _ file: AppScripts.File) throws(Refusal) -> [SourceEdit]? {
    guard let className = finding.className else { return nil }
    guard scripts.classPlaces[className] != nil else { return addApplicationMethod(finding, className) }
    guard let variable = scripts.target(ofClass: className, in: file)?.variable,
      let property = addProperty("restorationClass", finding, file, value: { _ in variable })
    else { return nil }
    if scripts.makesItself(className) { return property }
    return try addMethod(to: className).map { property + $0 }
  }

  /// Lets a controller have a restoration class if the application's method only creates containers, and so does not know it.
  func addUnknownRestorationClass(_ finding: Finding, _ className: String) throws(Refusal) -> [SourceEdit]? {
    guard let identifier = finding.path.flatMap({ IdentifierPath(parsing: $0).components.last }),
      let (file, open) = constructor(of: scripts.constructorName(ofClass: className), named: identifier),
      let variable = scripts.target(ofClass: className, in: file)?.variable, createsContainersOnly(finding),
      let property = addProperty("restorationClass = \(variable)", at: open, in: file)
    else { return nil }
    if scripts.makesItself(className) { return property }
    return try addMethod(to: className).map { property + $0 }
  }

  /// Whether the application's method, in the line of a finding, returns new controllers of built-in classes only.
  private func createsContainersOnly(_ finding: Finding) -> Bool {
    guard let place = finding.place, let (file, method) = scripts.function(at: place, named: RestorationName.make),
      let application = applicationVariable(in: file), method.name == [application, RestorationName.make]
    else { return false }
    let tokens = file.tokens
    let words = method.body.filter { tokens[$0].kind == .name("return") }.map { tokens[$0 + 1].kind }
    return !words.isEmpty && words.allSatisfy { $0 == .name("ui") }
      && !method.body.contains { index in
        tokens[index].word.map { word in scripts.classNames.contains { scripts.constructorName(ofClass: $0) == word } }
          ?? false
      }
  }

  /// Returns a field that instances of a class get from the app, as with `Page { number = 2 }`, `page.number = 2` or
  /// `page:setNumber(2)`, and that the class reads and does not set itself: an instance without it is another one.
  private func fieldSetByApp(_ className: String) -> String? {
    let classes = Set(scripts.lineage(of: className))
    let variables = Set(classes.map(scripts.constructorName))
    let setters = methodsForApp(classes)
    var (constructed, given, set): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    var (read, ownRead): (Set<String>, Set<String>) = ([], [])
    for file in scripts.files.values {
      let tokens = file.tokens
      for index in tokens.indices.dropLast() where tokens[index + 1].kind == .symbol("{") {
        guard let word = tokens[index].word, variables.contains(word) else { continue }
        constructed.formUnion(file.fields(ofTableAt: index + 1).compactMap { tokens[$0].word })
      }
      read.formUnion(file.fieldUses(at: tokens.indices).read)
      let own = scripts.ranges(of: nil, in: file, where: classes.contains)
      let settersOfApp = scripts.ranges(of: setters, in: file, where: classes.contains)
      for index in tokens.indices.dropFirst(2) {
        guard let word = tokens[index].word else { continue }
        let receiver = tokens[index - 2].kind
        let (isOwn, isForApp) = (own.contains { $0.contains(index) }, settersOfApp.contains { $0.contains(index) })
        if tokens.assignsField(word, at: index) {
          let isOfClass = variables.contains { receiver == .name($0) }
          if isOfClass || isOwn && !isForApp { set.insert(word) }
          if isForApp || !isOwn && !isOfClass && receiver != .name("self") { given.insert(word) }
        } else if isOwn, receiver == .name("self"), tokens[index - 1].kind == .symbol(".") {
          ownRead.insert(word)
        }
      }
    }
    let methods = scripts.definitions.keys.filter { classes.contains($0.className) }.map(\.name)
    return constructed.intersection(read).union(given.intersection(ownRead))
      .subtracting(set).subtracting(scripts.controllerProperties).subtracting(methods).min()
  }

  /// Returns the methods of classes that neither the host nor these classes call.
  private func methodsForApp(_ classes: Set<String>) -> Set<String> {
    let methods = scripts.definitions.keys.filter { classes.contains($0.className) }.map(\.name)
    let called = scripts.files.values.flatMap { file in
      file.tokens.indices.dropFirst(2).compactMap { index -> String? in
        let isOwn = [.name("self"), .name("super")].contains(file.tokens[index - 2].kind)
        return isOwn && !file.functions.isInHead(index) ? file.tokens[index].word : nil
      }
    }
    return Set(methods).subtracting(called).subtracting(scripts.callbackNames)
  }

  /// Adds the method that creates instances of a class to it, after the statement that creates the class.
  func addMethod(to className: String) throws(Refusal) -> [SourceEdit]? {
    if let field = fieldSetByApp(className) {
      throw Refusal(text: "a new \(className) needs \(field), which other code sets")
    }
    guard let (file, variable, end) = scripts.place(ofVariableOf: className) else {
      throw Refusal(text: "the variable of the class \(className) is not certain")
    }
    // Its subclasses inherit it.
    let hasSubclasses = scripts.superclasses.values.contains { $0.contains(className) }
    let creation = hasSubclasses ? "self()" : variable + argumentsOfClass(variable)
    let text = """


      function \(variable):\(RestorationName.make)(path, coder)
      \(file.blockIndentation)return \(creation)
      end
      """
    return [insertion(text, after: end, in: file)]
  }

  /// Lets the application create a controller of a built-in class.
  func addApplicationMethod(_ finding: Finding, _ className: String) -> [SourceEdit]? {
    let path = finding.path.map { IdentifierPath(parsing: $0).components } ?? []
    guard let last = path.last, let arguments = argumentsOfContainer(className, named: last) else { return nil }
    let creation = "return ui.\(className)\(arguments)"
    guard let (file, application, end) = endOfApplication else { return nil }
    if let method = file.functions.functions.first(where: { $0.name == [application, RestorationName.make] }) {
      return answerFirst(creation, for: path, in: method, file)
    }
    let text = """
      function \(application):\(RestorationName.make)(path, coder)
      \(file.blockIndentation)if #path == \(path.count) and path[\(path.count)] == \(last.asLua) then \(creation) end
      end


      """
    return [SourceEdit(file: file.name, range: end..<end, text: text)]
  }

  /// The file that creates the application, its variable, and the position of the statement that returns it.
  var endOfApplication: (file: AppScripts.File, variable: String, end: Int)? {
    scripts.files.values.sorted { $0.name < $1.name }.lazy.compactMap { file in
      guard let variable = applicationVariable(in: file), let end = file.finalReturn else { return nil }
      return (file, variable, end)
    }.first
  }

  /// Lets a method of the application create a controller of a built-in class, before it does anything else.
  private func answerFirst(
    _ creation: String, for path: [String], in method: ScriptFunctions.Function, _ file: AppScripts.File
  ) -> [SourceEdit]? {
    let parameters = file.tokens[method.start..<method.bodyStart].drop { $0.kind != .symbol("(") }.dropFirst()
    guard case .name(let parameter)? = parameters.first?.kind, parameter != "self", let last = path.last else {
      return nil
    }
    let condition = "#\(parameter) == \(path.count) and \(parameter)[\(path.count)] == \(last.asLua)"
    let text = "if \(condition) then \(creation) end"
    let next = method.bodyStart + 1
    let isOneLine = next < file.tokens.count && file.tokens[next].line == file.tokens[method.bodyStart].line
    let indentation = file.indentation(ofLine: file.tokens[method.start].line) + file.blockIndentation
    return [insertion(isOneLine ? " \(text)" : "\n\(indentation)\(text)", after: method.bodyStart, in: file)]
  }

  private func applicationVariable(in file: AppScripts.File) -> String? {
    let tokens = file.tokens
    guard let index = tokens.firstIndex(where: { $0.kind == .name("Application") }), index >= 4,
      case .name(let variable) = tokens[index - 4].kind, tokens[index - 3].kind == .symbol("=")
    else { return nil }
    return variable
  }
}

import Interface
import LuaRuntime

// Methods that nobody calls, as they are named nearly as what the host calls.
extension ScriptMistakes {
  /// A method of a script, and what it was probably meant to be.
  private struct Candidate {
    let owner: String
    let name: String
    /// Where it is defined; nil where its name is first set.
    let place: String?
    let words: String
  }

  /// What tables and outlines ask first of the objects that they are given.
  private static let firstQuestions = [
    ("TableView", "numberOfRowsInSection", (property: "dataSource", words: "data source")),
    ("OutlineView", "numberOfChildrenOfItem", (property: "dataSource", words: "data source")),
    ("TableView", "didSelectRow", (property: "delegate", words: "delegate")),
    ("OutlineView", "didSelectItem", (property: "delegate", words: "delegate")),
  ]

  /// Looks at the methods of the script's classes and of its application that were not looked at before.
  func checkMethods() {
    guard let stack = try? host.lua.stack, (try? stack.reserve(12)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    var candidates: [Candidate] = []
    var asked: [(list: String, Candidate)] = []
    for hostClass in host.lua.hostClasses where hostClass.isScript {
      hostClass.push(on: stack)
      let owner = "\(hostClass.name):"
      for (list, method, asker) in Self.firstQuestions where !asked.contains(where: { $0.1.owner == owner }) {
        stack.rawGet(-1, method)
        let place = stack.kind(-1) == .function ? stack.definition(ofFunctionAt: -1) : nil
        stack.pop()
        if let place, checkedMethods.insert("\(owner)\(method) \(place)").inserted {
          let words = "no \(list) has a \(asker.words): ui.\(list) { \(asker.property) = self }"
          asked.append((list, Candidate(owner: owner, name: method, place: place, words: words)))
        }
      }
      candidates += self.candidates(of: owner, hostClass.builtIn, on: stack)
      stack.top = base
    }
    stack.push(object: host.scriptApplication)
    if stack.pushFields(-1), let hostClass = host.scriptApplication.flatMap({ host.lua.hostClass(of: $0) }) {
      candidates += self.candidates(of: "app:", hostClass, on: stack)
    }
    candidates += asked.filter { asked in
      sources.contain(asked.list) && !["dataSource", "delegate"].contains(where: sources.contain)
    }.map { $0.1 }
    tellUnused(candidates)
  }

  /// Looks at the functions of a plain table, on top of the stack, and of the classes of scripts that it comes from, that
  /// another object asks or tells.
  ///
  /// - Parameter role: what it is to that object, in messages: `"data source"`.
  func checkFunctions(ofTableOnTopOf stack: LuaStack, as role: String) {
    guard (try? stack.reserve(12)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    var found = candidates(of: "the \(role)'s ", nil, on: stack)
    var depth = 0
    while depth < 20, stack.pushInherited() {
      found += candidates(of: "the \(role)'s ", nil, on: stack)
      depth += 1
    }
    tellUnused(found)
  }

  /// The functions in the table on top of the stack that the host does not call, and whose names are near one that it does.
  private func candidates(of owner: String, _ hostClass: HostClass?, on stack: LuaStack) -> [Candidate] {
    var found: [Candidate] = []
    try? stack.forEachPair(-1) {
      guard let name = stack.string(-2) else { return }
      guard stack.kind(-1) == .function else {
        if let hostClass, host.callbackNames.isCallback(name, of: hostClass),
          checkedMethods.insert("\(owner)\(name)").inserted
        {
          found.append(
            Candidate(
              owner: owner, name: name, place: nil,
              words: "it is \(stack.describeKind(-1)), and has to be a function: function \(owner)\(name)(…) … end"))
        }
        return
      }
      let place = stack.definition(ofFunctionAt: -1)
      guard let place, !explainedMethods.contains("\(name) \(place)"),
        // One table can be data source and delegate.
        checkedMethods.insert("\(hostClass == nil ? "" : owner)\(name) \(place)").inserted,
        let words = host.callbackNames.words(about: name, of: hostClass)
      else { return }
      found.append(Candidate(owner: owner, name: name, place: place, words: words))
    }
    return found
  }

  private func tellUnused(_ candidates: [Candidate]) {
    guard !candidates.isEmpty else { return }
    for candidate in candidates.sorted(by: { ($0.place ?? "", $0.name) < ($1.place ?? "", $1.name) })
    where sources.areComplete && !sources.mention(candidate.name) {
      tell(
        "\(candidate.owner)\(candidate.name) is never called; \(candidate.words)",
        at: candidate.place ?? sources.definition(of: candidate.name))
    }
  }
}

// Fields that nobody reads, as they are named nearly as a property.
extension ScriptMistakes {
  /// How many objects of a class are looked at: each has the same fields.
  static let mostObjects = 16

  /// Looks at the fields of objects that were not looked at before.
  func checkFields(of objects: [AnyObject]) {
    guard let stack = try? host.lua.stack, (try? stack.reserve(12)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    var candidates: [(className: String, name: String, property: String)] = []
    var functions: [Candidate] = []
    for object in objects {
      guard let hostClass = host.lua.hostClass(of: object), hostClass.allowsFields else { continue }
      checkedObjects[hostClass.name, default: 0] += 1
      guard checkedObjects[hostClass.name, default: 0] <= Self.mostObjects else { continue }
      stack.push(object: object)
      if stack.pushFields(-1) {
        let owner = object === host.scriptApplication ? "app:" : "\(hostClass.name):"
        functions += self.candidates(of: owner, hostClass.builtIn, on: stack)
        try? stack.forEachPair(-1) {
          guard let name = stack.string(-2), checkedMethods.insert("\(hostClass.name) field \(name)").inserted,
            let property = host.callbackNames.property(near: name, of: hostClass)
          else { return }
          candidates.append((hostClass.name, name, property))
        }
      }
      stack.top = base
    }
    tellUnused(functions)
    guard !candidates.isEmpty else { return }
    for candidate in candidates.sorted(by: { ($0.className, $0.name) < ($1.className, $1.name) })
    where sources.areComplete && !sources.mention(candidate.name) {
      tell(
        "\(candidate.className) has no property '\(candidate.name)', and nothing reads this field; did you mean '\(candidate.property)'?",
        at: sources.definition(of: candidate.name))
    }
  }
}

import Interface
import LuaRuntime
import LuaScreens

// Methods that are never called because their names only resemble a callback.
extension ScriptMistakes {
  /// A method of a script, and the callback that was probably intended.
  private struct Candidate {
    let owner: String
    let name: String
    /// The place of the definition; nil uses the first place where the name is assigned.
    let place: String?
    let words: String
    /// The callback; nil if the name is one of another kind of object, or of a property.
    var intendedName: String?
  }

  /// The first methods that tables and outlines call on their data sources and delegates.
  private static let firstQuestions = [
    ("TableView", TableViewCallbacks.numberOfRowsInSection.name, (property: "dataSource", words: "data source")),
    ("OutlineView", OutlineViewCallbacks.numberOfChildrenOfItem.name, (property: "dataSource", words: "data source")),
    ("TableView", TableViewCallbacks.didSelectRow.name, (property: "delegate", words: "delegate")),
    ("OutlineView", OutlineViewCallbacks.didSelectItem.name, (property: "delegate", words: "delegate")),
  ]

  /// Checks the methods of new script classes and of the application.
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
    stack.push(object: host.createdApplication)
    if stack.pushFields(-1), let hostClass = host.createdApplication.flatMap({ host.lua.hostClass(of: $0) }) {
      candidates += self.candidates(of: "app:", hostClass, on: stack)
    }
    candidates += asked.filter { asked in
      sources.contain(asked.list) && !["dataSource", "delegate"].contains(where: sources.contain)
    }.map { $0.1 }
    reportUnused(candidates)
  }

  /// Checks the functions of the plain tables among an object's data source and delegate.
  func checkFunctions(ofDelegatesOf asker: AnyObject) {
    for (property, role) in [("dataSource", "data source"), ("delegate", "delegate")] {
      try? host.lua.withStack { stack in
        guard host.lua.pushHandler(property, of: asker, on: stack), stack.kind(-1) == .table,
          host.lua.hostClass(at: -1, on: stack) == nil
        else { return }
        checkFunctions(ofTableOnTopOf: stack, as: role)
      }
    }
  }

  /// Checks the functions of a plain table on top of the stack, and of its script superclasses, that another object
  /// calls.
  ///
  /// - Parameter role: the table's role for that object in messages: `"data source"`.
  private func checkFunctions(ofTableOnTopOf stack: LuaStack, as role: String) {
    guard (try? stack.reserve(12)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    var found = candidates(of: "the \(role)'s ", nil, on: stack)
    var depth = 0
    while depth < 20, stack.pushInherited() {
      found += candidates(of: "the \(role)'s ", nil, on: stack)
      depth += 1
    }
    reportUnused(found)
  }

  /// Returns the functions in the table on top of the stack that the host does not call, but whose names resemble a
  /// callback.
  private func candidates(of owner: String, _ hostClass: HostClass?, on stack: LuaStack) -> [Candidate] {
    var found: [Candidate] = []
    try? stack.forEachPair(-1) {
      guard let name = stack.string(-2) else { return }
      guard stack.kind(-1) == .function else {
        if let hostClass, callbackNames.isCallback(name, of: hostClass),
          checkedMethods.insert("\(owner)\(name)").inserted
        {
          found.append(
            Candidate(
              owner: owner, name: name, place: nil,
              words: "it is \(stack.describeKind(-1)), but must be a function: function \(owner)\(name)(…) … end"))
        }
        return
      }
      let place = stack.definition(ofFunctionAt: -1)
      guard let place,
        // A table can be both data source and delegate.
        checkedMethods.insert("\(hostClass == nil ? "" : owner)\(name) \(place)").inserted,
        let advice = callbackNames.advice(on: name, of: hostClass)
      else { return }
      found.append(
        Candidate(
          owner: owner, name: name, place: place, words: advice.words, intendedName: advice.intendedName))
    }
    return found
  }

  private func reportUnused(_ candidates: [Candidate]) {
    guard !candidates.isEmpty else { return }
    for candidate in candidates.sorted(by: { ($0.place ?? "", $0.name) < ($1.place ?? "", $1.name) })
    where isUnused(candidate) && !isNamedInError(candidate) {
      report(
        "\(candidate.owner)\(candidate.name) is never called; \(candidate.words)",
        at: candidate.place ?? sources.definition(of: candidate.name))
    }
  }

  private func isUnused(_ candidate: Candidate) -> Bool { sources.areComplete && !sources.mention(candidate.name) }

  /// Whether an error about a missing method has named it.
  private func isNamedInError(_ candidate: Candidate) -> Bool {
    candidate.place.map { host.context.reported.hasError(containing: "'\(candidate.name)' (\($0))") } ?? false
  }
}

/// A method that the host never calls, because its name only resembles a callback.
struct MisnamedCallback {
  enum Receiver: Equatable {
    case application
    case `class`(String)
    /// The registered object with an identifier.
    case object(String)
  }

  let receiver: Receiver
  let name: String
  let intendedName: String
  /// The place of its definition.
  let place: String

  /// The class of which it is a method; nil for other receivers.
  var className: String? { if case .class(let name) = receiver { name } else { nil } }
}

// Those that the doctor reports.
extension ScriptMistakes {
  /// Returns the misnamed callbacks of the application, of classes and of registered objects. One that is beside the callback
  /// itself is another method.
  func misnamedCallbacks() -> [MisnamedCallback] {
    guard let stack = try? host.lua.stack, (try? stack.reserve(12)) != nil else { return [] }
    let base = stack.top
    defer { stack.top = base }
    var found: [MisnamedCallback] = []
    func add(_ candidates: [Candidate], of receiver: MisnamedCallback.Receiver) {
      for candidate in candidates.sorted(by: { $0.name < $1.name }) {
        guard let place = candidate.place, let intended = candidate.intendedName, isUnused(candidate) else { continue }
        stack.rawGet(-1, intended)
        let isMissing = stack.isNil(-1)
        stack.pop()
        guard isMissing else { continue }
        found.append(
          MisnamedCallback(receiver: receiver, name: candidate.name, intendedName: intended, place: place))
      }
    }
    for hostClass in host.lua.hostClasses where hostClass.isScript {
      hostClass.push(on: stack)
      add(candidates(of: "\(hostClass.name):", hostClass.builtIn, on: stack), of: .class(hostClass.name))
      stack.top = base
    }
    stack.push(object: host.createdApplication)
    if stack.pushFields(-1), let hostClass = host.createdApplication.flatMap({ host.lua.hostClass(of: $0) }) {
      add(candidates(of: "app:", hostClass, on: stack), of: .application)
    }
    for case let object as ScriptObject in host.application.registeredObjects {
      stack.top = base
      object.push(on: stack)
      guard stack.kind(-1) == .table, host.lua.hostClass(at: -1, on: stack) == nil else { continue }
      let receiver = MisnamedCallback.Receiver.object(object.restorationIdentifier ?? "")
      repeat { add(candidatesForRestoration(on: stack), of: receiver) } while stack.pushInherited()
    }
    return found
  }

  /// Returns the functions in the table on top of the stack whose names resemble a callback of a registered object.
  private func candidatesForRestoration(on stack: LuaStack) -> [Candidate] {
    let callbacks = [RestorationName.encode, RestorationName.decode]
    var found: [Candidate] = []
    try? stack.forEachPair(-1) {
      guard stack.kind(-1) == .function, let name = stack.string(-2), !callbacks.contains(name),
        let intended = callbackNames.intendedName(for: name, among: callbacks)
      else { return }
      found.append(
        Candidate(
          owner: "", name: name, place: stack.definition(ofFunctionAt: -1), words: "", intendedName: intended))
    }
    return found
  }
}

// Fields without a meaning whose names resemble a property.
extension ScriptMistakes {
  /// The maximum number of objects of a class to check; all have the same fields.
  static let maximumObjects = 16

  /// Checks the fields of new objects.
  func checkFields(of objects: [AnyObject]) {
    guard let stack = try? host.lua.stack, (try? stack.reserve(12)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    var candidates: [(className: String, name: String, property: String)] = []
    var functions: [Candidate] = []
    for object in objects {
      guard let hostClass = host.lua.hostClass(of: object), hostClass.allowsFields else { continue }
      checkedObjects[hostClass.name, default: 0] += 1
      guard checkedObjects[hostClass.name, default: 0] <= Self.maximumObjects else { continue }
      stack.push(object: object)
      if stack.pushFields(-1) {
        let owner = object === host.createdApplication ? "app:" : "\(hostClass.name):"
        functions += self.candidates(of: owner, hostClass.builtIn, on: stack)
        try? stack.forEachPair(-1) {
          guard let name = stack.string(-2), checkedMethods.insert("\(hostClass.name) field \(name)").inserted,
            let property = callbackNames.property(near: name, of: hostClass)
          else { return }
          candidates.append((hostClass.name, name, property))
        }
      }
      stack.top = base
    }
    reportUnused(functions)
    guard !candidates.isEmpty else { return }
    for candidate in candidates.sorted(by: { ($0.className, $0.name) < ($1.className, $1.name) })
    where sources.areComplete && !sources.mention(candidate.name) {
      report(
        "\(candidate.className) has no property '\(candidate.name)', and nothing reads this field; did you mean '\(candidate.property)'?",
        at: sources.definition(of: candidate.name))
    }
  }
}

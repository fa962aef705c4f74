import Interface
import LuaRuntime

extension ScriptHost {
  /// `ui.Storyboard("Main", { initial = …, scenes = { … } })`.
  func makeStoryboard(_ stack: LuaStack) throws -> Int32 {
    let name = try stack.checkStoredName(1, "the storyboard's name")
    guard stack.kind(2) == .table else {
      throw stack.wrongType(2, "ui.Storyboard", expected: "a table { initial =, scenes = }")
    }
    try stack.checkNames(2, "ui.Storyboard", "option", among: ["initial", "scenes"])
    try stack.state.makeRoom(for: stack.size(1) + stack.size(2), on: stack)
    let initial: String? = try stack.takeField("initial", of: 2, "initial")
    guard stack.rawGet(2, "scenes") == .table else {
      throw stack.wrongType(-1, "scenes", expected: "a table of scenes")
    }
    let table = stack.top
    var scenes: [String: Storyboard.Scene] = [:]
    try stack.forEachPair(table) {
      let scene = try stack.checkStoredName(-2, "a scene's name")
      guard stack.kind(-1) == .table else { throw stack.wrongType(-1, "scene \"\(scene)\"", expected: "a table") }
      scenes[scene] = try makeScene(scene, at: stack.top, on: stack, place: stack.callerPlace.map { "\($0): " } ?? "")
    }
    // Saved states name it.
    if application.storyboards[name] != nil { throw LuaError.usage("the storyboard \"\(name)\" is already defined") }
    let storyboard = try Storyboard(name: name, initialScene: initial, scenes: scenes)
    application.register(storyboard)
    stack.push(object: storyboard)
    return 1
  }

  /// - Parameter place: the place where the storyboard is created, as a prefix of messages.
  private func makeScene(_ name: String, at index: Int32, on stack: LuaStack, place: String) throws -> Storyboard.Scene
  {
    let definition = LuaReference(stack, index)
    stack.rawGet(index, "class")
    let hostClass = stack.isNil(-1) ? lua.hostClass(named: "ViewController") : lua.hostClass(at: stack.top, on: stack)
    stack.pop()
    if let hostClass, !hostClass.allowsFields {
      try stack.checkNames(
        index, "scene \"\(name)\"", among: hostClass.properties.map(\.name) + Self.sceneFields)
    }
    var identifier: String?
    if stack.rawGet(index, "restorationIdentifier") != .nil {
      identifier = try stack.checkStoredName(-1, "scene \"\(name)\": restorationIdentifier")
    }
    stack.pop()
    var children: [String] = []
    for key in ["children", "viewControllers"] {
      if stack.rawGet(index, key) != .nil {
        guard let names = [String].read(stack, stack.top) else {
          throw stack.wrongType(-1, "scene \"\(name)\": \(key)", expected: "a list of scenes' names")
        }
        children += names
      }
      stack.pop()
    }
    var makeView: ((ViewController) throws -> View?)?
    if stack.rawGet(index, "view") == .function {
      let function = LuaReference(stack, -1)
      makeView = { [weak calls] controller in
        let view = Handlers.sceneView
        return try calls?.call(view, of: .function(function, of: name), for: controller, controller) {
          guard let result = $0.object(-1) as? View else {
            throw $0.wrongType(-1, "the view function of scene \"\(name)\"", expected: "a view as its result")
          }
          return result
        }
      }
    } else if !stack.isNil(-1) {
      throw stack.wrongType(-1, "scene \"\(name)\": view", expected: "a function that returns a view")
    }
    stack.pop()
    return Storyboard.Scene(restorationIdentifier: identifier, children: children, makeView: makeView) { [weak self] in
      guard let self else { throw LuaError.closed }
      return try makeViewController(ofScene: name, definition, place: place)
    }
  }
}

extension ScriptHost {
  /// The keys of a scene's table that are not properties of its controller.
  fileprivate static let sceneFields = ["class", "children", "viewControllers", "view"]

  /// Creates the controller described by a scene's table, with its properties.
  fileprivate func makeViewController(
    ofScene name: String, _ definition: LuaReference, place: String
  ) throws -> ViewController {
    let hostClass = try lua.withStack { stack in
      stack.push(definition)
      stack.rawGet(-1, "class")
      return try sceneClass(at: stack.top, ofScene: name, on: stack, place: place)
    }
    let controller = try calls.call(
      Handlers.initialize, of: .instance(of: hostClass), results: 1,
      push: { stack in
        stack.createTable()
        let properties = stack.top
        stack.push(definition)
        try stack.forEachPair(-1) {
          if let key = stack.string(-2), Self.sceneFields.contains(key) { return }
          stack.pushValue(-2)
          stack.pushValue(-2)
          stack.rawSet(properties)
        }
        stack.pop()
      }, take: { $0.object(-1) as? ViewController })
    guard let controller, let controller else {
      throw LuaError.usage("\(place)scene \"\(name)\": \(hostClass.name) is not a view controller")
    }
    return controller
  }

  /// The class of a scene's controller, of which the table has the class or its name at an index.
  private func sceneClass(at index: Int32, ofScene name: String, on stack: LuaStack, place: String) throws -> HostClass
  {
    if let named = stack.string(index) {
      if let found = lua.hostClass(named: named) { return found }
      throw LuaError.usage(
        "\(place)scene \"\(name)\": there is no class \(named)"
          + suggestion(for: named, among: lua.hostClasses.map(\.name)))
    }
    if stack.isNil(index), let plain = lua.hostClass(named: "ViewController") { return plain }
    if let found = lua.hostClass(at: index, on: stack) { return found }
    throw stack.wrongType(index, "scene \"\(name)\": class", expected: "a class or its name")
  }
}

import Interface
import LuaRuntime
import StateRestoration

extension Bindings {
  /// The application and its windows in scripts.
  func defineApplication(_ responder: HostClass) throws {
    try defineWindow(responder)
    let application = try lua.define("Application", ScriptApplication.self, superclass: responder) { [host] in
      try host.makeApplication()
    }
    application.allowsFields = true
    application.describe = { ($0 as? ScriptApplication)?.identifier }
    application.property(
      "identifier", get: { (app: ScriptApplication) in app.identifier },
      set: { [host] (app: ScriptApplication, identifier: String) in
        app.identifier = try Self.checked(identifier)
        if let onIdentifier = host.configuration.onIdentifier {
          onIdentifier(identifier)
          throw host.lua.requestExit(code: 0)
        }
      })
    application.property("version", get: { (app: ScriptApplication) in app.version }, set: { $0.version = $1 })
    application.property("autosave", get: { (app: ScriptApplication) in app.autosave }, set: { $0.autosave = $1 })
    application.property("window", get: { (app: ScriptApplication) in app.window }, set: { $0.window = $1 })
    application.property("windows", get: { (app: ScriptApplication) in app.windows })
    application.property("keyWindow", get: { (app: ScriptApplication) in app.keyWindow })
    application.property(
      "storyboard", get: { (app: ScriptApplication) in app.mainStoryboard },
      set: { (app: ScriptApplication, storyboard: Storyboard?) in
        app.mainStoryboard = storyboard
        if let storyboard { app.register(storyboard) }
      })
    defineTheme(application)
    defineKeyCommands(application) { (app: ScriptApplication, commands) in app.keyCommands = commands }
    try lua.define("Pasteboard", Pasteboard.self)
      .property("string", get: { (pasteboard: Pasteboard) in pasteboard.string }, set: { $0.string = $1 })
    application.property("pasteboard", get: { (app: ScriptApplication) in app.pasteboard })
    try defineRestorationMethods(application)
  }

  private func defineRestorationMethods(_ application: HostClass) throws {
    try application.method("extendStateRestoration") { (app: ScriptApplication, _) in
      app.extendStateRestoration()
      return 0
    }
    try application.method("completeStateRestoration") { (app: ScriptApplication, _) in
      app.completeStateRestoration()
      return 0
    }
    try application.method("ignoreSnapshotOnNextApplicationLaunch") { (app: ScriptApplication, _) in
      app.ignoreSnapshotOnNextApplicationLaunch()
      return 0
    }
    try application.method("restorableStateChanged") { (app: ScriptApplication, _) in
      app.restorableStateChanged()
      return 0
    }
    try application.method("invalidateRestorableState") { (app: ScriptApplication, _) in
      app.applicationStateDidChange()
      return 0
    }
    try application.method("registerObjectForStateRestoration") { [host] (app: ScriptApplication, stack) in
      let identifier = try stack.checkString(3, "the identifier")
      let object = try host.scriptObject(at: 2, identifier: identifier, on: stack)
      guard !object.hasNamelessRestorationClass else {
        throw LuaError.usage(
          "registerObjectForStateRestoration: the objectRestorationClass of \"\(identifier)\" has no name by which the next launch could find it; give it a field name, or keep it in a global variable"
        )
      }
      try app.registerObjectForStateRestoration(object)
      return 0
    }
  }

  /// An identifier names a folder, so it is made of what names folders.
  private static func checked(_ identifier: String) throws -> String {
    let isGood =
      !identifier.isEmpty && !identifier.hasPrefix(".") && identifier.utf8.count <= 200
      && identifier.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_.".unicodeScalars.contains($0))
      }
    guard isGood else {
      throw LuaError.usage(
        "identifier: expected a name like \"org.example.app\" (letters, digits, '-', '_' and '.'), got \"\(identifier)\""
      )
    }
    return identifier
  }

  private func defineWindow(_ responder: HostClass) throws {
    let window = try lua.define("Window", Window.self, superclass: responder) { [host] in
      let window = Window(size: host.application.screenSize)
      host.application.addWindow(window)
      return window
    }
    window.property(
      "rootViewController", get: { (window: Window) in window.rootViewController },
      set: { (window: Window, root: ViewController?) in
        if let root, root is AlertController {
          throw LuaError.usage(
            "rootViewController: an alert is presented over another controller; it cannot be the root")
        }
        window.rootViewController = root
      })
    window.property("isKeyWindow", get: { (window: Window) in window.isKeyWindow })
    try window.method("makeKeyAndVisible") { (window: Window, _) in
      window.makeKeyAndVisible()
      return 0
    }
  }

  // MARK: Storyboards

  func defineStoryboard() throws {
    let storyboard = try lua.define("Storyboard", Storyboard.self)
    storyboard.describe = { ($0 as? Storyboard)?.name }
    storyboard.property("name", get: { (storyboard: Storyboard) in storyboard.name })
    try storyboard.method("instantiateInitialViewController") { (storyboard: Storyboard, stack) in
      stack.push(object: try storyboard.instantiateInitialViewController())
      return 1
    }
    try storyboard.method("instantiateViewController") { (storyboard: Storyboard, stack) in
      stack.push(object: try storyboard.instantiateViewController(try stack.checkString(2, "the scene")))
      return 1
    }
  }

  /// `ui.Storyboard("Main", { initial = …, scenes = { … } })`.
  func makeStoryboard(_ stack: LuaStack) throws -> Int32 {
    let name = try stack.checkString(1, "the storyboard's name")
    guard stack.kind(2) == .table else {
      throw stack.wrongType(2, "ui.Storyboard", expected: "a table { initial =, scenes = }")
    }
    var initial: String?
    if stack.rawGet(2, "initial") != .nil { initial = try stack.checkString(-1, "initial") }
    stack.pop()
    guard stack.rawGet(2, "scenes") == .table else {
      throw stack.wrongType(-1, "scenes", expected: "a table of scenes")
    }
    let table = stack.top
    var scenes: [String: Storyboard.Scene] = [:]
    try stack.forEachPair(table) {
      let scene = try stack.checkString(-2, "a scene's name")
      guard stack.kind(-1) == .table else { throw stack.wrongType(-1, "scene \"\(scene)\"", expected: "a table") }
      scenes[scene] = try makeScene(scene, at: stack.top, on: stack)
    }
    let storyboard = try Storyboard(name: name, initialScene: initial, scenes: scenes)
    host.application.register(storyboard)
    stack.push(object: storyboard)
    return 1
  }

  private func makeScene(_ name: String, at index: Int32, on stack: LuaStack) throws -> Storyboard.Scene {
    let definition = LuaReference(stack, index)
    var identifier: String?
    if stack.rawGet(index, "restorationIdentifier") != .nil {
      identifier = try stack.checkString(-1, "scene \"\(name)\": restorationIdentifier")
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
      makeView = { [weak host] controller in try host?.makeView(function, for: controller) }
    }
    stack.pop()
    return Storyboard.Scene(restorationIdentifier: identifier, children: children, makeView: makeView) { [weak host] in
      guard let host else { throw LuaError.closed }
      return try host.makeViewController(ofScene: name, definition)
    }
  }
}

extension ScriptHost {
  fileprivate func makeView(_ function: LuaReference, for controller: ViewController) throws -> View? {
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    stack.push(function)
    stack.push(object: controller)
    try stack.call(arguments: 1, results: 1)
    return stack.object(-1) as? View
  }

  /// Makes the controller that a scene's table describes, with its properties.
  fileprivate func makeViewController(ofScene name: String, _ definition: LuaReference) throws -> ViewController {
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    try stack.reserve(12)
    stack.push(definition)
    let table = stack.top
    stack.rawGet(table, "class")
    let hostClass: HostClass
    if let named = stack.string(-1) {
      guard let found = lua.hostClass(named: named) else {
        throw LuaError.usage(
          "scene \"\(name)\": there is no class \(named)" + suggestion(for: named, among: lua.hostClasses.map(\.name)))
      }
      hostClass = found
    } else if stack.isNil(-1) {
      guard let plain = lua.hostClass(named: "ViewController") else { throw LuaError.closed }
      hostClass = plain
    } else if let found = lua.hostClass(at: stack.top, on: stack) {
      hostClass = found
    } else {
      throw stack.wrongType(-1, "scene \"\(name)\": class", expected: "a class or its name")
    }
    stack.pop()
    hostClass.push(on: stack)
    stack.createTable()
    let properties = stack.top
    try stack.forEachPair(table) {
      if let key = stack.string(-2), ["class", "children", "viewControllers", "view"].contains(key) { return }
      stack.pushValue(-2)
      stack.pushValue(-2)
      stack.rawSet(properties)
    }
    try stack.call(arguments: 1, results: 1)
    guard let controller = stack.object(-1) as? ViewController else {
      throw LuaError.usage("scene \"\(name)\": \(hostClass.name) is no view controller")
    }
    return controller
  }
}

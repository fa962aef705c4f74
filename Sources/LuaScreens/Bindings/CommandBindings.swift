import Interface
import LuaRuntime

extension NavigationItem: LuaObject {}
extension Pasteboard: LuaObject {}

extension Bindings {
  fileprivate static let commandList = "a list of { title =, input =, action = }"

  /// `keyCommands`: named actions of a controller or the application.
  func defineKeyCommands<Object: Responder>(
    _ hostClass: HostClass, _ set: @escaping @MainActor (Object, [KeyCommand]) -> Void
  ) {
    hostClass.property(
      "keyCommands", type: Self.commandList,
      get: { (object: Object, stack: LuaStack) in
        if !stack.state.pushHandler("keyCommands", of: object, on: stack) { stack.createTable() }
      },
      set: { [host] (object: Object, stack: LuaStack, index: Int32) in
        let commands = try host.keyCommands(at: index, of: object, on: stack)
        stack.state.setHandler("keyCommands", of: object, toValueAt: index, on: stack)
        set(object, commands)
      })
  }

  /// Bars: the buttons of a controller's screen.
  func defineBars(_ view: HostClass, button: HostClass) throws {
    try lua.define("BarButtonItem", BarButtonItem.self, superclass: button) { BarButtonItem() }
    let toolbar = try lua.define("Toolbar", Toolbar.self, superclass: view) { Toolbar() }
    toolbar.property("items", get: { (bar: Toolbar) in bar.items }, set: { $0.items = $1 })
    toolbar.takeItem = { bar, stack in
      let item: BarButtonItem = try stack.checkObject(-1, "an item of Toolbar")
      (bar as? Toolbar)?.items.append(item)
    }
    let item = try lua.define("NavigationItem", NavigationItem.self)
    item.property(
      "rightBarButtonItem", get: { (item: NavigationItem) in item.rightBarButtonItem },
      set: { $0.rightBarButtonItem = $1 })
    item.property(
      "rightBarButtonItems", get: { (item: NavigationItem) in item.rightBarButtonItems },
      set: { $0.rightBarButtonItems = $1 })
  }
}

extension ScriptHost {
  /// The commands that a list of tables describes. What they do stays on the Lua side, with the list.
  fileprivate func keyCommands(at index: Int32, of object: Responder, on stack: LuaStack) throws -> [KeyCommand] {
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "keyCommands", expected: Bindings.commandList)
    }
    return try (0..<stack.rawLength(index)).map { place in
      let base = stack.top
      defer { stack.top = base }
      try stack.reserve(8)
      guard stack.rawGet(index, Int64(place + 1)) == .table else {
        throw stack.wrongType(-1, "keyCommands", expected: Bindings.commandList)
      }
      let table = stack.top
      stack.rawGet(table, "title")
      let title = try stack.checkString(-1, "a command's title")
      var input: KeyPress?
      if stack.rawGet(table, "input") != .nil {
        let name = try stack.checkString(-1, "the input of the command \"\(title)\"")
        guard let key = KeyPress(name: name) else { throw AutomationError.unknownKey(name) }
        input = key
      }
      stack.rawGet(table, "action")
      if let method = stack.string(-1) {
        return KeyCommand(title: title, input: input) { [weak self, weak object] in
          guard let self, let object else { return }
          if try !callMethod(method, of: object) {
            throw LuaError.usage(
              "the command \"\(title)\" names the method '\(method)', which is not there"
                + suggestion(for: method, among: memberNames(of: object)))
          }
        }
      }
      guard stack.kind(-1) == .function else {
        throw stack.wrongType(
          -1, "the action of the command \"\(title)\"", expected: "a function, or the name of a method")
      }
      let handler = "command \(place + 1)"
      lua.setHandler(handler, of: object, toValueAt: -1, on: stack)
      return KeyCommand(title: title, input: input) { [weak self, weak object] in
        if let object { self?.callHandler(handler, of: object) }
      }
    }
  }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let alertController = ScriptClassDefinition(
    "AlertController", AlertController.self,
    "An alert with a title, a message and actions, presented over a view controller. It is not saved, unless it has a `restorationIdentifier` and is presented with `onResult`: then it is restored, and the `onResult` method receives `{ action = index, texts = { ... } }`. Functions of its fields, such as `validate`, are not saved: a subclass that adds its fields in `init` keeps them.",
    make: { _ in AlertController() }
  ) { alert, host in
    alert.property(
      "message", "The text below the title, or nil.", get: { $0.attributedMessage }, set: { $0.attributedMessage = $1 })
    alert.property(
      "preferredStyle", "Whether it is an alert in the middle or a list at the bottom.", get: { $0.preferredStyle },
      set: { $0.preferredStyle = $1 })
    alert.property(
      "actions", type: "AlertAction[]",
      "The actions in order; each closes the alert.",
      push: { [unowned host] alert, stack in try host.pushActions(of: alert, on: stack) },
      take: { [unowned host] alert, stack, index in
        let fields = "{ title =, style =, handler = }"
        // All are checked before one replaces a handler.
        _ = try stack.takeTables(index, "actions", fields: fields) { table, _ in
          try host.takeAction(at: table, of: alert, on: stack)
        }
        alert.actions = try stack.takeTables(index, "actions", fields: fields) { table, number in
          try host.makeAction(at: table, number: number, of: alert, on: stack)
        }
      })
    alert.property("textFields", "The text fields in order.", get: { $0.textFields })
    alert.method("addTextField(field)", "Adds a text field below the message.") { $0.addTextField($1) }
    alert.method("addAction(action: AlertAction)", "Adds an action after the existing ones.") {
      [unowned host] alert, stack in
      alert.addAction(try host.makeAction(at: 2, number: alert.actions.count + 1, of: alert, on: stack))
      return 0
    }

    host.module.table("AlertAction", "An action of an alert.")
      .field("title", "string", "The text of its button.")
      .field(
        "style?", AlertController.Action.Style.luaType,
        "Its appearance and position; Escape chooses the \"cancel\" action. Default: \"default\"."
      )
      .field(
        "handler?", "fun()",
        "Called when the action is chosen, after the alert has closed. Raises an error for an alert with a `restorationIdentifier` that is presented with `onResult`, because functions are not saved."
      )
  }
}

extension ScriptHost {
  /// Pushes a list of the actions as tables, `{ title =, style =, handler = }`.
  fileprivate func pushActions(of alert: AlertController, on stack: LuaStack) throws {
    try stack.reserve(8)
    stack.createTable(array: alert.actions.count)
    for (index, action) in alert.actions.enumerated() {
      stack.createTable(hash: 3)
      stack.push(action.title)
      stack.rawSet(-2, "title")
      stack.push(action.style.rawValue)
      stack.rawSet(-2, "style")
      if lua.pushHandler(Self.handler(ofAction: index + 1).name, of: alert, on: stack) { stack.rawSet(-2, "handler") }
      stack.rawSet(-2, Int64(index + 1))
    }
  }

  /// The function stays on the Lua side, where it can be collected together with the alert.
  private static func handler(ofAction number: Int) -> Callback { Callback(named: "action \(number)", .action) }

  /// Takes the title and the style from a table that describes an action, `{ title =, style =, handler = }`.
  ///
  /// - Throws: ``LuaError`` if something in it is no part of an action, or no part of one of this alert.
  fileprivate func takeAction(
    at index: Int32, of alert: AlertController, on stack: LuaStack
  ) throws -> (title: String, style: AlertController.Action.Style?) {
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "an action", expected: "a table { title =, style =, handler = }")
    }
    try stack.checkNames(index, "an alert's action", among: ["title", "style", "handler"])
    stack.rawGet(index, "title")
    try stack.state.makeRoom(for: stack.size(-1), on: stack)
    let title = try stack.checkString(-1, "an action's title")
    stack.pop()
    let style: AlertController.Action.Style? = try stack.takeField("style", of: index, "an action's style")
    let handler = stack.rawGet(index, "handler")
    defer { stack.pop() }
    if handler != .nil {
      guard handler == .function else { throw stack.wrongType(-1, "an action's handler", expected: "a function") }
      if alert.isRestorable { throw LuaError.usage("\(ContainmentError.handlerOfRestorableAlert(action: title))") }
    }
    return (title, style)
  }

  /// Creates the action that a table describes, and keeps its handler.
  fileprivate func makeAction(
    at index: Int32, number: Int, of alert: AlertController, on stack: LuaStack
  ) throws -> AlertController.Action {
    let (title, style) = try takeAction(at: index, of: alert, on: stack)
    let handler = Self.handler(ofAction: number)
    let hasHandler = stack.rawGet(index, "handler") != .nil
    lua.setHandler(handler.name, of: alert, toValueAt: -1, on: stack)
    stack.pop()
    let run = { [weak calls, weak alert, weak creator = calls.owner] in
      guard let calls, let alert else { return }
      // The alert is gone by now, so its handler runs for the controller that was active when the alert was created.
      calls.running(for: creator) { _ = calls.run(handler, of: .handler(of: alert), alert) }
    }
    return AlertController.Action(title: title, style: style ?? .default, handler: hasHandler ? run : nil)
  }
}

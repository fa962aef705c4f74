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
      "The actions in order; each closes the alert. Reading the property returns their titles.",
      push: { alert, stack in alert.actions.map(\.title).push(on: stack) },
      take: { [unowned host] alert, stack, index in
        _ = try stack.takeTables(index, "actions", fields: "{ title =, style =, handler = }") { table, _ in
          try host.addAction(at: table, to: alert, on: stack)
        }
      })
    alert.property("textFields", "The text fields in order.", get: { $0.textFields })
    alert.method("addTextField(field)", "Adds a text field below the message.") { $0.addTextField($1) }
    alert.method("addAction(action: AlertAction)", "Adds an action after the existing ones.") {
      [unowned host] alert, stack in
      try host.addAction(at: 2, to: alert, on: stack)
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
  /// Adds the action described by a table: `{ title =, style =, handler = }`.
  fileprivate func addAction(at index: Int32, to alert: AlertController, on stack: LuaStack) throws {
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "an action", expected: "a table { title =, style =, handler = }")
    }
    try stack.checkNames(index, "an alert's action", among: ["title", "style", "handler"])
    stack.rawGet(index, "title")
    try stack.state.makeRoom(for: stack.size(-1), on: stack)
    let title = try stack.checkString(-1, "an action's title")
    stack.pop()
    let style: AlertController.Action.Style? = try stack.takeField("style", of: index, "an action's style")
    // The function stays on the Lua side, where it can be collected together with the alert.
    let handler = Callback(named: "action \(alert.actions.count + 1)", .action)
    let hasHandler = stack.rawGet(index, "handler") != .nil
    if hasHandler {
      guard stack.kind(-1) == .function else {
        throw stack.wrongType(-1, "an action's handler", expected: "a function")
      }
      if alert.isRestorable { throw LuaError.usage("\(ContainmentError.handlerOfRestorableAlert(action: title))") }
      lua.setHandler(handler.name, of: alert, toValueAt: -1, on: stack)
    }
    stack.pop()
    let run = { [weak calls, weak alert, weak creator = calls.owner] in
      guard let calls, let alert else { return }
      // The alert is gone by now, so its handler runs for the controller that was active when the alert was created.
      calls.running(for: creator) { _ = calls.run(handler, of: .handler(of: alert), alert) }
    }
    alert.addAction(.init(title: title, style: style ?? .default, handler: hasHandler ? run : nil))
  }
}

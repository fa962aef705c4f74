import Interface
import LuaRuntime

extension ScriptHost {
  /// Returns the error for an unknown key name, with a suggestion for names like `crtl+s` or `ctrl-s`.
  private static func unknownKey(_ name: String) -> LuaError {
    let parts = name.split(whereSeparator: { "+- ".contains($0) }).map(String.init)
    let intended =
      parts.dropLast().map { nearestName(to: $0, among: ["ctrl", "alt", "shift"]) ?? $0 } + parts.suffix(1)
    let isKey = parts.count > 1 && KeyPress(name: intended.joined(separator: "+")) != nil
    return .usage(
      "\(AutomationError.unknownKey(name))" + (isKey ? "; did you mean '\(intended.joined(separator: "+"))'?" : ""))
  }

  /// Returns the commands described by a list of tables. Their actions stay on the Lua side, with the list.
  func keyCommands(at index: Int32, of object: Responder, on stack: LuaStack) throws -> [KeyCommand] {
    let fields = "{ title =, input =, action = }"
    let commands = try stack.takeTables(index, "keyCommands", fields: fields) { table, position in
      try stack.checkNames(table, "keyCommands: command \(position)", among: ["title", "hint", "input", "action"])
      stack.rawGet(table, "title")
      let title = try stack.checkString(-1, "a command's title")
      let hint: String? = try stack.takeField("hint", of: table, "the hint of the command \"\(title)\"")
      var input: KeyPress?
      if let name: String = try stack.takeField("input", of: table, "the input of the command \"\(title)\"") {
        guard let key = KeyPress(name: name) else { throw Self.unknownKey(name) }
        if let taken = HostCommand(key), taken.precedesApp {
          note(
            "the key \"\(name)\" of the command \"\(title)\" never reaches the app, as luahost has a command with it: \(taken.title). Choose another key.",
            on: stack)
        } else {
          input = key
        }
        if key.isLostWithoutShift {
          note(
            "the key \"\(name)\" of the command \"\(title)\" requires a terminal that distinguishes it from \"\(key.name.replacing("shift+", with: ""))\"; most do not. Choose another key.",
            on: stack)
        }
      }
      stack.rawGet(table, "action")
      if let method = stack.string(-1) {
        // The command retains this closure and is retained by the host, so the closure must not retain the host.
        observers.notify { $0.keyCommand(title, ofMethod: method, wasSetOn: object, at: stack.callerPlace) }
        return KeyCommand(title: title, hint: hint, input: input) { [weak self, weak object] in
          guard let self, let object else { return }
          if try !calls.call(Callback(named: method, .action), of: .object(object)) {
            throw LuaError.usage(missingMethod(method, ofKeyCommand: title, on: object))
          }
        }
      }
      guard stack.kind(-1) == .function else {
        throw stack.wrongType(
          -1, "the action of the command \"\(title)\"", expected: "a function, or the name of a method")
      }
      let handler = Callback(named: "key command \(position), \"\(title)\"", .action)
      lua.setHandler(handler.name, of: object, toValueAt: -1, on: stack)
      return KeyCommand(title: title, hint: hint, input: input) { [weak calls, weak object] in
        if let object { calls?.run(handler, of: .handler(of: object), object) }
      }
    }
    var titles: [KeyPress: String] = [:]
    for command in commands {
      guard let input = command.input else { continue }
      if let first = titles[input] {
        note(
          "the commands \"\(first)\" and \"\(command.title)\" have the same key \"\(input.name)\", which runs only the first. Choose another key for the second.",
          on: stack)
      } else {
        titles[input] = command.title
      }
    }
    return commands
  }

  /// Gives observers advice about the list, with the line that sets it.
  private func note(_ message: String, on stack: LuaStack) {
    observers.notify { $0.advice(message, at: stack.callerPlace) }
  }

  /// Returns the message about a command's method that does not exist.
  package func missingMethod(_ method: String, ofKeyCommand title: String, on object: Responder) -> String {
    "the command \"\(title)\" names the method '\(method)', which does not exist"
      + suggestion(for: method, among: calls.memberNames(of: object))
  }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let textField = ScriptClassDefinition(
    "TextField", TextField.self, "One line of text that the user edits.", make: { _ in TextField() }
  ) { field, host in
    field.input()
    // It is kept in characters.
    field.property(
      "text",
      "What is in it. What a script sets is the script's to bring back; what the user typed since comes back by itself, unless `isSecure`. What it is made with is only what it begins with.",
      get: { $0.text }, set: { $0.text = $1 }
    ).bytesPerByte = 17
    field.property(
      "isSecure", "Whether the text is hidden, as a password is, and never kept.", get: { $0.isSecure },
      set: { $0.isSecure = $1 })
    field.handler(
      "validate(text: string, view: TextField): boolean|nil, string|nil",
      "Called with the text after every change and when `isValid` is read: returns true, or nil and a message, which stands under the field from the first change or Enter on. Without it every text is valid."
    )
    field.property("isValid", "Whether `validate` says that the text is valid; true without it.", get: { $0.isValid })
    field.property(
      "inputFilter", type: "\"integer\"|\"number\"|(fun(text: string): boolean|nil)|nil",
      "What can be typed and pasted: \"integer\", \"number\", or what a function accepts by returning true, which is called with the whole text that there would be; nil for all. Deleting is always possible.",
      push: { field, stack in
        if !stack.state.pushHandler("inputFilter", of: field, on: stack) { stack.pushNil() }
      },
      take: { [unowned host] field, stack, index in
        let filter: InputFilter?
        switch (stack.kind(index), stack.string(index)) {
        case (.nil, _): filter = nil
        case (.string, "integer"): filter = .integer
        case (.string, "number"): filter = .number
        case (.function, _):
          filter = .custom { [weak host, weak field] text in
            guard let host, let field else { return true }
            return try host.calls.call(Handlers.inputFilter, of: .handler(of: field), text) { $0.truth(-1) } ?? true
          }
        default:
          let given = stack.string(index).map { "\"\($0)\"" } ?? stack.describeKind(index)
          throw LuaError.usage("inputFilter: expected \"integer\", \"number\", a function or nil, got \(given)")
        }
        stack.state.setHandler("inputFilter", of: field, toValueAt: index, on: stack)
        field.inputFilter = filter
      }
    ).bytesPerByte = 0
    field.handler(
      "onSubmit(view)", "Called when the user has pressed Enter in it.",
      didSet: { [unowned host] field, isSet in
        field.onSubmit =
          isSet ? { [weak host] field in host?.calls.run(Handlers.onSubmit, of: .handler(of: field), field) } : nil
      })
  }

  static let searchBar = ScriptClassDefinition(
    "SearchBar", SearchBar.self, "A field for what is looked for: `onChange` gets each change, and Escape empties it.",
    make: { _ in SearchBar() })
}

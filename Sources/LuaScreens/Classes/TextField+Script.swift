import Interface
import LuaRuntime

extension ScriptClasses {
  static let textField = ScriptClassDefinition(
    "TextField", TextField.self, "A single line of text that the user can edit.", make: { _ in TextField() }
  ) { field, host in
    field.input()
    // In addition to its characters, a text needs up to four bytes per line.
    field.property(
      "text",
      "The text. Text set by a script is not saved; text typed by the user is saved and restored, unless `isSecure`. A text given at creation is only the initial text.",
      get: { $0.text }, set: { $0.text = $1 }
    ).bytesPerByte = 6
    field.property(
      "isSecure", "Whether the text is hidden, like a password, and never saved.", get: { $0.isSecure },
      set: { $0.isSecure = $1 })
    field.handler(
      "validate(text: string, view: TextField): boolean|nil, string|nil",
      "Called with the text after every change and when `isValid` is read: returns true, or nil and a message, which appears under the field after the first change or Enter. By default, every text is valid."
    )
    field.property("isValid", "Whether `validate` accepts the text; true without `validate`.", get: { $0.isValid })
    field.property(
      "inputFilter", type: "\"integer\"|\"number\"|(fun(text: string): boolean|nil)|nil",
      "The input that is accepted: \"integer\", \"number\", or a function that receives the complete resulting text and returns true to accept it; nil accepts everything. Deleting is always possible.",
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
      "onSubmit(view)", "Called when the user has pressed Enter in the field.",
      didSet: { [unowned host] field, isSet in
        field.onSubmit =
          isSet ? { [weak host] field in host?.calls.run(Handlers.onSubmit, of: .handler(of: field), field) } : nil
      })
  }

  static let searchBar = ScriptClassDefinition(
    "SearchBar", SearchBar.self, "A search field: `onChange` is called for each change, and Escape clears the field.",
    make: { _ in SearchBar() }
  ) { bar, _ in
    bar.property(
      "note", "A short text at the right end, such as the number of matches: \"2/9\".", get: { $0.note },
      set: { $0.note = $1 })
  }
}

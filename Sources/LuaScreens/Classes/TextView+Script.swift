import Interface
import LuaRuntime

extension ScriptClasses {
  static let textView = ScriptClassDefinition(
    "TextView", TextView.self,
    "Several lines of text that the user can edit; with `isEditable = false` a pager, whose text can be scrolled, searched and appended to.",
    make: { _ in TextView() }
  ) { view, _ in
    view.input()
    // In addition to its characters, a text needs up to four bytes per line.
    view.property(
      "text",
      "The text, with lines separated by newlines. Text typed by the user is restored as in a TextField. The text of a pager keeps its styles and links, and is not saved.",
      get: { $0.attributedText }, set: { $0.attributedText = $1 }
    ).bytesPerByte = 6
    view.method(
      "append(text: string|AttributedString)",
      "Appends a text, newlines included, in constant time."
    ) { view, stack in
      // Output of programs is not always valid text.
      let text = try Text.takeText(stack, 2, "text")
      try stack.state.makeRoom(for: text.string.utf8.count * 6, on: stack)
      view.append(text)
      return 0
    }
    view.property(
      "followsEnd",
      "Whether a pager scrolls to appended text. Initially true for a pager; becomes false when the user scrolls up, and true again at the end. It is saved.",
      get: { $0.followsEnd }, set: { $0.followsEnd = $1 })
    view.property(
      "maximumLines", "The number of last lines that `append` keeps, from 1; nil keeps all.",
      get: { $0.maximumLines },
      set: { view, count in
        if let count, count < 1 { throw LuaError.usage("maximumLines: expected 1 or more, or nil, got \(count)") }
        view.maximumLines = count
      })
  }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let textView = ScriptClassDefinition(
    "TextView", TextView.self,
    "Several lines of text that the user edits; with `isEditable = false` a pager, whose text is read, searched and added to.",
    make: { _ in TextView() }
  ) { view, _ in
    view.input()
    // What is edited is kept in characters.
    view.property(
      "text",
      "What is in it, lines parted by newlines; what the user typed comes back as in a TextField. Where it is not edited, it keeps its looks and links, and is the script's to bring back.",
      get: { $0.shownText }, set: { $0.shownText = $1 }
    ).bytesPerByte = 17
    view.method(
      "append(text: string|AttributedString)",
      "Adds a text to the end, newlines included; it costs the same in a long text as in a short one."
    ) { view, stack in
      // What programs write is not always text.
      let text = try Text.takeText(stack, 2, "text")
      try stack.state.makeRoom(for: text.string.utf8.count * (view.isEditable ? 17 : 2), on: stack)
      view.append(text)
      return 0
    }
    view.property(
      "followsEnd",
      "Whether what is appended to a text that is not edited is scrolled to. True for such a text at first, false once the user scrolls up, true again at the end; kept in the saved state.",
      get: { $0.followsEnd }, set: { $0.followsEnd = $1 })
    view.property(
      "maximumLines", "How many lines `append` keeps, the last ones, from 1 on; nil keeps all.",
      get: { $0.maximumLines },
      set: { view, count in
        if let count, count < 1 { throw LuaError.usage("maximumLines: expected 1 or more, or nil, got \(count)") }
        view.maximumLines = count
      })
  }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let textView = ScriptClassDefinition(
    "TextView", TextView.self,
    "Several lines of text that the user can edit; with `isEditable = false` a pager, whose text can be scrolled, searched and appended to.",
    make: { _ in TextView() }
  ) { view, host in
    view.input()
    // In addition to its characters, a text needs up to four bytes per line.
    view.property(
      "text", type: Text.luaType,
      "The text, with lines separated by newlines. Text typed by the user is restored as in a TextField. The text of a pager keeps its styles and links, and is not saved.",
      push: { view, stack in view.attributedText.push(on: stack) },
      take: { view, stack, index in
        // A long text is not copied into a string first.
        if let bytes = stack.unsafeBytes(index), bytes.isUTF8 {
          view.setText(utf8: bytes.assumingMemoryBound(to: UInt8.self))
        } else {
          view.attributedText = try Text.take(stack, index, "text")
        }
      }
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
      "showsLineCursor",
      "Whether a pager has a current line, which the arrow keys move; false by default.",
      get: { $0.showsLineCursor }, set: { $0.showsLineCursor = $1 })
    view.property(
      "currentLine",
      "The current line of a pager with `showsLineCursor`, counted from 1; nil in an empty text. Setting it scrolls to the line and does not call `onLine`. A line that does not exist yet becomes the current one when it is appended. It is saved.",
      get: { view -> Int? in view.currentLine.map { $0 + 1 } },
      set: { view, line in
        if let line, line < 1 { throw LuaError.usage("currentLine: expected 1 or more, or nil, got \(line)") }
        view.currentLine = line.map { $0 - 1 }
      })
    view.handler(
      "onLine(view, line: integer)",
      "Called when the user has moved to another line of a pager with `showsLineCursor`; not when a script does.",
      didSet: { [unowned host] view, isSet in
        view.onLine =
          isSet
          ? { [weak host] view, line in host?.calls.run(Handlers.onCurrentLine, of: .handler(of: view), view, line + 1)
          } : nil
      })
    view.late("currentLine")
    view.property(
      "maximumLines", "The number of last lines that `append` keeps, from 1; nil keeps all.",
      get: { $0.maximumLines },
      set: { view, count in
        if let count, count < 1 { throw LuaError.usage("maximumLines: expected 1 or more, or nil, got \(count)") }
        view.maximumLines = count
      })
  }
}

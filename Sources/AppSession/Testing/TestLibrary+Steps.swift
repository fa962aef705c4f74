import Interface
import LuaRuntime

// User actions and virtual time.
extension TestLibrary {
  func defineApp() throws {
    let app = try lua.define(
      "App", LaunchedApp.self,
      "A running app as the user sees it. Its time is virtual, and pending changes are saved at the end of each step."
    )
    // The approximate size of a small app, so that the test's collector finds unreferenced ones.
    app.size { _ in 512 << 10 }
    defineSteps(app)
    defineLife(app)
    defineLooking(app)
  }

  /// Defines a method.
  ///
  /// - Parameters:
  ///   - name: the signature with the types of all arguments and results.
  ///   - isStep: whether the method is an action, to be listed in the message about a failed case.
  func method(
    _ name: Signature, _ about: String, _ app: ScriptClass<LaunchedApp>, isStep: Bool = true,
    _ body: @escaping AppFunction
  ) {
    define(name.name, body)
    method(name, about, app, isStep: isStep, ofTest: { [unowned self] _, stack in try perform(name.name, stack) })
  }

  /// Defines an action without a result.
  func step(
    _ name: Signature, _ about: String, _ app: ScriptClass<LaunchedApp>,
    _ body: @escaping @MainActor (TestedApp, LuaStack) throws -> Void
  ) {
    method(name, about, app) { app, stack in
      try body(app, stack)
      return 0
    }
  }

  /// Defines a method that returns a value and is not an action.
  func query<Result: LuaPushable>(
    _ name: Signature, _ about: String, _ app: ScriptClass<LaunchedApp>,
    _ body: @escaping @MainActor (TestedApp, LuaStack) throws -> Result
  ) {
    method(name, about, app, isStep: false) { app, stack in
      try body(app, stack).push(on: stack)
      return 1
    }
  }

  /// Defines a method that runs in the process of the test.
  func method(
    _ name: Signature, _ about: String, _ app: ScriptClass<LaunchedApp>, isStep: Bool = true,
    ofTest body: @escaping @MainActor (LaunchedApp, LuaStack) throws -> Int32
  ) {
    app.method(name, about) { [unowned self] app, stack in
      if isStep, !isAsking { noteStep("app:\(name.name)", stack, from: 2, to: stack.top) }
      return try follow(name.name, isStep: isStep, stack) { try body(app, stack) }
    }
  }

  /// Records a call with its arguments.
  func noteStep(_ name: String, _ stack: LuaStack, from first: Int32, to last: Int32) {
    let arguments = stride(from: first, through: last, by: 1).map { index in
      let text = ValuePrinter(stack).text(index).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
    runner.note(step: "\(name)(\(arguments.joined(separator: ", ")))")
  }

  private func defineSteps(_ app: ScriptClass<LaunchedApp>) {
    step(
      "tap(what: string, number?: integer)",
      "Clicks the view with this identifier, identifier path (joined by `/`) or title on the screen, or the row with this text. In a path, `<CLASS>` stands for the views of a class: `\"form/<Stepper>\"`. If several match, clicks the one with this number in reading order, counted from 1; without a number, clicks the first that is enabled and prints a note with their paths. A click on a table or outline focuses and chooses its first visible row. If nothing matches, raises an error that shows the screen.",
      app
    ) { [unowned self] app, stack in
      let what = try stack.checkString(2, "the view or row to tap")
      guard !stack.isNil(3) else {
        try reportOthers(of: what, in: app) { $0.matches(what, for: .tap) }
        try app.drive { try $0.tap(what) }
        return
      }
      let number = try stack.checkInteger(3, "the number")
      guard number >= 1 else { throw LuaError.usage("number: expected 1 or more, got \(number)") }
      try app.drive { try $0.tap(what, number: number) }
    }
    step("type(text: string)", "Types text into the focused view, one character at a time.", app) { app, stack in
      let text = try stack.checkString(2, "the text")
      try app.type(text)
    }
    step(
      "key(name: luahost.KeyName)",
      "Presses a key: `\"enter\"`, `\"ctrl+c\"`, `\"x\"`. \(HostCommand.quit.keyNames) quits the app as `terminate` does, and \(HostCommand.suspend.keyNames) suspends it as `background` does.",
      app
    ) { app, stack in
      try app.press(try stack.checkString(2, "the key's name"))
    }
    step("paste(text: string)", "Pastes text into the focused view in one step.", app) { app, stack in
      let text = try stack.checkString(2, "the text")
      try app.drive { try $0.paste(text) }
    }
    step(
      "click(column: integer, row: integer, button?: integer, modifiers?: string)",
      "Presses and releases a mouse button on a cell of the screen, counted from 1. Button 1, the left one, by default. `modifiers` are the keys held meanwhile: `\"shift\"`, `\"ctrl+alt\"`.",
      app
    ) { app, stack in
      let place = try Self.place(stack, 2)
      let button = stack.isNil(4) ? 1 : try stack.checkInteger(4, "the button")
      let modifiers = try Self.modifiers(stack, 5)
      try app.drive { try $0.click(at: place, button: button, modifiers: modifiers) }
    }
    step(
      "drag(fromColumn: integer, fromRow: integer, toColumn: integer, toRow: integer, modifiers?: string)",
      "Drags the mouse with the left button from one cell of the screen to another, both counted from 1. `modifiers` are the keys held meanwhile, as for `click`.",
      app
    ) { app, stack in
      let (from, to) = (try Self.place(stack, 2), try Self.place(stack, 4))
      let modifiers = try Self.modifiers(stack, 6)
      try app.drive { try $0.drag(from: from, to: to, modifiers: modifiers) }
    }
    step(
      "scroll(what: string, rows: integer)",
      "Turns the mouse wheel over the view with this identifier, identifier path or title: down for positive numbers of rows, up for negative ones.",
      app
    ) { [unowned self] app, stack in
      let (what, rows) = (try stack.checkString(2, "the view to scroll"), try stack.checkInteger(3, "rows"))
      try reportOthers(of: what, in: app) { $0.matches(what, for: .scroll) }
      try app.drive { try $0.scroll(what, rows: min(max(rows, -1_000_000_000), 1_000_000_000)) }
    }
    step(
      "select(what: string, row: integer, section?: integer)",
      "Selects a row of the table, or a choice of the control, with this identifier or identifier path, as a click does. Rows and sections count from 1; section 1 by default. The sections of a picker are its wheels.",
      app
    ) { [unowned self] app, stack in
      let what = try stack.checkString(2, "the table or control")
      guard let row = stack.quantity(3) else {
        throw stack.wrongType(
          3, "row", expected: "an integer, the row or choice counted from 1 (tap chooses one by its text)")
      }
      let section = stack.isNil(4) ? 1 : try stack.checkInteger(4, "section")
      try reportOthers(of: what, in: app) { $0.matches(what, for: .select) }
      try app.drive { try $0.select(what, row: row - 1, section: section - 1) }
    }
    step(
      "resize(columns: integer, rows: integer)",
      "Resizes the screen, to 1 to 1000 columns and rows.", app
    ) { [unowned self] app, stack in
      try app.resize(to: try size(try stack.checkInteger(2, "columns"), try stack.checkInteger(3, "rows")))
    }
    step(
      "advance(seconds: number)",
      "Advances the app's clock, that of `os.time` and `ui.Date`, too: timers and sleeping tasks that become due run in order. Only this method and `waitFor` advance the clock.",
      app
    ) { app, stack in
      try app.advance(by: try stack.checkNumber(2, "seconds"))
    }
    step(
      "waitFor(what: string|fun(): boolean, seconds?: number)",
      "Waits in real time, which the app's clock follows, until a text is on the screen or the function returns true. Fails after this many seconds (5 by default, at most 240), with a message that shows the screen.",
      app
    ) { [unowned self] app, stack in
      let seconds = stack.isNil(3) ? 5 : try stack.checkNumber(3, "seconds")
      guard (0...Self.longestWait).contains(seconds) else {
        throw LuaError.usage("seconds: expected 0 to \(Int(Self.longestWait)), got \(seconds)")
      }
      let text = stack.string(2)
      guard text != nil || stack.kind(2) == .function else {
        throw stack.wrongType(
          2, "the text or function to wait for", expected: "a string, or a function that returns true")
      }
      let isMet = try app.wait(seconds) {
        if let text { return try app.screen().text.contains(text) }
        stack.pushValue(2)
        try ask { try stack.call(arguments: 0, results: 1) }
        defer { stack.pop() }
        return stack.truth(-1)
      }
      guard isMet else {
        let what = text.map { "\"\($0)\" did not appear on the screen" } ?? "the function did not return true"
        throw LuaError.usage("waitFor: \(what) within \(seconds) s; the screen is:\n\(try app.screen().text)")
      }
    }
  }

  /// The maximum duration of a wait in seconds, less than the time limit of a case.
  private static let longestWait = 240.0

  /// Adds a note if several objects have a name, of which the first is used.
  func reportOthers(of name: String, in app: TestedApp, _ find: (Automation) -> [Responder]) throws {
    let automation = Automation(try app.application)
    let found = find(automation)
    guard found.count > 1 else { return }
    let paths = found.map { automation.path(to: $0).description }
    let advice = Set(paths).count == paths.count ? "use a path to choose one" : "give each its own identifier"
    onNote(
      "\(found.count) objects have the identifier \"\(name)\": \(paths.joined(separator: ", ")). The first one is used; \(advice)"
    )
  }

  /// Returns the modifiers named by an optional argument.
  private static func modifiers(_ stack: LuaStack, _ index: Int32) throws -> Modifiers {
    let names = stack.isNil(index) ? "" : try stack.checkString(index, "the modifiers")
    guard let modifiers = Modifiers(names: names) else {
      throw LuaError.usage("modifiers: expected \"shift\", \"ctrl\" or \"alt\", or several with +, got \"\(names)\"")
    }
    return modifiers
  }

  /// Returns the cell given by two one-based numbers from an index on.
  private static func place(_ stack: LuaStack, _ index: Int32) throws -> Point {
    Point(x: try stack.checkInteger(index, "the column") - 1, y: try stack.checkInteger(index + 1, "the row") - 1)
  }
}

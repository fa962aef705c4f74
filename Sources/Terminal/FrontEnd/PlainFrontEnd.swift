import Glibc
import Interface
import Loop

/// Shows an app as plain lines of text, for screen readers, logs and simple terminals. Elements are numbered, and typed
/// lines say which one to use.
///
/// Lines typed while the app is being restored wait for the restored app.
@MainActor
public final class PlainFrontEnd: FrontEnd {
  /// Whether the input is a terminal.
  public let isInteractive = isatty(STDIN_FILENO) == 1
  public let size = Size(width: 80, height: 24)
  public let requiredTheme: Theme? = .monochrome
  public let colorDepth = ColorDepth.none
  /// None: the user types lines, and Control-C is the terminal's.
  public let keyHelp: [KeyHelp] = []

  private weak var host: (any FrontEndHost)?
  private var input: LineInput?
  private var isWaiting = false
  private var hasBegun = false
  private var isEnding = false
  /// Lines typed before the app was ready; nil for the end of the input.
  private var held: [String?] = []
  /// The lines printed last, by whose numbers the user names elements.
  private var screen = PlainScreen()
  /// The secure field for which the next line is, which is not shown.
  private var secret: (element: AccessibilityElement, input: HiddenInput)?
  private var lastChange = ContinuousClock.now
  /// Wakes the loop to print changes that came too soon after the last ones.
  private var reminder: TimerQueue.Timer?
  private lazy var output = PlainOutput(isInteractive: isInteractive)
  /// Whether a line is being handled, after which the prompt follows.
  private var isHandlingLine = false

  /// Creates a front end on standard input and output.
  public init() {}

  public func open(showing picture: Grid?, for host: any FrontEndHost) {
    self.host = host
    input = LineInput(
      descriptor: STDIN_FILENO, on: host.loop,
      onLine: { [weak self] in self?.take(String(decoding: $0, as: UTF8.self)) },
      onEnd: { [weak self] in self?.take(nil) })
  }

  public func present(_ frame: Frame) {
    defer { fflush(nil) }
    defer {
      if hasBegun {
        frame.application?.messages.takeUnprinted().forEach(output.write)
        ask()
      }
    }
    if hasBegun { return printChanges(frame) }
    guard frame.application?.isRestorationExtended != true else {
      if !isWaiting { output.write("The app is still being restored; your input will be processed afterwards.") }
      isWaiting = true
      return
    }
    hasBegun = true
    printScreen(.whole)
    if isInteractive { output.write("Type the number of a control, or help.") }
    for line in held {
      host?.loop.post { [weak self] in self?.take(line) }
    }
    held = []
  }

  public func report(_ problem: Problem) -> Bool {
    output.write("Problem: \(problem)")
    return true
  }

  public var hasTerminal: Bool { isInteractive && isatty(STDOUT_FILENO) == 1 }

  public func lendTerminal(while body: () -> Void) {
    output.endPrompt()
    fflush(nil)
    showingInput(body)
  }

  public func scriptWillWrite() { output.endPrompt() }

  public func redraw() { if hasBegun { printScreen(.whole) } }

  public func suspend() {
    output.endPrompt()
    // The shell stops the process, as with any program that reads lines.
    showingInput { raise(SIGSTOP) }
  }

  /// Runs a closure while another program has the terminal.
  private func showingInput(_ body: () -> Void) {
    secret?.input.end()
    body()
    // A process that is to end in the background would be stopped by the terminal.
    if let element = secret?.element, MainLoop.pendingEnd == nil { secret = HiddenInput().map { (element, $0) } }
  }

  public func close() {
    input?.close()
    output.endPrompt()
    secret?.input.end()
    secret = nil
    fflush(nil)
  }

  /// Handles a line; nil is the end of the input.
  private func take(_ line: String?) {
    guard hasBegun else { return held.append(line) }
    guard let line else {
      host?.end()
      return
    }
    output.wasAnswered(isShown: secret == nil)
    isHandlingLine = true
    defer { isHandlingLine = false }
    if let secret { enter(secret: line, for: secret) } else { enter(Self.trimmed(line)) }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// Prints the prompt at the end of a turn.
  private func ask() {
    guard !isHandlingLine, !isEnding else { return }
    output.ask(secret.map { "\($0.element.displayedLabel) (hidden):" } ?? ">")
  }

  // MARK: Output

  /// The part of the screen to print.
  private enum Extent {
    /// All lines.
    case whole
    /// The changed lines, or all if most have changed, as on another screen.
    case changes
    /// As ``changes``, or that nothing has changed.
    case answer
  }

  private var currentScreen: PlainScreen { host?.application?.keyWindow.map { PlainScreen(of: $0) } ?? PlainScreen() }

  /// Prints the screen.
  private func printScreen(_ extent: Extent) {
    let old = screen
    screen = currentScreen
    lastChange = .now
    guard extent != .whole, let changes = screen.changes(since: old) else {
      return screen.lines.forEach { output.write($0.text) }
    }
    changes.texts.forEach(output.write)
    for element in changes.removed { output.write("Removed: \(element)") }
    if extent == .answer, changes.texts.isEmpty, changes.removed.isEmpty { output.write("Nothing changed.") }
  }

  /// Prints changes that did not follow from a line, at most once a second.
  private func printChanges(_ frame: Frame) {
    guard let application = frame.application, application.keyWindow?.needsDisplay == true else { return }
    guard ContinuousClock.now - lastChange > .seconds(1) else {
      if reminder?.isPending != true { reminder = host?.loop.timers.after(1.1) {} }
      return
    }
    _ = application.render()
    if currentScreen.lines != screen.lines { printScreen(.changes) }
  }

  // MARK: Input

  private func enter(_ line: String) {
    let word = String(line.prefix { $0 != " " })
    let rest = Self.trimmed(line.dropFirst(word.count))
    do {
      if try perform(word, rest) { printScreen(.answer) }
    } catch {
      output.write("\(error)")
      // A part of it may have had an effect.
      printScreen(.changes)
    }
  }

  /// Runs a line. Returns whether the screen may have changed.
  private func perform(_ word: String, _ rest: String) throws -> Bool {
    if let command = lineCommands.first(where: { $0.words.contains(word) }) { return try command.action(rest) }
    if rest.isEmpty, try press(word) { return true }
    guard let element = element(named: word) else { return false }
    try use(element, value: rest, isValue: !rest.isEmpty)
    return true
  }

  /// Presses a key named as in a hint or the help (`n`, `^S`, `Ctrl+S`). Returns false if there is no such key, or it
  /// has no effect. A command's letter runs the command even while a text field is focused; `type` enters text.
  private func press(_ word: String) throws -> Bool {
    let name = word.count > 1 && word.hasPrefix("^") ? "ctrl+\(word.dropFirst())" : word
    guard let key = KeyPress(name: name), let window = host?.application?.keyWindow else { return false }
    let commands = window.commandSources.flatMap(window.commands)
    if let command = commands.first(where: { $0.input == key }), Int(word) == nil {
      host?.turn { $0.run(command) }
      return true
    }
    guard window.responderChain.contains(where: { $0.keyBindings.contains { $0.names(key) } }) else { return false }
    try host?.turn { try Automation($0).key(key.name) }
    return true
  }

  /// The line commands.
  private var lineCommands: [LineCommand] {
    [
      LineCommand("NUMBER", "use a control: press a button, choose a row, focus a field, prompt for a password"),
      LineCommand("NUMBER VALUE", "set a control: text, a number, on or off, a date, the name of a choice"),
      LineCommand("empty NUMBER", "clear the text of a field") { [self] number in
        guard let element = element(named: number) else { return false }
        try use(element, value: "", isValue: true)
        return true
      },
      LineCommand("an empty line", "print the screen again", words: [""]) { [self] _ in
        printScreen(.whole)
        return false
      },
      LineCommand("back", "leave this screen; close an alert, a search or a menu") { [self] _ in
        try host?.turn { try Automation($0).key("escape") }
        return true
      },
      LineCommand("find TEXT", "go to the row of a table that contains this text; key n goes to the next one") {
        [self] in find($0)
      },
      LineCommand("key NAME", "press a key: key pagedown, key tab, key ctrl+s") { [self] name in
        try host?.turn { try Automation($0).key(name) }
        return true
      },
      LineCommand("KEY", "press a key from the hints: n, ^S, Esc"),
      LineCommand("type TEXT", "type into the focused control") { [self] text in
        try host?.turn { try Automation($0).enterText(text) }
        return true
      },
      LineCommand(HostCommand.help) { [self] _ in
        printKeys()
        return false
      },
      LineCommand(HostCommand.commands) { [self] _ in
        host?.turn { $0.perform(.commands) }
        return true
      },
      LineCommand(HostCommand.saves) { [self] _ in
        host?.turn { $0.perform(.saves) }
        return true
      },
      LineCommand(HostCommand.quit) { [self] rest in
        guard rest.isEmpty else {
          output.write("quit takes no argument.")
          return false
        }
        isEnding = true
        host?.end()
        return false
      },
      LineCommand(nil, "", words: ["help", "?"]) { [self] _ in
        output.write(LineCommand.help(lineCommands))
        return false
      },
    ].compactMap { $0 }
  }

  /// Returns the element of a typed number, printing a message if there is none.
  private func element(named word: String) -> AccessibilityElement? {
    // Numbers refer to the last printed lines.
    let elements = screen.elements
    if let number = Int(word.filter { $0 != "." }), number > 0, number <= elements.count {
      return elements[number - 1]
    }
    let range = elements.isEmpty ? "No control here has a number" : "Type a number from 1 to \(elements.count)"
    output.write("\(word.isEmpty ? "Expected a number." : "Unknown command or number: \(word).") \(range), or help.")
    return nil
  }

  /// Prints the key help without changing the screen or its numbers.
  private func printKeys() {
    guard let window = host?.application?.keyWindow, host?.application?.perform(.help) == true else { return }
    let help = PlainScreen(of: window)
    host?.turn { _ = try? Automation($0).key("escape") }
    // Its controls are gone.
    for line in help.lines where line.number == nil { output.write(line.text) }
  }

  private static let longestSearch = 10.0

  /// Searches the focused table, or the first one. Prints a message and returns false if there is none.
  private func find(_ text: String) -> Bool {
    guard let table = host?.application?.keyWindow?.searchableList, !text.isEmpty else {
      output.write(text.isEmpty ? "Nothing to find; type find and a text." : "This screen has no table to search.")
      return false
    }
    host?.turn { _ in table.search(for: text) }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Self.longestSearch)
    host?.loop.wait(until: { !table.isSearching || clock.now >= end })
    host?.turn { _ in }
    return true
  }

  /// Enters a line, which was not shown, into a secure field. An empty line leaves the field as it is.
  private func enter(secret line: String, for field: (element: AccessibilityElement, input: HiddenInput)) {
    secret = nil
    field.input.end()
    guard !line.isEmpty else { return }
    var isDone = false
    host?.turn { isDone = Automation($0).enter(line, into: field.element) }
    if isDone { printScreen(.answer) } else { output.write("\(field.element.text): unavailable.") }
  }

  private func use(_ element: AccessibilityElement, value: String, isValue: Bool) throws {
    var isDone = false
    try host?.turn { application in
      let automation = Automation(application)
      isDone = isValue ? automation.enter(value, into: element) : try automation.activate(element)
    }
    if isDone {
      if !isValue, element.role == .secureTextField, isInteractive { secret = HiddenInput().map { (element, $0) } }
      return
    }
    guard element.isUsable else { return output.write("\(element.text): unavailable.") }
    // A row or tab is a part of its view and does not accept the view's values.
    guard let accepted = element.acceptedValues else {
      return output.write("\(element.text): accepts no value; type only its number to use it.")
    }
    output.write("\(element.text): does not accept the value \"\(value)\". It accepts \(accepted).")
  }
}

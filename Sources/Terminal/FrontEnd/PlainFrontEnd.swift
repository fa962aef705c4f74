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

  private weak var host: (any FrontEndHost)?
  private var input: LineInput?
  private var isWaiting = false
  private var hasBegun = false
  private var isEnding = false
  /// Lines typed before the app was ready; nil for the end of the input.
  private var held: [String?] = []
  private var elements: [AccessibilityElement] = []
  private var printedLines: [String] = []
  /// The secure field for which the next line is, which is not shown.
  private var secret: (element: AccessibilityElement, input: HiddenInput)?
  private var lastChange = ContinuousClock.now
  /// Wakes the loop to print changes that came too soon after the last ones.
  private var reminder: TimerQueue.Timer?
  private let glyphs = GlyphSet(environment: TerminalDevice.processEnvironment)

  /// Creates a front end on standard input and output.
  public init() {}

  public func open(showing picture: Grid?, for host: any FrontEndHost) {
    self.host = host
    input = LineInput(
      descriptor: STDIN_FILENO, on: host.loop,
      onLine: { [weak self] in self?.take(String(decoding: $0, as: UTF8.self)) },
      onEnd: { [weak self] in self?.take(nil) })
  }

  /// Prints each message once.
  private func printMessages(_ application: Application?) {
    application?.messages.takeUnprinted().forEach(write)
  }

  public func present(_ frame: Frame) {
    defer { fflush(nil) }
    defer { if hasBegun { printMessages(frame.application) } }
    if hasBegun { return printChanges(frame) }
    guard frame.application?.isRestorationExtended != true else {
      if !isWaiting { write("The app is still being restored; your input will be processed afterwards.") }
      isWaiting = true
      return
    }
    hasBegun = true
    printScreen(everything: true)
    if isInteractive { write("Type the number of a control, or help.") }
    ask()
    for line in held {
      host?.loop.post { [weak self] in self?.take(line) }
    }
    held = []
  }

  public func report(_ problem: Problem) -> Bool {
    write("Problem: \(problem)")
    return true
  }

  public var hasTerminal: Bool { isInteractive && isatty(STDOUT_FILENO) == 1 }

  public func lendTerminal(while body: () -> Void) {
    fflush(nil)
    showingInput(body)
  }

  public func redraw() { if hasBegun { printScreen(everything: true) } }

  public func suspend() {
    // The shell stops the process, as with any program that reads lines.
    showingInput { raise(SIGSTOP) }
  }

  /// Runs a closure while another program has the terminal.
  private func showingInput(_ body: () -> Void) {
    secret?.input.end()
    body()
    if let element = secret?.element { secret = HiddenInput().map { (element, $0) } }
  }

  public func close() {
    input?.close()
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
    if let secret { enter(secret: line, for: secret) } else { enter(Self.trimmed(line)) }
    if !isEnding { ask() }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  private func ask() {
    if isInteractive { print(secret.map { "\(shown($0.element.displayedLabel)) (hidden): " } ?? "> ", terminator: "") }
    fflush(nil)
  }

  // MARK: Output

  /// Returns the lines of the screen, with numbers for elements that can be used.
  private func look() -> [String] {
    guard let window = host?.application?.keyWindow else { return [] }
    elements = []
    return window.accessibilityElements.compactMap { element in
      guard !element.text.isEmpty else { return nil }
      guard element.activationPoint != nil else {
        return switch element.role {
        case .header: "== \(element.displayedLabel) =="
        case .alert: "== Alert: \(element.label) =="
        default: element.text
        }
      }
      elements.append(element)
      return Self.numbered(element.text, elements.count)
    }
  }

  /// Returns a text after its number. Its other lines are indented, so that none looks like an element of its own.
  private static func numbered(_ text: String, _ number: Int) -> String {
    let start = "\(number). "
    return start
      + text.split(omittingEmptySubsequences: false, whereSeparator: \.breaksLine)
      .joined(separator: "\n" + String(repeating: " ", count: start.count))
  }

  /// Prints the screen, or only the changed lines if they are fewer.
  private func printScreen(everything: Bool) {
    let lines = look()
    let old = Set(printedLines)
    let new = lines.filter { !old.contains($0) }
    let isOther = lines.first != printedLines.first || new.count * 2 > lines.count
    if everything || isOther {
      lines.forEach(write)
    } else {
      new.forEach(write)
      let now = Set(lines)
      if new.isEmpty { printedLines.filter { !now.contains($0) }.forEach { write("Removed: \($0)") } }
      if lines == printedLines { write("Nothing changed.") }
    }
    printedLines = lines
    lastChange = .now
  }

  /// Prints changes that did not follow from a line, at most once a second.
  private func printChanges(_ frame: Frame) {
    guard let application = frame.application, application.keyWindow?.needsDisplay == true else { return }
    guard ContinuousClock.now - lastChange > .seconds(1) else {
      if reminder?.isPending != true { reminder = host?.loop.timers.after(1.1) {} }
      return
    }
    _ = application.render()
    if look() != printedLines { printScreen(everything: false) }
  }

  // MARK: Input

  private func enter(_ line: String) {
    let word = String(line.prefix { $0 != " " })
    let rest = Self.trimmed(line.dropFirst(word.count))
    do {
      if try perform(word, rest) { printScreen(everything: false) }
    } catch {
      write("\(error)")
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
      LineCommand("empty", "NUMBER", "clear the text of a field") { [self] number in
        guard let element = element(named: number) else { return false }
        try use(element, value: "", isValue: true)
        return true
      },
      LineCommand(words: [""], usage: "an empty line", "print the screen again") { [self] _ in
        printScreen(everything: true)
        return false
      },
      LineCommand("back", nil, "leave this screen; close an alert, a search or a menu") { [self] _ in
        try host?.turn { try Automation($0).key("escape") }
        return true
      },
      LineCommand("find", "TEXT", "go to the row of a table that contains this text; key n goes to the next one") {
        [self] in find($0)
      },
      LineCommand("key", "NAME", "press a key: key pagedown, key tab, key ctrl+s") { [self] name in
        try host?.turn { try Automation($0).key(name) }
        return true
      },
      LineCommand("KEY", "press a key from the hints: n, ^S, Esc"),
      LineCommand("type", "TEXT", "type into the focused control") { [self] text in
        try host?.turn { try Automation($0).type(text) }
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
          write("quit takes no argument.")
          return false
        }
        isEnding = true
        host?.end()
        return false
      },
      LineCommand(words: ["help", "?"], usage: nil, "") { [self] _ in
        write(LineCommand.help(lineCommands))
        return false
      },
    ].compactMap { $0 }
  }

  /// Prints a text. A tab becomes a space, as on a screen.
  private func write(_ line: String) { print(shown(line)) }
  private func shown(_ text: String) -> String { glyphs.shown(text.replacing("\t", with: " ").showingControls) }

  /// Returns the element of a typed number, printing a message if there is none.
  private func element(named word: String) -> AccessibilityElement? {
    // Numbers refer to the last printed lines.
    if let number = Int(word.filter { $0 != "." }), (1...max(1, elements.count)).contains(number), !elements.isEmpty {
      return elements[number - 1]
    }
    let range = elements.isEmpty ? "No control here has a number" : "Type a number from 1 to \(elements.count)"
    write("\(word.isEmpty ? "Expected a number." : "Unknown command or number: \(word).") \(range), or help.")
    return nil
  }

  /// Prints the key help without changing the screen or its numbers.
  private func printKeys() {
    guard host?.application?.perform(.help) == true else { return }
    look().forEach(write)
    host?.turn { _ = try? Automation($0).key("escape") }
    _ = look()
  }

  private static let longestSearch = 10.0

  /// Searches the focused table, or the first one. Prints a message and returns false if there is none.
  private func find(_ text: String) -> Bool {
    guard let table = host?.application?.keyWindow?.searchableList, !text.isEmpty else {
      write(text.isEmpty ? "Nothing to find; type find and a text." : "This screen has no table to search.")
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
    print("")
    guard !line.isEmpty else { return }
    var isDone = false
    host?.turn { isDone = Automation($0).enter(line, into: field.element) }
    if isDone { printScreen(everything: false) } else { write("\(field.element.text): unavailable.") }
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
    guard element.isUsable else { return write("\(element.text): unavailable.") }
    // A row or tab is a part of its view and does not accept the view's values.
    guard let accepted = element.acceptedValues else {
      return write("\(element.text): accepts no value; type only its number to use it.")
    }
    write("\(element.text): does not accept the value \"\(value)\". It accepts \(accepted).")
  }
}

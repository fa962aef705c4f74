import AppSession
import Foundation
import Interface
import LuaRuntime
import LuaScreens
import Terminal

/// An app in words, line by line: what can be used has a number, and a line that is typed says what to do with it. For
/// screen readers, for logs, and for terminals that can do nothing else.
@MainActor
final class PlainScreen {
  private let session: AppSession
  private let isInteractive = isatty(STDIN_FILENO) == 1
  private var elements: [AccessibilityElement] = []
  private var said: [String] = []
  private var lastChange = ContinuousClock.now
  /// Wakes the loop to say what changed by itself while it was too early for it.
  private var reminder: TimerQueue.Timer?
  private let glyphs = GlyphSet(environment: TerminalDevice.processEnvironment)

  init(_ session: AppSession) {
    self.session = session
  }

  /// Runs until the input ends or the person quits. Returns the exit code.
  func run(isRestoring: Bool) throws -> Int32 {
    var hasFailed = false
    session.onProblem = { problem in
      print("Problem: \(problem)")
      if problem.isError { hasFailed = true }
    }
    session.onLoad = { $0.application.requiredTheme = .monochrome }
    let loop = try EventLoop(input: .lines(descriptor: STDIN_FILENO))
    try loop.observeEnd { LuaState.requestEndOfAll() }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    var code: Int32?
    let clock = LoopClock()
    let launch = try ExtendedLaunch(
      session, onWait: { print("The app is still being restored. What you type waits for it.") },
      begin: { [unowned self] in
        say(everything: true)
        if isInteractive { print("Type the number of what you want to use, or help.") }
        ask()
      })
    try loop.run(untilNextTimer: { clock.untilNextTimer(of: self.session) }) { event in
      clock.tick(self.session)
      code = try launch.pass(event, to: self.handle)
      if let requested = self.session.requestedExit { code = requested }
      return code == nil ? .proceed : .stop
    }
    try session.terminate()
    fflush(nil)
    return code == 0 && hasFailed && !isInteractive && !EventLoop.isEndPending
      ? ExitStatus.scriptFailed.rawValue : code ?? 0
  }

  /// Returns the exit code if the app is to end.
  private func handle(_ event: LoopEvent) -> Int32? {
    switch event {
    case .line(let bytes):
      let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      if line == "quit" { return 0 }
      enter(line)
      ask()
    case .endOfInput, .terminate, .hangup, .interrupt: return 0
    case .turnEnded: sayWhatHappened()
    case .suspend:
      // Stopped by the shell, as any program that reads lines.
      try? session.host?.turn { try session.host?.application.enterBackground() }
      raise(SIGSTOP)
    case .continue: session.host?.turn { session.host?.application.enterForeground() }
    case .timersDue: session.host?.timers.fireDue()
    case .input: break
    }
    return nil
  }

  private func ask() {
    if isInteractive { print("> ", terminator: "") }
    fflush(nil)
  }

  // MARK: Saying

  /// The screen in lines: what can be used has a number.
  private func look() -> [String] {
    guard let application = session.host?.application, let window = application.keyWindow else { return [] }
    elements = []
    return window.accessibilityElements.compactMap { element in
      guard !element.text.isEmpty else { return nil }
      guard element.activationPoint != nil else {
        return switch element.role {
        case .header: "== \(element.label) =="
        case .alert: "== Alert: \(element.label) =="
        default: element.text
        }
      }
      elements.append(element)
      return "\(elements.count). \(element.text)"
    }
  }

  /// Says the screen, or only what is new in it if that is the smaller part.
  private func say(everything: Bool) {
    let lines = look()
    let old = Set(said)
    let new = lines.filter { !old.contains($0) }
    let isOther = lines.first != said.first || new.count * 2 > lines.count
    if everything || isOther {
      lines.forEach(write)
    } else {
      new.forEach(write)
      let now = Set(lines)
      if new.isEmpty { said.filter { !now.contains($0) }.forEach { write("No longer there: \($0)") } }
      if lines == said { write("Nothing changed.") }
    }
    said = lines
    lastChange = .now
  }

  /// What changed by itself is said too, but not more than once a second.
  private func sayWhatHappened() {
    guard let application = session.host?.application, application.keyWindow?.needsDisplay == true else { return }
    guard ContinuousClock.now - lastChange > .seconds(1) else {
      if reminder?.isPending != true { reminder = application.timers.after(1.1) {} }
      return
    }
    _ = application.render()
    if look() != said { say(everything: false) }
    fflush(nil)
  }

  // MARK: Doing

  private static let help = """
    NUMBER        use it: press a button, turn a switch, choose a row or tab, go to a field
    NUMBER VALUE  give it a value: text, a number, on or off, a date, the name of a choice
    empty NUMBER  take out the text of a field
    an empty line reads the screen again
    back          leave this screen; put an alert, a search or a menu away
    find TEXT     go to the row of a table that has this text; key n goes to the next
    key NAME      press a key: key pagedown, key tab, key ctrl+s
    type TEXT     type into what has the keys
    keys          what keys do here
    commands      what can be done here, to choose from by number
    quit          end; everything is kept
    """

  private func enter(_ line: String) {
    guard let host = session.host else { return }
    let word = String(line.prefix { $0 != " " })
    let rest = line.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
    do {
      switch word {
      case "": return say(everything: true)
      case "help", "?": return write(Self.help)
      case "keys": return sayKeys(host)
      case "commands": host.turn { _ = host.application.keyWindow?.showCommands() }
      case "back": try host.turn { try Automation(host.application).key("escape") }
      case "key": try host.turn { try Automation(host.application).key(rest) }
      case "type": try host.turn { try Automation(host.application).type(rest) }
      case "find": guard find(rest, host) else { return }
      case "empty":
        guard let element = element(named: rest) else { return }
        try use(element, value: "", isValue: true, host)
      default:
        guard let element = element(named: word) else { return }
        try use(element, value: rest, isValue: !rest.isEmpty, host)
      }
    } catch {
      return write("\(error)")
    }
    say(everything: false)
  }

  private func write(_ line: String) { print(glyphs.shown(line)) }

  /// The element of a number that was typed; says so if there is none.
  private func element(named word: String) -> AccessibilityElement? {
    // What was said last is what numbers mean.
    if let number = Int(word.filter { $0 != "." }), elements.indices.contains(number - 1) {
      return elements[number - 1]
    }
    let range = elements.isEmpty ? "Nothing here has a number" : "Type a number from 1 to \(elements.count)"
    write("There is no \(word.isEmpty ? "number" : word). \(range), or help.")
    return nil
  }

  /// Says what keys do, and leaves the screen, and the numbers on it, as they are.
  private func sayKeys(_ host: ScriptHost) {
    guard let window = host.application.keyWindow, window.showHelp() else { return }
    look().forEach(write)
    host.turn { _ = try? Automation(host.application).key("escape") }
    _ = look()
  }

  private static let longestSearch = 10.0

  /// Looks for a row in the table that has the keys, or in the first one; false if there is none, which is said.
  private func find(_ text: String, _ host: ScriptHost) -> Bool {
    guard let table = host.application.keyWindow?.searchableTable, !text.isEmpty else {
      write(text.isEmpty ? "Find what? Type find and a text." : "There is no table to look in.")
      return false
    }
    host.turn { table.search(for: text) }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(Self.longestSearch)
    while table.isSearching, clock.now < end { host.turn { host.timers.fireDue() } }
    return true
  }

  private func use(_ element: AccessibilityElement, value: String, isValue: Bool, _ host: ScriptHost) throws {
    let automation = Automation(host.application)
    let isDone = try host.turn {
      isValue ? automation.enter(value, into: element) : try automation.activate(element)
    }
    if isDone { return }
    guard element.isUsable else { return write("\(element.text): it cannot be used now.") }
    // A row or a tab is a part of its view, and takes nothing of what that takes.
    guard let accepted = element.acceptedValues else {
      return write("\(element.text): it takes no value; type its number alone to use it.")
    }
    write("\(element.text): it does not take the value \"\(value)\". It takes \(accepted).")
  }
}

import Foundation
import Interface
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
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.settle(unless: { EventLoop.isEndPending })
    say(everything: true)
    if isInteractive { print("Type the number of what you want to use, or help.") }
    ask()
    var code: Int32?
    let clock = LoopClock()
    loop.run(untilNextTimer: { clock.untilNextTimer(of: self.session) }) { event in
      clock.tick(self.session)
      code = self.handle(event)
      if let requested = self.session.requestedExit { code = requested }
      return code == nil ? .proceed : .stop
    }
    try session.terminate()
    fflush(nil)
    return code == 0 && hasFailed && !isInteractive ? ExitStatus.scriptFailed.rawValue : code ?? 0
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
        return element.role == .header ? "== \(element.label) ==" : element.text
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
      lines.forEach { print($0) }
    } else {
      new.forEach { print($0) }
      if new.isEmpty, lines == said { print("Nothing changed.") }
    }
    said = lines
    lastChange = .now
  }

  /// What changed by itself is said too, but not more than once a second.
  private func sayWhatHappened() {
    guard ContinuousClock.now - lastChange > .seconds(1), session.host?.application.keyWindow?.needsDisplay == true
    else { return }
    _ = session.host?.application.render()
    if look() != said { say(everything: false) }
    fflush(nil)
  }

  // MARK: Doing

  private static let help = """
    NUMBER        use it: press a button, turn a switch, choose a row or tab, go to a field
    NUMBER VALUE  give it a value: text, a number, on or off, a date, the name of a choice
    an empty line reads the screen again
    back          leave this screen
    key NAME      press a key: key pagedown, key tab, key ctrl+s
    type TEXT     type into what has the keys
    keys          what keys do here
    quit          end; everything is kept
    """

  private func enter(_ line: String) {
    guard let host = session.host else { return }
    let word = String(line.prefix { $0 != " " })
    let rest = line.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
    do {
      switch word {
      case "": return say(everything: true)
      case "help", "?": return print(Self.help)
      case "keys": host.turn { _ = host.application.keyWindow?.showHelp() }
      case "back": try host.turn { try Automation(host.application).key("escape") }
      case "key": try host.turn { try Automation(host.application).key(rest) }
      case "type": try host.turn { try Automation(host.application).type(rest) }
      default:
        guard let number = Int(word.filter { $0 != "." }), elements.indices.contains(number - 1) else {
          return print("There is no \(word). Type a number from 1 to \(elements.count), or help.")
        }
        try use(elements[number - 1], value: rest, host)
      }
    } catch {
      return print("\(error)")
    }
    say(everything: false)
  }

  private func use(_ element: AccessibilityElement, value: String, _ host: ScriptHost) throws {
    let automation = Automation(host.application)
    let isDone = try host.turn {
      value.isEmpty ? try automation.activate(element) : automation.enter(value, into: element)
    }
    if isDone { return }
    print(
      element.isUsable
        ? "\(element.text): it does not take the value \"\(value)\"." : "\(element.text): it cannot be used now.")
  }
}

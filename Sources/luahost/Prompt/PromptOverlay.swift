import AppSession
import Interface
import StateRestoration

extension HostCommand {
  /// Toggles the prompt.
  static let prompt = HostCommand("prompt", title: "Lua prompt", keys: [.function(12)])
}

/// The prompt over the screen of the running app.
@MainActor
final class PromptOverlay: ScreenOverlay {
  let session: AppSession
  private let pane: OverlayPane
  private let console = ConsoleView()
  private let field = TextField()
  private var history: [String] = []
  /// The index of the history line shown; the number of lines if none is.
  private var historyIndex = 0
  /// The lines of an incomplete statement.
  private var unfinished = ""
  /// Lines entered while another line was waiting.
  private var entered: [String] = []
  /// Prints captured output that the loop has not read yet.
  private var takeOutput: () -> Void = {}
  /// Called with the exit code when the user or the script asks to quit the app.
  private let onExit: (Int32) -> Void

  var coversConsole: Bool { true }

  init(_ session: AppSession, size: Size, onExit: @escaping (Int32) -> Void) {
    self.session = session
    self.onExit = onExit
    let content = VStack()
    content.addSubview(console)
    content.addSubview(field)
    pane = OverlayPane(
      title: "luahost: \(HostCommand.prompt.keyNames) or Escape closes the prompt",
      frame: Rect(origin: .zero, size: size),
      content: content)
    field.placeholder = Self.invitation
    // Copying in the prompt uses the app's pasteboard.
    pane.onCopy = { [weak self] in self?.session.host?.application.pasteboard.string = $0 }
    field.onSubmit = { [weak self] in self?.enter($0) }
    resize(to: size)
  }

  /// Adds a key to a screen that toggles a prompt, which also shows the app's output.
  static func offer(on screen: AppScreen, size: Size) {
    var overlay: PromptOverlay?
    screen.onOutput = { overlay?.print($0) }
    screen.commands.append(
      KeyCommand(HostCommand.prompt) { [unowned screen] in
        if let overlay, screen.isPresented(overlay) { return screen.dismiss(overlay) }
        let shown =
          overlay ?? PromptOverlay(screen.session, size: size) { [unowned screen] in screen.end(withCode: $0) }
        if overlay == nil {
          screen.printed.forEach(shown.print)
          shown.prompt.resize = { [unowned screen] in screen.resizeApplication(to: $0) }
          shown.takeOutput = { [unowned screen] in screen.takeOutput() }
        }
        overlay = shown
        screen.present(shown)
      })
  }

  private static let invitation = "Lua, or :help"

  private lazy var prompt = {
    let prompt = Prompt(
      session, output: { [weak self] in self?.answer($0) },
      errorOutput: { [weak self] in self?.answer($0, isError: true) })
    prompt.onEnd = { [weak self] in self?.take($0) }
    return prompt
  }()

  /// Prints output of the app.
  func print(_ output: ConsoleText) { console.append(output.text, isError: output.isError) }

  /// Prints the result of a line, after its output.
  private func answer(_ text: String, isError: Bool = false) {
    takeOutput()
    console.append((console.isInLine ? "\n" : "") + text + "\n", isError: isError)
  }

  func resize(to size: Size) {
    let height = min(size.height, max(6, size.height / 2))
    pane.frame = Rect(x: 0, y: size.height - height, width: size.width, height: height)
    prompt.width = max(20, size.width - 2)
  }

  func draw(over grid: inout Grid, theme: Theme) { pane.draw(over: &grid, theme: theme) }

  func handle(_ event: InputEvent) -> Bool {
    if case .paste(let text) = event, text.contains(where: \.isNewline) {
      paste(text)
      return false
    }
    guard case .key(let key) = event else {
      pane.handle(event)
      return false
    }
    switch (key.key, key.modifiers) {
    case (.escape, _): return true
    case (.character("d"), .control) where isEmpty: return true
    case (.character("c"), .control) where prompt.isRunning || field.selectedRange.length == 0: interrupt()
    case (.up, _): recall(by: -1)
    case (.down, _): recall(by: 1)
    case (.pageUp, _): console.scroll(by: 10)
    case (.pageDown, _): console.scroll(by: -10)
    case (.tab, _): complete()
    default: pane.handle(event)
    }
    return false
  }

  private var isEmpty: Bool { field.text.isEmpty && unfinished.isEmpty }

  /// Interrupts the running line, otherwise discards the typed text.
  private func interrupt() {
    entered = []
    if prompt.isRunning { return prompt.interrupt() }
    guard !isEmpty else { return }
    console.append((unfinished.isEmpty ? "> " : ">> ") + field.text + "^C\n")
    field.text = ""
    unfinished = ""
    historyIndex = history.count
  }

  private func enter(_ field: TextField) {
    let line = field.text
    field.text = ""
    take(line)
  }

  /// Enters pasted lines one after the other, as if they were typed. The last one, without a newline, stays in the
  /// field.
  private func paste(_ text: String) {
    let before = field.text.prefix(field.selectedRange.location)
    let after = field.text.dropFirst(field.selectedRange.location + field.selectedRange.length)
    var lines = (before + text + after).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    field.text = String(lines.removeLast())
    field.selectedRange = .init(location: field.text.count, length: 0)
    for line in lines { take(String(line)) }
  }

  private func take(_ line: String) {
    if prompt.isRunning { entered.append(line) } else { enter(line) }
    reportPendingInput()
  }

  private func enter(_ line: String) {
    console.append((unfinished.isEmpty ? "> " : ">> ") + line + "\n")
    if !line.isEmpty, line != history.last { history.append(line) }
    historyIndex = history.count
    let text = unfinished.isEmpty ? line : unfinished + "\n" + line
    guard prompt.isComplete(text) else {
      unfinished = text
      return
    }
    unfinished = ""
    take(prompt.run(text))
  }

  private func take(_ outcome: Prompt.Outcome) {
    switch outcome {
    case .done, .failed, .waits: break
    case .quit: onExit(0)
    case .exit(let code): onExit(code)
    }
    if !prompt.isRunning, !entered.isEmpty { enter(entered.removeFirst()) }
    reportPendingInput()
  }

  private func reportPendingInput() {
    let next = entered.first.map { "; next: \($0)" } ?? ""
    let interrupt = HostCommand.interrupt.keyNames
    field.placeholder = prompt.isRunning ? "The line is waiting; \(interrupt) interrupts it\(next)" : Self.invitation
  }

  func take(_ problem: Problem) -> Bool {
    answer("\(problem)", isError: problem.isError)
    return true
  }

  private func recall(by step: Int) {
    historyIndex = min(max(0, historyIndex + step), history.count)
    field.text = history.indices.contains(historyIndex) ? history[historyIndex] : ""
  }

  private func complete() {
    let text = field.text
    let cursor = field.selectedRange.location
    let completions = prompt.completions(text, cursor)
    let typed = cursor - completions.start
    let common = completions.candidates.dropFirst().reduce(completions.candidates.first ?? "") {
      $0.commonPrefix(with: $1)
    }
    if common.count > typed {
      let start = text.index(text.startIndex, offsetBy: completions.start)
      let end = text.index(text.startIndex, offsetBy: cursor)
      field.text = text.replacingCharacters(in: start..<end, with: common)
      field.selectedRange = .init(location: completions.start + common.count, length: 0)
    } else if completions.candidates.count > 1 {
      console.append(completions.candidates.prefix(100).joined(separator: "  ") + "\n")
    }
  }
}

import AppSession
import Interface
import StateRestoration
import Terminal

/// The prompt over the screen of the running app.
@MainActor
final class PromptOverlay: OverlayController {
  let session: AppSession
  private let console = ConsoleView()
  private let field = TextField()
  private let history = LineHistory.ofPrompts()
  /// The index of the history line shown; the number of lines if none is.
  private lazy var historyIndex = history.lines.count
  /// A statement of the history as the field shows it, in one line, and as it was entered.
  private var recalled: (shown: String, text: String)?
  /// The lines of an incomplete statement.
  private var unfinished = ""
  /// Lines entered while another line was waiting.
  private var entered: [String] = []
  /// Prints captured output that the loop has not read yet.
  private var takeOutput: () -> Void = {}
  /// Called with the exit code when the user or the script asks to quit the app.
  private let onExit: (Int32) -> Void

  override var coversOutput: Bool { true }

  init(_ session: AppSession, onExit: @escaping (Int32) -> Void) {
    self.session = session
    self.onExit = onExit
    super.init()
    title = "luahost: \(HostCommand.prompt.keyNames) or Escape closes the prompt"
    field.placeholder = Self.invitation
    field.onSubmit = { [weak self] in self?.enter($0) }
  }

  override func loadView() {
    let content = VStack()
    content.addSubview(console)
    content.addSubview(field)
    view = content
  }

  /// Adds a key to a screen that toggles a prompt, which also shows the app's output.
  static func offer(on screen: AppScreen) {
    var overlay: PromptOverlay?
    screen.output.onText = { overlay?.print($0) }
    screen.commands.append(
      KeyCommand(HostCommand.prompt) { [unowned screen] in
        if let overlay, screen.overlays.isPresented(overlay) { return screen.overlays.dismiss(overlay) }
        let shown = overlay ?? PromptOverlay(screen.session) { [unowned screen] in screen.end(withCode: $0) }
        if overlay == nil {
          screen.output.printed.forEach(shown.print)
          shown.prompt.resize = { [unowned screen] in screen.resizeApplication(to: $0) }
          shown.takeOutput = { [unowned screen] in screen.output.takeWritten() }
        }
        overlay = shown
        screen.overlays.present(shown)
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

  override func screenSizeDidChange() {
    prompt.width = max(20, OverlayPane.contentWidth(inFrameOf: screenSize.width, on: screenSize))
  }

  override var paneFrame: Rect {
    let height = min(screenSize.height, max(6, screenSize.height / 2))
    return Rect(x: 0, y: screenSize.height - height, width: screenSize.width, height: height)
  }

  /// Copying in the prompt uses the app's pasteboard.
  override func didCopy(_ text: String) { session.host?.application.pasteboard.string = text }

  override func respond(to event: InputEvent, deliver: (InputEvent) -> Void) -> Response {
    if case .paste(let text) = event, text.contains(where: \.breaksLine) {
      paste(text)
      return .handled
    }
    guard case .key(let key) = event else {
      deliver(event)
      return .handled
    }
    if HostCommand(key) == .interrupt, prompt.isRunning || field.selectedRange.length == 0 {
      interrupt()
      return .handled
    }
    switch (key.key, key.modifiers) {
    case (.escape, _): return .closes
    case (.character("d"), .control) where isEmpty: return .closes
    case (.up, _): recall(by: -1)
    case (.down, _): recall(by: 1)
    case (.pageUp, _): console.scroll(by: 10)
    case (.pageDown, _): console.scroll(by: -10)
    case (.tab, _): complete()
    default: deliver(event)
    }
    return .handled
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
    historyIndex = history.lines.count
  }

  private func enter(_ field: TextField) {
    let line = recalled.map { $0.shown == field.text ? $0.text : field.text } ?? field.text
    (field.text, recalled) = ("", nil)
    take(line)
  }

  /// Enters pasted lines one after the other, as if they were typed. The last one, without a newline, stays in the
  /// field.
  private func paste(_ text: String) {
    let before = field.text.prefix(field.selectedRange.location)
    let after = field.text.dropFirst(field.selectedRange.location + field.selectedRange.length)
    var lines = (before + text + after).split(omittingEmptySubsequences: false, whereSeparator: \.breaksLine)
    field.text = String(lines.removeLast())
    field.selectedRange = .init(location: field.text.count, length: 0)
    for line in lines { take(String(line)) }
  }

  private func take(_ line: String) {
    if prompt.isRunning { entered.append(line) } else { enter(line) }
    reportPendingInput()
  }

  private func enter(_ line: String) {
    console.scrollToEnd()
    console.append((unfinished.isEmpty ? "> " : ">> ") + line + "\n")
    if let text = prompt.statement(adding: line, to: &unfinished) {
      history.append(text)
      take(prompt.run(text))
    }
    historyIndex = history.lines.count
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

  override func take(_ problem: Problem) -> Bool {
    answer("\(problem)", isError: problem.severity == .error)
    return true
  }

  private func recall(by step: Int) {
    let lines = history.lines
    historyIndex = min(max(0, historyIndex + step), lines.count)
    recalled =
      lines.indices.contains(historyIndex) ? (lines[historyIndex].replacing("\n", with: " "), lines[historyIndex]) : nil
    field.text = recalled?.shown ?? ""
  }

  private func complete() {
    let text = field.text
    let cursor = field.selectedRange.location
    let completions = prompt.completions(text, cursor)
    let typed = cursor - completions.start
    let common = completions.commonPrefix
    if common.count > typed {
      let start = text.index(text.startIndex, offsetBy: completions.start)
      let end = text.index(text.startIndex, offsetBy: cursor)
      field.text = text[..<start] + common + text[end...]
      field.selectedRange = .init(location: completions.start + common.count, length: 0)
    } else if completions.candidates.count > 1 {
      console.append(completions.candidates.prefix(100).joined(separator: "  ") + "\n")
    }
  }
}

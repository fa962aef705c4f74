import AppSession
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// A prompt for a running app. A line is Lua, or a command that begins with a colon.
@MainActor
final class Prompt {
  /// The result of a line.
  enum Outcome: Equatable {
    case done
    case failed
    /// The user wants to quit.
    case quit
    /// The script called `os.exit`.
    case exit(Int32)
    /// The line waits while the app continues; see ``Prompt/onEnd``.
    case waits
  }

  let session: AppSession
  /// Receives results: one or more lines without the last newline.
  var output: (String) -> Void
  /// Receives error messages.
  var errorOutput: (String) -> Void
  /// Called with the result of a line that has waited.
  var onEnd: (Outcome) -> Void = { _ in }
  /// Whether a line is running or waiting. There is only one at a time.
  private(set) var isRunning = false
  /// Resizes the app's screen; nil restores its own size.
  var resize: (Size?) -> Void
  /// The size that the user has chosen; nil is the screen's own.
  var chosenSize: Size? { didSet { resize(chosenSize) } }
  /// The maximum width of results, in columns.
  var width = 80

  init(_ session: AppSession, output: @escaping (String) -> Void, errorOutput: @escaping (String) -> Void) {
    self.session = session
    let ownSize = session.configuration.screenSize
    resize = { session.resize(to: $0 ?? ownSize) }
    self.output = output
    self.errorOutput = errorOutput
  }

  /// Returns whether a text can be run; if not, it needs more lines.
  func isComplete(_ text: String) -> Bool {
    if text.drop(while: \.isWhitespace).hasPrefix(":") { return true }
    return session.host?.isIncomplete(text) != true
  }

  /// Adds a line to an incomplete statement. Returns and clears the statement once it can be run; nil if it needs more
  /// lines.
  func statement(adding line: some StringProtocol, to unfinished: inout String) -> String? {
    unfinished += (unfinished.isEmpty ? "" : "\n") + line
    guard isComplete(unfinished) else { return nil }
    defer { unfinished = "" }
    return unfinished
  }

  /// Splits a pasted text into statements and commands. Returns the text itself if it is a single one or cannot be
  /// split.
  func statements(of text: String) -> [String] {
    guard text.contains("\n"), let host = session.host else { return [text] }
    let isCommand = { (text: String) in text.drop(while: \.isWhitespace).hasPrefix(":") }
    // Statements in one chunk share their locals.
    if !isCommand(text), host.canRun(text) { return [text] }
    var statements: [String] = []
    var unfinished = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let statement = statement(adding: line, to: &unfinished) { statements.append(statement) }
    }
    return unfinished.isEmpty && statements.allSatisfy { isCommand($0) || host.canRun($0) } ? statements : [text]
  }

  /// The waiting line. The results of a plain one are printed as Lua's `print` does, those of others with the contents of
  /// tables and objects, and quotes around strings.
  private var waiting: (task: LuaTask, held: LuaReference?, isPlain: Bool, problems: Int)?

  /// Runs a line, or several that form one statement.
  func run(_ text: String) -> Outcome {
    let line = text.trimming()
    if line.isEmpty { return .done }
    session.recordPause()
    // Commands that only look change nothing that a recording would start from, and an app that a command has launched is
    // new.
    let host = session.host
    defer { if !PromptCommand.isWithoutUse(line), session.host === host { session.wasUsed = true } }
    isRunning = true
    session.isInterruptible = true
    let problems = problemCount
    return end(problems) {
      if line.hasPrefix(":") { return try runCommand(String(line.dropFirst())) ? .quit : .done }
      let host = try session.running
      let task = try session.recordingLine(text) {
        try host.turn {
          let task = try host.begin(line: text)
          task.onEnd = { [weak self, weak task] in
            guard let self, let task, waiting?.task === task else { return }
            session.loop.post { [weak self] in self?.didEnd(task) }
          }
          return task
        }
      }
      let isPlain = line.hasPrefix("=")
      guard task.isRunning else {
        try printResults(of: task, isPlain: isPlain)
        return .done
      }
      waiting = (task, try? host.lua.reference(to: task), isPlain, problems)
      return .waits
    }
  }

  /// Interrupts the waiting line. The session interrupts one that computes.
  func interrupt() { waiting?.task.interrupt() }

  private func didEnd(_ task: LuaTask) {
    guard let (_, held, isPlain, problems) = waiting, waiting?.task === task else { return }
    waiting = nil
    let outcome = end(problems) {
      try withExtendedLifetime(held) { try printResults(of: task, isPlain: isPlain) }
      return .done
    }
    onEnd(outcome)
  }

  /// Finishes a line, unless it waits.
  ///
  /// - Parameter problems: the number of callback errors before the line.
  private func end(_ problems: Int, _ body: () throws -> Outcome) -> Outcome {
    var outcome: Outcome
    do {
      outcome = try body()
      if outcome == .waits { return outcome }
      session.host?.turn {}
      session.host?.application.savePendingChanges()
    } catch LuaError.exit(let code) {
      outcome = .exit(code)
    } catch {
      errorOutput("error: \(Advice.message(of: error))")
      outcome = .failed
    }
    isRunning = false
    session.isInterruptible = false
    if let code = session.requestedExit { return .exit(code) }
    return outcome == .done && problemCount > problems ? .failed : outcome
  }

  /// The number of callback errors so far.
  private var problemCount = 0

  /// Prints a problem of the app.
  func report(_ problem: Problem) {
    if problem.severity == .error { problemCount += 1 }
    errorOutput("\(problem.severity.label): \(problem)")
  }

  private func printResults(of task: LuaTask, isPlain: Bool) throws {
    if let error = task.error { throw error }
    if task.isCancelled { throw UsageError("the app exited before the line finished") }
    let host = try session.running
    try host.turn {
      let stack = try host.lua.stack
      let base = stack.top
      defer { if host.lua.isOpen { stack.top = base } }
      let count = try host.pushResults(ofLine: task, on: stack)
      guard count > 0 else { return }
      if isPlain {
        output((1...count).map { stack.describe(base + $0) }.joined(separator: "\t"))
        return
      }
      let printer = ValuePrinter(stack, width: width)
      let results = (1...count).map { printer.text(base + $0) }
      let separator = results.contains { $0.contains("\n") } ? "\n" : "\t"
      output(results.joined(separator: separator))
    }
  }

  private func runCommand(_ line: String) throws -> Bool {
    let line = line.drop(while: \.isWhitespace)
    let name = String(line.prefix { !$0.isWhitespace })
    let argument = line.dropFirst(name.count).trimming()
    guard let command = PromptCommand.all.first(where: { $0.name == name }) else {
      let near = name.isEmpty ? nil : nearestName(to: name, among: PromptCommand.all.map(\.name))
      throw UsageError("unknown command :\(name); " + (near.map { "did you mean :\($0)?" } ?? ":help lists them"))
    }
    if argument.isEmpty, command.needsArgument {
      throw UsageError("expected :\(command.name) \(command.argument)")
    }
    if !argument.isEmpty, command.argument.isEmpty {
      throw UsageError(":\(command.name) takes no argument, got \(argument)")
    }
    try command.run(self, argument)
    return command.ends
  }
}

import AppSession
import Foundation
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// A prompt at a running app: a line is Lua, or a command that begins with a colon.
@MainActor
final class Prompt {
  /// What came of a line.
  enum Outcome: Equatable {
    case done
    case failed
    /// The user wants to leave.
    case quit
    /// The script called `os.exit`.
    case exit(Int32)
    /// The line waits, and the app goes on: see ``Prompt/onEnd``.
    case waits
  }

  let session: AppSession
  /// Takes results, a text of one or more lines without the last newline.
  var output: (String) -> Void
  /// Takes messages about what went wrong.
  var errorOutput: (String) -> Void
  /// Told how a line has ended that waited.
  var onEnd: (Outcome) -> Void = { _ in }
  /// Whether a line is being run, or waits. There is one at a time.
  private(set) var isRunning = false
  /// Gives the app a screen of another size; nil: its own.
  var resize: (Size?) -> Void
  /// How many columns results may take.
  var width = 80

  init(_ session: AppSession, output: @escaping (String) -> Void, errorOutput: @escaping (String) -> Void) {
    self.session = session
    let ownSize = session.configuration.screenSize
    resize = { session.resize(to: $0 ?? ownSize) }
    self.output = output
    self.errorOutput = errorOutput
  }

  /// Whether a text can be run as it is; if not, more lines are wanted.
  func isComplete(_ text: String) -> Bool {
    if text.drop(while: \.isWhitespace).hasPrefix(":") { return true }
    return session.host?.isIncomplete(text) != true
  }

  /// The statements and commands of a text that was pasted: itself, if it is one or cannot be taken apart.
  func statements(of text: String) -> [String] {
    guard text.contains("\n"), let host = session.host else { return [text] }
    let isCommand = { (text: String) in text.drop(while: \.isWhitespace).hasPrefix(":") }
    // Locals of one chunk know each other.
    if !isCommand(text), host.canRun(text) { return [text] }
    var statements: [String] = []
    var unfinished = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      unfinished += (unfinished.isEmpty ? "" : "\n") + line
      guard isComplete(unfinished) else { continue }
      statements.append(unfinished)
      unfinished = ""
    }
    return unfinished.isEmpty && statements.allSatisfy { isCommand($0) || host.canRun($0) } ? statements : [text]
  }

  /// The line that waits.
  private var waiting: (task: LuaTask, held: LuaReference?, problems: () -> Int)?

  /// Runs one line, or several that make one statement.
  func run(_ text: String) -> Outcome {
    let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if line.isEmpty { return .done }
    begin()
    let problems = countProblems()
    return end(problems) {
      if line.hasPrefix(":") { return try runCommand(String(line.dropFirst())) ? .quit : .done }
      let host = try session.running
      let task = try host.turn {
        let task = try host.begin(line: text)
        task.onEnd = { [weak self, weak task] in
          guard let self, let task, waiting?.task === task else { return }
          session.loop.post { [weak self] in self?.didEnd(task) }
        }
        return task
      }
      guard task.isRunning else {
        try printResults(of: task)
        return .done
      }
      waiting = (task, try? host.lua.reference(to: task), problems)
      return .waits
    }
  }

  /// Stops the line that waits. One that computes is stopped by the session.
  func interrupt() { waiting?.task.interrupt() }

  private func didEnd(_ task: LuaTask) {
    guard let (_, held, problems) = waiting, waiting?.task === task else { return }
    waiting = nil
    let outcome = end(problems) {
      try withExtendedLifetime(held) { try printResults(of: task) }
      return .done
    }
    onEnd(outcome)
  }

  private func begin() {
    isRunning = true
    session.isInterruptible = true
  }

  /// The end of a line, unless it waits.
  private func end(_ problems: () -> Int, _ body: () throws -> Outcome) -> Outcome {
    var outcome: Outcome
    do {
      outcome = try body()
      if outcome == .waits { return outcome }
      session.host?.turn {}
      session.host?.application.saveWhatIsOwed()
    } catch LuaError.exit(let code) {
      outcome = .exit(code)
    } catch {
      errorOutput("error: \(Advice.message(of: error))")
      outcome = .failed
    }
    isRunning = false
    session.isInterruptible = false
    if let code = session.requestedExit { return .exit(code) }
    return outcome == .done && problems() > 0 ? .failed : outcome
  }

  /// Counts the errors in callbacks from now on.
  private func countProblems() -> () -> Int {
    let before = problemCount
    return { [weak self] in (self?.problemCount ?? 0) - before }
  }
  private var problemCount = 0

  /// Shows what went wrong in the app.
  func tell(_ problem: Problem) {
    if problem.isError { problemCount += 1 }
    errorOutput((problem.isError ? "error: " : "note: ") + problem.description)
  }

  private func printResults(of task: LuaTask) throws {
    if let error = task.error { throw error }
    if task.isCancelled { throw UsageError("the line ended with the app") }
    let host = try session.running
    try host.turn {
      let stack = try host.lua.stack
      let base = stack.top
      defer { if host.lua.isOpen { stack.top = base } }
      let count = try host.pushResults(ofLine: task, on: stack)
      guard count > 0 else { return }
      let printer = ValuePrinter(stack, width: width)
      let results = (1...count).map { printer.text(base + $0) }
      let separator = results.contains { $0.contains("\n") } ? "\n" : "\t"
      output(results.joined(separator: separator))
    }
  }

  private func runCommand(_ line: String) throws -> Bool {
    let line = line.drop(while: \.isWhitespace)
    let name = String(line.prefix { !$0.isWhitespace })
    let argument = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    guard let command = PromptCommand.all.first(where: { $0.name == name }) else {
      let near = name.isEmpty ? nil : nearestName(to: name, among: PromptCommand.all.map(\.name))
      throw UsageError("there is no command :\(name); " + (near.map { "did you mean :\($0)?" } ?? ":help lists them"))
    }
    if argument.isEmpty, command.needsArgument {
      throw UsageError("expected :\(command.name) \(command.argument)")
    }
    if !argument.isEmpty, command.argument.isEmpty {
      throw UsageError(":\(command.name) takes nothing, and got \(argument)")
    }
    try command.run(self, argument)
    return command.ends
  }
}

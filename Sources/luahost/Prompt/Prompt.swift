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
    /// The person wants to leave.
    case quit
    /// The script called `os.exit`.
    case exit(Int32)
  }

  let session: AppSession
  /// Takes results, a text of one or more lines without the last newline.
  var output: (String) -> Void
  /// Takes messages about what went wrong.
  var errorOutput: (String) -> Void
  /// How many columns results may take.
  var width = 80

  init(_ session: AppSession, output: @escaping (String) -> Void, errorOutput: @escaping (String) -> Void) {
    self.session = session
    self.output = output
    self.errorOutput = errorOutput
  }

  /// Whether a text can be run as it is; if not, more lines are wanted.
  func isComplete(_ text: String) -> Bool {
    if text.drop(while: \.isWhitespace).hasPrefix(":") { return true }
    return session.host?.isIncomplete(text) != true
  }

  /// Runs one line, or several that make one statement.
  func run(_ text: String) -> Outcome {
    let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if line.isEmpty { return .done }
    let problems = countProblems()
    do {
      if line.hasPrefix(":") {
        if try runCommand(String(line.dropFirst())) { return .quit }
      } else {
        try evaluate(text)
      }
      session.host?.turn {}
      session.host?.application.saveWhatIsOwed()
    } catch LuaError.exit(let code) {
      return .exit(code)
    } catch {
      errorOutput("error: \(Advice.message(of: error))")
      return .failed
    }
    if let code = session.requestedExit { return .exit(code) }
    return problems() > 0 ? .failed : .done
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

  private func evaluate(_ text: String) throws {
    let host = try session.running
    try host.turn {
      try host.evaluate(text, name: "prompt") { stack, count in
        guard count > 0 else { return }
        let printer = ValuePrinter(stack, width: width)
        let results = (0..<count).map { printer.text(stack.top - count + 1 + $0) }
        let separator = results.contains { $0.contains("\n") } ? "\n" : "\t"
        output(results.joined(separator: separator))
      }
    }
  }

  private func runCommand(_ line: String) throws -> Bool {
    let name = String(line.prefix { !$0.isWhitespace })
    let argument = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
    guard let command = PromptCommand.all.first(where: { $0.name == name }) else {
      let hint = suggestion(for: name, among: PromptCommand.all.map(\.name))
      throw UsageError("there is no command :\(name)\(hint); :help lists them")
    }
    if argument.isEmpty, command.needsArgument {
      throw UsageError("expected :\(command.name) \(command.argument)")
    }
    try command.run(self, argument)
    return command.ends
  }
}

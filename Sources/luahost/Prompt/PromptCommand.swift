import AppSession
import ArchiveStore
import Foresight
import LuaRuntime
import Glibc
import Interface
import LuaScreens
import StateRestoration

/// A command of the prompt.
@MainActor
struct PromptCommand {
  let name: String
  /// The argument as shown by `:help`, in brackets if it is optional.
  let argument: String
  let help: String
  /// Whether the command quits the prompt.
  let ends: Bool
  let run: @MainActor (Prompt, String) throws -> Void

  var needsArgument: Bool { !argument.isEmpty && !argument.hasPrefix("[") }

  /// - Parameter usage: the name with the argument.
  private init(
    _ usage: String, _ help: String, ends: Bool = false, _ run: @escaping @MainActor (Prompt, String) throws -> Void
  ) {
    name = String(usage.prefix { $0 != " " })
    argument = String(usage.dropFirst(name.count + 1))
    self.help = help
    self.ends = ends
    self.run = run
  }

  static let all: [PromptCommand] = [
    PromptCommand("screen", "print the screen as text") { prompt, _ in
      prompt.output(trimmed(try prompt.session.running.application.render().lines).joined(separator: "\n"))
    },
    PromptCommand("tree [PATH]", "print the tree, or the subtree at an identifier path") { prompt, path in
      let path = unquoted(path)
      let tree = Automation(try prompt.session.running.application).tree
      guard !path.isEmpty else { return prompt.output(lines(TreeText.lines(tree), orElse: "the app has no views")) }
      guard let node = TreeText.node(at: IdentifierPath(parsing: path), in: tree) else {
        throw UsageError("no node \(path); :tree prints all nodes")
      }
      prompt.output(TreeText.lines([node]).joined(separator: "\n"))
    },
    PromptCommand("find ID", "print the view or controller with an identifier") { prompt, identifier in
      let host = try prompt.session.running
      let identifier = unquoted(identifier)
      guard let found = Automation(host.application).find(identifier) else {
        throw UsageError("no view or controller has the identifier \(identifier); :tree prints all nodes")
      }
      let stack = try host.lua.stack
      stack.push(object: found)
      defer { stack.pop() }
      prompt.output(ValuePrinter(stack, width: prompt.width).text(-1))
    },
    PromptCommand("tap WHAT", "click the view with an identifier or title") { prompt, what in
      try drive(prompt) { try $0.tap(unquoted(what)) }
    },
    PromptCommand("type TEXT", "type text into the focused view") { prompt, text in
      try drive(prompt) { try $0.type(unquoted(text)) }
    },
    PromptCommand("key NAME", "press a key, such as enter, tab, up or ctrl+c") { prompt, name in
      try drive(prompt) { try $0.key(unquoted(name)) }
    },
    PromptCommand("select WHAT ROW", "select a row of a table, or an item of a control with choices") { prompt, words in
      let (what, row) = try nameAndNumber(words, "select WHAT ROW")
      try prompt.session.recorded(.select(what, row: row - 1, section: 0)) {
        try drive(prompt) { try $0.select(what, row: row - 1) }
      }
    },
    PromptCommand("scroll WHAT ROWS", "turn the mouse wheel over a view; a positive number scrolls down") {
      prompt, words in
      let (what, rows) = try nameAndNumber(words, "scroll WHAT ROWS")
      try drive(prompt) { try $0.scroll(what, rows: rows) }
    },
    PromptCommand("resize [COLS ROWS]", "resize the app's screen; without a size, restore its own size") {
      prompt, words in
      let numbers = try words.split(whereSeparator: \.isWhitespace).map { Int(try number(String($0), "resize")) }
      guard numbers.isEmpty || numbers.count == 2 else { throw UsageError("expected :resize COLS ROWS") }
      _ = try prompt.session.running
      prompt.chosenSize = try numbers.isEmpty ? nil : AppSession.screenSize(columns: numbers[0], rows: numbers[1])
      prompt.session.settle()
    },
    PromptCommand("advance SECONDS", "advance the clock; timers that become due fire in order") {
      prompt, text in
      guard let seconds = Double(text) else { throw UsageError(":advance: expected a number of seconds, got \(text)") }
      try prompt.session.advance(by: seconds)
    },
    PromptCommand("background", "send the app to the background, which saves its state") { prompt, _ in
      let host = try prompt.session.running
      guard host.application.phase != .background else { throw UsageError("the app is already in the background") }
      let before = try prompt.session.lastSave
      try prompt.session.recorded(.background) { try host.turn { try host.application.enterBackground() } }
      let after = try prompt.session.lastSave
      prompt.output(
        after != before && after != nil
          ? "saved (\(after ?? 0))" : "not saved: the app's shouldSaveApplicationState did not return true")
    },
    PromptCommand("foreground", "bring the app to the foreground") { prompt, _ in
      let host = try prompt.session.running
      prompt.session.recorded(.foreground) { host.turn { host.application.enterForeground() } }
    },
    PromptCommand("kill", "terminate the app as SIGKILL does, without callbacks") { prompt, _ in
      _ = try prompt.session.running
      prompt.session.kill()
      prompt.output("killed; :relaunch starts the app again")
    },
    PromptCommand("relaunch", "start the app again and restore its saved state") { prompt, _ in
      try prompt.session.relaunch()
      let restored = try prompt.session.running.application.didRestoreState
      prompt.output(restored ? "launched, state restored" : "launched, nothing restored")
    },
    PromptCommand("doctor", "report what a relaunch would not restore; the running app does not change") { prompt, _ in
      prompt.output(DoctorText.text(try Doctor.examine(prompt.session)))
    },
    PromptCommand("reload", "reload the scripts, keeping the state, and report what was lost") { prompt, _ in
      try prompt.session.reload()
      let restored = try prompt.session.running.application.didRestoreState
      prompt.output(restored ? "reloaded, state restored" : "reloaded, nothing restored")
    },
    PromptCommand("events [N]", "print the life-cycle events since the launch, or the last N") { prompt, count in
      let events = try prompt.session.running.log.events
      let shown = count.isEmpty ? events[...] : events.suffix(max(0, Int(try number(count, "events"))))
      prompt.output(lines(shown.map { $0.description.showingControlsInLine }, orElse: "no events"))
    },
    PromptCommand("archive [PATH]", "print the current save, or the subtree at an identifier path") {
      prompt, path in
      let path = unquoted(path)
      guard let archive = try prompt.session.store?.currentArchive() else {
        throw UsageError("there are no saves yet")
      }
      let outline = ArchiveOutline(archive)
      guard !path.isEmpty else { return prompt.output(ArchiveText.lines(outline).joined(separator: "\n")) }
      guard let node = outline.node(at: IdentifierPath(parsing: path)) else {
        throw UsageError("the save has no node \(path); :archive prints all nodes")
      }
      prompt.output(ArchiveText.lines(node).joined(separator: "\n"))
    },
    PromptCommand("saves", "list the saves of the history") { prompt, _ in
      let saves = try prompt.session.store?.saves() ?? []
      prompt.output(saves.isEmpty ? "there are no saves yet" : ArchiveText.lines(saves).joined(separator: "\n"))
    },
    PromptCommand("rollback N", "relaunch the app from save N") { prompt, save in
      do {
        try prompt.session.rollBack(to: try number(save, "rollback"))
      } catch ArchiveStoreError.noSuchSave(let number, _) {
        throw noSave(number)
      }
      let restored = try prompt.session.running.application.didRestoreState
      prompt.output(restored ? "launched from save \(save)" : "launched, nothing restored")
    },
    PromptCommand("diff [N [M]]", "print the differences between saves N and M; by default, those of the last save") {
      prompt, numbers in
      let saves = try numbers.split(whereSeparator: \.isWhitespace).map { try number(String($0), "diff") }
      guard saves.count <= 2 else { throw UsageError("expected :diff N M, got \(saves.count) numbers") }
      try showDifference(prompt, saves)
    },
    PromptCommand(
      "record [FILE]", "record what you do as a test file; without a file, end the recording and print its file"
    ) {
      prompt, file in
      if file.isEmpty {
        let ended: String?
        do {
          ended = try prompt.session.endRecording()
        } catch {
          throw UsageError(
            "\(Advice.message(of: error)) The recording continues: :record saves it again, :record FILE in another file."
          )
        }
        guard let ended else { throw UsageError("nothing is being recorded; expected :record FILE") }
        return prompt.output("recorded \(ended); run it with: luahost test \(ShellWord.quoted(ended))")
      }
      try prompt.session.startRecording(to: unquoted(file))
      prompt.output("recording; :record ends it")
    },
    PromptCommand("play FILE", "perform the steps of a recording, or of another test, in the running app") {
      prompt, file in
      let file = unquoted(file)
      try AppOptions.check(script: file)
      _ = try prompt.session.running
      let runner = try TestRunner(file)
      runner.onPrint = { prompt.output(String(decoding: $0, as: UTF8.self).trimming(\.isNewline)) }
      runner.examine = { try Doctor.examine($0).findings.map(\.description) }
      // The app in use is not restarted.
      runner.repeatCase = CaseRepetition.once
      var isResized = false
      let result = runner.play(in: prompt.session) { size in
        isResized = true
        prompt.resize(size)
      }
      if isResized {
        prompt.resize(prompt.chosenSize)
        prompt.session.settle()
      }
      guard result.failed == 0 else { throw UsageError("\(file) failed") }
      if result.cases.isEmpty { throw UsageError("\(file) has no cases to play") }
    },
    PromptCommand("doc [NAME]", "describe a class, property, callback, function, command or option") {
      prompt, name in
      prompt.output(try Documentation.shared.get().text(of: unquoted(name), width: prompt.width))
    },
    PromptCommand("help [NAME]", "print this list, or describe a name as :doc does") { prompt, name in
      guard name.isEmpty else {
        return prompt.output(try Documentation.shared.get().text(of: unquoted(name), width: prompt.width))
      }
      let about = """
        Enter Lua, which may wait: ui.sleep(1). ui is the module, app the application, _ the last value. Locals are \
        visible only on their own line. Control-C interrupts a line. Commands:
        """
      let usages = all.map { ":\($0.name) \($0.argument)" }
      let column = min((usages.map(\.count).max() ?? 0) + 2, prompt.width / 2)
      let rows = zip(usages, all).flatMap {
        DocumentationText.row($0, $1.help, column: column, width: prompt.width)
      }
      prompt.output((DocumentationText.wrapped(about, indent: 0, width: prompt.width) + rows).joined(separator: "\n"))
    },
    PromptCommand("quit", "exit the app and the prompt", ends: true) { _, _ in },
  ]

  /// The commands that look at the app, or launch it again if they succeed.
  private static let withoutUse: Set<String> = [
    "screen", "tree", "find", "events", "archive", "saves", "diff", "doctor", "doc", "help", "record", "kill",
    "relaunch", "reload", "rollback",
  ]

  /// Whether a line leaves the running app as it was.
  static func isWithoutUse(_ line: String) -> Bool {
    line.hasPrefix(":") && withoutUse.contains(String(line.dropFirst().prefix { !$0.isWhitespace }))
  }

  private static func drive(_ prompt: Prompt, _ body: (Automation) throws -> Void) throws {
    let host = try prompt.session.running
    try host.turn { try body(Automation(host.application)) }
    prompt.session.settle()
  }

  private static func showDifference(_ prompt: Prompt, _ numbers: [SaveNumber]) throws {
    guard let store = prompt.session.store else { throw SessionError.hasNoState }
    let saves = try store.saves().map(\.number)
    let (from, to): (SaveNumber, SaveNumber)
    switch numbers.count {
    case 0:
      guard saves.count > 1 else { throw UsageError("there are fewer than two saves to compare") }
      (from, to) = (saves[saves.count - 2], saves[saves.count - 1])
    case 1:
      guard let last = saves.last else { throw UsageError("there are no saves yet") }
      (from, to) = (numbers[0], last)
    default: (from, to) = (numbers[0], numbers[1])
    }
    func archive(_ number: SaveNumber) throws -> Archive {
      guard let archive = try store.archive(ofSave: number) else {
        throw noSave(number)
      }
      return archive
    }
    let difference = ArchiveDifference(from: try archive(from), to: try archive(to))
    prompt.output(lines(ArchiveText.lines(difference), orElse: "saves \(from) and \(to) are equal"))
  }

  private static func noSave(_ number: SaveNumber) -> UsageError {
    UsageError("there is no save \(number); :saves lists the existing ones")
  }

  private static func number(_ text: String, _ command: String) throws -> Int64 {
    guard let number = Int64(text) else { throw UsageError(":\(command): expected a number, got \(text)") }
    return number
  }

  /// Parses a name, optionally in quotes, and an integer as the last word.
  private static func nameAndNumber(_ words: String, _ usage: String) throws -> (String, Int) {
    let last = words.reversed().prefix { !$0.isWhitespace }.count
    let name = words.dropLast(last).trimming()
    guard !name.isEmpty, let number = Int(words.suffix(last)), (-1_000_000_000...1_000_000_000).contains(number) else {
      throw UsageError("expected :\(usage), for example :\(usage.prefix { $0 != " " }) list 2")
    }
    return (unquoted(name), number)
  }

  /// Returns a name without its quotes, if any.
  private static func unquoted(_ text: String) -> String {
    guard let mark = text.first, mark == "\"" || mark == "'", text.count > 1, text.last == mark else { return text }
    return String(text.dropFirst().dropLast())
  }

  private static func lines(_ lines: [String], orElse text: String) -> String {
    lines.isEmpty ? text : lines.joined(separator: "\n")
  }

  private static func trimmed(_ lines: [String]) -> ArraySlice<String> {
    lines.prefix((lines.lastIndex { !$0.isEmpty } ?? -1) + 1)
  }
}

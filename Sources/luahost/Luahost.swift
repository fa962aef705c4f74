import AppSession
import ArgumentParser
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import Processes
import SystemCalls
import Terminal

/// `luahost`: the command.
@main
struct LuahostCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "luahost",
      abstract: "Run terminal apps whose screens are Lua scripts, and restore users to exactly where they were.",
      usage: """
        luahost APP.lua [options] [-- ARG ...]
        luahost repl [APP.lua] [options] [-- ARG ...]
        luahost test FILE.lua ...
        luahost doctor [APP.lua]
        luahost explore APP.lua
        luahost inspect APP.lua
        luahost sessions [APP.lua]
        luahost archive list|show|diff|search|verify|export|import|rollback|keep APP.lua|DIR ...
        luahost snapshot APP.lua -o FILE.(txt|svg|png)
        luahost new NAME
        luahost record APP.lua -o FILE.test.lua
        luahost bundle APP.lua -o NAME
        luahost doc [NAME]
        luahost reset
        """,
      discussion: """
        Exit codes: 0 success; 1 the app's script failed; 2 wrong usage; 3 the state, or a recording, could not be \
        saved; 4 another process holds this session.
        """,
      version: Luahost.versionAndCommit,
      subcommands: commands,
      defaultSubcommand: RunCommand.self)
  }

  /// All commands, except while a command line that needs one of them is parsed: each is costly to set up.
  @TaskLocal private static var commands: [any ParsableCommand.Type] = [
    RunCommand.self, ReplCommand.self, TestCommand.self, DoctorCommand.self, ExploreCommand.self, InspectCommand.self,
    ArchiveCommand.self, SnapshotCommand.self, RecordCommand.self, SessionsCommand.self, NewCommand.self,
    BundleCommand.self, DocCommand.self, ResetCommand.self,
  ]

  /// The names of all commands.
  static var commandNames: [String] { commands.map { $0._commandName } }

  /// Parses a command line. It has the result of `parseAsRoot(_:)`.
  static func parseCommandLine(_ arguments: [String]) throws -> any ParsableCommand {
    if let command = RunCommand(ofUsualLaunch: arguments) { return command }
    // The parser itself answers these from all commands.
    let asksForAll = arguments.contains { argument in
      ["-h", "help"].contains(argument)
        || ["--help", "--generate", "--experimental"].contains(where: argument.hasPrefix)
    }
    if asksForAll { return try parseAsRoot(arguments) }
    let command = commands.first { $0._commandName == arguments.first } ?? RunCommand.self
    return try $commands.withValue([command]) { try parseAsRoot(arguments) }
  }

  static func main() {
    // A save copies large values one after the other. Without this, it would take a multiple of their size.
    system_return_large_blocks()
    // A program begins on the main thread.
    MainActor.assumeIsolated { Descendants.own() }
    TerminalRescue.terminateOnSentFaults()
    ignoreBrokenPipes()
    reportLostOutput()
    do {
      try ProcessStart.prepare()
      try checkEnvironment()
      try run(AppArgument.ofProcess())
    } catch let code as ExitCode {
      Glibc.exit(code.rawValue)
    } catch {
      end(with: error)
    }
  }

  /// Runs a command line, or the app of a standalone program. `main` calls it, so this runs on the main thread.
  private static func run(_ arguments: [String]) throws {
    if let command = HelperCommand(of: arguments), !Standalone.isRunning {
      return try MainActor.assumeIsolated { try command.perform(Array(arguments.dropFirst())) }
    }
    let bundle = bundle(of: arguments)
    if let bundle, Standalone.isRunning { try Standalone.check(bundle.path) }
    if let answer = try bundle?.answer() {
      print(answer)
      return
    }
    let arguments = bundle?.parsed ?? arguments
    var command = try parsed(arguments)
    // An app can run anywhere; other commands read and write files in the current folder.
    if !(command is RunCommand || command is ResetCommand) { try AppArgument.checkCurrentFolder() }
    if command is RunCommand {
      let options = try HostOptions.fromEnvironment()
      if !options.isEmpty {
        command = try RunCommand.parse(options + (arguments.first == "run" ? Array(arguments.dropFirst()) : arguments))
      }
    }
    try command.run()
  }

  /// Returns the bundle that a command line runs, which may be this program; nil if it runs none.
  private static func bundle(of arguments: [String]) -> BundleArguments? {
    Standalone.isRunning
      ? BundleArguments(standalone: Standalone.path(), own: arguments) : BundleArguments(arguments)
  }

  /// Rejects a question for a command that does not exist, which the parser answers with the general help.
  private static func checkHelp(_ arguments: [String]) throws {
    let names = commandNames + ["help"]
    guard arguments.first == "help", let name = arguments.dropFirst().first, !name.hasPrefix("-"), !names.contains(name)
    else { return }
    let near = nearestName(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    throw UsageError("there is no command \"\(name)\"\(near)")
  }

  /// Parses a command line.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    try checkHelp(arguments)
    let command: any ParsableCommand
    do { command = try parseCommandLine(arguments) } catch {
      // Invalid UTF-8 needs another error message.
      if message(for: error).unicodeScalars.contains("\0") { try AppArgument.check(arguments, of: nil) }
      throw error
    }
    try AppArgument.check(arguments, of: command)
    return command
  }

  /// Rejects a folder in the environment that is not valid UTF-8, as it could be mistaken for another folder.
  private static func checkEnvironment() throws {
    for name in ["XDG_STATE_HOME", "HOME"] {
      guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
      throw UsageError("\(name) is not UTF-8: \"\(String(cString: value))\". Set it to a folder with a UTF-8 name.")
    }
  }

  /// The parser reports a missing argument before an unknown option, which is the more likely mistake.
  private static func unknownOption(insteadOf error: any Error) -> (any Error)? {
    guard message(for: error).hasPrefix("Missing expected argument") else { return nil }
    let arguments = Array(CommandLine.arguments.dropFirst())
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    // No command has more than three arguments.
    for count in 1...3 {
      var more = arguments
      more.insert(contentsOf: Array(repeating: "1", count: count), at: end)
      do { _ = try parseAsRoot(more) } catch {
        if message(for: error).hasPrefix("Unknown option") { return error }
      }
    }
    return nil
  }

  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    if code == .success, CompletionScript.isRequested(by: CommandLine.arguments) {
      print(CompletionScript.completed(message(for: error)))
      fflush(nil)
      Glibc.exit(ExitStatus.success.rawValue)
    }
    if code == .success { exit(withError: error) }
    // The parser's own errors are printed with the usage.
    if code == .validationFailure {
      let error = unknownOption(insteadOf: error) ?? NumberMistake.error(insteadOf: error) ?? error
      printError(NumberMistake.explained(fullMessage(for: error)))
      Glibc.exit(ExitStatus.usage.rawValue)
    }
    // The app was ended while it started: there is nothing to report.
    if case LuaError.ended = error { Glibc.exit(ExitStatus(error).rawValue) }
    let arguments = AppArgument.ofProcess()
    complain(
      Advice.message(
        of: error, isOfBundle: bundle(of: arguments) != nil, isOfArchive: arguments.first == ArchiveCommand._commandName
      ))
    Glibc.exit(ExitStatus(error).rawValue)
  }
}

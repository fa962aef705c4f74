import AppSession
import ArchiveStore
import ArgumentParser
import FoundationEssentials
import Glibc
import LuaScreens
import StateRestoration

/// `luahost sessions [APP]`: lists sessions and their holders.
struct SessionsCommand: MainActorCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List the sessions of one app or of all apps, with the holder and the last save of each.",
    discussion: "A session that no process holds is listed as not running.")

  @Argument(help: "The app's script, or a folder with states of apps.", completion: .file(extensions: ["lua"]))
  var source: String?

  @Option(
    name: .customLong("state-dir"),
    help: ArgumentHelp(
      "List the sessions in this folder and below it.",
      discussion: "Default: $XDG_STATE_HOME/luahost, or ~/.local/state/luahost if that variable is unset.",
      valueName: "dir"),
    completion: .directory,
    transform: StateFolderOption.parse)
  var stateDirectory: String?

  @Option(help: ArgumentHelp("List only sessions with this name.", valueName: "name"))
  var session: String?

  @Flag(help: "List the sessions of apps that ran with --sandbox.")
  var sandbox = false

  @OptionGroup var memory: MemoryOption

  @OptionGroup var rest: ScriptArguments

  @Flag(help: "Print JSON.")
  var json = false

  func perform() throws {
    let sessions = try found()
    if json { return print(StateValue.list(sessions.map(\.table)).jsonText) }
    guard !sessions.isEmpty else {
      return print("No \(session.map { "session \($0)" } ?? "sessions") in \(try folder().path).")
    }
    let rows = sessions.map { session in
      [
        session.identifier ?? "-", session.files.session, Self.text(session.holder),
        session.savedAt.map(HolderText.time) ?? "-", session.title ?? "",
      ]
    }
    print(ArchiveText.table([["app", "session", "holder", "last save", "screen"]] + rows).joined(separator: "\n"))
  }

  @MainActor
  private func found() throws -> [SessionSummary] {
    let (folder, isStandard) = try folder()
    let sessions = SessionSummary.all(below: folder, isStandard: isStandard)
      .filter { session == nil || $0.files.session == session }
    guard let source, !FileManager.default.hasFolder(atPath: source) else { return sessions }
    let path = URL(fileURLWithPath: source).resolvingSymlinksInPath().path
    let identifier = try ArchiveSource.identifier(
      of: source, arguments: rest.arguments, isSandboxed: sandbox, memoryLimit: memory.memoryLimit)
    if sandbox, isStandard {
      // Another script with the same identifier has its own folder.
      let directory = StateDirectory.standard(forIdentifier: identifier, sandboxedScript: source)
      let standardized = directory.standardizedPath
      return sessions.filter { $0.files.directory == standardized }
    }
    return sessions.filter { $0.identifier == identifier || ($0.identifier == nil && $0.script == path) }
  }

  /// Returns the folder to search, and whether its subfolders are named after apps.
  @MainActor
  private func folder() throws -> (path: String, isStandard: Bool) {
    if let source {
      guard FileManager.default.fileExists(atPath: source) else {
        throw UsageError("no such file or folder: \(source)")
      }
      if FileManager.default.hasFolder(atPath: source) { return (source, false) }
    }
    if let stateDirectory { return (stateDirectory, false) }
    let standard = StateDirectory.home() + "/luahost"
    return (sandbox ? standard + "/sandbox" : standard, true)
  }

  private static func text(_ holder: SessionHolder?) -> String {
    guard let holder else { return "not running" }
    let process = holder.process.map { "process \($0)" } ?? "a process"
    let place =
      switch holder.place {
      case .otherMachine: " on \(holder.host ?? "another machine")"
      case .otherContainer: " in another container"
      case .here, .unknown: holder.terminal.map { " on \($0)" } ?? ""
      }
    return process + place + (holder.since.map { ", since \(HolderText.time($0))" } ?? "")
  }
}

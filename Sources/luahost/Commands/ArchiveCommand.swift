import ArchiveStore
import ArgumentParser
import Foundation
import Interface
import LuaScreens
import StateRestoration

/// `luahost archive`: looks at saved states.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Look at the saved states of an app.", subcommands: [List.self, Show.self])

  /// Which saved states.
  struct Source: ParsableArguments {
    @Argument(help: "The app's script, or the folder of its state.")
    var source: String

    @Option(name: .customLong("state-dir"), help: ArgumentHelp("The folder of the app's state.", valueName: "dir"))
    var stateDirectory: String?

    @Option(help: ArgumentHelp("Which session of the app.", valueName: "name"))
    var session = "main"

    @Flag(help: "Print JSON.")
    var json = false

    /// Opens the saves, without changing anything.
    @MainActor
    func open() throws -> SQLiteArchiveStore {
      let files = try SessionFiles(directory: try directory(), session: session)
      guard FileManager.default.fileExists(atPath: files.database) else {
        throw UsageError("there is no saved state: \(files.database) does not exist")
      }
      return try SQLiteArchiveStore(files, isReadOnly: true)
    }

    @MainActor
    private func directory() throws -> String {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else {
        throw UsageError("there is no file or folder \(source)")
      }
      if isFolder.boolValue { return source }
      if let stateDirectory { return stateDirectory }
      // The script says what the app is called; the app is not launched.
      let host = try ScriptHost(ScriptHost.Configuration(script: source), onPrint: { _ in })
      defer { host.close(runningFinalizers: true) }
      return StateDirectory.standard(forIdentifier: host.application.identifier)
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the saves of the history, newest last.")
    @OptionGroup var source: Source

    func run() throws {
      try MainActor.assumeIsolated {
        let saves = try source.open().saves()
        print(
          source.json
            ? StateValue.list(saves.map(ArchiveTable.table)).jsonText
            : ArchiveText.lines(saves).joined(separator: "\n"))
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show what a save holds.")
    @OptionGroup var source: Source

    @Option(help: ArgumentHelp("Which save; the last one if not given.", valueName: "number"))
    var save: Int64?

    @Option(help: ArgumentHelp("Only the node at this identifier path, and all below it.", valueName: "path"))
    var path: String?

    func run() throws {
      try MainActor.assumeIsolated {
        let store = try source.open()
        guard let archive = try save.map({ try store.archive(ofSave: $0) }) ?? store.currentArchive() else {
          throw UsageError(save.map { "there is no save \($0)" } ?? "nothing has been saved yet")
        }
        let outline = ArchiveOutline(archive)
        if let path {
          guard let node = outline.node(at: path) else { throw UsageError("the save has no node \(path)") }
          print(source.json ? ArchiveTable.table(node).jsonText : ArchiveText.lines(node).joined(separator: "\n"))
        } else {
          print(source.json ? ArchiveTable.table(outline).jsonText : ArchiveText.lines(outline).joined(separator: "\n"))
        }
      }
    }
  }
}

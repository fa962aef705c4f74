import AppSession
import ArchiveStore
import ArgumentParser
import Foresight
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// `luahost archive`: inspects, moves and rolls back saved states.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Inspect, search, export, import, roll back and keep saved states.",
    subcommands: [
      List.self, Show.self, Diff.self, Search.self, Verify.self, Export.self, Import.self, Rollback.self, Keep.self,
    ])

  func run() throws {
    let names = Self.configuration.subcommands.map { $0._commandName }.joined(separator: ", ")
    throw UsageError("archive needs one of the commands \(names); `luahost help archive` describes them")
  }

  struct List: ArchiveLookup {
    static let configuration = CommandConfiguration(
      abstract: "List the saves of the history, newest last.",
      discussion: """
        Each line shows the event that caused the save, why it is kept, the title of the screen, and the first value \
        that differs from the previous save.

        The history keeps all saves of the last minute, one per minute for an hour, one per hour for a day, and one \
        per day for a month. It also keeps the last save before a fresh start, before another version of the app and \
        before a refused restore; the last background or exit save of each of the last ten runs; and the last ten \
        saves that were read by a launch with errors.
        """)
    @OptionGroup var source: ArchiveSource

    @OptionGroup var rest: ScriptArguments

    func look() throws {
      let store = try source.open(rest.arguments)
      let entries = HistoryEntry.all(try store.saves(), of: store)
      source.report(.list(entries.map(\.table)), HistoryEntry.lines(entries, width: OutputWidth.current))
    }
  }

  struct Search: ArchiveLookup {
    static let configuration = CommandConfiguration(
      abstract: "List the saves that contain a text, newest last.",
      discussion: """
        Each line shows the title of the screen and the first value that contains the text. Case is ignored. \
        The exit code is 1 if no save contains the text.
        """)
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The text; after -- if it begins with a dash.")
    var text: String?

    @OptionGroup var rest: ScriptArguments

    mutating func validate() throws {
      guard text == nil else { return }
      guard let first = rest.arguments.first else { throw ValidationError("Missing expected argument '<text>'") }
      text = String(decoding: first.bytes, as: UTF8.self)
      rest.arguments.removeFirst()
    }

    func look() throws {
      guard let text, !text.isEmpty else { throw UsageError("the text to search for is empty") }
      let entries = try HistoryEntry.all(of: try source.open(rest.arguments), containing: text)
      guard !entries.isEmpty else { throw NothingFound("no save contains \"\(text)\"", status: .scriptFailed) }
      source.report(.list(entries.map(\.table)), HistoryEntry.lines(entries, width: OutputWidth.current))
    }
  }

  struct Show: ArchiveLookup {
    static let configuration = CommandConfiguration(abstract: "Show the contents of a save.")
    @OptionGroup var source: ArchiveSource

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The number of the save; the last one by default.", valueName: "number"))
    var save: Int64?

    @Option(
      help: ArgumentHelp("Show only the node at this identifier path, with all nodes below it.", valueName: "path"))
    var path: String?

    @OptionGroup var rest: ScriptArguments

    func look() throws {
      let outline = ArchiveOutline(try source.archive(save, in: try source.open(rest.arguments)))
      if let path {
        guard let node = outline.node(at: IdentifierPath(parsing: path)) else {
          throw NothingFound("the save has no node \(path)")
        }
        source.report(ArchiveTable.table(node), ArchiveText.lines(node))
      } else {
        source.report(ArchiveTable.table(outline), ArchiveText.lines(outline))
      }
    }
  }

  struct Diff: ArchiveLookup {
    static let configuration = CommandConfiguration(
      abstract: "Show the old and new value for each path and key that differs between two saves.",
      discussion: "With no number, compares the last two saves; with one, compares that save with the last one.")
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The number of the earlier save.")
    var from: Int64?

    @Argument(help: "The number of the later save.")
    var to: Int64?

    @OptionGroup var rest: ScriptArguments

    func look() throws {
      let store = try source.open(rest.arguments)
      let numbers = try store.saves().map(\.number)
      guard let last = numbers.last, let earlier = from ?? numbers.dropLast().last else {
        throw NothingFound("there are fewer than two saves to compare")
      }
      let difference = ArchiveDifference(
        from: try source.archive(earlier, in: store), to: try source.archive(to ?? last, in: store))
      if source.json || !difference.nodes.isEmpty {
        source.report(ArchiveTable.table(difference), ArchiveText.lines(difference))
      }
    }
  }

  struct Verify: ArchiveLookup {
    static let configuration = CommandConfiguration(
      abstract: "Check every page and every value of the history.",
      discussion: "The exit code is 1 if an error is found.")
    @OptionGroup var source: ArchiveSource

    @OptionGroup var rest: ScriptArguments

    func look() throws {
      let (count, problems) = try verified()
      source.report(
        .table([("saves", .integer(Int64(count))), ("problems", .list(problems.map { .string($0) }))]),
        problems + ["\(count) saves, \(problems.count) problems"])
      if !problems.isEmpty { throw ExitCode(ExitStatus.scriptFailed.rawValue) }
    }

    /// Returns the number of saves, and the problems.
    @MainActor
    private func verified() throws -> (count: Int, problems: [String]) {
      do {
        let store = try source.open(rest.arguments)
        let problems = try store.verify()
        return (try store.saves().count, problems)
      } catch let error as ArchiveStoreError {
        switch error {
        case .damaged, .foreign: return (0, ["\(error)"])
        default: throw error
        }
      }
    }
  }

  struct Export: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write one save to a file that can be imported on another machine.",
      discussion:
        "Writes CBOR (RFC 8949), or JSON with --json. The file contains everything the user typed; treat it as confidential."
    )
    @OptionGroup var source: ArchiveSource

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The number of the save; the last one by default.", valueName: "number"))
    var save: Int64?

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The file to write; - is standard output, the default with --json.", valueName: "file"),
      completion: .file())
    var output: String?

    @OptionGroup var rest: ScriptArguments

    func validate() throws {
      guard output != nil || source.json else { throw ValidationError("Missing expected argument '--output <file>'") }
    }

    func perform() throws {
      if let output { try source.checkOutput(output, rest.arguments) }
      let archive = try source.archive(save, in: try source.open(rest.arguments))
      let contents = source.json ? Array(ArchiveJSON.encode(archive).utf8) : ArchiveFile.encode(archive)
      guard let output, output != "-" else {
        if !source.json, isatty(STDOUT_FILENO) == 1 {
          throw UsageError("-o -: CBOR cannot be printed to a terminal; name a file, or add --json")
        }
        return ScriptOutput.output.write(contents, isTrusted: true)
      }
      try OutputError.write(contents, to: output, mode: 0o600)
    }
  }

  struct Import: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Import an exported save, to be restored at the next launch.",
      discussion: "Adds it as a new save at the end of the history; nothing is deleted.")
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The exported file, CBOR or JSON.", completion: .file())
    var file: String

    @OptionGroup var rest: ScriptArguments

    func perform() throws {
      let archive: Archive
      do {
        archive = try ArchiveJSON.read(file)
      } catch {
        throw UsageError("\(error)")
      }
      let number = try source.openForWriting(rest.arguments, mustExist: false).importArchive(archive)
      source.report(
        .table([("number", .integer(number)), ("nodes", .integer(Int64(archive.nodes.count)))]),
        ["imported as save \(number), with \(archive.nodes.count) nodes"])
    }
  }

  struct Rollback: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Restore an older save at the next launch.",
      discussion: """
        Adds it as a new save at the end of the history; nothing is deleted. A rollback also settles all refused \
        saves, whichever save it restores: they are no longer kept when space runs short.
        """)
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The number of the save.")
    var save: Int64

    @OptionGroup var rest: ScriptArguments

    func perform() throws {
      try source.checkFormat(rest.arguments)
      let number = try source.openForWriting(rest.arguments).rollBack(to: save)
      source.report(
        .table([("number", .integer(number)), ("rolledBackTo", .integer(save))]),
        ["save \(save) will be restored at the next launch, as save \(number)"])
    }
  }

  struct Keep: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keep the states of a version of an app, to test later versions with.",
      discussion: """
        Runs the app afresh, and the tests beside it (APP.test.lua), and writes the state of each new screen to \
        FOLDER/VERSION. The files are made to be committed with the app, and equal in each run; earlier ones of this \
        version are replaced. `luahost test --from FOLDER APP.lua` restores them with a later version. The app's own \
        state does not change.
        """)

    @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
    var script: String

    @Argument(help: "The version of the app.")
    var version: String

    @Option(
      name: .shortAndLong, help: ArgumentHelp("The folder of the states.", valueName: "folder"), completion: .directory)
    var output: String

    @OptionGroup var limits: LimitOptions

    @OptionGroup var rest: ScriptArguments

    func perform() throws {
      try AppOptions.check(script: script)
      if AppBundle.isBundle(script) { throw UsageError("\(script) is a bundled app; name its script") }
      let names = try StateKeeper(limits.configuration(script, rest.arguments), version: version).keep(in: output)
      for name in names { print("kept \(name)") }
    }
  }
}

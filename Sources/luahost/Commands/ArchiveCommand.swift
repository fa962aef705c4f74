import AppSession
import ArchiveStore
import ArgumentParser
import Foundation
import StateRestoration

/// `luahost archive`: inspects, moves and rolls back saved states.
struct ArchiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Inspect, search, export, import and roll back saved states.",
    subcommands: [List.self, Show.self, Diff.self, Search.self, Verify.self, Export.self, Import.self, Rollback.self])

  struct List: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the saves of the history, newest last.",
      discussion: """
        Each line shows what made the save, why it is kept, the title of the screen, and the first value that differs from \
        the save before.

        Kept are all saves of the last minute, one a minute for an hour, one an hour for a day, one a day for a month; the \
        last one before a fresh start, another version of the app and a refusal; and the last background or end save of \
        the last ten runs; and the last ten that were read by a launch with errors.
        """)
    @OptionGroup var source: ArchiveSource

    func perform() throws { try source.lookUp(look) }

    @MainActor
    private func look() throws {
      let entries = try HistoryEntry.all(of: try source.open())
      print(
        source.json
          ? StateValue.list(entries.map(\.table)).jsonText
          : HistoryEntry.lines(entries, width: OutputWidth.current).joined(separator: "\n"))
    }
  }

  struct Search: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the saves that contain a text, newest last.",
      discussion: """
        Each line shows the title of the screen and the first value that contains the text. Upper and lower case are the \
        same.
        """)
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The text.")
    var text: String

    func perform() throws { try source.lookUp(look) }

    @MainActor
    private func look() throws {
      guard !text.isEmpty else { throw UsageError("the text to search for is empty") }
      let entries = try HistoryEntry.all(of: try source.open(), containing: text)
      guard !entries.isEmpty else { throw NothingFound("no save contains \"\(text)\"") }
      print(
        source.json
          ? StateValue.list(entries.map(\.table)).jsonText
          : HistoryEntry.lines(entries, width: OutputWidth.current).joined(separator: "\n"))
    }
  }

  struct Show: MainActorCommand {
    static let configuration = CommandConfiguration(abstract: "Show what a save holds.")
    @OptionGroup var source: ArchiveSource

    @Option(
      parsing: .unconditional, help: ArgumentHelp("Which save; the last one if not given.", valueName: "number"))
    var save: Int64?

    @Option(help: ArgumentHelp("Only the node at this identifier path, and all below it.", valueName: "path"))
    var path: String?

    func perform() throws { try source.lookUp(look) }

    @MainActor
    private func look() throws {
      let outline = ArchiveOutline(try source.archive(save, in: try source.open()))
      if let path {
        guard let node = outline.node(at: IdentifierPath(parsing: path)) else {
          throw NothingFound("the save has no node \(path)")
        }
        print(source.json ? ArchiveTable.table(node).jsonText : ArchiveText.lines(node).joined(separator: "\n"))
      } else {
        print(source.json ? ArchiveTable.table(outline).jsonText : ArchiveText.lines(outline).joined(separator: "\n"))
      }
    }
  }

  struct Diff: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Say, per path and key, what was in one save and is in another.",
      discussion: "Without numbers, the last two saves; with one, that save and the last one.")
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The earlier save.")
    var from: Int64?

    @Argument(help: "The later save.")
    var to: Int64?

    func perform() throws { try source.lookUp(look) }

    @MainActor
    private func look() throws {
      let store = try source.open()
      let numbers = try store.saves().map(\.number)
      guard let last = numbers.last, let earlier = from ?? numbers.dropLast().last else {
        throw NothingFound("there are no two saves to compare")
      }
      let difference = ArchiveDifference(
        from: try source.archive(earlier, in: store), to: try source.archive(to ?? last, in: store))
      if source.json {
        print(ArchiveTable.table(difference).jsonText)
      } else if !difference.nodes.isEmpty {
        print(ArchiveText.lines(difference).joined(separator: "\n"))
      }
    }
  }

  struct Verify: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check every page and every value of the history.", discussion: "Exit code 1 if something is wrong.")
    @OptionGroup var source: ArchiveSource

    func perform() throws { try source.lookUp(look) }

    @MainActor
    private func look() throws {
      let store = try source.open()
      let problems = try store.verify()
      let count = try store.saves().count
      if source.json {
        print(
          StateValue.table([
            ("saves", .integer(Int64(count))), ("problems", .list(problems.map { .string($0) })),
          ]).jsonText)
      } else {
        print((problems + ["\(count) saves, \(problems.count) problems"]).joined(separator: "\n"))
      }
      if !problems.isEmpty { throw ExitCode(ExitStatus.scriptFailed.rawValue) }
    }
  }

  struct Export: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write one save to a file that imports on another machine.",
      discussion: "CBOR (RFC 8949), or JSON with --json. The file holds what the user typed: treat it like that.")
    @OptionGroup var source: ArchiveSource

    @Option(
      parsing: .unconditional, help: ArgumentHelp("Which save; the last one if not given.", valueName: "number"))
    var save: Int64?

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp("The file; - is standard output, where JSON goes without it.", valueName: "file"),
      completion: .file())
    var output: String?

    func validate() throws {
      guard output != nil || source.json else { throw ValidationError("Missing expected argument '--output <file>'") }
    }

    func perform() throws {
      let archive = try source.archive(save, in: try source.open())
      let contents = source.json ? Array(ArchiveJSON.encode(archive).utf8) : ArchiveFile.encode(archive)
      guard let output, output != "-" else {
        if !source.json, isatty(STDOUT_FILENO) == 1 {
          throw UsageError("-o -: CBOR is not text for a terminal; name a file, or add --json")
        }
        try FileHandle.standardOutput.write(contentsOf: Data(contents))
        return
      }
      do {
        try FileContents.writeOutput(contents, to: output, mode: 0o600)
      } catch let error as POSIXError {
        throw UsageError("cannot write \(output): \(String(cString: strerror(error.code.rawValue)))")
      }
    }
  }

  struct Import: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an exported save the one that the app restores next.",
      discussion: "It becomes a new save at the end of the history; nothing is deleted.")
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The exported file, CBOR or JSON.", completion: .file())
    var file: String

    func perform() throws {
      guard let contents = FileContents.readInput(file) else {
        throw UsageError("cannot read \(file), or it is no file that can be an exported save")
      }
      let archive: Archive
      do {
        archive = try ArchiveJSON.decode(Data(contents)) ?? ArchiveFile.decode(contents)
      } catch {
        throw UsageError("cannot import \(file): \(error)")
      }
      let number = try source.openForWriting(mustExist: false).importArchive(archive)
      print(
        source.json
          ? StateValue.table([("number", .integer(number)), ("nodes", .integer(Int64(archive.nodes.count)))]).jsonText
          : "imported as save \(number), with \(archive.nodes.count) nodes")
    }
  }

  struct Rollback: MainActorCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make an old save the one that the app restores next.",
      discussion: """
        It becomes a new save at the end of the history; nothing is deleted. Saves that were refused are decided on with \
        that, whichever it is, and may go when room is short.
        """)
    @OptionGroup var source: ArchiveSource

    @Argument(help: "The save's number.")
    var save: Int64

    func perform() throws {
      let number = try source.openForWriting().rollBack(to: save)
      print(
        source.json
          ? StateValue.table([("number", .integer(number)), ("rolledBackTo", .integer(save))]).jsonText
          : "save \(save) is restored next, as save \(number)")
    }
  }
}

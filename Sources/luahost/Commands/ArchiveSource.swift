import AppSession
import ArchiveStore
import ArgumentParser
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// The arguments for an app's script, which follow those of the command after `--`. A command whose own arguments can begin with
/// a dash takes these after `--` instead.
struct ScriptArguments: ParsableArguments {
  @Argument(parsing: .postTerminator, help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []
}

/// The saved states that a command uses.
struct ArchiveSource: ParsableArguments {
  @Argument(help: "The app's script, or the folder of its state.", completion: .file(extensions: ["lua"]))
  var source: String

  @Option(
    name: .customLong("state-dir"), help: ArgumentHelp("The folder of the app's state.", valueName: "dir"),
    completion: .directory,
    transform: StateFolderOption.parse)
  var stateDirectory: String?

  @Option(help: ArgumentHelp("The name of the session.", valueName: "name"))
  var session = "main"

  @Flag(help: "Use the state from runs with --sandbox.")
  var sandbox = false

  @OptionGroup var memory: MemoryOption

  @Flag(help: "Print JSON.")
  var json = false

  /// Opens the saves read-only.
  @MainActor
  func open(_ arguments: [AppArgument]) throws -> SQLiteArchiveStore {
    try SQLiteArchiveStore(try existingFiles(arguments), isReadOnly: true)
  }

  /// Rejects an output file that is the script or the database.
  @MainActor
  func checkOutput(_ output: String, _ arguments: [AppArgument]) throws {
    for file in [source, try existingFiles(arguments).database] where Bundler.isSame(file, output) {
      throw UsageError("-o \(output) is \(file), which is exported; use another name")
    }
  }

  /// Throws the error of saves that a newer luahost has written. Opening them for writing would set them aside.
  @MainActor
  func checkFormat(_ arguments: [AppArgument]) throws {
    do { _ = try open(arguments) } catch let error as ArchiveStoreError {
      if case .newer = error { throw error }
    }
  }

  /// Opens the saves for writing; no app may be running on them.
  @MainActor
  func openForWriting(_ arguments: [AppArgument], mustExist: Bool = true) throws -> SQLiteArchiveStore {
    let files = try mustExist ? existingFiles(arguments) : files(arguments)
    let app = files.lastApp
    let lock = try SessionLock(files)
    if let identifier = app.identifier, let script = app.script {
      lock.describe(identifier: identifier, script: script)
    }
    let (store, incidents) = try SQLiteArchiveStore.openRecovering(files)
    if !incidents.isEmpty {
      complain(
        "\(SQLiteArchiveStore.Incident.summary(of: incidents)): "
          + SQLiteArchiveStore.Incident.details(of: incidents))
    }
    store.lock = lock
    return store
  }

  @MainActor
  private func existingFiles(_ arguments: [AppArgument]) throws -> SessionFiles {
    let files = try files(arguments)
    guard [files.database, files.copy].contains(where: FileManager.default.fileExists) else {
      throw NothingFound("there is no saved state: \(files.database) does not exist")
    }
    return files
  }

  @MainActor
  private func files(_ arguments: [AppArgument]) throws -> SessionFiles {
    try SessionFiles(directory: try directory(arguments), session: session)
  }

  @MainActor
  private func directory(_ arguments: [AppArgument]) throws -> String {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: source, isDirectory: &isFolder) else {
      throw UsageError("no such file or folder: \(source)")
    }
    if isFolder { return source }
    if let stateDirectory { return stateDirectory }
    return try Self.standardDirectory(
      of: source, arguments: arguments, isSandboxed: sandbox, memoryLimit: memory.memoryLimit)
  }

  /// Returns the folder where the state of a script or bundle is kept by default.
  ///
  /// - Throws: ``UsageError`` if the identifier of the app cannot be determined.
  @MainActor
  static func standardDirectory(
    of source: String, arguments: [AppArgument], isSandboxed: Bool, memoryLimit: Int?
  ) throws -> String {
    StateDirectory.standard(
      forIdentifier: try identifier(
        of: source, arguments: arguments, isSandboxed: isSandboxed, memoryLimit: memoryLimit),
      sandboxedScript: isSandboxed ? source : nil)
  }

  /// Returns the identifier of the app of a script or bundle.
  ///
  /// - Throws: ``UsageError`` if it cannot be determined.
  @MainActor
  static func identifier(
    of source: String, arguments: [AppArgument], isSandboxed: Bool, memoryLimit: Int?
  ) throws -> String {
    let arguments = arguments.map { LuaBytes($0.bytes) }
    // Without arguments, the app is that of the last run, whatever its arguments were.
    let known = KnownScripts.identifier(
      ofScript: source, arguments: arguments.isEmpty ? nil : arguments, isSandboxed: isSandboxed)
    if let identifier = try AppBundle(contentsOf: source)?.identity.identifier ?? known { return identifier }
    do {
      return try ScriptHost.identifier(ofScript: source, arguments: arguments, memoryLimit: memoryLimit)
    } catch {
      let run = arguments.isEmpty ? "never run here" : "not run here with these arguments the last time"
      throw UsageError(
        """
        cannot determine the identifier of \(source): it has \(run), and in the sandbox it fails before \
        ui.Application { identifier = … }: \(error)
        Name the folder of its state instead of the script, or use --state-dir.
        """)
    }
  }

  /// Prints a result, as JSON or as lines of text.
  func report(_ table: @autoclosure () -> StateValue, _ lines: @autoclosure () -> [String]) {
    print(json ? table().jsonText : lines().joined(separator: "\n"))
  }

  /// Returns the archive of a save, by default the last one.
  @MainActor
  func archive(_ save: Int64?, in store: SQLiteArchiveStore) throws -> Archive {
    guard let archive = try save.map({ try store.archive(ofSave: $0) }) ?? store.currentArchive() else {
      throw NothingFound(
        save.map { "there is no save \($0); `luahost archive list` shows the existing saves" }
          ?? "there are no saves yet")
    }
    return archive
  }
}

/// A command that looks something up in saved states. If it finds nothing, it prints an empty list with `--json`; a save, node
/// or session that does not exist is wrong usage.
protocol ArchiveLookup: MainActorCommand {
  var source: ArchiveSource { get }
  @MainActor func look() throws
}

extension ArchiveLookup {
  @MainActor
  func perform() throws {
    do {
      try look()
    } catch {
      let isEmpty =
        switch error {
        case ArchiveStoreError.noSaves: true
        case let error as NothingFound: error.status != .usage
        default: false
        }
      if source.json, isEmpty { print(StateValue.list([]).jsonText) }
      throw error
    }
  }
}

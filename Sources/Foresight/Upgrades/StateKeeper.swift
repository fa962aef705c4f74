import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import LuaScreens
import Processes
import StateRestoration

/// Keeps the states that an app reaches, for tests of later versions.
///
/// The states are those of a fresh launch and of each step of the app's tests in which the tree, the keys, the types of
/// their values or the title of the screen are new. If several steps have these in common, the state with the most changed
/// values is kept, and one more for each value that no kept state has changed; of those that equal the fresh launch, only
/// such in which a value has changed. The clock starts at a fixed time, so that the files are the same in each run.
@MainActor
public struct StateKeeper {
  private let configuration: ScriptHost.Configuration
  private let version: String
  private let clock = RunClock(startingAt: 1_700_000_000)

  /// - Parameter version: the name of the states' folder, and the version of an app that does not name its own.
  /// - Throws: ``KeptStateError/badVersion(_:)``.
  public init(_ configuration: ScriptHost.Configuration, version: String) throws {
    guard !version.isEmpty, !version.hasPrefix("."), !version.contains("/"), !version.contains("\0") else {
      throw KeptStateError.badVersion(version)
    }
    self.configuration = configuration
    self.version = version
  }

  /// The states so far.
  @MainActor
  private final class Collection {
    var states: [KeptStates.NewState] = []
    /// A value of a node.
    private struct Value: Hashable {
      let path: IdentifierPath
      let key: String
      let isBuiltIn: Bool
    }
    /// The positions of the states by shape, with the values that have changed in each; without the fresh launch.
    private var shapes: [String: [(position: Int, changes: Set<Value>)]] = [:]
    /// The values that have changed in any of the states.
    private var keptChanges: Set<Value> = []
    private var freshShape: String?
    private var names: Set<String> = []
    /// The first values of each node, by key, and whether its built-in class has it.
    private var firstValues: [IdentifierPath: [Value: StateValue]] = [:]
    /// The nodes whose first values were not restored.
    private var newNodes: Set<IdentifierPath> = []
    /// The folder of copies of the app's own files.
    private lazy var copies = Result { try TemporaryFolder(prefix: "luahost-keep-") }

    func add(_ session: AppSession, version: String) throws {
      guard let host = session.host, host.application.phase == .active, var archive = try host.unsavedArchive() else {
        return
      }
      // An app compares it with its own.
      let ownVersion = archive.info.appVersion
      archive.info = SaveInfo(
        appVersion: ownVersion.isEmpty ? version : ownVersion, hostVersion: "", screenWidth: archive.info.screenWidth,
        screenHeight: archive.info.screenHeight, savedAt: 0)
      let outline = ArchiveOutline(archive)
      let isNew = !host.application.didRestoreState
      let (shape, changes) = (Self.shape(of: outline), changedValues(in: outline, ofNewNodes: isNew))
      func state(named name: String) throws -> KeptStates.NewState {
        KeptStates.NewState(
          name: name, archive: archive, defaults: defaults(in: outline), files: try copyFiles(of: host, named: name))
      }
      if shape == freshShape, changes.isEmpty { return }
      let known = shapes[shape] ?? []
      if let index = known.firstIndex(where: { $0.changes.isStrictSubset(of: changes) }) {
        let position = known[index].position
        states[position] = try state(named: states[position].name)
        shapes[shape]?[index].changes = changes
        keptChanges.formUnion(changes)
        return
      }
      guard known.isEmpty || !changes.isSubset(of: keptChanges) else { return }
      let name = unusedName(outline.screenTitle ?? "")
      if freshShape == nil { freshShape = shape } else { shapes[shape, default: []].append((states.count, changes)) }
      keptChanges.formUnion(changes)
      states.append(try state(named: name))
    }

    /// Returns the values that are not those that were seen first.
    ///
    /// - Parameter isNew: whether values that are seen now for the first time were not restored.
    private func changedValues(in outline: ArchiveOutline, ofNewNodes isNew: Bool) -> Set<Value> {
      let states = [(IdentifierPath([]), outline.application)] + outline.nodes.map { ($0.path, $0.state) }
      var changed: Set<Value> = []
      for (path, state) in states {
        let values =
          state.builtIn.filter { KeptValues.isChosen($0.key) || $0.key == "openItems" }.map {
            (Value(path: path, key: $0.key, isBuiltIn: true), $0.value)
          } + state.entries.map { (Value(path: path, key: $0.key, isBuiltIn: false), $0.value) }
        // A key that is not there at first has changed, too.
        if isNew, firstValues[path] == nil { newNodes.insert(path) }
        let first = firstValues[path] ?? Dictionary(values) { first, _ in first }
        firstValues[path] = first
        for (key, value) in values where first[key] != value { changed.insert(key) }
      }
      return changed
    }

    /// Returns the keys of what a user can enter or choose in views, and that has the value with which the view was created, by the
    /// paths of these views.
    private func defaults(in outline: ArchiveOutline) -> [String: [String]] {
      outline.nodes.reduce(into: [:]) { defaults, node in
        guard node.archived.kind == .view, newNodes.contains(node.path) else { return }
        let keys = node.state.builtIn.filter { entry in
          KeptValues.isChosen(entry.key)
            && firstValues[node.path]?[Value(path: node.path, key: entry.key, isBuiltIn: true)] == entry.value
        }.map(\.key)
        if !keys.isEmpty { defaults[node.path.description] = keys.sorted() }
      }
    }

    /// A text that is the same for states with the same nodes, keys and types of values, and the same title.
    private static func shape(of outline: ArchiveOutline) -> String {
      func keys(_ state: KeySpace) -> [String] { state.entries.map { "\($0.key):\($0.value.typeName)" }.sorted() }
      let nodes = outline.nodes.map { ["\($0.path)", $0.archived.className] + keys($0.state) }
      return (([[outline.screenTitle ?? ""], keys(outline.application)]) + nodes).map { $0.joined(separator: "\t") }
        .joined(separator: "\n")
    }

    /// Returns a file name for a state: the title of its screen, in lower case, with a number if it has been used.
    private func unusedName(_ title: String) -> String {
      let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
      let name = words.isEmpty ? "screen" : String(words.prefix(40))
      let unused = names.contains(name) ? (2...).lazy.map { "\(name)-\($0)" }.first { !names.contains($0) } : name
      names.insert(unused ?? name)
      return unused ?? name
    }

    private func copyFiles(of host: ScriptHost, named name: String) throws -> String? {
      guard let folder = try host.configuration.filesDirectory?(host.application.identifier),
        let entries = try? FileManager.default.contentsOfDirectory(atPath: folder), !entries.isEmpty
      else { return nil }
      let copy = "\(try copies.get().path)/\(name)"
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: folder, toPath: copy)
      return copy
    }
  }

  /// Runs the app and its tests, and writes the states to a folder. Returns their names.
  ///
  /// - Throws: ``KeptStateError``; the script's error if it cannot be loaded.
  public func keep(in folder: String) throws -> [String] {
    let collection = Collection()
    let run = try TrialRun(configuration, launchOptions: [], isAllowed: false)
    prepare(run.session)
    try run.launch()
    try collection.add(run.session, version: version)
    let application = run.session.host?.application.identifier
    run.session.kill()
    try runTests(collection)
    guard !collection.states.isEmpty else { throw KeptStateError.notSaved }
    try KeptStates.write(collection.states, of: application, version, in: folder)
    return collection.states.map { "\(version)/\($0.name)" }
  }

  private func prepare(_ session: AppSession) {
    clock.setWallClock(of: session)
  }

  /// Runs the tests beside the app, if there are any.
  private func runTests(_ collection: Collection) throws {
    guard configuration.script.hasSuffix(".lua") else { return }
    let test = configuration.script.dropLast(".lua".count) + ".test.lua"
    guard FileManager.default.fileExists(atPath: String(test)) else { return }
    let script = configuration.resolvedScript
    let runner = try TestRunner(String(test), apps: configuration.lua)
    runner.register = configuration.register
    runner.onPrint = { _ in }
    runner.isolatesApps = false
    // Mistakes do not change what is kept.
    runner.examine = { _ in nil }
    runner.repeatCase = CaseRepetition.once
    runner.willLaunch = { prepare($0) }
    var problem: (any Error)?
    runner.stepDidEnd = { session in
      // A launch with options depends on more than its state.
      guard session.configuration.resolvedScript == script, session.launchOptions.isEmpty else { return }
      do { try collection.add(session, version: version) } catch { problem = problem ?? error }
    }
    for result in runner.run().cases {
      if let failure = result.failure {
        throw KeptStateError.testFailed(result.name, test: String(test), failure: failure)
      }
    }
    if let problem { throw problem }
  }
}

extension StateValue {
  /// The name of the value's type, as typed reads tell values apart.
  fileprivate var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .integer: "integer"
    case .float: "float"
    case .string: "string"
    case .list, .map: "table"
    default: "other"
    }
  }
}

import AppSession
import ArchiveStore
import Interface
import LuaScreens
import StateRestoration

/// Restores states of earlier versions with today's script, and finds what is lost.
@MainActor
public struct UpgradeTest {
  /// A node or key that is lost or refused.
  public struct Loss: Hashable, Sendable, CustomStringConvertible {
    /// The place where the script can restore it.
    public let place: Place?
    /// The lost state.
    public let message: String

    public var description: String { "\(place.map { "\($0): " } ?? "")\(message)" }
  }

  private let configuration: ScriptHost.Configuration
  /// Receives what the app prints.
  public var onPrint: ([UInt8]) -> Void = { _ in }

  /// Creates a test of an app.
  public init(_ configuration: ScriptHost.Configuration) { self.configuration = configuration }

  /// Returns what an app loses of a kept state, and what it tried and was refused in this run.
  ///
  /// - Throws: the script's error if it cannot be loaded; ``DoctorError/exited``.
  public func run(_ state: KeptStates.State) throws -> (losses: [Loss], refusedOperations: [String]) {
    var configuration = configuration
    let info = state.archive.info
    configuration.screenSize = Size(width: info.screenWidth, height: info.screenHeight)
    let run = try TrialRun(configuration, launchOptions: [], isAllowed: false, onPrint: onPrint)
    if let files = state.files { run.copyFiles(at: files) }
    try run.launch(with: state.archive)
    defer { run.session.kill() }
    guard let host = run.session.host, let recorder = run.recorder else { throw DoctorError.exited }
    let comparison = Comparison(
      archive: state.archive, after: RunEvidence(host, recorder), scripts: AppScripts(of: host), host: host,
      values: KeptValues(of: host, isIncomplete: !run.effects.refusedOperations.isEmpty))
    var seen: Set<Loss> = []
    return (comparison.losses.filter { seen.insert($0).inserted }, run.effects.refusedOperations.sorted())
  }

  @MainActor
  private struct Comparison {
    let archive: Archive
    let after: RunEvidence
    let scripts: AppScripts
    let host: ScriptHost
    let values: KeptValues

    var losses: [Loss] {
      guard host.application.didRestoreState else {
        let asked = "shouldRestoreApplicationState"
        let failure = after.recorder.failures.first { $0.call == asked }
        return failure.map { [loss(of: $0)] } ?? [
          Loss(
            place: after.applicationMethods[asked] ?? after.applicationMethods["didFinishLaunching"],
            message: "the whole state is refused: \(asked) did not return true")
        ]
      }
      let outline = ArchiveOutline(archive)
      let lost = lostNodes(of: outline)
      return after.recorder.failures.map(loss) + lost.map(\.loss) + keyLosses(of: outline, besides: lost.map(\.path))
        + valueLosses(of: outline)
    }

    private func loss(of failure: RunRecorder.Failure) -> Loss {
      let message = Evidence.wholeMessage(of: failure.error).split(separator: "\n").first.map(String.init) ?? ""
      let place = after.place(message)
      let reason = place == nil ? message : String(message.replacing(#/^.*?:\d+: /#, with: "", maxReplacements: 1))
      let node = failure.path.map { $0.components.isEmpty ? " of app" : " of \($0)" } ?? ""
      return Loss(place: place, message: "\(failure.call)\(node) failed: \(reason)")
    }

    // MARK: Nodes

    /// The topmost nodes that nothing has restored.
    private func lostNodes(of outline: ArchiveOutline) -> [(path: IdentifierPath, loss: Loss)] {
      var omitted: [IdentifierPath: RestorationProblem.OmissionReason] = [:]
      for case .omitted(let path, _, let reason) in after.recorder.problems { omitted[path] = reason }
      let objects = Set(host.application.registeredObjects.compactMap(\.restorationPath))
      var lost: [(path: IdentifierPath, loss: Loss)] = []
      func visit(_ node: ArchiveOutline.Node, isInTree: Bool) {
        // A custom container's children are not in the tree.
        let isInTree = isInTree && node.archived.relation != .adopted
        let exists = after.tree.saved[node.path] != nil || objects.contains(node.path) || !isInTree
        guard exists, omitted[node.path] == nil else {
          lost.append((node.path, loss(of: node, because: omitted[node.path])))
          return
        }
        node.children.forEach { visit($0, isInTree: isInTree) }
      }
      (outline.roots + outline.objects).forEach { visit($0, isInTree: true) }
      return lost
    }

    private func loss(of node: ArchiveOutline.Node, because reason: RestorationProblem.OmissionReason?) -> Loss {
      let className = node.archived.className
      let asked = after.recorder.methods.last { $0.method.path == node.path }
      let parent = after.tree.saved[IdentifierPath(Array(node.path.components.dropLast()))]
      let near = [
        after.place(asked?.method.place), scripts.classPlaces[className],
        node.archived.restorationClassName.flatMap { scripts.classPlaces[$0] },
        parent.flatMap { scripts.definition(of: "loadView", in: $0.className) ?? scripts.classPlaces[$0.className] },
        parent.flatMap { after.place($0.createdAt) }, after.applicationMethods["didFinishLaunching"],
      ]
      let why: String
      switch reason {
      case .methodReturnedNil: why = "the restoration method returned nil"
      case .methodFailed: why = "the restoration method failed"
      case .unknownRestorationClass(let name): why = "there is no restoration class \(name)"
      case .alreadyRestored: why = "the restoration method returned a controller that is used at another path"
      case .invalidPosition(let reason): why = reason
      case .unknownScene(let scene): why = "the storyboard \(scene.storyboard) has no scene \(scene.scene)"
      case .noCreator: why = "nothing creates it"
      case .notRegistered: why = "it is not registered, and no class creates it"
      case nil:
        why = node.archived.kind == .view ? "no view has this identifier" : "it is not in the app after the launch"
      }
      return Loss(place: near.compactMap { $0 }.first, message: "\(node.path) (\(className)) is lost: \(why)")
    }

    /// The values that a user has typed or chosen in restored views, and that these do not show.
    private func valueLosses(of outline: ArchiveOutline) -> [Loss] {
      outline.nodes.flatMap { node -> [Loss] in
        guard let restored = after.tree.saved[node.path] else { return [] }
        return values.differences(node, restored).map { difference in
          Loss(
            place: after.place(restored.createdAt),
            message: "\(difference.property) of \(node.path) was \(difference.before), and is \(difference.after)")
        }
      }
    }

    // MARK: Keys

    private static let decoding: Set<String> = [
      "decode", "contains", "decodeInteger", "decodeNumber", "decodeString", "decodeBoolean", "decodeTable",
    ]

    /// Keys of restored nodes that nothing decodes, and values that typed reads drop.
    private func keyLosses(of outline: ArchiveOutline, besides lost: [IdentifierPath]) -> [Loss] {
      let failed = Set(after.recorder.failures.compactMap(\.path))
      let classNames = Dictionary(
        outline.nodes.map { ($0.path, $0.archived.className) }, uniquingKeysWith: { first, _ in first })
      let states = [(RunRecorder.application, outline.application)] + outline.nodes.map { ($0.path, $0.state) }
      return states.flatMap { path, state -> [Loss] in
        guard !failed.contains(path), !lost.contains(where: { path.components.starts(with: $0.components) }) else {
          return []
        }
        let uses = after.recorder.decoded[path] ?? []
        // What another class does not call is of no use.
        let isCalled = after.tree.saved[path].map { $0.className == classNames[path] || !uses.isEmpty } ?? true
        let title = path.components.isEmpty ? "app" : path.description
        let names = classes(of: path)
        let dropped = state.entries.compactMap { entry -> Loss? in
          guard let use = uses.last(where: { $0.key == entry.key && $0.kind == .decode }),
            let read = scripts.droppingRead(of: entry.key, entry.value.expanded, by: Set(names))
          else { return nil }
          return Loss(
            place: after.place(use.place),
            message: "the value of \"\(entry.key)\" of \(title) has another type than \(read) returns, and is dropped")
        }
        if uses.contains(where: { $0.kind == .list }) { return dropped }
        let decoded = Set(uses.map(\.key))
        return dropped
          + state.entries.map(\.key).filter { key in
            !decoded.contains(key)
              && !(isCalled
                && (scripts.uses(key, in: Self.decoding, of: Set(names))
                  || scripts.mayUse(key, in: Self.decoding, of: Set(names))))
          }.map { key in
            Loss(
              place: place(ofDecoderOf: path, names), message: "the key \"\(key)\" of \(title) is not decoded any more")
          }
      }
    }

    /// The classes whose code runs for a node: its own with their superclasses, and the one that creates it.
    private func classes(of path: IdentifierPath) -> [String] {
      guard let node = after.tree.saved[path] else { return scripts.classNames }
      return [node.className, node.restorationClass].compactMap { $0 }.flatMap { name in
        [name] + (scripts.superclasses[name] ?? [])
      }
    }

    private func place(ofDecoderOf path: IdentifierPath, _ names: [String]) -> Place? {
      if path == RunRecorder.application {
        return after.applicationMethods["didDecodeRestorableState"] ?? after.applicationMethods["didFinishLaunching"]
      }
      let methods = names.lazy.compactMap { scripts.definition(of: RestorationName.decode, in: $0) }
      return methods.first ?? names.lazy.compactMap { scripts.classPlaces[$0] }.first
    }
  }
}

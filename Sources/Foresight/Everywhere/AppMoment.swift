import AppSession
import Interface
import LuaScreens
import StateRestoration

/// The state of an app at one moment: its screen, its tree, and the values that are restored.
@MainActor
public final class AppMoment {
  /// A controller, view, registered object, or the application.
  @dynamicMemberLookup
  final class Node: Sendable {
    let facts: NodeFacts
    /// The path and the class.
    let key: String
    /// The number among the nodes with the same key, from 1 on.
    let number: Int
    /// The node that must have a loaded view for this one to exist; nil for controllers and objects.
    let owner: Node?
    /// The positions that lead from the owner's view to this one; empty for controllers and objects.
    let position: String
    /// The full names of the scripts, if Lua has truncated some.
    let scriptNames: Set<String>
    /// The properties that the built-in class saves, and under ``AppMoment/scriptKey(_:)`` the values that a script encodes.
    let values: [String: StateValue]

    init(
      _ facts: NodeFacts, key: String, number: Int, values: [String: StateValue], owner: Node? = nil,
      position: String = "", scriptNames: Set<String> = []
    ) {
      (self.facts, self.key, self.number, self.values) = (facts, key, number, values)
      (self.owner, self.position, self.scriptNames) = (owner, position, scriptNames)
    }

    subscript<Fact>(dynamicMember fact: KeyPath<NodeFacts, Fact>) -> Fact { facts[keyPath: fact] }

    /// The identifiers or class names that lead to it, joined by `/`; empty for the application.
    var path: String { facts.shownPath }

    /// The name, which is unique in a moment.
    var name: String { "\(key) \(number)" }

    /// Whether a node of another moment has the same name.
    func hasName(of other: Node) -> Bool { number == other.number && key == other.key }

    /// Whether it is one that the app's `forgets` names, or below it.
    func isForgotten(among names: [String]) -> Bool {
      AppMoment.isForgotten(path, among: names)
        || facts.seenPath != path && AppMoment.isForgotten(facts.seenPath, among: names)
    }

    /// Whether it is below one of some nodes, by their paths.
    func isBelow(_ paths: Set<String>) -> Bool {
      paths.contains { path.hasPrefix($0 + "/") || facts.seenPath.hasPrefix($0 + "/") }
    }

    /// Whether it is in another view of the same controller.
    func isInside(_ view: Node) -> Bool {
      view.isView && owner === view.owner && position.hasPrefix(view.position + "/")
    }

    /// The line that has created it; nil if it is unknown.
    var place: Place? { facts.createdAt.flatMap(Place.init)?.whole(among: scriptNames) }
  }

  /// The screen, without notifications.
  public let screen: Grid
  /// The row of the key hints; nil if they are not shown.
  let keyHintsRow: Int?
  /// The controllers and views in the order of the tree.
  let tree: [Node]
  /// The tree, the registered objects and the application.
  let all: [Node]
  /// All nodes by name.
  private(set) lazy var nodes = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  /// The messages below fields. They move what is below them, and leave less room for what scrolls.
  let messages: [String]
  /// The path of the view with keyboard focus; nil if there is none.
  let focus: String?
  /// The parts that the app's `forgets` names.
  public let forgets: [String]
  /// Whether the app saves its state at all.
  public let isSaved: Bool
  /// Whether a command or request of the app is under way, so that another run may be further.
  public let isBusy: Bool
  /// The number of timers and tasks under way, which no save has.
  private let pendingCount: Int

  /// Whether a menu or another screen of the host covers that of the app.
  let showsOverlay: Bool

  /// Whether timers or tasks are under way.
  var hasPendingWork: Bool { pendingCount > 0 }

  /// Keys of scripts are apart from built-in ones.
  nonisolated static func scriptKey(_ key: String) -> String { "\"\(key)\"" }
  nonisolated static func isScriptKey(_ key: String) -> Bool { key.hasPrefix("\"") }

  init(_ host: ScriptHost, _ screen: Grid, _ tree: TreeRecord, _ archive: Archive?) {
    self.screen = screen
    let application = host.application
    let window = application.frontWindow
    keyHintsRow = window?.keyHintsRow
    focus = window?.firstResponder.flatMap { view in
      // The focus inside an alert or a menu goes with it.
      view.owningViewController is OverlayController
        ? nil : Automation(application).path(to: view).description
    }
    forgets = application.forgets
    isSaved = archive != nil
    showsOverlay = window?.overlay != nil
    isBusy = host.isBusy
    pendingCount = host.timers.count + host.lua.tasks.count
    var counts: [String: Int] = [:]
    counts.reserveCapacity(tree.all.count)
    func number(of key: String) -> Int {
      counts[key, default: 0] += 1
      return counts[key, default: 1]
    }
    let outline = archive.map { ArchiveOutline($0) }
    var states = SavedStates(outline?.nodes ?? [])
    var isTruncated = false
    for node in tree.all where node.createdAt?.utf8.starts(with: "...".utf8) == true { isTruncated = true }
    let scriptNames = isTruncated ? host.scriptNames : []
    var nodes: [Node] = []
    nodes.reserveCapacity(tree.all.count + 1)
    var owner: Node?
    var messages: [String] = []
    for node in tree.all {
      let key = Self.key(node.shownPath, node.className)
      var values = node.state
      if !values.isEmpty { for key in Self.ignored { values[key] = nil } }
      if let path = node.path, let state = states.take(path), !state.entries.isEmpty {
        values.merge(Self.values(of: state)) { first, _ in first }
      }
      nodes.append(
        Node(
          node.facts, key: key, number: number(of: key), values: values, owner: node.isView ? owner : nil,
          position: node.isView ? node.position : "",
          scriptNames: scriptNames))
      if !node.isView { owner = nodes.last }
      if !node.validationMessage.isEmpty { messages.append(node.validationMessage) }
    }
    self.tree = nodes
    self.messages = messages
    func object(_ path: String, _ className: String, _ values: [String: StateValue]) -> Node {
      let key = Self.key(path, className)
      let facts = NodeFacts(shownPath: path, seenPath: path, className: className)
      return Node(facts, key: key, number: number(of: key), values: values)
    }
    var others: [Node] = []
    for node in outline?.objects ?? [] {
      let values = states.take(node.path).map(Self.values) ?? [:]
      others.append(object(node.path.description, node.archived.className, values))
    }
    var applicationValues = outline.map { Self.values(of: $0.application) } ?? [:]
    applicationValues[Self.scriptKey("")] = nil
    others.append(object("", "Application", applicationValues))
    all = nodes + others.sorted { $0.name < $1.name }
  }

  private static func key(_ path: String, _ className: String) -> String {
    var key = path
    key.reserveCapacity(path.utf8.count + 1 + className.utf8.count)
    key += " "
    key += className
    return key
  }

  private static func values(of state: KeySpace) -> [String: StateValue] {
    var values: [String: StateValue] = [:]
    for entry in state.entries where values[scriptKey(entry.key)] == nil {
      values[scriptKey(entry.key)] = entry.value.expanded
    }
    return values
  }

  /// State that is saved for convenience, and whose loss goes unnoticed, or is seen in the selection; and the state of the
  /// fields of alerts and edited cells with their undo history, as the fields are nodes themselves, and of their scroll views.
  nonisolated static let ignored: Set<String> = [
    "undo", "redo", "isTypingRun", "deletedText", "cursorColumn", "textLength", "isFocusSeen", "focusVisibility",
    "focusDisplacement",
    "isColumnSeen",
    "isCurrentLineSeen", "isLinkSeen", "isCursorSeen", "showsMessage", "fields", "editedCell", "scrollPositions",
    "selectionAnchor", "searchOrigin",
  ]

  /// Whether a node is one that the app's `forgets` names, or below it.
  nonisolated static func isForgotten(_ path: String, among names: [String]) -> Bool {
    guard !names.isEmpty else { return false }
    let components = IdentifierPath(parsing: path).components
    return names.contains { name in
      let wanted = IdentifierPath(parsing: name).components
      if wanted.count == 1 { return components.contains(wanted[0]) }
      return components.starts(with: wanted)
    }
  }

  /// A number that is equal for moments that are equal in everything that is compared.
  public private(set) lazy var fingerprint: Int = {
    var hasher = Hasher()
    screen.combineCells(into: &hasher)
    hasher.combine(focus)
    hasher.combine(pendingCount)
    for node in all {
      hasher.combine(node.key)
      guard !node.values.isEmpty else { continue }
      for key in node.values.keys.sorted() {
        hasher.combine(key)
        hasher.combine(node.values[key]?.encoded())
      }
    }
    return hasher.finalize()
  }()
}

/// The states of an archive's nodes, which are taken in the order of the tree.
private struct SavedStates {
  private let nodes: [ArchiveOutline.Node]
  /// The number of nodes that were taken, if all were in the order of the archive.
  private var count = 0
  /// The other states by path, if one was not.
  private var rest: [String: [KeySpace]]?

  init(_ nodes: [ArchiveOutline.Node]) { self.nodes = nodes }

  /// Returns the state of a path; nodes with the same path are distinguished by their order.
  mutating func take(_ path: IdentifierPath) -> KeySpace? {
    if rest == nil, count < nodes.count, nodes[count].path == path {
      count += 1
      return nodes[count - 1].state
    }
    if rest == nil {
      rest = Dictionary(grouping: nodes.dropFirst(count)) { $0.path.description }.mapValues { $0.map(\.state) }
    }
    guard rest?[path.description]?.isEmpty == false else { return nil }
    return rest?[path.description]?.removeFirst()
  }
}

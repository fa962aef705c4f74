import AppSession
import Interface
import LuaScreens
import StateRestoration

/// The state of an app at one moment: its screen, its tree, and the values that are restored.
public struct AppMoment: Sendable {
  /// A controller, view, registered object, or the application.
  struct Node: Sendable {
    /// The identifiers or class names that lead to it, joined by `/`; empty for the application.
    let path: String
    let className: String
    let isView: Bool
    /// Its own identifier; nil if it has none.
    let identifier: String?
    /// Whether it is part of a save.
    let isSaved: Bool
    /// Whether the view of a controller is loaded; nil for other nodes.
    let isViewLoaded: Bool?
    /// The node that must have a loaded view for this one to exist; nil for controllers and objects.
    let owner: String?
    /// The place where it was created, as Lua names it; nil if it is unknown.
    let createdAt: String?
    /// The full names of the scripts, if Lua has truncated some.
    let scriptNames: Set<String>
    /// The properties that the built-in class saves, and under ``scriptKey(_:)`` the values that a script encodes.
    var values: [String: StateValue]
    let frame: Rect
    let isPictureTransient: Bool
    let validationMessage: String
    /// Whether it is a text that the user has typed, and that its built-in class saves.
    let isTyped: Bool
    /// Whether it is a controller that was pushed or presented.
    let isPushed: Bool

    /// The line that has created it; nil if it is unknown.
    var place: Place? { createdAt.flatMap(Place.init)?.whole(among: scriptNames) }
  }

  /// The screen, without notifications.
  public let screen: Grid
  /// The row of the key hints; nil if they are not shown.
  let keyHintsRow: Int?
  /// The nodes by their names, which are unique: path, class and number.
  let nodes: [String: Node]
  /// The names of the nodes in the order of the tree.
  let order: [String]
  /// The names of the registered objects and the application, sorted.
  let others: [String]
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

  /// Keys of scripts are apart from built-in ones.
  static func scriptKey(_ key: String) -> String { "\"\(key)\"" }
  static func isScriptKey(_ key: String) -> Bool { key.hasPrefix("\"") }

  @MainActor
  init(_ host: ScriptHost, _ screen: Grid, _ tree: TreeRecord, _ archive: Archive?) {
    self.screen = screen
    let application = host.application
    let window = application.keyWindow ?? application.windows.first
    keyHintsRow = window?.keyHintsRow
    focus = window?.firstResponder.flatMap { view in
      // The focus inside an alert or a menu goes with it.
      view.owningViewController is OverlayController
        ? nil : Automation(application).path(to: view).description
    }
    forgets = application.forgets
    isSaved = archive != nil
    isBusy = host.isBusy
    pendingCount = host.timers.count + host.lua.tasks.count
    var nodes: [String: Node] = [:]
    var order: [String] = []
    var counts: [String: Int] = [:]
    func name(_ path: String, _ className: String) -> String {
      let key = "\(path) \(className)"
      counts[key, default: 0] += 1
      return "\(key) \(counts[key] ?? 1)"
    }
    let outline = archive.map { ArchiveOutline($0) }
    // Nodes with the same path are distinguished by their order.
    var encoded: [String: [KeySpace]] = [:]
    for node in outline?.nodes ?? [] { encoded[node.path.description, default: []].append(node.state) }
    func takeEncoded(_ path: IdentifierPath?) -> [String: StateValue] {
      guard let path = path?.description, encoded[path]?.isEmpty == false, let state = encoded[path]?.removeFirst()
      else { return [:] }
      return scriptValues(of: state)
    }
    func scriptValues(of state: KeySpace) -> [String: StateValue] {
      Dictionary(
        state.entries.map { (Self.scriptKey($0.key), $0.value.expanded) }, uniquingKeysWith: { first, _ in first })
    }
    let isTruncated = tree.all.contains { $0.createdAt?.hasPrefix("...") == true }
    let scriptNames = isTruncated ? host.scriptNames : []
    var owner: String?
    for node in tree.all {
      let key = name(node.shownPath, node.className)
      if !node.isView { owner = key }
      var values = node.state.filter { !Self.ignored.contains($0.key) }
      values.merge(takeEncoded(node.path)) { first, _ in first }
      nodes[key] = Node(
        path: node.shownPath, className: node.className, isView: node.isView, identifier: node.identifier,
        isSaved: node.path != nil,
        isViewLoaded: node.isView ? nil : node.isViewLoaded, owner: node.isView ? owner : nil,
        createdAt: node.createdAt, scriptNames: scriptNames, values: values, frame: node.frame,
        isPictureTransient: node.isPictureTransient, validationMessage: node.validationMessage, isTyped: node.isTyped,
        isPushed: node.isPushed)
      order.append(key)
    }
    var others: [String] = []
    func add(_ path: String, _ className: String, _ values: [String: StateValue]) {
      let key = name(path, className)
      nodes[key] = Self.object(path, className, values: values)
      others.append(key)
    }
    for object in outline?.objects ?? [] {
      add(object.path.description, object.archived.className, takeEncoded(object.path))
    }
    var applicationValues = outline.map { scriptValues(of: $0.application) } ?? [:]
    applicationValues[Self.scriptKey("")] = nil
    add("", "Application", applicationValues)
    (self.nodes, self.order, self.others) = (nodes, order, others.sorted())
  }

  private static func object(_ path: String, _ className: String, values: [String: StateValue]) -> Node {
    Node(
      path: path, className: className, isView: false, identifier: nil, isSaved: true, isViewLoaded: nil, owner: nil,
      createdAt: nil, scriptNames: [], values: values, frame: .zero, isPictureTransient: false, validationMessage: "",
      isTyped: false, isPushed: false)
  }

  /// State that is saved for convenience, and whose loss goes unnoticed; and the state of the fields of alerts and edited cells
  /// with their undo history, as the fields are nodes themselves.
  static let ignored: Set<String> = [
    "undo", "redo", "textLength", "isFocusSeen", "isCursorSeen", "showsMessage", "fields", "editedCell",
  ]

  /// Whether a node is one that the app's `forgets` names, or below it.
  static func isForgotten(_ path: String, among names: [String]) -> Bool {
    guard !names.isEmpty else { return false }
    let components = IdentifierPath(parsing: path).components
    return names.contains { name in
      let wanted = IdentifierPath(parsing: name).components
      if wanted.count == 1 { return components.contains(wanted[0]) }
      return components.starts(with: wanted)
    }
  }

  /// A number that is equal for moments that are equal in everything that is compared.
  public var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(screen.rows)
    hasher.combine(focus)
    hasher.combine(pendingCount)
    for name in order + others {
      hasher.combine(name)
      guard let node = nodes[name] else { continue }
      for key in node.values.keys.sorted() {
        hasher.combine(key)
        hasher.combine(node.values[key]?.encoded())
      }
    }
    return hasher.finalize()
  }
}

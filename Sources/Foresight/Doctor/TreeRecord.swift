import Interface
import LuaScreens
import StateRestoration

/// A record of a running app's tree, to compare with another run.
@MainActor
final class TreeRecord {
  /// A controller, view or registered object.
  @MainActor
  @dynamicMemberLookup
  final class Node {
    let facts: NodeFacts
    /// The path under which it is saved; nil if it is not.
    let path: IdentifierPath?
    /// Higher for nodes that were created later; nil if it is unknown.
    let creationNumber: Int?
    let namedAt: String?
    let scene: String?
    /// Whether its identifier is that of its scene, which no script has set otherwise.
    let hasNameOfScene: Bool
    let restorationClass: String?
    /// The place where it encodes state, in a method of its class or its own one; nil if it does not.
    let encodesAt: String?
    /// The place where it decodes state; nil if it does not.
    let decodesAt: String?
    /// The saved properties of the built-in class, and what they amount to on the screen, such as the texts of selected
    /// rows: a row whose item is not found stays in the state.
    let state: [String: StateValue]
    /// The focused row of a list.
    let focusedRow: IndexPath?
    /// Whether it is a table with a data source and a selection that does not follow its items.
    let isSelectedByRow: Bool
    /// Whether it is an alert, which is saved only on request.
    let isAlert: Bool
    /// The path of the controller, and for views the positions that lead from its view to this one.
    let position: String
    /// Whether it is a view of a screen that is not shown, as another one covers it.
    let isCovered: Bool
    /// The message below a field.
    let validationMessage: String
    var children: [Node] = []
    var views: [Node] = []
    /// The controllers without a parent whose views are shown in that of this controller.
    var orphans: [Node] = []

    subscript<Fact>(dynamicMember fact: KeyPath<NodeFacts, Fact>) -> Fact { facts[keyPath: fact] }

    /// - Parameters:
    ///   - shownPath: the identifiers or class names that lead to it.
    ///   - path: the path under which it is saved.
    ///   - position: its place in the tree; see ``position``.
    ///   - holder: the controller whose view shows it, if it or a controller above it has no parent.
    init(
      _ responder: Responder, at shownPath: String, path: IdentifierPath?, position: String = "", heldBy holder: Node?,
      in host: ScriptHost, _ places: CreationPlaces
    ) {
      let controller = responder as? ViewController
      let view = responder as? View
      let creation = places.creation(of: responder)
      var facts = NodeFacts(
        responder, at: shownPath, isSaved: path != nil, heldBy: holder?.facts,
        createdAt: creation?.place ?? responder.createdAt)
      self.path = path
      self.position = position
      isCovered = view.map { $0.window == nil } ?? false
      validationMessage = view?.validationMessage ?? ""
      creationNumber = creation?.number
      namedAt = creation?.placeOfName ?? facts.createdAt
      scene = controller?.storyboardScene?.scene
      hasNameOfScene = scene != nil && namedAt == facts.createdAt && creation?.isRenamed != true
      restorationClass = controller?.restorationClass?.name
      let isOfScript = controller != nil || view?.scriptClassName != nil
      let definition = { isOfScript ? host.lua.definition(ofMethod: $0, of: responder) : nil }
      encodesAt = definition(RestorationName.encode)
      decodesAt = definition(RestorationName.decode)
      isAlert = controller is AlertController
      let coder = StateCoder()
      controller?.encodeBuiltInState(with: coder)
      view?.encodeBuiltInState(with: coder)
      var state: [String: StateValue] = [:]
      if !coder.isEmpty { for key in coder.keys { state[key] = coder.decodeValue(forKey: key) } }
      facts.isTyped = state["typedText"] != nil
      // A typed text that a script has restored counts as set by the script, but the user sees the same. A secret is not
      // kept.
      if view is TextInput, view?.holdsSecret != true {
        state["typedText"] = Self.text(of: responder, in: host).map { .string($0) }
      }
      // What a picker does not show is not the user's choice.
      if let picker = view as? DatePicker, case .float(let seconds)? = state["date"] {
        state["date"] = .float(picker.shownPart(ofSecondsSince1970: seconds))
      }
      // Which row of a wrapped line is the first one follows from its first byte and the width, which the view may not have yet.
      if facts.frame.isEmpty, state["firstByte"] != nil { state["firstRow"] = nil }
      if view?.holdsSecret == true { Self.removeSelection(from: &state) }
      if facts.isReadOnlyText {
        Self.removeUnseen(from: &state, isOnScreen: !facts.frame.isEmpty)
        // It may be set when it is shown, or when its screen appears again.
        if isCovered || facts.isHidden { state["typedText"] = nil }
      }
      // A text of an edited cell that the user has not changed is that of the cell.
      if facts.isCellField, !facts.isTyped { state["typedText"] = nil }
      if let list = view as? RowList, !list.selectedTexts.isEmpty {
        state["selectedTexts"] = .list(list.selectedTexts.map { .string($0) })
      }
      focusedRow = (view as? RowList)?.focusedRow
      if let text = (view as? RowList)?.focusedText { state["focusedText"] = .string(text) }
      if let texts = (view as? OutlineView)?.expandedTexts, !texts.isEmpty {
        state["expandedTexts"] = .list(texts.map { .string($0) })
      }
      self.facts = facts
      self.state = state
      isSelectedByRow = Self.isSelectedByRow(view as? TableView, in: host)
    }

    /// Removes what users cannot see of a text that they only read: an insertion point, and whether the end is visible. If it
    /// is, the first row follows from the size, which a view has only on the screen.
    private static func removeUnseen(from state: inout [String: StateValue], isOnScreen: Bool) {
      if state.removeValue(forKey: "isAtEnd") != nil, !isOnScreen {
        for key in ["firstLine", "firstRow", "firstByte"] { state[key] = nil }
      }
      if state["selectionLength"] ?? .integer(0) == .integer(0) { removeSelection(from: &state) }
    }

    private static func removeSelection(from state: inout [String: StateValue]) {
      for key in ["selectionLocation", "selectionLength", "isSelectedBackwards"] { state[key] = nil }
    }

    private static func text(of view: Responder, in host: ScriptHost) -> String? {
      try? host.withUntracedStack { stack in
        stack.push(object: view)
        try stack.getField(-1, "text")
        return stack.lossyString(-1)
      }
    }

    private static func isSelectedByRow(_ table: TableView?, in host: ScriptHost) -> Bool {
      guard let table, let dataSource = table.dataSource, let row = table.indexPathsForSelectedRows.first,
        (try? host.lua.withStack({ host.lua.pushHandler("dataSource", of: table, on: $0) })) == true
      else { return false }
      return dataSource.tableView(table, modelIdentifierForRowAt: row) == nil
    }
  }

  /// The root controllers of the windows.
  private(set) var roots: [Node] = []
  /// All nodes in the order of the tree, controllers before their views and children.
  private(set) var all: [Node] = []

  /// The saved nodes by path. If several nodes have the same path, the first.
  private(set) lazy var saved: [IdentifierPath: Node] = {
    var found: [IdentifierPath: Node] = [:]
    for node in all {
      if let path = node.path, found[path] == nil { found[path] = node }
    }
    return found
  }()

  /// The views of saved controllers, by controller and position.
  private(set) lazy var views: [String: Node] = {
    var found: [String: Node] = [:]
    var owner: IdentifierPath?
    for node in all {
      if !node.isView { owner = node.path }
      if node.isView, let owner { found["\(owner)\n\(node.position)\n\(node.className)"] = node }
    }
    return found
  }()

  /// Records the tree of an app.
  init(of host: ScriptHost, _ places: CreationPlaces) {
    for case let root? in host.application.windows.map(\.rootViewController) {
      roots.append(record(root, below: [], isSaved: true, host, places))
    }
  }

  /// All controllers, parents before children.
  var controllers: [Node] {
    func all(_ node: Node) -> [Node] { [node] + node.children.flatMap(all) }
    return roots.flatMap(all)
  }

  /// - Parameter holder: the controller whose view shows it, if it or a controller above it has no parent.
  private func record(
    _ controller: ViewController, below parent: [String], isSaved: Bool, heldBy holder: Node? = nil, _ host: ScriptHost,
    _ places: CreationPlaces
  ) -> Node {
    let isKept = isSaved && (controller as? AlertController)?.isRestorable != false
    let components = parent + [controller.restorationIdentifier ?? ""]
    let path = isKept && controller.restorationIdentifier != nil ? IdentifierPath(components) : nil
    let shownPath = Automation(host.application).path(to: controller).description
    let node = Node(controller, at: shownPath, path: path, heldBy: holder, in: host, places)
    all.append(node)
    var others: [ViewController] = []
    if let view = controller.viewIfLoaded {
      recordViews(view, of: node, at: "", heldBy: holder, host, places, &others)
    }
    node.orphans = others.map { record($0, below: [], isSaved: false, heldBy: node, host, places) }
    node.children = (controller.children + [controller.presentedViewController].compactMap { $0 }).map { child in
      record(child, below: components, isSaved: path != nil, heldBy: holder, host, places)
    }
    return node
  }

  /// - Parameter others: receives the controllers without a parent whose views are below.
  private func recordViews(
    _ view: View, of controller: Node, at place: String, heldBy holder: Node?, _ host: ScriptHost,
    _ places: CreationPlaces, _ others: inout [ViewController]
  ) {
    let path = view.restorationIdentifier.flatMap { controller.path?.appending($0) }
    let name = view.restorationIdentifier ?? view.accessibilityIdentifier ?? "<\(view.className)>"
    let shownPath = "\(controller.shownPath)/\(IdentifierPath.escaped(name))"
    let node = Node(view, at: shownPath, path: path, position: place, heldBy: holder, in: host, places)
    all.append(node)
    if view.restorationIdentifier != nil { controller.views.append(node) }
    for (index, subview) in view.subviews.enumerated() {
      if let other = subview.viewController {
        if other.parent == nil, other.window == nil { others.append(other) }
      } else {
        recordViews(subview, of: controller, at: "\(place)/\(index)", heldBy: holder, host, places, &others)
      }
    }
  }
}

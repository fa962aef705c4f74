import Interface
import LuaScreens
import StateRestoration

/// What the tree of a running app is at one moment, for comparison with another run.
@MainActor
struct TreeRecord {
  /// A controller, view or registered object.
  @MainActor
  final class Node {
    let identifier: String?
    let className: String
    /// The identifiers or class names that lead to it.
    let shownPath: String
    /// The path under which it is saved; nil if it is not.
    let path: IdentifierPath?
    let isView: Bool
    let createdAt: String?
    let namedAt: String?
    let scene: String?
    let restorationClass: String?
    /// Where its class encodes its state; nil if it does not.
    let encodesAt: String?
    /// The properties that it saves by itself.
    let state: [String: StateValue]
    /// Whether it is a table with a data source and a selection that does not follow its items.
    let isSelectedByRow: Bool
    /// Whether it is an alert, which is saved only on request.
    let isAlert: Bool
    var children: [Node] = []
    var views: [Node] = []

    /// - Parameter path: the path under which it is saved.
    init(_ responder: Responder, path: IdentifierPath?, in host: ScriptHost, _ recorder: RunRecorder) {
      let controller = responder as? ViewController
      let view = responder as? View
      identifier = controller?.restorationIdentifier ?? view?.restorationIdentifier
      className = controller?.className ?? view?.className ?? "Responder"
      shownPath = Automation(host.application).path(to: responder).description
      self.path = path
      isView = view != nil
      createdAt = recorder.place(of: responder)
      namedAt = recorder.placeOfName(of: responder)
      scene = controller?.storyboardScene?.scene
      restorationClass = controller?.restorationClass?.name
      encodesAt = host.lua.definition(ofMethod: RestorationName.encode, of: responder)
      isAlert = controller is AlertController
      let coder = StateCoder()
      controller?.encodeBuiltInState(with: coder)
      view?.encodeBuiltInState(with: coder)
      var state = Dictionary(
        coder.keys.compactMap { key in coder.decodeValue(forKey: key).map { (key, $0) } }, uniquingKeysWith: { $1 })
      // A typed text that a script has restored counts as set by the script, but the user sees the same.
      if view is TextInput { state["typedText"] = Self.text(of: responder, in: host).map { .string($0) } }
      self.state = state
      isSelectedByRow = Self.isSelectedByRow(view as? TableView, in: host)
    }

    private static func text(of view: Responder, in host: ScriptHost) -> String? {
      try? host.withoutTracing {
        try host.lua.withStack { stack in
          stack.push(object: view)
          try stack.getField(-1, "text")
          return stack.lossyString(-1)
        }
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
  /// The nodes that are saved, by path; of several with one path the first.
  private(set) var saved: [IdentifierPath: Node] = [:]
  /// The views of saved controllers, by controller and position.
  private(set) var views: [String: Node] = [:]

  /// Records the tree of an app.
  init(of host: ScriptHost, _ recorder: RunRecorder) {
    roots = host.application.windows.compactMap(\.rootViewController).compactMap {
      record($0, below: [], isSaved: true, host, recorder)
    }
  }

  /// All controllers, parents before children.
  var controllers: [Node] {
    func all(_ node: Node) -> [Node] { [node] + node.children.flatMap(all) }
    return roots.flatMap(all)
  }

  private mutating func record(
    _ controller: ViewController, below parent: [String], isSaved: Bool, _ host: ScriptHost, _ recorder: RunRecorder
  ) -> Node? {
    let isKept = isSaved && (controller as? AlertController)?.isRestorable != false
    let components = parent + [controller.restorationIdentifier ?? ""]
    let path = isKept && controller.restorationIdentifier != nil ? IdentifierPath(components) : nil
    let node = Node(controller, path: path, in: host, recorder)
    if let path, saved[path] == nil { saved[path] = node }
    if let view = controller.viewIfLoaded { recordViews(view, of: node, at: "", host, recorder) }
    for child in controller.children + [controller.presentedViewController].compactMap({ $0 }) {
      if let child = record(child, below: components, isSaved: path != nil, host, recorder) {
        node.children.append(child)
      }
    }
    return node
  }

  private mutating func recordViews(
    _ view: View, of controller: Node, at place: String, _ host: ScriptHost, _ recorder: RunRecorder
  ) {
    let path = view.restorationIdentifier.flatMap { controller.path?.appending($0) }
    if controller.path != nil || view.restorationIdentifier != nil {
      let node = Node(view, path: path, in: host, recorder)
      if view.restorationIdentifier != nil { controller.views.append(node) }
      if let path, saved[path] == nil { saved[path] = node }
      if let owner = controller.path { views["\(owner)\n\(place)\n\(node.className)"] = node }
    }
    for (index, subview) in view.subviews.enumerated() where subview.viewController == nil {
      recordViews(subview, of: controller, at: "\(place)/\(index)", host, recorder)
    }
  }
}

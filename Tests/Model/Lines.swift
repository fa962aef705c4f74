import Interface
import StateRestoration

/// The contents of a save of luahost in the model's terms.
@MainActor
enum ArchiveLines {
  static func lines(of archive: Archive) -> [String] {
    let lines = ["application \(StateCoder(decoding: archive.applicationState).decodeInteger(forKey: "value") ?? 0)"]
    var paths: [NodeID: Saved.Path] = [:]
    var twins: [String: Int] = [:]
    for node in archive.nodes {
      let above = node.parent.map { paths[$0] ?? Saved.Path(steps: ["?"]) } ?? Saved.Path()
      // Views and controllers with the same name do not collide: views have paths of their own.
      let key = "\(above)/\(node.kind)/\(node.identifier)"
      let ordinal = twins[key, default: 0]
      twins[key] = ordinal + 1
      let path = above.appending(node.identifier, ordinal)
      paths[node.id] = path
    }
    return lines + archive.nodes.map { line(of: $0, paths: paths) }
  }

  private static func line(of node: ArchivedNode, paths: [NodeID: Saved.Path]) -> String {
    let path = paths[node.id] ?? Saved.Path(steps: ["?"])
    let state = KeySpace(decoding: node.state)
    func text(_ key: String) -> String? {
      guard let value = state.entries.first(where: { $0.key == key })?.value else { return nil }
      return value.description
    }
    // One that leads nowhere decodes to nil.
    func reference(_ key: String) -> String {
      guard case .reference(let reference)? = state.entries.first(where: { $0.key == key })?.value else { return "" }
      guard case .node(let id) = reference else { return " \(key) by its path" }
      return paths[id].map { " \(key)->\($0)" } ?? ""
    }
    switch node.kind {
    case .view: return "\(path) view \(node.position) \(node.className)"
    case .object: return "\(path) object \(node.position) value=\(text("value") ?? "0")" + reference("target")
    case .viewController:
      var line = "\(path) \(node.relation) \(node.position) \(node.className)"
      if node.restorationClassName != nil { line += " class" }
      if !node.state.isEmpty, text("kind") != nil {
        line += " value=\(text("value") ?? "0")" + reference("one") + reference("two")
      }
      return line
    }
  }
}

/// The contents of a running app in the model's terms.
@MainActor
enum LiveLines {
  static func lines(of sketch: Sketch) -> [String] {
    var names: [ObjectIdentifier: String] = [:]
    for (index, node) in sketch.nodes.enumerated() { names[ObjectIdentifier(node)] = "#\(index)" }
    for object in sketch.objects { names[ObjectIdentifier(object)] = object.identifier }
    var lines = ["application \(sketch.applicationValue)"]
    func add(_ node: SketchNode, _ relation: String, _ depth: Int) {
      var line = indent(depth) + "\(relation) \(node.identifier ?? "-") \(node.kind.rawValue) value=\(node.value)"
      if node.hasClass { line += " class" }
      if let current = node.current, node.kind == .tabs || node.kind == .pages {
        line += " shows \(names[ObjectIdentifier(current)] ?? "?")"
      }
      if let divider = node.divider { line += " divider \(divider)" }
      for key in node.references.keys.sorted() {
        line += " \(key)->\(node.references[key].flatMap { names[ObjectIdentifier($0)] } ?? "?")"
      }
      for view in node.views { line += " [\(view.identifier ?? "-")=\(view.value)]" }
      lines.append(line)
      for child in node.children { add(child, "child", depth + 1) }
      for child in node.adopted { add(child, "adopted", depth + 1) }
      if let presented = node.presented { add(presented, "presented", depth + 1) }
    }
    add(sketch.root, "root", 0)
    for object in sketch.objects {
      lines.append(
        "object \(object.identifier) value=\(object.value) parent=\(name(object.parent, names)) target=\(name(object.target, names))"
      )
    }
    return lines
  }

  static func lines(of app: ModelApp, naming names: [ObjectIdentifier: String]) -> [String] {
    var lines = ["application \(app.applicationValue)"]
    func add(_ controller: ViewController, _ relation: String, _ depth: Int) {
      guard let keeper = controller.keeper else { return lines.append("a controller of another kind") }
      var line =
        indent(depth)
        + "\(relation) \(controller.restorationIdentifier ?? "-") \(controller.className) value=\(keeper.value)"
      if controller.restorationClass != nil { line += " class" }
      let current =
        (controller as? TabsPage)?.selectedViewController ?? (controller as? BookPage)?.currentViewController
      if let current { line += " shows \(names[ObjectIdentifier(current)] ?? "?")" }
      if let divider = (controller as? SplitPage)?.dividerPosition { line += " divider \(divider)" }
      for key in keeper.references.keys.sorted() {
        line += " \(key)->\(keeper.references[key].flatMap { names[ObjectIdentifier($0)] } ?? "?")"
      }
      for dial in keeper.dials { line += " [\(dial.restorationIdentifier ?? "-")=\(dial.number)]" }
      lines.append(line)
      for child in controller.children { add(child, "child", depth + 1) }
      for child in keeper.adopted { add(child, "adopted", depth + 1) }
      if let presented = controller.presentedViewController { add(presented, "presented", depth + 1) }
    }
    if let root = app.window?.rootViewController { add(root, "root", 0) }
    for case let object as ModelObject in app.registeredObjects {
      lines.append(
        "object \(object.restorationIdentifier ?? "-") value=\(object.value) parent=\(name(object.parent, names)) target=\(name(object.target, names))"
      )
    }
    return lines
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
  private static func name(_ object: AnyObject?, _ names: [ObjectIdentifier: String]) -> String {
    object.map { names[ObjectIdentifier($0)] ?? "?" } ?? "-"
  }
}

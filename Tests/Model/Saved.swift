/// What a save must hold.
@MainActor
struct Saved {
  /// A node of the save: where it is, and what it wrote. `origin` is what it was made from.
  struct Node {
    let origin: AnyObject
    let path: Path
    let relation: String
    let position: Int
    let className: String
    let hasClass: Bool
    let state: SketchNode.State?
    let viewValue: Int?
    let children: [Node]
    let views: [Node]

    var withDescendants: [Node] { [self] + views + children.flatMap(\.withDescendants) }
  }

  /// The identifiers that lead to a node, each with its place among the siblings that share it.
  struct Path: Hashable, CustomStringConvertible {
    var steps: [String] = []

    func appending(_ identifier: String, _ ordinal: Int) -> Path {
      Path(steps: steps + [ordinal == 0 ? identifier : "\(identifier)#\(ordinal)"])
    }

    var description: String { steps.joined(separator: "/") }
    /// Without the ordinals.
    var identifiers: String { steps.map { String($0.prefix { $0 != "#" }) }.joined(separator: "/") }
  }

  var root: Node?
  var objects: [(object: SketchObject, path: Path, position: Int, value: Int, target: SketchNode?)] = []
  var applicationValue: Int

  /// What a save of this app, made now, holds.
  init(_ sketch: Sketch) {
    root = Self.node(sketch.root, below: Path(), relation: "root", position: 0, twins: 0)
    applicationValue = sketch.applicationValue
    let paths = self.paths
    var twins: [Path: Int] = [:]
    for (position, object) in sketch.objects.enumerated() {
      var above = Path()
      if let parent = object.parent {
        guard let path = paths[ObjectIdentifier(parent)] else { continue }
        above = path
      }
      let plain = above.appending(object.identifier, 0)
      let ordinal = twins[plain, default: 0]
      twins[plain] = ordinal + 1
      objects.append((object, above.appending(object.identifier, ordinal), position, object.value, object.target))
    }
  }

  private static func node(
    _ node: SketchNode, below path: Path, relation: String, position: Int, twins: Int
  ) -> Node? {
    guard let identifier = node.identifier else { return nil }
    let path = path.appending(identifier, twins)
    var seenViews: [String: Int] = [:]
    var views: [Node] = []
    for view in node.views {
      guard let identifier = view.identifier else { continue }
      let ordinal = seenViews[identifier, default: 0]
      seenViews[identifier] = ordinal + 1
      views.append(
        Node(
          origin: view, path: path.appending(identifier, ordinal), relation: "view", position: views.count,
          className: "Dial", hasClass: false, state: nil, viewValue: view.value, children: [], views: []))
    }
    var seen: [String: Int] = [:]
    var children: [Node] = []
    func add(_ child: SketchNode, _ relation: String, _ position: Int) {
      let ordinal = child.identifier.map { seen[$0, default: 0] } ?? 0
      guard let made = Self.node(child, below: path, relation: relation, position: position, twins: ordinal) else {
        return
      }
      if let identifier = child.identifier { seen[identifier] = ordinal + 1 }
      children.append(made)
    }
    for (position, child) in node.children.enumerated() { add(child, "child", position) }
    for (position, child) in node.adopted.enumerated() { add(child, "adopted", position) }
    if let presented = node.presented { add(presented, "presented", 0) }
    return Node(
      origin: node, path: path, relation: relation, position: position, className: node.kind.rawValue,
      hasClass: node.hasClass, state: node.isFailing ? node.lastGood : node.state, viewValue: nil, children: children,
      views: views)
  }

  var nodes: [Node] { root?.withDescendants ?? [] }

  /// Where each controller is in the save.
  var paths: [ObjectIdentifier: Path] {
    var paths: [ObjectIdentifier: Path] = [:]
    for node in nodes { paths[ObjectIdentifier(node.origin)] = node.path }
    return paths
  }

  /// A line for each node, in the order of the walk.
  var lines: [String] {
    var paths = paths
    for entry in objects { paths[ObjectIdentifier(entry.object)] = entry.path }
    func target(_ object: AnyObject) -> String? { paths[ObjectIdentifier(object)]?.identifiers }
    var lines = ["application \(applicationValue)"]
    for node in nodes {
      var line = "\(node.path) \(node.relation) \(node.position) \(node.className)"
      if node.hasClass { line += " class" }
      if let state = node.state {
        line += " value=\(state.value)"
        for key in state.references.keys.sorted() {
          guard let object = state.references[key], let path = target(object) else { continue }
          line += " \(key)->\(path)"
        }
      }
      lines.append(line)
    }
    for entry in objects {
      var line = "\(entry.path) object \(entry.position) value=\(entry.value)"
      if let object = entry.target, let path = target(object) { line += " target->\(path)" }
      lines.append(line)
    }
    return lines
  }

  /// The app that a launch makes of this save.
  func restored() -> Sketch {
    /// What each node and object of the save has become.
    var counterparts: [ObjectIdentifier: AnyObject] = [:]
    func pair(_ node: Node, _ sketch: SketchNode) {
      counterparts[ObjectIdentifier(node.origin)] = sketch
      for (child, restored) in zip(node.children.filter(Self.isMade), sketch.below) { pair(child, restored) }
    }
    let sketch: Sketch
    if let root, let made = Self.restore(root) {
      sketch = Sketch(root: made)
      pair(root, made)
    } else {
      sketch = Sketch.firstLaunch()
    }
    sketch.applicationValue = applicationValue
    for entry in objects {
      let parent = entry.object.parent.map { counterparts[ObjectIdentifier($0)] as? SketchNode }
      // Its parent has not come back, so it does not either.
      if case .some(nil) = parent { continue }
      let object = SketchObject(entry.object.identifier, value: entry.value, parent: parent ?? nil)
      object.target = entry.target.flatMap { counterparts[ObjectIdentifier($0)] as? SketchNode }
      sketch.objects.append(object)
      counterparts[ObjectIdentifier(entry.object)] = object
    }
    for node in sketch.nodes {
      node.references = node.references.compactMapValues { counterparts[ObjectIdentifier($0)] }
    }
    return sketch
  }

  /// A controller without a class is made by the application, from what it wrote.
  private static func isMade(_ node: Node) -> Bool {
    node.state?.value != SketchNode.refusedValue && (node.hasClass || node.state != nil)
  }

  private static func restore(_ node: Node) -> SketchNode? {
    guard let origin = node.origin as? SketchNode, isMade(node) else { return nil }
    let made = SketchNode(origin.kind, identifier: origin.identifier, hasClass: node.hasClass)
    made.identifier = node.path.steps.last.map { String($0.prefix { $0 != "#" }) }
    made.value = node.state?.value ?? 0
    made.references = node.state?.references ?? [:]
    made.divider = node.state?.divider
    made.lastGood = node.state
    var positions: [(SketchNode, Int)] = []
    for child in node.children {
      guard let restored = restore(child) else { continue }
      switch child.relation {
      case "child":
        made.children.append(restored)
        positions.append((restored, child.position))
      case "adopted": made.adopted.append(restored)
      default: made.presented = restored
      }
    }
    if let selected = node.state?.selectedPosition {
      made.selected = positions.min { abs($0.1 - selected) < abs($1.1 - selected) }?.0
    }
    var stored = node.views
    for identifier in node.state?.views ?? [] {
      let view = SketchView(identifier)
      if let index = stored.firstIndex(where: { $0.path.steps.last.map { $0.prefix { $0 != "#" } } == identifier?[...] }
      ) {
        view.value = stored.remove(at: index).viewValue ?? 0
      }
      made.views.append(view)
    }
    return made
  }
}

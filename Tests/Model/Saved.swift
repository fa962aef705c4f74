/// The expected contents of a save.
@MainActor
struct Saved {
  /// A node of the save with its position and state. `origin` is the model's object.
  struct Node {
    let origin: AnyObject
    var path: Path
    let relation: String
    let position: Int
    let className: String
    let hasClass: Bool
    let state: SketchNode.State?
    let viewValue: Int?
    var children: [Node]
    var views: [Node]

    /// Returns the node below another path.
    func below(_ path: Path, _ ordinal: Int) -> Node {
      var node = self
      node.path = path.appending(self.path.identifier, ordinal)
      node.children = Self.below(node.path, children)
      node.views = Self.below(node.path, views)
      return node
    }

    private static func below(_ path: Path, _ siblings: [Node]) -> [Node] {
      var seen: [String: Int] = [:]
      return siblings.map { node in
        let ordinal = seen[node.path.identifier, default: 0]
        seen[node.path.identifier] = ordinal + 1
        return node.below(path, ordinal)
      }
    }

    var withDescendants: [Node] { [self] + views + children.flatMap(\.withDescendants) }
  }

  /// The identifiers that lead to a node, each with its index among the siblings that share it.
  struct Path: Hashable, CustomStringConvertible {
    var steps: [String] = []

    func appending(_ identifier: String, _ ordinal: Int) -> Path {
      Path(steps: steps + [ordinal == 0 ? identifier : "\(identifier)#\(ordinal)"])
    }

    /// The node's own identifier, without the index.
    var identifier: String { steps.last.map { String($0.prefix { $0 != "#" }) } ?? "" }
    var description: String { steps.joined(separator: "/") }
  }

  var root: Node?
  var objects: [(object: SketchObject, path: Path, position: Int, value: Int, target: SketchNode?)] = []
  var applicationValue: Int

  /// Computes the contents of a save made now.
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
    for view in node.views where node.kept == nil {
      guard let identifier = view.identifier else { continue }
      let ordinal = seenViews[identifier, default: 0]
      seenViews[identifier] = ordinal + 1
      views.append(
        Node(
          origin: view, path: path.appending(identifier, ordinal), relation: "view", position: views.count,
          className: "Dial", hasClass: false, state: nil, viewValue: view.value, children: [], views: []))
    }
    for view in node.kept?.views ?? node.lateViews {
      let ordinal = seenViews[view.path.identifier, default: 0]
      seenViews[view.path.identifier] = ordinal + 1
      views.append(view.below(path, ordinal))
    }
    var seen: [String: Int] = [:]
    var children: [Node] = []
    func keep(_ isKept: (Node) -> Bool) {
      for child in node.kept?.children ?? [] where isKept(child) {
        let ordinal = seen[child.path.identifier, default: 0]
        seen[child.path.identifier] = ordinal + 1
        children.append(child.below(path, ordinal))
      }
    }
    func add(_ child: SketchNode, _ relation: String, _ position: Int) {
      let ordinal = child.identifier.map { seen[$0, default: 0] } ?? 0
      guard let made = Self.node(child, below: path, relation: relation, position: position, twins: ordinal) else {
        return
      }
      if let identifier = child.identifier { seen[identifier] = ordinal + 1 }
      children.append(made)
    }
    for (position, child) in node.children.enumerated() { add(child, "child", position) }
    if node.kind == .grower { keep { $0.relation == "child" } }
    for (position, child) in node.adopted.enumerated() { add(child, "adopted", position) }
    keep { $0.relation == "adopted" }
    if let presented = node.presented { add(presented, "presented", 0) }
    return Node(
      origin: node, path: path, relation: relation, position: position, className: node.kind.rawValue,
      hasClass: node.hasClass, state: node.isFailing || node.kept != nil ? node.lastGood : node.state, viewValue: nil,
      children: children,
      views: views)
  }

  var nodes: [Node] { root?.withDescendants ?? [] }

  /// The path of each controller in the save.
  var paths: [ObjectIdentifier: Path] {
    var paths: [ObjectIdentifier: Path] = [:]
    for node in nodes { paths[ObjectIdentifier(node.origin)] = node.path }
    return paths
  }

  /// A line for each node, in walk order.
  var lines: [String] {
    var paths = paths
    for entry in objects { paths[ObjectIdentifier(entry.object)] = entry.path }
    func target(_ object: AnyObject) -> String? { paths[ObjectIdentifier(object)]?.description }
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

  /// Returns the model after a launch with this save.
  ///
  /// - Parameter unreadable: the number of the controller that cannot decode its state.
  func restored(unreadable: Int? = nil) -> Sketch {
    /// The new counterpart of each node and object of the save.
    var counterparts: [ObjectIdentifier: AnyObject] = [:]
    func pair(_ node: Node, _ sketch: SketchNode) {
      counterparts[ObjectIdentifier(node.origin)] = sketch
      let back = Self.comingBack(below: node, isReadable: sketch.kept == nil)
      // Children that a grower creates are new.
      let below =
        sketch.kind == .grower
        ? sketch.below.filter { child in !sketch.children.contains { $0 === child } } : sketch.below
      for (child, restored) in zip(back, below) { pair(child, restored) }
    }
    let sketch: Sketch
    if let root, let made = Self.restore(root, unreadable) {
      sketch = Sketch(root: made)
      pair(root, made)
    } else {
      sketch = Sketch.firstLaunch()
    }
    sketch.applicationValue = applicationValue
    for entry in objects {
      let parent = entry.object.parent.map { counterparts[ObjectIdentifier($0)] as? SketchNode }
      // An object is not restored without its parent.
      if case .some(nil) = parent { continue }
      let object = SketchObject(entry.object.identifier, value: entry.value, parent: parent ?? nil)
      object.target = entry.target.flatMap { counterparts[ObjectIdentifier($0)] as? SketchNode }
      sketch.objects.append(object)
      counterparts[ObjectIdentifier(entry.object)] = object
    }
    let grown = grown
    for node in sketch.nodes {
      node.references = node.references.compactMapValues { counterparts[ObjectIdentifier($0)] }
      // Whether another node replaces one that a grower created is unknown before the first save.
      node.mayFail = node.lastGood?.references.values.contains { grown.contains(ObjectIdentifier($0)) } != true
      // A node that was not restored may be kept.
      let stored = node.lastGood?.references ?? [:]
      node.lastGood?.references = stored.mapValues { counterparts[ObjectIdentifier($0)] ?? $0 }
    }
    return sketch
  }

  /// Whether a node is re-created. Without a class the application re-creates it from its state.
  private static func isMade(_ node: Node) -> Bool {
    node.state?.value != SketchNode.refusedValue && (node.hasClass || node.state != nil)
  }

  /// Returns a node's direct children that are re-created and accepted by it.
  private static func comingBack(below node: Node, isReadable: Bool) -> [Node] {
    let isGrower = (node.origin as? SketchNode)?.kind == .grower
    return node.children.filter { child in
      isMade(child) && !(isGrower && child.relation == "child") && (isReadable || child.relation != "adopted")
    }
  }

  /// The numbers of the restored controllers for which it is certain what has to be kept if they cannot decode their
  /// state.
  var unreadable: [Int] {
    let nodes = nodes
    let grown = grown
    let targets =
      nodes.flatMap { $0.state?.references.values.map { ObjectIdentifier($0) } ?? [] }
      + objects.flatMap { [$0.target, $0.object.parent].compactMap { $0.map { ObjectIdentifier($0) } } }
    return nodes.compactMap { node in
      guard let origin = node.origin as? SketchNode, let state = node.state, let serial = state.serial else {
        return nil
      }
      let isKept = { (child: Node) in child.relation == "adopted" || origin.kind == .grower }
      let kept = node.children.filter(isKept).flatMap(\.withDescendants)
      let keptOnes = Set(kept.map { ObjectIdentifier($0.origin) })
      guard
        node.children.allSatisfy({
          isKept($0) && origin.kind == .grower
            || $0.withDescendants.allSatisfy { $0.viewValue != nil || Self.isMade($0) }
        }),
        kept.allSatisfy({ $0.state?.references.isEmpty != false }), keptOnes.isDisjoint(with: targets),
        !state.references.values.contains(where: { grown.contains(ObjectIdentifier($0)) })
      else { return nil }
      return serial
    }
  }

  /// The nodes that growers create, and their descendants.
  private var grown: Set<ObjectIdentifier> {
    var grown: Set<ObjectIdentifier> = []
    for node in nodes where (node.origin as? SketchNode)?.kind == .grower {
      for child in node.children { grown.formUnion(child.withDescendants.map { ObjectIdentifier($0.origin) }) }
    }
    return grown
  }

  private static func restore(_ node: Node, _ unreadable: Int?) -> SketchNode? {
    guard let origin = node.origin as? SketchNode, isMade(node) else { return nil }
    let made = SketchNode(origin.kind, identifier: origin.identifier, hasClass: node.hasClass)
    made.identifier = node.path.steps.last.map { String($0.prefix { $0 != "#" }) }
    made.wasSaved = true
    made.divider = node.state?.divider
    made.lastGood = node.state
    made.serial = nil
    let isReadable = node.state?.serial == nil || node.state?.serial != unreadable
    if isReadable {
      made.serial = node.state?.serial
      made.value = node.state?.value ?? 0
      made.references = node.state?.references ?? [:]
    } else {
      made.kept = node
    }
    var positions: [(SketchNode, Int)] = []
    if isReadable {
      for identifier in node.state?.grown ?? [] {
        made.children.append(SketchNode(.plain, identifier: identifier, hasClass: false))
        made.children.last?.serial = nil
      }
    }
    for child in comingBack(below: node, isReadable: isReadable) {
      guard let restored = restore(child, unreadable) else { continue }
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
    guard isReadable else { return made }
    var stored = node.views
    for identifier in node.state?.views ?? [] {
      let view = SketchView(identifier)
      if let index = stored.firstIndex(where: { $0.path.steps.last.map { $0.prefix { $0 != "#" } } == identifier?[...] }
      ) {
        view.value = stored.remove(at: index).viewValue ?? 0
        view.saved = identifier.map { (made, $0, view.value) }
      }
      made.views.append(view)
    }
    made.lateViews = stored
    return made
  }
}

/// The nodes of an archive as a tree, for tools that show and compare saves.
public struct ArchiveOutline: Sendable {
  /// A node with its descendants.
  public struct Node: Sendable {
    /// The stored node.
    public var archived: ArchivedNode
    /// Its identifier path.
    public var path: IdentifierPath
    /// The state.
    public var state: KeySpace
    /// The children in walk order; objects last.
    public var children: [Node]
  }

  /// The windows' root view controllers.
  public var roots: [Node]
  /// Registered objects without a parent.
  public var objects: [Node]
  /// The application's state.
  public var application: KeySpace
  /// The title of the screen; nil if it had none, or an earlier version wrote the save.
  public var screenTitle: String?
  /// The time, versions and screen size of the save.
  public var info: SaveInfo

  /// Creates the tree of an archive, with paths as references. References to nodes outside the archive are omitted.
  public init(_ archive: Archive) {
    var children: [NodeID: [ArchivedNode]] = [:]
    var top: [ArchivedNode] = []
    var paths: [NodeID: IdentifierPath] = [:]
    // What has left the tree is kept beside it.
    for node in archive.reachableNodes where !node.hasDeparted {
      if let parent = node.parent { children[parent, default: []].append(node) } else { top.append(node) }
      paths[node.id] = (node.parent.flatMap { paths[$0] } ?? []).appending(node.identifier)
    }
    // An app refers to few nodes far down in a tree, but a forged archive could refer to one a million times.
    var room = 16 << 20
    func state(_ bytes: [UInt8]) -> KeySpace {
      KeySpace(decoding: bytes).replacingReferences { reference in
        guard case .node(let id) = reference else { return reference }
        guard let path = paths[id] else { return nil }
        let resolved = NodeReference(path: path)
        room -= resolved.byteCount
        return room >= 0 ? resolved : reference
      }
    }
    func outline(_ node: ArchivedNode) -> Node {
      Node(
        archived: node, path: paths[node.id] ?? [], state: state(node.completeState),
        children: (children[node.id] ?? []).map(outline))
    }
    let nodes = top.map(outline)
    roots = nodes.filter { $0.archived.kind != .object }
    objects = nodes.filter { $0.archived.kind == .object }
    application = state(archive.applicationState)
    if let place = application.builtIn.firstIndex(where: { $0.key == ScreenTitle.key }),
      case .string(let title) = application.builtIn.remove(at: place).value
    {
      screenTitle = title
    }
    info = archive.info
  }

  /// Returns the first node at a path.
  public func node(at path: IdentifierPath) -> Node? {
    func find(_ nodes: [Node]) -> Node? {
      for node in nodes {
        if node.path == path { return node }
        if let found = find(node.children) { return found }
      }
      return nil
    }
    return find(roots) ?? find(objects)
  }

  /// All nodes, parents before children.
  public var nodes: [Node] {
    var found: [Node] = []
    func add(_ node: Node) {
      found.append(node)
      for child in node.children { add(child) }
    }
    for node in roots + objects { add(node) }
    return found
  }
}

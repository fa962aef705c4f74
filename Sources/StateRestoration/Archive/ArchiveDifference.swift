/// The difference between two saves: for each node and key, the old and the new value.
public struct ArchiveDifference: Sendable, Equatable {
  /// A single difference.
  public enum Change: Sendable, Equatable {
    /// The node exists only in the later save.
    case added(className: String)
    /// The node exists only in the earlier save.
    case removed(className: String)
    /// The value of a key differs; nil if the key is missing. `isBuiltIn` is true for keys of the built-in class.
    case value(key: String, was: StateValue?, is: StateValue?, isBuiltIn: Bool)
    /// The class, restoration class, scene or position differs.
    case attribute(name: String, was: String, is: String)
  }

  /// The changes of one node.
  public struct Node: Sendable, Equatable {
    /// The node's identifier path; empty for the application.
    public var path: IdentifierPath
    /// The differences.
    public var changes: [Change]
  }

  /// The nodes that differ, in the walk order of the later save; removed ones last.
  public var nodes: [Node] = []

  /// Creates the difference between two saves.
  public init(from earlier: Archive, to later: Archive) {
    let (was, now) = (ArchiveOutline(earlier), ArchiveOutline(later))
    add([], Self.changes(was.application, now.application))
    // Siblings with the same identifier are matched by their order.
    var earlierNodes: [IdentifierPath: [ArchiveOutline.Node]] = [:]
    for node in was.nodes { earlierNodes[node.path, default: []].append(node) }
    for node in now.nodes {
      guard let same = earlierNodes[node.path]?.first else {
        add(node.path, [.added(className: node.archived.className)] + Self.changes(KeySpace(decoding: []), node.state))
        continue
      }
      earlierNodes[node.path]?.removeFirst()
      add(node.path, Self.attributes(same.archived, node.archived) + Self.changes(same.state, node.state))
    }
    for node in was.nodes where earlierNodes[node.path]?.isEmpty == false {
      earlierNodes[node.path]?.removeFirst()
      add(node.path, [.removed(className: node.archived.className)])
    }
  }

  private mutating func add(_ path: IdentifierPath, _ changes: [Change]) {
    if !changes.isEmpty { nodes.append(Node(path: path, changes: changes)) }
  }

  private static func changes(_ was: KeySpace, _ now: KeySpace) -> [Change] {
    changes(was.entries, now.entries, isBuiltIn: false) + changes(was.builtIn, now.builtIn, isBuiltIn: true)
  }

  private static func changes(_ was: [KeySpace.Entry], _ now: [KeySpace.Entry], isBuiltIn: Bool) -> [Change] {
    // By their bytes, like the keys of a coder: texts with the same meaning in Unicode are equal in Swift.
    let before = Dictionary(was.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { $1 })
    let after = Dictionary(now.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { $1 })
    return Set(before.keys).union(after.keys).sorted { $0.lexicographicallyPrecedes($1) }.compactMap { key in
      guard before[key] != after[key] else { return nil }
      return .value(
        key: String(decoding: key, as: UTF8.self), was: before[key], is: after[key], isBuiltIn: isBuiltIn)
    }
  }

  private static func attributes(_ was: ArchivedNode, _ now: ArchivedNode) -> [Change] {
    let pairs: [(String, String?, String?)] = [
      ("class", was.className, now.className),
      ("restorationClass", was.restorationClassName, now.restorationClassName),
      ("scene", was.scene.map { "\($0.storyboard)/\($0.scene)" }, now.scene.map { "\($0.storyboard)/\($0.scene)" }),
      ("position", "\(was.position)", "\(now.position)"),
    ]
    return pairs.compactMap { name, was, now in
      was == now ? nil : .attribute(name: name, was: was ?? "none", is: now ?? "none")
    }
  }
}

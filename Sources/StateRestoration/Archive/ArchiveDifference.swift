/// What is another in one save than in another: per node and key, what was and what is.
public struct ArchiveDifference: Sendable, Equatable {
  /// One difference.
  public enum Change: Sendable, Equatable {
    /// A node that only the later save has.
    case added(className: String)
    /// A node that only the earlier save has.
    case removed(className: String)
    /// A key whose value differs; nil where it is absent. Keys that the class keeps by itself are `isBuiltIn`.
    case value(key: String, was: StateValue?, is: StateValue?, isBuiltIn: Bool)
    /// Another class, restoration class, scene or place.
    case attribute(name: String, was: String, is: String)
  }

  /// The changes of one node.
  public struct Node: Sendable, Equatable {
    /// The node's identifier path; empty for the application.
    public var path: IdentifierPath
    /// What is another.
    public var changes: [Change]
  }

  /// The nodes that differ, in the order of the walk of the later save; removed ones last.
  public var nodes: [Node] = []

  /// The difference from one save to another.
  public init(from earlier: Archive, to later: Archive) {
    let (was, now) = (ArchiveOutline(earlier), ArchiveOutline(later))
    add([], Self.changes(was.application, now.application))
    // Siblings can share an identifier; each is compared with the one in its place among them.
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
    let before = Dictionary(was.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    let after = Dictionary(now.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
    return Set(before.keys).union(after.keys).sorted().compactMap { key in
      before[key] == after[key] ? nil : .value(key: key, was: before[key], is: after[key], isBuiltIn: isBuiltIn)
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

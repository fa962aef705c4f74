import ArchiveStore
import StateRestoration

/// Reads saves of random tests back: whatever is written must be readable and equal.
@MainActor
public final class ReadBack {
  private let store: SQLiteArchiveStore

  /// Creates a database in memory to write saves to and read them from.
  public init() throws { store = try SQLiteArchiveStore() }

  /// Returns the problems of a save: invalid key spaces, unreachable nodes, and differences between a database and an
  /// exported file.
  public func problems(of archive: Archive) throws -> [String] {
    var problems: [String] = []
    if KeySpace(decoding: archive.applicationState).isDamaged {
      problems.append("the application's state is unreadable")
    }
    for node in archive.nodes where KeySpace(decoding: node.state).isDamaged {
      problems.append("the state of \(node.identifier) is unreadable")
    }
    let unreachable = archive.nodes.count - archive.reachableNodes.count
    if unreachable > 0 { problems.append("\(unreachable) nodes are unreachable") }
    let number = try store.commit(
      ArchiveChange(
        info: archive.info, applicationState: archive.applicationState, isComplete: true, changed: archive.nodes))
    if try store.archive(ofSave: number) != archive { problems.append("the database returns another archive") }
    if try ArchiveFile.decode(ArchiveFile.encode(archive)) != archive {
      problems.append("the file holds another archive")
    }
    return problems
  }
}

extension Archive {
  /// The same with paths in place of the ids that states refer to, as saves of one tree can have other ids. References that
  /// lead nowhere are null.
  public var withPathsOfReferences: Archive {
    var references: [NodeID: NodeReference] = [:]
    var twins: [NodeID?: [String: Int]] = [:]
    for node in nodes {
      let ordinal = twins[node.parent]?[node.identifier] ?? 0
      twins[node.parent, default: [:]][node.identifier] = ordinal + 1
      var (path, ordinals): (IdentifierPath, [Int]) = ([], [])
      if case .path(let above, let places)? = node.parent.flatMap({ references[$0] }) {
        (path, ordinals) = (above, places)
      }
      references[node.id] = .path(path.appending(node.identifier), ordinals: ordinals + [ordinal])
    }
    func replaced(_ state: [UInt8]) -> [UInt8] {
      let replaced = try? NodeReference.replacing(in: state) { reference in
        if case .node(let id) = reference { references[id] } else { reference }
      }
      return replaced ?? state
    }
    var archive = self
    archive.applicationState = replaced(applicationState)
    for index in nodes.indices { archive.nodes[index].state = replaced(nodes[index].state) }
    return archive
  }
}

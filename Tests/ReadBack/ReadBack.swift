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

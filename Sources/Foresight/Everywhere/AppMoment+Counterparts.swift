// Finding the nodes of one moment in another.
extension AppMoment {
  /// Returns the nodes of another moment by the names of the same nodes in this one. If one moment has more views with the same
  /// path than the other, as these have no identifiers, they are paired by the lines that have created them.
  func counterparts(in twin: AppMoment) -> [String: Node] {
    var found = twin.nodes
    let others = Dictionary(grouping: twin.tree.filter(\.isUnnamedView), by: \.key)
    for (key, views) in Dictionary(grouping: tree.filter(\.isUnnamedView), by: \.key) {
      var free = others[key] ?? []
      guard views.count != free.count else { continue }
      var rest: [Node] = []
      for view in views {
        found[view.name] = nil
        if let index = free.firstIndex(where: { $0.createdAt == view.createdAt }) {
          found[view.name] = free.remove(at: index)
        } else {
          rest.append(view)
        }
      }
      for (view, other) in zip(rest, free) { found[view.name] = other }
    }
    return found
  }

  /// Returns the first node that has another position in another moment, if their common nodes have another order.
  func firstMovedNode(in twin: AppMoment) -> [Loss] {
    guard !Self.areSame(nodes(alsoIn: twin), twin.nodes(alsoIn: self)),
      let index = tree.indices.first(where: { index in
        !twin.tree.indices.contains(index) || !tree[index].hasName(of: twin.tree[index])
      }), !tree[index].isForgotten(among: forgets)
    else { return [] }
    let node = tree[index]
    return [Loss(node.path, node.className, "position", "\(index + 1)", "another", at: node.place)]
  }

  /// Returns the nodes that another moment has, too, without those in lists: rows are compared by their items.
  private func nodes(alsoIn other: AppMoment) -> [Node] {
    let lists = tree.filter { $0.lineCount != nil }
    return tree.filter { node in other.nodes[node.name] != nil && !lists.contains(where: node.isInside) }
  }
}

extension AppMoment.Node {
  fileprivate var isUnnamedView: Bool { facts.isView && facts.identifier == nil }
}

import Interface

// Lists with other rows in another moment.
extension AppMoment {
  /// Returns the losses without what was chosen in lists with another number of rows, and what these show in its place, if other
  /// losses or the screen show why.
  func withoutPlaces(
    _ losses: [Loss], inOtherListsThanIn twin: AppMoment, _ scope: Scope, masking masks: [Rect]
  ) -> [Loss] {
    guard scope != .movedWorld, !losses.isEmpty else { return losses }
    let lists = Set(otherLists(in: twin, where: !=).map(\.path))
    let others = losses.filter { !lists.contains($0.path) || !Discovery.rows.contains($0.property ?? "") }
    guard others.count < losses.count else { return losses }
    // A row that is gone cannot have the focus.
    let independent = others.filter { $0.property != "isFirstResponder" }
    guard scope < .independentOfTime else { return independent }
    let shown = screenLosses(in: twin, masking: masks, atMost: .max)
    if independent.isEmpty { return shown.isEmpty ? losses : Array(shown.prefix(1)) }
    let rows = shown.filter { lists.contains($0.path) }
    return rows.isEmpty ? others : independent + rows
  }

  /// Returns the lists whose numbers of rows compare with those of another moment. More rows may come when the user scrolls.
  func otherLists(in twin: AppMoment, where compare: (Int, Int) -> Bool) -> [Node] {
    tree.filter { node in
      guard let count = node.lineCount, let other = twin.nodes[node.name]?.lineCount else { return false }
      return compare(count, other)
    }
  }

  /// Returns the paths of the lists that have fewer rows in another moment.
  func lists(longerThanIn twin: AppMoment) -> [String] { otherLists(in: twin, where: >).map(\.path) }

  /// Returns the number of rows and headers in lists.
  func lineCount(of lists: [String]) -> Int {
    tree.reduce(0) { $0 + (lists.contains($1.path) ? $1.lineCount ?? 0 : 0) }
  }

  /// Whether another moment has lists with fewer rows, and more may be under way there.
  func hasRowsUnderWay(in twin: AppMoment) -> Bool { twin.hasPendingWork && !otherLists(in: twin, where: >).isEmpty }

  /// Returns those of the losses in another moment that concern lists whose rows may still be under way there.
  func losses(_ losses: [Loss], ofRowsUnderWayIn twin: AppMoment) -> [Loss] {
    guard hasRowsUnderWay(in: twin) else { return [] }
    let lists = otherLists(in: twin, where: >).map(\.path)
    return losses.filter { loss in lists.contains { loss.path == $0 || loss.path.hasPrefix($0 + "/") } }
  }
}

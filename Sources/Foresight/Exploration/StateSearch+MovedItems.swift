import FoundationEssentials

// The world while an app does not run: its files change.
extension StateSearch {
  /// The largest number of items that are removed from a state.
  private static let mostItems = 4

  /// Changes the items of the app's files in a twin, and notes what is lost besides them.
  ///
  /// A removed or renamed item may take with it what the user has chosen of it. What is lost with two is not theirs.
  mutating func moveWorld(of pair: RunPair) {
    let files = pair.base.readFiles
    for kind in MovedItem.Kind.allCases {
      var lost: Set<String> = []
      // The files without the items: two texts can be those of one line or element.
      var rests: Set<[Data?]> = []
      for name in pair.names.sorted() where rests.count < Self.mostItems {
        let (item, removed) = (MovedItem(kind: kind, item: name), MovedItem(kind: .removed, item: name))
        guard pair.base.change(for: item, names: pair.names, in: files) != nil,
          rests.insert(files.map { removed.change($0.file, names: pair.names) }).inserted
        else { continue }
        pair.dropTwin()
        guard pair.apply(item) else { continue }
        let found = pair.differences().filter { $0.kind != .possibleLoss }
        let confirmed = kind == .reordered ? found : found.filter { $0.kind == .error || lost.contains($0.identity) }
        note(confirmed)
        lost.formUnion(found.map(\.identity))
        if kind == .reordered || !confirmed.isEmpty { break }
      }
    }
    pair.dropTwin()
    // The next step is made without what the user has chosen.
    _ = pair.chosenItems.contains { pair.apply(MovedItem(kind: .removed, item: $0)) }
  }
}

import ArchiveStore
import Interface
import StateRestoration

/// A save in a list: its line of the history, the title of its screen, and a characteristic value.
package struct HistoryEntry {
  package let save: SaveSummary
  package let title: String?
  /// The first value that differs from the previous save; nil if none does, or for a search.
  private(set) var change: (path: IdentifierPath, change: ArchiveDifference.Change)?
  /// The places that contain the text searched for.
  private(set) var places: [SQLiteArchiveStore.Occurrence] = []
  private let text: String?

  /// Returns those of all saves of a store that are included, each compared with the previous one.
  @MainActor
  package static func all(
    _ saves: [SaveSummary], of store: SQLiteArchiveStore, where isIncluded: (SaveSummary) -> Bool = { _ in true }
  ) -> [HistoryEntry] {
    let pairs = zip([0] + saves.map(\.number), saves).filter { isIncluded($0.1) }
    guard let first = pairs.first, let last = pairs.last else { return [] }
    let changed = try? store.changedNodes(after: first.0, through: last.1.number)
    return pairs.map { HistoryEntry($0.1, after: $0.0, in: store, among: changed) }
  }

  /// Compares a save with the previous one, 0 if there is none.
  ///
  /// - Parameter changed: the nodes that changed in the save, and in others; nil reads them.
  @MainActor
  init(
    _ save: SaveSummary, after previous: SaveNumber, in store: SQLiteArchiveStore, among changed: ChangedNodes? = nil
  ) {
    self.init(save: save, title: Self.title(of: save, in: store), text: nil)
    change = (try? store.difference(from: previous, to: save.number, among: changed)).flatMap(Self.firstChange)
  }

  /// Returns the saves that contain a text.
  @MainActor
  package static func all(of store: SQLiteArchiveStore, containing text: String) throws -> [HistoryEntry] {
    let found = Dictionary(
      uniqueKeysWithValues: try store.occurrences(of: text).map { ($0.save, $0.places) })
    return try store.saves().compactMap { save in
      guard let places = found[save.number] else { return nil }
      var entry = HistoryEntry(save: save, title: title(of: save, in: store), text: text)
      entry.places = places
      return entry
    }
  }

  /// Returns the title of a save; a damaged save has none but is still listed.
  @MainActor
  private static func title(of save: SaveSummary, in store: SQLiteArchiveStore) -> String? {
    (try? store.screenTitle(ofSave: save.number)) ?? nil
  }

  private init(save: SaveSummary, title: String?, text: String?) {
    self.save = save
    self.title = title
    self.text = text
  }

  /// Returns the most important change: one encoded by the app's own methods, then a text of a built-in class, then any
  /// other.
  private static func firstChange(
    of difference: ArchiveDifference
  ) -> (path: IdentifierPath, change: ArchiveDifference.Change)? {
    let changes = difference.nodes.flatMap { node in node.changes.map { (path: node.path, change: $0) } }
    func rank(_ change: ArchiveDifference.Change) -> Int {
      switch change {
      case .value(_, _, _, let isBuiltIn) where !isBuiltIn: 0
      case .value(_, _, .string?, _): 1
      case .value: 2
      case .added, .removed, .attribute: 3
      }
    }
    return changes.enumerated().min { (rank($0.element.change), $0.offset) < (rank($1.element.change), $1.offset) }?
      .element
  }

  // MARK: JSON

  /// The fields of the save, with `title`, `path` and `difference`; or with `title` and `matches` after a search.
  @MainActor
  package var table: StateValue {
    guard case .map(var fields) = ArchiveTable.table(save) else { return .map([]) }
    func add(_ key: String, _ value: StateValue?) {
      if let value { fields.append(StateValue.Pair(key: .string(key), value: value)) }
    }
    add("title", title.map { .string($0) })
    if text == nil {
      add("path", change.map { .string($0.path.description) })
      add("difference", change.map { ArchiveTable.table($0.change) })
    } else {
      add(
        "matches",
        .list(
          places.map { place in
            .table([
              ("path", .string(place.path.description)), ("key", .string(place.entry.key)),
              ("value", place.entry.value.expanded), ("builtIn", place.isBuiltIn ? .boolean(true) : nil),
            ])
          }))
    }
    return .map(fields)
  }

  // MARK: Text

  /// Returns a line for each save, with its number first, and the title and value last.
  ///
  /// - Parameter width: the maximum width of a line; nil is unlimited. Less important columns shrink in favour of the
  ///   last two.
  package static func lines(_ entries: [HistoryEntry], width: Int?) -> [String] {
    let isSearch = entries.first?.text != nil
    var columns = ArchiveText.columns(entries.map(\.save))
    let titles = ["screen"] + entries.map { $0.title.map(visible) ?? "-" }
    columns.append((titles.map { $0.truncated(to: maximumTitleCells) }, .max))
    while let width, let least = columns.map({ $0.weight }).min(), least < .max {
      let used = columns.reduce(0) { $0 + ArchiveText.width(of: $1.cells) + 2 }
      if used + minimumValueCells <= width { break }
      columns.removeAll { $0.weight == least }
    }
    let values = [isSearch ? "first match" : "first difference"] + entries.map { visible($0.value) }
    columns.append((values, .max))
    return ArchiveText.table(columns: columns.map { $0.cells }).map { line in
      width.map { line.truncated(to: $0) } ?? line
    }
  }

  private static let maximumTitleCells = 24
  private static let minimumValueCells = 20
  /// The maximum length of a value in a line, regardless of the width.
  private static let maximumValueCharacters = 400

  /// The first value that differs, or that contains the text, with its path.
  package var value: String {
    if let text { return places.first.map { excerpt($0, around: text) } ?? "" }
    guard let change else { return "" }
    let path = change.path.displayName
    switch change.change {
    case .added(let className): return "\(path): + \(className)"
    case .removed(let className): return "\(path): - \(className)"
    case .value(let key, _, let now, true):
      let property = SavedProperty(key)
      return "\(path) (\(property.partName)): \(ArchiveText.words(now, of: property))"
    case .value(let key, _, let now, false): return "\(path) \(key): \(now?.description ?? "nothing")"
    case .attribute(let name, let was, let now): return "\(path) \(name): \(was) -> \(now)"
    }
  }

  private func excerpt(_ place: SQLiteArchiveStore.Occurrence, around text: String) -> String {
    let path = place.path.displayName
    var shown = place.text[...]
    if let range = shown.firstRange(ignoringCaseOf: text) {
      let start = shown.index(range.lowerBound, offsetBy: -20, limitedBy: shown.startIndex) ?? shown.startIndex
      shown = shown[start...]
    }
    let isCut = shown.startIndex > place.text.startIndex
    let value = StateValue.string((isCut ? "…" : "") + shown.prefix(Self.maximumValueCharacters)).description
    return "\(path) \(place.isBuiltIn ? "(\(place.entry.key))" : place.entry.key): \(value)"
  }

  private static func visible(_ text: String) -> String {
    String(text.prefix(maximumValueCharacters)).showingControlsInLine
  }
}

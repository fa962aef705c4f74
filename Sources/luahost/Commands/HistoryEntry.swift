import AppSession
import ArchiveStore
import Foundation
import Interface
import StateRestoration

/// A save in a list: its line of the history, the title of its screen, and a characteristic value.
struct HistoryEntry {
  let save: SaveSummary
  let title: String?
  /// The first value that differs from the previous save; nil if none does, or for a search.
  private(set) var change: (path: IdentifierPath, change: ArchiveDifference.Change)?
  /// The places that contain the text searched for.
  private(set) var places: [SQLiteArchiveStore.Occurrence] = []
  private let text: String?

  /// Returns all saves, each compared with the previous one.
  @MainActor
  static func all(of store: SQLiteArchiveStore) throws -> [HistoryEntry] {
    var previous: SaveNumber = 0
    return try store.saves().map { save in
      defer { previous = save.number }
      var entry = HistoryEntry(save: save, title: title(of: save, in: store), text: nil)
      entry.change = (try? store.difference(from: previous, to: save.number)).flatMap(firstChange)
      return entry
    }
  }

  /// Returns the saves that contain a text.
  @MainActor
  static func all(of store: SQLiteArchiveStore, containing text: String) throws -> [HistoryEntry] {
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

  /// The fields of the save, with `title`, `path` and `change`; or with `title` and `matches` after a search.
  @MainActor
  var table: StateValue {
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
  static func lines(_ entries: [HistoryEntry], width: Int?) -> [String] {
    let isSearch = entries.first?.text != nil
    var columns = ArchiveText.columns(entries.map(\.save))
    let titles = ["screen"] + entries.map { $0.title.map(visible) ?? "-" }
    columns.append((titles.map { $0.truncated(to: mostTitleCells) }, .max))
    while let width, let least = columns.map({ $0.weight }).min(), least < .max {
      let used = columns.reduce(0) { $0 + ArchiveText.width(of: $1.cells) + 2 }
      if used + leastValueCells <= width { break }
      columns.removeAll { $0.weight == least }
    }
    let values = [isSearch ? "first match" : "first difference"] + entries.map { visible($0.value) }
    columns.append((values, .max))
    return ArchiveText.table(rows(columns.map { $0.cells })).map { line in
      width.map { line.truncated(to: $0) } ?? line
    }
  }

  private static let mostTitleCells = 24
  private static let leastValueCells = 20
  /// The maximum length of a value in a line, regardless of the width.
  private static let mostValueCharacters = 400

  private static func rows(_ columns: [[String]]) -> [[String]] {
    (columns.first ?? []).indices.map { row in columns.map { $0[row] } }
  }

  private var value: String {
    if let text { return places.first.map { excerpt($0, around: text) } ?? "" }
    guard let change else { return "" }
    let path = change.path.components.isEmpty ? "app" : change.path.description
    switch change.change {
    case .added(let className): return "\(path): + \(className)"
    case .removed(let className): return "\(path): - \(className)"
    case .value(let key, _, let now, let isBuiltIn):
      return "\(path) \(isBuiltIn ? "(\(key))" : key): \(now?.description ?? "nothing")"
    case .attribute(let name, let was, let now): return "\(path) \(name): \(was) -> \(now)"
    }
  }

  private func excerpt(_ place: SQLiteArchiveStore.Occurrence, around text: String) -> String {
    let path = place.path.components.isEmpty ? "app" : place.path.description
    var shown = place.text[...]
    if let range = shown.range(of: text, options: .caseInsensitive) {
      let start = shown.index(range.lowerBound, offsetBy: -20, limitedBy: shown.startIndex) ?? shown.startIndex
      shown = shown[start...]
    }
    let isCut = shown.startIndex > place.text.startIndex
    let value = StateValue.string((isCut ? "…" : "") + shown.prefix(Self.mostValueCharacters)).description
    return "\(path) \(place.isBuiltIn ? "(\(place.entry.key))" : place.entry.key): \(value)"
  }

  private static func visible(_ text: String) -> String {
    String(text.prefix(mostValueCharacters)).showingControlsInLine
  }
}

/// The width of the lines that a command prints.
enum OutputWidth {
  /// The columns of the terminal on standard output, otherwise `COLUMNS`; nil if both are unknown.
  static var current: Int? {
    if isatty(STDOUT_FILENO) == 1 {
      var size = winsize()
      if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    }
    return getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

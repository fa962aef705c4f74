import FoundationEssentials
import Interface
import StateRestoration

/// Saves as readable text.
package enum ArchiveText {
  /// Returns the application's state, the tree and the objects, or a node with its descendants.
  package static func lines(_ archive: ArchiveOutline) -> [String] {
    var lines: [String] = []
    if !archive.application.entries.isEmpty {
      lines.append("app")
      lines += state(archive.application, indent: 1)
    }
    lines += (archive.roots + archive.objects).flatMap { self.lines($0) }
    return lines
  }

  package static func lines(_ node: ArchiveOutline.Node, indent: Int = 0) -> [String] {
    var line = "\(space(indent))\(node.archived.identifier)  \(node.archived.className)"
    switch (node.archived.kind, node.archived.relation) {
    case (.viewController, .presented): line += "  presented"
    case (.viewController, .adopted): line += "  referenced"
    case (.view, _): line += "  view"
    case (.object, _): line += "  object"
    default: break
    }
    if let name = node.archived.restorationClassName { line += "  restorationClass \(name)" }
    if let scene = node.archived.scene { line += "  scene \(scene.storyboard)/\(scene.scene)" }
    return [line.showingControlsInLine] + state(node.state, indent: indent + 2)
      + node.children.flatMap { lines($0, indent: indent + 1) }
  }

  private static func state(_ state: KeySpace, indent: Int) -> [String] {
    let entries =
      (state.entries.map { "\($0.key) = \($0.value)" }
      + state.builtIn.map { "(\($0.key) = \(SavedProperty($0.key).series($0.value) ?? $0.value.description))" })
      .map { space(indent) + $0.showingControlsInLine }
    return state.isDamaged ? entries + ["\(space(indent))(damaged)"] : entries
  }

  private static func space(_ indent: Int) -> String { String(repeating: "  ", count: indent) }

  // MARK: History

  /// Returns a table of saves, one per line, newest last.
  package static func lines(_ saves: [SaveSummary]) -> [String] {
    table(columns: columns(saves).map { $0.cells })
  }

  /// Returns the columns of a table of saves, headings first. If the table is too wide, columns with less weight shrink
  /// first.
  static func columns(_ saves: [SaveSummary]) -> [(cells: [String], weight: Int)] {
    func column(_ title: String, _ weight: Int, _ cell: (SaveSummary) -> String) -> (cells: [String], weight: Int) {
      ([title] + saves.map(cell), weight)
    }
    return [
      column("save", .max) { "\($0.number)" },
      column("saved at", 7) { Date(timeIntervalSince1970: $0.info.savedAt).formatted(.iso8601) },
      column("by", 6) { $0.kind?.rawValue ?? "-" },
      column("app", 3) { $0.info.appVersion.isEmpty ? "-" : $0.info.appVersion },
      column("host", 0) { $0.info.hostVersion },
      column("size", 1) { "\($0.info.screenWidth)x\($0.info.screenHeight)" },
      column("nodes", 2) { "\($0.nodeCount)" },
      column("changed", 4) { "\($0.changedNodeCount)" },
      column("kept as", 5) { $0.reasons.map(words).joined(separator: ", ") },
    ]
  }

  private static func words(_ reason: KeepReason) -> String {
    switch reason {
    case .newest: "the newest"
    case .recent: "within the last minute"
    case .minute: "last of its minute"
    case .hour: "last of its hour"
    case .day: "last of its day"
    case .run: "last of its run"
    case .fresh: "before a fresh start"
    case .version: "before another version"
    case .refusal: "before a refused restore"
    case .refused: "refused, undecided"
    case .launchErrors: "launch errors"
    }
  }

  /// Returns a table with these columns, headings first.
  static func table(columns: [[String]]) -> [String] {
    table((columns.first ?? []).indices.map { row in columns.map { $0[row] } })
  }

  /// Returns a table whose columns are as wide as their widest cell. A tab in a cell is made visible, as it would move
  /// the columns after it.
  package static func table(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map { $0.showingControlsInLine.replacing("\t", with: "␉") } }
    let widths = (rows.first ?? []).indices.map { column in width(of: rows.map { $0[column] }) }
    return rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.cellWidth)) }.joined(separator: "  ")
        .trimmingSuffix(while: { $0 == " " })
    }
  }

  /// Returns the width of a column, in cells.
  static func width(of cells: [String]) -> Int { cells.map(\.cellWidth).max() ?? 0 }

  // MARK: Differences

  package static func lines(_ difference: ArchiveDifference) -> [String] {
    let lines = difference.nodes.flatMap { node in
      [node.path.displayName]
        + node.changes.map { change in
          switch change {
          case .added(let className): "  + \(className)"
          case .removed(let className): "  - \(className)"
          case .value(let key, let was, let now, true):
            "  (\(SavedProperty(key).partName)): \(words(was, of: SavedProperty(key))) -> \(words(now, of: SavedProperty(key)))"
          case .value(let key, let was, let now, false):
            "  \(key): \(was?.description ?? "nothing") -> \(now?.description ?? "nothing")"
          case .attribute(let name, let was, let now): "  \(name): \(was) -> \(now)"
          }
        }
    }
    return lines.map(\.showingControlsInLine)
  }
}

extension ArchiveText {
  /// Returns the value of a built-in property in a save, as scripts know it.
  static func words(_ value: StateValue?, of property: SavedProperty) -> String {
    guard let value else { return "nothing" }
    return property.series(value) ?? property.scriptValue(value).description
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self
    while let last = text.last, predicate(last) { text.removeLast() }
    return text
  }
}

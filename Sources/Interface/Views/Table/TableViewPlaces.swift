import StateRestoration

/// The rows that a table keeps: by the names of their items where they have one, by place where not.
struct TablePlaces {
  var selected: [(path: IndexPath, identifier: String?)]
  var focused: (path: IndexPath, identifier: String?)?
  var first: (path: IndexPath, identifier: String?)?

  static func place(_ value: StateValue) -> (path: IndexPath, identifier: String?)? {
    guard case .list(let parts) = value, parts.count >= 2, case .integer(let section) = parts[0],
      case .integer(let row) = parts[1]
    else { return nil }
    var identifier: String?
    if parts.count > 2, case .string(let text) = parts[2] { identifier = text }
    return (IndexPath(section: Int(section), row: Int(row)), identifier)
  }
}

extension TableView {
  func saved(_ path: IndexPath) -> StateValue {
    var parts: [StateValue] = [.integer(Int64(path.section)), .integer(Int64(path.row))]
    if let identifier = dataSource?.tableView(self, modelIdentifierForRowAt: path) { parts.append(.string(identifier)) }
    return .list(parts)
  }

  func apply(_ state: TablePlaces) {
    func find(_ place: (path: IndexPath, identifier: String?)) -> IndexPath? {
      if let identifier = place.identifier {
        return dataSource?.tableView(self, indexPathForModelIdentifier: identifier).flatMap { isRow($0) ? $0 : nil }
      }
      return isRow(place.path) ? place.path : nil
    }
    selected = Set(state.selected.compactMap(find))
    focusedRow = state.focused.flatMap(find)
    if let first = state.first {
      if let row = find(first) {
        firstLine = line(of: row)
      } else if let row = nearestRow(to: first.path) {
        firstLine = line(of: row)
      }
      if let row = state.first.flatMap(find), row == IndexPath(section: row.section, row: 0),
        sectionHasHeader[row.section],
        firstLine > 0
      {
        firstLine -= 1
      }
    }
  }
}

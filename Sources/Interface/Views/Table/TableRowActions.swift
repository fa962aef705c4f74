/// Something that can be done with one row (UIKit's `UIContextualAction`).
public struct RowAction {
  /// What is written on it.
  public var title: String
  /// Whether it destroys something.
  public var isDestructive: Bool
  /// Does it.
  public var handler: () throws -> Void

  /// An action of this title.
  public init(title: String, isDestructive: Bool = false, handler: @escaping () throws -> Void) {
    self.title = title
    self.isDestructive = isDestructive
    self.handler = handler
  }
}

/// The actions that are shown at the right of a row, as if it was swiped aside.
struct TableRowActions {
  let row: IndexPath
  let actions: [RowAction]
  var selected = 0

  func places(width: Int) -> [(x: Int, title: String)] {
    let titles = actions.map { "[\($0.title)]" }
    var x = width - titles.reduce(titles.count - 1) { $0 + $1.cellWidth }
    return titles.map { title in
      defer { x += title.cellWidth + 1 }
      return (x, title)
    }
  }

  func index(atColumn column: Int, width: Int) -> Int? {
    places(width: width).firstIndex { column >= $0.x && column < $0.x + $0.title.cellWidth }
  }
}

extension TableView {
  /// What can be done with a row: what the data source says, else deleting while rows can be deleted.
  func actions(of row: IndexPath) -> [RowAction] {
    guard let dataSource, isRow(row) else { return [] }
    let actions = dataSource.tableView(self, trailingSwipeActionsForRowAt: row)
    guard isEditing, actions.isEmpty, dataSource.tableView(self, canEditRowAt: row) else { return actions }
    return [
      RowAction(title: "Delete", isDestructive: true) { [weak self] in
        guard let self else { return }
        if dataSource.tableView(self, commitDeleteAt: row) {
          selected.remove(row)
          selectionWasMoved()
        }
      }
    ]
  }

  /// Shows the actions of a row; false if it has none.
  func showRowActions(_ row: IndexPath) -> Bool {
    let actions = actions(of: row)
    guard !actions.isEmpty else { return false }
    rowActions = TableRowActions(row: row, actions: actions)
    return true
  }

  /// Nil: the actions are put away, and the key does what it does without them.
  func handleRowActionKey(_ key: KeyPress) -> Bool? {
    guard var shown = rowActions else { return nil }
    switch key {
    case KeyPress(.right): shown.selected = min(shown.selected + 1, shown.actions.count - 1)
    case KeyPress(.left) where shown.selected > 0: shown.selected -= 1
    case KeyPress(.left), KeyPress(.escape):
      rowActions = nil
      return true
    case KeyPress(.enter), KeyPress(.character(" ")):
      perform(shown, shown.selected)
      return true
    default:
      rowActions = nil
      return nil
    }
    rowActions = shown
    return true
  }

  func perform(_ shown: TableRowActions, _ index: Int) {
    rowActions = nil
    do {
      try shown.actions[index].handler()
    } catch {
      owningViewController?.report(error, from: "row action \"\(shown.actions[index].title)\"")
    }
    rowsDidChange()
  }

  func rowActionPoint(forTitle title: String) -> Point? {
    guard let rowActions, let index = rowActions.actions.firstIndex(where: { $0.title == title }),
      isRow(rowActions.row)
    else { return nil }
    return Point(x: rowActions.places(width: rowWidth)[index].x + 1, y: line(of: rowActions.row) - firstLine)
  }
}

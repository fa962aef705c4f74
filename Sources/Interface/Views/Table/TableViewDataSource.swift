import StateRestoration

/// The content of a row.
public enum TableCell {
  /// A text, and a detail and an accessory at the right edge; each may have styles and links.
  case styled(Text, detail: Text? = nil, accessory: Text? = nil)
  /// A view.
  case view(View)
  /// A cell for each column, from the first; missing ones are empty.
  case columns([TableColumnCell])

  /// Returns a text with a detail and an accessory at the right edge.
  public static func text(_ text: String, detail: String?, accessory: String?) -> TableCell {
    .styled(Text(text), detail: detail.map { Text($0) }, accessory: accessory.map { Text($0) })
  }
}

/// The content of a row in one column.
public enum TableColumnCell {
  /// A text, which may have styles and links.
  case styled(Text)
  /// A view.
  case view(View)

  /// Returns a cell with a plain text.
  public static func text(_ text: String) -> TableColumnCell { .styled(Text(text)) }
}

/// Supplies a table with rows on demand and applies changes to the model (UIKit's `UITableViewDataSource` and
/// `UIDataSourceModelAssociation`).
@MainActor
public protocol TableViewDataSource: AnyObject {
  func numberOfSections(in table: TableView) -> Int
  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell
  /// Returns a number that differs whenever a row may have another text without a reload; nil if there is none, so that
  /// each visible row is asked for in every frame.
  func contentVersion(of table: TableView) -> Int?
  func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text?
  func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool
  /// Deletes the row from the model. Returns false if it does not.
  func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool
  /// Moves the row in the model. Returns false if it does not.
  func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool
  /// Returns whether the data source implements ``tableView(_:moveRowAt:to:)``; if not, rows have no handles.
  func movesRows(_ table: TableView) -> Bool
  /// Returns the name of a row's item, a text or number that stays the same when rows move; nil if it has none.
  func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue?
  /// Returns the index path of the item with a name; nil if it is gone.
  func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath?
  /// Returns whether the data source implements ``tableView(_:indexPathForModelIdentifier:)``; if not, the table
  /// searches the rows' names.
  func findsRowsByModelIdentifier(_ table: TableView) -> Bool
  /// Returns the actions of a row, shown when it is swiped aside.
  func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction]
  /// Called when the user has chosen a row.
  func tableView(_ table: TableView, didSelectRowAt path: IndexPath)
  /// Called when the user has chosen a cell.
  func tableView(_ table: TableView, didSelectCellAt path: IndexPath, column: Int)
  /// Returns whether the user can edit the text of a cell.
  func tableView(_ table: TableView, canEditCellAt path: IndexPath, column: Int) -> Bool
  /// Changes the text of a cell in the model. Returns false if the text is not valid; it then stays in the field.
  func tableView(_ table: TableView, commitEditAt path: IndexPath, column: Int, text: String) -> Bool
  /// Called when the user has moved the focus to another row.
  func tableView(_ table: TableView, didFocusRowAt path: IndexPath)
  /// Sorts the rows by a column, on the user's request, or to restore the sorting before the first row is loaded.
  /// Returns false if the data source does not sort.
  func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool
}

/// By default, a table has one section without title, and its rows cannot be changed.
extension TableViewDataSource {
  public func numberOfSections(in table: TableView) -> Int { 1 }
  public func contentVersion(of table: TableView) -> Int? { nil }
  public func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? { nil }
  public func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool { true }
  public func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool { false }
  public func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool { false }
  public func movesRows(_ table: TableView) -> Bool { true }
  public func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? { nil }
  public func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? { nil }
  public func findsRowsByModelIdentifier(_ table: TableView) -> Bool { true }
  public func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] { [] }
  public func tableView(_ table: TableView, didSelectRowAt path: IndexPath) {}
  public func tableView(_ table: TableView, didSelectCellAt path: IndexPath, column: Int) {}
  public func tableView(_ table: TableView, canEditCellAt path: IndexPath, column: Int) -> Bool { false }
  public func tableView(_ table: TableView, commitEditAt path: IndexPath, column: Int, text: String) -> Bool { false }
  public func tableView(_ table: TableView, didFocusRowAt path: IndexPath) {}
  public func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool { false }
}

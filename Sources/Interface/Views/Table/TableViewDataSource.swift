import StateRestoration

/// What a row shows.
public enum TableCell {
  /// A text, and at the right edge a detail and a sign; each can have looks and links.
  case styled(Text, detail: Text? = nil, accessory: Text? = nil)
  /// A view.
  case view(View)
  /// A cell for each column, from the first; those that are left out are empty.
  case columns([TableColumnCell])

  /// A text, and at the right edge a detail and a sign.
  public static func text(_ text: String, detail: String?, accessory: String?) -> TableCell {
    .styled(Text(text), detail: detail.map { Text($0) }, accessory: accessory.map { Text($0) })
  }
}

/// What a row shows in one column.
public enum TableColumnCell {
  /// A text, which can have looks and links.
  case styled(Text)
  /// A view.
  case view(View)

  /// A text.
  public static func text(_ text: String) -> TableColumnCell { .styled(Text(text)) }
}

/// Gives a table its rows, on demand, and takes changes (UIKit's `UITableViewDataSource` and
/// `UIDataSourceModelAssociation`).
@MainActor
public protocol TableViewDataSource: AnyObject {
  func numberOfSections(in table: TableView) -> Int
  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell
  func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text?
  func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool
  /// Takes the row out of the model. False if it does not.
  func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool
  /// Moves the row in the model. False if it does not.
  func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool
  /// Whether it answers ``tableView(_:moveRowAt:to:)``; if not, rows have no handles.
  func movesRows(_ table: TableView) -> Bool
  /// A name of the item in a row, a text or a number, that stays the same when rows move; nil if it has none.
  func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue?
  /// Where the item of a name is now; nil if it is gone.
  func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath?
  /// Whether it answers ``tableView(_:indexPathForModelIdentifier:)``; if not, the rows are looked through for their names.
  func findsRowsByModelIdentifier(_ table: TableView) -> Bool
  /// What can be done with a row, shown when it is swiped aside.
  func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction]
  /// The user chose a row.
  func tableView(_ table: TableView, didSelectRowAt path: IndexPath)
  /// The user let the keys act on another row.
  func tableView(_ table: TableView, didFocusRowAt path: IndexPath)
  /// Rows are to be sorted by a column: the user wants it, or it was so before a relaunch, and no row was asked for yet.
  /// Returns false if nobody does it.
  func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool
}

/// A table of one section without titles, whose rows stay as they are, unless the data source says otherwise.
extension TableViewDataSource {
  public func numberOfSections(in table: TableView) -> Int { 1 }
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
  public func tableView(_ table: TableView, didFocusRowAt path: IndexPath) {}
  public func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool { false }
}

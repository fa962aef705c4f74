import LuaRuntime

/// The callbacks of an outline's data source and delegate. Each of the two may implement callbacks that the other
/// lacks.
///
/// After an error the outline continues without an answer: no children, an empty cell, no permission.
@MainActor
package enum OutlineViewCallbacks {
  package static let numberOfChildrenOfItem = Callback(
    "numberOfChildrenOfItem(\(item)): integer",
    "Called when an item expands, with nil for the root: returns the number of its children. Required in a data source.",
    .query,
    isRequired: true)
  static let childOfItem = Callback(
    "childOfItem(outlineView: OutlineView, index: integer, item: any): any",
    "Called when a child becomes visible: returns the child of an item at an index, counted from 1. Required in a data source.",
    .query, isRequired: true)
  static let isItemExpandable = Callback(
    "isItemExpandable(\(item)): boolean",
    "Called when an item becomes visible: returns whether it can be expanded. By default, items with children can.",
    .query)
  static let cellForItem = Callback(
    "cellForItem(\(item)): \(ScriptModule.rowCell)",
    "Called when an item becomes visible: returns the contents of its row: a string, an attributed string, a view, or a table; with `columns`, a list with one of these per cell. Required in a data source.",
    .query, isRequired: true)
  static let persistentObjectForItem = Callback(
    "persistentObjectForItem(\(item)): string|number|nil",
    "Called when the state is saved: returns a string or number that identifies the item in the saved state, or nil. Never called for the root.",
    .query)
  static let itemForPersistentObject = Callback(
    "itemForPersistentObject(outlineView: OutlineView, object: string|number): any",
    "Called when the state is restored and after `reloadData`, for items that have moved: returns the item with this identifier, or nil if it no longer exists.",
    .query)
  package static let didSelectItem = Callback(
    "didSelectItem(\(item))",
    "Called when the user has chosen an item, with Enter or a click.", .action)
  static let didFocusItem = Callback(
    "didFocusItem(\(item))",
    "Called when the user has moved the focus to another item.", .action)
  static let shouldExpandItem = Callback(
    "shouldExpandItem(\(item)): boolean",
    "Called before the user expands an item: returns whether to allow it. By default, all items can be expanded; after an error, the item cannot.",
    .query,
    roles: Callback.delegateFirst)
  static let didExpandItem = Callback(
    "didExpandItem(\(item))",
    "Called when the user has expanded an item; not when a script does.", .action)
  static let didCollapseItem = Callback(
    "didCollapseItem(\(item))",
    "Called when the user has collapsed an item; not when a script does.", .action)
  static let didSort = Callback(
    "didSort(outlineView: OutlineView, column: integer, ascending: boolean)",
    "Called when the user sorts by a column, and once before the first item is requested if a sort order was restored: sorts the data. Afterwards the outline reloads its items. Not called when a script sets the sort order.",
    .action)
  static let canEditItem = Callback(
    "canEditItem(\(item)): boolean",
    "Called before an item is deleted, and where deletion is offered: returns whether to allow it. By default, all items can be deleted; after an error, the item cannot.",
    .query)
  static let commitDelete = Callback(
    "commitDelete(\(item))",
    "Called when the user deletes an item: removes it from the data. Afterwards the outline reloads its items.",
    .action)
  static let trailingSwipeActionsForItem = Callback(
    "trailingSwipeActionsForItem(\(item)): RowAction[]|nil",
    "Called when the user requests the actions of an item: returns them, or nil for none. They are shown at the item's right.",
    .query, roles: Callback.delegateFirst)

  private static let item = "outlineView: OutlineView, item: any"

  /// All callbacks, in the order in which they are documented.
  package static let all = [
    numberOfChildrenOfItem, childOfItem, isItemExpandable, cellForItem, persistentObjectForItem,
    itemForPersistentObject, didSelectItem, didFocusItem, shouldExpandItem, didExpandItem, didCollapseItem, didSort,
    canEditItem, commitDelete, trailingSwipeActionsForItem,
  ]
}

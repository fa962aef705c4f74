import LuaRuntime

/// What an outline asks its data source and tells its delegate, each of which may have what the other lacks.
///
/// After an error in an answer the outline goes on without one: no children, an empty cell.
@MainActor
enum OutlineViewCallbacks {
  static let numberOfChildrenOfItem = Callback(
    "numberOfChildrenOfItem(\(item)): integer",
    "Called when an item opens, nil for the root: returns how many children it has. A data source needs it.", .query,
    isRequired: true)
  static let childOfItem = Callback(
    "childOfItem(outlineView: OutlineView, index: integer, item: any): any",
    "Called when a child is seen: returns the child of an item at a place, counted from 1. A data source needs it.",
    .query, isRequired: true)
  static let isItemExpandable = Callback(
    "isItemExpandable(\(item)): boolean",
    "Called when an item is seen: returns whether it can be opened. Without it those can that have children.", .query)
  static let cellForItem = Callback(
    "cellForItem(\(item)): \(ScriptModule.rowCell)",
    "Called when an item is seen: returns what its row shows, a string, a styled text, a view, or a table; with `columns` a list of these, a cell each. A data source needs it.",
    .query, isRequired: true)
  static let persistentObjectForItem = Callback(
    "persistentObjectForItem(\(item)): string|number|nil",
    "Called when the state is saved: returns what names the item in it, a string or a number; nil for nothing. Never called for the root.",
    .query)
  static let itemForPersistentObject = Callback(
    "itemForPersistentObject(outlineView: OutlineView, object: string|number): any",
    "Called when the state is restored and after `reloadData`, to find items that are not where they were: returns the item of such a name; nil if it is gone.",
    .query)
  static let didSelectItem = Callback(
    "didSelectItem(\(item))",
    "Called when the user has chosen an item, by Enter or a click.", .action)
  static let didFocusItem = Callback(
    "didFocusItem(\(item))",
    "Called when the item that keys act on is another one, as the user has moved to it.", .action)
  static let shouldExpandItem = Callback(
    "shouldExpandItem(\(item)): boolean",
    "Called before the user opens an item: returns whether they may. Without it they may.", .query,
    roles: Callback.delegateFirst)
  static let didExpandItem = Callback(
    "didExpandItem(\(item))",
    "Called when the user has opened an item; not when a script does.", .action)
  static let didCollapseItem = Callback(
    "didCollapseItem(\(item))",
    "Called when the user has closed an item; not when a script does.", .action)
  static let didSort = Callback(
    "didSort(outlineView: OutlineView, column: integer, ascending: boolean)",
    "Called when the user sorts by a column, and once before the first item is asked for when a sorting was restored: sorts the data. The outline asks for its items again then. Not called when a script sets it.",
    .action)
  static let canEditItem = Callback(
    "canEditItem(\(item)): boolean",
    "Called before an item is deleted, and where that is offered: returns whether it may be. Without it all items may.",
    .query)
  static let commitDelete = Callback(
    "commitDelete(\(item))",
    "Called when the user deletes an item: takes it out of the data. The outline asks for its items again then.",
    .action)
  static let trailingSwipeActionsForItem = Callback(
    "trailingSwipeActionsForItem(\(item)): RowAction[]|nil",
    "Called when the user asks what can be done with an item: returns the actions, which are shown at its right; nil for none.",
    .query, roles: Callback.delegateFirst)

  private static let item = "outlineView: OutlineView, item: any"

  /// All of them, in the order in which they are documented.
  static let all = [
    numberOfChildrenOfItem, childOfItem, isItemExpandable, cellForItem, persistentObjectForItem,
    itemForPersistentObject, didSelectItem, didFocusItem, shouldExpandItem, didExpandItem, didCollapseItem, didSort,
    canEditItem, commitDelete, trailingSwipeActionsForItem,
  ]
}

import StateRestoration

/// Supplies an outline with items on demand and applies changes to the model (AppKit's `NSOutlineViewDataSource` and
/// `NSOutlineViewDelegate`). Items are arbitrary values; equal values are the same item. Nil is the root, which is not
/// shown.
@MainActor
public protocol OutlineViewDataSource: AnyObject {
  /// Returns the number of an item's children. Called when the item is expanded.
  func outlineView(_ outline: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int
  /// Returns a child by zero-based index. Called when the child becomes visible. Nil is shown as an empty row.
  func outlineView(_ outline: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable?
  /// Returns whether an item can be expanded.
  func outlineView(_ outline: OutlineView, isItemExpandable item: AnyHashable) -> Bool
  /// Returns the content of an item's row.
  func outlineView(_ outline: OutlineView, cellForItem item: AnyHashable) -> TableCell
  /// Returns a text or number that identifies an item in saves; nil if there is none.
  func outlineView(_ outline: OutlineView, persistentObjectForItem item: AnyHashable) -> StateValue?
  /// Returns the item of a persistent object; nil if it is gone, or does not exist yet.
  func outlineView(_ outline: OutlineView, itemForPersistentObject object: StateValue) -> AnyHashable?
  /// Returns whether nil from ``outlineView(_:itemForPersistentObject:)`` means that the item does not exist, rather
  /// than that it is unknown.
  func findsItemsByPersistentObject(_ outline: OutlineView) -> Bool

  /// Returns whether the user may expand an item.
  func outlineView(_ outline: OutlineView, shouldExpandItem item: AnyHashable) -> Bool
  /// Called when the user has expanded an item.
  func outlineView(_ outline: OutlineView, didExpandItem item: AnyHashable)
  /// Called when the user has collapsed an item.
  func outlineView(_ outline: OutlineView, didCollapseItem item: AnyHashable)
  /// Called when the user has chosen an item.
  func outlineView(_ outline: OutlineView, didSelectItem item: AnyHashable)
  /// Called when the user has moved the focus to another item.
  func outlineView(_ outline: OutlineView, didFocusItem item: AnyHashable)
  /// Sorts the items by a column; see ``TableViewDataSource/tableView(_:didSortByColumn:isAscending:)``.
  func outlineView(_ outline: OutlineView, didSortByColumn column: Int, isAscending: Bool) -> Bool
  /// Returns whether an item can be deleted.
  func outlineView(_ outline: OutlineView, canEditItem item: AnyHashable) -> Bool
  /// Deletes an item from the model. Returns false if it does not.
  func outlineView(_ outline: OutlineView, commitDeleteItem item: AnyHashable) -> Bool
  /// Returns the actions of an item, shown when its row is swiped aside.
  func outlineView(_ outline: OutlineView, trailingSwipeActionsForItem item: AnyHashable) -> [RowAction]
}

/// By default, items have no names and are expandable if they have children.
extension OutlineViewDataSource {
  public func outlineView(_ outline: OutlineView, isItemExpandable item: AnyHashable) -> Bool {
    outlineView(outline, numberOfChildrenOfItem: item) > 0
  }
  public func outlineView(_ outline: OutlineView, persistentObjectForItem item: AnyHashable) -> StateValue? { nil }
  public func outlineView(_ outline: OutlineView, itemForPersistentObject object: StateValue) -> AnyHashable? { nil }
  public func findsItemsByPersistentObject(_ outline: OutlineView) -> Bool { false }
  public func outlineView(_ outline: OutlineView, shouldExpandItem item: AnyHashable) -> Bool { true }
  public func outlineView(_ outline: OutlineView, didExpandItem item: AnyHashable) {}
  public func outlineView(_ outline: OutlineView, didCollapseItem item: AnyHashable) {}
  public func outlineView(_ outline: OutlineView, didSelectItem item: AnyHashable) {}
  public func outlineView(_ outline: OutlineView, didFocusItem item: AnyHashable) {}
  public func outlineView(_ outline: OutlineView, didSortByColumn column: Int, isAscending: Bool) -> Bool { false }
  public func outlineView(_ outline: OutlineView, canEditItem item: AnyHashable) -> Bool { true }
  public func outlineView(_ outline: OutlineView, commitDeleteItem item: AnyHashable) -> Bool { false }
  public func outlineView(_ outline: OutlineView, trailingSwipeActionsForItem item: AnyHashable) -> [RowAction] { [] }
}

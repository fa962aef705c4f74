import StateRestoration

/// Gives an outline its items, on demand, and takes what is done with them (AppKit's `NSOutlineViewDataSource` and
/// `NSOutlineViewDelegate`). Items are any values; two that are equal are one item. Nil is the root, which is not shown.
@MainActor
public protocol OutlineViewDataSource: AnyObject {
  /// How many children an item has. Asked when it is opened.
  func outlineView(_ outline: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int
  /// A child of an item, from 0. Asked when it is seen. Nil if there is none: its row is empty.
  func outlineView(_ outline: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable?
  /// Whether an item can be opened.
  func outlineView(_ outline: OutlineView, isItemExpandable item: AnyHashable) -> Bool
  /// What an item's row shows.
  func outlineView(_ outline: OutlineView, cellForItem item: AnyHashable) -> TableCell
  /// A text or number that names an item in saves; nil if it has none.
  func outlineView(_ outline: OutlineView, persistentObjectForItem item: AnyHashable) -> StateValue?
  /// The item of such a name; nil if it is gone, or not there yet.
  func outlineView(_ outline: OutlineView, itemForPersistentObject object: StateValue) -> AnyHashable?
  /// Whether nil of ``outlineView(_:itemForPersistentObject:)`` means that the item is not there, and not that nobody knows.
  func findsItemsByPersistentObject(_ outline: OutlineView) -> Bool

  /// Whether the user may open an item.
  func outlineView(_ outline: OutlineView, shouldExpandItem item: AnyHashable) -> Bool
  /// The user opened an item.
  func outlineView(_ outline: OutlineView, didExpandItem item: AnyHashable)
  /// The user closed an item.
  func outlineView(_ outline: OutlineView, didCollapseItem item: AnyHashable)
  /// The user chose an item.
  func outlineView(_ outline: OutlineView, didSelectItem item: AnyHashable)
  /// The user let the keys act on another item.
  func outlineView(_ outline: OutlineView, didFocusItem item: AnyHashable)
  /// Items are to be sorted by a column, as ``TableViewDataSource/tableView(_:didSortByColumn:isAscending:)`` says.
  func outlineView(_ outline: OutlineView, didSortByColumn column: Int, isAscending: Bool) -> Bool
  /// Whether an item can be deleted.
  func outlineView(_ outline: OutlineView, canEditItem item: AnyHashable) -> Bool
  /// Takes an item out of the model. False if it does not.
  func outlineView(_ outline: OutlineView, commitDeleteItem item: AnyHashable) -> Bool
  /// What can be done with an item, shown when its row is swiped aside.
  func outlineView(_ outline: OutlineView, trailingSwipeActionsForItem item: AnyHashable) -> [RowAction]
}

/// Items without names that can be opened if they have children.
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

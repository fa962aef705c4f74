import Interface
import LuaRuntime
import StateRestoration

/// An outline of a script. Its data source forwards to the script's object.
final class ScriptOutlineView: OutlineView {
  /// The items as Lua values.
  private(set) lazy var scriptItems = ScriptItems(of: self)
  private var answers: OutlineViewAnswers?

  init(_ answers: RowAnswers) {
    super.init()
    self.answers = OutlineViewAnswers(answers, scriptItems)
    dataSource = self.answers
  }
}

/// Forwards an outline's questions and events to the script's object.
@MainActor
final class OutlineViewAnswers: OutlineViewDataSource {
  /// Retained by the host. A strong reference here would retain the Lua state, which retains the outline.
  private unowned let answers: RowAnswers
  private let items: ScriptItems

  init(_ answers: RowAnswers, _ items: ScriptItems) { (self.answers, self.items) = (answers, items) }

  /// An item as an argument; nil for the root.
  private struct Item: LuaPushable {
    let item: ScriptItem?
    let items: ScriptItems

    func push(on stack: LuaStack) {
      if let item { item.push(on: stack, from: items) } else { stack.pushNil() }
    }
  }

  private func argument(_ item: AnyHashable?) -> Item { Item(item: item as? ScriptItem, items: items) }

  /// Asks the script about an item.
  private func ask<Result>(
    _ callback: Callback, _ outline: OutlineView, _ item: AnyHashable?,
    take: (LuaStack) throws -> Result?
  ) -> Result? {
    answers.ask(callback, outline, argument(item), take: take)
  }

  /// Notifies the script of a user action. Returns whether a method exists and has succeeded.
  @discardableResult
  private func notify(_ callback: Callback, _ outline: OutlineView, _ item: AnyHashable) -> Bool {
    defer { outline.invalidateRestorableState() }
    return answers.notify(callback, outline, argument(item))
  }

  // MARK: Items

  func outlineView(_ outline: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    ask(OutlineViewCallbacks.numberOfChildrenOfItem, outline, item) {
      min(try $0.checkCount("the number of children"), 1 << 40)
    } ?? 0
  }

  func outlineView(_ outline: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    let callback = OutlineViewCallbacks.childOfItem
    return answers.ask(callback, outline, index + 1, argument(item)) { stack in
      guard let child = ScriptItem(stack, -1, in: items) else {
        throw LuaError.usage(
          "\(callback.name) returned nil for child \(index + 1): it must return a value for each child that \(OutlineViewCallbacks.numberOfChildrenOfItem.name) counts"
        )
      }
      return AnyHashable(child)
    }
  }

  func outlineView(_ outline: OutlineView, isItemExpandable item: AnyHashable) -> Bool {
    let callback = OutlineViewCallbacks.isItemExpandable
    if let answer = ask(callback, outline, item, take: { $0.truth(-1) }) { return answer }
    return answers.has(callback, outline) ? false : outlineView(outline, numberOfChildrenOfItem: item) > 0
  }

  func outlineView(_ outline: OutlineView, cellForItem item: AnyHashable) -> TableCell {
    let callback = OutlineViewCallbacks.cellForItem
    return ask(callback, outline, item) { try RowAnswers.cell($0, of: outline, from: callback.name) }
      ?? .text("", detail: nil, accessory: nil)
  }

  // MARK: Names

  func outlineView(_ outline: OutlineView, persistentObjectForItem item: AnyHashable) -> StateValue? {
    let callback = OutlineViewCallbacks.persistentObjectForItem
    return ask(callback, outline, item) { try StateValue.takeName($0, from: callback.name) }
  }

  func outlineView(_ outline: OutlineView, itemForPersistentObject object: StateValue) -> AnyHashable? {
    answers.ask(OutlineViewCallbacks.itemForPersistentObject, outline, ItemName(value: object)) { stack in
      ScriptItem(stack, -1, in: items).map { AnyHashable($0) }
    }
  }

  func findsItemsByPersistentObject(_ outline: OutlineView) -> Bool {
    answers.has(OutlineViewCallbacks.itemForPersistentObject, outline)
  }

  // MARK: User actions

  func outlineView(_ outline: OutlineView, shouldExpandItem item: AnyHashable) -> Bool {
    answers.permission(OutlineViewCallbacks.shouldExpandItem, outline, argument(item)) ?? true
  }

  func outlineView(_ outline: OutlineView, didExpandItem item: AnyHashable) {
    notify(OutlineViewCallbacks.didExpandItem, outline, item)
  }
  func outlineView(_ outline: OutlineView, didCollapseItem item: AnyHashable) {
    notify(OutlineViewCallbacks.didCollapseItem, outline, item)
  }
  func outlineView(_ outline: OutlineView, didSelectItem item: AnyHashable) {
    notify(OutlineViewCallbacks.didSelectItem, outline, item)
  }
  func outlineView(_ outline: OutlineView, didFocusItem item: AnyHashable) {
    notify(OutlineViewCallbacks.didFocusItem, outline, item)
  }

  func outlineView(_ outline: OutlineView, didSortByColumn column: Int, isAscending: Bool) -> Bool {
    answers.notifySorted(OutlineViewCallbacks.didSort, outline, column: column, isAscending: isAscending)
  }

  func outlineView(_ outline: OutlineView, canEditItem item: AnyHashable) -> Bool {
    answers.permission(OutlineViewCallbacks.canEditItem, outline, argument(item)) ?? true
  }

  func outlineView(_ outline: OutlineView, commitDeleteItem item: AnyHashable) -> Bool {
    notify(OutlineViewCallbacks.commitDelete, outline, item)
  }

  func outlineView(_ outline: OutlineView, trailingSwipeActionsForItem item: AnyHashable) -> [RowAction] {
    let callback = OutlineViewCallbacks.trailingSwipeActionsForItem
    return ask(callback, outline, item) { try answers.rowActions($0, of: outline, from: callback.name) } ?? []
  }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let outlineView = ScriptClassDefinition(
    "OutlineView", OutlineView.self, "Items in rows, which expand to show their children: a tree.",
    make: { host in ScriptOutlineView(host.rowAnswers) }
  ) { outline, host in
    let ask: @MainActor (OutlineView, LuaStack) -> Void = { [unowned host] outline, stack in
      host.rowAnswers.dataSourceWasSet(of: outline, on: stack)
      outline.reloadData()
    }
    outline.delegate(
      "dataSource", type: "OutlineViewDataSource", "The object that provides the items, often the controller.",
      didSet: ask)
    outline.delegate(
      "delegate", type: "OutlineViewDataSource",
      "The object that is notified of the user's actions on items, often the controller.", didSet: ask)
    outline.rows()
    outline.property(
      "selectedItem", type: "any",
      "The selected item, or nil. Setting it expands the item's ancestors and calls no delegate method.",
      push: { $0.push($0.selectedItem, on: $1) }, take: { $0.selectedItem = $0.item($1, $2) })
    outline.property(
      "focusedItem", type: "any",
      "The focused item, or nil. Setting it expands the item's ancestors, scrolls to the item and calls no delegate method.",
      push: { $0.push($0.focusedItem, on: $1) }, take: { $0.focusedItem = $0.item($1, $2) })
    outline.late("selectedItem", "focusedItem")
    outline.items()
    host.module.table(
      "OutlineViewDataSource",
      "Methods of an outline's data source and delegate. Items are any values, distinguished by raw equality; nil is the root, which is not shown.",
      of: OutlineViewCallbacks.all)
  }
}

extension OutlineView {
  fileprivate func push(_ item: AnyHashable?, on stack: LuaStack) {
    guard let item = item as? ScriptItem, let outline = self as? ScriptOutlineView else { return stack.pushNil() }
    item.push(on: stack, from: outline.scriptItems)
  }

  /// Returns the item at an index; nil for nil.
  fileprivate func item(_ stack: LuaStack, _ index: Int32) -> AnyHashable? {
    guard let outline = self as? ScriptOutlineView else { return nil }
    return ScriptItem(stack, index, in: outline.scriptItems).map { AnyHashable($0) }
  }
}

extension ScriptClass where Object == OutlineView {
  fileprivate func items() {
    method("isItemExpanded(item: any): boolean", "Returns whether an item is expanded.") { outline, stack in
      stack.push(outline.item(stack, 2).map { outline.isItemExpanded($0) } ?? true)
      return 1
    }
    method("parentForItem(item: any): any", "Returns the parent of an item; nil at the top level.") {
      outline, stack in
      outline.push(outline.item(stack, 2).flatMap { outline.parentForItem($0) }, on: stack)
      return 1
    }
    let children = "{ children: boolean? }?"
    method(
      "expandItem(item: any, options: \(children))",
      "Expands an item, or the root if nil; with `{ children = true }` also all its descendants. Calls no delegate method. Items in level 1,000 cannot be expanded."
    ) {
      $0.expandItem($0.item($1, 2), children: try meansChildren($1, "expandItem"))
      return 0
    }
    method(
      "collapseItem(item: any, options: \(children))",
      "Collapses an item; with `{ children = true }` also all its descendants. Calls no delegate method."
    ) {
      $0.collapseItem($0.item($1, 2), children: try meansChildren($1, "collapseItem"))
      return 0
    }
    method(
      "reloadItem(item: any, options: \(children))",
      "Reloads an item; with `{ children = true }` also all its descendants."
    ) {
      $0.reloadItem($0.item($1, 2), children: try meansChildren($1, "reloadItem"))
      return 0
    }
  }
}

/// Whether the options of a method, its second argument, include the children.
@MainActor
private func meansChildren(_ stack: LuaStack, _ method: String) throws -> Bool {
  try OptionTable(stack, 3, method, names: ["children"]).with("children") { $0.truth($1) } ?? false
}

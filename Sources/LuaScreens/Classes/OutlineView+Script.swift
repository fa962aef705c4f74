import Interface
import LuaRuntime

extension ScriptClasses {
  static let outlineView = ScriptClassDefinition(
    "OutlineView", OutlineView.self, "Items in rows that open to show others below them.",
    make: { host in ScriptOutlineView(host) }
  ) { outline, host in
    let ask: @MainActor (OutlineView, Bool) -> Void = { outline, _ in outline.reloadData() }
    outline.delegate("dataSource", type: "OutlineViewDataSource", "Who knows the items.", didSet: ask)
    outline.delegate(
      "delegate", type: "OutlineViewDataSource", "Who is told what is done with the items.", didSet: ask)
    outline.rows()
    outline.property(
      "selectedItem", type: "any", "The item that is selected. Setting it opens what is above it, and calls nobody.",
      push: { $0.push($0.selectedItem, on: $1) }, take: { $0.selectedItem = $0.item($1, $2) })
    outline.property(
      "focusedItem", type: "any",
      "The item that keys act on. Setting it opens what is above it and scrolls there, and calls nobody.",
      push: { $0.push($0.focusedItem, on: $1) }, take: { $0.focusedItem = $0.item($1, $2) })
    outline.late("selectedItem", "focusedItem")
    outline.items()
    describeOutlineDataSource(in: host.module)
  }

  private static func describeOutlineDataSource(in module: ScriptModule) {
    let item = "outlineView: OutlineView, item: any"
    module.table(
      "OutlineViewDataSource",
      "What an outline asks its data source and its delegate. Items are any values; nil is the root, which is not shown."
    )
    .method(
      "numberOfChildrenOfItem(\(item)): integer", "How many children an item has. Asked when it opens.",
      isOptional: false
    )
    .method(
      "childOfItem(outlineView: OutlineView, index: integer, item: any): any",
      "A child of an item, counted from 1. Asked when it is seen.", isOptional: false
    )
    .method("isItemExpandable(\(item)): boolean", "Whether it can be opened; if it has children, if it is not there.")
    .method(
      "cellForItem(\(item)): \(ScriptModule.rowCell)", "What its row shows; with columns a list, a cell each.",
      isOptional: false
    )
    .method("persistentObjectForItem(\(item)): string|number|nil", "What names it in the saved state.")
    .method(
      "itemForPersistentObject(outlineView: OutlineView, object: string|number): any",
      "The item of such a name; nil if it is gone."
    )
    .method("didSelectItem(\(item))", "Called when the person has chosen it.")
    .method("didFocusItem(\(item))", "Called when the person has let keys act on it.")
    .method("shouldExpandItem(\(item)): boolean", "Whether the person may open it; true, if it is not there.")
    .method("didExpandItem(\(item))", "Called when the person has opened it.")
    .method("didCollapseItem(\(item))", "Called when the person has closed it.")
    .method(
      "didSort(outlineView: OutlineView, column: integer, ascending: boolean)",
      "Called when the person sorts by a column, and before the first item is asked for where they had."
    )
    .method("canEditItem(\(item)): boolean", "Whether it can be deleted; true, if it is not there.")
    .method("commitDelete(\(item))", "Called when the person deletes it: takes it out of the data.")
    .method("trailingSwipeActionsForItem(\(item)): RowAction[]|nil", "What else can be done with it.")
  }
}

extension OutlineView {
  fileprivate func push(_ item: AnyHashable?, on stack: LuaStack) {
    guard let item = item as? ScriptItem, let outline = self as? ScriptOutlineView else { return stack.pushNil() }
    item.push(on: stack, from: outline.scriptItems)
  }

  /// The item at an index; nil for nil.
  fileprivate func item(_ stack: LuaStack, _ index: Int32) -> AnyHashable? {
    guard let outline = self as? ScriptOutlineView else { return nil }
    return ScriptItem(stack, index, in: outline.scriptItems).map { AnyHashable($0) }
  }
}

extension ScriptClass where Object == OutlineView {
  fileprivate func items() {
    method("isItemExpanded(item: any): boolean", "Whether an item is open.") { outline, stack in
      stack.push(outline.item(stack, 2).map { outline.isItemExpanded($0) } ?? true)
      return 1
    }
    method("parentForItem(item: any): any", "What an item is a child of; nil for one at the top.") { outline, stack in
      outline.push(outline.item(stack, 2).flatMap { outline.parentForItem($0) }, on: stack)
      return 1
    }
    let children = "{ children: boolean? }?"
    method(
      "expandItem(item: any, options: \(children))", "Opens an item, or all below it; nil is the root. Calls nobody."
    ) {
      $0.expandItem($0.item($1, 2), children: try meansChildren($1))
      return 0
    }
    method("collapseItem(item: any, options: \(children))", "Closes an item, or all below it. Calls nobody.") {
      $0.collapseItem($0.item($1, 2), children: try meansChildren($1))
      return 0
    }
    method("reloadItem(item: any, options: \(children))", "Asks for an item again, or for all below it.") {
      $0.reloadItem($0.item($1, 2), children: try meansChildren($1))
      return 0
    }
  }
}

/// Whether the options of a method, its second argument, mean the children too.
@MainActor
private func meansChildren(_ stack: LuaStack) throws -> Bool {
  let options: Int32 = 3
  if stack.isNil(options) { return false }
  guard stack.kind(options) == .table else {
    throw stack.wrongType(options, "options", expected: "{ children = true }")
  }
  try stack.forEachPair(options) {
    guard stack.string(-2) == "children" else {
      throw LuaError.usage("options: there is no '\(stack.describe(-2))'; expected { children = true }")
    }
  }
  stack.rawGet(options, "children")
  defer { stack.pop() }
  return stack.truth(-1)
}

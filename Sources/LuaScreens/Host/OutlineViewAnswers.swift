import Interface
import LuaRuntime
import StateRestoration

/// An outline of a script: its data source asks the object that the script gave it.
final class ScriptOutlineView: OutlineView {
  /// Its items, as the script has them.
  private(set) lazy var scriptItems = ScriptItems(of: self)
  private var answers: OutlineViewAnswers?

  init(_ host: ScriptHost) {
    super.init()
    answers = OutlineViewAnswers(host)
    dataSource = answers
  }
}

/// Asks the object that a script gave an outline.
@MainActor
final class OutlineViewAnswers: OutlineViewDataSource {
  private unowned let host: ScriptHost

  init(_ host: ScriptHost) { self.host = host }

  private static let asked = ["dataSource", "delegate"]
  private static let told = ["delegate", "dataSource"]

  // MARK: Asking

  /// Asks for something that is to be known, which changes nothing.
  private func ask<Result>(
    _ method: String, _ outline: OutlineView, of handlers: [String] = asked, _ item: AnyHashable?, index: Int? = nil,
    isRequired: Bool = false, take: (LuaStack, ScriptItems) throws -> Result?
  ) -> Result? {
    guard let outline = outline as? ScriptOutlineView else { return nil }
    return host.withoutTracing {
      host.ask(
        method, outline, of: handlers, isRequired: isRequired,
        push: { stack in
          if let index { stack.push(index + 1) }
          push(item, of: outline, on: stack)
          return index == nil ? 1 : 2
        }, take: { try take($0, outline.scriptItems) })
    }
  }

  /// Tells of something that the user did. Returns whether there is such a method and it did not fail.
  @discardableResult
  private func tell(_ method: String, _ outline: OutlineView, _ item: AnyHashable) -> Bool {
    guard let outline = outline as? ScriptOutlineView else { return false }
    defer { outline.invalidateRestorableState() }
    return host.ask(
      method, outline, of: Self.told, results: 0, isAction: true,
      push: { stack in
        push(item, of: outline, on: stack)
        return 1
      }, take: { _ in true }) ?? false
  }

  private func push(_ item: AnyHashable?, of outline: ScriptOutlineView, on stack: LuaStack) {
    guard let item = item as? ScriptItem else { return stack.pushNil() }
    item.push(on: stack, from: outline.scriptItems)
  }

  // MARK: Items

  func outlineView(_ outline: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
    ask("numberOfChildrenOfItem", outline, item, isRequired: true) { stack, _ in
      min(try stack.checkCount(-1, "the number of children"), 1 << 40)
    } ?? 0
  }

  func outlineView(_ outline: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
    ask("childOfItem", outline, item, index: index, isRequired: true) { stack, items in
      guard let child = ScriptItem(stack, -1, in: items) else {
        throw LuaError.usage(
          "childOfItem returned nil for child \(index + 1): it must return a value for each child that numberOfChildrenOfItem counts"
        )
      }
      return AnyHashable(child)
    }
  }

  func outlineView(_ outline: OutlineView, isItemExpandable item: AnyHashable) -> Bool {
    if let answer = ask("isItemExpandable", outline, item, take: { stack, _ in stack.truth(-1) }) { return answer }
    return hasMethod("isItemExpandable", outline) ? false : self.outlineView(outline, numberOfChildrenOfItem: item) > 0
  }

  func outlineView(_ outline: OutlineView, cellForItem item: AnyHashable) -> TableCell {
    ask("cellForItem", outline, item, isRequired: true) { stack, _ in
      try ScriptHost.cell(stack, of: outline, from: "cellForItem")
    }
      ?? .text("", detail: nil, accessory: nil)
  }

  private func hasMethod(_ name: String, _ outline: OutlineView) -> Bool {
    host.hasMethod(name, of: outline, handlers: Self.asked)
  }

  // MARK: Names

  func outlineView(_ outline: OutlineView, persistentObjectForItem item: AnyHashable) -> StateValue? {
    ask("persistentObjectForItem", outline, item) { stack, _ in
      try StateValue.takeName(stack, from: "persistentObjectForItem")
    }
  }

  func outlineView(_ outline: OutlineView, itemForPersistentObject object: StateValue) -> AnyHashable? {
    guard let outline = outline as? ScriptOutlineView else { return nil }
    return host.withoutTracing {
      host.ask(
        "itemForPersistentObject", outline, of: Self.asked,
        push: { stack in
          object.pushName(on: stack)
          return 1
        }, take: { stack in ScriptItem(stack, -1, in: outline.scriptItems).map { AnyHashable($0) } })
    }
  }

  func findsItemsByPersistentObject(_ outline: OutlineView) -> Bool { hasMethod("itemForPersistentObject", outline) }

  // MARK: What the user does

  func outlineView(_ outline: OutlineView, shouldExpandItem item: AnyHashable) -> Bool {
    ask("shouldExpandItem", outline, of: Self.told, item) { stack, _ in stack.truth(-1) } ?? true
  }

  func outlineView(_ outline: OutlineView, didExpandItem item: AnyHashable) { tell("didExpandItem", outline, item) }
  func outlineView(_ outline: OutlineView, didCollapseItem item: AnyHashable) { tell("didCollapseItem", outline, item) }
  func outlineView(_ outline: OutlineView, didSelectItem item: AnyHashable) { tell("didSelectItem", outline, item) }
  func outlineView(_ outline: OutlineView, didFocusItem item: AnyHashable) { tell("didFocusItem", outline, item) }

  func outlineView(_ outline: OutlineView, didSortByColumn column: Int, isAscending: Bool) -> Bool {
    host.tellSorted(outline, column: column, isAscending: isAscending)
  }

  func outlineView(_ outline: OutlineView, canEditItem item: AnyHashable) -> Bool {
    ask("canEditItem", outline, item) { stack, _ in stack.truth(-1) } ?? true
  }

  func outlineView(_ outline: OutlineView, commitDeleteItem item: AnyHashable) -> Bool {
    tell("commitDelete", outline, item)
  }

  func outlineView(_ outline: OutlineView, trailingSwipeActionsForItem item: AnyHashable) -> [RowAction] {
    ask("trailingSwipeActionsForItem", outline, of: Self.told, item) { [host] stack, _ in
      try host.rowActions(stack, of: outline, from: "trailingSwipeActionsForItem")
    } ?? []
  }
}

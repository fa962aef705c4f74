import StateRestoration

/// The rows of an outline: the visible items, with indentation and a disclosure triangle.
@MainActor
final class OutlineRows: RowListSource {
  /// The outline owns this object.
  private unowned let outline: OutlineView
  private(set) lazy var tree = OutlineTree(source: self)
  private var dataSource: (any OutlineViewDataSource)? { outline.dataSource }

  init(_ outline: OutlineView) { self.outline = outline }

  func lines() -> RowLines {
    var lines = RowLines()
    if tree.isStale(tree.root) { tree.reload(tree.root, keeping: outline.keptNodes) }
    lines.appendSection(rowCount: tree.lineCount)
    return lines
  }

  // MARK: Row contents

  func node(at path: IndexPath) -> OutlineNode? { path.section == 0 ? tree.node(atLine: path.row) : nil }

  func indexPath(of node: OutlineNode) -> IndexPath? {
    tree.line(of: node).map { IndexPath(section: 0, row: $0) }
  }

  func cellForRow(at path: IndexPath) -> TableCell {
    // A search visits items that were never visible; no nodes are created for them.
    let item = outline.visibleLines.contains(path.row) ? tree.node(atLine: path.row)?.item : tree.item(atLine: path.row)
    guard let item, let dataSource else { return .text("", detail: nil, accessory: nil) }
    return dataSource.outlineView(outline, cellForItem: item)
  }

  func leadingTextForRow(at path: IndexPath) -> Text {
    guard let node = node(at: path) else { return "" }
    let isExpandable = tree.isExpandable(node)
    let sign = isExpandable ? node.isExpanded ? "▾ " : "▸ " : "  "
    let levels = indent(of: node) / 2
    guard levels > 0 else { return isExpandable ? Text(AttributedString(sign, look: .role(.secondary))) : Text(sign) }
    // From the innermost level outwards: lines lead to the siblings that follow.
    var guides: [String] = [isExpandable ? "" : "─ ", node.isLastSibling ? "└─" : "├─"]
    var ancestor = node.parent
    for _ in 1..<levels {
      guides.append(ancestor?.isLastSibling == false ? "│ " : "  ")
      ancestor = ancestor?.parent
    }
    let lines = AttributedString(guides.reversed().joined(), look: .role(.guide))
    return Text(isExpandable ? lines + AttributedString(sign, look: .role(.secondary)) : lines)
  }

  /// Returns the indentation of a node, limited so that deep nodes remain visible.
  func indent(of node: OutlineNode) -> Int { 2 * min(node.depth, max(4, outline.columnRoom / 4)) }

  func stateOfRow(at path: IndexPath) -> String? {
    guard let node = node(at: path) else { return nil }
    let state = tree.isExpandable(node) ? node.isExpanded ? "open" : "closed" : nil
    let level = node.depth > 0 ? "level \(node.depth + 1)" : nil
    return [level, state].compactMap { $0 }.joined(separator: ", ")
  }

  // MARK: Names

  func nameForRow(at path: IndexPath) -> StateValue? { node(at: path).flatMap(tree.path) }

  var keepsOnlyNames: Bool { true }

  func indexPath(forName name: StateValue) -> IndexPath? { tree.node(at: name).flatMap(indexPath) }

  func itemForRow(at path: IndexPath) -> AnyHashable? {
    guard let node = node(at: path) else { return nil }
    // Loads the name, by which the item is found after a reload.
    _ = tree.name(of: node)
    return node
  }

  func indexPath(forItem item: AnyHashable) -> IndexPath? {
    (item as? OutlineNode).flatMap(indexPath)
  }

  func name(forItem item: AnyHashable) -> StateValue? {
    (item as? OutlineNode).flatMap(tree.path)
  }

  // MARK: Actions on rows

  func didSelectRow(at path: IndexPath) {
    withItem(at: path) { $0.outlineView(outline, didSelectItem: $1) }
  }

  func didFocusRow(at path: IndexPath) {
    outline.focusWasMoved()
    withItem(at: path) { $0.outlineView(outline, didFocusItem: $1) }
  }

  func didSort(byColumn column: Int, isAscending: Bool) -> Bool {
    dataSource?.outlineView(outline, didSortByColumn: column, isAscending: isAscending) ?? false
  }

  var canEditRows: Bool { dataSource != nil }
  var canMoveRows: Bool { false }

  func canEditRow(at path: IndexPath) -> Bool {
    withItem(at: path) { $0.outlineView(outline, canEditItem: $1) } ?? false
  }

  func commitDelete(at path: IndexPath) -> Bool {
    withItem(at: path) { $0.outlineView(outline, commitDeleteItem: $1) } ?? false
  }

  func trailingSwipeActionsForRow(at path: IndexPath) -> [RowAction] {
    withItem(at: path) { $0.outlineView(outline, trailingSwipeActionsForItem: $1) } ?? []
  }

  @discardableResult
  private func withItem<Result>(
    at path: IndexPath, _ body: (any OutlineViewDataSource, AnyHashable) -> Result
  ) -> Result? {
    guard let item = node(at: path)?.item, let dataSource else { return nil }
    return body(dataSource, item)
  }

  // MARK: Items of the tree

  func numberOfChildren(of item: AnyHashable?) -> Int {
    dataSource?.outlineView(outline, numberOfChildrenOfItem: item) ?? 0
  }

  func child(_ index: Int, of item: AnyHashable?) -> AnyHashable? {
    dataSource?.outlineView(outline, child: index, ofItem: item)
  }

  func isExpandable(_ item: AnyHashable) -> Bool { dataSource?.outlineView(outline, isItemExpandable: item) ?? false }

  /// Reports that an item is not expandable, as it is in the last level.
  func isTooDeep() {
    outline.owningViewController?.report(
      ContainmentError.tooDeep(
        child: "an item", parent: "another item", kind: "items of an outline", limit: OutlineTree.maximumDepth),
      from: outline.nameInReports, once: true)
  }

  /// Returns a name that is the same in other runs.
  func name(of item: AnyHashable) -> StateValue? { dataSource?.outlineView(outline, persistentObjectForItem: item) }

  /// Returns the item with a name; nil if it is gone or unknown.
  func item(named name: StateValue) -> AnyHashable? { dataSource?.outlineView(outline, itemForPersistentObject: name) }

  /// Whether nil from ``item(named:)`` means that the item is gone.
  var knowsItemsByName: Bool { dataSource?.findsItemsByPersistentObject(outline) ?? false }
}

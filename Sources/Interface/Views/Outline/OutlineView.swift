import StateRestoration

/// Rows of items that expand to show their children (AppKit's `NSOutlineView`).
///
/// The number of children is loaded when an item is expanded, and each child when it becomes visible, so a million
/// children cost no more than a screenful. Expansion, selection, focus and scroll position are preserved by the items'
/// persistent objects.
@MainActor
open class OutlineView: RowList {
  /// Supplies the items. Weak, as in AppKit.
  public weak var dataSource: (any OutlineViewDataSource)? { didSet { reloadData() } }
  private lazy var outlineRows = OutlineRows(self)
  private var tree: OutlineTree { outlineRows.tree }
  /// The selected item, if it is hidden in a collapsed one.
  private var hiddenSelection: OutlineNode?
  /// Items that a script has selected or focused and that do not exist yet.
  private var awaited: (selected: AnyHashable?, focused: AnyHashable?)
  /// Whether a reload changes only the rows and not the items.
  private var keepsItems = false
  /// Whether the items must be loaded again, and not only the rows.
  private var areItemsStale = true

  open override var heldBytes: Int { super.heldBytes + tree.nodeCount * 256 }

  /// Creates an empty outline.
  public override init() {
    super.init()
    rowSource = outlineRows
  }

  // MARK: Items

  /// Reloads all items on demand. Expansion, selection, focus and scroll position follow the items, also to another
  /// parent. An item that ends up in a collapsed parent stays selected, and the focus moves to that parent, as if it
  /// had been collapsed now.
  open override func reloadData() {
    if !keepsItems {
      tree.invalidate()
      areItemsStale = true
    }
    super.reloadData()
  }

  /// Loads the items if they are stale. The rows may be those from before the last expansion, so that many items can be
  /// expanded one after the other.
  private func reloadItemsIfNeeded() {
    if areItemsStale { reloadIfNeeded() }
  }

  open override func reloadIfNeeded() {
    let wasDue = isAwaitingReload
    let before = (
      selected: node(of: items.selected.first?.value), focused: node(of: items.focused?.item),
      searchOrigin: node(of: items.searchOrigin?.item)
    )
    let selectedPlace = wasDue ? before.selected.flatMap(tree.path) : nil
    super.reloadIfNeeded()
    guard wasDue, !isAwaitingReload else { return }
    areItemsStale = false
    heldBytesDidChange()
    if let selected = before.selected { keepSelection(of: selected, at: selectedPlace) }
    if let focused = before.focused, pending.focused == nil, let path = nearestRow(above: focused) {
      focusedIndexPath = path
    }
    if let origin = before.searchOrigin, pending.searchOrigin == nil, let path = nearestRow(above: origin) {
      searchOrigin = path
      noteItems()
    }
    showHiddenSelection()
    settleAwaited()
  }

  /// Reloads an item, optionally with its children. Does nothing for an unknown item.
  public func reloadItem(_ item: AnyHashable?, children: Bool = false) {
    reloadIfNeeded()
    guard let item else { return reloadData() }
    for node in tree.nodes(of: item) {
      node.expandable = nil
      if children { tree.reload(node, keeping: keptNodes) } else if !tree.isExpandable(node) { tree.collapse(node) }
    }
    rowsDidChange()
  }

  /// Returns the parent of an item; nil for a top-level or unknown item.
  public func parentForItem(_ item: AnyHashable) -> AnyHashable? {
    reloadItemsIfNeeded()
    if tree.knownNode(of: item) == nil, item == selectedItem { findHiddenSelection() }
    return tree.knownNode(of: item)?.parent?.item
  }

  /// Returns whether an item is expanded.
  public func isItemExpanded(_ item: AnyHashable) -> Bool {
    reloadItemsIfNeeded()
    return tree.nodes(of: item).contains(where: \.isExpanded)
  }

  /// Expands an item, optionally with all its descendants, without notifying the data source. Nil is the root.
  public func expandItem(_ item: AnyHashable?, children: Bool = false) {
    reloadItemsIfNeeded()
    let node = item.map { tree.findNode(of: $0) } ?? tree.root
    guard let node else { return }
    if children { tree.expandAll(node) } else { tree.expand(node) }
    rowsWillChange()
  }

  /// Collapses an item, optionally with all its descendants, without notifying the data source. Nil is the root.
  public func collapseItem(_ item: AnyHashable?, children: Bool = false) {
    if focusedRow != nil || !selection.rows.isEmpty { reloadIfNeeded() } else { reloadItemsIfNeeded() }
    let nodes = item.map { tree.nodes(of: $0) } ?? [tree.root]
    // The root itself is never collapsed.
    for node in nodes where node !== tree.root || children {
      leave(node, isReported: false)
      if children { tree.collapseAll(node) } else { tree.collapse(node) }
    }
    rowsWillChange()
  }

  /// The selected item, even if an ancestor is collapsed; nil for none. Setting it expands the ancestors without
  /// notifying the data source. An item that does not exist yet is selected once it does.
  public var selectedItem: AnyHashable? {
    get {
      reloadIfNeeded()
      if let path = indexPathsForSelectedRows.first { return outlineRows.node(at: path)?.item }
      if let hiddenSelection { return hiddenSelection.item }
      guard case let name? = pending.selected?.rows.first?.name.flatMap(OutlineTree.lastName) else { return nil }
      return dataSource?.outlineView(self, itemForPersistentObject: name)
    }
    set {
      hiddenSelection = nil
      awaited.selected = nil
      guard let newValue else { return deselectRow(nil) }
      guard let path = reveal(newValue) else { return awaited.selected = newValue }
      selectRow(path)
      scrollToRow(path)
    }
  }

  /// Whether an item is selected, also one in a collapsed item of which a restoration knows only the path.
  package var hasSelectedItem: Bool {
    reloadIfNeeded()
    findHiddenSelection()
    return selectedItem != nil
  }

  /// The focused item; nil for none. Setting it expands the ancestors and scrolls to the item, without notifying the
  /// data source.
  public var focusedItem: AnyHashable? {
    get { focusedIndexPath.flatMap(outlineRows.node)?.item }
    set {
      awaited.focused = nil
      guard let newValue else { return focusedIndexPath = nil }
      guard let path = reveal(newValue) else { return awaited.focused = newValue }
      focusedIndexPath = path
    }
  }

  /// Expands the ancestors of an item and returns its row; nil if it does not exist.
  private func reveal(_ item: AnyHashable) -> IndexPath? {
    reloadIfNeeded()
    guard let node = tree.findNode(of: item) else { return nil }
    var isOpened = false
    for above in sequence(first: node, next: \.parent).dropFirst().reversed() where !above.isExpanded {
      isOpened = tree.expand(above) || isOpened
    }
    if isOpened { rowsDidChange() }
    return outlineRows.indexPath(of: node)
  }

  /// Cancels a pending focus, as the user has moved the focus.
  func focusWasMoved() { awaited.focused = nil }

  private func settleAwaited() {
    guard awaited.selected != nil || awaited.focused != nil else { return }
    let waiting = awaited
    awaited = (nil, nil)
    if let item = waiting.selected { selectedItem = item }
    if let item = waiting.focused { focusedItem = item }
  }

  /// Updates the rows for unchanged items.
  private func rowsDidChange() {
    rowsWillChange()
    reloadIfNeeded()
  }

  /// Lets the rows be updated for unchanged items when they are needed next.
  private func rowsWillChange() {
    keepsItems = true
    reloadData()
    keepsItems = false
    invalidateRestorableState()
  }

  /// The nodes to keep in a reload although they are not expanded.
  var keptNodes: [OutlineNode] {
    [hiddenSelection].compactMap { $0 } + items.all.compactMap { $0 as? OutlineNode }
  }

  // MARK: Expanding and collapsing by the user

  private func open(_ node: OutlineNode) -> Bool {
    guard let item = node.item, !node.isExpanded, tree.isExpandable(node) else { return false }
    if dataSource?.outlineView(self, shouldExpandItem: item) == false { return true }
    // The data source's callback may have changed the items.
    reloadIfNeeded()
    guard tree.expand(node) else { return true }
    rowsDidChange()
    dataSource?.outlineView(self, didExpandItem: item)
    return true
  }

  private func close(_ node: OutlineNode) -> Bool {
    guard let item = node.item, node.isExpanded else { return false }
    leave(node, isReported: true)
    guard tree.collapse(node) else { return true }
    rowsDidChange()
    dataSource?.outlineView(self, didCollapseItem: item)
    return true
  }

  /// Moves the focus out of a node before it collapses, and remembers a selection inside it.
  private func leave(_ node: OutlineNode, isReported: Bool) {
    if let path = indexPathsForSelectedRows.first, let selected = outlineRows.node(at: path), selected !== node,
      selected.isWithin(node)
    {
      hiddenSelection = selected
      if let name = tree.path(to: selected) { pending.selected = SelectionPlaces(rows: [RowPlace(path, name: name)]) }
    }
    guard let focusedRow, let focused = outlineRows.node(at: focusedRow), focused !== node, focused.isWithin(node)
    else { return }
    // The root has no row; the focus goes to the top-level ancestor.
    let successor = node === tree.root ? sequence(first: focused, next: \.parent).first { $0.parent === node } : node
    guard let path = successor.flatMap(outlineRows.indexPath) else { return }
    if isReported { focus(path) } else { focusedIndexPath = path }
  }

  private func node(of item: AnyHashable?) -> OutlineNode? { item as? OutlineNode }

  /// Returns the node of an item that had a row before the reload and is now in a collapsed one; nil if it has a row,
  /// or is gone.
  private func hiddenNode(of node: OutlineNode) -> OutlineNode? {
    guard !tree.isShown(node), var item = node.item else { return nil }
    if let name = node.name, outlineRows.knowsItemsByName {
      guard let named = outlineRows.item(named: name) else { return nil }
      item = named
    }
    let found = tree.findNode(of: item, asking: OutlineTree.maximumAskedForHidden)
    return found.flatMap { tree.isShown($0) ? nil : $0 }
  }

  private func keepSelection(of node: OutlineNode, at place: StateValue?) {
    guard hiddenSelection == nil, selection.rows.isEmpty, pending.selected == nil, let hidden = hiddenNode(of: node),
      let name = tree.path(to: hidden) ?? place
    else { return }
    let place = RowPlace(IndexPath(section: 0, row: 0), name: name)
    (hiddenSelection, pending.selected) = (hidden, SelectionPlaces(rows: [place]))
  }

  /// Returns the row of the nearest visible ancestor of an item that is now in a collapsed one; nil if it is not.
  private func nearestRow(above node: OutlineNode) -> IndexPath? {
    hiddenNode(of: node).flatMap { sequence(first: $0, next: \.parent).compactMap(outlineRows.indexPath).first }
  }

  /// Finds the selected item in a collapsed one, of which a restoration knows only the path.
  private func findHiddenSelection() {
    guard hiddenSelection == nil, let path = pending.selected?.rows.first?.name,
      let node = tree.node(at: path, isHidden: true), !tree.isShown(node)
    else { return }
    hiddenSelection = node
  }

  private func showHiddenSelection() {
    guard let node = hiddenSelection else { return }
    if let name = node.name, outlineRows.knowsItemsByName, outlineRows.item(named: name) == nil {
      (hiddenSelection, pending.selected) = (nil, nil)
      return
    }
    guard selection.rows.isEmpty else { return hiddenSelection = nil }
    guard let path = outlineRows.indexPath(of: node) else { return }
    hiddenSelection = nil
    pending.selected = nil
    selection.insert(path, besideOthers: false)
    noteItems()
  }

  open override func deselectRow(_ path: IndexPath?) {
    hiddenSelection = nil
    awaited.selected = nil
    super.deselectRow(path)
  }

  open override func selectRow(_ path: IndexPath) {
    hiddenSelection = nil
    awaited.selected = nil
    super.selectRow(path)
  }

  // MARK: Events

  open override var arrowAxes: Set<Axis> { [.horizontal, .vertical] }

  open override var keyBindings: [KeyBinding] {
    guard focusedTitle == nil, let focusedRow, let node = outlineRows.node(at: focusedRow) else {
      return super.keyBindings
    }
    let right = { self.open(node) || self.focusFirstChild(of: node) }
    let left = { self.close(node) || self.focusParent(of: node) }
    return [KeyBinding("Collapse, expand", trying: [.left: left, .right: right])] + super.keyBindings
  }

  private func focusFirstChild(of node: OutlineNode) -> Bool {
    guard node.isExpanded else { return false }
    if node.childCount > 0, let path = outlineRows.indexPath(of: tree.child(0, of: node)) { focus(path) }
    return true
  }

  private func focusParent(of node: OutlineNode) -> Bool {
    guard let parent = node.parent, let path = outlineRows.indexPath(of: parent) else { return false }
    focus(path)
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    reloadIfNeeded()
    switch event.action {
    case .press(button: 1):
      pressedNode = nodeOfTriangle(at: event.location)
      if pressedNode != nil { return true }
    case .drag(button: 1) where pressedNode != nil: return true
    case .release(button: 1):
      guard let node = pressedNode else { break }
      pressedNode = nil
      if nodeOfTriangle(at: event.location) === node { _ = close(node) || open(node) }
      return true
    default: break
    }
    return super.mouseEvent(event)
  }

  /// The node whose triangle is pressed.
  private var pressedNode: OutlineNode?

  private func nodeOfTriangle(at location: Point) -> OutlineNode? {
    guard let path = row(at: location), let node = outlineRows.node(at: path), tree.isExpandable(node),
      location.x == triangleColumn(of: node)
    else { return nil }
    return node
  }

  private func triangleColumn(of node: OutlineNode) -> Int? {
    let x = outlineRows.indent(of: node)
    guard !columns.isEmpty else { return 2 + x }
    let (place, room) = (columnPlaces[0], columnRoom)
    let seen = place.lowerBound - columnOffset + x
    return x < place.count && seen >= 0 && seen < room ? 2 + seen : nil
  }

  // MARK: Accessibility

  override func elementsBeside(row path: IndexPath, words: RowWords, y: Int) -> [AccessibilityElement] {
    guard let node = outlineRows.node(at: path), tree.isExpandable(node), let x = triangleColumn(of: node) else {
      return []
    }
    return [
      AccessibilityElement(
        .button, (node.isExpanded ? "Close " : "Open ") + words.label, of: self, activationPoint: Point(x: x, y: y))
    ]
  }

  /// The texts of the expanded items in view order; of many only the first ones.
  package var expandedTexts: [String] {
    reloadIfNeeded()
    var texts: [String] = []
    func add(below node: OutlineNode) {
      for child in node.children.values.sorted(by: { $0.index < $1.index }) where texts.count < 20 && child.isExpanded {
        if let path = outlineRows.indexPath(of: child) { texts.append(words(ofRowAt: path).label) }
        add(below: child)
      }
    }
    add(below: tree.root)
    return texts
  }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(.list(tree.openPlaces.map(\.value)), forKey: "openItems")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    if case .list(let open)? = coder.decodeValue(forKey: "openItems") {
      tree.restore(open.compactMap { OutlinePlace($0) })
    }
    super.decodeBuiltInState(with: coder)
  }
}

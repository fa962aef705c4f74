import StateRestoration

/// Items in rows that open to show others below them (AppKit's `NSOutlineView`).
///
/// Children are asked for when their item opens, and each when it is seen, so that a million below one item cost no more than
/// a screenful. What is open, selected and focused, and what is seen, is kept by the items' persistent objects.
@MainActor
open class OutlineView: RowList {
  /// Gives the items. Weak, as in AppKit.
  public weak var dataSource: (any OutlineViewDataSource)? { didSet { reloadData() } }
  private lazy var outlineRows = OutlineRows(self)
  private var tree: OutlineTree { outlineRows.tree }
  /// The item that is selected and cannot be seen, since something above it is closed.
  private var hiddenSelection: OutlineNode?
  /// Items that a script selected or focused and that are not there yet.
  private var awaited: (selected: AnyHashable?, focused: AnyHashable?)
  /// Whether the rows change, and not the items.
  private var keepsItems = false

  open override var heldBytes: Int { super.heldBytes + tree.nodeCount * 256 }

  /// An outline without items.
  public override init() {
    super.init()
    rowSource = outlineRows
  }

  // MARK: Items

  /// Asks for all items again. What was open, selected, focused and seen is found again, by the items and by their persistent
  /// objects, also below another parent. If that is closed, an item below it stays selected, and focus goes to the closed one, as
  /// if the parent had been closed now.
  open override func reloadData() {
    if !keepsItems { tree.invalidate() }
    super.reloadData()
  }

  open override func reloadIfNeeded() {
    let wasDue = isAwaitingReload
    let before = (selected: node(of: items.selected.first?.value), focused: node(of: items.focused?.item))
    let selectedPlace = wasDue ? before.selected.flatMap(tree.path) : nil
    super.reloadIfNeeded()
    guard wasDue, !isAwaitingReload else { return }
    heldBytesDidChange()
    if let selected = before.selected { keepSelection(of: selected, at: selectedPlace) }
    if let focused = before.focused { keepFocus(near: focused) }
    showHiddenSelection()
    settleAwaited()
  }

  /// Requests the contents of an item again, and its children too if asked for. An item that is not known is left alone.
  public func reloadItem(_ item: AnyHashable?, children: Bool = false) {
    reloadIfNeeded()
    guard let item else { return reloadData() }
    for node in tree.nodes(of: item) {
      node.expandable = nil
      if children { tree.reload(node, keeping: keptNodes) } else if !tree.isExpandable(node) { tree.collapse(node) }
    }
    rowsDidChange()
  }

  /// The item that another one is a child of; nil for one at the top, or one that is not known.
  public func parentForItem(_ item: AnyHashable) -> AnyHashable? {
    reloadIfNeeded()
    return tree.knownNode(of: item)?.parent?.item
  }

  /// Whether an item is open.
  public func isItemExpanded(_ item: AnyHashable) -> Bool {
    reloadIfNeeded()
    return tree.nodes(of: item).contains(where: \.isExpanded)
  }

  /// Opens an item, and all below it if they are meant, too; nil is the root. Tells nobody.
  public func expandItem(_ item: AnyHashable?, children: Bool = false) {
    reloadIfNeeded()
    let node = item.map { tree.findNode(of: $0) } ?? tree.root
    guard let node else { return }
    if children { tree.expandAll(node) } else { tree.expand(node) }
    rowsDidChange()
  }

  /// Closes an item, and all below it if they are meant, too; nil is the root. Tells nobody.
  public func collapseItem(_ item: AnyHashable?, children: Bool = false) {
    reloadIfNeeded()
    let nodes = item.map { tree.nodes(of: $0) } ?? [tree.root]
    // The root is never closed itself.
    for node in nodes where node !== tree.root || children {
      leave(node, isTold: false)
      if children { tree.collapseAll(node) } else { tree.collapse(node) }
    }
    rowsDidChange()
  }

  /// The item that is selected, also where what is above it is closed; nil for none. Setting it opens what is above it, and
  /// tells nobody; an item that is not there yet is selected when it comes.
  public var selectedItem: AnyHashable? {
    get {
      reloadIfNeeded()
      if let path = indexPathsForSelectedRows.first { return outlineRows.node(at: path)?.item }
      if let hiddenSelection { return hiddenSelection.item }
      guard case let name? = pending.selected?.first?.name.flatMap(OutlineTree.lastName) else { return nil }
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

  /// The item that keys act on; nil for none. Setting it opens what is above it and scrolls there, and tells nobody.
  public var focusedItem: AnyHashable? {
    get { focusedIndexPath.flatMap(outlineRows.node)?.item }
    set {
      awaited.focused = nil
      guard let newValue else { return focusedIndexPath = nil }
      guard let path = reveal(newValue) else { return awaited.focused = newValue }
      focusedIndexPath = path
    }
  }

  /// Opens what is above an item. Returns its row; nil if it is not there.
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

  /// The user chose where keys are.
  func focusWasMoved() { awaited.focused = nil }

  private func settleAwaited() {
    guard awaited.selected != nil || awaited.focused != nil else { return }
    let waiting = awaited
    awaited = (nil, nil)
    if let item = waiting.selected { selectedItem = item }
    if let item = waiting.focused { focusedItem = item }
  }

  /// The same items have other rows.
  private func rowsDidChange() {
    keepsItems = true
    reloadData()
    keepsItems = false
    reloadIfNeeded()
    invalidateRestorableState()
  }

  /// What is not open and matters nevertheless.
  var keptNodes: [OutlineNode] {
    [hiddenSelection].compactMap { $0 } + items.all.compactMap { ($0 as? OutlineRows.NodeKey)?.node }
  }

  // MARK: Opening and closing by hand

  private func open(_ node: OutlineNode) -> Bool {
    guard let item = node.item, !node.isExpanded, tree.isExpandable(node) else { return false }
    if dataSource?.outlineView(self, shouldExpandItem: item) == false { return true }
    // Whoever was asked may have changed the items.
    reloadIfNeeded()
    guard tree.expand(node) else { return true }
    rowsDidChange()
    dataSource?.outlineView(self, didExpandItem: item)
    return true
  }

  private func close(_ node: OutlineNode) -> Bool {
    guard let item = node.item, node.isExpanded else { return false }
    leave(node, isTold: true)
    guard tree.collapse(node) else { return true }
    rowsDidChange()
    dataSource?.outlineView(self, didCollapseItem: item)
    return true
  }

  /// A node is about to close: keys go to it if they were below it, and what is selected there stays so.
  private func leave(_ node: OutlineNode, isTold: Bool) {
    if let path = indexPathsForSelectedRows.first, let selected = outlineRows.node(at: path), selected !== node,
      selected.isWithin(node)
    {
      hiddenSelection = selected
      if let name = tree.path(to: selected) { pending.selected = [RowPlace(path, name: name)] }
    }
    guard let focusedRow, let focused = outlineRows.node(at: focusedRow), focused !== node, focused.isWithin(node)
    else { return }
    // The root has no row: what is at the top stays.
    let heir = node === tree.root ? sequence(first: focused, next: \.parent).first { $0.parent === node } : node
    guard let path = heir.flatMap(outlineRows.indexPath) else { return }
    if isTold { focus(path) } else { focusedIndexPath = path }
  }

  private func node(of item: AnyHashable?) -> OutlineNode? { (item as? OutlineRows.NodeKey)?.node }

  /// Where the item of a node is that was in a row before the items were asked for again, and now is not: below a closed one. Nil
  /// if it is in a row, or gone.
  private func hiddenNode(of node: OutlineNode) -> OutlineNode? {
    guard tree.line(of: node) == nil, var item = node.item else { return nil }
    if let name = node.name, outlineRows.knowsItemsByName {
      guard let named = outlineRows.item(named: name) else { return nil }
      item = named
    }
    let found = tree.findNode(of: item, asking: OutlineTree.mostAskedForHidden)
    return found.flatMap { tree.line(of: $0) == nil ? $0 : nil }
  }

  private func keepSelection(of node: OutlineNode, at place: StateValue?) {
    guard hiddenSelection == nil, selection.rows.isEmpty, pending.selected == nil, let hidden = hiddenNode(of: node),
      let name = tree.path(to: hidden) ?? place
    else { return }
    (hiddenSelection, pending.selected) = (hidden, [RowPlace(IndexPath(section: 0, row: 0), name: name)])
  }

  /// Focus goes to what is seen of what is above an item.
  private func keepFocus(near node: OutlineNode) {
    guard let hidden = hiddenNode(of: node), pending.focused == nil,
      let path = sequence(first: hidden, next: \.parent).compactMap(outlineRows.indexPath).first
    else { return }
    focusedIndexPath = path
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
    return [KeyBinding("Close, open", trying: [.left: left, .right: right])] + super.keyBindings
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

  /// The node whose triangle the mouse is held on.
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

  // MARK: In words

  override func elementsBeside(row path: IndexPath, words: RowWords, y: Int) -> [AccessibilityElement] {
    guard let node = outlineRows.node(at: path), tree.isExpandable(node), let x = triangleColumn(of: node) else {
      return []
    }
    return [
      AccessibilityElement(
        .button, (node.isExpanded ? "Close " : "Open ") + words.label, of: self, activationPoint: Point(x: x, y: y))
    ]
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

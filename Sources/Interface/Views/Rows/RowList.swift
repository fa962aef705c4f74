import StateRestoration

/// The base class of tables and outlines: rows in titled sections, with selection, focus, scrolling and search. A
/// ``RowListSource`` supplies the rows.
///
/// Rows are identified by index path, and across runs by the names of their items. They are loaded when they become
/// visible, so a million cost no more than a screenful.
@MainActor
open class RowList: View, RowChoosing {
  /// Supplies the rows. Weak, like a data source.
  public weak var rowSource: (any RowListSource)? { didSet { reloadData() } }
  /// Whether several rows can be selected at a time.
  public var allowsMultipleSelection = false {
    didSet {
      guard !allowsMultipleSelection, selection.rows.count > 1 else { return }
      let kept = focusedRow.flatMap { selection.contains($0) ? $0 : nil } ?? selection.rows.min()
      selection.replace(with: kept.map { [$0] } ?? [])
      selectionDidChange()
    }
  }
  /// The unit of focus and selection: rows, cells or none.
  public var selectionMode = RowSelectionMode.row {
    didSet {
      guard selectionMode != oldValue else { return }
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }
  /// The identifier of the focused column, which may not exist yet; nil for the first.
  var cursorColumn: String? { didSet { heldBytesDidChange() } }
  /// Whether rows can be deleted and moved.
  public var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      setNeedsLayout()
      invalidateRestorableState()
    }
  }

  /// The lines as of the last reload.
  public private(set) var lines = RowLines()
  /// Whether the rows have changed since the last reload.
  private(set) var isAwaitingReload = true
  var items = RowItems()
  var selection = RowSelection() { didSet { heldBytesDidChange() } }
  open override var heldBytes: Int {
    super.heldBytes + selection.heldBytes + placeholder.utf8.count + knownWordBytes + (cursorColumn?.utf8.count ?? 0)
      + columns.reduce(0) { $0 + 64 + $1.identifier.utf8.count + $1.title.heldBytes }
  }
  /// The focused row.
  public internal(set) var focusedRow: IndexPath?
  /// Whether the source has been notified of ``focusedRow``. It is not notified of a row that was focused together with
  /// the list.
  var isFocusKnown = false
  /// The text in the middle of a list without rows.
  public var placeholder = "" {
    didSet {
      heldBytesDidChange()
      contentSizeDidChange()
    }
  }
  /// The first visible line.
  var firstLine = 0
  /// The number of visible lines at the last layout.
  private var laidOutHeight = 0
  /// A row to scroll to once the number of visible lines is known.
  private var awaitedRow: IndexPath?
  /// Restored places whose rows do not exist yet.
  var pending = RowPlaces()
  /// The current search, while the user types it or moves between its matches.
  var search: TextSearch? { didSet { if search != oldValue { invalidateRestorableState() } } }
  /// The row at which it began.
  var searchOrigin: IndexPath?
  /// The actions shown beside a row.
  var rowActions: RowActions? { didSet { setNeedsDisplay() } }
  var isDraggingScrollBar = false
  /// The visible cells with views.
  var shownCells: [IndexPath: RowCell] = [:]
  /// The texts of rows whose views are not visible.
  var knownWords: [IndexPath: RowWords] = [:]
  var knownWordBytes = 0
  /// The columns and their state.
  var columnState = RowColumns()
  /// The column whose title is focused instead of a row.
  var focusedTitle: Int? {
    didSet {
      guard focusedTitle != oldValue else { return }
      columnState.awaitedTitle = nil
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }
  /// The column whose title or edge is pressed.
  var pressedTitle: Int?
  var isDraggingEdge = false
  /// The row that is being dragged in editing mode.
  var draggedRow: IndexPath?

  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }
  open override var arrowAxes: Set<Axis> {
    columns.isEmpty && rowActions == nil ? [.vertical] : [.horizontal, .vertical]
  }
  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    reloadIfNeeded()
    let height = max(lines.count, placeholderLines.count) + (columns.isEmpty ? 0 : 1)
    return Size(width: proposal.width, height: min(proposal.height, height))
  }

  // MARK: Rows

  /// Reloads the rows on demand. Selected rows that no longer exist are deselected.
  open func reloadData() {
    isAwaitingReload = true
    rowActions = nil
    selection.endExtension()
    dropCells()
    forgetWords()
    setNeedsLayout()
    // The rows may come after the next save has been decided on, and move the selection and the focus.
    invalidateRestorableState()
  }

  /// Reloads the rows if they have changed.
  open func reloadIfNeeded() {
    guard isAwaitingReload else { return }
    reportRestoredSorting()
    isAwaitingReload = false
    // The source may access the list during the call, so the result is applied as a whole.
    let before = lines
    lines = rowSource?.lines(of: self) ?? RowLines()
    if lines.rowCount == 0 { keepPlacesOfEmptied(before: before) }
    let wasFocusSeen = isSeen(focusedRow, in: before)
    followItems()
    applyPendingPlaces()
    if let title = columnState.awaitedTitle, let index = columnState.index(of: title) { focusedTitle = index }
    if selection.keep(lines) { invalidateRestorableState() }
    if let row = focusedRow, !lines.contains(row) { focusedRow = selection.rows.min() ?? lines.nearestRow(to: row) }
    if let row = searchOrigin, !lines.contains(row) { searchOrigin = lines.nearestRow(to: row) }
    firstLine = min(firstLine, max(0, lines.count - 1))
    if wasFocusSeen, pending.first == nil, !isSeen(focusedRow, in: lines), let focusedRow { scrollToRow(focusedRow) }
    // Rows have arrived in a list that is already focused.
    if isFirstResponder, before.rowCount == 0, focusedRow == nil { takeFocusedRow() }
    noteItems()
  }

  /// Whether the focused row is visible.
  var isFocusSeen: Bool { laidOutHeight == 0 || isSeen(focusedRow, in: lines) }

  private func isSeen(_ row: IndexPath?, in lines: RowLines) -> Bool {
    guard let line = row.flatMap(lines.line(of:)) else { return false }
    return line >= firstLine && line < firstLine + laidOutHeight
  }

  /// The number of sections.
  public var sectionCount: Int {
    reloadIfNeeded()
    return lines.sectionCount
  }

  /// Returns the number of rows in a section.
  public func rowCount(inSection section: Int) -> Int {
    reloadIfNeeded()
    return lines.rowCount(inSection: section)
  }

  // MARK: Selection

  /// The selected rows, in order.
  public var indexPathsForSelectedRows: [IndexPath] {
    reloadIfNeeded()
    return selection.sorted
  }

  /// Returns whether a row is selected.
  public func isSelected(_ path: IndexPath) -> Bool { selection.contains(path) }

  /// Selects and focuses a row without notifying the source. A row that does not exist yet is selected once it does.
  open func selectRow(_ path: IndexPath) {
    reloadIfNeeded()
    guard lines.contains(path) else { return selectLater(path) }
    selection.insert(path, besideOthers: allowsMultipleSelection)
    selectionWasMoved()
    focusedRow = path
    isFocusKnown = true
    pending.focused = nil
    selectionDidChange()
  }

  /// Deselects a row, or all rows if nil.
  open func deselectRow(_ path: IndexPath?) {
    if let path {
      selection.remove(path)
      pending.selected?.removeAll { $0 == RowPlace(path) }
      selectionWasMoved()
    } else {
      selection.removeAll()
      pending.selected = nil
    }
    selectionDidChange()
  }

  func selectionDidChange() {
    noteItems()
    setNeedsDisplay()
    invalidateRestorableState()
  }

  func choose(section: Int, row: Int) throws {
    reloadIfNeeded()
    let path = IndexPath(section: section, row: row)
    guard lines.contains(path) else { throw AutomationError.noSuchRow(row, count: rowCount(inSection: section)) }
    choose(path)
  }

  func choose(_ path: IndexPath) {
    if selectionMode == .none { return }
    if hasCellCursor { return chooseCell(path) }
    selection.endExtension()
    focus(path)
    // The callback may have changed the rows.
    reloadIfNeeded()
    guard lines.contains(path) else { return }
    if allowsMultipleSelection, selection.contains(path) { return deselectRow(path) }
    selectRow(path)
    rowSource?.rowList(self, didSelectRowAt: path)
    sendValueChanged()
  }

  // MARK: Focus

  open override func didBecomeFirstResponder() {
    super.didBecomeFirstResponder()
    reloadIfNeeded()
    guard focusedRow == nil else { return }
    takeFocusedRow()
    noteItems()
  }

  /// Focuses the first selected row, otherwise the first visible one, without notifying the source.
  private func takeFocusedRow() {
    guard selectionMode != .none else { return }
    focusedRow = selection.rows.min() ?? lines.firstRow(from: firstLine, step: 1)
    isFocusKnown = false
    invalidateRestorableState()
  }

  open override func didResignFirstResponder() {
    super.didResignFirstResponder()
    focusedTitle = nil
  }

  /// Notifies the source of the row that was focused together with the list.
  override func didReceiveFocus(byStep step: Int) {
    if let focusedRow, !isFocusKnown { focus(focusedRow) }
  }

  // MARK: Scrolling

  /// The number of visible lines. The search takes the last row of the view.
  var pageHeight: Int { max(0, bounds.height - headerHeight - searchBarHeight) }

  /// The number of rows of the view for column titles; 0 if there is room for one row only.
  var headerHeight: Int { columns.isEmpty || bounds.height < 2 ? 0 : 1 }

  /// Returns the view's row of a line.
  func y(ofLine line: Int) -> Int { headerHeight + line - firstLine }

  /// The visible lines.
  public var visibleLines: Range<Int> { firstLine..<max(firstLine, min(lines.count, firstLine + pageHeight)) }

  /// The zero-based index of the first visible line, headers included.
  public var contentOffset: Int {
    get { firstLine }
    set {
      reloadIfNeeded()
      guard lines.count > 0 else {
        pending.first = newValue > 0 ? RowPlace(IndexPath(section: 0, row: newValue)) : nil
        pending.isFocusSeen = false
        return invalidateRestorableState()
      }
      pending.first = nil
      let last = pageHeight > 0 ? max(0, lines.count - pageHeight) : max(0, lines.count - 1)
      let line = min(max(0, newValue), last)
      guard line != firstLine else { return }
      firstLine = line
      setNeedsLayout()
      invalidateRestorableState()
    }
  }

  /// Scrolls by the least amount that makes a row visible. If the row does not exist yet, scrolls once it does.
  public func scrollToRow(_ path: IndexPath) {
    reloadIfNeeded()
    guard let line = lines.line(of: path) else {
      (pending.first, pending.isFocusSeen) = (RowPlace(path), false)
      return invalidateRestorableState()
    }
    pending.first = nil
    guard pageHeight > 0 else {
      awaitedRow = path
      return
    }
    if line < firstLine { contentOffset = line }
    if line >= firstLine + pageHeight { contentOffset = line - pageHeight + 1 }
  }

  open override var usedRect: Rect {
    guard let line = focusedRow.flatMap(lines.line(of:)), (firstLine..<firstLine + pageHeight).contains(line) else {
      return bounds
    }
    return Rect(x: 0, y: line - firstLine, width: bounds.width, height: 1)
  }

  open override func layoutSubviews() {
    reloadIfNeeded()
    settleColumnOffset()
    settleFirstLine(seenBefore: laidOutHeight)
    if let row = awaitedRow, pageHeight > 0 {
      awaitedRow = nil
      scrollToRow(row)
    }
    laidOutHeight = pageHeight
    noteTopItem()
    layOutCells()
    resumeSearch()
  }

  override var namesSubviewsByPosition: Bool { false }
  override var speaksForSubviews: Bool { true }
  override func focusStep(to subview: View) -> StateValue { focusStepToCell(subview) ?? super.focusStep(to: subview) }
  override func subview(atFocusStep step: StateValue) -> View? {
    cell(atFocusStep: step) ?? super.subview(atFocusStep: step)
  }

  // MARK: Events

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled else { return false }
    reloadIfNeeded()
    // Any other key dismisses the actions, and has its usual effect.
    if search?.isTyping != true, rowActions?.takes(key) == false { rowActions = nil }
    return super.keyPressed(key)
  }

  open override var keyBindings: [KeyBinding] { currentBindings }

  open override func pasted(_ text: String) -> Bool {
    addToSearch(text)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { handle(event) }

  open override var tapPoint: Point { firstRowPoint }

  open override func tapPoint(forTitle title: String) -> Point? { rowPoint(forTitle: title) }

  // MARK: Drawing

  /// The source may return other cells at any time.
  open override func draw(in canvas: Canvas) {
    canvas.noteChanging()
    drawRows(in: canvas)
  }

  open override var cursorLocation: Point? { searchCursor }

  open override var accessibilityElements: [AccessibilityElement] { rowElements }

  /// Returns the further elements of a row whose line is at `y`.
  func elementsBeside(row path: IndexPath, words: RowWords, y: Int) -> [AccessibilityElement] { [] }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    reloadIfNeeded()
    coder.encode(isEditing, forKey: "isEditing")
    places.encode(with: coder)
    columnState.encode(with: coder, places: columnPlaces)
    let title = focusedTitle.map { columns[$0].identifier } ?? columnState.awaitedTitle
    if let title { coder.encode(title, forKey: "focusedTitle") }
    if let cursorColumn { coder.encode(cursorColumn, forKey: "focusedColumn") }
    coder.encode(search?.value, forKey: "search")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    isEditing = coder.decodeBoolean(forKey: "isEditing") ?? false
    pending = RowPlaces(decoding: coder)
    pending.first = pending.first ?? .start
    columnState.decode(from: coder)
    columnState.awaitedTitle = coder.decodeString(forKey: "focusedTitle")
    cursorColumn = coder.decodeString(forKey: "focusedColumn")
    search = TextSearch(coder.decodeValue(forKey: "search"))
    reloadData()
  }
}

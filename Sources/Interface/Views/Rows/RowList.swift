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
      let kept = focusedRow.flatMap { selection.contains($0) ? $0 : nil } ?? selection.rows.first
      selection.replace(with: RowSet(CollectionOfOne(kept).compactMap { $0 }))
      selectionDidChange()
    }
  }
  /// The unit of focus and selection: rows, cells or none.
  public var selectionMode = RowSelectionMode.row {
    didSet { if selectionMode != oldValue { visibleStateDidChange() } }
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
    super.heldBytes + selection.heldBytes + placeholder.utf8.count + placeholderCommand.utf8.count + knownWordBytes
      + (cursorColumn?.utf8.count ?? 0)
      + columns.reduce(0) { $0 + 64 + $1.identifier.utf8.count + $1.title.heldBytes }
  }
  /// The focused row.
  public internal(set) var focusedRow: IndexPath?
  /// Whether the source has been notified of ``focusedRow``. It is not notified of a row that was focused together with
  /// the list.
  var isFocusKnown = false
  /// The text in the middle of a list without rows.
  public var placeholder = "" { didSet { contentSizeDidChange() } }
  /// The title of the key command that is offered below the placeholder; empty for none.
  public var placeholderCommand = "" { didSet { contentSizeDidChange() } }
  /// The first visible line.
  var firstLine = 0 { didSet { if firstLine != oldValue { invalidateRestorableState() } } }
  /// The number of visible lines at the last layout with any.
  private var laidOutHeight = 0
  /// A row to scroll to once the number of visible lines is known.
  var awaitedRow: IndexPath?
  /// Restored places whose rows do not exist yet.
  var pending = RowPlaces()
  /// The cell that the user is editing.
  var cellEdit: CellEdit?
  /// Whether the source is being asked to accept the text of a cell.
  var isCommittingCell = false
  /// The current search, while the user types it or moves between its matches.
  var search: TextSearch? { didSet { if search != oldValue { invalidateRestorableState() } } }
  /// The row at which it began.
  var searchOrigin: IndexPath?
  /// The actions shown beside a row.
  var rowActions: RowActions? { didSet { setNeedsDisplay() } }
  override var verticalScrollBar: (bar: ScrollBar, y: Int, isFocused: Bool)? { (scrollBar, headerHeight, false) }
  var isDraggingScrollBar = false
  /// Whether the selected row looks focused, as the focus is in a field that controls the list.
  package var selectionLooksFocused = false { didSet { setNeedsDisplay() } }
  /// The focused view of a row that a reload has removed.
  var lostPart: (row: IndexPath, index: Int?)?
  /// The visible cells with views.
  var shownCells: [IndexPath: RowCell] = [:]
  /// The pictures that are drawn, for each row of the view; nil for unknown ones.
  var drawnRows: [RowPicture?] = []
  /// Whether the source was asked for ``drawnRows`` in this frame.
  var isAsked = false
  /// The texts of rows that the source was asked for, at a version of its contents.
  var knownTexts: (version: Int, texts: [IndexPath: RowPicture.Texts])?
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
      visibleStateDidChange()
    }
  }
  /// The column whose title or edge is pressed.
  var pressedTitle: Int?
  var isDraggingEdge = false
  /// The row that is being dragged in editing mode.
  var draggedRow: IndexPath?
  /// The row on which the mouse is pressed, and the column.
  var press: (row: IndexPath, x: Int)?

  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }
  open override var arrowAxes: Set<Axis> {
    columns.isEmpty && rowActions == nil ? [.vertical] : [.horizontal, .vertical]
  }
  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    reloadIfNeeded()
    let height = max(lines.count, placeholderHeight(width: proposal.width)) + (columns.isEmpty ? 0 : 1)
    return Size(width: proposal.width, height: min(proposal.height, height))
  }

  // MARK: Rows

  /// Reloads the rows on demand. Selected rows that no longer exist are deselected.
  open func reloadData() {
    isAwaitingReload = true
    isAsked = false
    knownTexts = nil
    rowActions = nil
    lostPart = focusedPart ?? lostPart
    dropCells()
    forgetWords()
    contentSizeDidChange()
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
    lines = rowSource?.lines() ?? RowLines()
    if lines.rowCount == 0 { keepPlacesOfEmptied(before: before) }
    let wasFocusSeen = isSeen(focusedRow, in: before)
    followItems(before: before)
    applyPendingPlaces()
    if let title = columnState.awaitedTitle, let index = columnState.index(of: title) { focusedTitle = index }
    if selection.keep(lines) { invalidateRestorableState() }
    if let row = focusedRow, !lines.contains(row) { focusedRow = selection.rows.first ?? lines.nearestRow(to: row) }
    if let row = searchOrigin, !lines.contains(row) { searchOrigin = lines.nearestRow(to: row) }
    firstLine = min(firstLine, max(0, lines.count - 1))
    if wasFocusSeen, pending.first == nil, !isSeen(focusedRow, in: lines), let focusedRow { scrollToRow(focusedRow) }
    settleCellEdit()
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

  /// Selects and focuses a row without notifying the source. A row that does not exist yet is selected once it does.
  open func selectRow(_ path: IndexPath) {
    reloadIfNeeded()
    guard lines.contains(path) else { return selectLater(path) }
    selection.insert(path, besideOthers: allowsMultipleSelection)
    selectionWasMoved()
    let part = focusedPart
    placeFocus(at: path)
    moveFirstResponder(from: part)
    selectionDidChange()
  }

  /// Deselects a row, or all rows if nil.
  open func deselectRow(_ path: IndexPath?) {
    if let path {
      selection.remove(path)
      pending.selected?.remove(path)
      selectionWasMoved()
    } else {
      selection.removeAll()
      pending.selected = nil
    }
    selectionDidChange()
  }

  // MARK: Focus

  open override func didBecomeFirstResponder() {
    super.didBecomeFirstResponder()
    reloadIfNeeded()
    guard focusedRow == nil else { return }
    takeFocusedRow()
    noteItems()
  }

  open override func didResignFirstResponder() {
    super.didResignFirstResponder()
    // A list that is hidden or disabled for a while gets the focus back, with the focused title.
    if window != nil, isEffectivelyEnabled { focusedTitle = nil }
    rowActions = nil
  }

  /// Shows the focused row, and notifies the source if the row was focused together with the list. Tab leaves the focus to a row
  /// that has not come yet.
  override func didReceiveFocus(byStep step: Int, isArrow: Bool) {
    guard let focusedRow, isArrow || pending.focused == nil else { return }
    if isFocusKnown { scrollToRow(focusedRow) } else { focus(focusedRow) }
  }

  override func willNotBeFocusedAgain() { (focusedTitle, columnState.awaitedTitle) = (nil, nil) }

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
    // Without room for a line, what was visible before counts.
    if pageHeight > 0 { laidOutHeight = pageHeight }
    noteTopItem()
    layOutCells()
    replaceLostPart()
    placeField()
    resumeSearch()
  }

  // MARK: Subviews

  /// Tab moves on from the focused row: it skips views of rows above, if later rows have views that can be focused.
  override func skipsOnTab(_ view: View) -> Bool {
    guard let focusedRow, isFocusSeen, let row = row(containing: view), row < focusedRow else { return false }
    return shownCells.contains { $0.key >= focusedRow && !$0.value.view.focusableViews.isEmpty }
  }
  override var namesSubviewsByPosition: Bool { false }
  override var speaksForSubviews: Bool { true }
  override func focusStep(to subview: View) -> StateValue {
    if subview === cellEdit?.field { return Self.fieldStep }
    let row = shownCells.first { $0.value.view === subview }?.key
    return row.map { place(of: $0).value } ?? super.focusStep(to: subview)
  }
  override func subview(atFocusStep step: StateValue) -> View? {
    if step == Self.fieldStep { return cellEdit?.field }
    return RowPlace(step).flatMap(row).flatMap { shownCells[$0]?.view } ?? super.subview(atFocusStep: step)
  }

  // MARK: Events

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled else { return false }
    reloadIfNeeded()
    // Any other key dismisses the actions, and has its usual effect.
    if search?.isTyping != true, rowActions?.takes(key) == false { rowActions = nil }
    guard commitBefore(key) else { return true }
    return super.keyPressed(key)
  }

  /// The key bindings of the current mode: search, row actions, column titles or rows.
  open override var keyBindings: [KeyBinding] {
    if search?.isTyping == true { return searchBindings }
    if let rowActions { return bindings(of: rowActions) }
    return focusedTitle.map(titleBindings) ?? rowBindings
  }

  open override func pasted(_ text: String) -> Bool {
    addToSearch(text)
  }

  /// The actions of a row are in front of its views.
  open override func hitTest(_ point: Point) -> View? {
    !isHidden && isOnActions(point) ? self : super.hitTest(point)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { handle(event) }
  override var leavesDragsToScreen: Bool { true }

  /// The position of the first visible row's text.
  open override var tapPoint: Point {
    reloadIfNeeded()
    return textPoint(ofLine: visibleLines.first { lines.content(ofLine: $0)?.row != nil } ?? firstLine)
  }

  open override func tapPoint(forTitle title: String) -> Point? { rowPoint(forTitle: title) }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    window?.drawing.noteDrawn(self)
    drawRows(in: canvas)
  }
  open override func drawOverSubviews(in canvas: Canvas) {
    highlightCells(in: canvas)
    drawActions(in: canvas)
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
    columnState.encode(with: coder, room: columnRoom, focused: keptColumn)
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

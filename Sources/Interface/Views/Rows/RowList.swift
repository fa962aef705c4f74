import StateRestoration

/// Rows one below the other, in sections with titles: what is selected, which row keys act on, what is seen of them, and
/// what keys, mouse and search do with them. What the rows are and show, a ``RowListSource`` knows.
///
/// Rows are known by index path, and beyond one run by the names of their items. They are asked for one by one, when they
/// are seen, so that a million cost no more than a screenful. ``TableView`` is such a list.
@MainActor
open class RowList: View {
  /// Knows the rows. Weak, as a data source is.
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
  /// Whether rows are deleted and moved.
  public var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      setNeedsLayout()
      invalidateRestorableState()
    }
  }

  /// Where the rows stand, as the source said it the last time.
  public private(set) var lines = RowLines()
  /// Whether the source has not been asked yet since the rows changed.
  private(set) var isAwaitingReload = true
  var items = RowItems()
  var selection = RowSelection() { didSet { heldBytesDidChange() } }
  open override var heldBytes: Int {
    super.heldBytes + selection.heldBytes + placeholder.utf8.count + knownWordBytes
      + columns.reduce(0) { $0 + 64 + $1.identifier.utf8.count + $1.title.heldBytes }
  }
  /// The row that keys act on.
  public internal(set) var focusedRow: IndexPath?
  /// Whether the source knows that keys act on ``focusedRow``: no notification was sent for a row that was focused with the list.
  var isFocusKnown = false
  /// What stands in the middle of a list without rows.
  public var placeholder = "" {
    didSet {
      heldBytesDidChange()
      contentSizeDidChange()
    }
  }
  /// The line at the top.
  var firstLine = 0
  /// How many lines were seen when the rows were placed the last time.
  private var laidOutHeight = 0
  /// A row to scroll to when it is known how many are seen.
  private var awaitedRow: IndexPath?
  /// What was restored and waits for its rows.
  var pending = RowPlaces()
  /// What is looked for, while the user types it or goes from one place to the next.
  var search: RowSearch? { didSet { if search != oldValue { invalidateRestorableState() } } }
  /// The actions that are shown beside a row.
  var rowActions: RowActions? { didSet { setNeedsDisplay() } }
  var isDraggingScrollBar = false
  /// What is seen of rows with views.
  var shownCells: [IndexPath: RowCell] = [:]
  /// What rows said whose views are not seen.
  var knownWords: [IndexPath: RowWords] = [:]
  var knownWordBytes = 0
  /// What the rows' columns are, and what was done to them.
  var columnState = RowColumns()
  /// The column whose title keys act on, and not the rows.
  var focusedTitle: Int? {
    didSet {
      guard focusedTitle != oldValue else { return }
      columnState.awaitedTitle = nil
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }
  /// The column whose title, or edge, the mouse is held on.
  var pressedTitle: Int?
  var isDraggingEdge = false
  /// The row that the mouse moves, while rows are edited.
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

  /// Asks the source again when the rows are next needed. Selected rows that are no more are deselected.
  open func reloadData() {
    isAwaitingReload = true
    rowActions = nil
    selection.endExtension()
    dropCells()
    forgetWords()
    setNeedsLayout()
  }

  /// Asks the source for the rows if that is due.
  open func reloadIfNeeded() {
    guard isAwaitingReload else { return }
    tellRestoredSorting()
    isAwaitingReload = false
    // The source can use the list while it is asked; what it says is taken as a whole.
    let before = lines
    lines = rowSource?.lines(of: self) ?? RowLines()
    if lines.rowCount == 0 { keepPlacesOfEmptied(before: before) }
    let wasFocusSeen = isSeen(focusedRow, in: before)
    followItems()
    applyPendingPlaces()
    if let title = columnState.awaitedTitle, let index = columnState.index(of: title) { focusedTitle = index }
    if selection.keep(lines) { invalidateRestorableState() }
    if let row = focusedRow, !lines.contains(row) { focusedRow = selection.rows.min() ?? lines.nearestRow(to: row) }
    firstLine = min(firstLine, max(0, lines.count - 1))
    if wasFocusSeen, pending.first == nil, !isSeen(focusedRow, in: lines), let focusedRow { scrollToRow(focusedRow) }
    // Rows that come to a list that is already focused.
    if isFirstResponder, before.rowCount == 0, focusedRow == nil { takeFocusedRow() }
    noteItems()
  }

  /// Whether the focused row is in sight.
  var isFocusSeen: Bool { laidOutHeight == 0 || isSeen(focusedRow, in: lines) }

  private func isSeen(_ row: IndexPath?, in lines: RowLines) -> Bool {
    guard let line = row.flatMap(lines.line(of:)) else { return false }
    return line >= firstLine && line < firstLine + laidOutHeight
  }

  /// How many sections there are.
  public var sectionCount: Int {
    reloadIfNeeded()
    return lines.sectionCount
  }

  /// How many rows a section has.
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

  /// Whether a row is selected.
  public func isSelected(_ path: IndexPath) -> Bool { selection.contains(path) }

  /// Selects a row without telling the source, and lets keys act on it. A row that is not there is selected when it comes.
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

  /// Deselects a row; nil deselects all.
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

  /// Chooses a row, as a person would.
  func choose(section: Int, row: Int) throws {
    reloadIfNeeded()
    let path = IndexPath(section: section, row: row)
    guard lines.contains(path) else { throw AutomationError.noSuchRow(row, count: rowCount(inSection: section)) }
    choose(path)
  }

  func choose(_ path: IndexPath) {
    selection.endExtension()
    focus(path)
    // The notified object may have changed the rows.
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

  /// Lets keys act on the first row that is selected, or else seen, without telling anybody.
  private func takeFocusedRow() {
    focusedRow = selection.rows.min() ?? lines.firstRow(from: firstLine, step: 1)
    isFocusKnown = false
    invalidateRestorableState()
  }

  open override func didResignFirstResponder() {
    super.didResignFirstResponder()
    focusedTitle = nil
  }

  /// The row that is focused with the list is reported, too.
  override func keysWereBrought(byStep step: Int) {
    if let focusedRow, !isFocusKnown { focus(focusedRow) }
  }

  // MARK: Scrolling

  /// How many lines are seen: the last row of the view is the search's while there is one.
  var pageHeight: Int { max(0, bounds.height - headerHeight - (search == nil ? 0 : 1)) }

  /// How many rows of the view the titles of columns take; they give way where there is room for one row only.
  var headerHeight: Int { columns.isEmpty || bounds.height < 2 ? 0 : 1 }

  /// Where a line stands in the view.
  func y(ofLine line: Int) -> Int { headerHeight + line - firstLine }

  /// The lines that are seen.
  public var visibleLines: Range<Int> { firstLine..<max(firstLine, min(lines.count, firstLine + pageHeight)) }

  /// The line at the top: rows and headers count, from 0.
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

  /// Scrolls as little as is needed for a row to be seen. To one that is not there it scrolls when it comes.
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

  override var namesSubviewsByPlace: Bool { false }
  override var speaksForSubviews: Bool { true }
  override func focusStep(to subview: View) -> StateValue { focusStepToCell(subview) ?? super.focusStep(to: subview) }
  override func subview(atFocusStep step: StateValue) -> View? {
    cell(atFocusStep: step) ?? super.subview(atFocusStep: step)
  }

  // MARK: Events

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled else { return false }
    reloadIfNeeded()
    // Any other key puts the actions away, and does what it does without them.
    if search?.isTyping != true, rowActions?.takes(key) == false { rowActions = nil }
    return super.keyPressed(key)
  }

  open override var keyBindings: [KeyBinding] { currentBindings }

  open override func pasted(_ text: String) -> Bool {
    guard search?.isTyping == true else { return false }
    return addToSearch(text)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { handle(event) }

  open override var tapPoint: Point { firstRowPoint }

  open override func tapPoint(forTitle title: String) -> Point? { rowPoint(forTitle: title) }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) { drawRows(in: canvas) }

  open override var cursorLocation: Point? {
    guard isFirstResponder, let search, search.isTyping else { return nil }
    return Point(x: min(search.cursorColumn, bounds.width - 1), y: bounds.height - 1)
  }

  open override var accessibilityElements: [AccessibilityElement] { rowElements }

  /// What else can be used in a row whose line is at `y`.
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
    coder.encode(search?.value, forKey: "search")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    isEditing = coder.decodeBoolean(forKey: "isEditing") ?? false
    pending = RowPlaces(decoding: coder)
    pending.first = pending.first ?? .start
    columnState.decode(from: coder)
    columnState.awaitedTitle = coder.decodeString(forKey: "focusedTitle")
    search = RowSearch(coder.decodeValue(forKey: "search"))
    reloadData()
  }
}

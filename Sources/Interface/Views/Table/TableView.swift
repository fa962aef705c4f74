import StateRestoration

/// Rows one below the other, in sections with titles; made on demand, so that a million cost no more than a screenful
/// (UIKit's `UITableView`).
@MainActor
open class TableView: View {
  /// Gives the rows. Weak, as in UIKit.
  public weak var dataSource: (any TableViewDataSource)? { didSet { reloadData() } }
  /// A fixed list of rows, for a table without a data source.
  public var rows: [String] = [] {
    didSet {
      rowBytes = rows.byteCount
      heldBytesDidChange()
      reloadData()
    }
  }
  private var rowBytes = 0
  open override var heldBytes: Int { super.heldBytes + rowBytes + selected.count * 32 }
  /// Whether several rows can be selected at a time.
  public var allowsMultipleSelection = false
  /// Whether rows are deleted and moved.
  public var isEditing = false {
    didSet {
      guard isEditing != oldValue else { return }
      setNeedsLayout()
      invalidateRestorableState()
    }
  }

  /// How many lines stand before each section, headers included; the last is the whole.
  var lineStarts: [Int] = []
  var sectionHasHeader: [Bool] = []
  private var isStale = true
  var selected: Set<IndexPath> = [] { didSet { heldBytesDidChange() } }
  /// The row that a selection is extended from, and what else is selected, until anything else is done.
  var selectionExtension: (anchor: IndexPath, others: Set<IndexPath>)?
  /// The row that keys act on.
  var focusedRow: IndexPath?
  var firstLine = 0
  /// How many lines were seen when the rows were placed the last time.
  var laidOutHeight = 0
  var cellViews: [IndexPath: View] = [:]
  /// What was restored and waits for its rows.
  var pending = TablePlaces()
  /// What is looked for, while the person types it or goes from one place to the next.
  var search: TableSearch?
  /// The actions that are shown beside a row.
  var rowActions: TableRowActions? { didSet { setNeedsDisplay() } }
  var isDraggingScrollBar = false
  /// The row that the mouse moves, while the table is edited.
  var draggedRow: IndexPath?

  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }
  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    reloadIfNeeded()
    return Size(width: proposal.width, height: min(proposal.height, lineCount))
  }

  // MARK: Rows

  /// Asks the data source anew when the table is needed the next time. Selected rows that are no more are deselected.
  public func reloadData() {
    isStale = true
    rowActions = nil
    selectionExtension = nil
    for view in cellViews.values { view.removeFromSuperview() }
    cellViews = [:]
    setNeedsLayout()
  }

  func reloadIfNeeded() {
    guard isStale else { return }
    isStale = false
    // The data source can use the table while it is asked; what it says is taken as a whole.
    var starts = [0]
    var headers: [Bool] = []
    for section in 0..<numberOfSections {
      let hasHeader = dataSource?.tableView(self, titleForHeaderInSection: section) != nil
      headers.append(hasHeader)
      starts.append(starts[section] + (hasHeader ? 1 : 0) + askRowCount(section))
    }
    lineStarts = starts
    sectionHasHeader = headers
    if dataSource == nil, rows.isEmpty { keepPlacesOfEmptied() }
    applyPendingPlaces()
    let kept = selected.filter(isRow)
    if kept != selected {
      selected = kept
      invalidateRestorableState()
    }
    if let row = focusedRow, !isRow(row) { focusedRow = selected.min() ?? nearestRow(to: row) }
    firstLine = min(firstLine, max(0, lineCount - 1))
  }

  /// More than anybody scrolls through; lines of many such sections can still be counted.
  private static let mostRows = 1 << 40

  private var numberOfSections: Int {
    guard let dataSource else { return 1 }
    return max(0, dataSource.numberOfSections(in: self))
  }
  private func askRowCount(_ section: Int) -> Int {
    guard let dataSource else { return rows.count }
    return min(max(0, dataSource.tableView(self, numberOfRowsInSection: section)), Self.mostRows)
  }
  var lineCount: Int { lineStarts.last ?? 0 }

  /// How many lines are seen: the last row of the view is the search's while there is one.
  var pageHeight: Int { max(0, bounds.height - (search == nil ? 0 : 1)) }

  /// How many sections there are.
  public var sectionCount: Int {
    reloadIfNeeded()
    return sectionHasHeader.count
  }
  /// How many rows a section has.
  public func rowCount(inSection section: Int) -> Int {
    reloadIfNeeded()
    guard sectionHasHeader.indices.contains(section) else { return 0 }
    return lineStarts[section + 1] - lineStarts[section] - (sectionHasHeader[section] ? 1 : 0)
  }

  func isRow(_ path: IndexPath) -> Bool {
    path.row >= 0 && sectionHasHeader.indices.contains(path.section)
      && path.row < lineStarts[path.section + 1] - lineStarts[path.section] - (sectionHasHeader[path.section] ? 1 : 0)
  }

  func nearestRow(to path: IndexPath) -> IndexPath? {
    guard
      let section = sectionHasHeader.indices.last(where: { $0 <= path.section && rowCount(inSection: $0) > 0 })
        ?? sectionHasHeader.indices.first(where: { rowCount(inSection: $0) > 0 })
    else { return nil }
    return IndexPath(section: section, row: min(max(0, path.row), rowCount(inSection: section) - 1))
  }

  func line(of path: IndexPath) -> Int {
    lineStarts[path.section] + (sectionHasHeader[path.section] ? 1 : 0) + path.row
  }

  /// What stands in a line: a row, or the header of a section if the row is nil.
  func content(ofLine line: Int) -> (section: Int, row: Int?)? {
    guard line >= 0, line < lineCount else { return nil }
    var low = 0
    var high = sectionHasHeader.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= line { low = middle } else { high = middle - 1 }
    }
    let offset = line - lineStarts[low] - (sectionHasHeader[low] ? 1 : 0)
    return (low, offset < 0 ? nil : offset)
  }

  func cell(at path: IndexPath) -> TableCell {
    guard let dataSource else {
      return .text(rows.indices.contains(path.row) ? rows[path.row] : "", detail: nil, accessory: nil)
    }
    return dataSource.tableView(self, cellForRowAt: path)
  }

  // MARK: Selection

  /// The selected rows, in order.
  public var indexPathsForSelectedRows: [IndexPath] {
    reloadIfNeeded()
    return selected.sorted()
  }

  /// Selects a row without telling the delegate. A row that is not there is left alone.
  public func selectRow(_ path: IndexPath) {
    reloadIfNeeded()
    guard isRow(path) else { return }
    if !allowsMultipleSelection { selected = [] }
    selected.insert(path)
    selectionWasMoved()
    focusedRow = path
    pending.focused = nil
    selectionDidChange()
  }

  /// Deselects a row; nil deselects all.
  public func deselectRow(_ path: IndexPath?) {
    if let path {
      selected.remove(path)
      selectionWasMoved()
    } else {
      selected = []
      pending.selected = nil
    }
    selectionDidChange()
  }

  func selectionDidChange() {
    setNeedsDisplay()
    invalidateRestorableState()
  }

  /// Chooses a row, as a person would.
  func choose(section: Int, row: Int) throws {
    reloadIfNeeded()
    let path = IndexPath(section: section, row: row)
    guard isRow(path) else { throw AutomationError.noSuchRow(row, count: rowCount(inSection: section)) }
    choose(path)
  }

  func choose(_ path: IndexPath) {
    if allowsMultipleSelection, selected.contains(path) {
      focus(path)
      deselectRow(path)
      return
    }
    selectRow(path)
    scrollToRow(path)
    dataSource?.tableView(self, didSelectRowAt: path)
    sendValueChanged()
  }

  // MARK: Scrolling

  /// The line at the top: rows and headers count, from 0.
  public var contentOffset: Int {
    get { firstLine }
    set {
      reloadIfNeeded()
      if lineCount > 0 { pending.first = nil }
      let last = pageHeight > 0 ? max(0, lineCount - pageHeight) : max(0, lineCount - 1)
      let line = min(max(0, newValue), last)
      guard line != firstLine else { return }
      firstLine = line
      setNeedsLayout()
      invalidateRestorableState()
    }
  }

  /// Scrolls as little as is needed for a row to be seen.
  public func scrollToRow(_ path: IndexPath) {
    reloadIfNeeded()
    guard isRow(path) else { return }
    pending.first = nil
    let line = line(of: path)
    guard pageHeight > 0 else {
      firstLine = line
      return
    }
    if line < firstLine { contentOffset = line }
    if line >= firstLine + pageHeight { contentOffset = line - pageHeight + 1 }
  }

  func moveFocus(by lines: Int) -> Bool {
    reloadIfNeeded()
    guard lineCount > 0 else { return false }
    guard let current = focusedRow else {
      focus(firstRow(from: firstLine, step: 1))
      return true
    }
    let target = min(max(0, line(of: current) + lines), lineCount - 1)
    guard
      let row = firstRow(from: target, step: lines < 0 ? -1 : 1) ?? firstRow(from: target, step: lines < 0 ? 1 : -1),
      row != current
    else { return false }
    focus(row)
    return true
  }

  func firstRow(from line: Int, step: Int) -> IndexPath? {
    var line = line
    while let content = content(ofLine: line) {
      if let row = content.row { return IndexPath(section: content.section, row: row) }
      line += step
    }
    return nil
  }

  func focus(_ path: IndexPath?) {
    focusedRow = path
    selectionExtension = nil
    pending.focused = nil
    if let path { scrollToRow(path) }
    setNeedsDisplay()
    invalidateRestorableState()
  }

  open override func didBecomeFirstResponder() {
    super.didBecomeFirstResponder()
    reloadIfNeeded()
    guard focusedRow == nil else { return }
    focusedRow = selected.min() ?? firstRow(from: firstLine, step: 1)
    invalidateRestorableState()
  }

  // MARK: Events

  open override func keyPressed(_ key: KeyPress) -> Bool {
    guard isEffectivelyEnabled else { return false }
    return handleFirst(key) ?? super.keyPressed(key)
  }

  open override var keyBindings: [KeyBinding] { tableKeyBindings }

  open override func pasted(_ text: String) -> Bool {
    guard search?.isTyping == true else { return false }
    return addToSearch(text)
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool { handle(event) }

  open override func tapPoint(forTitle title: String) -> Point? {
    if let point = rowActionPoint(forTitle: title) { return point }
    reloadIfNeeded()
    // What is seen first, then what is not, as far as a person would look.
    let visible = firstLine..<min(lineCount, firstLine + max(1, pageHeight))
    for line in Array(visible) + Array(0..<min(lineCount, 10_000)) {
      guard let content = content(ofLine: line), let row = content.row else { continue }
      let path = IndexPath(section: content.section, row: row)
      guard case .text(let text, _, _) = cell(at: path), text == title else { continue }
      scrollToRow(path)
      return Point(x: min(1, max(0, bounds.width - 1)), y: line - firstLine)
    }
    return nil
  }

  // MARK: Drawing

  open override func layoutSubviews() { placeCellViews() }

  override var namesSubviewsByPlace: Bool { false }

  override func focusStep(to subview: View) -> StateValue {
    cellViews.first { $0.value === subview }.map { place(of: $0.key).value } ?? super.focusStep(to: subview)
  }

  override func subview(atFocusStep step: StateValue) -> View? {
    guard let place = TablePlace(step) else { return super.subview(atFocusStep: step) }
    return row(at: place).flatMap { cellViews[$0] }
  }

  open override func draw(in canvas: Canvas) {
    reloadIfNeeded()
    if lineCount == 0, isFirstResponder { canvas.put(">", x: 0, y: 0, style: theme[.focused]) }
    for y in 0..<pageHeight {
      guard let content = content(ofLine: firstLine + y) else { break }
      if let row = content.row {
        drawRow(IndexPath(section: content.section, row: row), y: y, in: canvas)
      } else if let title = dataSource?.tableView(self, titleForHeaderInSection: content.section) {
        canvas.put(title.truncated(to: rowWidth), x: 0, y: y, style: theme[.header])
      }
    }
    scrollBar.draw(in: canvas, x: bounds.width - 1, theme: theme)
    search?.draw(in: canvas, y: bounds.height - 1, width: bounds.width, theme: theme)
  }

  open override var cursorLocation: Point? {
    guard isFirstResponder, let search, search.isTyping else { return nil }
    return Point(x: min(search.cursorColumn, bounds.width - 1), y: bounds.height - 1)
  }

  open override var accessibilityElements: [AccessibilityElement] { tableElements }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    reloadIfNeeded()
    coder.encode(isEditing, forKey: "isEditing")
    encodePlaces(with: coder)
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    isEditing = coder.decodeBoolean(forKey: "isEditing") ?? false
    decodePlaces(with: coder)
  }
}

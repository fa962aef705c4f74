import StateRestoration

// Columns: titles, sorting, widths and horizontal scrolling.
extension RowList {
  /// The columns; empty for rows with a single cell. Setting them keeps the user's changes to columns that still exist.
  public var columns: [TableColumn] {
    get { columnState.columns }
    set {
      guard newValue != columnState.columns else { return }
      columnState.columns = newValue
      focusedTitle = nil
      reloadData()
    }
  }

  /// The index of the column by which rows are sorted; nil if there is none. Setting it does not notify the source.
  public var sortColumn: Int? {
    get { columnState.sortedIndex }
    set {
      columnState.sortIdentifier = newValue.flatMap { columns.indices.contains($0) ? columns[$0].identifier : nil }
      columnState.isSortingUnreported = false
      columnsDidChange()
    }
  }

  /// Whether rows are sorted in ascending order. Setting it does not notify the source.
  public var sortAscending: Bool {
    get { columnState.isAscending }
    set {
      columnState.isAscending = newValue
      columnState.isSortingUnreported = false
      columnsDidChange()
    }
  }

  /// The first visible cell of the columns, which scroll horizontally if they do not fit.
  public var columnOffset: Int {
    get { columnState.offset }
    set {
      columnState.awaitedOffset = nil
      // The limit is unknown before the first layout.
      let offset = max(0, bounds.isEmpty ? newValue : min(newValue, lastColumnOffset))
      guard offset != columnState.offset else { return }
      columnState.offset = offset
      columnsDidChange()
    }
  }

  private func columnsDidChange() {
    setNeedsLayout()
    invalidateRestorableState()
  }

  /// The width available to columns, besides the mark, the scroll bar and the handle.
  var columnRoom: Int { max(0, rowWidth - 2 - (hasHandles ? 2 : 0)) }

  /// The ranges of the columns.
  var columnPlaces: [Range<Int>] { columnState.places(in: columnRoom) }

  private var lastColumnOffset: Int { max(0, (columnPlaces.last?.upperBound ?? 0) - columnRoom) }

  /// The index of the focused column, of the focused column title, or of the column with the focused view; nil if there is none.
  var keptColumn: Int? {
    focusedTitle ?? focusedColumn
      ?? shownCells.values.lazy.compactMap { ($0.view as? RowCellsView)?.focusedColumn }.first
  }

  /// Adjusts the horizontal scroll position after a change of width or columns.
  func settleColumnOffset() {
    guard !bounds.isEmpty, !columns.isEmpty else { return }
    let (room, before) = (columnRoom, columnState.laidOutRoom)
    columnState.laidOutRoom = room
    if columnState.awaitedOffset == nil, before > 0, before != room {
      // Keeps the same column at the left edge at every width, but the focused one visible.
      columnState.awaitedOffset = columnState.place(in: columnState.places(in: before))
      columnState.keepsFocusVisible = keptColumn.map { columnState.shows($0, in: before) } ?? false
    }
    var offset = columnState.offset
    if let place = columnState.awaitedOffset {
      if let identifier = place.identifier {
        offset = columnState.index(of: identifier).map { columnPlaces[$0].lowerBound + place.cells } ?? offset
      } else {
        offset = 0
      }
      if columnState.keepsFocusVisible, let keptColumn {
        offset = columnState.offset(offset, showing: keptColumn, in: room)
      }
    }
    columnState.offset = min(offset, lastColumnOffset)
  }

  /// Passes a restored sorting to the source once the column exists, before the first row is loaded.
  func reportRestoredSorting() {
    guard columnState.isSortingUnreported, let index = columnState.sortedIndex else { return }
    guard columns[index].isSortable else { return columnState.forgetSorting() }
    if rowSource?.didSort(byColumn: index, isAscending: columnState.isAscending) == true {
      columnState.isSortingUnreported = false
    }
  }

  // MARK: User actions

  /// Sorts by a column on behalf of the user, reversing the order if rows are sorted by it already. Returns false if
  /// the column is not sortable.
  @discardableResult
  func sort(byColumn index: Int) -> Bool {
    guard columns.indices.contains(index), columns[index].isSortable else { return false }
    columnState.isAscending = columnState.sortedIndex == index ? !columnState.isAscending : true
    columnState.sortIdentifier = columns[index].identifier
    (columnState.isSortedByUser, columnState.isSortingUnreported) = (true, false)
    columnsDidChange()
    // The order of the rows changes, so the scroll position does not follow the top item.
    forgetTopItem()
    endExtension()
    abandonPendingLine()
    _ = rowSource?.didSort(byColumn: index, isAscending: columnState.isAscending)
    reloadData()
    return true
  }

  /// Sets the width of a column on behalf of the user.
  func setWidth(_ width: Int, ofColumn index: Int) {
    guard columns.indices.contains(index) else { return }
    let column = columns[index]
    columnState.changedWidths[column.identifier] = min(max(column.minimumWidth, width), TableColumnError.largestWidth)
    // The columns stay where they are, also after a restart or a resize.
    columnState.awaitedOffset = nil
    columnsDidChange()
    settleColumnOffset()
  }

  /// Scrolls horizontally. Returns false if there is nothing further to show.
  func scrollColumns(by cells: Int) -> Bool {
    let before = columnOffset
    columnOffset += cells
    return columnOffset != before
  }

  func scrollToColumn(_ index: Int) {
    columnOffset = columnState.offset(columnOffset, showing: index, in: columnRoom)
  }

  // MARK: Keys

  private static let sidewaysStep = 8

  /// The key bindings of rows with columns.
  var columnBindings: [KeyBinding] {
    guard !columns.isEmpty else { return [] }
    let (left, right) = ({ self.scrollColumns(by: -Self.sidewaysStep) }, { self.scrollColumns(by: Self.sidewaysStep) })
    let titles = { self.focusTitle(self.columnState.sortedIndex ?? 0) }
    return [
      KeyBinding("Sort, resize columns", trying: [.character("^"): titles, .up: titles]).hinted("sort, resize"),
      KeyBinding(
        lastColumnOffset > 0 ? "Sideways" : nil,
        trying: [.key(.left, .shift): left, .key(.right, .shift): right, .left: left, .right: right]),
    ]
  }

  /// Returns the key bindings of a focused column title.
  func titleBindings(_ index: Int) -> [KeyBinding] {
    let leave: () -> Bool = {
      self.focusedTitle = nil
      return true
    }
    let sort = { self.sort(byColumn: index) }
    let widen = { self.setWidth(self.columnPlaces[index].count + 1, ofColumn: index) }
    let narrow = { self.setWidth(self.columnPlaces[index].count - 1, ofColumn: index) }
    return [
      KeyBinding(
        "Previous, next column",
        trying: [.left: { self.focusTitle(index - 1) }, .right: { self.focusTitle(index + 1) }]),
      KeyBinding(columns[index].isSortable ? "Sort" : nil, trying: [.enter: sort, .space: sort]),
      KeyBinding("Narrower, wider", [.character("-"): narrow, .character("+"): widen]),
      KeyBinding("Back to the rows", trying: [.down: leave, .escape: leave]),
    ]
  }

  /// Focuses a column title, or the nearest one.
  private func focusTitle(_ index: Int) -> Bool {
    guard headerHeight > 0 else { return false }
    let index = min(max(0, index), columns.count - 1)
    focusedTitle = index
    scrollToColumn(index)
    setNeedsDisplay()
    return true
  }

  // MARK: Mouse

  /// Returns the column whose title, or right edge, is in a cell of the header.
  private func column(atHeaderCell x: Int) -> (index: Int, isEdge: Bool)? {
    guard x >= 2, x <= 2 + columnRoom else { return nil }
    let cell = x - 2 + columnOffset
    for (index, place) in columnPlaces.enumerated() {
      if cell == place.upperBound { return (index, true) }
      if place.contains(cell) { return (index, false) }
    }
    return nil
  }

  /// The title by which a click at a point sorts; nil if none does.
  func sortingTitle(at point: Point) -> String? {
    guard point.y < headerHeight, bounds.contains(point), let column = column(atHeaderCell: point.x),
      !column.isEdge, columns[column.index].isSortable
    else { return nil }
    return columns[column.index].title.string
  }

  /// Handles mouse events in the header, and dragging of a column edge. Returns nil for other events.
  func handleHeader(_ event: MouseEvent) -> Bool? {
    switch event.action {
    case .press(button: 1):
      guard event.location.y < headerHeight, bounds.contains(event.location) else { return nil }
      pressedTitle = column(atHeaderCell: event.location.x)?.index
      isDraggingEdge = column(atHeaderCell: event.location.x)?.isEdge == true
      return true
    case .drag(button: 1):
      guard isDraggingEdge, let index = pressedTitle else { return pressedTitle == nil ? nil : true }
      setWidth(event.location.x - 2 + columnOffset - columnPlaces[index].lowerBound, ofColumn: index)
      return true
    case .release(button: 1):
      guard let index = pressedTitle else { return nil }
      defer { (pressedTitle, isDraggingEdge) = (nil, false) }
      if !isDraggingEdge, event.location.y < headerHeight, column(atHeaderCell: event.location.x)?.index == index {
        sort(byColumn: index)
      }
      return true
    case .wheel(let cells) where event.modifiers.contains(.shift):
      return columns.isEmpty ? nil : scrollColumns(by: cells * 2)
    default: return nil
    }
  }

  // MARK: Drawing

  /// Draws the titles above their columns.
  func drawHeader(in canvas: Canvas) {
    guard headerHeight > 0 else { return }
    let look = theme[.columnTitle]
    // The markers for hidden columns are drawn where no title is.
    if columnOffset > 0 { canvas.put("‹", x: 0, y: 0, style: look) }
    if columnOffset < lastColumnOffset { canvas.put("›", x: 1, y: 0, style: look) }
    let room = canvas.part(Rect(x: 2, y: 0, width: columnRoom, height: 1))
    for (index, place) in columnPlaces.enumerated() {
      let isFocused = isFirstResponder && focusedTitle == index
      let cell = room.part(Rect(x: place.lowerBound - columnOffset, y: 0, width: place.count, height: 1))
      let style = theme[isFocused ? .focused : sortColumn == index ? .sortedColumnTitle : .columnTitle]
      if isFocused { cell.fill(Rect(x: 0, y: 0, width: place.count, height: 1), style: style) }
      drawTitle(of: columns[index], isSorted: sortColumn == index, width: place.count, style: style, in: cell)
    }
  }

  private func drawTitle(of column: TableColumn, isSorted: Bool, width: Int, style: Style, in canvas: Canvas) {
    let title = column.title.inOneLine
    guard isSorted else {
      let text = title.truncated(to: width)
      canvas.put(text, x: column.alignment.start(of: text, in: width), y: 0, style: style, theme: theme)
      return
    }
    let mark = sortAscending ? "▲" : "▼"
    // The title keeps its position, and is truncated if there is no room for the sort mark.
    let text = title.truncated(to: max(0, width - 2))
    var x = column.alignment.start(of: min(title.cellWidth, width), in: width)
    if column.alignment == .right {
      x = width - text.cellWidth
      canvas.put(mark, x: max(0, text.isEmpty ? x - 1 : x - 2), y: 0, style: style)
    } else {
      x = max(0, min(x, width - text.cellWidth - 2))
      canvas.put(mark, x: min(max(0, width - 1), text.isEmpty ? x : x + text.cellWidth + 1), y: 0, style: style)
    }
    canvas.put(text, x: x, y: 0, style: style, theme: theme)
  }

  /// Draws the texts of a row's columns.
  func drawCells(of row: RowPicture.Row, in rect: Rect, canvas: Canvas) {
    guard case .columns(let texts) = row.texts else { return }
    // Looked up once, as it is found by the window.
    let theme = theme
    let room = canvas.part(
      Rect(x: rect.minX, y: rect.minY, width: min(rect.width, columnRoom), height: 1))
    for (index, place) in columnPlaces.enumerated() where index < texts.count || index == row.focusedColumn {
      var (x, width) = (place.lowerBound - columnOffset, place.count)
      var style = row.style
      if index == row.focusedColumn {
        style = theme[.focused].over(Style(attributes: style.attributes))
        room.fill(Rect(x: x, y: 0, width: width, height: 1), style: style)
      }
      let leading = row.leading
      if index == 0, !leading.isEmpty {
        room.part(Rect(x: x, y: 0, width: width, height: 1))
          .put(leading.legible(on: style, in: theme), x: 0, y: 0, style: style, theme: theme)
        x += min(width, leading.cellWidth)
        width -= min(width, leading.cellWidth)
      }
      guard index < texts.count, let text = texts[index]?.inOneLine.truncated(to: width), !text.isEmpty else {
        continue
      }
      let start = columns[index].alignment.start(of: text, in: width)
      room.put(text.legible(on: style, in: theme), x: x + start, y: 0, style: style, theme: theme)
    }
  }

  // MARK: Accessibility

  /// The elements of the titles and of the sorting.
  var titleElements: [AccessibilityElement] {
    guard headerHeight > 0 else { return [] }
    return zip(columns, columnPlaces).enumerated().compactMap { index, column in
      let sorted = sortColumn == index ? sortAscending ? "sorted ascending" : "sorted descending" : nil
      guard column.0.isSortable || sorted != nil else { return nil }
      let x = column.1.lowerBound - columnOffset
      let isSeen = column.0.isSortable && x + column.1.count > 0 && x < columnRoom
      return AccessibilityElement(
        .button, column.0.title.string, value: sorted ?? "sorts by it",
        isFocused: isFirstResponder && focusedTitle == index,
        of: self, activationPoint: isSeen ? Point(x: 2 + min(max(0, x), columnRoom - 1), y: 0) : nil)
    }
  }

  /// Returns the sortable column with a title, if titles are shown.
  func column(titled title: String) -> Int? {
    headerHeight > 0 ? columns.firstIndex { $0.title.string == title && $0.isSortable } : nil
  }

  /// Returns the point to click on the title of a column.
  func titlePoint(ofColumn index: Int) -> Point {
    Point(x: 2 + max(0, columnPlaces[index].lowerBound - columnOffset), y: 0)
  }

  /// Returns the texts of a row with these cells: the first non-empty one is the label, and the others are prefixed by
  /// their column titles.
  func words(ofCells texts: [String]) -> RowWords {
    let name = texts.firstIndex { !$0.isEmpty }
    let others = zip(columns, texts).enumerated().compactMap { index, cell in
      index == name || cell.1.isEmpty
        ? nil : [cell.0.title.string, cell.1].filter { !$0.isEmpty }.joined(separator: " ")
    }
    return RowWords(
      name.map { texts[$0] } ?? "", value: others.isEmpty ? nil : others.joined(separator: ", "), searchedTexts: texts)
  }
}

extension Label.Alignment {
  /// Returns the start of a text within a number of cells.
  func start(of text: Text, in room: Int) -> Int {
    start(of: text.cellWidth, in: room, isRightToLeft: self == .natural && text.string.isRightToLeft)
  }

  /// Returns the start of a text of this width within a number of cells.
  func start(of width: Int, in room: Int, isRightToLeft: Bool = false) -> Int {
    switch self {
    case .natural: isRightToLeft ? max(0, room - width) : 0
    case .left: 0
    case .center: max(0, (room - width) / 2)
    case .right: max(0, room - width)
    }
  }
}

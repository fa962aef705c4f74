import StateRestoration

// Rows in columns: the titles above them, sorting, widths, and scrolling sideways.
extension RowList {
  /// The columns; none for rows of one cell each. Setting them keeps what the user did to those that are there still.
  public var columns: [TableColumn] {
    get { columnState.columns }
    set {
      guard newValue != columnState.columns else { return }
      columnState.columns = newValue
      focusedTitle = nil
      heldBytesDidChange()
      contentSizeDidChange()
      reloadData()
      invalidateRestorableState()
    }
  }

  /// The place of the column that rows are sorted by; nil if they are not. Setting it tells nobody.
  public var sortColumn: Int? {
    get { columnState.sortedIndex }
    set {
      columnState.sortIdentifier = newValue.flatMap { columns.indices.contains($0) ? columns[$0].identifier : nil }
      columnState.isSortingUntold = false
      columnsDidChange()
    }
  }

  /// Whether rows are sorted with the least at the top. Setting it tells nobody.
  public var sortAscending: Bool {
    get { columnState.isAscending }
    set {
      columnState.isAscending = newValue
      columnState.isSortingUntold = false
      columnsDidChange()
    }
  }

  /// The first cell of the columns that is seen; they are scrolled sideways where there is no room for all.
  public var columnOffset: Int {
    get { columnState.offset }
    set {
      columnState.awaitedOffset = nil
      // Before there is any room nobody knows how far it goes.
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

  /// How many cells of a row's columns can be seen: beside the mark, the scroll bar and the handle.
  var columnRoom: Int { max(0, rowWidth - 2 - (hasHandles ? 2 : 0)) }

  /// Where the columns stand beside each other.
  var columnPlaces: [Range<Int>] { columnState.places(in: columnRoom) }

  private var lastColumnOffset: Int { max(0, (columnPlaces.last?.upperBound ?? 0) - columnRoom) }

  /// There may be more room now, or fewer columns.
  func settleColumnOffset() {
    guard !bounds.isEmpty, !columns.isEmpty else { return }
    let (room, before) = (columnRoom, columnState.laidOutRoom)
    columnState.laidOutRoom = room
    if columnState.awaitedOffset == nil, before > 0, before != room {
      // The same column stands at the left in another room, and again in this one.
      columnState.awaitedOffset = columnState.place(in: columnState.places(in: before))
    }
    var offset = columnState.offset
    if let place = columnState.awaitedOffset, let index = columnState.index(of: place.identifier) {
      offset = columnPlaces[index].lowerBound + place.cells
    }
    columnState.offset = min(offset, lastColumnOffset)
  }

  /// Tells of a restored sorting, when the column is there and before the first row is asked for.
  func tellRestoredSorting() {
    guard columnState.isSortingUntold, let index = columnState.sortedIndex else { return }
    guard columns[index].isSortable else { return columnState.forgetSorting() }
    if rowSource?.rowList(self, didSortByColumn: index, isAscending: columnState.isAscending) == true {
      columnState.isSortingUntold = false
    }
  }

  // MARK: What the user does

  /// Sorts by a column, as the user wants it: upwards, and downwards if it was so already. False if it cannot be sorted by.
  @discardableResult
  func sort(byColumn index: Int) -> Bool {
    guard columns.indices.contains(index), columns[index].isSortable else { return false }
    columnState.isAscending = columnState.sortedIndex == index ? !columnState.isAscending : true
    columnState.sortIdentifier = columns[index].identifier
    (columnState.isSortedByPerson, columnState.isSortingUntold) = (true, false)
    columnsDidChange()
    // The rows below the top are others then, and it is not the item there that matters.
    forgetTopItem()
    pending.first = nil
    _ = rowSource?.rowList(self, didSortByColumn: index, isAscending: columnState.isAscending)
    reloadData()
    return true
  }

  /// Makes a column as wide as the user wants it.
  func setWidth(_ width: Int, ofColumn index: Int) {
    guard columns.indices.contains(index) else { return }
    let column = columns[index]
    columnState.changedWidths[column.identifier] = min(max(column.minimumWidth, width), TableColumnError.largestWidth)
    columnsDidChange()
    settleColumnOffset()
  }

  /// Scrolls sideways. False if there is no more to be seen there.
  func scrollColumns(by cells: Int) -> Bool {
    let before = columnOffset
    columnOffset += cells
    return columnOffset != before
  }

  private func scrollToColumn(_ index: Int) {
    let place = columnPlaces[index]
    if place.upperBound > columnOffset + columnRoom { columnOffset = place.upperBound - columnRoom }
    if place.lowerBound < columnOffset { columnOffset = place.lowerBound }
  }

  // MARK: Keys

  private static let sidewaysStep = 8

  /// What keys do in rows that stand in columns.
  var columnBindings: [KeyBinding] {
    guard !columns.isEmpty else { return [] }
    let (left, right) = ({ self.scrollColumns(by: -Self.sidewaysStep) }, { self.scrollColumns(by: Self.sidewaysStep) })
    let titles = { self.focusTitle(self.columnState.sortedIndex ?? 0) }
    return [
      KeyBinding("Titles: sort, change widths", trying: [.character("^"): titles, .up: titles]),
      KeyBinding(
        lastColumnOffset > 0 ? "Sideways" : nil,
        trying: [.key(.left, .shift): left, .key(.right, .shift): right, .left: left, .right: right]),
    ]
  }

  /// What keys do in the titles.
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
        "Column before, after",
        trying: [.left: { self.focusTitle(index - 1) }, .right: { self.focusTitle(index + 1) }]),
      KeyBinding(columns[index].isSortable ? "Sort" : nil, trying: [.enter: sort, .space: sort]),
      KeyBinding("Narrower, wider", [.character("-"): narrow, .character("+"): widen]),
      KeyBinding("Rows", trying: [.down: leave, .escape: leave]),
    ]
  }

  /// Lets keys act on a title, or the nearest one.
  private func focusTitle(_ index: Int) -> Bool {
    guard headerHeight > 0 else { return false }
    let index = min(max(0, index), columns.count - 1)
    focusedTitle = index
    scrollToColumn(index)
    setNeedsDisplay()
    return true
  }

  // MARK: Mouse

  /// The column whose title stands in a cell of the header, or whose right edge it is.
  private func column(atHeaderCell x: Int) -> (index: Int, isEdge: Bool)? {
    guard x >= 2, x <= 2 + columnRoom else { return nil }
    let cell = x - 2 + columnOffset
    for (index, place) in columnPlaces.enumerated() {
      if cell == place.upperBound { return (index, true) }
      if place.contains(cell) { return (index, false) }
    }
    return nil
  }

  /// What the mouse does in the titles, and with an edge that it holds. Nil if it has to do with neither.
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

  /// The titles above the rows, each exactly above its cells.
  func drawHeader(in canvas: Canvas) {
    guard headerHeight > 0 else { return }
    let look = theme[.header]
    // Whether there is more at a side is said where no title stands.
    if columnOffset > 0 { canvas.put("‹", x: 0, y: 0, style: look) }
    if columnOffset < lastColumnOffset { canvas.put("›", x: 1, y: 0, style: look) }
    let room = canvas.part(Rect(x: 2, y: 0, width: columnRoom, height: 1))
    for (index, place) in columnPlaces.enumerated() {
      let hasKeys = isFirstResponder && focusedTitle == index
      let cell = room.part(Rect(x: place.lowerBound - columnOffset, y: 0, width: place.count, height: 1))
      let style = hasKeys ? theme[.focused] : look
      if hasKeys { cell.fill(Rect(x: 0, y: 0, width: place.count, height: 1), style: style) }
      drawTitle(of: columns[index], isSorted: sortColumn == index, width: place.count, style: style, in: cell)
    }
  }

  private func drawTitle(of column: TableColumn, isSorted: Bool, width: Int, style: Style, in canvas: Canvas) {
    let title = column.title.inOneLine
    guard isSorted else {
      let text = title.truncated(to: width)
      canvas.put(text, x: column.alignment.start(of: text.cellWidth, in: width), y: 0, style: style, theme: theme)
      return
    }
    let mark = sortAscending ? "▲" : "▼"
    // The title stands where it does without the mark, and is shorter if there is no room beside it.
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

  /// Draws texts beside each other, each in its column; nil leaves the room to a view.
  ///
  /// - Parameter leading: what stands before the first one.
  func drawCells(
    _ path: IndexPath, _ texts: [Text?], leading: String = "", in rect: Rect, style: Style, canvas: Canvas
  ) {
    drawRow(path, text: nil, trailing: [], in: rect, style: style, canvas: canvas)
    let room = canvas.part(
      Rect(x: rect.minX, y: rect.minY, width: min(rect.width, columnRoom), height: 1))
    for (index, place) in columnPlaces.enumerated() where index < texts.count {
      var (x, width) = (place.lowerBound - columnOffset, place.count)
      if index == 0, !leading.isEmpty {
        room.part(Rect(x: x, y: 0, width: width, height: 1)).put(leading, x: 0, y: 0, style: style)
        x += min(width, leading.cellWidth)
        width -= min(width, leading.cellWidth)
      }
      guard let text = texts[index]?.inOneLine.truncated(to: width), !text.isEmpty else { continue }
      let start = columns[index].alignment.start(of: text.cellWidth, in: width)
      room.put(text.legible(on: style, in: theme), x: x + start, y: 0, style: style, theme: theme)
    }
  }

  // MARK: In words

  /// The titles that can be used, and how rows are sorted.
  var titleElements: [AccessibilityElement] {
    guard headerHeight > 0 else { return [] }
    return zip(columns, columnPlaces).enumerated().compactMap { index, column in
      let sorted = sortColumn == index ? sortAscending ? "sorted upwards" : "sorted downwards" : nil
      guard column.0.isSortable || sorted != nil else { return nil }
      let x = column.1.lowerBound - columnOffset
      let isSeen = column.0.isSortable && x + column.1.count > 0 && x < columnRoom
      return AccessibilityElement(
        .button, column.0.title.string, value: sorted ?? "sorts by it",
        hasKeys: isFirstResponder && focusedTitle == index,
        of: self, activationPoint: isSeen ? Point(x: 2 + min(max(0, x), columnRoom - 1), y: 0) : nil)
    }
  }

  /// Where to click on the title of a column that can be sorted by, which is scrolled to.
  func titlePoint(for title: String) -> Point? {
    guard headerHeight > 0, let index = columns.firstIndex(where: { $0.title.string == title && $0.isSortable }) else {
      return nil
    }
    scrollToColumn(index)
    return Point(x: 2 + max(0, columnPlaces[index].lowerBound - columnOffset), y: 0)
  }

  /// A row of these cells in words: it is called by the first, and the others are called by their columns.
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
  /// Where something of a width begins in so many cells.
  func start(of width: Int, in room: Int) -> Int {
    switch self {
    case .left: 0
    case .center: max(0, (room - width) / 2)
    case .right: max(0, room - width)
    }
  }
}

extension String {
  /// The text in one line, blanks where lines ended.
  var inOneLine: String {
    contains(where: \.isNewline) ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }
}

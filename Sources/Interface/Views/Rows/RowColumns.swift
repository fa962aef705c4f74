import StateRestoration

/// The state of a list's columns: widths, sorting and horizontal scroll position.
struct RowColumns: Equatable {
  var columns: [TableColumn] = []
  /// The identifier of the column by which rows are sorted; the column may not exist yet.
  var sortIdentifier: String?
  /// Whether rows are sorted in ascending order.
  var isAscending = true
  /// Whether the user chose the sorting, which is then preserved.
  var isSortedByUser = false
  /// Whether a restored sorting has not been passed to the source yet.
  var isSortingUnreported = false
  /// The widths set by the user, by column identifier, including those of columns that are currently missing.
  var changedWidths: [String: Int] = [:]
  /// The first visible cell.
  var offset = 0
  /// The column whose title was focused when the state was saved, until the column exists.
  var awaitedTitle: String?
  /// The width available to the columns at the last layout.
  var laidOutRoom = 0
  /// The restored horizontal scroll position, as a column and an offset within it, until the user scrolls, moves the focus or
  /// resizes a column. Also set when the width of the list changes.
  var awaitedOffset: AwaitedOffset?
  /// Whether the focused column stays visible until then.
  var keepsFocusVisible = false

  /// A horizontal scroll position.
  struct AwaitedOffset: Equatable {
    /// The column; nil for the start of the first one.
    var identifier: String?
    var cells = 0
  }

  /// Returns the index of a column.
  func index(of identifier: String) -> Int? { columns.firstIndex { $0.identifier == identifier } }

  /// The index of the column by which rows are sorted.
  var sortedIndex: Int? { sortIdentifier.flatMap(index) }

  /// Returns the ranges of the columns within a width, one cell apart. They may exceed the width.
  func places(in room: Int) -> [Range<Int>] {
    var widths: [Int?] = columns.map { column in
      if let width = changedWidths[column.identifier] { return max(column.minimumWidth, width) }
      guard case .cells(let cells) = column.width else { return nil }
      return cells
    }
    var filling = widths.indices.filter { widths[$0] == nil }
    var left = max(0, room - widths.reduce(max(0, columns.count - 1)) { $0 + ($1 ?? 0) })
    // Columns whose equal share is below their minimum get the minimum; the others share the rest.
    while let narrow = filling.first(where: { columns[$0].minimumWidth > left / filling.count }) {
      widths[narrow] = columns[narrow].minimumWidth
      left = max(0, left - columns[narrow].minimumWidth)
      filling.removeAll { $0 == narrow }
    }
    for (place, index) in filling.enumerated() {
      widths[index] = left / filling.count + (place < left % filling.count ? 1 : 0)
    }
    var start = 0
    return widths.map { width in
      defer { start += (width ?? 0) + 1 }
      return start..<(start + (width ?? 0))
    }
  }

  /// Returns the scroll position relative to columns at these places.
  func place(in places: [Range<Int>]) -> AwaitedOffset {
    guard offset > 0, let index = places.lastIndex(where: { $0.lowerBound <= offset }) else { return AwaitedOffset() }
    return AwaitedOffset(identifier: columns[index].identifier, cells: offset - places[index].lowerBound)
  }

  /// Returns the scroll position nearest to another one at which a column is visible within a width.
  func offset(_ offset: Int, showing index: Int, in room: Int) -> Int {
    let places = places(in: room)
    guard places.indices.contains(index) else { return offset }
    return min(places[index].lowerBound, max(offset, places[index].upperBound - room))
  }

  /// Returns whether a column is visible within a width.
  func shows(_ index: Int, in room: Int) -> Bool { offset(offset, showing: index, in: room) == offset }

  /// Drops the sorting, as the user can no longer sort by its column.
  mutating func forgetSorting() { (sortIdentifier, isSortedByUser, isSortingUnreported) = (nil, false, false) }

  // MARK: Encoding

  @MainActor
  /// - Parameters:
  ///   - room: the width available to the columns.
  ///   - focused: the index of the focused column; nil if there is none.
  func encode(with coder: StateCoder, room: Int, focused: Int?) {
    if isSortedByUser {
      coder.encode(.list(sortIdentifier.map { [.string($0), .boolean(isAscending)] } ?? []), forKey: "sorting")
    }
    if !changedWidths.isEmpty {
      let widths = changedWidths.sorted { $0.key < $1.key }
      coder.encode(.list(widths.map { .list([.string($0.key), .integer(Int64($0.value))]) }), forKey: "columnWidths")
    }
    let place = awaitedOffset ?? place(in: places(in: room))
    if let identifier = place.identifier {
      coder.encode(.list([.string(identifier), .integer(Int64(place.cells))]), forKey: "columnOffset")
    }
    let isSeen = awaitedOffset == nil ? room == 0 || focused.map { shows($0, in: room) } ?? true : keepsFocusVisible
    if focused != nil, !isSeen { coder.encode(false, forKey: "isColumnSeen") }
  }

  @MainActor
  mutating func decode(from coder: StateCoder) {
    if case .list(let parts)? = coder.decodeValue(forKey: "sorting") {
      (sortIdentifier, isSortedByUser) = (nil, true)
      if parts.count == 2, case .string(let identifier) = parts[0], case .boolean(let isAscending) = parts[1] {
        (sortIdentifier, self.isAscending, isSortingUnreported) = (identifier, isAscending, true)
      }
    }
    changedWidths = [:]
    if case .list(let widths)? = coder.decodeValue(forKey: "columnWidths") {
      for case .list(let parts) in widths {
        guard parts.count == 2, case .string(let identifier) = parts[0], case .integer(let width) = parts[1],
          (1...Int64(TableColumnError.largestWidth)).contains(width)
        else { continue }
        changedWidths[identifier] = Int(width)
      }
    }
    (offset, awaitedOffset) = (0, AwaitedOffset())
    keepsFocusVisible = coder.decodeBoolean(forKey: "isColumnSeen") ?? true
    if case .list(let parts)? = coder.decodeValue(forKey: "columnOffset"), parts.count == 2,
      case .string(let identifier) = parts[0], case .integer(let cells) = parts[1],
      (0...Int64(TableColumnError.largestWidth)).contains(cells)
    {
      awaitedOffset = AwaitedOffset(identifier: identifier, cells: Int(cells))
    }
  }
}

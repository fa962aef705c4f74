import StateRestoration

/// The columns of a list: how wide they are now, which one the rows are sorted by, and how far they are scrolled sideways.
struct RowColumns: Equatable {
  var columns: [TableColumn] = []
  /// The column that rows are sorted by; it may be one that comes later.
  var sortIdentifier: String?
  /// Whether the least stands at the top.
  var isAscending = true
  /// Whether the user sorted: then it is kept.
  var isSortedByPerson = false
  /// Whether a sorting was restored and not yet reported.
  var isSortingUntold = false
  /// The widths that the user gave columns, by identifier; those of columns that are gone for now as well.
  var changedWidths: [String: Int] = [:]
  /// The first cell that is seen.
  var offset = 0
  /// The column whose title had keyboard focus when the state was saved, until it is there.
  var awaitedTitle: String?
  /// How many cells there were for the columns when they were laid out.
  var laidOutRoom = 0
  /// The column that the first cell that is seen is to be in, and how many cells of it are not, until somebody scrolls: where
  /// it was restored, or there is other room than there was.
  var awaitedOffset: AwaitedOffset?

  /// A place sideways.
  struct AwaitedOffset: Equatable {
    var identifier: String
    var cells: Int
  }

  /// The place of a column.
  func index(of identifier: String) -> Int? { columns.firstIndex { $0.identifier == identifier } }

  /// The place of the column that rows are sorted by.
  var sortedIndex: Int? { sortIdentifier.flatMap(index) }

  /// Where the columns stand beside each other in so many cells, one cell between them; they may need more.
  func places(in room: Int) -> [Range<Int>] {
    var widths: [Int?] = columns.map { column in
      if let width = changedWidths[column.identifier] { return max(column.minimumWidth, width) }
      guard case .cells(let cells) = column.width else { return nil }
      return cells
    }
    var filling = widths.indices.filter { widths[$0] == nil }
    var left = max(0, room - widths.reduce(max(0, columns.count - 1)) { $0 + ($1 ?? 0) })
    // Those for which an equal share is too little get their minimum, and the others share the rest.
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

  /// Where the first cell that is seen stands among columns at these places; nil for the very first.
  func place(in places: [Range<Int>]) -> AwaitedOffset? {
    guard offset > 0, let index = places.lastIndex(where: { $0.lowerBound <= offset }) else { return nil }
    return AwaitedOffset(identifier: columns[index].identifier, cells: offset - places[index].lowerBound)
  }

  /// The column is one that the user cannot sort by any more.
  mutating func forgetSorting() { (sortIdentifier, isSortedByPerson, isSortingUntold) = (nil, false, false) }

  // MARK: In a save

  @MainActor
  ///
  /// - Parameter places: where the columns stand.
  func encode(with coder: StateCoder, places: [Range<Int>]) {
    if isSortedByPerson {
      coder.encode(.list(sortIdentifier.map { [.string($0), .boolean(isAscending)] } ?? []), forKey: "sorting")
    }
    if !changedWidths.isEmpty {
      let widths = changedWidths.sorted { $0.key < $1.key }
      coder.encode(.list(widths.map { .list([.string($0.key), .integer(Int64($0.value))]) }), forKey: "columnWidths")
    }
    if let place = awaitedOffset ?? place(in: places) {
      coder.encode(.list([.string(place.identifier), .integer(Int64(place.cells))]), forKey: "columnOffset")
    }
  }

  @MainActor
  mutating func decode(from coder: StateCoder) {
    if case .list(let parts)? = coder.decodeValue(forKey: "sorting") {
      (sortIdentifier, isSortedByPerson) = (nil, true)
      if parts.count == 2, case .string(let identifier) = parts[0], case .boolean(let isAscending) = parts[1] {
        (sortIdentifier, self.isAscending, isSortingUntold) = (identifier, isAscending, true)
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
    (offset, awaitedOffset) = (0, nil)
    if case .list(let parts)? = coder.decodeValue(forKey: "columnOffset"), parts.count == 2,
      case .string(let identifier) = parts[0], case .integer(let cells) = parts[1],
      (0...Int64(TableColumnError.largestWidth)).contains(cells)
    {
      awaitedOffset = AwaitedOffset(identifier: identifier, cells: Int(cells))
    }
  }
}

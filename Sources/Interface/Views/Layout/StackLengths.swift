/// Computes the lengths of views in a stack from their preferred and minimum lengths.
///
/// The result depends only on the arguments and not on earlier layouts. A restored screen therefore looks as it did,
/// and nothing moves when a click focuses a view.
struct StackLengths {
  /// The requirements of a view.
  struct Item {
    /// The preferred length.
    var wanted: Int
    /// The length below which the view is unusable or unreadable; at most `wanted`, unless the view is flexible.
    var least: Int
    /// The length at which a list still shows a row; ``least`` for other views.
    var shortest: Int
    /// The maximum length.
    var most = Int.max
    /// Whether the view takes the remaining room.
    var isFlexible = false
    /// Whether the view contains a focusable one.
    var isFocusable = false
    /// Whether the view shows nothing, as a spacer.
    var isSpace = false

    init(wanted: Int, least: Int, most: Int = .max, isFlexible: Bool = false, isFocusable: Bool = false) {
      (self.wanted, self.least, shortest, self.most) = (wanted, least, least, most)
      (self.isFlexible, self.isFocusable) = (isFlexible, isFocusable)
    }
  }

  /// The lengths, in order. That of a spacer is negative if it has less than both gaps around it.
  let lengths: [Int]
  /// The number of empty cells between two views.
  let gap: Int

  /// Returns whether all items get their preferred length, and flexible ones their minimum.
  static func fit(_ items: [Item], in room: Int) -> Bool { sum(items, \.asked) <= room }

  /// Distributes the room.
  ///
  /// Each item gets its preferred length, and flexible items share the rest within their limits. If there is too little
  /// room, an empty spacer has one gap around it instead of two, and the longest items shrink first, down to their
  /// minimum. In a column, the spacing is reduced before that; if the minimums do not fit either, the only list takes
  /// fewer rows, as below a field that filters it. Otherwise the items are divided into pages, and the page with the
  /// focused view is shown. In a row, the spacing is reduced last, as adjacent texts would be indistinguishable.
  ///
  /// - Parameters:
  ///   - kept: the index of the focused view; nil if none of them is focused.
  ///   - axis: the direction of the stack.
  init(_ items: [Item], room: Int, spacing: Int, keeping kept: Int?, along axis: Axis) {
    let room = max(0, room)
    var gap = spacing
    var gaps = max(0, items.count - 1)
    // Two gaps around nothing are one gap.
    let isShort = Self.sum(items, \.asked) + gap * gaps > room
    if isShort { gaps = max(0, gaps - items.count(where: \.canBeEmpty)) }
    let asked = Self.sum(items) { item in
      let length = axis == .horizontal ? item.least : item.asked
      return item.isFlexible && !item.isSpace ? max(1, length) : length
    }
    // A flexible view gets one cell before spacing is added.
    while gap > 0, asked + gap * gaps > room { gap -= 1 }
    self.gap = gap
    let left = room - gap * gaps
    let lengths = Self.distribute(items, left, keeping: kept, along: axis)
    self.lengths = isShort ? zip(items, lengths).map { $0.canBeEmpty ? $1 - gap : $1 } : lengths
  }

  private static func distribute(_ items: [Item], _ room: Int, keeping kept: Int?, along axis: Axis) -> [Int] {
    if sum(items, \.least) <= room {
      return share(items, room)
    } else if items.count(where: { $0.shortest < $0.least }) == 1, sum(items, \.shortest) <= room {
      return fill(items.map { ($0.shortest, $0.least) }, room)
    } else if axis == .vertical, items.contains(where: \.isFocusable) {
      return page(items, room, keeping: kept)
    } else {
      // No item gets its minimum; the longest shrink first here, too.
      return fill(items.map { (0, $0.least) }, room)
    }
  }

  private static func sum(_ items: [Item], _ length: (Item) -> Int) -> Int {
    items.reduce(0) { $0 + min(length($1), 1 << 40) }
  }

  /// Distributes room that is sufficient for the minimums.
  private static func share(_ items: [Item], _ room: Int) -> [Int] {
    guard fit(items, in: room) else { return fill(items.map { ($0.least, $0.asked) }, room) }
    return fill(items.map { $0.isFlexible ? ($0.least, max($0.least, $0.most)) : ($0.wanted, $0.wanted) }, room)
  }

  /// Returns lengths within limits, as equal as possible, that fill the room as far as possible.
  private static func fill(_ limits: [(least: Int, most: Int)], _ room: Int) -> [Int] {
    func lengths(_ level: Int) -> [Int] { limits.map { min(max(level, $0.least), max($0.least, $0.most)) } }
    let level = (1..<room + 1).firstSortedIndex { lengths($0).reduce(0, +) > room } - 1
    var filled = lengths(level)
    var rest = room - filled.reduce(0, +)
    for index in filled.indices where rest > 0 && filled[index] == level && level < limits[index].most {
      filled[index] += 1
      rest -= 1
    }
    return filled
  }

  private static func page(_ items: [Item], _ room: Int, keeping kept: Int?) -> [Int] {
    // On a page, static text keeps up to half of the room instead of one line.
    let items = items.map { item in
      var item = item
      item.least = min(room, item.isFocusable ? item.least : min(item.wanted, max(item.least, room / 2)))
      return item
    }
    let page = pages(of: items, room).first { kept == nil || $0.contains(kept ?? 0) } ?? 0..<0
    var lengths = items.map { _ in 0 }
    for (index, length) in zip(page, share(Array(items[page]), room)) { lengths[index] = length }
    var rest = room - lengths.reduce(0, +)
    // Static content fills the rest of the page.
    for index in Array(page.upperBound..<items.count).prefix(while: { !items[$0].isFocusable })
      + (0..<page.lowerBound).reversed().prefix(while: { !items[$0].isFocusable }) where rest > 0
    {
      lengths[index] = min(items[index].wanted, rest)
      rest -= lengths[index]
    }
    return lengths
  }

  /// Returns the ranges of the items on each page. Static content, such as a label, is on the same page as the
  /// focusable item after it.
  private static func pages(of items: [Item], _ room: Int) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var start = 0
    var used = 0
    for (index, item) in items.enumerated() {
      if used + item.least > room, index > start {
        let before = items[index - 1]
        let sharesPage = index - 1 > start && !before.isFocusable && before.least + item.least <= room
        let end = sharesPage ? index - 1 : index
        pages.append(start..<end)
        start = end
        used = sharesPage ? before.least : 0
      }
      used += item.least
    }
    return pages + [start..<items.count]
  }
}

extension StackLengths.Item {
  /// The length of the item if there is room for all.
  fileprivate var asked: Int { isFlexible ? least : wanted }

  /// Whether it may show nothing at all.
  fileprivate var canBeEmpty: Bool { isSpace && isFlexible && least == 0 }
}

/// How long each of several views is that stand one after the other, by what each wants and needs.
///
/// A pure function of its values: what stood before has no part in it, so a screen that comes back looks as it did, and
/// nothing moves under the mouse that gives a view the keys.
struct StackLengths {
  /// One of the views.
  struct Item {
    /// The length that it asks for.
    var wanted: Int
    /// What it cannot be used, or read at all, with less than; at most `wanted`, unless it is flexible.
    var least: Int
    /// What it takes at most.
    var most = Int.max
    /// Whether it takes what room is left.
    var isFlexible = false
    /// Whether keys can go to something in it.
    var isFocusable = false
  }

  /// The lengths, in order.
  let lengths: [Int]
  /// The empty cells that are left between two.
  let gap: Int

  /// Whether all can have what they want: flexible ones what they need at least.
  static func fit(_ items: [Item], in room: Int) -> Bool { sum(items, \.asked) <= room }

  /// Shares out the room.
  ///
  /// Each gets what it wants, and flexible ones share what is left, within their limits. Where that is too much, the longest
  /// give way, down to what they need. One below the other, the space between goes before that, and if what they need is too
  /// much still, they are shown by pages: the page is the one of the focused view. Side by side, the space goes last,
  /// as texts that touch cannot be distinguished.
  ///
  /// - Parameters:
  ///   - kept: the place of the focused view; nil if none of them is focused.
  ///   - axis: the direction in which they stand.
  init(_ items: [Item], room: Int, spacing: Int, keeping kept: Int?, along axis: Axis) {
    let room = max(0, room)
    var gap = spacing
    let asked = Self.sum(items) { item in
      let length = axis == .horizontal ? item.least : item.asked
      return item.isFlexible ? max(1, length) : length
    }
    // A flexible view gets a cell before anything gets space around it.
    while gap > 0, asked + gap * (items.count - 1) > room { gap -= 1 }
    self.gap = gap
    let left = room - gap * max(0, items.count - 1)
    if Self.sum(items, \.least) <= left {
      lengths = Self.share(items, left)
    } else if axis == .vertical, items.contains(where: \.isFocusable) {
      lengths = Self.page(items, left, keeping: kept)
    } else {
      // Nothing has what it needs: the longest give way first here, too.
      lengths = Self.fill(items.map { (0, $0.least) }, left)
    }
  }

  private static func sum(_ items: [Item], _ length: (Item) -> Int) -> Int {
    items.reduce(0) { $0 + min(length($1), 1 << 40) }
  }

  /// Lengths for which there is room enough at least.
  private static func share(_ items: [Item], _ room: Int) -> [Int] {
    guard fit(items, in: room) else { return fill(items.map { ($0.least, $0.asked) }, room) }
    return fill(items.map { $0.isFlexible ? ($0.least, max($0.least, $0.most)) : ($0.wanted, $0.wanted) }, room)
  }

  /// Lengths within limits that are as equal as these let them be, and fill the room as far as they do.
  private static func fill(_ limits: [(least: Int, most: Int)], _ room: Int) -> [Int] {
    func lengths(_ level: Int) -> [Int] { limits.map { min(max(level, $0.least), max($0.least, $0.most)) } }
    var low = 0
    var high = room
    while low < high {
      let level = (low + high + 1) / 2
      if lengths(level).reduce(0, +) <= room { low = level } else { high = level - 1 }
    }
    var filled = lengths(low)
    var rest = room - filled.reduce(0, +)
    for index in filled.indices where rest > 0 && filled[index] == low && low < limits[index].most {
      filled[index] += 1
      rest -= 1
    }
    return filled
  }

  private static func page(_ items: [Item], _ room: Int, keeping kept: Int?) -> [Int] {
    // Where not all is seen at once anyway, texts are not cut to a line each.
    let items = items.map { item in
      var item = item
      item.least = min(room, item.isFocusable ? item.least : min(item.wanted, max(item.least, room / 2)))
      return item
    }
    let page = pages(of: items, room).first { kept == nil || $0.contains(kept ?? 0) } ?? 0..<0
    var lengths = items.map { _ in 0 }
    for (index, length) in zip(page, share(Array(items[page]), room)) { lengths[index] = length }
    var rest = room - lengths.reduce(0, +)
    // What is only read fills what the page leaves free.
    for index in Array(page.upperBound..<items.count).prefix(while: { !items[$0].isFocusable })
      + (0..<page.lowerBound).reversed().prefix(while: { !items[$0].isFocusable }) where rest > 0
    {
      lengths[index] = min(items[index].wanted, rest)
      rest -= lengths[index]
    }
    return lengths
  }

  /// The places of the items of each page. What is only read, as a label, goes to the next page with what it stands before.
  private static func pages(of items: [Item], _ room: Int) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var start = 0
    var used = 0
    for (index, item) in items.enumerated() {
      if used + item.least > room, index > start {
        let before = items[index - 1]
        let goesAlong = index - 1 > start && !before.isFocusable && before.least + item.least <= room
        let end = goesAlong ? index - 1 : index
        pages.append(start..<end)
        start = end
        used = goesAlong ? before.least : 0
      }
      used += item.least
    }
    return pages + [start..<items.count]
  }
}

extension StackLengths.Item {
  /// What it gets where there is room for all.
  fileprivate var asked: Int { isFlexible ? least : wanted }
}

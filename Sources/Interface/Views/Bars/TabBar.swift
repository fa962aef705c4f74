/// A bar with the titles of several screens, one of them selected (UIKit's `UITabBar`).
@MainActor
final class TabBar: View {
  /// Returns the titles. Called lazily, as many tabs may be added, removed and renamed before the bar is drawn.
  var titles: () -> [Text] = { [] }
  private var knownItems: [Text]?
  private var count = 0

  /// Notes that the titles or their number changed.
  func setNeedsTitles(count: Int) {
    knownItems = nil
    self.count = count
    setNeedsDisplay()
  }

  private var items: [Text] {
    let items = knownItems ?? titles()
    knownItems = items
    return items
  }

  var selectedIndex = 0 { didSet { if selectedIndex != oldValue { setNeedsDisplay() } } }
  var onSelect: ((Int) -> Void)?

  override var canBecomeFirstResponder: Bool { count > 1 }
  // Focus goes to the screen that the click selects.
  override var takesFocusFromMouse: Bool { false }
  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }

  /// A visible title and its position.
  private struct Place {
    let index: Int
    let x: Int
    let title: Text
    /// The column after the title and its margins.
    var end: Int { x + title.cellWidth + 2 }
  }

  /// The width at which truncated titles are still distinguishable.
  private static let minimumTabWidth = 8
  /// The markers for more tabs on a side, and their width.
  private static let more = (before: "‹", after: "›", width: 2)

  /// The visible titles: all of them, truncated if necessary, or one page of titles if they would become too short.
  /// Pages are fixed, so a click on a visible title moves none.
  private var places: [Place] {
    let whole = items.reduce(-1) { $0 + $1.cellWidth + 3 }
    if whole <= bounds.width { return placed(Array(items.indices), from: 0) { items[$0] } }
    let share = (bounds.width + 1) / max(1, items.count) - 1
    if share >= Self.minimumTabWidth {
      let widths = StackLengths(
        items.map { StackLengths.Item(wanted: $0.cellWidth, least: min($0.cellWidth, share - 2)) },
        room: bounds.width - items.count * 3 + 1, spacing: 0, keeping: nil, along: .horizontal
      ).lengths
      return placed(Array(items.indices), from: 0) { items[$0].truncated(to: widths[$0]) }
    }
    return placed(page, from: page.first == 0 ? 0 : Self.more.width) {
      items[$0].truncated(to: max(1, bounds.width - 2 * Self.more.width - 2))
    }
  }

  /// The tabs on the page of the selected tab.
  private var page: [Int] {
    let room = max(1, bounds.width - 2 * Self.more.width)
    var page: [Int] = []
    var used = 0
    for (index, item) in items.enumerated() {
      let width = min(room, item.cellWidth + 2)
      if !page.isEmpty, used + 1 + width > room {
        if page.contains(selectedIndex) { break }
        page = []
        used = 0
      }
      used += width + (page.isEmpty ? 0 : 1)
      page.append(index)
    }
    return page
  }

  private func placed(_ indices: [Int], from start: Int, title: (Int) -> Text) -> [Place] {
    var x = start
    return indices.map { index in
      let place = Place(index: index, x: x, title: title(index))
      x = place.end + 1
      return place
    }
  }

  override func draw(in canvas: Canvas) {
    let bar = theme[.tabBar]
    let mark = theme.usesFills ? " " : "●"
    canvas.fill(bounds, style: bar)
    let places = places
    for place in places {
      let isSelected = place.index == selectedIndex
      let isFocused = isSelected && isFirstResponder
      let style = isFocused ? theme[.selectedTabFocused] : isSelected ? theme[.selectedTab] : bar
      let title = isFocused ? place.title.legible(on: style, in: theme) : place.title
      var x = canvas.put(isSelected ? mark : " ", x: place.x, y: 0, style: style)
      x = canvas.put(title, x: x, y: 0, style: style, theme: theme)
      canvas.put(" ", x: x, y: 0, style: style)
    }
    if let first = places.first, first.index > 0 { canvas.put(Self.more.before, x: 0, y: 0, style: bar) }
    if let last = places.last, last.index < items.count - 1 {
      canvas.put(Self.more.after, x: bounds.width - 1, y: 0, style: bar)
    }
  }

  override var keyBindings: [KeyBinding] {
    [KeyBinding("Previous, next tab", [.left: { self.move(by: -1) }, .right: { self.move(by: 1) }])]
  }

  private func move(by step: Int) {
    if (0..<count).contains(selectedIndex + step) { onSelect?(selectedIndex + step) }
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    if isFirstResponder { window?.makeFirstResponder(nil) }
    let places = places
    let x = event.location.x
    if let place = places.first(where: { $0.x <= x && x < $0.end }) {
      onSelect?(place.index)
    } else if let first = places.first, x < first.x {
      onSelect?(first.index - 1)
    } else if let last = places.last, x >= bounds.width - Self.more.width, last.index < items.count - 1 {
      onSelect?(last.index + 1)
    }
    window?.updateFirstResponder()
    return true
  }

  override var accessibilityElements: [AccessibilityElement] {
    let places = places
    return items.enumerated().map { index, item in
      let point = places.first { $0.index == index }.map(point)
      return AccessibilityElement(
        .tab, item.string, isSelected: index == selectedIndex, isFocused: isFirstResponder && index == selectedIndex,
        of: self,
        activationPoint: point ?? .zero,
        // A tab on another page has no position to click.
        action: point == nil ? { [weak self] in self?.onSelect?(index) } : nil)
    }
  }

  private func point(of place: Place) -> Point { Point(x: place.x + 1, y: 0) }

  override func tapPoint(forTitle title: String) -> Point? {
    let places = places
    return places.first { items[$0.index].string == title }.map(point)
  }
}

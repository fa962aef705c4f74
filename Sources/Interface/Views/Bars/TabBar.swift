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

  /// The width at which truncated titles are still distinguishable.
  private static let minimumTabWidth = 8

  /// The titles as shown, truncated if necessary: all of them, or those of a page if they would become too short.
  private var visibleTitles: [Text] {
    let whole = items.reduce(-1) { $0 + $1.cellWidth + 3 }
    if whole <= bounds.width { return items }
    let share = (bounds.width + 1) / max(1, items.count) - 1
    if share >= Self.minimumTabWidth {
      let widths = StackLengths(
        items.map { StackLengths.Item(wanted: $0.cellWidth, least: min($0.cellWidth, share - 2)) },
        room: bounds.width - items.count * 3 + 1, spacing: 0, keeping: nil, along: .horizontal
      ).lengths
      return zip(items, widths).map { $0.truncated(to: $1) }
    }
    return items.map { $0.truncated(to: max(1, ItemPage.room(in: bounds.width) - 2)) }
  }

  private func page(of titles: [Text]) -> ItemPage {
    ItemPage(titles.map { $0.cellWidth + 2 }, spacing: 1, in: bounds.width, showing: selectedIndex)
  }

  override func draw(in canvas: Canvas) {
    let bar = theme[.tabBar]
    let mark = theme.usesFills ? " " : "●"
    canvas.fill(bounds, style: bar)
    let titles = visibleTitles
    let page = page(of: titles)
    for place in page.places {
      let isSelected = place.index == selectedIndex
      let isFocused = isSelected && isFirstResponder
      let style = isFocused ? theme[.selectedTabFocused] : isSelected ? theme[.selectedTab] : bar
      let title = isFocused ? titles[place.index].legible(on: style, in: theme) : titles[place.index]
      var x = canvas.put(isSelected ? mark : " ", x: place.columns.lowerBound, y: 0, style: style)
      x = canvas.put(title, x: x, y: 0, style: style, theme: theme)
      canvas.put(" ", x: x, y: 0, style: style)
    }
    page.drawMarks(in: canvas, style: bar)
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
    let page = page(of: visibleTitles)
    if let index = page.item(at: event.location.x) ?? page.itemBeyond(event.location.x) { onSelect?(index) }
    window?.updateFirstResponder()
    return true
  }

  override var accessibilityElements: [AccessibilityElement] {
    let page = page(of: visibleTitles)
    return items.enumerated().map { index, item in
      let point = page[index].map(point)
      return AccessibilityElement(
        .tab, item.string, isSelected: index == selectedIndex, isFocused: isFirstResponder && index == selectedIndex,
        of: self,
        activationPoint: point ?? .zero,
        // A tab on another page has no position to click.
        action: point == nil ? { [weak self] in self?.onSelect?(index) } : nil)
    }
  }

  private func point(of place: ItemPage.Place) -> Point { Point(x: place.columns.lowerBound + 1, y: 0) }

  override func tapPoint(forTitle title: String) -> Point? {
    page(of: visibleTitles).places.first { items[$0.index].string == title }.map(point)
  }
}

/// The titles of several screens, of which one is chosen (UIKit's `UITabBar`).
@MainActor
final class TabBar: View {
  /// Gives the titles. Asked for when they are needed: many tabs can come, go and be named before anybody looks.
  var titles: () -> [Text] = { [] }
  private var knownItems: [Text]?
  private var count = 0

  /// The titles, or how many there are, changed.
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
  // Keys are for the screen that the click brings up.
  override var takesFocusFromMouse: Bool { false }
  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }

  /// A title as it is shown, and what stands around it.
  private struct Place {
    var x = 0
    var title: Text
    var left = " "
    var right = " "
    var width: Int { left.cellWidth + title.cellWidth + right.cellWidth }
  }

  private var places: [Place] {
    let whole = items.reduce(0) { $0 + $1.cellWidth + 3 }
    guard whole > bounds.width + 1 else { return placed(items.map { Place(title: $0) }, gap: 1) }
    // The selected title is cut last; the others share what it leaves, down to a letter each.
    let others = max(1, items.count - 1)
    let selected = items.indices.contains(selectedIndex) ? items[selectedIndex].cellWidth + 2 : 0
    let shown = min(selected, max(3, bounds.width - others))
    let share = max(1, (bounds.width - shown) / others)
    return placed(
      items.enumerated().map { index, title in
        if index == selectedIndex { return Place(title: title.truncated(to: max(1, shown - 2))) }
        if share >= 4 { return Place(title: title.truncated(to: share - 2)) }
        let start = Text(String(title.string.prefix(max(1, share - 1))))
        return Place(title: start, left: share == 1 ? "" : " ", right: "")
      }, gap: 0)
  }

  private func placed(_ places: [Place], gap: Int) -> [Place] {
    var x = 0
    return places.map { place in
      defer { x += place.width + gap }
      var place = place
      place.x = x
      return place
    }
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(bounds, style: theme[.secondary])
    for (index, place) in places.enumerated() {
      var style = index == selectedIndex ? theme[.barTitle] : Style.plain
      if isFirstResponder, index == selectedIndex { style.attributes.insert(.underline) }
      let around = index == selectedIndex ? ("[", "]") : (place.left, place.right)
      let x = canvas.put(around.0, x: place.x, y: 0, style: style)
      canvas.put(around.1, x: canvas.put(place.title, x: x, y: 0, style: style, theme: theme), y: 0, style: style)
    }
  }

  override var keyBindings: [KeyBinding] {
    [KeyBinding(nil, [.left: { self.move(by: -1) }, .right: { self.move(by: 1) }])]
  }

  private func move(by step: Int) {
    if (0..<count).contains(selectedIndex + step) { onSelect?(selectedIndex + step) }
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    if isFirstResponder { window?.makeFirstResponder(nil) }
    if let index = places.lastIndex(where: { event.location.x >= $0.x }) { onSelect?(index) }
    window?.updateFirstResponder()
    return true
  }

  override var accessibilityElements: [AccessibilityElement] {
    let places = places
    return items.enumerated().map { index, item in
      AccessibilityElement(
        .tab, item.string, isSelected: index == selectedIndex,
        hasKeys: isFirstResponder && index == selectedIndex, of: self, activationPoint: point(ofTab: index, in: places))
    }
  }

  private func point(ofTab index: Int, in places: [Place]) -> Point {
    Point(x: places[index].x + min(1, places[index].width - 1), y: 0)
  }

  override func tapPoint(forTitle title: String) -> Point? {
    items.firstIndex { $0.string == title }.map { point(ofTab: $0, in: places) }
  }
}

/// The titles of several screens, of which one is chosen (UIKit's `UITabBar`).
@MainActor
final class TabBar: View {
  var items: [String] = [] { didSet { if items != oldValue { setNeedsDisplay() } } }
  var selectedIndex = 0 { didSet { if selectedIndex != oldValue { setNeedsDisplay() } } }
  var onSelect: ((Int) -> Void)?

  override var canBecomeFirstResponder: Bool { items.count > 1 }
  // Keys are for the screen that the click brings up.
  override var takesFocusFromMouse: Bool { false }
  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }

  private var places: [(x: Int, text: String)] {
    // Titles are cut only where they do not fit together.
    let whole = items.reduce(0) { $0 + $1.cellWidth + 3 }
    let room = whole <= bounds.width + 1 ? Int.max : bounds.width / max(1, items.count)
    var x = 0
    return items.map { item in
      let text = " \(item.truncated(to: max(1, room - 3))) "
      defer { x += text.cellWidth + 1 }
      return (x, text)
    }
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(bounds, style: theme[.secondary])
    for (index, place) in places.enumerated() {
      var style = index == selectedIndex ? theme[.barTitle] : Style.plain
      if isFirstResponder, index == selectedIndex { style.attributes.insert(.underline) }
      let text = index == selectedIndex ? "[\(place.text.dropFirst().dropLast())]" : place.text
      canvas.put(text, x: place.x, y: 0, style: style)
    }
  }

  override func keyPressed(_ key: KeyPress) -> Bool {
    let step: Int
    switch key {
    case KeyPress(.left): step = -1
    case KeyPress(.right): step = 1
    default: return false
    }
    guard items.indices.contains(selectedIndex + step) else { return true }
    onSelect?(selectedIndex + step)
    return true
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
        .tab, item, isSelected: index == selectedIndex, of: self, activationPoint: Point(x: places[index].x + 1, y: 0))
    }
  }

  override func tapPoint(forTitle title: String) -> Point? {
    items.firstIndex(of: title).map { Point(x: places[$0].x + 1, y: 0) }
  }
}

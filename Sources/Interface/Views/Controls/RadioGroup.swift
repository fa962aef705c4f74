/// Radio buttons in a column (AppKit's radio buttons).
@MainActor
open class RadioGroup: ChoiceControl, TitledParts {
  private static let buttonWidth = 4

  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: Self.buttonWidth + (items.map(\.cellWidth).max() ?? 0), height: items.count)
  }

  /// The item in the first row. Greater than 0 if not all items fit and a later one is selected.
  private var firstItem: Int {
    min(max(0, (selectedIndex ?? 0) - bounds.height / 2), max(0, items.count - bounds.height))
  }

  open override var arrowAxes: Set<Axis> { [.vertical] }

  open override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Choose", trying: [.up: { self.move(by: -1) }, .down: { self.move(by: 1) }]),
      KeyBinding(
        nil,
        trying: [
          .space: { self.selectedIndex == nil && self.move(by: 1) }, .home: { self.go(to: 0) },
          .end: { self.go(to: self.items.count - 1) },
        ]),
      digitBinding,
    ]
  }

  private func go(to index: Int) -> Bool {
    choose(section: 0, row: index)
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    if let index = index(at: event.location) { change(to: index) }
    return true
  }

  /// Returns the index of the item at a point; nil if there is none.
  private func index(at point: Point) -> Int? {
    let index = firstItem + point.y
    return items.indices.contains(index) ? index : nil
  }

  func part(at point: Point) -> TitledPart? { index(at: point).map { TitledPart(indexes: [$0], title: items[$0]) } }

  open override func draw(in canvas: Canvas) {
    let first = firstItem
    for y in 0..<min(bounds.height, items.count) {
      let isSelected = first + y == selectedIndex
      let isFocused = isFirstResponder && isEffectivelyEnabled && (isSelected || selectedIndex == nil && y == 0)
      let title = items[first + y].truncated(to: max(0, bounds.width - Self.buttonWidth))
      let style = isFocused ? theme[.focused] : textStyle
      let x = canvas.put(isSelected ? "(●) " : "( ) ", x: 0, y: y, style: style)
      canvas.put(title, x: x, y: y, style: style)
    }
  }

  /// The selected item, or the first one.
  open override var tapPoint: Point { Point(x: 1, y: max(0, (selectedIndex ?? 0) - firstItem)) }

  open override func tapPoint(forTitle title: String) -> Point? {
    guard let index = items.firstIndex(of: title) else { return nil }
    let y = index - firstItem
    return (0..<max(1, bounds.height)).contains(y) ? Point(x: 1, y: y) : nil
  }
}

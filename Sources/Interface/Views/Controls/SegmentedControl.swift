/// A choice with its items side by side.
@MainActor
open class SegmentedControl: ChoiceControl, TitledParts {
  /// The titles of the segments.
  public var segments: [String] {
    get { items }
    set { items = newValue }
  }
  /// The zero-based index of the selected segment; nil if there is none.
  public var selectedSegmentIndex: Int? {
    get { selectedIndex }
    set { selectedIndex = newValue }
  }
  override var stateKey: String { "selectedSegmentIndex" }

  /// The visible segments: all, or those around the selected one.
  private var page: ItemPage {
    ItemPage(segments.map { $0.cellWidth + 2 }, spacing: 0, in: bounds.width, showing: selectedSegmentIndex ?? 0)
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: segments.reduce(0) { $0 + $1.cellWidth + 2 }, height: 1)
  }

  open override var keyBindings: [KeyBinding] {
    let step = { (step: Int) in self.move(by: step) || !self.segments.isEmpty }
    return [KeyBinding("Choose", trying: [.left: { step(-1) }, .right: { step(1) }]), digitBinding]
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    let page = page
    if let index = page.itemBeyond(event.location.x) ?? index(at: event.location, on: page) { change(to: index) }
    return true
  }

  private func index(at point: Point, on page: ItemPage) -> Int? {
    page.places.last { point.x >= $0.columns.lowerBound }?.index
  }

  func part(at point: Point) -> TitledPart? {
    let page = page
    guard page.itemBeyond(point.x) == nil else { return nil }
    return index(at: point, on: page).map { TitledPart(indexes: [$0], title: segments[$0]) }
  }

  open override func draw(in canvas: Canvas) {
    // Without a selection, all segments show the focus.
    let isFocused = isFirstResponder && isEffectivelyEnabled
    let theme = theme
    let page = page
    for place in page.places {
      let isSelected = place.index == selectedSegmentIndex
      let role: Theme.Role =
        !isEffectivelyEnabled
        ? .buttonDisabled
        : isFocused && (isSelected || selectedSegmentIndex == nil) ? .focused : isSelected ? .selected : .button
      // Where no background shows the selection, or when the control is disabled, a mark does.
      let hasMark = isSelected && !(theme.usesFills && isEffectivelyEnabled)
      let style = theme[role]
      let title = segments[place.index].truncated(to: place.columns.count - 2)
      var x = canvas.put(hasMark ? "●" : " ", x: place.columns.lowerBound, y: 0, style: style)
      x = canvas.put(title, x: x, y: 0, style: style)
      canvas.put(" ", x: x, y: 0, style: style)
    }
    page.drawMarks(in: canvas, style: theme[isEffectivelyEnabled ? .accent : .disabled])
  }

  /// The selected segment.
  open override var tapPoint: Point { Point(x: page[selectedSegmentIndex ?? 0]?.columns.lowerBound ?? 0, y: 0) }

  open override func tapPoint(forTitle title: String) -> Point? {
    page.places.first { segments[$0.index] == title }.map { Point(x: $0.columns.lowerBound + 1, y: 0) }
  }
}

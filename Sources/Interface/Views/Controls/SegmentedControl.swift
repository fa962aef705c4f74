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

  private var offsets: [(start: Int, title: String)] {
    var x = 0
    return segments.map { title in
      defer { x += title.cellWidth + 2 }
      return (x, title)
    }
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
    if let index = index(at: event.location) { change(to: index) }
    return true
  }

  private func index(at point: Point) -> Int? { offsets.lastIndex { point.x >= $0.start } }

  func part(at point: Point) -> TitledPart? { index(at: point).map { TitledPart(indexes: [$0], title: segments[$0]) } }

  open override func draw(in canvas: Canvas) {
    // Without a selection, all segments show the focus.
    let isFocused = isFirstResponder && isEffectivelyEnabled
    let theme = theme
    for (index, segment) in offsets.enumerated() {
      let isSelected = index == selectedSegmentIndex
      let role: Theme.Role =
        !isEffectivelyEnabled
        ? .buttonDisabled
        : isFocused && (isSelected || selectedSegmentIndex == nil) ? .focused : isSelected ? .selected : .button
      // Where no background shows the selection, or when the control is disabled, a mark does.
      let hasMark = isSelected && !(theme.usesFills && isEffectivelyEnabled)
      let style = theme[role]
      var x = canvas.put(hasMark ? "●" : " ", x: segment.start, y: 0, style: style)
      x = canvas.put(segment.title, x: x, y: 0, style: style)
      canvas.put(" ", x: x, y: 0, style: style)
    }
  }

  /// The selected segment.
  open override var tapPoint: Point { Point(x: segments.isEmpty ? 0 : offsets[selectedSegmentIndex ?? 0].start, y: 0) }

  open override func tapPoint(forTitle title: String) -> Point? {
    offsets.first { $0.title == title }.map { Point(x: $0.start + 1, y: 0) }
  }
}

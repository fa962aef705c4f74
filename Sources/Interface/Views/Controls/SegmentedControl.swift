import StateRestoration

/// One of several choices, side by side.
@MainActor
open class SegmentedControl: Control {
  /// What is written on the segments.
  public var segments: [String] = [] {
    didSet {
      // A list that is empty now may be filled again.
      let pending = pendingIndex ?? (segments.isEmpty ? selectedSegmentIndex : nil)
      if let index = selectedSegmentIndex, index >= segments.count { selectedSegmentIndex = nil }
      pending.map(restore)
      contentSizeDidChange()
    }
  }
  open override var heldBytes: Int { super.heldBytes + segments.byteCount }
  /// The place of the chosen segment, from 0; nil if none is.
  public var selectedSegmentIndex: Int? {
    didSet {
      pendingIndex = nil
      guard selectedSegmentIndex != oldValue else { return }
      setNeedsDisplay()
      invalidateRestorableState()
    }
  }

  /// A choice whose segment is still to come.
  private var pendingIndex: Int?

  private func restore(_ index: Int) {
    if segments.indices.contains(index) { selectedSegmentIndex = index } else { pendingIndex = index }
  }

  /// Chooses a segment, as a person would.
  func choose(_ index: Int) throws {
    guard segments.indices.contains(index) else { throw AutomationError.noSuchRow(index, count: segments.count) }
    change(to: index)
  }

  private func change(to index: Int) {
    guard index != selectedSegmentIndex else { return }
    selectedSegmentIndex = index
    sendValueChanged()
  }

  private func move(by step: Int) -> Bool {
    guard !segments.isEmpty else { return false }
    let next = (selectedSegmentIndex ?? (step > 0 ? -1 : segments.count)) + step
    if segments.indices.contains(next) { change(to: next) }
    return true
  }

  private var offsets: [(start: Int, title: String)] {
    var x = 1
    return segments.map { title in
      defer { x += title.cellWidth + 3 }
      return (x, title)
    }
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: segments.reduce(1) { $0 + $1.cellWidth + 3 }, height: 1)
  }

  open override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Choose", trying: [.left: { self.move(by: -1) }, .right: { self.move(by: 1) }]),
      KeyBinding("Choose by number", .digits(1...9)) { [self] key in
        guard let digit = key.digit, segments.indices.contains(digit - 1) else { return false }
        change(to: digit - 1)
        return true
      },
    ]
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    if let index = offsets.lastIndex(where: { event.location.x >= $0.start - 1 }) { change(to: index) }
    return true
  }

  open override func draw(in canvas: Canvas) {
    // Where nothing is chosen yet, the lines say where the keys are.
    let showsFocus = isFirstResponder && selectedSegmentIndex == nil
    let line = showsFocus ? theme[.focused] : isEffectivelyEnabled ? theme[.border] : textStyle
    canvas.put("|", x: 0, y: 0, style: line)
    for (index, segment) in offsets.enumerated() {
      let isSelected = index == selectedSegmentIndex
      var style = isSelected ? (isFirstResponder ? theme[.focused] : theme[.selected]) : textStyle
      if !isEffectivelyEnabled { style = textStyle }
      canvas.put(isSelected ? "*\(segment.title) " : " \(segment.title) ", x: segment.start, y: 0, style: style)
      canvas.put("|", x: segment.start + segment.title.cellWidth + 2, y: 0, style: line)
    }
  }

  /// What is chosen already.
  open override var tapPoint: Point { Point(x: segments.isEmpty ? 0 : offsets[selectedSegmentIndex ?? 0].start, y: 0) }

  open override func tapPoint(forTitle title: String) -> Point? {
    offsets.first { $0.title == title }.map { Point(x: $0.start + 1, y: 0) }
  }

  open override var accessibilityRole: AccessibilityRole? { .choice }
  open override var accessibilityValue: String? {
    let chosen = selectedSegmentIndex.map { segments[$0] } ?? "nothing chosen"
    return "\(chosen), of \(segments.joined(separator: ", "))"
  }

  open override var acceptedValues: String? {
    segments.isEmpty ? nil : "one of \(segments.joined(separator: ", "))"
  }

  open override func enterValue(_ text: String) -> Bool {
    guard let index = segments.firstIndex(where: { $0.lowercased() == text.lowercased() }) else { return false }
    change(to: index)
    return true
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let selectedSegmentIndex = pendingIndex ?? selectedSegmentIndex {
      coder.encode(selectedSegmentIndex, forKey: "selectedSegmentIndex")
    }
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    coder.decodeInteger(forKey: "selectedSegmentIndex").map(restore)
  }
}

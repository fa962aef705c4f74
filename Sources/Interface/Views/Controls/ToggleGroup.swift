import StateRestoration

/// A vertical list of choices, any number of which can be selected.
///
/// A selection that was saved, or that existed before the items were emptied, applies to items that are set later.
@MainActor
open class ToggleGroup: Control, RowChoosing, TitledParts {
  /// The titles of the choices, in order.
  public var items: [String] = [] {
    didSet {
      let wanted = pendingIndexes.union(items.isEmpty ? selectedIndexes : [])
      selectedIndexes = selectedIndexes.filter(items.indices.contains).union(wanted)
      contentSizeDidChange()
    }
  }
  open override var heldBytes: Int { super.heldBytes + items.byteCount }

  /// The zero-based indexes of the selected choices. An index beyond the items is applied once they include it.
  public var selectedIndexes: Set<Int> = [] {
    didSet {
      pendingIndexes = selectedIndexes.filter { !items.indices.contains($0) }
      selectedIndexes.subtract(pendingIndexes)
      if selectedIndexes != oldValue { visibleStateDidChange() }
    }
  }

  private var pendingIndexes: Set<Int> = [] { didSet { if pendingIndexes != oldValue { invalidateRestorableState() } } }

  /// The zero-based index of the focused choice.
  public var focusedIndex: Int { min(storedFocus, max(0, items.count - 1)) }

  /// The index of the focused choice, which may lie beyond the items until they are set.
  private var storedFocus = 0 {
    didSet { if storedFocus != oldValue { visibleStateDidChange() } }
  }

  // MARK: Selecting

  /// Toggles a choice, as the user does.
  func toggle(_ index: Int) {
    guard items.indices.contains(index) else { return }
    storedFocus = index
    selectedIndexes.formSymmetricDifference([index])
    sendValueChanged()
  }

  func rowCount(ofSection section: Int) -> Int? { section == 0 ? items.count : nil }
  func choose(section: Int, row: Int) { toggle(row) }

  open override func activate() { toggle(focusedIndex) }

  open override var arrowAxes: Set<Axis> { [.vertical] }

  open override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Move", [.up: { self.focus(self.focusedIndex - 1) }, .down: { self.focus(self.focusedIndex + 1) }]),
      KeyBinding(selectedIndexes.contains(focusedIndex) ? "Deselect" : "Select", [.space: { self.activate() }]),
      KeyBinding(nil, [.home: { self.focus(0) }, .end: { self.focus(self.items.count - 1) }]),
      KeyBinding("Select by number", .digits(1...9)) { [self] key in
        guard let digit = key.digit, items.indices.contains(digit - 1) else { return false }
        toggle(digit - 1)
        return true
      },
    ] + super.keyBindings
  }

  private func focus(_ index: Int) { storedFocus = min(max(0, index), max(0, items.count - 1)) }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action else { return false }
    toggle(firstItem + event.location.y)
    return true
  }

  func part(at point: Point) -> TitledPart? {
    let index = firstItem + point.y
    return items.indices.contains(index) ? TitledPart(indexes: [index], title: items[index]) : nil
  }

  // MARK: Drawing

  private static let boxWidth = 4

  open override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: Self.boxWidth + (items.map(\.cellWidth).max() ?? 0), height: items.count)
  }

  /// The index of the item in the first row. Greater than 0 if there is no room for all items and a later one is
  /// focused.
  private var firstItem: Int { min(max(0, focusedIndex - bounds.height / 2), max(0, items.count - bounds.height)) }

  open override func draw(in canvas: Canvas) {
    let first = firstItem
    for y in 0..<min(bounds.height, items.count) {
      let isSelected = selectedIndexes.contains(first + y)
      let isFocused = isFirstResponder && isEffectivelyEnabled && first + y == focusedIndex
      let title = items[first + y].truncated(to: max(0, bounds.width - Self.boxWidth))
      let style = isFocused ? theme[.focused] : textStyle
      let x = canvas.put(isSelected ? "[x] " : "[ ] ", x: 0, y: y, style: style)
      canvas.put(title, x: x, y: y, style: style)
    }
  }

  open override var tapPoint: Point { Point(x: 1, y: max(0, focusedIndex - firstItem)) }

  open override func tapPoint(forTitle title: String) -> Point? {
    guard let index = items.firstIndex(of: title) else { return nil }
    let y = index - firstItem
    return (0..<max(1, bounds.height)).contains(y) ? Point(x: 1, y: y) : nil
  }

  // MARK: Accessibility

  open override var accessibilityElements: [AccessibilityElement] {
    items.indices.map { index in
      AccessibilityElement(
        .checkbox, items[index], value: selectedIndexes.contains(index) ? "on" : "off",
        isFocused: isFirstResponder && index == focusedIndex, of: self, activationPoint: Point(x: 1, y: 0),
        action: { [weak self] in self?.toggle(index) })
    }
  }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    let indexes = selectedIndexes.union(pendingIndexes).sorted()
    coder.encode(StateValue(integers: indexes), forKey: "selectedIndexes")
    coder.encode(storedFocus, forKey: "focusedIndex")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let indexes = coder.decodeValue(forKey: "selectedIndexes")?.integers {
      selectedIndexes = Set(indexes.filter { $0 >= 0 })
    }
    if let index = coder.decodeInteger(forKey: "focusedIndex"), index >= 0 { storedFocus = index }
  }
}

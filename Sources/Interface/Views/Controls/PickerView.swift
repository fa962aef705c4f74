import StateRestoration

/// A control with one or more wheels, each with one row selected (UIKit's `UIPickerView`).
@MainActor
open class PickerView: Control, RowChoosing, TitledParts, KeyedParts {
  /// The rows of each wheel, from left to right.
  public var components: [[String]] = [] {
    didSet {
      let before = selectedRows
      let pending = pendingRows
      selectedRows = fitting(before)
      (pending ?? rowsOfEmptied(before)).map(restore)
      contentSizeDidChange()
    }
  }
  open override var heldBytes: Int { components.reduce(super.heldBytes) { $0 + $1.byteCount } }
  /// The zero-based index of the selected row of each wheel; nil for an empty wheel.
  public var selectedRows: [Int?] = [] {
    didSet {
      pendingRows = nil
      let kept = fitting(selectedRows)
      if kept != selectedRows { selectedRows = kept }
      if selectedRows != oldValue { visibleStateDidChange() }
    }
  }
  private func fitting(_ rows: [Int?]) -> [Int?] {
    components.indices.map { index in
      let count = components[index].count
      return count == 0 ? nil : min(max(0, rows.indices.contains(index) ? rows[index] ?? 0 : 0), count - 1)
    }
  }

  /// Returns the selection including that of emptied wheels, which may be filled again; nil if no wheel was emptied.
  private func rowsOfEmptied(_ before: [Int?]) -> [Int]? {
    let isEmptied = { (index: Int) in !self.components.indices.contains(index) || self.components[index].isEmpty }
    guard before.indices.contains(where: { before[$0] != nil && isEmptied($0) }) else { return nil }
    return before.indices.map { index in (isEmptied(index) ? before[index] : selectedRows[index]) ?? -1 }
  }

  /// A selection that includes rows that do not exist yet.
  private var pendingRows: [Int]? { didSet { if pendingRows != oldValue { invalidateRestorableState() } } }

  /// Selects the rows that exist. A wheel with too few rows keeps its own selection until it has grown.
  private func restore(_ rows: [Int]) {
    var chosen = selectedRows
    for (index, row) in rows.enumerated() where components.indices.contains(index) {
      if components[index].indices.contains(row) { chosen[index] = row }
    }
    selectedRows = chosen
    let isWaiting = rows.enumerated().contains { index, row in
      row >= 0 && !(components.indices.contains(index) && components[index].indices.contains(row))
    }
    pendingRows = isWaiting ? rows : nil
  }

  private var focusedComponent = 0 {
    didSet { if focusedComponent != oldValue { visibleStateDidChange() } }
  }
  private var typeAhead = TypeAhead()

  /// The number of visible rows of a wheel.
  private static let rowCount = 5

  /// Selects a row as a user would. The sections are the wheels.
  func choose(section: Int, row: Int) { change(section, to: row) }

  func rowCount(ofSection section: Int) -> Int? {
    components.indices.contains(section) ? components[section].count : nil
  }

  private func change(_ component: Int, to row: Int) {
    guard components.indices.contains(component), components[component].indices.contains(row),
      selectedRows[component] != row
    else { return }
    selectedRows[component] = row
    sendValueChanged()
  }

  private func turn(by rows: Int) {
    guard selectedRows.indices.contains(focusedComponent), let current = selectedRows[focusedComponent] else { return }
    change(focusedComponent, to: min(max(0, current + rows), components[focusedComponent].count - 1))
  }

  // MARK: Layout

  private func width(of component: Int) -> Int { (components[component].map(\.cellWidth).max() ?? 0) + 4 }

  /// The visible wheels: all, or those around the focused one.
  private var page: ItemPage {
    ItemPage(components.indices.map(width), spacing: 1, in: bounds.width, showing: focusedComponent)
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let width = components.indices.reduce(components.count - 1) { $0 + self.width(of: $1) }
    let longest = components.map(\.count).max() ?? 0
    return Size(width: max(0, width), height: min(Self.rowCount, max(1, longest | 1)))
  }

  /// The view's row in which the selected rows are shown.
  private var middle: Int { bounds.height / 2 }

  // MARK: Events

  open override var arrowAxes: Set<Axis> { components.count > 1 ? [.horizontal, .vertical] : [.vertical] }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    // Any key that is not a character ends type-ahead.
    if key.modifiers.isEmpty { if case .character = key.key {} else { typeAhead.reset() } }
    return super.keyPressed(key)
  }

  open override var keyBindings: [KeyBinding] {
    let page = max(1, bounds.height)
    return [
      KeyBinding("Previous, next row", [.up: { self.turn(by: -1) }, .down: { self.turn(by: 1) }]),
      KeyBinding(nil, [.pageUp: { self.turn(by: -page) }, .pageDown: { self.turn(by: page) }]),
      KeyBinding(nil, [.home: { self.turn(by: -1 << 30) }, .end: { self.turn(by: 1 << 30) }]),
      KeyBinding("Jump to a row", .kind("Letters", typeAhead.takes), action: findTyped).weighing(.known),
      KeyBinding(
        components.count > 1 ? "Next column" : nil,
        trying: [.left: { self.moveFocus(by: -1) }, .right: { self.moveFocus(by: 1) }]),
    ]
  }

  private func moveFocus(by step: Int) -> Bool {
    guard components.indices.contains(focusedComponent + step) else { return false }
    focusedComponent += step
    return true
  }

  /// Moves to the first row that begins with the typed text.
  private func findTyped(_ key: KeyPress) -> Bool {
    guard components.indices.contains(focusedComponent) else { return true }
    typeAhead.place(of: key, among: components[focusedComponent]).map { change(focusedComponent, to: $0) }
    return true
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    if case .press(button: 1) = event.action, let component = page.itemBeyond(event.location.x) {
      focusedComponent = component
      return true
    }
    guard let component = component(at: event.location) else { return false }
    switch event.action {
    case .wheel(let rows):
      focusedComponent = component
      turn(by: rows.signum())
    case .press(button: 1):
      typeAhead.reset()
      focusedComponent = component
      turn(by: event.location.y - middle)
    default: return false
    }
    return true
  }

  /// Returns the wheel at a point.
  func component(at point: Point) -> Int? {
    let page = page
    guard page.itemBeyond(point.x) == nil else { return nil }
    return page.places.last { point.x >= $0.columns.lowerBound }?.index
  }

  func part(at point: Point) -> TitledPart? {
    guard let component = component(at: point), let selected = selectedRows[component] else { return nil }
    let row = min(max(0, selected + point.y - middle), components[component].count - 1)
    return TitledPart(indexes: [component, row], title: components[component][row])
  }

  /// The keys of a row beside the selected one.
  func keysAfterTap(for point: Point) -> [KeyPress]? {
    guard let component = component(at: point) else { return nil }
    let step: [KeyPress]
    switch point.y - middle {
    case 0: step = []
    case 1: step = [.down]
    case -1: step = [.up]
    default: return nil
    }
    let tapped = page.places.first?.index ?? 0
    return Array(repeating: .right, count: component - tapped) + step
  }

  var ignoresTap: Bool { focusedComponent == page.places.first?.index }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    let page = page
    for place in page.places {
      let (index, column) = (place.index, place.columns)
      guard let selected = selectedRows[index] else { continue }
      for y in 0..<bounds.height {
        let row = selected + y - middle
        guard components[index].indices.contains(row) else { continue }
        let isChosen = y == middle
        var style = isChosen ? theme[.selected] : theme[.secondary]
        if !isEffectivelyEnabled { style = textStyle }
        if isChosen, isFirstResponder, index == focusedComponent { style = theme[.focused] }
        let text = components[index][row].truncated(to: max(0, column.count - 4))
        canvas.put(isChosen ? "› " : "  ", x: column.lowerBound, y: y, style: style)
        canvas.put(text, x: column.lowerBound + 2, y: y, style: style)
        if isChosen { canvas.put(" ‹", x: column.upperBound - 2, y: y, style: style) }
        if isChosen, style.background != .default || style.attributes.contains(.reverse) {
          canvas.put(
            String(repeating: " ", count: max(0, column.count - 4 - text.cellWidth)),
            x: column.lowerBound + 2 + text.cellWidth, y: y, style: style)
        }
      }
    }
    // In the first row, as the selected rows have similar marks.
    page.drawMarks(in: canvas, style: theme[isEffectivelyEnabled ? .accent : .disabled])
  }

  /// The selected row of the first visible wheel.
  open override var tapPoint: Point { Point(x: (page.places.first?.columns.lowerBound ?? 0) + 1, y: middle) }

  open override func tapPoint(forTitle title: String) -> Point? {
    for place in page.places {
      guard let selected = selectedRows[place.index], let row = components[place.index].firstIndex(of: title) else {
        continue
      }
      let y = middle + row - selected
      if y >= 0, y < bounds.height { return Point(x: place.columns.lowerBound + 2, y: y) }
    }
    return nil
  }

  open override var accessibilityRole: AccessibilityRole? { .choice }
  /// The selected row of each wheel, with a summary of the others.
  open override var accessibilityValue: String? {
    components.indices.map { index in
      let chosen = selectedRows[index].map { components[index][$0] } ?? "nothing"
      return components[index].count > 1 ? "\(chosen) of \(ChoiceControl.summary(of: components[index]))" : chosen
    }.joined(separator: "; ")
  }

  open override var acceptedValues: String? {
    let wheels = components.filter { !$0.isEmpty }.map { "one of \(ChoiceControl.summary(of: $0))" }
    return wheels.isEmpty ? nil : wheels.joined(separator: ", then a comma and ")
  }

  /// Accepts the rows' names, separated by commas.
  open override func enterValue(_ text: String) -> Bool {
    let names = text.split(separator: ",").map { $0.drop { $0 == " " }.lowercased() }
    let rows = zip(components, names).map { rows, name in rows.firstIndex { $0.lowercased() == name } }
    guard !rows.isEmpty, rows.count == names.count, rows.allSatisfy({ $0 != nil }) else { return false }
    for (index, row) in rows.enumerated() { if let row { change(index, to: row) } }
    return true
  }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    coder.encode(StateValue(integers: pendingRows ?? selectedRows.map { $0 ?? -1 }), forKey: "selectedRows")
    coder.encode(focusedComponent, forKey: "focusedComponent")
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    (coder.decodeValue(forKey: "selectedRows")?.integers).map(restore)
    focusedComponent = min(
      max(0, coder.decodeInteger(forKey: "focusedComponent") ?? 0), max(0, components.count - 1))
  }
}

/// A button that shows the selected item and opens a menu with all items (AppKit's `NSPopUpButton`).
@MainActor
open class PopUpButton: ChoiceControl {
  open override var items: [String] {
    didSet { widestItem = items.map(\.cellWidth).max() ?? 0 }
  }
  private var widestItem = 0
  private static let frameWidth = 4

  /// The first item is selected by default.
  open override var initialIndex: Int? { items.isEmpty ? nil : 0 }

  private var visibleTitle: String { selectedIndex.map { items[$0] } ?? "" }

  /// Opens the menu.
  open override func activate() {
    guard !items.isEmpty, let window, window.overlay == nil else { return }
    window.overlay = PopUpMenu(of: self)
  }

  open override var keyBindings: [KeyBinding] {
    [KeyBinding("Choose", [.enter: { self.activate() }, .space: { self.activate() }])]
  }

  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: widestItem + Self.frameWidth, height: 1) }

  open override func draw(in canvas: Canvas) {
    let room = max(0, min(widestItem, bounds.width - Self.frameWidth))
    let title = visibleTitle.truncated(to: room)
    let space = String(repeating: " ", count: room - title.cellWidth)
    let (left, right) = theme.buttonEdges.glyphs(isEnabled: isEffectivelyEnabled)
    let role: Theme.Role = !isEffectivelyEnabled ? .buttonDisabled : isFirstResponder ? .buttonFocused : .button
    let style = theme[role]
    var x = canvas.put(left, x: 0, y: 0, style: style)
    x = canvas.put(title, x: x, y: 0, style: style)
    canvas.put("\(space) ▾\(right)", x: x, y: 0, style: style)
  }

  open override func tapPoint(forTitle title: String) -> Point? {
    !title.isEmpty && title == visibleTitle ? tapPoint : nil
  }
}

/// The menu of a pop-up button, below the button, or above if there is more room.
@MainActor
private final class PopUpMenu: OverlayController, TableViewDataSource {
  private weak var button: PopUpButton?
  private let items: [String]
  private let table = MenuTable()

  init(of button: PopUpButton) {
    self.button = button
    items = button.items
  }

  override func loadView() {
    table.dataSource = self
    table.titles = items
    table.accessibilityLabel = button?.accessibilityLabel
    let path = IndexPath(section: 0, row: button?.selectedIndex ?? 0)
    table.selectRow(path)
    table.scrollToRow(path)
    table.onChange = { [weak self] _ in self?.choose() }
    view = PopUpMenuView(table, of: button, count: items.count)
  }

  private func choose() {
    guard let row = table.indexPathsForSelectedRows.first?.row else { return }
    close()
    if !isOutdated { button?.change(to: row) }
  }

  /// Whether the button was removed or disabled, or has got other items, while the menu was open.
  override var isOutdated: Bool {
    guard let button else { return true }
    return button.window == nil || !button.isEffectivelyEnabled || button.items != items
  }

  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { items.count }
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    .text(items[path.row], detail: nil, accessory: nil)
  }
}

/// The rows of a menu. Letters move to the item that begins with them; Space selects.
@MainActor
private final class MenuTable: TableView {
  var titles: [String] = []
  private var typeAhead = TypeAhead()

  override func keyPressed(_ key: KeyPress) -> Bool {
    if typeAhead.takes(key) {
      if let row = typeAhead.place(of: key, among: titles) { focus(IndexPath(section: 0, row: row)) }
      return true
    }
    typeAhead.reset()
    return super.keyPressed(key == .space ? .enter : key)
  }
}

/// Positions the menu beside its button. A click elsewhere closes the menu.
@MainActor
private final class PopUpMenuView: View {
  private weak var button: PopUpButton?
  private let box = VStack()
  private let count: Int

  init(_ table: TableView, of button: PopUpButton?, count: Int) {
    self.button = button
    self.count = count
    super.init()
    box.border = .rounded
    box.role = .raised
    box.addSubview(table)
    addSubview(box)
  }

  override func isFlexible(along axis: Axis) -> Bool { true }

  override func layoutSubviews() {
    guard let button, button.window != nil else { return }
    let place = button.convertToWindow(.zero)
    let below = bounds.height - place.y - 1
    let wanted = count + 2
    let isBelow = below >= wanted || below >= place.y
    let height = min(wanted, max(isBelow ? below : place.y, min(3, bounds.height)))
    let width = min(bounds.width, button.sizeThatFits(button.bounds.size).width + 4)
    box.frame = Rect(
      x: max(0, min(place.x - 1, bounds.width - width)),
      y: max(0, isBelow ? min(place.y + 1, bounds.height - height) : place.y - height), width: width, height: height)
  }

  override func draw(in canvas: Canvas) { canvas.fill(box.frame) }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    if case .press = event.action { window?.overlay = nil }
    return true
  }
}

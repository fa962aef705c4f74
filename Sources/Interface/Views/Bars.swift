/// The title of what is shown, and a way back (UIKit's `UINavigationBar`).
@MainActor
final class NavigationBar: View {
  var title = "" { didSet { if title != oldValue { setNeedsDisplay() } } }
  /// The title of what is below; nil if there is nothing.
  var backTitle: String? { didSet { if backTitle != oldValue { setNeedsDisplay() } } }
  var onBack: (() -> Void)?

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }

  private var backText: String? { backTitle.map { "< \($0)".truncated(to: max(4, bounds.width / 3)) } }

  override func draw(in canvas: Canvas) {
    let style = Style(attributes: .reverse)
    canvas.fill(bounds, style: style)
    var left = 0
    if let backText { left = canvas.put(backText, x: 0, y: 0, style: style) + 1 }
    let shown = title.truncated(to: max(0, bounds.width - left))
    let centered = (bounds.width - shown.cellWidth) / 2
    canvas.put(shown, x: max(left, centered), y: 0, style: Style(attributes: [.reverse, .bold]))
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .press(button: 1) = event.action, let backText, event.location.x < backText.cellWidth else {
      return false
    }
    onBack?()
    return true
  }

  override func tapPoint(forTitle title: String) -> Point? {
    guard let backTitle else { return nil }
    return title == backTitle || title == "< \(backTitle)" || title == "Back" ? .zero : nil
  }
}

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
    let room = items.isEmpty ? 0 : bounds.width / items.count
    var x = 0
    return items.enumerated().map { index, item in
      let text = " \(item.truncated(to: max(1, room - 3))) "
      defer { x += text.cellWidth + 1 }
      return (x, text)
    }
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(bounds, style: Style(attributes: .dim))
    for (index, place) in places.enumerated() {
      var style = Style(attributes: index == selectedIndex ? [.reverse, .bold] : [])
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

  override func tapPoint(forTitle title: String) -> Point? {
    items.firstIndex(of: title).map { Point(x: places[$0].x + 1, y: 0) }
  }
}

/// A question with its choices, boxed over a screen that is dimmed.
@MainActor
final class SheetView: View {
  private let isActionSheet: Bool
  private let box = VStack()
  var onSelect: ((Int) -> Void)?

  init(
    title: String?, message: String?, actions: [(title: String, style: AlertController.Action.Style)],
    isActionSheet: Bool
  ) {
    self.isActionSheet = isActionSheet
    super.init()
    for text in [title, message].compactMap({ $0 }) {
      let label = Label()
      label.text = text
      box.addSubview(label)
    }
    let buttons: StackView = isActionSheet || actions.count > 3 ? VStack() : HStack()
    buttons.spacing = buttons is HStack ? 1 : 0
    for (index, action) in actions.enumerated() {
      let button = Button()
      button.title = action.title
      button.onChange = { [weak self] _ in self?.onSelect?(index) }
      buttons.addSubview(button)
    }
    box.addSubview(buttons)
    box.padding = 1
    addSubview(box)
  }

  override func isFlexible(along axis: Axis) -> Bool { true }

  override func layoutSubviews() {
    let wanted = box.sizeThatFits(Size(width: max(1, bounds.width - 4), height: bounds.height))
    let width = min(bounds.width, wanted.width + 2)
    let height = min(bounds.height, box.sizeThatFits(Size(width: width, height: bounds.height)).height)
    let y = isActionSheet ? bounds.height - height : (bounds.height - height) / 2
    box.frame = Rect(x: (bounds.width - width) / 2, y: max(0, y), width: width, height: height)
  }

  override func draw(in canvas: Canvas) {
    canvas.restyle(bounds) { $0.attributes.insert(.dim) }
    canvas.fill(box.frame)
    canvas.strokeBox(box.frame)
  }
}

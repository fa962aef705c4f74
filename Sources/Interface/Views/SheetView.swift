/// The view of an alert or action sheet.
@MainActor
final class SheetView: BoxedView {
  var onSelect: ((Int) -> Void)?
  private let announcement: String
  private let styles: [AlertController.Action.Style]
  private let hasTextFields: Bool
  private let buttons: SheetButtons

  init(
    title: Text?, message: Text?, actions: [(title: String, style: AlertController.Action.Style)],
    textFields: [TextField] = [], isActionSheet: Bool
  ) {
    announcement = [title, message].compactMap { $0?.string }.first { !$0.isEmpty } ?? "choose"
    styles = actions.map(\.style)
    hasTextFields = !textFields.isEmpty
    buttons = SheetButtons(isColumn: isActionSheet || actions.count > 3)
    super.init(placement: isActionSheet ? .bottom : .center)
    for (text, role) in [(title, Theme.Role.header), (message, .text)] {
      guard let text else { continue }
      let label = Label()
      label.attributedText = text
      label.role = role
      if text.string == announcement { label.accessibilityLabel = "" }
      box.addSubview(label)
    }
    textFields.forEach(box.addSubview)
    for (index, action) in actions.enumerated() {
      let button = Button()
      button.title = action.title
      button.isDestructive = action.style == .destructive
      button.onChange = { [weak self] _ in self?.onSelect?(index) }
      buttons.addSubview(button)
    }
    box.addSubview(buttons)
  }

  /// The first field. Without fields, a button that destroys nothing: cancel if there is a destructive action,
  /// otherwise the primary one.
  override var initialFocus: View? {
    let cancel = styles.firstIndex(of: .cancel)
    let primary = styles.firstIndex(of: .default)
    let choice = styles.contains(.destructive) ? cancel ?? primary : primary
    guard !hasTextFields, !isHidden, let choice, buttons.subviews.indices.contains(choice) else {
      return super.initialFocus
    }
    return buttons.subviews[choice].initialFocus ?? super.initialFocus
  }

  override var accessibilityElements: [AccessibilityElement] { [AccessibilityElement(.alert, announcement, of: self)] }
}

/// The buttons of a sheet: side by side if there is room, otherwise in a column.
@MainActor
private final class SheetButtons: View {
  private let isColumn: Bool

  init(isColumn: Bool) {
    self.isColumn = isColumn
    super.init()
  }

  private func axis(width: Int) -> Axis {
    isColumn || stackSize(of: subviews, in: .unbounded, axis: .horizontal, spacing: 1).width > width
      ? .vertical : .horizontal
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let axis = axis(width: proposal.width)
    return stackSize(of: subviews, in: proposal, axis: axis, spacing: axis == .vertical ? 0 : 1)
  }

  override func layoutSubviews() {
    let axis = axis(width: bounds.width)
    layOut(subviews, in: bounds, axis: axis, spacing: axis == .vertical ? 0 : 1)
  }
}

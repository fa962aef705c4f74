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
    if !isActionSheet {
      box.padding = Insets(left: 2, right: 2)
      box.minWidth = Self.minimumWidth
    }
    let texts = [(title, Theme.Role.header), (message, .text)].compactMap { text, role in text.map { ($0, role) } }
    for (index, (text, role)) in texts.enumerated() {
      if index > 0 { box.addSubview(SheetGap(minimumScreenHeight: 16)) }
      let label = Label()
      label.attributedText = text
      label.role = role
      if text.string == announcement { label.accessibilityLabel = "" }
      box.addSubview(label)
    }
    if !textFields.isEmpty, !texts.isEmpty { box.addSubview(SheetGap(minimumScreenHeight: 16)) }
    textFields.forEach(box.addSubview)
    box.addSubview(SheetGap(minimumScreenHeight: isActionSheet ? 16 : 10))
    let primary = actions.firstIndex { $0.style == .default }
    for index in isActionSheet ? Array(actions.indices) : Self.order(of: styles) {
      let button = isActionSheet ? SheetRow() : Button()
      button.title = actions[index].title
      button.isDestructive = actions[index].style == .destructive
      button.isPrimary = index == primary
      button.onChange = { [weak self] _ in self?.onSelect?(index) }
      buttons.addSubview(button)
      buttonsByAction[index] = button
    }
    box.addSubview(buttons)
  }

  private static let minimumWidth = 30
  private var buttonsByAction: [Int: Button] = [:]

  /// Returns the order of an alert's buttons: cancel, others, the primary one, destructive ones.
  private static func order(of styles: [AlertController.Action.Style]) -> [Int] {
    let primary = styles.firstIndex(of: .default)
    func rank(_ index: Int) -> Int {
      switch styles[index] {
      case .cancel: 0
      case .default: index == primary ? 2 : 1
      case .destructive: 3
      }
    }
    return styles.indices.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// The first field. Without fields, a button that destroys nothing: cancel if there is a destructive action,
  /// otherwise the primary one.
  override var initialFocus: View? {
    let cancel = styles.firstIndex(of: .cancel)
    let primary = styles.firstIndex(of: .default)
    let choice = styles.contains(.destructive) ? cancel ?? primary : primary
    guard !hasTextFields, !isHidden, let choice, let button = buttonsByAction[choice] else { return super.initialFocus }
    return button.initialFocus ?? super.initialFocus
  }

  override var accessibilityElements: [AccessibilityElement] { [AccessibilityElement(.alert, announcement, of: self)] }
}

/// A blank row of a sheet, omitted on small screens.
@MainActor
private final class SheetGap: View {
  private let minimumScreenHeight: Int

  init(minimumScreenHeight: Int) {
    self.minimumScreenHeight = minimumScreenHeight
    super.init()
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: 0, height: (window?.size.height ?? 0) >= minimumScreenHeight ? 1 : 0)
  }
}

/// A choice of an action sheet, which looks like the row of a table.
@MainActor
private final class SheetRow: Button {
  override func draw(in canvas: Canvas) {
    let style =
      isFirstResponder || isPressed ? theme[buttonRole] : isDestructive ? theme[.destructive] : textStyle
    if style != .plain { canvas.fill(bounds, style: style) }
    drawTitle(in: canvas, between: isFirstResponder ? "› " : "  ", "", style: style)
  }
}

/// The buttons of a sheet: side by side on the right if there is room, otherwise in a column.
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
    guard axis(width: bounds.width) == .horizontal else {
      return layOut(subviews, in: bounds, axis: .vertical, spacing: 0)
    }
    let width = stackSize(of: subviews, in: bounds.size, axis: .horizontal, spacing: 1).width
    let start = max(0, bounds.width - width)
    layOut(
      subviews, in: Rect(x: start, y: 0, width: bounds.width - start, height: bounds.height), axis: .horizontal,
      spacing: 1)
  }
}

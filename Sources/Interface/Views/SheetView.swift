/// The view of an alert or action sheet.
@MainActor
final class SheetView: BoxedView {
  var onSelect: ((Int) -> Void)?
  private let isActionSheet: Bool
  private var announcement = ""
  private var styles: [AlertController.Action.Style] = []
  private var hasTextFields = false
  private var buttons = SheetButtons(isColumn: false)
  /// The views that show the alert.
  private var content: [View] = []
  /// The part with the last text, usually the message.
  private var messageScroll: SheetScroll?
  /// The parts that scroll, whose positions are saved.
  private(set) var scrolls: [SheetScroll] = []

  init(isActionSheet: Bool) {
    self.isActionSheet = isActionSheet
    super.init(placement: isActionSheet ? .bottom : .center)
    if !isActionSheet {
      box.padding = Insets(left: 2, right: 2)
      box.minWidth = Self.minimumWidth
    }
  }

  /// Shows the contents of an alert instead of the earlier ones.
  func show(
    title: Text?, message: Text?, actions: [(title: String, style: AlertController.Action.Style)],
    textFields: [TextField]
  ) {
    for view in content { view.removeFromSuperview() }
    (messageScroll, scrolls, buttonsByAction) = (nil, [], [:])
    let others = box.subviews
    defer { content = box.subviews.filter { view in !others.contains { $0 === view } } }
    announcement = [title, message].compactMap { $0?.string }.first { !$0.isEmpty } ?? "choose"
    styles = actions.map(\.style)
    hasTextFields = !textFields.isEmpty
    buttons = SheetButtons(isColumn: isActionSheet || actions.count > 3)
    let texts = [(title, Theme.Role.header), (message, .text)].compactMap { text, role in text.map { ($0, role) } }
    for (index, (text, role)) in texts.enumerated() {
      if index > 0 { box.addSubview(SheetGap(minimumScreenHeight: 16)) }
      let label = Label()
      label.attributedText = text
      label.role = role
      if text.string == announcement { label.accessibilityLabel = "" }
      if index < texts.count - 1 {
        box.addSubview(label)
      } else {
        messageScroll = addScroll(label)
      }
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
    addScroll(buttons)
  }

  @discardableResult
  private func addScroll(_ content: View) -> SheetScroll {
    let scroll = SheetScroll(content)
    box.addSubview(scroll)
    scrolls.append(scroll)
    return scroll
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

  /// The index of the action whose button has the focus; nil if none has it, or if there is no such action.
  var focusedAction: Int? {
    get { buttonsByAction.first { $0.value.isFirstResponder }?.key }
    set { if let newValue { buttonsByAction[newValue]?.becomeFirstResponder() } }
  }

  // MARK: Scrolling

  /// The keys that scroll a message that is too long. The arrows do where they do not move between buttons or fields.
  var scrollBindings: [KeyBinding] {
    guard let message = messageScroll, message.contentSize.height > message.bounds.height else { return [] }
    let page = max(1, message.bounds.height - 1)
    let whole = message.contentSize.height
    let paging = [
      KeyBinding("Scroll", trying: [.pageUp: { message.scroll(y: -page) }, .pageDown: { message.scroll(y: page) }]),
      KeyBinding(nil, trying: [.home: { message.scroll(y: -whole) }, .end: { message.scroll(y: whole) }]),
    ]
    guard !hasTextFields, !buttons.isColumn(width: buttons.bounds.width) else { return paging }
    return paging + [KeyBinding(nil, trying: [.up: { message.scroll(y: -1) }, .down: { message.scroll(y: 1) }])]
  }

  /// The wheel beside the message scrolls it, too.
  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .wheel(let rows) = event.action, let message = messageScroll else { return super.mouseEvent(event) }
    return message.scroll(y: rows)
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
  override var fillsWidth: Bool { true }

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

  /// Whether the buttons are in a column at this width.
  func isColumn(width: Int) -> Bool { axis(width: width) == .vertical && subviews.count > 1 }

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

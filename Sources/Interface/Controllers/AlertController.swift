import StateRestoration

/// A message or question over the screen (UIKit's `UIAlertController`).
///
/// As in UIKit, an alert is not preserved by default. With a restoration identifier and a result method, it is restored
/// with its title, message, style, actions and fields, and its presenter receives an ``AlertResult``.
@MainActor
open class AlertController: ViewController {
  /// The position and look of an alert.
  public enum Style: String, Sendable, CaseIterable {
    case alert, actionSheet
  }

  /// A choice.
  public struct Action {
    /// The meaning of a choice.
    public enum Style: String, Sendable, CaseIterable {
      case `default`, cancel, destructive
    }

    /// The button's title.
    public var title: String
    /// The meaning. Escape chooses the `cancel` action.
    public var style: Style
    /// Runs when the action is chosen, after the alert is dismissed.
    public var handler: (() throws -> Void)?

    /// Creates an action.
    public init(title: String, style: Style = .default, handler: (() throws -> Void)? = nil) {
      self.title = title
      self.style = style
      self.handler = handler
    }

    fileprivate var heldBytes: Int { 64 + title.utf8.count }
  }

  open override var attributedTitle: Text? { didSet { if attributedTitle != oldValue { updateSheet() } } }
  /// The message below the title, as plain text.
  public var message: String? {
    get { attributedMessage?.string }
    set { attributedMessage = newValue.map { Text($0) } }
  }
  /// The message below the title, with its attributes.
  public var attributedMessage: Text? {
    didSet {
      heldBytesDidChange()
      updateSheet()
      invalidateRestorableState()
    }
  }
  /// The position and look, which a loaded view keeps.
  public var preferredStyle = Style.alert { didSet { invalidateRestorableState() } }
  /// The actions, in order. An alert without actions shows "OK".
  public var actions: [Action] {
    get { actionList }
    set {
      (actionList, actionBytes) = (newValue, newValue.reduce(0) { $0 + $1.heldBytes })
      actionsDidChange()
    }
  }
  private var actionList: [Action] = []
  private var actionBytes = 0

  /// The text fields, in order.
  public private(set) var textFields: [TextField] = []

  /// Adds a text field below the message. Enter in the field chooses the first action that is not `cancel`.
  public func addTextField(_ field: TextField) {
    textFields.append(field)
    didTakeOwnership(of: field)
    updateSheet()
    invalidateRestorableState()
  }

  open override var ownedResponders: [Responder] { super.ownedResponders + textFields }

  /// Adds an action at the end.
  public func addAction(_ action: Action) {
    actionList.append(action)
    actionBytes += action.heldBytes
    actionsDidChange()
  }

  private func actionsDidChange() {
    heldBytesDidChange()
    updateSheet()
    invalidateRestorableState()
  }

  open override var heldBytes: Int { super.heldBytes + attributedMessage.heldBytes + actionBytes }

  open override var isPresentedOverCurrentContext: Bool { true }

  open override func loadView() {
    let sheet = SheetView(isActionSheet: preferredStyle == .actionSheet)
    fill(sheet)
    sheet.onSelect = { [weak self] index in self?.choose(index) }
    view = sheet
    placeScrolls()
  }

  private func fill(_ sheet: SheetView) {
    if actions.isEmpty { addAction(Action(title: "OK", style: .cancel)) }
    sheet.show(
      title: attributedTitle, message: attributedMessage, actions: actions.map { ($0.title, $0.style) },
      textFields: textFields)
    for field in textFields where field.onSubmit == nil {
      field.onSubmit = { [weak self] _ in
        guard let self, let index = actions.firstIndex(where: { $0.style != .cancel }) else { return }
        choose(index)
      }
    }
  }

  private var sheet: SheetView? { viewIfLoaded as? SheetView }
  /// Whether the sheet is being filled, which can add an action.
  private var isUpdatingSheet = false

  /// Shows the changed content of an alert whose view is loaded, with the scroll positions and the focused action or field.
  private func updateSheet() {
    guard let sheet, !isUpdatingSheet else { return }
    isUpdatingSheet = true
    defer { isUpdatingSheet = false }
    restoredScrollPositions = scrollPositions
    let focused = (field: textFields.first(where: \.isFirstResponder), action: sheet.focusedAction)
    fill(sheet)
    placeScrolls()
    if let field = focused.field { field.becomeFirstResponder() }
    if let action = focused.action { sheet.focusedAction = action }
  }

  /// The states of the parts of the sheet that scroll; before the view is loaded, the restored ones.
  var scrollPositions: [StateCoder] {
    get {
      sheet?.scrolls.map { scroll in
        let position = StateCoder()
        scroll.encodeBuiltInState(with: position)
        return position
      } ?? restoredScrollPositions
    }
    set {
      restoredScrollPositions = newValue
      placeScrolls()
    }
  }
  private var restoredScrollPositions: [StateCoder] = []

  /// Applies the restored positions, as soon as the view is loaded.
  private func placeScrolls() {
    for (scroll, position) in zip(sheet?.scrolls ?? [], restoredScrollPositions) {
      scroll.decodeBuiltInState(with: position)
    }
  }

  private func choose(_ index: Int) {
    guard actions.indices.contains(index) else { return }
    // The presenter can change the actions.
    let action = actions[index]
    let result = AlertResult(action: index, texts: textFields.map(\.text))
    let presenter = dismiss()?.presenter
    guard let handler = action.handler else {
      if let resultMethod { presenter?.take(result, by: resultMethod) }
      return
    }
    do {
      try handler()
    } catch {
      report(error, from: "action \"\(action.title)\" of the alert")
    }
  }

  private var cancel: Int? { actions.firstIndex { $0.style == .cancel } }

  open override var keyBindings: [KeyBinding] {
    let scrolling = sheet?.scrollBindings ?? []
    guard cancel != nil || preferredStyle == .actionSheet else { return scrolling }
    return [
      KeyBinding(
        "Cancel",
        [.escape: { if let cancel = self.cancel { self.choose(cancel) } else { self.dismissWithoutResult() } }])
    ] + scrolling
  }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    if super.keyPressed(key) { return true }
    switch key.key {
    // Keys that move between the actions, show the help or quit the app work as everywhere.
    case .character where HostCommand(key)?.passesDialogs == true: return false
    case .tab, .up, .down, .left, .right, .function, .character("?"): return false
    default: return true
    }
  }

  // MARK: State

  open override func willRestore(
    at path: IdentifierPath, from coder: StateCoder, in application: any RestorableApplication
  ) {
    super.willRestore(at: path, from: coder, in: application)
    makeContent(from: coder.builtIn)
  }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    encodeContent(with: coder)
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    restoreFields(from: coder)
    restoreScrollPositions(from: coder)
  }
}

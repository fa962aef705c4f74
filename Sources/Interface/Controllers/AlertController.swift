import StateRestoration

/// A question or a message over the screen (UIKit's `UIAlertController`).
///
/// As in UIKit it is not preserved, unless it has a restoration identifier and was presented with a result method: then it is
/// restored with its title, message, style, actions and fields, and its presenter gets an ``AlertResult``.
@MainActor
open class AlertController: ViewController {
  /// Where it stands and how it looks.
  public enum Style: String, Sendable, CaseIterable {
    case alert, actionSheet
  }

  /// One of its choices.
  public struct Action {
    /// What a choice means.
    public enum Style: String, Sendable, CaseIterable {
      case `default`, cancel, destructive
    }

    /// What is written on it.
    public var title: String
    /// What it means. Escape chooses the one that is `cancel`.
    public var style: Style
    /// Runs when it was chosen, after the alert is gone.
    public var handler: (() throws -> Void)?

    /// A choice of this title.
    public init(title: String, style: Style = .default, handler: (() throws -> Void)? = nil) {
      self.title = title
      self.style = style
      self.handler = handler
    }
  }

  /// What is said below the title.
  public var message: String? {
    get { shownMessage?.string }
    set { shownMessage = newValue.map { Text($0) } }
  }
  /// What is said below the title, as it was given.
  public var shownMessage: Text? {
    didSet {
      heldBytesDidChange()
      invalidateRestorableState()
    }
  }
  /// Where it stands and how it looks.
  public var preferredStyle = Style.alert { didSet { invalidateRestorableState() } }
  /// The choices, in order. An alert without one gets "OK".
  public private(set) var actions: [Action] = []

  /// Where the user writes an answer, in order.
  public private(set) var textFields: [TextField] = []

  /// Adds a text field below the message. Enter in it chooses the first choice that is no `cancel`.
  public func addTextField(_ field: TextField) {
    textFields.append(field)
    didTakeOwnership(of: field)
    invalidateRestorableState()
  }

  open override var ownedResponders: [Responder] { super.ownedResponders + textFields }

  /// Adds a choice at the end.
  public func addAction(_ action: Action) {
    actions.append(action)
    actionBytes += 64 + action.title.utf8.count
    heldBytesDidChange()
    invalidateRestorableState()
  }

  func removeActions() {
    (actions, actionBytes) = ([], 0)
    heldBytesDidChange()
  }

  private var actionBytes = 0
  open override var heldBytes: Int { super.heldBytes + shownMessage.heldBytes + actionBytes }

  open override var isPresentedOverCurrentContext: Bool { true }

  open override func loadView() {
    if actions.isEmpty { addAction(Action(title: "OK", style: .cancel)) }
    let sheet = SheetView(
      title: shownTitle, message: shownMessage, actions: actions.map { ($0.title, $0.style) },
      textFields: textFields, isActionSheet: preferredStyle == .actionSheet)
    for field in textFields where field.onSubmit == nil {
      field.onSubmit = { [weak self] _ in
        guard let self, let index = actions.firstIndex(where: { $0.style != .cancel }) else { return }
        choose(index)
      }
    }
    sheet.onSelect = { [weak self] index in self?.choose(index) }
    view = sheet
  }

  private func choose(_ index: Int) {
    guard actions.indices.contains(index) else { return }
    let method = isRestorable ? resultMethod : nil
    let result = AlertResult(action: index, texts: textFields.map(\.text))
    let presenter = dismiss()?.presenter
    if let method, let presenter { return presenter.take(result, by: method) }
    do {
      try actions[index].handler?()
    } catch {
      report(error, from: "action \"\(actions[index].title)\" of the alert")
    }
  }

  private var cancel: Int? { actions.firstIndex { $0.style == .cancel } }

  open override var keyBindings: [KeyBinding] {
    guard cancel != nil || preferredStyle == .actionSheet else { return [] }
    return [
      KeyBinding("Cancel", [.escape: { if let cancel = self.cancel { self.choose(cancel) } else { self.dismiss() } }])
    ]
  }

  open override func keyPressed(_ key: KeyPress) -> Bool {
    if super.keyPressed(key) { return true }
    switch key.key {
    // The choices are gone through, the help is shown, and the app can be left, as everywhere.
    case .character where (HostCommand.interrupt.keys + HostCommand.redraw.keys).contains(key): return false
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
  }
}

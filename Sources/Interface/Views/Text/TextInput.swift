import StateRestoration

/// An editable text: the superclass of text field and text view.
@MainActor
open class TextInput: View {
  final var editing = TextEditing() { didSet { editingDidChange() } }
  /// Whether the text was set in code after the view was added to another view or controller. Text typed in an earlier
  /// launch is then not restored. A text set before is only an initial value.
  final var isSetInCode = false
  /// Whether the user has changed the text since it was last set in code.
  public private(set) var isTyped = false
  /// Whether the text or its undo history may contain text that was entered while it was hidden.
  private var mayHoldSecret = false
  /// A restored cursor position that the text is still too short for.
  var pendingPlace: TextPlace?

  /// The text. Setting it moves the cursor to its end and discards the text that the user typed from the saved state.
  public var text: String {
    get { editing.text }
    set {
      var text = newValue
      text.withUTF8(setText)
    }
  }

  /// Sets the text to valid UTF-8, like ``text``.
  public func setText(utf8: UnsafeBufferPointer<UInt8>) {
    willSetTextInCode()
    if isHiddenText { mayHoldSecret = true } else { forgetSecret() }
    guard !editing.lines.isEqual(to: utf8) else { return applyPendingPlace() }
    editing.set(TextLines(utf8: utf8))
    textDidChange()
    applyPendingPlace()
    textWasSet()
  }

  /// Marks the text as set in code, so that it is no longer saved.
  final func willSetTextInCode() {
    stateWasGiven()
    isSetInCode = superview != nil || viewController != nil
    if isTyped { invalidateRestorableState() }
    isTyped = false
  }

  /// The placeholder, drawn while the text is empty.
  public var placeholder = "" {
    didSet {
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }
  open override var heldBytes: Int { super.heldBytes + placeholder.utf8.count + editing.heldBytes }
  /// The cursor or selection, in characters, clamped to the text.
  public var selectedRange: TextEditing.Selection {
    get { editing.selection }
    set {
      pendingPlace = nil
      guard newValue != editing.selection else { return }
      editing.selection = newValue
      textDidChange()
    }
  }
  /// The end of the selection where the cursor is; forward without a selection, and after ``selectedRange`` is set to a
  /// range without a direction.
  public var selectionDirection: SelectionDirection {
    get { selectedRange.direction }
    set {
      guard selectedRange.length > 0, newValue != selectedRange.direction else { return }
      selectedRange.direction = newValue
    }
  }
  /// Whether the user can change the text. Selecting and copying is always possible.
  public var isEditable = true { didSet { setNeedsDisplay() } }
  /// Whether the text is hidden. Hidden text is neither copied nor saved.
  var isHiddenText: Bool { false }

  /// Called when the text becomes hidden or visible.
  func hidingDidChange() {
    if isHiddenText, editing.revision > 0 { mayHoldSecret = true }
    invalidateRestorableState()
  }

  /// Discards the undo history and the deleted text, as they may contain a secret. The text itself is kept: it was set
  /// while nothing was hidden.
  private func forgetSecret() {
    guard mayHoldSecret else { return }
    mayHoldSecret = false
    let old = editing.text
    editing.reset()
    editing.text = old
  }

  /// Called when the text, the cursor or the selection may have changed, possibly in the middle of an edit.
  func editingDidChange() {}

  func textDidChange() {
    contentSizeDidChange()
    invalidateRestorableState()
  }

  /// Edits the text, and sends a value change if the text has changed.
  @discardableResult
  final func edit(_ change: (inout TextEditing) -> Bool) -> Bool {
    guard isEditable else { return select(change) }
    // Copy only if needed: after a copy, the next change has to copy the storage.
    let before = isFiltered ? editing : nil
    let (revision, additions, anchor, cursor) = (editing.revision, editing.additions, editing.anchor, editing.cursor)
    let isTypingRun = editing.isTypingRun
    guard change(&editing) else { return false }
    if let before, editing.additions != additions, !allows(editing) {
      editing = before
      return true
    }
    pendingPlace = nil
    if editing.revision != revision {
      isTyped = true
      if isHiddenText { mayHoldSecret = true }
    }
    if editing.revision != revision || editing.anchor != anchor || editing.cursor != cursor {
      textDidChange()
    } else if editing.isTypingRun != isTypingRun {
      invalidateRestorableState()
    }
    if editing.revision != revision {
      textWasTyped()
      sendValueChanged()
    }
    return true
  }

  /// Whether edits are checked by ``allows(_:)``.
  var isFiltered: Bool { false }
  /// Returns whether an edit by the user that adds text is allowed.
  func allows(_ edited: TextEditing) -> Bool { true }
  /// Called after the user has changed the text.
  func textWasTyped() {}
  /// Called after the text was set in code.
  func textWasSet() {}

  /// Performs an edit that moves the cursor or selects, and ignores one that would change the text.
  private func select(_ change: (inout TextEditing) -> Bool) -> Bool {
    var changed = editing
    guard change(&changed) else { return false }
    if changed.revision == editing.revision {
      pendingPlace = nil
      editing = changed
      textDidChange()
    }
    return true
  }

  open override var canBecomeFirstResponder: Bool { isEffectivelyEnabled }

  // MARK: Clipboard

  open override func pasted(_ text: String) -> Bool {
    guard isEffectivelyEnabled, isEditable else { return false }
    // An empty clipboard replaces no selection.
    guard !text.isEmpty else { return true }
    return edit {
      $0.insert(text)
      return true
    }
  }

  private var pasteboard: Pasteboard? { window?.application?.pasteboard }

  /// Copies or cuts the selection. Returns false if nothing is selected.
  private func copy(isCutting: Bool) -> Bool {
    guard let pasteboard, !editing.range.isEmpty else { return false }
    guard !isHiddenText else { return true }
    pasteboard.string = editing.selectedText
    if isCutting {
      edit {
        $0.delete($0.range)
        return true
      }
    }
    return true
  }

  private func paste() -> Bool {
    guard let pasteboard else { return false }
    return pasted(pasteboard.string)
  }

  // MARK: Order of display

  /// Whether the text around an offset may be displayed in another order.
  func isReordered(at offset: Int) -> Bool { false }
  /// Whether the paragraph at an offset runs from right to left.
  func isRightToLeft(at offset: Int) -> Bool { false }
  /// Returns the offset displayed to the left (-1) or right (1) of another one.
  func offset(beside offset: Int, step: Int) -> Int { offset }
  /// Returns whether the first of two offsets is displayed to the left of the second.
  func isBefore(_ first: Int, _ second: Int) -> Bool { first < second }

  // MARK: Mouse

  /// The place of the cursor after a click at a point.
  func offset(at point: Point) -> Int { 0 }

  /// Moves the cursor to the mouse. A double click selects a word, a triple click a line, and dragging extends the
  /// selection.
  func mouseSelection(_ event: MouseEvent, at offset: Int) -> Bool {
    edit {
      switch event.action {
      case .press(button: 1) where event.clickCount == 2: $0.select($0.word(at: offset))
      case .press(button: 1) where event.clickCount > 2:
        $0.select($0.lineStart(before: offset)..<$0.lineEnd(after: offset))
      case .press(button: 1): $0.move(to: offset, extending: event.modifiers.contains(.shift))
      case .drag(button: 1): $0.move(to: offset, extending: true)
      default: return false
      }
      return true
    }
  }

  // MARK: State

  /// The number of characters of the text.
  var characterCount: Int { editing.lines.characterCount() }
  /// The byte offset of the first visible character.
  var firstShown: Int { 0 }
  /// Whether the cursor is visible.
  var isCursorSeen: Bool { true }
  /// The column that moves by lines keep; nil after another move.
  final var wantedColumn: Int? { didSet { if wantedColumn != oldValue { invalidateRestorableState() } } }
  /// Restores the scroll position.
  func showText(from place: TextPlace) {}

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if isTyped, !mayHoldSecret, !isHiddenText {
      coder.encode(StatePieces(.text, editing.lines.statePieces()), orInOne: 2_048, forKey: "typedText")
      editing.encodeHistory(with: coder)
    }
    (pendingPlace ?? TextPlace(self)).encode(with: coder)
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    // Text that a script set in this launch takes precedence over restored text.
    if !isSetInCode, !isHiddenText, let typed = TextLines(decoding: coder, forKey: "typedText") {
      editing.restore(typed, from: coder)
      isTyped = true
      textDidChange()
    }
    pendingPlace = TextPlace(decoding: coder)
    applyPendingPlace()
  }

  func applyPendingPlace() {
    guard let place = pendingPlace else { return }
    let count = editing.lines.characterCount()
    editing.selection = place.selection
    textDidChange()
    if place.selection.location + place.selection.length <= count { showText(from: place) }
    if count >= place.textLength { pendingPlace = nil }
  }

  /// After the end of the text, as for a user who wants to continue typing.
  open override var tapPoint: Point { Point(x: max(0, bounds.width - 1), y: max(0, bounds.height - 1)) }

  open override var accessibilityText: String {
    accessibilityLabel ?? [borderTitle.string, placeholder].first { !$0.isEmpty } ?? ""
  }
  open override var acceptedValues: String? { isEditable ? "a text" : nil }
  open override var accessibilityValue: String? { text.isEmpty ? "empty" : text }
  open override func enterValue(_ text: String) -> Bool {
    guard isEffectivelyEnabled, isEditable else { return false }
    return edit {
      $0.select(0..<$0.count)
      $0.insert(text)
      return true
    }
  }

  // MARK: Keys

  /// Everything that the key bindings depend on.
  struct BindingState: Equatable {
    var isEmpty: Bool
    var hasSelection: Bool
    var canPaste: Bool
  }
  /// The bindings for the last state. Each key asks for them several times.
  var knownBindings: (state: BindingState, bindings: [KeyBinding])?

  open override var keyBindings: [KeyBinding] {
    let state = BindingState(
      isEmpty: editing.isEmpty, hasSelection: !editing.range.isEmpty && !isHiddenText,
      canPaste: pasteboard?.string.isEmpty == false)
    if let knownBindings, knownBindings.state == state { return knownBindings.bindings }
    let bindings = bindings(in: state)
    knownBindings = (state, bindings)
    return bindings
  }

  private func bindings(in state: BindingState) -> [KeyBinding] {
    // The text input keeps the bindings.
    func copying(isCutting: Bool) -> () -> Bool { { [weak self] in self?.copy(isCutting: isCutting) ?? false } }
    func binding(_ keys: TextKeys) -> KeyBinding {
      let binding = KeyBinding(keys.title, .keys(keys.keys)) { [weak self] key in self?.handle(key) ?? false }
        .weighing(state.isEmpty ? .idle : .known)
      return keys.isYielding ? binding.yielding() : binding
    }
    return TextKeys.selecting.map(binding) + [
      KeyBinding(
        "Copy, cut the selection",
        trying: [.control("c"): copying(isCutting: false), .control("x"): copying(isCutting: true)]
      ).hinted("copy, cut").weighing(state.hasSelection ? .main : .idle),
      KeyBinding("Paste", trying: [.control("v"): { [weak self] in self?.paste() ?? false }])
        .weighing(state.canPaste ? .known : .idle),
    ] + TextKeys.changing.map(binding) + [
      // Typed characters, and editing keys with additional modifiers.
      KeyBinding(nil, .kind("Text") { _ in true }) { [weak self] key in self?.edit { $0.handle(key) } ?? false }
    ]
  }
}

import StateRestoration

/// What text field and text view share: a text that the user edits.
@MainActor
open class TextInput: View {
  final var editing = TextEditing()
  /// Whether the text was set in code since the view stands in others: what was typed in an earlier launch then no longer
  /// counts. What it was made with is only what it begins with.
  private var isSetInCode = false
  /// Whether the user changed the text since it was set the last time.
  private(set) var isTyped = false
  /// Whether something that was hidden may be in the text, or in what can be undone.
  private var mayHoldSecret = false
  /// A restored place that the text is still too short for.
  var pendingPlace: TextPlace?

  /// The text. Setting it puts the cursor at its end, and makes the text the setter's to bring back: what the user
  /// typed before is no longer kept.
  public var text: String {
    get { editing.text }
    set {
      willSetTextInCode()
      if isHiddenText { mayHoldSecret = true } else { forgetSecret() }
      guard !editing.lines.isEqual(to: newValue) else { return applyPendingPlace() }
      editing.text = newValue
      textDidChange()
      applyPendingPlace()
      textWasSet()
    }
  }
  /// The text becomes the setter's to bring back.
  final func willSetTextInCode() {
    stateWasGiven()
    isSetInCode = superview != nil || viewController != nil
    if isTyped { invalidateRestorableState() }
    isTyped = false
  }

  /// What stands there, faintly, while the text is empty.
  public var placeholder = "" {
    didSet {
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }
  open override var heldBytes: Int { super.heldBytes + placeholder.utf8.count + editing.heldBytes }
  /// The cursor, or what is selected, in characters. Kept inside the text.
  public var selectedRange: TextEditing.Selection {
    get { editing.selection }
    set {
      pendingPlace = nil
      guard newValue != editing.selection else { return }
      editing.selection = newValue
      textDidChange()
    }
  }
  /// Whether the user may change the text; selecting and copying is always possible.
  public var isEditable = true { didSet { setNeedsDisplay() } }
  /// Whether the text is hidden: it is then neither copied nor kept.
  var isHiddenText: Bool { false }

  /// The text is hidden now, or was until now.
  func hidingDidChange() {
    if isHiddenText, editing.revision > 0 { mayHoldSecret = true }
    invalidateRestorableState()
  }

  /// A text that is set where nothing is hidden holds no secret; what could be undone or put back goes with the old one.
  private func forgetSecret() {
    guard mayHoldSecret else { return }
    mayHoldSecret = false
    let old = editing.text
    editing.reset()
    editing.text = old
  }

  func textDidChange() {
    contentSizeDidChange()
    invalidateRestorableState()
  }

  /// Edits, and tells the script if the text is another one now.
  @discardableResult
  final func edit(_ change: (inout TextEditing) -> Bool) -> Bool {
    guard isEditable else { return select(change) }
    // A copy makes the next change cost more.
    let before = isFiltered ? editing : nil
    let (revision, additions, anchor, cursor) = (editing.revision, editing.additions, editing.anchor, editing.cursor)
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
    if editing.revision != revision || editing.anchor != anchor || editing.cursor != cursor { textDidChange() }
    if editing.revision != revision {
      textWasTyped()
      sendValueChanged()
    }
    return true
  }

  /// Whether ``allows(_:)`` is to be asked.
  var isFiltered: Bool { false }
  /// Whether the user may make the text what it is after an edit, which adds something.
  func allows(_ edited: TextEditing) -> Bool { true }
  /// The user has changed the text.
  func textWasTyped() {}
  /// The text was set in code.
  func textWasSet() {}

  /// Lets a change move the cursor and select, but not change the text.
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
    return edit {
      $0.insert(text)
      return true
    }
  }

  private var pasteboard: Pasteboard? { window?.application?.pasteboard }

  /// Copies or cuts; false if nothing is selected.
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
    return pasteboard.string.isEmpty || pasted(pasteboard.string)
  }

  // MARK: Mouse

  /// Puts the cursor where the mouse is; a second click selects the word, a third the line, dragging what is between.
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

  /// How many characters the text has.
  var characterCount: Int { editing.lines.characterCount() }
  /// The offset of the first character that is shown.
  var firstShown: Int { 0 }
  /// Whether the cursor is in sight.
  var isCursorSeen: Bool { true }
  /// Shows the text as it was scrolled.
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
    // What a script has set in this launch is newer than what was typed in the one before.
    if !isSetInCode, !isHiddenText, let typed = TextLines(decoding: coder, forKey: "typedText") {
      editing.set(typed, history: EditingHistory(decoding: coder))
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
    if place.isBackwards { editing.turnSelection() }
    textDidChange()
    if place.selection.location + place.selection.length <= count { showText(from: place) }
    if count >= place.textLength { pendingPlace = nil }
  }

  /// Behind what stands there, as a person who wants to go on writing would.
  open override var tapPoint: Point { Point(x: max(0, bounds.width - 1), y: max(0, bounds.height - 1)) }

  /// The style of one character.
  func style(at offset: Int) -> Style {
    editing.range.contains(offset) ? theme[.focused] : textStyle
  }

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
  open override var keyBindings: [KeyBinding] {
    TextKeys.selecting.map(binding) + [
      KeyBinding(
        "Copy, cut the selection",
        trying: [.control("c"): { self.copy(isCutting: false) }, .control("x"): { self.copy(isCutting: true) }]
      ).weighing(editing.range.isEmpty ? .idle : .main),
      KeyBinding("Paste", trying: [.control("v"): { self.paste() }])
        .weighing(window?.application?.pasteboard.string.isEmpty == false ? .known : .idle),
    ] + TextKeys.changing.map(binding) + [
      // What is typed, and keys with more held down than matters.
      KeyBinding(nil, .kind("Text") { _ in true }) { key in self.edit { $0.handle(key) } }
    ]
  }

  private func binding(_ keys: TextKeys) -> KeyBinding {
    let binding = KeyBinding(keys.title, .keys(keys.keys)) { key in self.edit { $0.handle(key) } }
      .weighing(editing.isEmpty ? .idle : .known)
    return keys.isYielding ? binding.yielding() : binding
  }
}

import StateRestoration

/// Several lines of text that the user edits. Long lines wrap.
@MainActor
open class TextView: TextInput {
  private var scroll = 0
  private var wantedColumn: Int?
  private var wrapped: (revision: Int, text: WrappedText)?
  private var scrollsToCursor = false
  /// The character that the first line began with before the size changed, or when the state was saved, and whether the
  /// cursor was in sight: they count at every size until the user scrolls or moves the cursor.
  private var rest: (character: Int, isCursorSeen: Bool)?
  private var mustReturnToRest = false
  private var laidOutSize = Size.zero
  var isDraggingScrollBar = false
  /// The link that the mouse was pressed on.
  var pressedLink: (line: Int, number: Int)?
  /// What the view is while its text is not edited.
  private(set) var pager: Pager?
  /// The text as it was given, while it stands there as it is.
  private var given: AttributedString? {
    get { knownGiven?.revision == editing.revision ? knownGiven?.text : nil }
    set { knownGiven = newValue.map { ($0, editing.revision) } }
  }
  private var knownGiven: (text: AttributedString, revision: Int)?

  open override var arrowAxes: Set<Axis> { pager == nil ? [.horizontal, .vertical] : [.vertical] }
  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    if let pager {
      let rows = pager.rowCount(upTo: proposal.height, width: proposal.width - 1)
      return Size(width: proposal.width, height: min(proposal.height, max(3, rows)))
    }
    let text =
      proposal.width == bounds.width
      ? wrappedText : WrappedText(editing.characters, width: max(1, proposal.width - 1))
    let rows = text.lines.count
    return Size(width: proposal.width, height: min(proposal.height, max(3, rows)))
  }

  /// The lines as they are shown, with room for the cursor behind them, or for the scroll bar.
  private var wrappedText: WrappedText {
    let width = max(1, bounds.width - 1)
    if var wrapped, wrapped.text.width == width, let edits = editing.edits(since: wrapped.revision) {
      guard !edits.isEmpty else { return wrapped.text }
      // One edit at a time would need the text as it was in between.
      if edits.count == 1, let edit = edits.first {
        self.wrapped = nil
        wrapped.text.update(edit, in: editing.characters)
        wrapped.revision = editing.revision
        self.wrapped = wrapped
        return wrapped.text
      }
    }
    let text = WrappedText(editing.characters, width: width)
    wrapped = (editing.revision, text)
    heldBytesDidChange()
    return text
  }

  open override var heldBytes: Int {
    super.heldBytes + (pager?.heldBytes ?? 0) + (wrapped?.text.lines.count ?? 0) * MemoryLayout<WrappedText.Line>.stride
  }

  private func position(of offset: Int, in text: WrappedText) -> Point {
    let row = text.row(at: offset)
    let line = text.lines[row]
    let before = editing.characters[line.range].prefix(max(0, offset - line.start))
    return Point(x: before.reduce(0) { $0 + $1.drawable.cellWidth }, y: row)
  }

  private func offset(atColumn column: Int, row: Int, in text: WrappedText) -> Int {
    let lines = text.lines
    // Above the text is its start, below it its end.
    guard row >= 0 else { return 0 }
    guard row < lines.count else { return editing.characters.count }
    let line = lines[row]
    var x = 0
    var offset = line.start
    for character in editing.characters[line.range] {
      let next = x + character.drawable.cellWidth
      if next > column { break }
      x = next
      offset += 1
    }
    // The end of a wrapped line is the start of the next.
    if row + 1 < lines.count, offset == lines[row + 1].start, offset > line.start { offset -= 1 }
    return offset
  }

  // MARK: A text that is read

  /// The text, as it was given. What is edited has no looks and no links; they are there again once it is not, if nobody has
  /// changed it.
  public var shownText: Text {
    get { pager?.text ?? given.map { Text($0) } ?? Text(super.text) }
    set {
      let old = ownedLinks
      if let pager {
        willSetTextInCode()
        pager.set(newValue)
        _ = pager.lines.takeLinkChanges()
        textDidChange()
        applyPendingPlace()
        setNeedsLayout()
      } else {
        super.text = newValue.string
        given = newValue.attributed
      }
      exchange(old, for: ownedLinks)
    }
  }

  public override var text: String {
    get { pager?.text.string ?? super.text }
    set { shownText = Text(newValue) }
  }

  public override var isEditable: Bool {
    didSet {
      guard isEditable == (pager != nil) else { return }
      let text = shownText
      if isEditable {
        pager = nil
        editing.text = text.string
        given = text.attributed
      } else {
        editing.reset()
        pager = Pager(text, size: bounds.size)
        pager?.maximumLines = maximumLines
        _ = pager?.lines.takeLinkChanges()
        given = nil
      }
      textDidChange()
    }
  }

  /// Adds to the end of the text. It costs the same in a long text as in a short one.
  public func append(_ text: Text) {
    guard !text.isEmpty else { return }
    guard let pager else {
      exchange(ownedLinks, for: [])
      given = nil
      editing.append(text.string)
      if let maximumLines { editing.keepLastLines(maximumLines) }
      let scrolls = scrollsToCursor
      textDidChange()
      scrollsToCursor = scrolls || editing.cursor == editing.characters.count
      return
    }
    // Where there are as many lines as rows, nobody needs to count these.
    let least = max(3, bounds.height)
    let isFull =
      pager.lines.count >= least || pager.rowCount(upTo: least, width: bounds.width - 1) >= least
    let (wasAtEnd, first) = (pager.isAtEnd, pager.lines.first)
    pager.append(text)
    // At the end, what is kept stays the same.
    if pager.isAtEnd != wasAtEnd || !wasAtEnd && pager.lines.first != first { invalidateRestorableState() }
    ownLinks(of: pager)
    resumeSearch()
    // Where the text fills the view already, nothing moves.
    if isFull { heldBytesDidChange() } else { contentSizeDidChange() }
    setNeedsDisplay()
  }

  /// Whether what is added to a text that is not edited is seen at once: at first, and whenever the user has scrolled to
  /// the end. An edited text never does so.
  public var followsEnd: Bool {
    get { pager?.followsEnd ?? false }
    set {
      pager?.setFollowsEnd(newValue)
      pagerChanged()
    }
  }

  /// How many lines ``append(_:)`` keeps, the last ones; nil for all.
  public var maximumLines: Int? {
    didSet {
      pager?.maximumLines = maximumLines
      pager?.keepMaximum()
      if let pager { ownLinks(of: pager) }
      contentSizeDidChange()
    }
  }

  private var ownedLinks: [TextLink] { pager?.lines.links ?? given?.links ?? [] }

  open override var ownedResponders: [Responder] { super.ownedResponders + ownedLinks }

  private func ownLinks(of pager: Pager) {
    let changes = pager.lines.takeLinkChanges()
    exchange(changes.lost, for: changes.gained)
  }

  private func exchange(_ old: [TextLink], for new: [TextLink]) {
    new.forEach(didTakeOwnership)
    old.forEach(didReleaseOwnership)
  }

  public override var selectedRange: TextEditing.Selection {
    get { pager?.selectedRange ?? super.selectedRange }
    set {
      guard let pager else { return super.selectedRange = newValue }
      pendingPlace = nil
      pager.selectedRange = newValue
      pagerChanged()
    }
  }

  override var characterCount: Int {
    guard let pager else { return super.characterCount }
    // Only what is selected needs it.
    return pager.selection == nil ? 0 : pager.lines.characterCount()
  }

  override func applyPendingPlace() {
    guard let pager, let place = pendingPlace else { return super.applyPendingPlace() }
    guard place.selection.length > 0, pager.lines.characterCount() >= place.textLength else { return }
    pager.select(place.selection)
    pendingPlace = nil
  }

  override func keysWereBrought(byStep step: Int) {
    guard let pager else { return }
    pager.focus(nil)
    pagerChanged()
  }

  // MARK: Events

  open override var keyBindings: [KeyBinding] {
    if let pager { return pagerBindings(pager) }
    let screen = max(1, bounds.height - 1)
    return [
      vertical("Page up, down", [.pageUp: -screen, .pageDown: screen]).weighing(.known),
      vertical(nil, [.up: -1, .down: 1]),
      KeyBinding(nil, [.enter: { self.breakLine() }]),
    ] + super.keyBindings
  }

  /// Keys that go up and down by lines, whatever but alt is held down beside them.
  private func vertical(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    KeyBinding(title, .anyModifiers(steps.map(\.key))) { [self] key in
      guard !key.modifiers.contains(.alt), let step = steps.first(where: { $0.key == key.key })?.value else {
        return false
      }
      return moveByLines(step, extending: key.modifiers.contains(.shift))
    }
  }

  private func breakLine() {
    edit {
      $0.insert("\n")
      return true
    }
  }

  private func moveByLines(_ step: Int, extending: Bool) -> Bool {
    let text = wrappedText
    let lines = text.lines
    let position = position(of: editing.cursor, in: text)
    let row = position.y + step
    // At the first and last line the arrows do nothing, unless they select.
    if row < 0 || row >= lines.count, abs(step) == 1, !extending { return false }
    let column = wantedColumn ?? position.x
    let target = offset(atColumn: column, row: min(max(row, 0), lines.count - 1), in: text)
    edit {
      $0.move(to: target, extending: extending)
      return true
    }
    wantedColumn = column
    return true
  }

  private var scrollBar: ScrollBar { ScrollBar(total: wrappedText.lines.count, visible: bounds.height, offset: scroll) }

  private func scroll(to row: Int) {
    let row = min(max(0, row), max(0, wrappedText.lines.count - bounds.height))
    pendingPlace = nil
    rest = nil
    guard row != scroll else { return }
    scroll = row
    invalidateRestorableState()
    setNeedsDisplay()
  }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    if let pager { return pagerMouse(event, pager) }
    if case .wheel(let rows) = event.action {
      scroll(to: scroll + rows)
      return true
    }
    if event.action == .press(button: 1) {
      isDraggingScrollBar = scrollBar.isNeeded && event.location.x >= bounds.width - 1
    }
    if isDraggingScrollBar, event.action == .press(button: 1) || event.action == .drag(button: 1) {
      scroll(to: scrollBar.offset(atRow: event.location.y))
      return true
    }
    return mouseSelection(
      event, at: offset(atColumn: event.location.x, row: event.location.y + scroll, in: wrappedText))
  }

  open override func layoutSubviews() {
    resumeSearch()
    guard bounds.size != laidOutSize else { return }
    if let pager {
      pager.resize(to: bounds.size)
    } else if laidOutSize != .zero {
      // With less room, what is written stays in view.
      if rest == nil, let old = wrapped, old.revision == editing.revision, old.text.lines.indices.contains(scroll) {
        let cursor = old.text.row(at: editing.cursor)
        rest = (old.text.lines[scroll].start, (scroll..<scroll + laidOutSize.height).contains(cursor))
      }
      mustReturnToRest = rest != nil
    }
    if laidOutSize != .zero { invalidateRestorableState() }
    laidOutSize = bounds.size
  }

  override func textDidChange() {
    super.textDidChange()
    scrollsToCursor = true
    rest = nil
    // The column is kept only from one line to the next.
    wantedColumn = nil
  }

  private func scrollToCursor(_ text: WrappedText) {
    if mustReturnToRest, let rest, bounds.height > 0 {
      mustReturnToRest = false
      scroll = text.row(at: rest.character)
      scrollsToCursor = rest.isCursorSeen
    }
    scroll = min(scroll, max(0, text.lines.count - 1))
    guard scrollsToCursor, bounds.height > 0 else { return }
    scrollsToCursor = false
    let row = text.row(at: editing.cursor)
    if row < scroll { scroll = row }
    if row >= scroll + bounds.height { scroll = row - bounds.height + 1 }
  }

  open override var cursorLocation: Point? {
    guard isFirstResponder else { return nil }
    if let pager {
      guard let search = pager.search, search.isTyping, bounds.height > 0 else { return nil }
      return Point(x: min(search.cursorColumn, max(0, bounds.width - 1)), y: bounds.height - 1)
    }
    let text = wrappedText
    scrollToCursor(text)
    let place = position(of: editing.cursor, in: text)
    let visible = Point(x: place.x, y: place.y - scroll)
    return bounds.contains(visible) ? visible : nil
  }

  // MARK: Drawing

  open override func draw(in canvas: Canvas) {
    if let pager, !pager.lines.isEmpty { return drawPager(pager, in: canvas) }
    if editing.characters.isEmpty {
      for (y, line) in placeholder.wrapped(to: bounds.width).prefix(bounds.height).enumerated() {
        canvas.put(line.line, x: 0, y: y, style: theme[.placeholder])
      }
      return
    }
    let text = wrappedText
    scrollToCursor(text)
    for (y, line) in text.lines[scroll...].prefix(bounds.height).enumerated() {
      // What is selected looks different; the rest of the line is one run on either side of it.
      let selected = editing.range.clamped(to: line.range)
      var x = 0
      for part in [line.start..<selected.lowerBound, selected, selected.upperBound..<line.range.upperBound]
      where !part.isEmpty {
        x = canvas.put(String(editing.characters[part]), x: x, y: y, style: style(at: part.lowerBound))
      }
    }
    scrollBar.draw(in: canvas, x: bounds.width - 1, theme: theme)
  }

  open override var accessibilityRole: AccessibilityRole? { .textView }
  /// Of a long text that is read, what is seen of it.
  open override var accessibilityValue: String? {
    guard let pager, !pager.lines.isEmpty else { return super.accessibilityValue }
    return pager.visibleText
  }
  open override var accessibilityElements: [AccessibilityElement] {
    super.accessibilityElements + (pager.map(linkElements) ?? [])
  }
  open override func tapPoint(forTitle title: String) -> Point? {
    pager.map(linkElements)?.first { $0.label == title }?.activationPoint ?? super.tapPoint(forTitle: title)
  }
  open override var tapPoint: Point { pager == nil ? super.tapPoint : .zero }

  // MARK: State

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let pager { encodePager(pager, with: coder) }
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    if let pager { decodePager(pager, from: coder) }
  }

  override var firstShownLine: Int {
    guard pager == nil else { return 0 }
    // What was typed may not have been drawn yet.
    if bounds.height > 0 { scrollToCursor(wrappedText) }
    return scroll
  }

  override var firstShownCharacter: Int? {
    guard pager == nil else { return nil }
    if let rest { return rest.character }
    guard bounds.height > 0 else { return nil }
    let lines = wrappedText.lines
    return lines.indices.contains(scroll) ? lines[scroll].start : nil
  }

  override var isCursorSeen: Bool {
    guard pager == nil, bounds.height > 0 else { return rest?.isCursorSeen ?? true }
    if let rest { return rest.isCursorSeen }
    return (scroll..<scroll + bounds.height).contains(wrappedText.row(at: editing.cursor))
  }

  override func showText(from place: TextPlace) {
    scroll = place.firstLine
    scrollsToCursor = false
    rest = place.firstCharacter.map { ($0, place.isCursorSeen) }
    mustReturnToRest = rest != nil
  }
}

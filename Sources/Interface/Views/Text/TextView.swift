import StateRestoration

/// An editable text of several lines. Long lines wrap.
@MainActor
open class TextView: TextInput {
  /// The visible rows; a ``Pager`` while the text is not editable.
  private(set) lazy var viewport = TextViewport(of: self, size: .zero)
  var pager: Pager? { viewport as? Pager }
  private var scrollsToCursor = false
  var isDraggingScrollBar = false
  /// The link on which the mouse was pressed.
  var pressedLink: (line: Int, number: Int)?
  /// The text as it was set, until it changes.
  private var given: AttributedString? {
    get { knownGiven?.revision == editing.revision ? knownGiven?.text : nil }
    set { knownGiven = newValue.map { ($0, editing.revision) } }
  }
  private var knownGiven: (text: AttributedString, revision: Int)?

  open override var arrowAxes: Set<Axis> { isEditable ? [.horizontal, .vertical] : [.vertical] }
  open override func isFlexible(along axis: Axis) -> Bool { true }
  open override func sizeThatFits(_ proposal: Size) -> Size {
    let rows = viewport.rowCount(upTo: proposal.height, width: proposal.width - 1)
    return Size(width: proposal.width, height: min(proposal.height, max(3, rows)))
  }

  open override var heldBytes: Int { super.heldBytes + viewport.heldBytes }

  // MARK: Text that is not editable

  /// The text as it was set. While the text is editable, it has no styles and links. They reappear when it is no longer
  /// editable, unless the user has changed it.
  public var attributedText: Text {
    get { pager?.text ?? given.map { Text($0) } ?? Text(super.text) }
    set {
      var string = newValue.string
      string.withUTF8 { setText(utf8: $0, attributed: newValue.attributed) }
    }
  }

  public override func setText(utf8: UnsafeBufferPointer<UInt8>) { setText(utf8: utf8, attributed: nil) }

  /// Sets the text and its styles; nil for a text without.
  private func setText(utf8: UnsafeBufferPointer<UInt8>, attributed: AttributedString?) {
    let old = ownedLinks
    if let pager {
      willSetTextInCode()
      guard pager.set(utf8: utf8, attributed: attributed) else { return }
      _ = pager.lines.takeLinkChanges()
      textDidChange()
      applyPendingPlace()
      setNeedsLayout()
    } else {
      super.setText(utf8: utf8)
      given = attributed
    }
    exchange(old, for: ownedLinks)
  }

  /// The text of a pager is not saved, so it only replaces what the user typed into an earlier view.
  override func takesStateOfPredecessor() -> Bool {
    guard isStateGiven, pager != nil else { return !isStateGiven }
    isSetInCode = true
    return true
  }

  public override var isEditable: Bool {
    didSet {
      guard isEditable == (pager != nil) else { return }
      let text = attributedText
      if isEditable {
        editing.text = text.string
        given = text.attributed
        viewport = TextViewport(of: self, size: bounds.size)
      } else {
        editing.reset()
        editing.lines = TextLines(text)
        _ = editing.lines.takeLinkChanges()
        given = nil
        let pager = Pager(of: self, size: bounds.size, given: text.attributed)
        pager.maximumLines = maximumLines
        pager.showsCursor = showsLineCursor
        if !followsEndOfPager { pager.setFollowsEnd(false) }
        viewport = pager
      }
      textDidChange()
    }
  }

  /// Appends to the text. The cost does not depend on the length of the text.
  public func append(_ text: Text) {
    guard !text.isEmpty else { return }
    guard let pager else {
      exchange(ownedLinks, for: [])
      given = nil
      editing.append(text.string)
      if let maximumLines { editing.keepLastLines(maximumLines) }
      let scrolls = scrollsToCursor
      textDidChange()
      scrollsToCursor = scrolls || editing.cursor == editing.count
      return
    }
    // If there are at least as many lines as rows, the rows need not be counted.
    let least = max(3, bounds.height)
    let isFull = pager.fills(least, width: bounds.width - 1)
    let (wasAtEnd, first, line) = (pager.isAtEnd, pager.lines.first, keptCurrentLine)
    let followsCursor = showsLineCursor && pager.followsEnd && pager.isCursorAtEnd
    pager.append(text)
    if followsCursor, pager.pendingCursor == nil { _ = pager.moveCursor(toLine: pager.lines.end - 1) }
    // At the end, only places in the text are saved.
    let hasPlaces = !wasAtEnd || pager.search != nil || pager.keptLink != nil
    if pager.isAtEnd != wasAtEnd || hasPlaces && pager.lines.first != first || keptCurrentLine != line {
      invalidateRestorableState()
    }
    ownLinks(of: pager)
    resumeSearch()
    // If the text already fills the view, its size does not change.
    if isFull { heldBytesDidChange() } else { contentSizeDidChange() }
    setNeedsDisplay()
  }

  /// Whether text appended to a text that is not editable scrolls into view. It does initially, and whenever the user
  /// has scrolled to the end. It is always false for an editable text; setting it then counts once it is not editable.
  public var followsEnd: Bool {
    get { pager?.followsEnd ?? false }
    set {
      followsEndOfPager = newValue
      pager?.setFollowsEnd(newValue)
      visibleStateDidChange()
    }
  }
  private var followsEndOfPager = true

  /// Whether a text that is not editable has a current line, which the arrow keys move.
  public var showsLineCursor = false {
    didSet {
      guard showsLineCursor != oldValue else { return }
      pager?.showsCursor = showsLineCursor
      visibleStateDidChange()
    }
  }
  /// Called when the user has moved to another line, with its index from 0.
  public var onLine: ((TextView, Int) -> Void)?

  /// The maximum number of lines, of which ``append(_:)`` keeps the last ones; nil for no limit.
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
      visibleStateDidChange()
    }
  }

  override var characterCount: Int {
    guard let pager else { return super.characterCount }
    // Only a selection needs the count.
    return pager.selection == nil ? 0 : super.characterCount
  }

  override func applyPendingPlace() {
    guard let pager, let place = pendingPlace else { return super.applyPendingPlace() }
    // Without a selection or an insertion point, the length is not saved.
    guard place.textLength > 0 else { return pendingPlace = nil }
    guard pager.lines.characterCount() >= place.textLength else { return }
    pager.select(place.selection)
    pendingPlace = nil
  }

  override func didReceiveFocus(byStep step: Int, isArrow: Bool) {
    guard let pager else { return }
    pager.focus(nil)
    visibleStateDidChange()
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

  override func isReordered(at offset: Int) -> Bool { viewport.isReordered(line: viewport.mark(ofOffset: offset).line) }

  override func isRightToLeft(at offset: Int) -> Bool { viewport.isRightToLeft(viewport.mark(ofOffset: offset)) }

  override func offset(beside offset: Int, step: Int) -> Int { viewport.offset(beside: offset, step: step) }

  override func isBefore(_ first: Int, _ second: Int) -> Bool { viewport.isBefore(first, second) }

  override func offset(at point: Point) -> Int {
    let first = viewport.firstPlace
    let place = viewport.place(first, movedBy: point.y)
    // A point above the text is its start, a point below it its end.
    guard point.y == 0 || place != viewport.place(first, movedBy: point.y - point.y.signum()) else {
      return point.y < 0 ? 0 : editing.count
    }
    return offset(atColumn: point.x, of: place)
  }

  open override func pasted(_ text: String) -> Bool { pager == nil ? super.pasted(text) : addToSearch(text) }

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    if case .wheel(let rows) = event.action {
      scroll { viewport.scroll(by: rows) }
      return true
    }
    let bar = viewport.scrollBar()
    if event.action == .press(button: 1) {
      isDraggingScrollBar = bar.isNeeded && event.location.x >= scrollBarColumn
    }
    if isDraggingScrollBar, event.action == .press(button: 1) || event.action == .drag(button: 1) {
      scroll { viewport.showRow(bar.offset(atRow: event.location.y)) }
      return true
    }
    if let pager { return pagerMouse(event, pager) }
    return mouseSelection(event, at: offset(at: event.location))
  }

  /// Scrolls by a number of rows, backward if negative, as far as possible.
  package func scroll(byRows rows: Int) {
    layoutIfNeeded()
    scroll { viewport.scroll(by: rows) }
  }

  /// The number of rows above the first visible one.
  package var firstVisibleRow: Int { viewport.scrollBar().offset }

  /// Returns the number of rows that the text needs at a width.
  package func rowCount(width: Int) -> Int { viewport.rowCount(upTo: .max, width: width - 1) }

  private func scroll(_ body: () -> Bool) {
    if let pager {
      _ = scroll(pager, body)
      return
    }
    pendingPlace = nil
    guard body() else { return }
    visibleStateDidChange()
  }

  open override func layoutSubviews() {
    resumeSearch()
    guard bounds.size != viewport.size else { return }
    if viewport.size != .zero { invalidateRestorableState() }
    viewport.resize(to: bounds.size)
    // The cursor stays visible when the view becomes smaller.
    if pager == nil, let rest = viewport.rest { scrollsToCursor = rest.isFocusSeen }
  }

  override func textDidChange() {
    super.textDidChange()
    // The column is kept only while the cursor moves vertically.
    wantedColumn = nil
    guard pager == nil else { return }
    scrollsToCursor = true
    viewport.rest = nil
  }

  private func scrollToCursor() {
    guard scrollsToCursor, bounds.height > 0 else { return }
    scrollsToCursor = false
    viewport.bringIntoView(viewport.place(of: viewport.mark(ofOffset: editing.cursor)))
  }

  open override var cursorLocation: Point? {
    guard pager == nil else { return searchCursor }
    guard isFirstResponder else { return nil }
    scrollToCursor()
    let mark = viewport.mark(ofOffset: editing.cursor)
    guard let y = viewport.visibleRows.firstIndex(of: viewport.place(of: mark)) else { return nil }
    let point = Point(x: viewport.column(of: mark), y: y)
    return bounds.contains(point) ? point : nil
  }

  // MARK: Drawing

  override var verticalScrollBar: (bar: ScrollBar, y: Int, isFocused: Bool)? {
    editing.isEmpty ? nil : (viewport.scrollBar(), 0, pager != nil && isFirstResponder)
  }

  open override func draw(in canvas: Canvas) {
    if let pager, !pager.lines.isEmpty { return drawPager(pager, in: canvas) }
    if editing.isEmpty {
      for (y, line) in placeholder.wrapped(to: bounds.width).prefix(bounds.height).enumerated() {
        let x = Label.Alignment.natural.start(of: Text(line.line), in: bounds.width)
        canvas.put(line.line, x: x, y: y, style: theme[.placeholder])
      }
      return
    }
    scrollToCursor()
    for (y, place) in viewport.visibleRows.enumerated() {
      let selected =
        editing.range.isEmpty
        ? [] : [(bytes: viewport.bytes(editing.range, inLine: place.line), style: theme[.textSelection])]
      viewport.drawRow(place, y: y, in: canvas, plain: { _ in textStyle }, marked: selected)
    }
  }

  open override var accessibilityRole: AccessibilityRole? { .textView }
  /// The visible part of a text that is not editable, as it may be long.
  open override var accessibilityValue: String? {
    guard let pager, !pager.lines.isEmpty else { return super.accessibilityValue }
    // A small screen may have no room for the text until it is focused.
    guard !bounds.isEmpty else {
      return AccessibilityElement.count(pager.lines.paragraphIndex(ofLine: pager.lines.end - 1) + 1, of: "line")
    }
    return pager.visibleText
  }
  open override var accessibilityElements: [AccessibilityElement] {
    var elements = super.accessibilityElements + cursorElements + (pager.map(linkElements) ?? []) + searchElements
    // The innermost part has the focus: the text while it is searched, the current link, or the current line.
    let focused = elements.lastIndex(where: \.isFocused)
    for index in elements.indices where index != focused { elements[index].isFocused = false }
    return elements
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

  override var firstShown: Int {
    guard pager == nil else { return 0 }
    if viewport.rest == nil, bounds.height > 0 { scrollToCursor() }
    return viewport.offset(of: viewport.rest?.mark ?? viewport.markOfTop)
  }

  override var isCursorSeen: Bool {
    guard pager == nil else { return true }
    return viewport.rest?.isFocusSeen ?? (bounds.height == 0 || viewport.isFocusSeen)
  }

  override func showText(from place: TextPlace) {
    guard pager == nil else { return }
    wantedColumn = place.wantedColumn
    guard let character = place.firstCharacter else {
      // Older saves count rows.
      let found = editing.lines.line(atRow: place.scroll, width: viewport.width)
      viewport.top = .init(line: found.line, row: found.row)
      return scrollsToCursor = false
    }
    viewport.rest = (viewport.mark(ofOffset: editing.lines.offset(ofCharacter: character)), place.isCursorSeen)
    viewport.returnToRest()
    scrollsToCursor = place.isCursorSeen
  }
}

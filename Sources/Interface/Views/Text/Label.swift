/// A text that is not editable. It wraps to the width of the view. Its links can be activated with the keyboard and the
/// mouse.
@MainActor
open class Label: View {
  /// The position of lines that are narrower than the view.
  public enum Alignment: String, Sendable, CaseIterable {
    /// On the left, in the middle, or on the right.
    case left, center, right
    /// At the side where the text begins: on the right for paragraphs from right to left, otherwise on the left.
    case natural
  }

  /// The text as it was set.
  public var attributedText: Text = "" {
    didSet {
      oldValue.attributed?.links.forEach(didReleaseOwnership)
      attributedText.attributed?.links.forEach(didTakeOwnership)
      guard attributedText != oldValue else { return }
      wrapped = nil
      links = attributedText.attributed?.linkParts ?? []
      currentLink = min(currentLink, max(0, links.count - 1))
      contentSizeDidChange()
      invalidateRestorableState()
    }
  }
  /// The characters of the text. Setting them removes styles and links.
  public var text: String {
    get { attributedText.string }
    set { attributedText = Text(newValue) }
  }
  /// The position of lines that are narrower than the view.
  public var alignment = Alignment.natural { didSet { setNeedsDisplay() } }

  open override var ownedResponders: [Responder] { super.ownedResponders + links.map(\.link) }
  open override var heldBytes: Int { super.heldBytes + attributedText.heldBytes + (wrapped?.heldBytes ?? 0) }

  /// The text in lines.
  private struct Wrapped {
    let text: Text
    let directions: BidirectionalText?
    /// The lines for some widths, the oldest first.
    private var layouts: [(width: Int, layout: TextLayout)] = []
    /// A dialog measures its texts at several widths in each layout.
    private static let mostLayouts = 4

    init(_ text: Text) {
      self.text = text
      directions = BidirectionalText(text.string)
    }

    /// Returns the lines of a width if they are known.
    func layout(width: Int) -> TextLayout? {
      for known in layouts where known.width == width { return known.layout }
      return nil
    }

    mutating func makeLayout(width: Int) -> TextLayout {
      var layout = TextLayout(text, width: width)
      layout.omitBlanksAtBreaks()
      if layouts.count == Self.mostLayouts { layouts.removeFirst() }
      layouts.append((width, layout))
      return layout
    }

    /// Each wrapped line is a separate string, but a single one shares the storage of the text.
    var heldBytes: Int {
      var bytes = 0
      for (width, layout) in layouts where layout.lines.count > 1 {
        let lines = layout.lines.count
        bytes += min(text.string.utf8.count, lines * max(1, width)) + lines * TextLayout.bytesPerLine
      }
      return bytes
    }
  }

  private var wrapped: Wrapped?

  private func lines(width: Int) -> [TextLayout.Line] {
    if let layout = wrapped?.layout(width: width) { return layout.lines }
    var wrapped = wrapped ?? Wrapped(attributedText)
    self.wrapped = nil
    let lines = wrapped.makeLayout(width: width).lines
    self.wrapped = wrapped
    heldBytesDidChange()
    return lines
  }

  /// Returns a line as it is displayed.
  private func displayed(_ line: TextLayout.Line) -> BidirectionalLine {
    BidirectionalLine(line.pieces, start: line.start, end: line.start, in: wrapped?.directions)
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let width = max(1, proposal.width)
    let shown = shownLines(in: Size(width: width, height: proposal.height))
    return Size(width: shown.map(\.width).max() ?? 0, height: max(1, lines(width: width).count))
  }

  /// Returns the first column of a line.
  private func start(of line: BidirectionalLine) -> Int {
    alignment.start(of: line.columns.count, in: bounds.width, isRightToLeft: line.isRightToLeft)
  }

  /// Returns the lines that are visible in an area. The last one ends with an ellipsis if there are more.
  private func shownLines(in size: Size) -> [TextLayout.Line] {
    let lines = lines(width: size.width)
    guard lines.count > size.height, let last = lines.indices.prefix(size.height).last else { return lines }
    return lines[..<last] + [lines[last].cut(before: lines[last + 1], to: size.width)]
  }

  /// The focused link, if a link is focused.
  open override var usedRect: Rect {
    guard isFirstResponder, let place = point(ofLink: currentLink) else { return bounds }
    return Rect(x: place.x, y: place.y, width: 1, height: 1)
  }

  open override func draw(in canvas: Canvas) {
    for (y, line) in shownLines(in: bounds.size).map(displayed).enumerated() {
      let x = start(of: line)
      for piece in line.pieces {
        let isCurrent = isFirstResponder && isEffectivelyEnabled && piece.link != nil && piece.link == currentLink
        let style = isCurrent ? theme[.focused] : style(of: piece.attributes)
        canvas.put(piece, x: x, y: y, style: style)
      }
    }
  }

  // MARK: Links

  private var links: [(link: TextLink, text: String)] = []
  /// The index of the link that Enter activates while the label is focused.
  private var currentLink = 0 {
    didSet {
      setNeedsDisplay()
      owningViewController?.focusPlaceMayHaveChanged()
    }
  }

  override var focusedLink: Int {
    get { currentLink }
    set { if links.indices.contains(newValue) { currentLink = newValue } }
  }

  open override var canBecomeFirstResponder: Bool {
    super.canBecomeFirstResponder || !links.isEmpty && isEffectivelyEnabled
  }

  override func didReceiveFocus(byStep step: Int, isArrow: Bool) {
    if !links.isEmpty { moveToLink(step > 0 ? 0 : links.count - 1) }
  }

  open override var keyBindings: [KeyBinding] {
    guard !links.isEmpty else { return super.keyBindings }
    let forward = { self.moveToNextLink(by: 1) }
    let backward = { self.moveToNextLink(by: -1) }
    return [
      KeyBinding("Open \(links[currentLink].text)", [.enter: { self.activateLink(self.currentLink) }]),
      KeyBinding("Next, previous link", trying: [.tab: forward, .key(.tab, .shift): backward]),
      KeyBinding(nil, trying: [.down: forward, .right: forward, .up: backward, .left: backward]),
    ] + super.keyBindings
  }

  private func moveToNextLink(by step: Int) -> Bool {
    guard links.indices.contains(currentLink + step) else { return false }
    moveToLink(currentLink + step)
    return true
  }

  private func moveToLink(_ index: Int) {
    currentLink = index
    if let place = point(ofLink: index) { scrollIntoView(Rect(x: place.x, y: place.y, width: 1, height: 1)) }
  }

  private func activateLink(_ index: Int) {
    guard links.indices.contains(index) else { return }
    links[index].link.activate(in: self, title: links[index].text)
  }

  /// Returns the point at which a link begins.
  private func point(ofLink index: Int) -> Point? {
    for (y, line) in lines(width: bounds.width).enumerated() where line.pieces.contains(where: { $0.link == index }) {
      let line = displayed(line)
      if let piece = line.pieces.first(where: { $0.link == index }) { return Point(x: start(of: line) + piece.x, y: y) }
    }
    return nil
  }

  /// Returns the index of the link at a point.
  private func link(at point: Point) -> Int? {
    guard !links.isEmpty, bounds.contains(point) else { return nil }
    let lines = lines(width: bounds.width)
    guard lines.indices.contains(point.y) else { return nil }
    let line = displayed(lines[point.y])
    let column = point.x - start(of: line)
    return line.pieces.first { column >= $0.x && column < $0.x + $0.width }?.link
  }

  /// A press beside the links is for the row or other view that contains the label.
  override func canBePressed(at point: Point) -> Bool { super.canBecomeFirstResponder || link(at: point) != nil }

  private var pressedLink: Int?

  open override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(button: 1):
      pressedLink = link(at: event.location)
      guard let pressedLink else { return false }
      currentLink = pressedLink
      return true
    case .release(button: 1):
      guard let pressed = pressedLink else { return false }
      pressedLink = nil
      if link(at: event.location) == pressed { activateLink(pressed) }
      return true
    default: return false
    }
  }

  // MARK: Accessibility

  open override var accessibilityRole: AccessibilityRole? { text.isEmpty ? nil : .text }
  open override var accessibilityText: String { accessibilityLabel ?? text }
  open override var accessibilityElements: [AccessibilityElement] {
    guard !links.isEmpty else { return super.accessibilityElements }
    var own = ownElement
    own?.isFocused = false
    return [own].compactMap { $0 }
      + links.enumerated().map { index, link in
        AccessibilityElement(
          .link, link.text, isFocused: isFirstResponder && index == currentLink, of: self,
          activationPoint: point(ofLink: index))
      }
  }
  open override func tapPoint(forTitle title: String) -> Point? {
    if let index = links.firstIndex(where: { $0.text == title }) { return point(ofLink: index) }
    return text == title ? .zero : nil
  }
}

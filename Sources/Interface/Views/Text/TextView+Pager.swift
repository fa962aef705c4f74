import StateRestoration

// Key, mouse and drawing behavior of a text view that is not editable.
extension TextView {
  /// Scrolls, and updates the view if the position or ``Pager/followsEnd`` has changed.
  func scroll(_ pager: Pager, _ body: () -> Bool) -> Bool {
    let before = (pager.followsEnd, pager.isAtEnd)
    let isMoved = body()
    if isMoved || (pager.followsEnd, pager.isAtEnd) != before { visibleStateDidChange() }
    return isMoved
  }

  // MARK: Keys

  func pagerBindings(_ pager: Pager) -> [KeyBinding] {
    if search?.isTyping == true { return searchBindings }
    let page = max(1, pager.height - 1)
    let half = max(1, pager.height / 2)
    func by(_ rows: Int) -> () -> Bool {
      showsLineCursor ? cursor(by: rows) : to { pager.scroll(by: rows) }
    }
    func cursor(by rows: Int) -> () -> Bool { cursor { pager.line(fromCursor: rows) } }
    func cursor(to line: @escaping () -> Int?) -> () -> Bool {
      {
        self.moveAndRevealCursor(toLine: line(), pager)
        return true
      }
    }
    func to(_ scroll: @escaping () -> Bool) -> () -> Bool {
      {
        _ = self.scroll(pager, scroll)
        return true
      }
    }
    let start = showsLineCursor ? cursor { pager.lines.first } : to(pager.scrollToStart)
    let end = showsLineCursor ? cursor { pager.lines.end - 1 } : to(pager.scrollToEnd)
    let next = { self.moveToLink(by: 1, pager) }
    let previous = { self.moveToLink(by: -1, pager) }
    return [
      KeyBinding("Scroll", trying: [.up: by(-1), .down: by(1)]),
      KeyBinding("Page up, down", trying: [.pageUp: by(-page), .pageDown: by(page)]),
      KeyBinding("To the start, the end", trying: [.home: start, .end: end]),
      KeyBinding("Scroll", trying: [.character("k"): by(-1), .character("j"): by(1)]).yielding(),
      KeyBinding(
        "Page up, down",
        trying: [
          .character("b"): by(-page), .space: by(page), .control("b"): by(-page), .control("f"): by(page),
        ]
      ).yielding(),
      KeyBinding("Half page up, down", trying: [.control("u"): by(-half), .control("d"): by(half)]).yielding(),
      KeyBinding("To the start, the end", trying: [.character("g"): start, .character("G"): end]).yielding(),
      searchBinding.weighing(pager.lines.isEmpty ? .idle : .main),
    ] + matchBindings + [
      KeyBinding(nil, trying: [.escape: { self.deselect(pager) }]),
      KeyBinding(nil, trying: [.tab: next, .key(.tab, .shift): previous, .enter: { self.activateLink(pager) }]),
      KeyBinding("Copy the selection", trying: [.control("c"): { self.copySelection(pager) }])
        .weighing(pager.selected == nil ? .idle : .main),
      KeyBinding(
        nil,
        [
          .alt("a"): {
            self.pendingPlace = nil
            pager.selection = (
              Pager.Mark(line: pager.lines.first, byte: 0), Pager.Mark(line: pager.lines.end, byte: 0)
            )
            self.visibleStateDidChange()
          }
        ]),
    ]
  }

  private func deselect(_ pager: Pager) -> Bool {
    guard pager.selected != nil else { return false }
    pager.selection = nil
    visibleStateDidChange()
    return true
  }

  private func copySelection(_ pager: Pager) -> Bool {
    guard let text = pager.selectedText, !text.isEmpty, let pasteboard = window?.application?.pasteboard else {
      return false
    }
    pasteboard.string = text
    return true
  }

  // MARK: Links

  func moveToLink(by step: Int, _ pager: Pager) -> Bool {
    // Start at the current link if it is visible, otherwise at the visible match of a search, or at the visible rows.
    var target: (line: Int, number: Int)?
    if let current = pager.visibleLink {
      if linkParts(ofLine: current.line, pager).indices.contains(current.number + step) {
        target = (current.line, current.number + step)
      } else {
        target = firstLink(from: current.line + step, step: step, pager)
      }
    } else {
      let rows = pager.visibleRows
      let match = pager.match.flatMap { match in rows.contains { $0.line == match.line } ? match.line : nil }
      let edge = (step > 0 ? nil : rows.last?.line) ?? pager.firstPlace.line
      target = firstLink(from: match ?? edge, step: step, pager)
    }
    pager.focus(target)
    if let target { moveCursor(toLine: target.line, pager) }
    visibleStateDidChange()
    return target != nil
  }

  private func firstLink(from line: Int, step: Int, _ pager: Pager) -> (line: Int, number: Int)? {
    pager.lines.lineWithLink(from: line, step: step).map {
      ($0, step > 0 ? 0 : max(0, linkParts(ofLine: $0, pager).count - 1))
    }
  }

  private func linkParts(ofLine number: Int, _ pager: Pager) -> [(link: TextLink, text: String)] {
    pager.lines[number].content.attributed?.linkParts ?? []
  }

  private func activateLink(_ pager: Pager) -> Bool {
    guard let current = pager.visibleLink else { return false }
    let links = linkParts(ofLine: current.line, pager)
    guard links.indices.contains(current.number) else { return false }
    links[current.number].link.activate(in: self, title: links[current.number].text)
    return true
  }

  private func link(at point: Point, _ pager: Pager) -> (line: Int, number: Int)? {
    let rows = pager.visibleRows
    guard rows.indices.contains(point.y) else { return nil }
    let link = pager.displayedRow(rows[point.y]).pieces.first { point.x >= $0.x && point.x < $0.x + $0.width }?.link
    return link.map { (rows[point.y].line, $0) }
  }

  /// Returns the accessibility elements of the visible links.
  func linkElements(_ pager: Pager) -> [AccessibilityElement] {
    var elements: [AccessibilityElement] = []
    var known: Set<[Int]> = []
    for (y, place) in pager.visibleRows.enumerated() {
      for piece in pager.displayedRow(place).pieces {
        guard let number = piece.link, known.insert([place.line, number]).inserted else { continue }
        let isCurrent = pager.currentLink.map { $0 == (place.line, number) } ?? false
        elements.append(
          AccessibilityElement(
            .link, linkParts(ofLine: place.line, pager)[number].text, isFocused: isFirstResponder && isCurrent,
            of: self,
            activationPoint: Point(x: piece.x, y: y)))
      }
    }
    return elements
  }

  // MARK: Mouse

  func pagerMouse(_ event: MouseEvent, _ pager: Pager) -> Bool {
    switch event.action {
    case .press(button: 1):
      pressedLink = link(at: event.location, pager)
      if let pressedLink { pager.focus(pressedLink) }
      let mark = pager.mark(at: event.location)
      moveCursor(toLine: mark.line, pager)
      select(at: mark, clicks: event.clickCount, pager)
    case .drag(button: 1):
      if event.location.y < 0 { _ = pager.scroll(by: -1) }
      if event.location.y >= pager.height { _ = pager.scroll(by: 1) }
      pager.selection?.cursor = pager.mark(at: event.location)
    case .release(button: 1):
      if let pressed = pressedLink, let here = link(at: event.location, pager), here == pressed, pager.selected == nil {
        pressedLink = nil
        return activateLink(pager)
      }
      pressedLink = nil
    default: return false
    }
    visibleStateDidChange()
    return true
  }

  /// Begins a selection. A double click selects a word, a triple click a line.
  private func select(at mark: Pager.Mark, clicks: Int, _ pager: Pager) {
    pendingPlace = nil
    pager.selection = (mark, mark)
    guard clicks > 1, pressedLink == nil else { return }
    var range = 0..<pager.lines[mark.line].contentCount
    if clicks == 2 {
      let start = pager.lines.offset(ofLine: mark.line)
      let word = editing.word(at: start + mark.byte).clamped(to: start..<(start + range.upperBound))
      range = (word.lowerBound - start)..<(word.upperBound - start)
    }
    pager.selection = (
      Pager.Mark(line: mark.line, byte: range.lowerBound), Pager.Mark(line: mark.line, byte: range.upperBound)
    )
  }

  // MARK: Drawing

  func drawPager(_ pager: Pager, in canvas: Canvas) {
    var found = LineMatches(of: pager)
    for (y, place) in pager.visibleRows.enumerated() {
      let selected = pager.selectedBytes(ofLine: place.line).map { (bytes: $0, style: theme[.textSelection]) }
      let current = pager.matchBytes(fromLine: place.line).map { (bytes: $0, style: theme[.currentMatch]) }
      let marked =
        [selected, current].compactMap { $0 } + found.matches(in: place).map { (bytes: $0, style: theme[.match]) }
      let line = cursorStyle(ofLine: place.line, pager)
      if let line { canvas.fill(Rect(x: 0, y: y, width: bounds.width, height: 1), style: line) }
      pager.drawRow(
        place, y: y, in: canvas,
        plain: { piece in
          let isCurrent =
            isFirstResponder && piece.link != nil
            && pager.currentLink.map { $0 == (place.line, piece.link ?? -1) } ?? false
          let own = isCurrent ? theme[.focused] : style(of: piece.attributes)
          return line?.over(own) ?? own
        }, marked: marked)
    }
    drawSearchBar(in: canvas)
  }

  // MARK: State

  func encodePager(_ pager: Pager, with coder: StateCoder) {
    let (top, byte) = pager.keptTop
    coder.encode(pager.followsEnd, forKey: "followsEnd")
    if pager.keptIsAtEnd { coder.encode(true, forKey: "isAtEnd") }
    if top.line > 0 { coder.encode(top.line, forKey: "firstLine") }
    if top.row > 0 { coder.encode(top.row, forKey: "firstRow") }
    if byte > 0 { coder.encode(byte, forKey: "firstByte") }
    if let line = keptCurrentLine {
      coder.encode(line, forKey: "currentLine")
      coder.encode(pager.isFocusSeen, forKey: "isCurrentLineSeen")
    } else if showsLineCursor, !pager.isFocusSeen || pager.keptIsAtEnd {
      coder.encode(pager.isFocusSeen, forKey: "isCurrentLineSeen")
    }
    if let link = pager.keptLink {
      coder.encode(StateValue(integers: [link.line, link.number]), forKey: "link")
      if !pager.isFocusSeen { coder.encode(false, forKey: "isLinkSeen") }
    }
    guard let search = pager.search else { return }
    coder.encode(search.value, forKey: "search")
    let (match, origin) = pager.keptSearch
    coder.encode(
      match.map { StateValue(integers: [$0.line, $0.bytes.lowerBound, $0.bytes.upperBound]) }, forKey: "match")
    coder.encode(origin.map { StateValue(integers: [$0.line, $0.row]) }, forKey: "searchOrigin")
  }

  func decodePager(_ pager: Pager, from coder: StateCoder) {
    guard let followsEnd = coder.decodeBoolean(forKey: "followsEnd") else { return }
    func number(_ key: String) -> Int { min(max(0, coder.decodeInteger(forKey: key) ?? 0), 1 << 40) }
    pager.restore(
      top: Pager.Place(line: number("firstLine"), row: number("firstRow")),
      byte: coder.contains("firstByte") || number("firstRow") == 0 ? number("firstByte") : nil,
      followsEnd: followsEnd, isAtEnd: coder.decodeBoolean(forKey: "isAtEnd") ?? false)
    func numbers(_ key: String, count: Int) -> [Int]? {
      guard let numbers = coder.decodeValue(forKey: key)?.integers, numbers.count == count else { return nil }
      return numbers.allSatisfy((0...1 << 40).contains) ? numbers : nil
    }
    let link = numbers("link", count: 2).map { (line: $0[0], number: $0[1]) }
    if link != nil || coder.contains("currentLine") || coder.contains("isCurrentLineSeen") {
      // The current line of an older save may not be visible.
      let isSeen = coder.decodeBoolean(forKey: link == nil ? "isCurrentLineSeen" : "isLinkSeen") ?? (link != nil)
      pager.restoreLink(link, isFocusSeen: isSeen)
    }
    if coder.contains("currentLine") { pager.restoreCursor(number("currentLine")) }
    setNeedsLayout()
    guard let search = TextSearch(coder.decodeValue(forKey: "search")) else { return }
    let match = numbers("match", count: 3).flatMap { $0[1] <= $0[2] ? (line: $0[0], bytes: $0[1]..<$0[2]) : nil }
    let origin = numbers("searchOrigin", count: 2).map { Pager.Place(line: $0[0], row: $0[1]) }
    pager.restoreSearch(search, match: match, origin: origin)
  }
}

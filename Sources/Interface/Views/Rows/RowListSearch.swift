// Incremental search.
extension RowList {
  func beginSearch() -> Bool {
    reloadIfNeeded()
    guard lines.count > 0 else { return false }
    pending.searchOrigin = nil
    search = RowSearch(origin: focusedRow ?? lines.firstRow(from: firstLine, step: 1))
    setNeedsLayout()
    return true
  }

  /// Moves to the first row, from the focused one on, that contains a text, as if the user had searched for it.
  public func search(for text: String) {
    becomeFirstResponder()
    guard beginSearch() else { return }
    _ = addToSearch(text)
    search?.isTyping = false
  }

  /// Whether the search is still scanning rows.
  public var isSearching: Bool { search?.isLooking == true }

  /// Closes the search. Returns false if there is none.
  func endSearch() -> Bool {
    guard search != nil else { return false }
    search = nil
    setNeedsLayout()
    return true
  }

  /// The key bindings while the user types the text.
  var searchBindings: [KeyBinding] {
    [
      KeyBinding("Accept", trying: [.enter: { self.endTyping() }]),
      KeyBinding("Cancel", trying: [.escape: { self.takeBackSearch() }]),
      KeyBinding(
        "Previous, next match",
        trying: [
          .up: {
            _ = self.searchAgain(forward: false)
            return true
          },
          .down: {
            _ = self.searchAgain(forward: true)
            return true
          },
        ]),
      KeyBinding(nil, .kind("Text") { _ in true }) { self.typeIntoSearch($0) },
    ]
  }

  private func endTyping() -> Bool {
    search?.isTyping = false
    if search?.text.isEmpty == true { search = nil }
    setNeedsLayout()
    return true
  }

  private func takeBackSearch() -> Bool {
    if let origin = search?.origin, lines.contains(origin) { focus(origin) }
    return endSearch()
  }

  private func typeIntoSearch(_ key: KeyPress) -> Bool {
    if key == .backspace {
      guard search?.text.isEmpty == false else { return endSearch() }
      search?.text.removeLast()
      look(.fromOrigin)
      setNeedsLayout()
      return true
    }
    guard let typed = RowSearch.typed(by: key) else { return !RowSearch.passesOn(key) }
    return addToSearch(typed)
  }

  func addToSearch(_ text: String) -> Bool {
    search?.text += text
    look(.fromOrigin)
    return true
  }

  /// Moves to the next or previous match. Returns false if there is no search.
  func searchAgain(forward: Bool) -> Bool {
    guard let search, !search.text.isEmpty else { return false }
    look(forward ? .next : .previous)
    return true
  }

  /// Resumes a scan that was in progress when the state was saved, once its first rows exist.
  func resumeSearch() {
    guard let search, search.awaitsScan, case .looking(let aim) = search.outcome, lines.rowCount > 0,
      aim == .fromOrigin ? pending.searchOrigin == nil : pending.focused == nil,
      let timers = window?.application?.timers
    else { return }
    timers.after(0) { [weak self] in
      guard let aim = self?.search?.takeAwaitedScan() else { return }
      self?.look(aim)
    }
  }

  private func look(_ aim: RowSearch.Aim) {
    setNeedsDisplay()
    reloadIfNeeded()
    let start = aim == .fromOrigin ? search?.origin ?? lines.firstRow(from: firstLine, step: 1) : focusedRow
    guard let text = search?.text, !text.isEmpty, let line = start.flatMap(lines.line(of:)) else {
      search?.outcome = .found
      return
    }
    let first = aim == .fromOrigin ? line : line + aim.step
    look(for: text.lowercased(), aim, in: RowScan(lines, from: first, step: aim.step))
  }

  /// Scans as many rows as one turn of the event loop allows, and continues in the next turn.
  private func look(for text: String, _ aim: RowSearch.Aim, in scan: RowScan) {
    // The rows may have changed since the last turn.
    reloadIfNeeded()
    var scan = scan
    if let row = scan.next(in: lines, where: { hasText(text, at: $0) }) {
      search?.outcome = .found
      return focus(row)
    }
    guard !scan.isOver, let timers = window?.application?.timers else {
      search?.outcome = .missing
      return setNeedsDisplay()
    }
    search?.outcome = .looking(aim)
    let begun = search?.text
    timers.after(0) { [weak self] in
      // Typing another letter starts another search.
      guard let self, search?.text == begun, search?.outcome == .looking(aim) else { return }
      look(for: text, aim, in: scan)
    }
  }

  private func hasText(_ text: String, at path: IndexPath) -> Bool {
    words(ofRowAt: path).searchedTexts.contains { $0.lowercased().contains(text) }
  }
}

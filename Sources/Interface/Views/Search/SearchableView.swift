import Loop

/// A view with incremental search and a search bar at its lower edge: rows, or a text view that is not editable.
@MainActor
protocol SearchableView: View {
  /// The search; nil if there is none.
  var search: TextSearch? { get set }
  /// The lines that are scanned.
  var searchedLines: Range<Int> { get }

  /// Opens the bar. Returns false if there is nothing to search.
  func beginSearch() -> Bool
  /// Returns the line at which a scan begins; nil if there is none.
  func firstLine(of aim: TextSearch.Aim) -> Int?
  /// Whether a scan that was in progress when the state was saved can begin again, as its lines exist.
  func canResume(_ aim: TextSearch.Aim) -> Bool
  /// Shows another match in the line of the last one. Returns false if there is none.
  func showMatchBesideLast(_ finder: TextFinder, _ aim: TextSearch.Aim) -> Bool
  /// Shows the first match in a line, seen in the direction of the scan. Returns false if there is none.
  func showMatch(_ finder: TextFinder, inLine line: Int, _ aim: TextSearch.Aim) -> Bool
  /// Scrolls back to the position where the search began.
  func returnToSearchOrigin()
  /// Called when the search has changed.
  func searchDidChange()
  /// The number of the current match, and how many there are; nil if they are not counted.
  var matchPosition: MatchPosition? { get }
}

extension SearchableView {
  // MARK: Keys

  /// The key bindings while the text is typed.
  var searchBindings: [KeyBinding] {
    func searching(_ aim: TextSearch.Aim) -> () -> Bool {
      {
        _ = self.searchAgain(aim)
        return true
      }
    }
    return [
      KeyBinding("Accept", trying: [.enter: { self.endTypingSearch() }]),
      KeyBinding("Cancel", trying: [.escape: { self.cancelSearch() }]),
      KeyBinding("Previous, next match", trying: [.up: searching(.previous), .down: searching(.next)]),
      KeyBinding(nil, .kind("Text") { _ in true }) { self.typeIntoSearch($0) },
    ]
  }

  /// The key bindings for moving between matches; empty without a search.
  var matchBindings: [KeyBinding] {
    guard search != nil else { return [] }
    return [
      KeyBinding(
        "Next, previous match",
        trying: [.character("n"): { self.searchAgain(.next) }, .character("N"): { self.searchAgain(.previous) }]
      ).hinted("next, previous"),
      KeyBinding("Leave the search", trying: [.escape: { self.endSearch() }]),
    ]
  }

  /// The key binding that opens the bar.
  var searchBinding: KeyBinding {
    KeyBinding("Search", trying: [.character("/"): { self.beginSearch() }]).yielding().hinted("search")
  }

  private func endTypingSearch() -> Bool {
    search?.isTyping = false
    if search?.text.isEmpty == true { search = nil }
    searchDidChange()
    return true
  }

  private func cancelSearch() -> Bool {
    returnToSearchOrigin()
    return endSearch()
  }

  /// Closes the search. Returns false if there is none.
  func endSearch() -> Bool {
    guard search != nil else { return false }
    search = nil
    searchDidChange()
    return true
  }

  private func typeIntoSearch(_ key: KeyPress) -> Bool {
    if key == .backspace {
      guard search?.text.isEmpty == false else { return endSearch() }
      search?.text.removeLast()
      look(.fromOrigin)
      return true
    }
    guard let typed = TextSearch.typed(by: key) else { return !TextSearch.passesOn(key) }
    return addToSearch(typed)
  }

  /// Adds to the text, in one line as in a text field. Returns false unless it is being typed.
  func addToSearch(_ text: String) -> Bool {
    guard search?.isTyping == true else { return false }
    search?.text += text.inOneLine
    look(.fromOrigin)
    return true
  }

  // MARK: Scanning

  /// Moves to the next or previous match. Returns false if there is no search.
  func searchAgain(_ aim: TextSearch.Aim) -> Bool {
    guard search?.text.isEmpty == false else { return false }
    look(aim)
    return true
  }

  /// Resumes a scan that was in progress when the state was saved, once its lines exist.
  func resumeSearch() {
    guard let search, search.awaitsScan, case .looking(let aim) = search.outcome, canResume(aim), let searchTimers
    else { return }
    searchTimers.after(0) { [weak self] in
      guard let aim = self?.search?.takeAwaitedScan() else { return }
      self?.look(aim)
    }
  }

  private var searchTimers: TimerQueue? { window?.application?.timers }

  private func look(_ aim: TextSearch.Aim) {
    defer { searchDidChange() }
    guard let text = search?.text, !text.isEmpty, let line = firstLine(of: aim) else {
      search?.outcome = .found
      return
    }
    let finder = TextFinder(text)
    if aim != .fromOrigin, showMatchBesideLast(finder, aim) {
      search?.outcome = .found
    } else {
      look(finder, aim, SearchScan(searchedLines, from: line, step: aim.step))
    }
  }

  /// Scans as many lines as one turn of the event loop allows, and continues in the next turn.
  private func look(_ finder: TextFinder, _ aim: TextSearch.Aim, _ scan: SearchScan) {
    var scan = scan
    if scan.next(in: searchedLines, where: { showMatch(finder, inLine: $0, aim) }) {
      search?.outcome = .found
      return
    }
    guard !scan.isOver, let searchTimers else {
      search?.outcome = .missing
      return
    }
    search?.outcome = .looking(aim)
    let begun = search?.text
    searchTimers.after(0) { [weak self] in
      // Typing another letter starts another search.
      guard let self, search?.text == begun, search?.outcome == .looking(aim) else { return }
      look(finder, aim, scan)
      searchDidChange()
    }
  }

  // MARK: The bar

  /// The number of rows that the bar takes at the lower edge.
  var searchBarHeight: Int { search == nil ? 0 : 1 }

  func drawSearchBar(in canvas: Canvas) {
    guard bounds.height > 0 else { return }
    search?.draw(matchPosition, in: canvas, y: bounds.height - 1, width: bounds.width, theme: theme)
  }

  /// The position of the cursor while the text is typed.
  var searchCursor: Point? {
    guard isFirstResponder, let search, search.isTyping, bounds.height > 0 else { return nil }
    return Point(x: min(search.cursorColumn, max(0, bounds.width - 1)), y: bounds.height - 1)
  }

  /// The bar for screen readers.
  var searchElements: [AccessibilityElement] {
    search.map {
      [
        AccessibilityElement(
          .searchField, "Search", value: $0.spoken(matchPosition), isFocused: isFirstResponder && $0.isTyping, of: self)
      ]
    } ?? []
  }
}

// Rows with views. A row's view is created when the row becomes visible, and removed afterwards.
extension RowList {
  /// Places the views of visible rows, in the order of the rows.
  func layOutCells() {
    var shown: [IndexPath: RowCell] = [:]
    for line in visibleLines {
      guard let path = lines.content(ofLine: line)?.row, let cell = shownCells[path] ?? makeCell(path) else { continue }
      shown[path] = cell
    }
    for (path, cell) in shownCells where shown[path]?.view !== cell.view {
      // The row stays focused out of sight.
      if cell.view.containsFirstResponder { window?.takeFocus(self) }
      cell.view.removeFromSuperview()
    }
    shownCells = shown
    let places = columnPlaces
    for (index, (path, cell)) in shown.sorted(by: { $0.key < $1.key }).enumerated() {
      // Focus moves in reading order.
      if cell.view.superview !== self { insertSubview(cell.view, at: min(index, subviews.count)) }
      let indent = rowSource?.leadingTextForRow(at: path).cellWidth ?? 0
      let top = lines.line(of: path).map { y(ofLine: $0) } ?? 0
      if let cells = cell.view as? RowCellsView {
        cell.view.frame = Rect(x: 2, y: top, width: columnRoom, height: 1)
        cells.place(places, offset: columnOffset, indent: indent)
      } else {
        cell.view.frame = Rect(x: 2 + indent, y: top, width: max(0, columnRoom - indent), height: 1)
      }
    }
  }

  private func makeCell(_ path: IndexPath) -> RowCell? {
    let cell = rowSource?.cellForRow(at: path).viewContent(in: columns)
    return cell?.view.superview === self ? nil : cell
  }

  /// Discards the views, so that they are created again.
  func dropCells() {
    for cell in shownCells.values { cell.view.removeFromSuperview() }
    shownCells = [:]
  }

  // MARK: Texts

  /// Returns the texts of a row, including those of its views.
  func words(ofRowAt path: IndexPath) -> RowWords {
    if let known = knownWords[path] { return known }
    let cell: TableCell?
    if let shown = shownCells[path] {
      cell = (shown.view as? RowCellsView)?.cells(beside: shown.texts) ?? .view(shown.view)
    } else {
      cell = rowSource?.cellForRow(at: path)
    }
    switch cell {
    case .styled(let text, let detail, let accessory)?:
      let value = [detail?.string, accessory?.string].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
      return RowWords(text.string, value: value, searchedTexts: [text.string, detail?.string].compactMap { $0 })
    case .columns(let cells)?:
      let words = words(
        ofCells: cells.map { cell in
          switch cell {
          case .styled(let text): text.string
          case .view(let view): view.spokenTexts.joined(separator: " ")
          }
        })
      return cells.allSatisfy { $0.text != nil } ? words : noted(words, at: path)
    case .view(let view)?:
      let texts = view.spokenTexts
      return noted(
        RowWords(texts.joined(separator: " "), searchedTexts: texts + [texts.joined(separator: " ")]), at: path)
    case nil: return RowWords("")
    }
  }

  /// The maximum number of cached texts, so that a search does not create every view again.
  private static let maximumKnownWords = 20_000

  /// Caches the texts of a row that is not visible. The texts of a visible view may change at any time.
  private func noted(_ words: RowWords, at path: IndexPath) -> RowWords {
    guard shownCells[path] == nil else { return words }
    if knownWords.count >= Self.maximumKnownWords { forgetWords() }
    knownWords[path] = words
    knownWordBytes += words.label.utf8.count * 3 + 96
    heldBytesDidChange()
    return words
  }

  /// Clears the cached texts.
  func forgetWords() {
    guard !knownWords.isEmpty else { return }
    knownWords = [:]
    knownWordBytes = 0
    heldBytesDidChange()
  }
}

extension View {
  /// The accessibility texts of the view: its label, or those of its elements.
  var spokenTexts: [String] {
    if let accessibilityLabel, !accessibilityLabel.isEmpty { return [accessibilityLabel] }
    return elementsInReadingOrder().flatMap { [$0.label, $0.value ?? ""] }.filter { !$0.isEmpty }
  }
}

// Accessibility elements of the visible rows and of the number of rows.
extension RowList {
  var rowElements: [AccessibilityElement] {
    reloadIfNeeded()
    // A small screen may have no room for the list until it is focused.
    if bounds.isEmpty, lines.count > 0 {
      return [
        AccessibilityElement(
          .table, accessibilityText, value: AccessibilityElement.count(lines.count, of: "line"), of: self,
          activationPoint: .zero, action: { [weak self] in _ = self?.becomeFirstResponder() })
      ]
    }
    let visible = visibleLines
    let words = [rangeWords, isEditing ? "editing" : ""].filter { !$0.isEmpty }.joined(separator: ", ")
    var elements = words.isEmpty ? [] : [AccessibilityElement(.table, accessibilityText, value: words, of: self)]
    elements += titleElements
    elements += visible.flatMap { self.elements(ofLine: $0) }
    if let rowActions { elements += actionElements(rowActions) }
    return elements + searchElements
  }

  /// The texts of the selected rows; of many only the first ones.
  package var selectedTexts: [String] {
    guard !selection.rows.isEmpty else { return [] }
    return selection.rows.rows.prefix(Self.mostSelectedTexts).filter(lines.contains).map { words(ofRowAt: $0).label }
  }

  /// The texts of the first rows.
  package var firstTexts: [String] {
    (0..<min(lines.count, Self.mostSelectedTexts)).compactMap { line -> String? in
      if case .row(let path) = lines.content(ofLine: line) { words(ofRowAt: path).label } else { nil }
    }
  }

  /// The largest number of ``selectedTexts`` and ``firstTexts``.
  package static var mostSelectedTexts: Int { 20 }

  /// Whether the list has no rows, or none yet.
  package var hasNoRows: Bool { lines.rowCount == 0 }

  /// The number of rows and headers.
  package var lineCount: Int { lines.count }

  /// The text of the focused row; nil if there is none, or if it does not exist yet.
  package var focusedText: String? {
    focusedRow.flatMap { lines.contains($0) ? words(ofRowAt: $0).label : nil }
  }

  /// The visible lines; empty if the list has no name and shows all of its lines.
  private var rangeWords: String {
    if lines.count == 0 { return placeholder.isEmpty ? "empty" : placeholder }
    guard lines.count > pageHeight || !accessibilityText.isEmpty else { return "" }
    return "lines \(firstLine + 1) to \(min(lines.count, firstLine + pageHeight)) of \(lines.count)"
  }

  /// Returns one element for the row itself, followed by the interactive elements of its views.
  private func elements(ofLine line: Int) -> [AccessibilityElement] {
    switch lines.content(ofLine: line) {
    case nil: return []
    case .header(let section):
      let title = rowSource?.titleForHeader(inSection: section)?.string ?? ""
      return [AccessibilityElement(.header, title, of: self)]
    case .row(let path):
      let words = words(ofRowAt: path)
      let state = rowSource?.stateOfRow(at: path)
      let value = [words.value, state, focusedCellWords(ofRowAt: path)].compactMap { $0 }.filter { !$0.isEmpty }.joined(
        separator: ", ")
      let row = AccessibilityElement(
        .row, words.label, value: value.isEmpty ? nil : value,
        isSelected: selection.contains(path),
        isFocused: isFirstResponder && focusedRow == path && focusedTitle == nil && rowActions?.row != path
          && search?.isTyping != true,
        of: self,
        activationPoint: textPoint(ofLine: line))
      let inViews = shownCells[path]?.view.elementsInReadingOrder() ?? []
      let field = cellEdit.flatMap { $0.path == path ? $0.field.accessibilityElements : nil } ?? []
      return [row] + field + elementsBeside(row: path, words: words, y: y(ofLine: line))
        + inViews.filter { $0.activationPoint != nil }
    }
  }

  private func actionElements(_ shown: RowActions) -> [AccessibilityElement] {
    guard let line = lines.line(of: shown.row) else { return [] }
    let page = shown.page(width: rowWidth)
    return shown.actions.enumerated().map { index, action in
      let place = page[index]
      return AccessibilityElement(
        .button, action.title, isFocused: isFirstResponder && index == shown.selected, of: self,
        activationPoint: Point(x: (place?.columns.lowerBound ?? 0) + 1, y: y(ofLine: line)),
        // An action on another page has no position to click.
        action: place == nil ? { [weak self] in self?.perform(shown, index) } : nil)
    }
  }
}

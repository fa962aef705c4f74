// Rows in words: those that are seen, and how many there are.
extension RowList {
  var rowElements: [AccessibilityElement] {
    reloadIfNeeded()
    let visible = visibleLines
    var elements: [AccessibilityElement] = []
    if lines.count > pageHeight || !accessibilityText.isEmpty {
      let last = min(lines.count, firstLine + pageHeight)
      let range = lines.count == 0 ? emptyWords : "lines \(firstLine + 1) to \(last) of \(lines.count)"
      elements.append(AccessibilityElement(.table, accessibilityText, value: range, of: self))
    } else if lines.count == 0 {
      elements.append(AccessibilityElement(.table, accessibilityText, value: emptyWords, of: self))
    }
    elements += visible.compactMap(element)
    if let rowActions { elements += actionElements(rowActions) }
    if let search {
      elements.append(
        AccessibilityElement(
          .searchField, "Search", value: search.spoken, hasKeys: isFirstResponder && search.isTyping, of: self))
    }
    return elements
  }

  private var emptyWords: String { placeholder.isEmpty ? "empty" : placeholder }

  private func element(ofLine line: Int) -> AccessibilityElement? {
    switch lines.content(ofLine: line) {
    case nil: return nil
    case .header(let section):
      let title = rowSource?.rowList(self, titleForHeaderInSection: section) ?? ""
      return AccessibilityElement(.header, title, of: self)
    case .row(let path):
      // What is in a row's views is read with the subviews.
      guard let words = rowSource?.rowList(self, wordsForRowAt: path) else { return nil }
      return AccessibilityElement(
        .row, words.label, value: words.value, isSelected: selection.contains(path),
        hasKeys: isFirstResponder && focusedRow == path && search?.isTyping != true, of: self,
        activationPoint: Point(x: 1, y: line - firstLine))
    }
  }

  private func actionElements(_ shown: RowActions) -> [AccessibilityElement] {
    guard let line = lines.line(of: shown.row) else { return [] }
    return zip(shown.actions, shown.places(width: rowWidth)).enumerated().map { index, action in
      AccessibilityElement(
        .button, action.0.title, hasKeys: isFirstResponder && index == shown.selected, of: self,
        activationPoint: Point(x: action.1.x + 1, y: line - firstLine))
    }
  }
}

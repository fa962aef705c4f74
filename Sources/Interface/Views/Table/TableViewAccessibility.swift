// A table in words: the rows that are seen, and how many there are.
extension TableView {
  var tableElements: [AccessibilityElement] {
    reloadIfNeeded()
    let last = min(lineCount, firstLine + pageHeight)
    var elements: [AccessibilityElement] = []
    if lineCount > pageHeight || !accessibilityText.isEmpty {
      let range = lineCount == 0 ? "empty" : "lines \(firstLine + 1) to \(last) of \(lineCount)"
      elements.append(AccessibilityElement(.table, accessibilityText, value: range, of: self))
    } else if lineCount == 0 {
      elements.append(AccessibilityElement(.table, accessibilityText, value: "empty", of: self))
    }
    for line in firstLine..<max(firstLine, last) {
      guard let content = content(ofLine: line) else { continue }
      guard let row = content.row else {
        let title = dataSource?.tableView(self, titleForHeaderInSection: content.section) ?? ""
        elements.append(AccessibilityElement(.header, title, of: self))
        continue
      }
      let path = IndexPath(section: content.section, row: row)
      var label = ""
      var value: String?
      switch cell(at: path) {
      case .text(let text, let detail, let accessory):
        label = text
        value = [detail, accessory].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
      // What is in it is read with the subviews.
      case .view: continue
      }
      elements.append(
        AccessibilityElement(
          .row, label, value: value, isSelected: selected.contains(path),
          hasKeys: isFirstResponder && focusedRow == path && search?.isTyping != true, of: self,
          activationPoint: Point(x: 1, y: line - firstLine)))
    }
    if let rowActions { elements += rowActionElements(rowActions) }
    if let search {
      elements.append(
        AccessibilityElement(
          .searchField, "Search", value: search.spoken, hasKeys: isFirstResponder && search.isTyping, of: self))
    }
    return elements
  }

  private func rowActionElements(_ shown: TableRowActions) -> [AccessibilityElement] {
    guard isRow(shown.row) else { return [] }
    let y = line(of: shown.row) - firstLine
    return zip(shown.actions, shown.places(width: rowWidth)).enumerated().map { index, action in
      AccessibilityElement(
        .button, action.0.title, hasKeys: isFirstResponder && index == shown.selected, of: self,
        activationPoint: Point(x: action.1.x + 1, y: y))
    }
  }
}

// A table in words: the rows that are seen, and how many there are.
extension TableView {
  var tableElements: [AccessibilityElement] {
    reloadIfNeeded()
    let last = min(lineCount, firstLine + pageHeight)
    var elements: [AccessibilityElement] = []
    if lineCount > pageHeight || accessibilityLabel != nil {
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
          .row, label, value: value, isSelected: selected.contains(path), of: self,
          activationPoint: Point(x: 1, y: line - firstLine)))
    }
    return elements
  }
}

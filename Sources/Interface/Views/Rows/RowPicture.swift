/// Everything that a list draws in one of its rows on the screen, besides views.
///
/// A source may return another cell at any time, so it is asked in every frame, unless it knows that its contents have not
/// changed; the row is drawn again only if its picture has changed.
enum RowPicture: Equatable {
  /// A line after the last row.
  case empty
  /// The header of a section.
  case header(Text?)
  case row(Row)

  struct Row: Equatable {
    /// The style, which depends on whether the row is focused or selected.
    var style: Style
    /// The mark of a focused or selected row; nil for none.
    var mark: Mark?
    /// The text before the row's text, in the first column if there are columns.
    var leading: Text
    /// The texts; nil is left to a view.
    var texts: Texts
    var hasHandle: Bool
    /// The focused column; nil unless one of the row's cells is focused.
    var focusedColumn: Int?
  }

  struct Mark: Equatable {
    var mark: RowMark
    var style: Style
  }

  enum Texts: Equatable {
    /// A text, and those on the right.
    case line(Text, trailing: [Text?])
    /// A text for each column.
    case columns([Text?])
  }
}

/// The mark in the first column of a list, before the text of a row.
package enum RowMark: String {
  case focused = "›"
  case selected = "●"
  case unselected = "○"
}

// What is drawn in each row, compared with the last frame.
extension RowList {
  /// Requests a frame, in which the rows that look different are drawn again.
  func rowsMayHaveChanged() { window?.needsDisplay = true }

  /// Asks the source for the visible rows, and damages those that look different from what is drawn.
  func damageChangedRows() {
    let top = headerHeight
    let seen = rowsOnScreen.clamped(to: top..<max(top, top + pageHeight))
    let (appearance, version) = (RowAppearance(of: self), contentVersion)
    prepareDrawnRows()
    // Taken, so that it is changed in place.
    var pictures = drawnRows
    drawnRows = []
    var changed = DamagedRows()
    for y in pictures.indices {
      let picture = seen.contains(y) ? picture(ofLine: firstLine + y - top, appearance, version) : nil
      guard picture != pictures[y] else { continue }
      if picture != nil { changed.insert(y..<y + 1) }
      pictures[y] = picture
    }
    drawnRows = pictures
    isAsked = true
    let origin = contentOrigin.y
    for rows in changed.bands(height: bounds.height) {
      setNeedsDisplay(
        inRowsOf: Rect(x: frame.minX, y: origin + rows.lowerBound, width: frame.width, height: rows.count))
    }
  }

  /// Returns the picture of the line at a row, asking the source unless it was asked for this frame.
  func pictureToDraw(at y: Int) -> RowPicture {
    prepareDrawnRows()
    if isAsked, drawnRows.indices.contains(y), let known = drawnRows[y] { return known }
    let picture = picture(ofLine: firstLine + y - headerHeight, RowAppearance(of: self), contentVersion)
    if drawnRows.indices.contains(y) { drawnRows[y] = picture }
    return picture
  }

  /// Gives each row of the view a place in ``drawnRows``.
  private func prepareDrawnRows() {
    let height = max(0, bounds.height)
    guard drawnRows.count != height else { return }
    drawnRows = Array(drawnRows.prefix(height)) + repeatElement(nil, count: max(0, height - drawnRows.count))
  }

  /// The rows of the view that are inside all superviews; empty if the view is hidden.
  private var rowsOnScreen: Range<Int> {
    guard !isHidden else { return 0..<0 }
    var rows = 0..<max(0, bounds.height)
    var distance = 0
    var view: View = self
    while let outer = view.superview {
      guard !outer.isHidden else { return 0..<0 }
      let y = view.contentOrigin.y
      distance += y
      rows = (rows.lowerBound + y..<rows.upperBound + y).clamped(to: 0..<max(0, outer.bounds.height))
      view = outer
    }
    return rows.lowerBound - distance..<rows.upperBound - distance
  }

  /// The version of the rows' contents, at which ``knownTexts`` are; nil if the source has to be asked in every frame.
  private var contentVersion: Int? {
    guard let version = rowSource?.contentVersion else { return nil }
    // Rows that have left the screen are forgotten from time to time, as their texts can be long.
    if knownTexts?.version != version || knownTexts.map({ $0.texts.count > 2 * bounds.height }) == true {
      knownTexts = (version, [:])
    }
    return version
  }

  private func picture(ofLine line: Int, _ appearance: RowAppearance, _ version: Int?) -> RowPicture {
    switch lines.content(ofLine: line) {
    case .row(let path): .row(picture(ofRowAt: path, appearance, version))
    case .header(let section): .header(rowSource?.titleForHeader(inSection: section))
    case nil: .empty
    }
  }

  private func picture(ofRowAt path: IndexPath, _ appearance: RowAppearance, _ version: Int?) -> RowPicture.Row {
    let style = appearance.style(ofRowAt: path)
    return RowPicture.Row(
      style: style, mark: appearance.mark(ofRowAt: path, style: style),
      leading: rowSource?.leadingTextForRow(at: path) ?? "", texts: texts(ofRowAt: path, version),
      hasHandle: hasHandle(path), focusedColumn: appearance.focusedColumn(ofRowAt: path))
  }

  private func texts(ofRowAt path: IndexPath, _ version: Int?) -> RowPicture.Texts {
    if let shown = shownCells[path] { return columns.isEmpty ? .line("", trailing: []) : .columns(shown.texts) }
    guard let version else { return askedTexts(ofRowAt: path) }
    if let texts = knownTexts?.texts[path] { return texts }
    let texts = askedTexts(ofRowAt: path)
    // Asking may have changed the contents.
    if knownTexts?.version == version { knownTexts?.texts[path] = texts }
    return texts
  }

  private func askedTexts(ofRowAt path: IndexPath) -> RowPicture.Texts {
    switch rowSource?.cellForRow(at: path) {
    case .styled(let text, let detail, let accessory)? where columns.isEmpty:
      return .line(text, trailing: [detail, accessory])
    case .styled(let text, _, _)?: return .columns([text])
    case .columns(let cells)?: return .columns(cells.map(\.text))
    case .view?, nil: return .line("", trailing: [])
    }
  }
}

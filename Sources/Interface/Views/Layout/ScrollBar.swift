/// A scroll bar in one column or row at the edge of a view, which can be dragged.
struct ScrollBar: Equatable {
  /// The number of rows of the content.
  var total: Int
  /// The number of visible rows.
  var visible: Int
  /// The first visible row.
  var offset: Int

  /// Whether the content exceeds the view.
  var isNeeded: Bool { visible > 0 && total > visible }

  /// The position of the thumb in a track of `visible` cells.
  private var thumb: Range<Int> {
    let length = max(1, Self.share(visible, of: max(1, total), in: visible))
    let last = total - visible
    // The thumb touches an end of the track only at that end of the content.
    var start = last > 0 ? Self.share(min(max(0, offset), last), of: last, in: visible - length) : 0
    if offset > 0, start == 0, visible > length { start = 1 }
    return start..<min(visible, start + length)
  }

  /// Scales `part` of `whole` to another whole, without overflow. `part` is at most `whole`.
  private static func share(_ part: Int, of whole: Int, in other: Int) -> Int {
    whole.dividingFullWidth(part.multipliedFullWidth(by: other)).quotient
  }

  /// Returns the first visible row for a thumb dragged to a row of the track.
  func offset(atRow row: Int) -> Int {
    let length = thumb.count
    let room = max(1, visible - length)
    return Self.share(min(max(0, row - length / 2), room), of: room, in: max(0, total - visible))
  }

  /// Draws the bar from the top of a column, or from the left end of a row. A focused view without another highlight shows
  /// the focus on its thumb.
  @MainActor
  func draw(in canvas: Canvas, along axis: Axis, at line: Int, theme: Theme, isFocused: Bool = false) {
    guard isNeeded else { return }
    let (thumb, isVertical) = (thumb, axis == .vertical)
    let glyphs = isVertical ? (thumb: "┃", track: "│") : (thumb: "━", track: "─")
    for place in isVertical ? canvas.visibleRows.clamped(to: 0..<visible) : 0..<visible {
      let isThumb = thumb.contains(place)
      canvas.put(
        isThumb ? glyphs.thumb : glyphs.track, x: isVertical ? line : place, y: isVertical ? place : line,
        style: theme[!isThumb ? .scrollTrack : isFocused ? .scrollThumbFocused : .scrollThumb])
    }
  }
}

extension View {
  /// The column of the vertical scroll bar: the border on the right, or the last column of a view without one.
  var scrollBarColumn: Int { hasBorderBesideContent ? bounds.width : bounds.width - 1 }

  /// Whether the content extends to a border on its right, on which a scroll bar takes no room.
  var hasBorderBesideContent: Bool { border != .none && contentInsets.right == 1 && padding.right == 0 }

  /// Draws the vertical scroll bar on a canvas over the view's frame.
  func drawScrollBar(in whole: Canvas) {
    guard let (bar, y, isFocused) = verticalScrollBar, bar.isNeeded else { return }
    let around = contentInsets
    let column = Rect(x: around.left + scrollBarColumn, y: around.top + y, width: 1, height: bar.visible)
    bar.draw(in: whole.part(column), along: .vertical, at: 0, theme: theme, isFocused: isFocused)
  }
}

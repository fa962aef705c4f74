/// Shows which part of something long is seen, in one column or row at its edge; the mouse moves it.
struct ScrollBar {
  /// How many rows there are.
  var total: Int
  /// How many of them are seen.
  var visible: Int
  /// The first one that is seen.
  var offset: Int

  /// Whether there is anything to show.
  var isNeeded: Bool { visible > 0 && total > visible }

  /// Where the thumb stands in a track of `visible` cells.
  private var thumb: Range<Int> {
    let length = max(1, Self.share(visible, of: max(1, total), in: visible))
    let last = total - visible
    // The ends are reached only when the content's ends are seen.
    var start = last > 0 ? Self.share(min(max(0, offset), last), of: last, in: visible - length) : 0
    if offset > 0, start == 0, visible > length { start = 1 }
    return start..<min(visible, start + length)
  }

  /// `part` of `whole`, scaled to another whole: exact for any number of rows. `part` is at most `whole`.
  private static func share(_ part: Int, of whole: Int, in other: Int) -> Int {
    whole.dividingFullWidth(part.multipliedFullWidth(by: other)).quotient
  }

  /// The first visible row when the mouse has the thumb at a row of the track.
  func offset(atRow row: Int) -> Int {
    let length = thumb.count
    let room = max(1, visible - length)
    return Self.share(min(max(0, row - length / 2), room), of: room, in: max(0, total - visible))
  }

  /// Draws the bar in a column, from its top.
  @MainActor
  func draw(in canvas: Canvas, x: Int, theme: Theme, hasKeys: Bool = false) {
    guard isNeeded else { return }
    let thumb = thumb
    for y in 0..<visible {
      canvas.put(thumb.contains(y) ? "┃" : "│", x: x, y: y, style: style(thumb.contains(y), theme, hasKeys))
    }
  }

  /// A focused element that has no other highlight shows it here.
  private func style(_ isThumb: Bool, _ theme: Theme, _ hasKeys: Bool) -> Style {
    isThumb ? theme[hasKeys ? .focused : .accent] : theme[.border]
  }

  /// Draws the bar in a row, from its left end.
  @MainActor
  func draw(in canvas: Canvas, y: Int, theme: Theme, hasKeys: Bool = false) {
    guard isNeeded else { return }
    let thumb = thumb
    for x in 0..<visible {
      canvas.put(thumb.contains(x) ? "━" : "─", x: x, y: y, style: style(thumb.contains(x), theme, hasKeys))
    }
  }
}

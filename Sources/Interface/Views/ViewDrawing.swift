// Drawing the view tree, and what has changed of it.
extension View {
  /// Requests a redraw of the view and its subviews. Call it after a change of anything that ``draw(in:)`` reads,
  /// except for the frame.
  public func setNeedsDisplay() { setNeedsDisplay(inRowsOf: frame) }

  /// Requests a redraw of the rows of a rectangle in the superview's coordinates.
  func setNeedsDisplay(inRowsOf rect: Rect) {
    var rows = rect.minY..<max(rect.minY, rect.maxY)
    var top = self
    while let outer = top.superview {
      let y = outer.contentOrigin.y
      rows = rows.clamped(to: 0..<max(0, outer.bounds.height))
      rows = rows.lowerBound + y..<rows.upperBound + y
      top = outer
    }
    top.hostingWindow?.setNeedsDisplay(inRows: rows)
  }

  /// Draws the view and its subviews.
  func drawTree(in whole: Canvas) {
    guard !isHidden, !whole.isEmpty else { return }
    drawDecoration(in: whole)
    let around = contentInsets
    let canvas = whole.part(Rect(origin: Point(x: around.left, y: around.top), size: bounds.size))
    do {
      let isDrawn = try overrides?.perform(.draw(canvas), on: self) == true
      if !isDrawn { draw(in: canvas) }
      hadScriptDrawing = isDrawn
      if isDrawn || mayBeDrawnByScript { whole.noteChanging() }
    } catch {
      whole.noteChanging()
      owningViewController?.report(error, from: "\(className) draw", in: "draw", of: self, once: true)
    }
    for subview in subviews where canvas.shows(subview.frame) {
      subview.drawTree(in: canvas.part(subview.frame, style: style(ofSubview: subview)))
    }
    drawOverSubviews(in: canvas)
    // A script's drawing replaces all of the view's own.
    if !hadScriptDrawing { drawScrollBar(in: whole) }
  }

  /// Requests a redraw if the view's script has defined or removed `draw` since the view was drawn. Call it after a
  /// change of the script's fields.
  public func scriptFieldsDidChange() {
    let hasDrawing = overrides?.defines("draw", for: self) == true
    guard hasDrawing != hadScriptDrawing else { return }
    hadScriptDrawing = hasDrawing
    contentSizeDidChange()
  }

  /// The style of the view's text, which differs while the view is disabled.
  public var textStyle: Style { isEffectivelyEnabled ? .plain : theme[.disabled] }

  /// Whether the view shows nothing yet, and its script may define `draw` at any time.
  private var mayBeDrawnByScript: Bool { overrides != nil && type(of: self) == View.self && subviews.isEmpty }
}

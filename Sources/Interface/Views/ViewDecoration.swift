// The look and the size of a view.
extension View {
  /// The view's style on top of that of its role.
  public var look: Style { role.map { style.over(theme[$0]) } ?? style }

  /// Returns the limits of the view's automatic length.
  func limits(along axis: Axis) -> ClosedRange<Int> {
    let least = (axis == .horizontal ? minWidth : minHeight) ?? 0
    return least...max(least, (axis == .horizontal ? maxWidth : maxHeight) ?? .max)
  }

  /// Returns the view's length along an axis for a preferred length: the fixed length, or the preferred one within the
  /// limits.
  func limited(_ length: Int, along axis: Axis) -> Int {
    let limits = limits(along: axis)
    return (axis == .horizontal ? width : height) ?? min(max(length, limits.lowerBound), limits.upperBound)
  }

  /// The current theme of the application.
  public var theme: Theme { window?.application?.theme ?? .terminal }

  /// Returns the number of the current animation frame and schedules a redraw for the next one.
  public func animationFrame(perSecond count: Double) -> Int {
    window?.setNeedsDisplay(of: self, after: 1 / count)
    return Int((window?.application?.timers.now ?? 0) * count)
  }

  /// Returns the preferred size within a proposed size, border and padding included.
  public final func fittingSize(in proposal: Size) -> Size {
    if let width, let height { return Size(width: width, height: height) }
    return LayoutPass.size(of: self, in: proposal) { measuredSize(in: proposal) }
  }

  private func measuredSize(in proposal: Size) -> Size {
    let around = wantedInsets
    let room = Size(
      width: max(0, min(limited(proposal.width, along: .horizontal), proposal.width) - around.width),
      height: max(0, min(limited(proposal.height, along: .vertical), proposal.height) - around.height))
    let size = sizeThatFits(room)
    return Size(
      width: limited(size.width + around.width, along: .horizontal),
      height: limited(size.height + around.height, along: .vertical))
  }

  /// Whether the view takes the remaining room in a stack.
  final func flexes(along axis: Axis) -> Bool {
    (axis == .horizontal ? width : height) == nil && isFlexible(along: axis)
  }

  var wantedInsets: Insets { padding + Insets(all: border == .none ? 0 : 1) }

  private var hasRoomForBorder: Bool { border != .none && frame.width >= 3 && frame.height >= 3 }

  /// The insets between frame and bounds: border and padding, if there is room for them.
  var contentInsets: Insets {
    let line = hasRoomForBorder ? 1 : 0
    guard padding != .zero else { return Insets(all: line) }
    // On a small screen the content takes precedence over its padding.
    let horizontal = max(0, (frame.width - 2 * line - 1) / 4)
    let vertical = max(0, (frame.height - 2 * line - 1) / 4)
    return Insets(all: line)
      + Insets(
        top: min(padding.top, vertical), left: min(padding.left, horizontal), bottom: min(padding.bottom, vertical),
        right: min(padding.right, horizontal))
  }

  /// Draws the background and the border, on a canvas over the view's frame.
  func drawBorder(in canvas: Canvas) {
    let whole = Rect(origin: .zero, size: frame.size)
    if look.background != .default || look.attributes.contains(.reverse) { canvas.fill(whole) }
    guard hasRoomForBorder else { return }
    let look = theme[looksFocused ? .focusedBorder : .border]
    // Without backgrounds, the lines show the focus.
    let isThin = border == .single || border == .rounded
    canvas.strokeBox(
      whole, border: looksFocused && isThin && !theme.usesFills ? .heavy : border, style: look)
    guard !borderTitle.isEmpty, frame.width > 6 else { return }
    // The colour of lines may be too faint for words.
    let title =
      looksFocused ? Style(foreground: theme[.accent].foreground, attributes: look.attributes) : theme[.secondary]
    canvas.put(" ", x: 2, y: 0, style: title)
    let end = canvas.put(
      borderTitle.inOneLine.truncated(to: frame.width - 6), x: 3, y: 0, style: title, theme: theme)
    canvas.put(" ", x: end, y: 0, style: title)
  }
}

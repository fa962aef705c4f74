/// What a view has around what it shows, and how it looks different from what it is in.
struct ViewDecoration {
  var role: Theme.Role?
  var style = Style.plain
  var border = Border.none
  var borderTitle: Text = ""
  var padding = Insets.zero
  var width: Int?
  var height: Int?
  var minWidth: Int?
  var maxWidth: Int?
  var minHeight: Int?
  var maxHeight: Int?
}

extension View {
  /// The look of the view and all in it, where nothing in it has a look of its own.
  public var style: Style {
    get { decoration.style }
    set {
      decoration.style = newValue
      setNeedsDisplay()
    }
  }

  /// What the view is, for its look, and that of all in it; nil for text.
  public var role: Theme.Role? {
    get { decoration.role }
    set {
      decoration.role = newValue
      setNeedsDisplay()
    }
  }

  /// The look of the view by its style and its role.
  public var look: Style { role.map { style.over(theme[$0]) } ?? style }

  /// The lines around the view. They take a cell at each edge, and are left out where the view is smaller than 3 by 3.
  public var border: Border {
    get { decoration.border }
    set {
      decoration.border = newValue
      contentSizeDidChange()
    }
  }

  /// What is written into the upper line of the border.
  public var borderTitle: Text {
    get { decoration.borderTitle }
    set {
      decoration.borderTitle = newValue
      heldBytesDidChange()
      setNeedsDisplay()
    }
  }

  /// Empty cells around what the view shows, inside the border. On a small screen there are fewer.
  public var padding: Insets {
    get { decoration.padding }
    set {
      decoration.padding = newValue
      contentSizeDidChange()
    }
  }

  /// How many columns the view takes, border included; nil lets it choose.
  public var width: Int? {
    get { decoration.width }
    set {
      decoration.width = newValue
      contentSizeDidChange()
    }
  }

  /// How many rows the view takes, border included; nil lets it choose.
  public var height: Int? {
    get { decoration.height }
    set {
      decoration.height = newValue
      contentSizeDidChange()
    }
  }

  /// How many columns the view takes at least, where there is room; nil for no limit. A given ``width`` is stronger.
  public var minWidth: Int? {
    get { decoration.minWidth }
    set {
      decoration.minWidth = newValue
      contentSizeDidChange()
    }
  }

  /// How many columns the view takes at most; nil for no limit. A given ``width``, and ``minWidth``, are stronger.
  public var maxWidth: Int? {
    get { decoration.maxWidth }
    set {
      decoration.maxWidth = newValue
      contentSizeDidChange()
    }
  }

  /// How many rows the view takes at least, where there is room; nil for no limit. A given ``height`` is stronger.
  public var minHeight: Int? {
    get { decoration.minHeight }
    set {
      decoration.minHeight = newValue
      contentSizeDidChange()
    }
  }

  /// How many rows the view takes at most; nil for no limit. A given ``height``, and ``minHeight``, are stronger.
  public var maxHeight: Int? {
    get { decoration.maxHeight }
    set {
      decoration.maxHeight = newValue
      contentSizeDidChange()
    }
  }

  /// Between which lengths the view chooses its own.
  func limits(along axis: Axis) -> ClosedRange<Int> {
    let least = (axis == .horizontal ? minWidth : minHeight) ?? 0
    return least...max(least, (axis == .horizontal ? maxWidth : maxHeight) ?? .max)
  }

  /// The length that the view takes when it would take this one by itself: what is given, or what its limits let it.
  func limited(_ length: Int, along axis: Axis) -> Int {
    let limits = limits(along: axis)
    return (axis == .horizontal ? width : height) ?? min(max(length, limits.lowerBound), limits.upperBound)
  }

  /// The looks of the application that shows the view.
  public var theme: Theme { window?.application?.theme ?? .terminal }

  /// Which of the pictures of something that moves is to be drawn now; the next one is drawn in its time.
  public func animationFrame(perSecond count: Double) -> Int {
    window?.setNeedsDisplay(after: 1 / count)
    return Int((window?.application?.timers.now ?? 0) * count)
  }

  /// The size that the view wants, with all that is around it, when it may be at most so large.
  public final func fittingSize(in proposal: Size) -> Size {
    let around = wantedInsets
    if let width, let height { return Size(width: width, height: height) }
    let room = Size(
      width: max(0, min(limited(proposal.width, along: .horizontal), proposal.width) - around.width),
      height: max(0, min(limited(proposal.height, along: .vertical), proposal.height) - around.height))
    let size = sizeThatFits(room)
    return Size(
      width: limited(size.width + around.width, along: .horizontal),
      height: limited(size.height + around.height, along: .vertical))
  }

  /// Whether the view takes what room is left in a stack.
  final func flexes(along axis: Axis) -> Bool {
    (axis == .horizontal ? width : height) == nil && isFlexible(along: axis)
  }

  var wantedInsets: Insets { padding + Insets(all: border == .none ? 0 : 1) }

  private var hasRoomForBorder: Bool { border != .none && frame.width >= 3 && frame.height >= 3 }

  /// What is between the view's frame and its bounds: border and padding, as far as there is room for them.
  var contentInsets: Insets {
    let line = hasRoomForBorder ? 1 : 0
    guard padding != .zero else { return Insets(all: line) }
    // On a small screen what is in the view matters more than what is around it.
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
    canvas.strokeBox(whole, border: border, style: look)
    guard !borderTitle.isEmpty, frame.width > 6 else { return }
    let title = looksFocused ? look : theme[.secondary]
    canvas.put(" ", x: 2, y: 0, style: title)
    let end = canvas.put(
      borderTitle.inOneLine.truncated(to: frame.width - 6), x: 3, y: 0, style: title, theme: theme)
    canvas.put(" ", x: end, y: 0, style: title)
  }
}

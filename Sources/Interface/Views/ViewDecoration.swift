/// What a view has around what it shows, and how it looks different from what it is in.
struct ViewDecoration {
  var role: Theme.Role?
  var style = Style.plain
  var border = Border.none
  var borderTitle = ""
  var padding = Insets.zero
  var width: Int?
  var height: Int?
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
  public var borderTitle: String {
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
    let room = Size(
      width: min(width ?? proposal.width, proposal.width) - around.width,
      height: min(height ?? proposal.height, proposal.height) - around.height)
    if let width, let height { return Size(width: width, height: height) }
    let size = sizeThatFits(room)
    return Size(width: width ?? size.width + around.width, height: height ?? size.height + around.height)
  }

  /// Whether the view takes what room is left in a stack.
  final func flexes(along axis: Axis) -> Bool {
    (axis == .horizontal ? width : height) == nil && isFlexible(along: axis)
  }

  private var wantedInsets: Insets { padding + Insets(all: border == .none ? 0 : 1) }

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
    canvas.put(" \(borderTitle.truncated(to: frame.width - 6)) ", x: 2, y: 0, style: title)
  }
}

/// The content of a dialog. It always looks focused, even if no view in it is.
@MainActor
private final class Box: VStack {
  override var looksFocused: Bool { true }

  /// On a small screen the buttons and fields keep their room, then the first subview, the title; other texts shrink.
  /// Of the parts that scroll, each first gets a few rows.
  override func layoutSubviews() {
    let wanted = subviews.map { $0.fittingSize(in: bounds.size).height }
    guard wanted.reduce(0, +) > bounds.height, !subviews.contains(where: { $0.flexes(along: .vertical) }) else {
      return super.layoutSubviews()
    }
    var heights = wanted.map { _ in 0 }
    var room = bounds.height
    func grow(_ index: Int, to height: Int) {
      let rows = min(height - heights[index], room)
      heights[index] += rows
      room -= rows
    }
    func rank(_ index: Int) -> Int {
      let view = subviews[index]
      if view.containsFirstResponder { return 0 }
      let scroll = view as? SheetScroll
      if scroll?.subviews.contains(where: \.containsFocusable) ?? view.containsFocusable { return 1 }
      return scroll != nil ? 3 : index == 0 ? 2 : 4
    }
    let ranks = subviews.indices.map(rank)
    let order = subviews.indices.sorted { (ranks[$0], -$0) < (ranks[$1], -$1) }
    for index in order where ranks[index] < 4 {
      grow(index, to: subviews[index] is SheetScroll ? min(wanted[index], SheetScroll.minimumHeight) : wanted[index])
    }
    for index in order { grow(index, to: wanted[index]) }
    var y = 0
    for (view, height) in zip(subviews, heights) {
      view.frame = Rect(x: 0, y: y, width: bounds.width, height: height)
      y += height
    }
  }
}

/// A box over the screen, which has the style of ``Theme/Role/scrim`` around it.
@MainActor
class BoxedView: View {
  /// The position of the box.
  enum Placement {
    case center, top, bottom
  }

  private static let minimumFramedHeight = 6
  private static let minimumFramedWidth = 16

  /// The content of the box.
  let box: VStack = Box()
  private let placement: Placement
  /// The width of the box, border included; nil fits the content.
  private let boxWidth: Int?

  init(placement: Placement = .center, boxWidth: Int? = nil) {
    self.placement = placement
    self.boxWidth = boxWidth
    super.init()
    box.border = .rounded
    box.role = .overlay
    box.padding = Insets(left: 1, right: 1)
    addSubview(box)
  }

  override func isFlexible(along axis: Axis) -> Bool { true }

  override func layoutSubviews() {
    let most = Size(width: max(1, bounds.width - 4), height: bounds.height)
    // A box on a very small screen has no border.
    box.border = bounds.height < Self.minimumFramedHeight || bounds.width < Self.minimumFramedWidth ? .none : .rounded
    let width = min(bounds.width, boxWidth.map { min($0, most.width) } ?? fittingWidth(in: most))
    let height = min(bounds.height, box.fittingSize(in: Size(width: width, height: bounds.height)).height)
    let free = bounds.height - height
    let y =
      switch placement {
      case .center: free / 2
      case .top: min(free, (window?.size.height ?? bounds.height) / 8)
      case .bottom: free
      }
    box.frame = Rect(x: (bounds.width - width) / 2, y: y, width: width, height: height)
  }

  /// Returns the width of the content, with a column for a scroll bar if the content is too high.
  private func fittingWidth(in most: Size) -> Int {
    let wanted = box.fittingSize(in: most)
    return wanted.width + (wanted.height > most.height && wanted.width < most.width ? 1 : 0)
  }

  override func draw(in canvas: Canvas) {
    canvas.dim(bounds, as: theme[.scrim])
    canvas.fill(box.frame, style: theme[.overlay])
  }
}

extension OverlayController {
  /// Sets the controller's view to a box over the dimmed screen. Returns the stack for the box's content.
  ///
  /// - Parameters:
  ///   - isAtTop: whether the box is in the upper part of the screen instead of the middle.
  ///   - width: the width of the box, border included, if there is room.
  public final func loadBox(isAtTop: Bool = false, width: Int) -> VStack {
    let boxed = BoxedView(placement: isAtTop ? .top : .center, boxWidth: width)
    view = boxed
    return boxed.box
  }
}

/// What is in front of everything else has the keys, whether or not something in it wants them.
@MainActor
private final class Box: VStack {
  override var looksFocused: Bool { true }
}

/// A box over the screen, which is dimmed around it.
@MainActor
class BoxedView: View {
  /// Where the box stands.
  enum Placement {
    case center, top, bottom
  }

  /// What is in the box.
  let box: VStack = Box()
  private let placement: Placement
  /// How wide the box is, border included; nil for as wide as what is in it.
  private let boxWidth: Int?

  init(placement: Placement = .center, boxWidth: Int? = nil) {
    self.placement = placement
    self.boxWidth = boxWidth
    super.init()
    box.border = .rounded
    box.padding = Insets(left: 1, right: 1)
    addSubview(box)
  }

  override func isFlexible(along axis: Axis) -> Bool { true }

  override func layoutSubviews() {
    let most = Size(width: max(1, bounds.width - 4), height: bounds.height)
    let width = min(bounds.width, boxWidth.map { min($0, most.width) } ?? box.fittingSize(in: most).width)
    let height = min(bounds.height, box.fittingSize(in: Size(width: width, height: bounds.height)).height)
    let free = bounds.height - height
    let y =
      switch placement {
      case .center: free / 2
      case .top: free / 4
      case .bottom: free
      }
    box.frame = Rect(x: (bounds.width - width) / 2, y: y, width: width, height: height)
  }

  override func draw(in canvas: Canvas) {
    canvas.restyle(bounds) { $0.attributes.insert(.dim) }
    canvas.fill(box.frame)
  }
}

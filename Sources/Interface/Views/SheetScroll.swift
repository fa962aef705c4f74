/// A part of a sheet, as high as its content if there is room, that scrolls otherwise. It is never focused: keys scroll
/// the message from anywhere in the sheet, and the buttons follow the focus.
@MainActor
final class SheetScroll: ScrollView {
  /// The number of rows that it gets before other parts take the rest.
  static let minimumHeight = 3

  init(_ content: View) {
    super.init()
    addSubview(content)
  }

  override var canBecomeFirstResponder: Bool { false }
  override func isFlexible(along axis: Axis) -> Bool { false }
  override func sizeThatFits(_ proposal: Size) -> Size {
    stackSize(of: subviews, in: proposal, axis: .vertical, spacing: 0)
  }
  /// It scrolls only up and down.
  override func size(forWidth width: Int) -> Size { Size(width: width, height: super.size(forWidth: width).height) }
  override var arrowAxes: Set<Axis> { [] }
  override var keyBindings: [KeyBinding] { [] }
}

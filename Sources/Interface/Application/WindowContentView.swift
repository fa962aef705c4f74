/// The views of the visible layers, each over the whole window but for the line of key hints.
@MainActor
final class WindowContentView: View {
  func show(_ views: [View]) {
    guard !views.elementsEqual(subviews, by: ===) else { return }
    for old in subviews where !views.contains(where: { $0 === old }) { old.removeFromSuperview() }
    for (index, view) in views.enumerated() where index >= subviews.count || subviews[index] !== view {
      insertSubview(view, at: index)
    }
    setNeedsLayout()
  }

  /// Whether the last line names keys now.
  private(set) var showsHints = false

  override func layoutSubviews() {
    showsHints = hostingWindow?.wantsKeyHints == true
    place()
    // What has the keys is not cut for the sake of a line that says what they do.
    guard showsHints, let view = hostingWindow?.firstResponder, view.isCut(of: bounds.height) else { return }
    showsHints = false
    place()
  }

  private func place() {
    let frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height - (showsHints ? 1 : 0))
    for view in subviews {
      view.frame = frame
      view.layoutIfNeeded()
    }
  }

  override func drawOverSubviews(in canvas: Canvas) {
    guard showsHints else { return }
    hostingWindow?.drawKeyHints(in: canvas, y: bounds.height - 1)
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard showsHints, event.action == .press(button: 1), event.location.y == bounds.height - 1 else { return false }
    return hostingWindow?.pressHint(at: event.location.x) ?? false
  }
}

extension View {
  /// A view that takes what room there is can be used in so many rows.
  private static let leastFlexibleHeight = 3

  /// Whether the view has fewer rows than it needs, on a screen of so many. What is scrolled away has its room.
  fileprivate func isCut(of screenHeight: Int) -> Bool {
    let wanted =
      flexes(along: .vertical)
      ? Self.leastFlexibleHeight : fittingSize(in: Size(width: frame.width, height: screenHeight)).height
    var rows = frame.minY..<frame.maxY
    var view = self
    while let outer = view.superview {
      if outer is ScrollView {
        rows = 0..<min(rows.count, outer.bounds.height)
      } else {
        rows = rows.clamped(to: 0..<outer.bounds.height)
      }
      let top = outer.contentOrigin.y
      rows = rows.lowerBound + top..<rows.upperBound + top
      view = outer
    }
    return rows.count < min(wanted, screenHeight)
  }
}

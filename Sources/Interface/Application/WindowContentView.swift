/// Contains the views of the visible layers, each filling the window above the line of key hints.
@MainActor
final class WindowContentView: View {
  /// Whether the last line is reserved for key hints now.
  private(set) var showsHints = false
  /// The title bar of a presented screen without its own bar.
  private lazy var titleBar: NavigationBar = {
    let bar = NavigationBar()
    bar.hostingWindow = hostingWindow
    return bar
  }()
  private static let minimumHeightForTitle = 3

  /// Each view is as wide as the window.
  override func usesPreferredWidth(of subview: View) -> Bool { false }

  override func layoutSubviews() {
    titleBar.title = hostingWindow?.presentedTitle ?? ""
    showsHints = hostingWindow?.wantsKeyHints == true
    var showsTitle = !titleBar.title.string.isEmpty && bounds.height >= Self.minimumHeightForTitle
    place(withTitle: showsTitle)
    // The focused view takes precedence over the hints and the title.
    if showsHints, isFirstResponderCut {
      showsHints = false
      place(withTitle: showsTitle)
    }
    if showsTitle, isFirstResponderCut {
      showsTitle = false
      place(withTitle: false)
    }
  }

  private var isFirstResponderCut: Bool { hostingWindow?.firstResponder?.isCut(of: bounds.height) == true }

  private func place(withTitle showsTitle: Bool) {
    let height = bounds.height - (showsHints ? 1 : 0)
    titleBar.frame = Rect(x: 0, y: 0, width: bounds.width, height: showsTitle ? 1 : 0)
    for (index, view) in subviews.enumerated() {
      // Only the bottom layer, the presented screen, is below the title; layers above cover the title too.
      let top = index == 0 ? titleBar.frame.height : 0
      view.frame = Rect(x: 0, y: top, width: bounds.width, height: height - top)
      view.layoutIfNeeded()
    }
  }

  /// The accessibility elements of the title bar.
  var titleElements: [AccessibilityElement] { titleBar.frame.height > 0 ? titleBar.accessibilityElements : [] }

  override func draw(in canvas: Canvas) {
    if canvas.shows(titleBar.frame) { titleBar.draw(in: canvas.part(titleBar.frame)) }
  }

  override func drawOverSubviews(in canvas: Canvas) {
    if showsHints { hostingWindow?.drawKeyHints(in: canvas, y: bounds.height - 1) }
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard showsHints, event.action == .press(button: 1), event.location.y == bounds.height - 1 else { return false }
    return hostingWindow?.pressHint(at: event.location.x) ?? false
  }
}

extension View {
  /// The number of rows in which a flexible view is usable.
  private static let minimumFlexibleHeight = 3

  /// Whether the view has fewer rows than it needs on a screen of this height. The contents of a scroll view or list that are
  /// scrolled out of sight are not cut.
  fileprivate func isCut(of screenHeight: Int) -> Bool {
    var wanted = fittingSize(in: Size(width: frame.width, height: screenHeight)).height
    if flexes(along: .vertical) {
      // A view with little content needs less.
      let least = wanted > 0 ? min(wanted, Self.minimumFlexibleHeight) : Self.minimumFlexibleHeight
      wanted = min(least, limits(along: .vertical).upperBound)
    }
    var rows = frame.minY..<frame.maxY
    var view = self
    while let outer = view.superview {
      if outer is ScrollView {
        rows = 0..<min(rows.count, outer.bounds.height)
      } else if outer is RowList {
        // Views of rows that are out of sight have no height.
        rows = 0..<min(view.frame.isEmpty ? wanted : rows.count, outer.bounds.height)
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

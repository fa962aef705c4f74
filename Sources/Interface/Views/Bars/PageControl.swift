/// Shows which of several pages is current, and turns them by mouse (UIKit's `UIPageControl`).
@MainActor
final class PageControl: View {
  var numberOfPages = 0 { didSet { if numberOfPages != oldValue { setNeedsDisplay() } } }
  var currentPage = 0 { didSet { if currentPage != oldValue { setNeedsDisplay() } } }
  /// Called with the number of pages to turn.
  var onTurn: ((Int) -> Void)?

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: 1) }

  /// The pages as dots if there is room, otherwise as numbers.
  private var middle: String {
    guard numberOfPages * 2 <= bounds.width / 2 else { return "\(currentPage + 1)/\(numberOfPages)" }
    return (0..<numberOfPages).map { $0 == currentPage ? "●" : "○" }.joined(separator: " ")
  }

  private var start: Int { max(0, (bounds.width - middle.cellWidth - 4) / 2) }

  override func draw(in canvas: Canvas) {
    var x = canvas.put("‹ ", x: start, y: 0, style: theme[currentPage > 0 ? .accent : .disabled])
    x = canvas.put(middle, x: x, y: 0, style: theme[.secondary])
    canvas.put(" ›", x: x, y: 0, style: theme[currentPage < numberOfPages - 1 ? .accent : .disabled])
  }

  override func mouseEvent(_ event: MouseEvent) -> Bool {
    switch event.action {
    case .press(button: 1): onTurn?(event.location.x < start + 2 + middle.cellWidth / 2 ? -1 : 1)
    case .wheel(let rows): onTurn?(rows.signum())
    default: return false
    }
    return true
  }

  override var accessibilityElements: [AccessibilityElement] {
    let end = start + middle.cellWidth + 3
    return [
      AccessibilityElement(.text, "page \(currentPage + 1) of \(numberOfPages)", of: self),
      AccessibilityElement(.button, "Previous page", of: self, activationPoint: Point(x: start, y: 0)),
      AccessibilityElement(.button, "Next page", of: self, activationPoint: Point(x: end, y: 0)),
    ]
  }
}

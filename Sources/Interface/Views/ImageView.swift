/// Shows an image: its pixels where the front end can show them, otherwise block characters with two or four pixels per
/// cell.
@MainActor
open class ImageView: View {
  /// The way an image is scaled to the view (UIKit's `UIView.ContentMode`).
  public enum ContentMode: String, Sendable, CaseIterable {
    /// Scales the whole image to fit, keeping its proportions.
    case scaleAspectFit
    /// Scales the image to fill the view, keeping its proportions; the rest is cut off.
    case scaleAspectFill
    /// Scales the image to the size of the view, changing its proportions.
    case scaleToFill
  }

  /// The division of a cell into pixels.
  public enum Pixels: String, Sendable, CaseIterable {
    /// Upper and lower half: two pixels, each with its own colour.
    case half
    /// Four quarters: twice the horizontal resolution, but only two colours per cell.
    case quadrant
  }

  /// The image.
  public var image: Image? {
    didSet {
      isAlternativeTextShown = false
      contentSizeDidChange()
    }
  }
  /// Whether the text for screen readers is shown in place of an image that cannot be.
  public private(set) var isAlternativeTextShown = false
  /// The way the image is scaled.
  public var contentMode = ContentMode.scaleAspectFit { didSet { setNeedsDisplay() } }
  /// The division of cells into pixels.
  public var pixels = Pixels.half { didSet { setNeedsDisplay() } }

  /// Removes the image, and shows the text for screen readers, until another image is set.
  public func showAlternativeText() {
    image = nil
    isAlternativeTextShown = true
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    if isAlternativeTextShown {
      return Size(width: min(proposal.width, accessibilityText.cellWidth), height: min(proposal.height, 1))
    }
    guard let image, proposal.width > 0, proposal.height > 0 else { return .zero }
    let columns = Double(image.width)
    let rows = Double(image.height) / Image.cellAspect
    let scale = min(1, Double(proposal.width) / columns, Double(proposal.height) / rows)
    return Size(width: max(1, Int((columns * scale).rounded())), height: max(1, Int((rows * scale).rounded())))
  }

  open override func draw(in canvas: Canvas) {
    if isAlternativeTextShown {
      canvas.put(accessibilityText.truncated(to: bounds.width), x: 0, y: 0, style: theme[.secondary])
    }
    guard let image else { return }
    canvas.draw(
      image, in: bounds, contentMode: contentMode, pixels: pixels, isMonochrome: theme.name == Theme.monochrome.name)
  }

  open override var accessibilityRole: AccessibilityRole? {
    image == nil && !isAlternativeTextShown ? nil : .image
  }
  open override var accessibilityText: String {
    accessibilityLabel ?? (borderTitle.isEmpty ? "picture" : borderTitle.string)
  }
}

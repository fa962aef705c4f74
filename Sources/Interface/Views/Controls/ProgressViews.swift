import StateRestoration

/// A progress bar.
@MainActor
open class ProgressView: View {
  /// The progress, from 0 to 1.
  public var progress = 0.0 {
    didSet {
      let clamped = min(max(progress.isNaN ? 0 : progress, 0), 1)
      if clamped != progress { progress = clamped }
      if progress != oldValue { visibleStateDidChange() }
    }
  }
  /// Whether the progress is unknown; the bar is then animated.
  public var isIndeterminate = false { didSet { setNeedsDisplay() } }

  open override func isFlexible(along axis: Axis) -> Bool { axis == .horizontal }
  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: min(proposal.width, 20), height: 1) }

  open override func draw(in canvas: Canvas) {
    let bar = isEffectivelyEnabled ? theme[.accent] : textStyle
    let track = isEffectivelyEnabled ? theme[.track] : textStyle
    canvas.report(isIndeterminate ? .indeterminate : .percent(Int((progress * 100).rounded(.down))))
    if isIndeterminate {
      PercentageBar.draw(0, of: bounds.width, in: canvas, style: bar, track: track)
      let length = max(1, bounds.width / 4)
      let room = max(1, bounds.width - length)
      let step = animationFrame(perSecond: 10) % (2 * room)
      canvas.put(String(repeating: "━", count: length), x: step < room ? step : 2 * room - step, y: 0, style: bar)
      return
    }
    let width = PercentageBar.lineWidth(in: bounds.width)
    let full = Int((Double(width) * progress).rounded(.down))
    PercentageBar.draw(full, of: width, in: canvas, style: bar, track: track)
    PercentageBar.drawPercentage((progress * 100).rounded(.down), in: canvas, beside: width, style: textStyle)
  }

  open override var accessibilityRole: AccessibilityRole? { .progress }
  open override var accessibilityValue: String? {
    isIndeterminate ? "in progress" : "\(Int((progress * 100).rounded(.down))) percent"
  }
}

/// A spinner for an activity of unknown length.
@MainActor
open class ActivityIndicator: View {
  /// Whether the spinner is animated.
  public var isAnimating = false {
    didSet { if isAnimating != oldValue { visibleStateDidChange() } }
  }

  private static let pictures: [String] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠇"]

  open override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 1, height: 1) }
  open override func draw(in canvas: Canvas) {
    guard isAnimating else { return }
    let frame = animationFrame(perSecond: 10)
    canvas.put(
      Self.pictures[frame % Self.pictures.count], x: 0, y: 0, style: isEffectivelyEnabled ? theme[.accent] : textStyle)
  }

  open override var accessibilityRole: AccessibilityRole? { isAnimating ? .progress : nil }
  open override var accessibilityValue: String? { isAnimating ? "in progress" : nil }
}

/// The measurements of views during a layout pass.
///
/// Each of several nested stacks measures the views on all levels below before they are laid out, and measure them
/// again. A pass therefore remembers what it has measured, until the layout of a view becomes outdated. Outside of a
/// pass nothing is remembered, because a size may depend on anything.
@MainActor
final class LayoutPass {
  /// The number of levels up to which measuring is faster than remembering.
  private static let shallowLevels = 4

  /// The current pass; nil outside of layout.
  private static var current: LayoutPass?

  private struct Proposal: Hashable {
    var view: ObjectIdentifier
    var size: Size
  }
  private struct Extent: Hashable {
    var proposal: Proposal
    var axis: Axis
    var withOneRow: Bool
  }
  /// Measurements by key, which most passes do not need.
  private final class Measurements<Key: Hashable, Value> {
    var values: [Key: Value] = [:]
  }
  private lazy var sizes = Measurements<Proposal, Size>()
  private lazy var minimumLengths = Measurements<Extent, Int>()
  private lazy var focusable = Measurements<ObjectIdentifier, Bool>()

  /// Performs a layout pass, as a part of the current one if there is one.
  static func perform(_ layOut: () -> Int) -> Int {
    guard current == nil else { return layOut() }
    current = LayoutPass()
    defer { current = nil }
    return layOut()
  }

  /// Forgets all measurements, as sizes may have changed, also while a view is measured.
  static func layoutDidBecomeOutdated() { if current != nil { current = LayoutPass() } }

  /// Returns the preferred size of a view within a proposed size.
  static func size(of view: View, in proposal: Size, measure: () -> Size) -> Size {
    remember(Proposal(view: ObjectIdentifier(view), size: proposal), of: view, in: { $0.sizes }, measure)
  }

  /// Returns the minimum length of a view that gets its preferred length in an area.
  static func minimumLength(
    of view: View, along axis: Axis, in area: Size, withOneRow: Bool, measure: () -> Int
  ) -> Int {
    let proposal = Proposal(view: ObjectIdentifier(view), size: area)
    let key = Extent(proposal: proposal, axis: axis, withOneRow: withOneRow)
    return remember(key, of: view, in: { $0.minimumLengths }, measure)
  }

  /// Returns whether a view contains a focusable one.
  static func containsFocusable(_ view: View, find: () -> Bool) -> Bool {
    remember(ObjectIdentifier(view), of: view, in: { $0.focusable }, find)
  }

  /// Returns what a pass remembers under a key, or else measures it.
  private static func remember<Key: Hashable, Value>(
    _ key: Key, of view: View, in measurements: (LayoutPass) -> Measurements<Key, Value>, _ measure: () -> Value
  ) -> Value {
    guard view.knownLevels > shallowLevels, let pass = current else { return measure() }
    let known = measurements(pass)
    if let value = known.values[key] { return value }
    let value = measure()
    if pass === current { known.values[key] = value }
    return value
  }
}

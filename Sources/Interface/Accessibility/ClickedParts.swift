/// A part of a view that is clicked by its title, such as a segment.
struct TitledPart: Equatable {
  /// The index of the part, below that of the group it belongs to, such as a wheel.
  var indexes: [Int]
  /// The title, for ``View/tapPoint(forTitle:)``.
  var title: String
}

/// A view whose parts have titles.
@MainActor
protocol TitledParts: View {
  /// Returns the part that a click at a point chooses; nil if it chooses none. The inverse of
  /// ``View/tapPoint(forTitle:)``.
  func part(at point: Point) -> TitledPart?
}

/// A view whose parts have no titles, and which are reached by keys, too.
@MainActor
protocol KeyedParts: View {
  /// Returns the keys that have, after a click at ``View/tapPoint``, the effect of a click at a point; nil if there are
  /// none.
  func keysAfterTap(for point: Point) -> [KeyPress]?
  /// Whether a click at ``View/tapPoint`` has no effect while the view is focused.
  var ignoresTap: Bool { get }
}

/// A period in which a callback, or a phase of the host's own work, ran.
public struct TraceSpan: Sendable, Equatable {
  /// The kind of work that ran.
  public enum Kind: String, Sendable {
    /// A life-cycle event, whether or not the app defines its callback.
    case event
    /// A function of the app.
    case callback
    /// A phase of the host's work, such as layout.
    case phase
  }

  /// The kind of work that ran.
  public var kind: Kind
  /// The event, callback or phase.
  public var name: String
  /// The place of the function that was called, as `file:line`; nil for other spans.
  public var place: String?
  /// The beginning, in nanoseconds since the recorder was created.
  public var start: UInt64
  /// The duration in nanoseconds.
  public var duration: UInt64 = 0

  /// Creates a span that has just begun.
  public init(_ kind: Kind, _ name: String, at place: String?, start: UInt64) {
    self.kind = kind
    self.name = name
    self.place = place
    self.start = start
  }
}

/// Records spans of time for observers. Without a recorder, a span costs a comparison with nil.
///
/// A span is reported when it ends, so nested spans are reported first.
@MainActor
public final class SpanRecorder {
  private let origin = ContinuousClock.now
  /// Called with each span at its end.
  public var onSpan: (TraceSpan) -> Void
  /// Called with each span at its beginning, still without a duration.
  public var onBegin: (TraceSpan) -> Void = { _ in }

  /// Creates a recorder, whose time begins now.
  ///
  /// - Parameter onSpan: called with each span at its end.
  public init(onSpan: @escaping (TraceSpan) -> Void) {
    self.onSpan = onSpan
  }

  private var now: UInt64 {
    let (seconds, attoseconds) = (ContinuousClock.now - origin).components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// Begins a span. ``end(_:)`` must follow, in the reverse order of the beginnings.
  public func begin(_ kind: TraceSpan.Kind, _ name: String, at place: String? = nil) -> TraceSpan {
    let span = TraceSpan(kind, name, at: place, start: now)
    onBegin(span)
    return span
  }

  /// Ends a span and reports it.
  public func end(_ span: TraceSpan) {
    var span = span
    span.duration = now - span.start
    onSpan(span)
  }
}

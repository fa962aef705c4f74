import LuaScreens
import AppSession
import StateRestoration

/// The latest spans of an app. They are recorded only while a page is connected.
@MainActor
final class Timeline {
  private static let capacity = 20_000
  /// The maximum number of spans in a message.
  private static let maximumSent = 1500

  private var spans: [TraceSpan] = []
  /// The sequence number of the first span that is kept.
  private var first = 0
  private let session: AppSession
  /// The recorder of this timeline, or that of another observer of the session.
  private let recorder: SpanRecorder
  private let isShared: Bool

  init(_ session: AppSession) {
    self.session = session
    if let recorder = session.configuration.spans {
      self.recorder = recorder
      isShared = true
    } else {
      recorder = SpanRecorder { _ in }
      isShared = false
    }
    recorder.onSpan = { [weak self, inner = recorder.onSpan] span in
      inner(span)
      self?.append(span)
    }
  }

  /// Whether spans are recorded.
  var isRecording = false {
    didSet {
      guard isRecording != oldValue else { return }
      if !isShared { session.configuration.spans = isRecording ? recorder : nil }
      session.host?.log.spans = session.configuration.spans
    }
  }

  /// Runs a closure whose callbacks are the inspector's, not the app's.
  func withoutRecording<Result>(_ body: () throws -> Result) rethrows -> Result {
    let log = session.host?.log
    let spans = log?.spans
    log?.spans = nil
    defer { log?.spans = spans }
    return try body()
  }

  private func append(_ span: TraceSpan) {
    guard isRecording else { return }
    if spans.count >= Self.capacity * 2 {
      first += spans.count - Self.capacity
      spans.removeFirst(spans.count - Self.capacity)
    }
    spans.append(span)
  }

  /// The sequence number of the next span.
  var end: Int { first + spans.count }

  /// Forgets the spans from a sequence number on.
  func forget(from number: Int) {
    if number < end { spans.removeLast(min(end - number, spans.count)) }
  }

  /// Whether a page lacks spans.
  func hasSpans(after next: Int) -> Bool { next < end }

  /// Returns a place with the whole name of its file, which Lua shortens, and remembers it.
  private func whole(_ place: String, _ known: inout [String: String]) -> String {
    if let known = known[place] { return known }
    let whole = session.host?.wholePlace(place) ?? place
    known[place] = whole
    return whole
  }

  /// Returns the spans after those that a page has, and moves its place; nil if there are none.
  func report(for page: ConnectedPage) -> [UInt8]? {
    let start = max(page.nextSpan, first)
    let last = min(end, start + Self.maximumSent)
    guard start < last else { return nil }
    let lost = start - page.nextSpan
    var places: [String: String] = [:]
    page.nextSpan = last
    return JSONWriter.message("spans") {
      if lost > 0 { $0.field("lost", lost) }
      $0.field("spans") { list in
        for span in spans[(start - first)..<(last - first)] {
          list.array {
            // Microseconds.
            $0.value(Int(span.start / 1000))
            $0.value(Int(span.duration / 1000))
            $0.value(span.kind.rawValue)
            $0.value(span.name)
            if let place = span.place { $0.value(whole(place, &places)) }
          }
        }
      }
    }
  }
}

import AppSession
import Glibc
import LuaRuntime
import StateRestoration

/// The observations of a run that `--trace` and `--profile` request.
@MainActor
final class AppMeasurement {
  /// The time that a callback may take without delaying a frame, in nanoseconds: 1/60 s.
  private static let frame: UInt64 = 16_666_667
  private static let maximumSlowCallbacks = 10

  private let eventFile: OutputFile?
  private let trace: ChromeTrace?
  private let profile: (file: OutputFile, times: LuaProfile)?
  /// Callbacks that took longer than a frame, by name and place.
  private var slowCallbacks: [String: (count: Int, longest: UInt64)] = [:]

  /// Creates the files; nil if neither option is given.
  ///
  /// - Parameter isContinued: whether to add to what an earlier process has written to the files.
  /// - Throws: ``OutputError`` if a file cannot be written.
  init?(trace: String?, profile: String?, isContinued: Bool) throws {
    guard trace != nil || profile != nil else { return nil }
    let isTimed = trace?.lowercased().hasSuffix(".json") == true
    eventFile =
      isTimed
      ? nil : try trace.map { try OutputFile($0, option: "--trace", contents: isContinued ? .appended : .replaced) }
    self.trace = isTimed ? try trace.map { try ChromeTrace($0, isContinued: isContinued) } : nil
    self.profile = try profile.map {
      (try OutputFile($0, option: "--profile", contents: isContinued ? .kept : .replaced), LuaProfile())
    }
  }

  /// Observes a session from now until the process exits.
  func observe(_ session: AppSession) {
    if let eventFile {
      session.onEvent = { eventFile.write(Array("\("\($0)".showingControlsInLine)\n".utf8)) }
    }
    guard trace != nil || profile != nil else { return }
    session.configuration.profile = profile?.times
    let spans = SpanRecorder { self.take($0) }
    if let trace { spans.onBegin = { trace.begin($0) } }
    session.configuration.spans = spans
    session.onEnd = { self.finish() }
  }

  /// Writes the whole profile, over an earlier one of an app that was relaunched in this process. In a pipe the times since
  /// the last one are added, which viewers sum.
  private func writeProfile() {
    guard let (file, times) = profile else { return }
    let text = Array(times.collapsedStacks.utf8)
    if file.isSeekable { return file.write(text, at: file.initialLength) }
    file.write(text)
    times.removeAll()
  }

  private func take(_ span: TraceSpan) {
    trace?.end(span)
    guard span.kind == .callback, span.duration > Self.frame else { return }
    let name = "\(span.place.map { "\($0): " } ?? "")\(span.name)".showingControlsInLine
    let known = slowCallbacks[name] ?? (0, 0)
    slowCallbacks[name] = (known.count + 1, max(known.longest, span.duration))
  }

  private func finish() {
    writeProfile()
    let slowest = slowCallbacks.sorted { ($1.value.longest, $0.key) < ($0.value.longest, $1.key) }
    for (name, calls) in slowest.prefix(Self.maximumSlowCallbacks) {
      let times = calls.count == 1 ? "" : " in the slowest of \(calls.count) calls"
      complain("\(name) took \(Int((Double(calls.longest) / 1e6).rounded())) ms\(times); a frame has 16.7 ms")
    }
    slowCallbacks = [:]
  }
}

extension RestorableApplication {
  /// Runs a callback of the app and records its event. Returns nil if it fails, which is reported.
  ///
  /// - Parameters:
  ///   - coder: the coder that the callback receives; nil if it receives none.
  ///   - isLast: whether no other callback receives the coder.
  ///   - reports: remembers failures of saves, so that each is reported once; nil to report every failure.
  ///   - consequence: the effect of a failure for the user.
  @inline(__always)
  @discardableResult
  func call<Value>(
    _ event: LifeCycleEvent, with coder: StateCoder? = nil, isLast: Bool = true, in log: EventLog,
    reports: ProblemReports? = nil, consequence: String, _ body: () throws -> Value
  ) -> Value? {
    let span = log.record(event.receiver, event.callback, path: event.path)
    defer { log.end(span) }
    coder?.beginUse()
    defer { coder?.endUse(isLast: isLast) }
    do {
      let value = try body()
      reports?.succeeded(event.callback, of: self)
      return value
    } catch {
      if let reports {
        reports.failed(event, of: self, error, consequence: consequence)
      } else {
        report(.callbackFailed(event, error: error, consequence: consequence))
      }
      return nil
    }
  }
}

extension RestorableApplication {
  /// Runs a callback of the app and records its event. Returns nil if it fails, which is reported.
  ///
  /// - Parameters:
  ///   - coder: the coder that the callback receives; nil if it receives none.
  ///   - isLast: whether no other callback receives the coder.
  ///   - consequence: the effect of a failure for the user.
  @inline(__always)
  @discardableResult
  func call<Value>(
    _ event: LifeCycleEvent, with coder: StateCoder? = nil, isLast: Bool = true, in log: EventLog, consequence: String,
    _ body: () throws -> Value
  ) -> Value? {
    let span = log.record(event.receiver, event.callback, path: event.path)
    defer { log.end(span) }
    coder?.beginUse()
    defer { coder?.endUse(isLast: isLast) }
    do {
      return try body()
    } catch {
      report(.callbackFailed(event, error: error, consequence: consequence))
      return nil
    }
  }
}

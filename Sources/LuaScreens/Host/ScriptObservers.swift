import Interface

/// The observers of an app, in the order in which they are notified.
@MainActor
public final class ScriptObservers {
  private var list: [ScriptObserver] = []
  /// Those that want the events in detail.
  private var detailed: [ScriptObserver] = [] { didSet { wantDetails = !detailed.isEmpty } }
  private weak var host: ScriptHost?
  private var listensToLog = false

  /// Whether an observer wants the events in detail. Stored, as it is read several times in each call of a script.
  private(set) var wantDetails = false

  /// Adds an observer, which is retained.
  public func add(_ observer: ScriptObserver) {
    list.append(observer)
    if observer.wantsDetails { detailed.append(observer) }
    listenToLog()
  }

  /// Removes an observer.
  public func remove(_ observer: ScriptObserver) {
    list.removeAll { $0 === observer }
    detailed.removeAll { $0 === observer }
  }

  /// Adds the observers of a host's configuration, whose script is about to run.
  func begin(_ host: ScriptHost) {
    self.host = host
    for create in host.configuration.observers { create(host).forEach(add) }
    notify { $0.scriptWillRun() }
  }

  /// Lets the log notify observers of its events, from the first one on that wants them.
  private func listenToLog() {
    guard wantDetails, !listensToLog, let log = host?.log else { return }
    listensToLog = true
    log.onEvent = { [weak self, inner = log.onEvent] event in
      inner?(event)
      self?.notifyInDetail { $0.lifeCycleEvent(event) }
    }
  }

  /// Notifies each observer.
  @inline(__always)
  func notify(_ body: (ScriptObserver) -> Void) {
    guard !list.isEmpty else { return }
    list.forEach(body)
  }

  /// Notifies each observer that wants the events in detail.
  @inline(__always)
  func notifyInDetail(_ body: (ScriptObserver) -> Void) {
    guard wantDetails else { return }
    detailed.forEach(body)
  }
}

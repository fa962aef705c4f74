import Loop

/// The timers that the scripts of an app have started, with the places of the calls.
@MainActor
struct StartedTimers {
  private struct Started {
    weak var timer: TimerQueue.Timer?
    let place: String
  }

  private var all: [Started] = []
  private static let most = 64

  mutating func add(_ timer: TimerQueue.Timer, _ place: String?) {
    guard let place else { return }
    if all.count >= Self.most { all.removeAll { $0.timer?.isPending != true } }
    all.append(Started(timer: timer, place: place))
  }

  /// The places of the timers that will fire, in the order of their start.
  var pendingPlaces: [String] { all.filter { $0.timer?.isPending == true }.map(\.place) }
}

extension RunPair {
  /// The line of the first timer that the undisturbed app has, and that a restart of its twin has not started again; nil if
  /// there is none.
  var timerNotStartedAgain: Place? {
    guard let host = base.host, let disturbed else { return nil }
    var others = disturbed.surroundings.timers.pendingPlaces
    let missing = base.surroundings.timers.pendingPlaces.first { place in
      guard let index = others.firstIndex(of: place) else { return true }
      others.remove(at: index)
      return false
    }
    return missing.flatMap(Place.init)?.whole(among: host.scriptNames)
  }
}

extension Discovery {
  /// Returns the line of the timer that a restart has not started again, if the loss comes only as time passes after it; nil for
  /// other discoveries.
  ///
  /// - Parameter pair: the runs after the event, before further steps.
  @MainActor
  func timerNotStartedAgain(in pair: RunPair) -> Place? {
    guard kind == .loss, event?.restarts == true,
      itemsAfterEvent.allSatisfy({ if case .step(.advance) = $0 { true } else { false } })
    else { return nil }
    return pair.timerNotStartedAgain
  }

  /// Explains a loss by a timer that a restart does not start again.
  mutating func explain(byTimerAt place: Place) {
    self.place = place
    commonCause = "timer \(place)"
    remedy = "The timer of this line is not started again after a restart: start it with what is restored, too."
  }
}

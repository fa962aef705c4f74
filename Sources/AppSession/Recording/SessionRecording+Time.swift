import Interface
import Loop
import LuaScreens

// Time: what passes between the steps, and what has changed on the screen at a pause.
extension SessionRecording {
  /// The seconds without input that make a pause.
  private static let pause = 1.0

  /// The moment before a step.
  struct Beginning {
    /// The position of the step in the test.
    let index: Int
    /// The number of timers that were started.
    let startedTimers: Int
    /// The seconds until the next timer; nil if there is none.
    let wait: Double?
    let copiedText: String
  }

  /// Treats the present moment as a pause of the user.
  func pause() { if !isSuspended, depth == 0, recordPause() { writeAtPause() } }

  /// Records the time since the last step if it matters, and after a pause what has changed on the screen.
  func settleTime() { if recordPassedTime(isPause: false) { writeAtPause() } }

  /// Records the time since the last step, and what has changed on the screen. Returns whether the app runs.
  @discardableResult
  func recordPause() -> Bool { recordPassedTime(isPause: true) }

  /// Returns whether there was a pause.
  private func recordPassedTime(isPause: Bool) -> Bool {
    // Of an app that has exited, nothing can be expected.
    guard let host = session.host, session.requestedExit == nil else { return false }
    let passed = noteTime(host.timers.now)
    let isPause = isPause || passed >= Self.pause
    // What follows the answer of a command, request or worker needs it in the test, too.
    let isAnswered = awaitsAnswer && !host.isBusy
    let screen = isPause || isAnswered ? host.application.screenOfAnyDay : lastScreen
    let hasChanged = isPause && screen.lines != lastScreen.lines
    let isTimed = host.timers.hasScriptTimer() || host.application.messages.hasTimedMessageOfApp
    let firings = Self.firings(of: host)
    if firings > knownFirings || passed >= Self.pause && (hasChanged || isTimed) {
      recordTime(until: host.timers.nextDeadline.map { $0 - lastTime })
    } else if !isTimed {
      unrecordedTime = 0
    }
    knownFirings = firings
    for error in errors { append(.failed(error)) }
    errors = []
    let isAwaited = isAnswered && awaitAnswer(on: screen)
    guard isPause else { return false }
    if isAwaited { expectedScreen = screen } else { expect(screen) }
    return true
  }

  /// The number of times that timers of the script have fired and messages of the app have expired.
  static func firings(of host: ScriptHost) -> Int {
    host.timers.firedScriptCount + host.application.messages.expiredCountOfApp
  }

  /// Records the time in which no timer has fired, before a step that makes more time pass.
  func recordOutstandingTime() {
    pause()
    guard !isSuspended, depth == 0, unrecordedTime > 0, let timers = session.host?.timers, timers.hasScriptTimer()
    else { return }
    recordTime(until: timers.nextDeadline.map { $0 - lastTime })
  }

  /// Adds the time since the last event to that which is not recorded yet, and returns it.
  @discardableResult
  func noteTime(_ now: Double) -> Double {
    defer { lastTime = now }
    unrecordedTime += now - lastTime
    return now - lastTime
  }

  /// - Parameter limit: the seconds until the next timer, which has not fired.
  private func recordTime(until limit: Double?) {
    let limit = limit ?? .infinity
    for unit in [1.0, 0.1, 0.01, 0.001] {
      let seconds = (unrecordedTime / unit).rounded(.up) * unit
      guard seconds - unrecordedTime < min(limit, 0.1) || unit == 0.001 else { continue }
      // Without the digits that decimal fractions have in binary.
      let rounded = (seconds * 1000).rounded() / 1000
      if rounded > 0 { append(.advance(rounded)) }
      unrecordedTime -= rounded
      return
    }
  }

  /// Awaits what an answer has changed on the screen since the last step. Returns false if it has changed nothing.
  private func awaitAnswer(on screen: Grid) -> Bool {
    defer { (lastScreen, awaitsAnswer) = (screen, false) }
    let change = ScreenChange(from: lastScreen, to: screen)
    // A clock shows other numbers whatever the answer is.
    let isTimed = session.host?.timers.hasScriptTimer() == true
    guard let text = change.appeared(besides: "") ?? change.changedRow, !(isTimed && change.isCounter(text)) else {
      return false
    }
    if openOverlay != nil {
      // It is part of the next expectation.
      hasAwaitedAnswer = true
      return false
    }
    append(.awaits(text))
    return true
  }

  func expect(_ screen: Grid) {
    if openOverlay != nil { return }
    let change = ScreenChange(from: expectedScreen, to: screen)
    let typed = test.steps.reversed().prefix { !$0.endsParagraph }.reversed().map(\.typedText).joined()
    // A wait takes another time in the test, so that clocks show other numbers after it.
    let isUncertain = session.host?.timers.hasScriptTimer() == true && test.steps.contains(where: \.isWait)
    if let text = change.appeared(besides: typed) {
      if !isUncertain || !change.isCounter(text) { append(hasAwaitedAnswer ? .awaits(text) : .shows(text)) }
    } else if let text = change.disappeared {
      append(.lacks(text))
    } else if let row = change.changedRow {
      append(.shows(row))
    }
    expectedScreen = screen
    lastScreen = screen
  }

  func willStep() {
    beginning = session.host.map { host in
      let (timers, now) = (host.timers, host.timers.now)
      return Beginning(
        index: test.steps.count, startedTimers: timers.startedCount,
        wait: timers.nextDeadline.map { $0 - now }, copiedText: host.application.pasteboard.string)
    }
  }

  /// Records the time before a step that has started timers: they count from then on, and earlier ones from before.
  private func recordTime(before beginning: Beginning, _ timers: TimerQueue) {
    let started = beginning.startedTimers
    guard test.steps.count > beginning.index, timers.hasScriptTimer(in: started..<Int.max) else { return }
    guard timers.hasScriptTimer(in: 0..<started) else { return unrecordedTime = 0 }
    let (steps, dates) = (test.steps[beginning.index...], times[beginning.index...])
    test.steps.removeSubrange(beginning.index...)
    times.removeSubrange(beginning.index...)
    recordTime(until: beginning.wait)
    test.steps += steps
    times += dates
  }

  func didStep() {
    guard let host = session.host else { return }
    noteOverlay(at: beginning?.index ?? test.steps.count)
    if let beginning { recordTime(before: beginning, host.timers) }
    let copied = host.application.pasteboard.string
    if let beginning, beginning.copiedText != copied { copiedText = copied }
    beginning = nil
    lastTime = host.timers.now
    lastScreen = host.application.screenOfAnyDay
    awaitsAnswer = host.isBusy
    // A step such as `advance` fires timers itself.
    knownFirings = Self.firings(of: host)
  }
}

extension Application {
  /// The screen, with an ellipsis for date pickers, whose dates depend on the day of the recording.
  var screenOfAnyDay: Grid {
    var grid = render(withMessages: false)
    for frame in InputNaming(self)?.datePickerFrames ?? [] {
      for y in frame.minY..<frame.maxY { for x in frame.minX..<frame.maxX { grid[x, y] = Cell("…") } }
    }
    return grid
  }
}

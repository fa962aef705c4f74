import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaScreens
import StateRestoration

/// Records what the user does in a session as a test file.
///
/// Input is observed as the application handles it, and named before it has changed the screen (``InputNaming``). After
/// each pause, an expectation says what has changed on the screen. Time that passes is recorded where timers make it
/// matter.
@MainActor
public final class SessionRecording: InputObserver, ScriptObserver {
  /// The file of the test.
  public let file: String
  private unowned let session: AppSession
  private var test: RecordedTest
  /// The time of each step, to find the step after which a save was made.
  private var times: [Date] = []
  /// The first step of the present case.
  private var start = 0
  /// The screen of the last expectation.
  private var expectedScreen: Grid
  /// The screen after the last step.
  private var lastScreen: Grid
  private var lastTime: Double
  /// The time that has passed and is not recorded.
  private var unrecordedTime = 0.0
  /// The number of times that timers of the script had fired at the end of the last step.
  private var knownFirings = 0
  /// The moment before the step that is under way.
  private var beginning: Beginning?
  /// Whether a command, request or worker of the app was under way after the last step.
  private var awaitsAnswer = false
  private var errors: [String] = []
  /// Whether something that makes its own step is under way, such as a relaunch.
  private var isSuspended = false
  /// The number of events that are being handled: an action can cause further ones.
  private var depth = 0
  /// The steps of the event, to be recorded if it is handled.
  private var pending: [RecordedStep] = []
  /// The focused view before the event: a click can move the focus without being handled.
  private weak var focused: View?
  private var press: Press?
  private var dragEnd: Point?
  /// Whether the app has handled the drag: a slider follows the mouse, and then has nothing to do at its release.
  private var isDragHandled = false

  /// A press of a mouse button.
  private struct Press {
    let place: Point
    let time: Double
    let steps: [RecordedStep]
    /// The moment before it: what it does can come with its release.
    let beginning: Beginning?
    var isRecorded = false
  }

  /// The moment before a step.
  private struct Beginning {
    /// The position of the step in the test.
    let index: Int
    /// The number of timers that were started.
    let startedTimers: Int
    /// The seconds until the next timer; nil if there is none.
    let wait: Double?
  }

  /// The seconds without input that make a pause.
  private static let pause = 1.0
  private static let longestDoubleClick = 0.4
  private static var placeOfError: Regex<Substring> { #/^.*?:\d+: /# }

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - archive: the file for the state that the session has now; nil if a fresh launch leads to it.
  init(_ session: AppSession, host: ScriptHost, to file: String, archive: String?) {
    self.session = session
    self.file = file
    test = RecordedTest(
      file: file, script: session.configuration.script, size: host.application.screenSize,
      isSandboxed: !session.configuration.lua.isTrusted, archive: archive)
    test.arguments = session.configuration.arguments.map(\.bytes)
    expectedScreen = Grid(size: .zero)
    lastScreen = host.application.screenOfAnyDay
    lastTime = host.timers.now
    expect(lastScreen)
    awaitsAnswer = host.isBusy
    attach(to: host)
  }

  /// Observes a host of the session.
  func attach(to host: ScriptHost) {
    knownFirings = host.timers.firedScriptCount
    host.application.inputObserver = self
    host.observers.add(self)
  }

  private func detach() {
    session.host?.application.inputObserver = nil
    session.host?.observers.remove(self)
  }

  /// Ends the recording and writes its file.
  ///
  /// - Throws: `POSIXError`.
  func finish() throws {
    pause()
    detach()
    try write()
  }

  private func write() throws { try FileContents.writeOutput(Array(test.text.utf8), to: file, mode: 0o644) }

  /// The test so far.
  var text: String { test.text }

  // MARK: Steps that are no input

  /// Adds a step of a command, which the result determines; nil adds none.
  ///
  /// - Parameter body: performs the step; what it causes is not recorded.
  func record<Result>(_ step: (Result) -> RecordedStep?, _ body: () throws -> Result) rethrows -> Result {
    guard !isSuspended, depth == 0 else { return try body() }
    pause()
    willStep()
    isSuspended = true
    defer {
      isSuspended = false
      didStep()
    }
    let result = try body()
    if let step = step(result) { append(step) }
    return result
  }

  /// Treats the present moment as a pause of the user.
  func pause() { if !isSuspended, depth == 0 { settleTime(isPause: true) } }

  /// Adds a resize of the screen.
  func noteResize(to size: Size) {
    guard !isSuspended, depth == 0 else { return }
    settleTime(isPause: false)
    willStep()
    append(.resize(size))
  }

  func noteDidResize() { if !isSuspended, depth == 0 { didStep() } }

  /// Returns the step for a return to a save, and records where that was made.
  func rollback(to number: SaveNumber, savedAt seconds: Double?) -> RecordedStep {
    let save = RecordedStep.SaveName(number: number)
    guard let date = seconds.map(Date.init(timeIntervalSince1970:)), let first = times.dropFirst(start).first,
      date >= first
    else { return launch(from: number) }
    if !test.steps[start...].contains(.save(save)) {
      let index = times[start...].firstIndex { $0 > date } ?? times.count
      test.steps.insert(.save(save), at: index)
      times.insert(date, at: index)
    }
    return .rollback(save)
  }

  /// Begins another case, as the present one does not make the save.
  private func launch(from number: SaveNumber) -> RecordedStep {
    let path = RecordedTest.stateFile(of: file, number: number)
    guard let archive = (try? session.store?.archive(ofSave: number)) ?? nil,
      (try? FileContents.writeOutput(Array(ArchiveJSON.encode(archive).utf8), to: path, mode: 0o600)) != nil,
      let size = session.host?.application.screenSize
    else { return .comment("The user returned to a save from before the recording, which a test does not have.") }
    start = test.steps.count
    unrecordedTime = 0
    expectedScreen = Grid(size: .zero)
    return .launch(archive: path, size: size)
  }

  /// Adds an error of the app.
  func note(_ problem: Problem) {
    guard problem.severity == .error else { return }
    let reason = problem.error.map { "\($0)" } ?? problem.summary
    let line = reason.split(separator: "\n").first.map(String.init) ?? reason
    errors.append(line.replacing(Self.placeOfError, with: "", maxReplacements: 1))
  }

  // MARK: Time and expectations

  /// Records the time since the last step if it matters, and at a pause what has changed on the screen.
  private func settleTime(isPause: Bool) {
    guard let host = session.host else { return }
    let passed = noteTime(host.timers.now)
    let isPause = isPause || passed >= Self.pause
    // What follows the answer of a command, request or worker needs it in the test, too.
    let isAnswered = awaitsAnswer && !host.isBusy
    let screen = isPause || isAnswered ? host.application.screenOfAnyDay : lastScreen
    let hasChanged = isPause && screen.lines != lastScreen.lines
    let isTimed = host.timers.hasScriptTimer()
    if host.timers.firedScriptCount > knownFirings || passed >= Self.pause && (hasChanged || isTimed) {
      recordTime(until: host.timers.nextDeadline.map { $0 - lastTime })
    } else if !isTimed {
      unrecordedTime = 0
    }
    knownFirings = host.timers.firedScriptCount
    for error in errors { append(.failed(error)) }
    errors = []
    let isAwaited = isAnswered && awaitAnswer(on: screen)
    guard isPause else { return }
    if isAwaited { expectedScreen = screen } else { expect(screen) }
    // What was recorded outlives the process. A pipe gets everything at the end.
    if FileStatus(file)?.isRegular == true { try? write() }
  }

  /// Adds the time since the last event to that which is not recorded yet, and returns it.
  @discardableResult
  private func noteTime(_ now: Double) -> Double {
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
    guard let text = change.appeared(besides: "") ?? change.changedRow else { return false }
    append(.awaits(text))
    return true
  }

  private func expect(_ screen: Grid) {
    let change = ScreenChange(from: expectedScreen, to: screen)
    let typed = test.steps.reversed().prefix { !$0.endsParagraph }.reversed().map(\.typedText).joined()
    if let text = change.appeared(besides: typed) {
      append(awaitsAnswer ? .awaits(text) : .shows(text))
    } else if let text = change.disappeared {
      append(.lacks(text))
    } else if let row = change.changedRow {
      append(.shows(row))
    }
    expectedScreen = screen
    lastScreen = screen
  }

  private func append(_ step: RecordedStep) {
    test.steps.append(step)
    times.append(Date())
  }

  private func removeLast() {
    test.steps.removeLast()
    times.removeLast()
  }

  private func willStep() {
    beginning = session.host.map { host in
      let (timers, now) = (host.timers, host.timers.now)
      return Beginning(
        index: test.steps.count, startedTimers: timers.startedCount, wait: timers.nextDeadline.map { $0 - now })
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

  private func didStep() {
    guard let host = session.host else { return }
    if let beginning { recordTime(before: beginning, host.timers) }
    beginning = nil
    lastTime = host.timers.now
    lastScreen = host.application.screenOfAnyDay
    awaitsAnswer = host.isBusy
    // A step such as `advance` fires timers itself.
    knownFirings = host.timers.firedScriptCount
  }

  // MARK: Observing

  public func turnDidEnd() {
    // A task starts its commands at the end of the turn.
    if session.host?.isBusy == true { awaitsAnswer = true }
  }

  public func application(_ application: Application, willHandle event: InputEvent) {
    depth += 1
    guard depth == 1, !isSuspended else { return }
    pending = []
    focused = application.keyWindow?.firstResponder
    let now = application.timers.now
    switch event {
    case .key(let key):
      settleTime(isPause: false)
      pending = [step(of: key, in: application)]
    case .paste(let text):
      settleTime(isPause: false)
      pending = [application.isTypingSecret ? .secret : .paste(text)]
    case .mouse(let mouse):
      switch mouse.action {
      case .press(let button):
        settleTime(isPause: false)
        let last = press
        press = nil
        dragEnd = nil
        isDragHandled = false
        pending = click(
          at: mouse.location, button: button, modifiers: mouse.modifiers, after: last, in: application)
        willStep()
        press = Press(place: mouse.location, time: now, steps: pending, beginning: beginning)
        return
      case .wheel(let rows):
        settleTime(isPause: false)
        pending = [scroll(at: mouse.location, by: rows, in: application)]
      case .drag:
        noteTime(now)
        if mouse.location != press?.place { dragEnd = mouse.location }
      case .release:
        noteTime(now)
        if let press {
          beginning = press.beginning
          return
        }
      }
    case .resize(let size): return noteResize(to: size)
    }
    willStep()
  }

  public func application(_ application: Application, didHandle event: InputEvent, isHandled: Bool) {
    depth -= 1
    guard depth == 0, !isSuspended else { return }
    defer { didStep() }
    // A key can change the screen without being handled, as one that closes the actions of a row.
    let isHandled =
      isHandled || application.keyWindow?.firstResponder !== focused
      || application.screenOfAnyDay.rows != lastScreen.rows
    if case .mouse(let mouse) = event {
      switch mouse.action {
      case .drag: if dragEnd != nil, isHandled { isDragHandled = true }
      case .release: return releaseButton(at: mouse.location, isHandled || isDragHandled)
      case .press, .wheel: break
      }
    }
    guard isHandled, !pending.isEmpty else { return }
    pending.forEach(append)
    pending = []
    press?.isRecorded = true
  }

  private func step(of key: KeyPress, in application: Application) -> RecordedStep {
    guard key.modifiers == [], case .character(let character) = key.key,
      InputNaming(application)?.types(character) == true
    else { return .key(key.name) }
    return application.isTypingSecret ? .secret : .type(String(character))
  }

  private func click(
    at place: Point, button: Int, modifiers: Modifiers, after last: Press?, in application: Application
  ) -> [RecordedStep] {
    let naming = InputNaming(application)
    let view = naming?.description(at: place) ?? "the screen"
    let clicked = RecordedStep.click(place, button: button, on: view)
    guard button == 1, modifiers == [] else { return [clicked] }
    if let last, last.place == place, naming?.countsClicks(at: place) ?? true {
      let isDouble = application.timers.now - last.time <= Self.longestDoubleClick
      if isDouble, last.isRecorded, let index = last.steps.last.flatMap(test.steps.lastIndex) {
        // The first click of a double click is at the same place.
        test.steps[index] = clicked
        return [clicked]
      }
      // Two clicks at one place are a double click, unless time passes.
      if !isDouble, test.steps.last == clicked { append(.advance(0.5)) }
    }
    let steps = naming?.click(at: place) ?? []
    return steps.isEmpty ? [clicked] : steps.map(RecordedStep.init)
  }

  private func scroll(at place: Point, by rows: Int, in application: Application) -> RecordedStep {
    let naming = InputNaming(application)
    if let name = naming?.scroll(at: place) { return .scroll(name, rows: rows) }
    let view = naming?.description(at: place) ?? "the screen"
    return .comment("The wheel was turned by \(rows) rows over \(view), which needs an identifier to be scrolled here.")
  }

  private func releaseButton(at place: Point, _ isHandled: Bool) {
    guard let press, isHandled else { return }
    if let dragEnd, dragEnd != press.place {
      if press.isRecorded, test.steps.suffix(press.steps.count) == press.steps[...] {
        for _ in press.steps { removeLast() }
      }
      let view = if case .click(_, _, let view) = press.steps.last { view } else { "the screen" }
      append(.drag(from: press.place, to: place, on: view))
    } else if !press.isRecorded {
      press.steps.forEach(append)
      self.press?.isRecorded = true
    }
    dragEnd = nil
  }
}

extension Application {
  /// The screen, with an ellipsis for date pickers, whose dates depend on the day of the recording.
  fileprivate var screenOfAnyDay: Grid {
    var grid = render(withMessages: false)
    for frame in InputNaming(self)?.datePickerFrames ?? [] {
      for y in frame.minY..<frame.maxY { for x in frame.minX..<frame.maxX { grid[x, y] = Cell("…") } }
    }
    return grid
  }

  /// Whether a secure field has keyboard focus.
  fileprivate var isTypingSecret: Bool { (keyWindow?.firstResponder as? TextField)?.isSecure == true }
}

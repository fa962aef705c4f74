import ArchiveStore
import FoundationEssentials
import Interface
import Loop
import LuaScreens
import StateRestoration

/// Records what the user does in a session as a test file.
///
/// Input is observed as the application handles it, and named before it has changed the screen (SessionRecording+Input).
/// After each pause, an expectation says what has changed on the screen. Time that passes is recorded where timers make it
/// matter (SessionRecording+Time).
@MainActor
public final class SessionRecording: ScriptObserver, InputObserver {
  /// The file of the test.
  public let file: String
  unowned let session: AppSession
  var test: RecordedTest
  /// The time of each step, to find the step after which a save was made.
  var times: [Date] = []
  /// The first step of the present case.
  private var start = 0
  /// The screen of the last expectation.
  var expectedScreen: Grid { didSet { hasAwaitedAnswer = awaitsAnswer } }
  /// The screen after the last step.
  var lastScreen: Grid
  var lastTime: Double
  /// The time that has passed and is not recorded.
  var unrecordedTime = 0.0
  /// The result of ``firings(of:)`` at the end of the last step.
  var knownFirings = 0
  /// The text that the app has copied in a step. What the user copies from the screen or elsewhere is not in a test.
  var copiedText = ""
  /// The moment before the step that is under way.
  var beginning: Beginning?
  /// Whether a command, request or worker of the app was under way after the last step.
  var awaitsAnswer = false { didSet { if awaitsAnswer { hasAwaitedAnswer = true } } }
  /// Whether one was under way since the last expectation, so that its output may be part of the next.
  var hasAwaitedAnswer = false
  var errors: [String] = []
  /// Whether something that makes its own step is under way, such as a relaunch.
  var isSuspended = false
  /// The number of events that are being handled: an action can cause further ones.
  var depth = 0
  var input = Input()
  /// The help, the palette or the saves, while it is open. Input is not recorded then.
  var openOverlay: OverlayController?

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
    super.init()
    expect(lastScreen)
    awaitsAnswer = host.isBusy
    attach(to: host)
  }

  public override func turnDidEnd() {
    // A task starts its commands at the end of the turn.
    if session.host?.isBusy == true { awaitsAnswer = true }
  }

  /// Observes a host of the session.
  func attach(to host: ScriptHost) {
    knownFirings = Self.firings(of: host)
    copiedText = ""
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
    noteOverlay(at: test.steps.count)
    pause()
    detach()
    try write()
  }

  func write() throws { try FileContents.writeOutput(Array(test.text.utf8), to: file, mode: 0o644) }

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
      date >= first, !input.presses.contains(where: { $0.contains(date) })
    else { return launch(from: number) }
    if !test.steps[start...].contains(.save(save)) {
      let index = times[start...].firstIndex { $0 > date } ?? times.count
      // Timers may have changed the app between the steps around the save.
      if case .advance = test.steps[index...].first(where: { !$0.endsParagraph }) { return launch(from: number) }
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
    test.programs.append([])
    return .launch(archive: path, size: size)
  }

  /// Adds an error of the app.
  func note(_ problem: Problem) {
    guard problem.severity == .error else { return }
    let reason = problem.error.map { "\($0)" } ?? problem.summary
    let line = reason.split(separator: "\n").first.map(String.init) ?? reason
    errors.append(line.replacing(Self.placeOfError, with: "", maxReplacements: 1))
  }

  /// Adds the result of a program that had the terminal, which a test does not run.
  func noteProgram(_ end: ProcessEnd) { test.programs[test.programs.count - 1].append(end) }

  func append(_ step: RecordedStep) {
    test.steps.append(step)
    times.append(Date())
  }

  func removeLast() {
    test.steps.removeLast()
    times.removeLast()
  }
}

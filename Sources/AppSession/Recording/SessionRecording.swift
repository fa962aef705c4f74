import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
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
  public var file: String { test.file }
  unowned let session: AppSession
  var test: RecordedTest
  /// The files with states that are to be written beside the test.
  private var unwrittenStates: Set<String> = []
  /// Whether the file could not be written the last time.
  private(set) var isUnwritten = false
  /// The time of each step, to find the step after which a save was made.
  var times: [Date] = []
  /// The first step of the present case.
  private var start = 0
  /// The first save that steps of the present case make.
  private var firstSave: SaveNumber
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
  ///   - archive: the state that the session has now; nil if a fresh launch leads to it.
  ///   - saves: the saves of the session.
  init(_ session: AppSession, host: ScriptHost, to file: String, archive: Archive?, saves: [SaveSummary]) {
    self.session = session
    let launched = session.launched
    let isFresh = archive == nil
    // The newest save has the state from which the test starts.
    firstSave =
      saves.last { !isFresh || $0.info.savedAt < launched.date.timeIntervalSince1970 }.map {
        isFresh ? $0.number + 1 : $0.number
      } ?? 0
    test = RecordedTest(
      file: file, script: session.configuration.script, size: host.application.screenSize,
      isSandboxed: !session.configuration.lua.isTrusted, archive: nil)
    test.arguments = session.configuration.arguments.map(\.bytes)
    expectedScreen = Grid(size: .zero)
    lastScreen = host.application.screenOfAnyDay
    lastTime = host.timers.now
    super.init()
    if let archive { test.archive = keep(archive) }
    // Timers of a fresh launch count from then on in the test, too.
    if isFresh { unrecordedTime = lastTime - launched.time }
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

  func detach() {
    session.host?.application.inputObserver = nil
    session.host?.observers.remove(self)
  }

  // MARK: The file

  /// Writes the file and ends the recording, which continues if that fails.
  ///
  /// - Throws: ``RecordingError/cannotWrite(_:_:)``.
  func finish() throws {
    noteOverlay(at: test.steps.count)
    if !isSuspended, depth == 0 { recordPause() }
    try write()
    detach()
  }

  /// Writes what was recorded, which then outlives the process, and reports the first failure. A pipe gets everything at the
  /// end.
  func writeAtPause() {
    guard FileStatus(file)?.isRegular != false else { return }
    let wasUnwritten = isUnwritten
    do {
      try write()
    } catch {
      guard !wasUnwritten else { return }
      let problem = Problem(
        .warning, summary: "The recording could not be saved",
        detail: "\(error). Saving will be retried at each pause and at the end.")
      // An event may be under way.
      session.loop.post { [weak session] in session?.report(problem) }
    }
  }

  /// Writes the test, and the states beside it.
  ///
  /// - Throws: ``RecordingError/cannotWrite(_:_:)``.
  func write() throws {
    isUnwritten = true
    for path in unwrittenStates.sorted() {
      guard let state = test.states[path] else { continue }
      try Self.write(state, to: path, mode: 0o600)
      unwrittenStates.remove(path)
    }
    try Self.write(Array(test.text.utf8), to: file, mode: 0o644)
    isUnwritten = false
  }

  private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws {
    do {
      try FileContents.writeOutput(bytes, to: path, mode: mode)
    } catch let error as POSIXError {
      throw RecordingError.cannotWrite(path, error)
    }
  }

  /// Continues in another file, which is written.
  ///
  /// - Throws: ``RecordingError/cannotWrite(_:_:)``; the recording continues in its former file.
  func move(to file: String) throws {
    let former = (test, unwrittenStates)
    test.move(to: file)
    unwrittenStates = Set(test.states.keys)
    do {
      try write()
    } catch {
      (test, unwrittenStates) = former
      throw error
    }
  }

  /// Keeps a state for a file beside the test. Returns the file.
  ///
  /// - Parameter number: its save; nil for the state at the beginning.
  private func keep(_ archive: Archive, number: SaveNumber? = nil) -> String {
    let path = RecordedTest.stateFile(of: file, number: number)
    test.states[path] = Array(ArchiveJSON.encode(archive).utf8)
    unwrittenStates.insert(path)
    return path
  }

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
    settleTime()
    willStep()
    append(.resize(size))
  }

  func noteDidResize() { if !isSuspended, depth == 0 { didStep() } }

  /// Returns the step for a return to a save, and records where that was made.
  ///
  /// - Parameter copy: the new save with its contents.
  func rollback(to number: SaveNumber, savedAt seconds: Double?, copy: SaveNumber) -> RecordedStep {
    let save = RecordedStep.SaveName(number: number)
    guard let date = seconds.map(Date.init(timeIntervalSince1970:)), number >= firstSave,
      !input.presses.contains(where: { $0.contains(date) })
    else { return launch(from: number, copy: copy) }
    if !test.steps[start...].contains(.save(save)) {
      let index = times[start...].firstIndex { $0 > date } ?? times.count
      // Timers may have changed the app between the steps around the save.
      if case .advance = test.steps[index...].first(where: { !$0.endsParagraph }) {
        return launch(from: number, copy: copy)
      }
      test.steps.insert(.save(save), at: index)
      times.insert(date, at: index)
    }
    return .rollback(save)
  }

  /// Begins another case, as the present one does not make the save.
  private func launch(from number: SaveNumber, copy: SaveNumber) -> RecordedStep {
    guard let archive = (try? session.store?.archive(ofSave: number)) ?? nil,
      let size = session.host?.application.screenSize
    else { return .comment("The user returned to a save from before the recording, which a test does not have.") }
    start = test.steps.count + 1
    firstSave = copy
    unrecordedTime = 0
    expectedScreen = Grid(size: .zero)
    test.programs.append([])
    return .launch(archive: keep(archive, number: number), size: size)
  }

  /// Adds an error of the app.
  func note(_ problem: Problem) {
    if problem.severity == .error { errors.append(Self.message(of: problem)) }
  }

  /// Notes an error that has left the launched app without a screen.
  func noteLaunchFailure(_ problem: Problem) { test.launchFailure = Self.message(of: problem) }

  private static func message(of problem: Problem) -> String {
    message(of: problem.error.map { "\($0)" } ?? problem.summary)
  }

  /// Returns the first line of an error without its place.
  private static func message(of error: String) -> String {
    let line = error.split(separator: "\n").first.map(String.init) ?? error
    return line.replacing(placeOfError, with: "", maxReplacements: 1)
  }

  /// Returns the step for a line of Lua that has run.
  func step(ofLine source: String, error: (any Error)?, in host: ScriptHost) -> RecordedStep {
    switch error as? LuaError {
    case .exit: return .evaluate(source)
    case .interrupted, .ended: return .comment("The line \(source) was interrupted.")
    default: if let error { return .evaluateFailing(source, error: Self.message(of: "\(error)")) }
    }
    // As a statement; an expression that is no call changes nothing.
    return host.canRun("do end \(source)") ? .evaluate(source) : .look(source)
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

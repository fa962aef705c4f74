import AppSession
import LuaScreens
import Processes

/// All runs of one case with neutral events between its steps.
@MainActor
struct EverywhereTrial {
  private let repetition: CaseRepetition
  let first: CaseRun
  private let start: Int
  /// The moments that an event was applied to without a loss, by launch and event.
  private(set) var proven: [EverywhereTests.Attempt: Set<Int>]
  private var report = EverywhereReport()
  /// The undisturbed run.
  private(set) var record = CaseRun.Record()
  /// The moments of undisturbed runs, by world.
  private var recordings: [RunClock.World: Recording] = [:]
  /// The answers of processes and watched files in the undisturbed run. All other runs get the same.
  private var answers = RecordedAnswers()
  /// The differences between two undisturbed runs, which are not compared.
  private(set) var unstable: Set<Loss.Subject> = []

  init(
    _ repetition: CaseRepetition, _ first: CaseRun, startingAt start: Int, proven: [EverywhereTests.Attempt: Set<Int>]
  ) {
    (self.repetition, self.first, self.start, self.proven) = (repetition, first, start, proven)
  }

  /// The moments of an undisturbed run.
  struct Recording {
    /// The moments after the steps; nil where the app is not running.
    var moments: [AppMoment?] = []
    /// The times until all timers under way at each of the moments have fired, in seconds.
    var timerDelays: [Int: Double] = [:]
    /// Those of scripts alone, on which the values that the case reads depend.
    var scriptDelays: [Int: Double] = [:]
    /// The reason why the case cannot be run in this world.
    var failure: String?

    subscript(step: Int) -> AppMoment? { moments.indices.contains(step) ? moments[step] : nil }
  }

  mutating func run() -> CaseRepetition.Result {
    var run = CaseRun(after: first)
    var recording = recordMoments(of: run, in: .same)
    if recording.failure != nil {
      // The case may look at the app while a command is under way.
      answers = RecordedAnswers()
      run = CaseRun(after: first)
      recording = recordMoments(of: run, in: .same, waitsForCommands: false)
    }
    if let failure = recording.failure { return refusal("it fails when it is repeated: \(failure)") }
    if let objection = run.objection { return refusal(objection) }
    record = run.record
    recordings[.same] = recording
    if let reason = findUnstable(recording) { return refusal("it cannot be repeated: \(reason)") }
    for event in repetition.events ?? NeutralEvent.allCases { examine(event) }
    report.note(unusedNamesIn: recording.moments.compactMap { $0 })
    return report.result
  }

  private func refusal(_ reason: String) -> CaseRepetition.Result { EverywhereTests.refusal(of: repetition, reason) }

  // MARK: The undisturbed runs

  /// Observes the app of a run, which gets the answers of the recorded one.
  ///
  /// - Parameter randomLaunch: the number of launches to count before the first one, for other random numbers.
  func observe(
    _ session: AppSession, in world: RunClock.World = .same, isRecorded: Bool = false, randomLaunch: Int = 0
  ) -> ComparedApp {
    let clock = RunClock(startingAt: start)
    clock.enter(world)
    session.configuration.answers = isRecorded ? answers : RecordedAnswers(of: answers)
    return ComparedApp(session, clock: clock, randomLaunch: randomLaunch)
  }

  /// Makes a run without events in a world, and records its moments.
  ///
  /// - Parameter waitsForCommands: whether the commands that a step has begun are awaited before the moment after it.
  private func recordMoments(of run: CaseRun, in world: RunClock.World, waitsForCommands: Bool = true) -> Recording {
    var recording = Recording()
    var app: ComparedApp?
    run.willLaunch = { app = observe($0, in: world, isRecorded: recordings.isEmpty) }
    run.stepDidEnd = { step in
      while recording.moments.count < step { recording.moments.append(nil) }
      if waitsForCommands { app?.session.waitForExternalWork() }
      recording.moments.append(try app?.moment())
      recording.timerDelays[step] = app?.delayOfTimers
      recording.scriptDelays[step] = app?.delayOfScriptTimers
      app?.nextStep()
    }
    recording.failure = repetition.run(run)
    app?.clock.leaveZone()
    return recording
  }

  /// Returns the moments of an undisturbed run in the world of an event; nil if the case cannot be run there.
  private mutating func recording(for event: NeutralEvent) -> Recording? {
    if let known = recordings[event.world] { return known }
    let run = CaseRun(repeating: record, after: first)
    var difference: String?
    // The test gets the values of the first run, as its expectations may depend on the time.
    run.onDifference = {
      switch $0 {
      case .failure(_, let message): difference = message
      case .otherCalls: difference = "\(Loss($0))"
      default: break
      }
    }
    var recording = recordMoments(of: run, in: event.world)
    recording.failure = difference ?? recording.failure
    recordings[event.world] = recording
    if let failure = recording.failure {
      report.add(note: "\(event.rawValue): not tried, as the case itself depends on it: \(failure)")
    }
    return recording
  }

  /// Looks at the app of an undisturbed run after a step.
  ///
  /// - Returns: the result of the closure; nil if the app is not running then, or the closure throws an error.
  private func look<Result>(
    after step: Int, in world: RunClock.World = .same, _ body: @escaping (ComparedApp) throws -> Result
  ) -> Result? {
    let run = CaseRun(repeating: record, after: first)
    var app: ComparedApp?
    var result: Result?
    run.willLaunch = { app = observe($0, in: world) }
    run.stepDidEnd = { done in
      defer { app?.nextStep() }
      guard done == step, let app else { return }
      result = try? body(app)
      run.end()
    }
    _ = repetition.run(run)
    app?.clock.leaveZone()
    return result
  }

  /// Finds what differs in a second undisturbed run, such as the port of a server that the case has started.
  ///
  /// - Returns: the reason why the case cannot be repeated; nil if it can.
  private mutating func findUnstable(_ recording: Recording) -> String? {
    let run = CaseRun(repeating: record, after: first)
    var found: Set<Loss.Subject> = []
    var objection: String?
    var app: ComparedApp?
    let trial = self
    // What depends on the random numbers of a launch differs after a relaunch, too.
    run.willLaunch = { app = trial.observe($0, randomLaunch: 1) }
    run.stepDidEnd = { step in
      guard let app else { return }
      defer { app.nextStep() }
      guard app.session.host != nil, let moment = recording[step], !moment.isBusy else { return }
      app.session.waitForExternalWork()
      found.formUnion(moment.losses(in: try app.moment()).map(\.subject))
    }
    run.onDifference = { difference in
      if case .otherCalls = difference { objection = "\(Loss(difference))" }
      found.insert(Loss(difference).subject)
    }
    let failure = repetition.run(run)
    unstable = found
    return objection ?? failure
  }

  // MARK: Events

  /// Finds what an event after any of the steps costs.
  private mutating func examine(_ event: NeutralEvent) {
    guard let recording = recording(for: event), recording.failure == nil else { return }
    let attempt = EverywhereTests.Attempt(launch: first.launch, event: event)
    var points = recording.moments.indices.filter { step in
      guard let moment = recording[step], !(event.restarts && moment.isBusy), !isWithinDoubleClick(step) else {
        return false
      }
      if event.restarts, !moment.isSaved {
        report.noteUnsaved()
        return false
      }
      return proven[attempt]?.contains(moment.fingerprint) != true
    }
    while let first = points.first {
      // The clock and the zone change only once, so that a second event would be like a kill.
      let outcome = disturb(event, after: event.world == .same ? Set(points) : [first], recording)
      let clean =
        outcome.isClean ? outcome.points : outcome.points.filter { $0 < outcome.step ?? 0 && outcome.isDirect }
      proven[attempt, default: []].formUnion(clean.compactMap { recording[$0]?.fingerprint })
      if outcome.isClean {
        guard event.world != .same else { return examineApart(event, points, recording) }
        points.removeFirst()
        continue
      }
      if outcome.isDirect, let step = outcome.step {
        let single = outcome.points.count == 1 ? outcome : disturb(event, after: [step], recording)
        add(single.isClean ? outcome : single, of: event, after: step)
        points.removeAll { $0 <= step }
      } else {
        let candidates = outcome.points
        let singles = candidates.map { ($0, disturb(event, after: [$0], recording)) }.filter { !$0.1.isClean }
        for (step, single) in singles { add(single, of: event, after: step) }
        if singles.isEmpty, let step = candidates.last { add(outcome, of: event, after: step) }
        points.removeAll { $0 <= (candidates.last ?? .max) }
      }
    }
  }

  /// Whether a step is the first of two clicks at one place, which count as one action.
  private func isWithinDoubleClick(_ step: Int) -> Bool {
    let texts = record.steps[min(step, record.steps.count)...].prefix(2)
    return texts.count == 2 && texts.first == texts.last && texts.first?.hasPrefix("app:click(") == true
  }

  /// The number of steps of the runs in which an event is tried apart from others, if the case is long.
  private static let stepsApart = 200

  /// Tries an event with other steps in between, in a short case after one step only: the next event may heal what the one
  /// before has lost, until no step can show it.
  private mutating func examineApart(_ event: NeutralEvent, _ points: [Int], _ recording: Recording) {
    guard points.count > 1 else { return }
    let count = min(points.count, max(2, Self.stepsApart / recording.moments.count))
    for first in 0..<count {
      let apart = stride(from: first, to: points.count, by: count).map { points[$0] }
      let outcome = disturb(event, after: Set(apart), recording)
      guard !outcome.isClean, let step = outcome.points.last else { continue }
      return add(outcome, of: event, after: step)
    }
  }

  /// Runs the case with an event after each of some steps, up to the first difference.
  ///
  /// Returns only what differs also after the time of work that the undisturbed app has begun with a delay, such as a search
  /// after the last key. If nothing does, the run cannot go on, and is repeated without a comparison there.
  ///
  /// - Parameters:
  ///   - late: what the undisturbed app shows after the delay, by step.
  ///   - ignored: the steps after which nothing is compared.
  private func disturb(
    _ event: NeutralEvent, after points: Set<Int>, _ recording: Recording, late: [Int: AppMoment] = [:],
    ignoring ignored: Set<Int> = []
  ) -> DisturbedRun.Outcome {
    let run = DisturbedRun(of: self, event, after: points, recording, late: late, ignoring: ignored)
    let outcome = run.perform(repetition)
    guard let step = run.unclearStep else { return outcome }
    guard late[step] == nil, let delay = recording.timerDelays[step],
      let moment = look(
        after: step, in: event.world,
        { app in
          try? app.session.advance(by: delay)
          return try app.moment()
        })
    else { return disturb(event, after: points, recording, late: late, ignoring: ignored.union([step])) }
    return disturb(event, after: points, recording, late: late.merging([step: moment]) { $1 }, ignoring: ignored)
  }

  // MARK: Reports

  private mutating func add(_ outcome: DisturbedRun.Outcome, of event: NeutralEvent, after step: Int) {
    let text = record.steps.indices.contains(step) ? record.steps[step] : "the launch"
    var losses = outcome.losses
    if !event.hasOwnCause, losses.contains(where: { report.isNew($0, by: event) }),
      let examination = look(after: step, { try Doctor.examination(of: $0.session, changingControls: false) })
    {
      for index in losses.indices { losses[index].explain(by: examination) }
    }
    let shownBy = outcome.isDirect ? nil : outcome.step.map { record.steps[$0] }
    report.add(losses, of: event, after: "step \(step + 1), \(text)", laterThan: shownBy)
  }
}

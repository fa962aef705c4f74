import AppSession

/// A run of a case with an event after each of some steps, up to the first difference.
@MainActor
final class DisturbedRun {
  /// The first losses of the run.
  struct Outcome {
    /// The step after which it was shown; nil for the end of the case.
    var step: Int?
    /// Whether it was shown directly by the event after this step.
    var isDirect = false
    var losses: [Loss] = []
    /// The steps after which the event was applied.
    var points: [Int] = []

    var isClean: Bool { losses.isEmpty }
  }

  private let event: NeutralEvent
  private let points: Set<Int>
  private let recording: EverywhereTrial.Recording
  private let late: [Int: AppMoment]
  private let ignored: Set<Int>
  /// The differences between two undisturbed runs, which are not compared.
  private let unstable: Set<Loss.Subject>
  private let run: CaseRun
  private var app: ComparedApp?
  private var lastStep: Int?
  private var outcome = Outcome()
  /// The step after which the run could not go on, as the undisturbed app has begun work with a delay; nil if it could.
  private(set) var unclearStep: Int?

  /// - Parameters:
  ///   - late: what the undisturbed app shows after the delay of its work, by step.
  ///   - ignored: the steps after which nothing is compared.
  init(
    of trial: EverywhereTrial, _ event: NeutralEvent, after points: Set<Int>, _ recording: EverywhereTrial.Recording,
    late: [Int: AppMoment], ignoring ignored: Set<Int>
  ) {
    (self.event, self.points, self.recording, self.late, self.ignored) = (event, points, recording, late, ignored)
    unstable = trial.unstable
    run = CaseRun(repeating: trial.record, after: trial.first)
    run.willLaunch = { [unowned self] in app = trial.observe($0) }
    run.stepDidEnd = { [unowned self] in try stepDidEnd($0) }
    run.onDifference = { [unowned self] in note($0) }
  }

  /// Runs the case.
  func perform(_ repetition: CaseRepetition) -> Outcome {
    let failure = repetition.run(run)
    app?.clock.leaveZone()
    if unclearStep == nil, outcome.isClean, let failure { end(with: [Loss(failure: failure)], after: nil) }
    return outcome
  }

  private func stepDidEnd(_ step: Int) throws {
    lastStep = step
    defer { app?.nextStep() }
    // The step itself may show what an earlier event has lost.
    if !outcome.points.isEmpty { try compare(after: step, isDirect: false) }
    guard points.contains(step), outcome.isClean, unclearStep == nil, let app, app.objection(to: event) == nil else {
      return
    }
    outcome.points.append(step)
    // Nodes with other identifiers in each run are compared with those of this one.
    let before = unstable.contains { $0.property == nil } ? try app.moment() : nil
    do {
      try app.apply(event, beside: recording[step])
    } catch {
      return end(with: [Loss("", "Application", nil, "running", "it fails: \(error)")], after: step, isDirect: true)
    }
    if let before, app.session.host != nil {
      let missing = before.losses(in: try app.moment(), scope: app.scope).filter { loss in
        loss.property == nil && loss.before == "present" && unstable.contains { $0.isSibling(of: loss.subject) }
      }
      end(with: missing, after: step, isDirect: true)
    }
    // Rows that come late are not compared then, but the next step may need them. Other work that the undisturbed run has
    // under way, too, continues at its own pace.
    if app.scope == .independentOfTime, recording.scriptDelays[step] == nil { _ = app.hurryLaunchWork() }
    try compare(after: step, isDirect: true)
    if app.scope == .independentOfTime, let moment = recording[step], moment.hasRowsUnderWay(in: try app.moment()) {
      _ = app.hurryLaunchWork()
    }
  }

  private func compare(after step: Int, isDirect: Bool) throws {
    guard let app, let moment = recording[step], !moment.isBusy, !ignored.contains(step) else { return }
    // A restarted app may have begun again what the other run has finished.
    app.session.waitForExternalWork()
    guard app.session.host != nil else {
      return end(with: [Loss("", "Application", nil, "running", "it has exited")], after: step, isDirect: isDirect)
    }
    let first = try app.moment()
    var losses = moment.losses(in: first, scope: app.scope)
    if recording.scriptDelays[step] == nil {
      // The other run has done after its launch what this launch does with a delay.
      if app.hurryLaunchWork() != nil { losses = moment.losses(in: try app.moment(), scope: app.scope) }
    } else if !losses.isEmpty {
      // Only as far as the other run is: work that continues after a restart, such as a copy of many files, would get ahead.
      _ = try app.hurryLaunchWork {
        let now = try app.moment()
        losses = moment.remaining(losses, in: now, scope: app.scope, since: moment, first)
        return losses.isEmpty && !moment.hasRowsUnderWay(in: now)
      }
    }
    losses.removeAll { unstable.contains($0.subject) }
    losses = try app.ofEvent(losses)
    if !losses.isEmpty, let delay = recording.timerDelays[step] {
      guard let later = late[step] else { return endUnclear(after: step) }
      try? app.session.advance(by: delay)
      losses = later.remaining(losses, in: try app.moment(), scope: app.scope, since: moment, first)
      if losses.isEmpty { return endUnclear(after: step) }
    }
    end(with: losses, after: step, isDirect: isDirect)
  }

  private func note(_ difference: CaseRun.Difference) {
    guard outcome.isClean, unclearStep == nil else { return }
    if case .value(_, let node?, _, _) = difference,
      AppMoment.isForgotten(node, among: app?.session.host?.application.forgets ?? [])
    {
      return
    }
    // Values depend on the clock, and on work that is under way.
    if case .value = difference,
      app?.scope == .independentOfTime || lastStep.map({ recording.scriptDelays[$0] != nil }) == true
    {
      return
    }
    end(with: [Loss(difference)], after: lastStep)
  }

  private func endUnclear(after step: Int) {
    unclearStep = step
    run.end()
  }

  private func end(with losses: [Loss], after step: Int?, isDirect: Bool = false) {
    let losses = losses.filter { !unstable.contains($0.subject) }
    guard outcome.isClean, !losses.isEmpty else { return }
    (outcome.losses, outcome.step, outcome.isDirect) = (losses, step, isDirect)
    run.end()
  }
}

extension Loss {
  /// The loss behind a difference between two runs of a test.
  init(_ difference: CaseRun.Difference) {
    switch difference {
    case .value(let call, _, let was, let value): self.init(call, "", "the result", was, value)
    case .failure(let step, let message): self.init(step, "", nil, "passes", "fails: \(message)")
    case .success(let step): self.init(step, "", nil, "fails", "does not fail as it should")
    case .error(let message): self.init("", "Application", nil, "no error", "reports an error: \(message)")
    case .otherCalls(let expected, let actual):
      self.init(
        actual, "", nil, "passes",
        "the undisturbed run \(expected.map { "called \($0)" } ?? "ended") here; a case that is repeated must make the same calls each time"
      )
    }
  }

  fileprivate init(failure: String) { self.init("the case", "", nil, "passes", "fails: \(failure)") }
}

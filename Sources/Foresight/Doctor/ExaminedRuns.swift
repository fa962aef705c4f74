import AppSession
import ArchiveStore
import LuaScreens
import StateRestoration

/// The runs of an examination, which exist until its end: addresses differ only between runs that exist at the same time.
@MainActor
struct ExaminedRuns {
  let before: TrialRun
  let beside: TrialRun
  /// A fresh launch, if ``before`` is none.
  fileprivate(set) var fresh: TrialRun?
  /// The launch that has restored the state of ``before``; nil if that has saved none.
  fileprivate(set) var after: TrialRun?
  /// The state that ``before`` has saved; nil if it saves none.
  let archive: Archive?
  fileprivate(set) var evidence: Evidence
  /// Whether nothing in ``before`` changed any more without the user.
  fileprivate let isIdle: Bool
  /// Creates a run of the app, or of another script, with the files of ``before`` at the restart; nil if that has saved no state.
  fileprivate var makeRun: ((_ script: String?, _ isAllowed: Bool) throws -> TrialRun)?
  /// The parts that the app's `forgets` names.
  fileprivate var forgets: [String] = []

  /// The operations that the app tried and was refused, sorted.
  var refusedOperations: [String] {
    Set([before, beside, after].compactMap { $0 }.flatMap { $0.effects.refusedOperations }).sorted()
  }

  /// The lines that lose values until the restored app has had time.
  private(set) var losingLines: [LosingLine] = []

  /// Finds what is wrong as far as it is still there when the restored app has had time, and the lines that lose values.
  mutating func findings() -> [Finding] {
    var found = findings(of: evidence)
    losingLines = evidence.losingLines
    // The launch may go on some time later.
    if let after, after.session.host?.timers.delay(dueWithin: Doctor.longestLaunch, isOfScript: true) != nil,
      let continued = after.evidence(afterSeconds: Doctor.longestLaunch)
    {
      var later = evidence
      later.after = continued.with(watch(until: continued))
      losingLines += later.losingLines.filter { !losingLines.contains($0) }
      found += findings(of: later).filter { finding in
        (finding.code == .builtTooEarly || finding.code == .valueLost && isIdle) && !found.contains(finding)
      }
    }
    // Rows and texts may come some time after a launch.
    if found.contains(where: { $0.code == .valueLost }),
      let continued = after?.evidence(afterSeconds: ComparedApp.longestDelay)
    {
      var later = evidence
      later.after = continued.with(watch(until: continued))
      later.besideLater = beside.evidence(afterSeconds: ComparedApp.longestDelay)
      let kept = findings(of: later)
      found = found.compactMap { one in
        one.code == .valueLost
          ? kept.first { $0.code == .valueLost && $0.path == one.path && $0.key == one.key } : one
      }
    }
    return found
  }

  /// Returns the values that the restored app had until a moment.
  private func watch(until continued: RunEvidence) -> RestorationWatch? {
    let names = RestorationWatch.Names(changedIn: continued, from: evidence.before)
    return names == evidence.after?.watch?.names ? evidence.after?.watch : follow(names)
  }

  /// Follows values in another run that restores the same state; nil if it cannot.
  fileprivate func follow(_ names: RestorationWatch.Names) -> RestorationWatch? {
    guard let archive, let makeRun else { return nil }
    return RestorationWatch.following(names, restoring: archive) { try makeRun(nil, before.effects.isAllowed) }
  }

  /// Returns what tries changes of a script while the state is restored; nil if there is none.
  func lineTrial(of script: String) -> LineTrial? {
    guard let archive, let makeRun else { return nil }
    // What a changed script does is not what its author allows.
    return LineTrial(
      of: script, evidence.scripts, evidence.before, saved: evidence.savedValues, restoring: archive
    ) { try makeRun($0, false) }
  }

  private func findings(of evidence: Evidence) -> [Finding] {
    evidence.findings.filter { finding in
      !(finding.code == .valueLost || finding.losesNode)
        || ![finding.path ?? "", finding.seenPath ?? ""].contains { AppMoment.isForgotten($0, among: forgets) }
    }
  }
}

extension Doctor {
  /// Makes the runs of an examination.
  ///
  /// - Parameters:
  ///   - before: the examined run, which was launched.
  ///   - isLive: whether it continues to run afterwards, so that a copy is restored instead.
  ///   - repeated: drives another run to the same screen, and returns its evidence, or nil if it cannot; nil for a run without
  ///     steps.
  /// - Throws: ``DoctorError/exited`` or ``DoctorError/noScreen(_:)`` if it shows nothing; any error of a store, or of a launch
  ///   that restores its state.
  func makeRuns(of before: TrialRun, isLive: Bool, repeated: (() -> RunEvidence?)?) throws -> ExaminedRuns {
    guard let host = before.session.host, let recorder = before.recorder, before.session.requestedExit == nil else {
      throw DoctorError.exited
    }
    if !isLive, let error = before.errors.first, host.application.frontWindow?.rootViewController == nil {
      throw DoctorError.noScreen(error)
    }
    let scripts = AppScripts(of: host)
    let beside = try copy(of: before, clock: TrialRun.otherClock)
    try? beside.launch()
    let archive = try isLive ? before.archive() : savedArchive(of: before, host, recorder)
    var evidence = Evidence(scripts: scripts, before: RunEvidence(host, recorder), archive: archive)
    if let archive { evidence.savedValues = ScriptFields.savedValues(in: archive, host) }
    evidence.beside = beside.evidence
    let isIdle = !host.timers.hasScriptTimer() && host.lua.tasks.count == 0
    // A note that disappears by itself is not lost.
    evidence.comparesTextsAfterSteps = changesControls && isIdle
    if archive == nil, let host = beside.session.host { evidence.wantsRestore = wantsRestore(host) }
    // Steps and a restored state can give other identifiers to what the launch has made.
    var fresh: TrialRun?
    if isLive || repeated != nil || initialState != nil {
      let run = try copy(of: before, clock: .ofVirtualTime)
      try? run.launch()
      evidence.fresh = run.evidence
      fresh = run
    }
    var runs = ExaminedRuns(
      before: before, beside: beside, fresh: fresh, archive: archive, evidence: evidence,
      isIdle: isIdle)
    if runs.evidence.needsRepetition { runs.evidence.repeated = repeated?() }
    if let archive { try restore(archive, in: &runs, isLive: isLive) }
    runs.forgets = before.session.host?.application.forgets ?? []
    return runs
  }

  /// Restores the state of the examined run, and again as often as only that can tell what is lost.
  private func restore(_ archive: Archive, in runs: inout ExaminedRuns, isLive: Bool) throws {
    // The restart can change the files.
    let files = try copy(of: runs.before)
    let after = isLive ? try copy(of: runs.before) : runs.before
    if isLive { try after.launch(with: archive) } else { try after.relaunch() }
    runs.after = after
    runs.evidence.after = after.evidence
    runs.makeRun = { try copy(of: files, isSilent: true, script: $0, isAllowed: $1) }
    if let restored = after.evidence, runs.evidence.isRestoring {
      let watch = runs.follow(.init(changedIn: restored, from: runs.evidence.before))
      runs.evidence.after?.watch = watch
    }
    if runs.evidence.after != nil, runs.evidence.needsSaveOfRestored { runs.evidence.restored = try? after.archive() }
    if runs.evidence.needsSecondRestoration {
      let again = try copy(of: runs.before, clock: TrialRun.otherClock)
      try? again.launch(with: archive)
      runs.evidence.again = again.evidence
    }
    if runs.evidence.needsThirdLaunch, let saved = try? after.archive() {
      let twice = try copy(of: after)
      try? twice.launch(with: saved)
      runs.evidence.twice = twice.evidence
    }
  }

  /// Saves the examined run, and returns its state; nil if it saves none.
  private func savedArchive(of before: TrialRun, _ host: ScriptHost, _ recorder: RunRecorder) throws -> Archive? {
    before.settle()
    try host.turn { _ = try host.application.preserve(isDurable: true) }
    return recorder.answers["shouldSaveApplicationState"] == true ? try before.session.store?.currentArchive() : nil
  }

  /// Creates a run with the files of another one; one with another clock, which is only compared, does not write to the standard
  /// streams.
  private func copy(
    of run: TrialRun, clock: RunClock? = nil, isSilent: Bool = false, script: String? = nil,
    isAllowed: Bool? = nil
  ) throws -> TrialRun {
    let configuration = script.map(configuration.ofChangedScript) ?? configuration
    let copy = try TrialRun(
      configuration, launchOptions: launchOptions, isAllowed: isAllowed ?? self.isAllowed, clock: clock,
      isSilent: clock != nil || isSilent)
    copy.copyFiles(of: run)
    return copy
  }

  /// Returns whether an app that saves nothing would restore its state.
  private func wantsRestore(_ host: ScriptHost) -> Bool {
    let coder = StateCoder(decoding: [])
    coder.info = host.application.currentSaveInfo
    return (try? host.turn { try host.application.shouldRestoreApplicationState(coder) }) ?? false
  }
}

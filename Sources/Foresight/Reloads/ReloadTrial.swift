import AppSession
import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import LuaScreens
import StateRestoration

/// Finds what one reload has lost.
@MainActor
final class ReloadTrial {
  let session: AppSession
  private let before: AppBeforeReload
  private let save: SaveNumber?
  /// Whether the app may be run again.
  private let runsApp: Bool
  /// The files that the runs use.
  private let files = FileUse()
  private let changedFiles: [String]
  private lazy var archive = save.flatMap { try? session.store?.archive(ofSave: $0) }
  /// The scripts before the reload; nil if they cannot be run again.
  private lazy var oldScripts: (script: String, copy: ScratchCopy?)? = makeOldScripts()
  /// The runs by their parameters; nil for those that have failed.
  private var runs: [Twin: TrialRun?] = [:]

  /// A further run of the app.
  private struct Twin: Hashable {
    var isOld: Bool
    var isRestored = true
    /// Whether the run is at another time, and some seconds pass.
    var isLater = false
  }
  /// The virtual seconds that pass in a later run.
  private static let laterSeconds = 5.0

  init(_ before: AppBeforeReload, _ session: AppSession, restoring save: SaveNumber?, runsApp: Bool) {
    (self.before, self.session, self.save) = (before, session, save)
    self.runsApp = runsApp && TrialRun.canCopyFiles(of: session)
    changedFiles = before.changedFiles(comparedWith: session.scripts.loaded)
  }

  /// Returns what was lost, given the app after the reload.
  func losses(after host: ScriptHost) throws -> [ReloadLoss] {
    let after = try AppMoment(of: host, CreationPlaces())
    let differences = losses(in: after)
    let waiting = waitingValues(in: host, after)
    // Views of covered screens are no differences, as they may be created when the screen appears.
    let edited = changedFiles.isEmpty ? [] : before.moment.lossesByEdit(in: after)
    guard !differences.isEmpty || !waiting.isEmpty || !edited.isEmpty else { return [] }
    var found: [ReloadLoss]
    if let twin = run(Twin(isOld: true)) {
      let kept = lossesWithoutEdit(twin, after, differences)
      let subjects = Set(kept.map(\.loss.subject))
      found = kept + (lossesByEdit(edited, after) + waiting).filter { !subjects.contains($0.loss.subject) }
    } else {
      found = evidentLosses(after, differences)
    }
    explain(&found)
    return ReloadLoss.withoutConsequences(found)
  }

  // MARK: Without the edit

  /// Returns what the scripts before the reload do not restore, and the reload has not restored either.
  private func lossesWithoutEdit(_ twin: TrialRun, _ after: AppMoment, _ differences: [Loss]) -> [ReloadLoss] {
    guard let moment = self.moment(of: twin), !losses(in: moment).isEmpty,
      let later = run(Twin(isOld: true, isLater: true)).flatMap(self.moment)
    else { return [] }
    // What depends on the time is different in each run.
    let unstable = Set(moment.losses(in: later).map(\.subject).filter { $0.property != "screen" })
    let lost = losses(in: moment, masking: moment.changedFrames(in: later))
    let subjects = Set(differences.map(\.subject))
    return lost.filter { loss in
      if unstable.contains(loss.subject) { return false }
      if loss.property == "screen", readsLiveFiles { return false }
      if let text = loss.shownText { return !after.screen.lines.contains { $0.trimmingSpaces == text } }
      return subjects.contains(loss.subject)
        || subjects.contains { $0.path == loss.path && $0.property == nil } && after.replaces(loss, in: before.moment)
    }.map { ReloadLoss(loss: $0, reason: reason(for: $0, twin)) }
  }

  /// Whether the scripts have read files whose contents are different each time.
  private var readsLiveFiles: Bool {
    files.readFiles.contains { path in ["/proc/", "/sys/", "/dev/"].contains { path.hasPrefix($0) } }
  }

  private func losses(in twin: AppMoment, masking masks: [Rect] = []) -> [Loss] {
    var found = before.moment.losses(in: twin, masking: masks)
    found += before.moment.screenLosses(in: twin, besides: found, masking: masks, atMost: 1)
    return found.filter {
      !before.showsTransientParts || $0.property != "screen" && $0.property != "isFirstResponder"
    }
  }

  // MARK: By the edit

  /// Returns what the scripts before the reload restore, and the present ones do not.
  private func lossesByEdit(_ candidates: [AppMoment.EditLoss], _ after: AppMoment) -> [ReloadLoss] {
    guard !candidates.isEmpty, let new = run(Twin(isOld: false, isLater: true)), let moment = self.moment(of: new),
      let fresh = run(Twin(isOld: true, isRestored: false)).flatMap(self.moment),
      let old = run(Twin(isOld: true, isLater: true)).flatMap(self.moment)
    else { return [] }
    let subjects = Set(before.moment.lossesByEdit(in: moment).map(\.loss.subject)).subtracting(
      before.moment.lossesByEdit(in: old).map(\.loss.subject))
    return candidates.filter { candidate in
      guard subjects.contains(candidate.loss.subject) else { return false }
      // A value that is different in each run is not restored.
      if let key = candidate.key, let node = moment.nodes[candidate.name],
        node.values[key] != after.nodes[candidate.name]?.values[key]
      {
        return false
      }
      if let key = candidate.key {
        if let node = fresh.nodes[candidate.name] {
          // A value of every fresh launch is the scripts' own.
          return node.values[key] != before.moment.nodes[candidate.name]?.values[key]
        }
        // What a script makes of a value may have changed with the edit.
        return !AppMoment.isScriptKey(key) || !isDecoded(key, of: candidate.loss.path, in: new)
      }
      // Neither may be a class that is no longer defined.
      var mayBeRemoved = candidate.mayBeRemoved
      if case .unknownRestorationClass = omission(of: candidate.loss.path, in: new) { mayBeRemoved = true }
      // A fresh launch has what was not removed on purpose.
      if mayBeRemoved, run(Twin(isOld: false, isRestored: false)).flatMap(self.moment)?.nodes[candidate.name] != nil {
        return true
      }
      return !mayBeRemoved || before.moment.isUsed(below: candidate.loss.path, comparedWith: fresh)
    }.map { ReloadLoss(loss: $0.loss, reason: $0.reason ?? omission(of: $0.loss.path, in: new)?.description) }
  }

  /// Returns the values that the edited app has restored and cannot show, such as a choice among fewer items.
  private func waitingValues(in host: ScriptHost, _ after: AppMoment) -> [ReloadLoss] {
    guard !changedFiles.isEmpty, let archive else { return [] }
    let outline = ArchiveOutline(archive)
    let found = hiddenValues(of: outline, in: host)
    guard !found.isEmpty, let later = run(Twin(isOld: false, isLater: true))?.session.host,
      let old = run(Twin(isOld: true, isLater: true))?.session.host
    else { return [] }
    let expected = Set(hiddenValues(of: outline, in: old).map(\.subject))
    let lasting = Set(hiddenValues(of: outline, in: later).map(\.subject)).subtracting(expected)
    return found.filter { lasting.contains($0.subject) }.map { loss in
      var loss = loss
      loss.place = after.all.first { $0.path == loss.path && $0.className == loss.className }?.place
      return ReloadLoss(loss: loss)
    }
  }

  private func hiddenValues(of outline: ArchiveOutline, in host: ScriptHost) -> [Loss] {
    let tree = host.withoutTracing { TreeRecord(of: host, CreationPlaces()) }
    let values = KeptValues(of: host, isIncomplete: false)
    return outline.nodes.flatMap { node -> [Loss] in
      guard let restored = tree.saved[node.path] else { return [] }
      return values.differences(node, restored).map {
        Loss(node.path.description, restored.className, $0.property, $0.before, $0.after)
      }
    }
  }

  private func isDecoded(_ key: String, of path: String, in run: TrialRun) -> Bool {
    run.recorder?.decoded[IdentifierPath(parsing: path)]?.contains { AppMoment.scriptKey($0.key) == key } ?? false
  }

  // MARK: Without further runs

  /// Returns what was certainly lost, if the app cannot be run again.
  private func evidentLosses(_ after: AppMoment, _ differences: [Loss]) -> [ReloadLoss] {
    if changedFiles.isEmpty {
      return differences.filter { loss in
        loss.property != "screen" && loss.property != "position" && loss.before != "absent"
          && !AppMoment.isScriptKey(loss.property ?? "")
      }.map { ReloadLoss(loss: $0, reason: reason(for: $0, nil)) }
    }
    return before.moment.evidentLosses(in: after).map { ReloadLoss(loss: $0, reason: reason(for: $0, nil)) }
  }

  // MARK: Reasons

  /// Returns the reason for a loss that shows in the saved tree itself; nil if it does not.
  private func reason(for loss: Loss, _ twin: TrialRun?) -> String? {
    guard before.moment.isSaved else { return "the app does not save its state" }
    guard loss.property != "screen",
      let node = before.moment.nodes.values.first(where: { $0.path == loss.path && $0.className == loss.className })
    else { return nil }
    if node.isSaved {
      guard loss.property == nil else { return nil }
      return twin.flatMap { omission(of: loss.path, in: $0) }?.description
    }
    if node.identifier == nil { return "it has no restorationIdentifier" }
    let culprit = IdentifierPath(parsing: loss.path).parent.components.first { $0.hasPrefix("<") }
    return culprit.map { "its ancestor \($0.dropFirst().dropLast()) has no restorationIdentifier" }
  }

  private func omission(of path: String, in run: TrialRun) -> RestorationProblem.OmissionReason? {
    for case .omitted(let omitted, _, let reason) in run.recorder?.problems ?? [] where omitted.description == path {
      return reason
    }
    return nil
  }

  /// Adds the doctor's reasons, and the places in the present scripts.
  private func explain(_ losses: inout [ReloadLoss]) {
    guard !losses.isEmpty else { return }
    let moments = [run(Twin(isOld: true)), runs[Twin(isOld: false, isLater: true)] ?? nil].compactMap { $0 }.compactMap
    {
      moment(of: $0)
    }
    for index in losses.indices {
      let loss = losses[index].loss
      let known = moments.lazy.flatMap(\.nodes.values).first { $0.path == loss.path && $0.className == loss.className }
      losses[index].loss.place = (loss.place ?? known?.place).flatMap(present)
    }
    guard losses.contains(where: { $0.reason == nil }), let diagnosis = examine() else { return }
    for index in losses.indices where losses[index].reason == nil {
      losses[index].loss.explain(by: diagnosis)
      if losses[index].loss.property == "screen" {
        let path = losses[index].loss.path
        losses[index].loss.cause = diagnosis.findings.first { finding in
          Self.screenCauses.contains(finding.code)
            && finding.path.map { path.hasPrefix($0 + "/") || $0.isEmpty } ?? false
        }
        losses[index].loss.place = losses[index].loss.cause?.place ?? losses[index].loss.place
      }
      guard let cause = losses[index].loss.cause, cause.code != .valueLost else { continue }
      losses[index].reason = "\(cause.code.rawValue): \(cause.message)"
    }
  }

  /// Mistakes with values that a controller shows on the screen.
  private static let screenCauses: Set<FindingCode> = [
    .notDecoded, .notEncoded, .superNotCalled, .cannotBeSaved, .callbackFailed,
  ]

  /// Returns the doctor's findings about the present scripts with the restored state; nil if the app cannot be run again.
  private func examine() -> Diagnosis? {
    guard let run = run(Twin(isOld: false)) else { return nil }
    var doctor = Doctor(session.configurationOfCopies)
    doctor.launchOptions = session.launchOptions
    doctor.changesControls = false
    return try? doctor.examine(run).diagnosis
  }

  /// Returns a place in the present scripts; nil if the edit has removed it.
  private func present(_ place: Place) -> Place? {
    var place = place
    if let copy = oldScripts?.copy {
      let folder = URL(fileURLWithPath: copy.script).deletingLastPathComponent().path + "/"
      if place.file.hasPrefix(folder) {
        let given = session.configuration.script.deletingLastPathComponent
        let relative = String(place.file.dropFirst(folder.count))
        place = Place(file: given.isEmpty ? relative : "\(given)/\(relative)", line: place.line)
      }
    }
    let path = place.file.standardizedPath
    guard changedFiles.contains(path), let old = before.scripts[path] ?? nil,
      let new = session.scripts.loaded[path] ?? nil
    else { return place }
    return ScriptEdit(from: old, to: new).line(place.line).map { Place(file: place.file, line: $0) }
  }

  // MARK: Runs

  private func makeOldScripts() -> (script: String, copy: ScratchCopy?)? {
    let script = session.configuration.script
    guard !changedFiles.isEmpty else { return (script, nil) }
    guard session.configuration.source == nil, session.configuration.bundle == nil,
      let copy = try? ScratchCopy(of: script)
    else { return nil }
    for path in changedFiles {
      guard let contents = before.scripts[path] ?? nil, (try? copy.write(Array(contents), to: path)) != nil else {
        return nil
      }
    }
    return (copy.script, copy)
  }

  /// Returns a run of the app; nil if it cannot be run, or does other things than the app itself.
  private func run(_ twin: Twin) -> TrialRun? {
    if let known = runs[twin] { return known }
    let run = launch(twin)
    runs.updateValue(run, forKey: twin)
    return run
  }

  private func launch(_ twin: Twin) -> TrialRun? {
    var configuration = session.configurationOfCopies
    if twin.isOld {
      guard let oldScripts else { return nil }
      configuration.script = oldScripts.script
    }
    guard runsApp,
      let run = try? TrialRun(
        configuration, launchOptions: session.launchOptions, isAllowed: false,
        clock: twin.isLater ? TrialRun.otherClock : nil, isSilent: true)
    else { return nil }
    run.copyFiles(of: session)
    run.session.configuration.observers.append { [files] host in [files.observer(of: host)] }
    run.session.onLoad = { [before] in before.prepare($0.application) }
    do {
      try run.launch(with: twin.isRestored ? archive : nil)
      if twin.isLater { try run.session.advance(by: Self.laterSeconds) }
    } catch {
      return nil
    }
    guard run.session.host != nil, run.session.requestedExit == nil, run.errors.isEmpty,
      run.effects.refusedOperations.isEmpty
    else { return nil }
    return run
  }

  private func moment(of run: TrialRun) -> AppMoment? { try? run.moment() }
}

import AppSession
import Interface
import LuaScreens
import StateRestoration

/// Changes the controls of a restored screen, as a user could, and restarts the app once more: what a control changes can be
/// lost although everything is restored that the screen shows after a launch.
@MainActor
struct ControlTrial {
  let scripts: AppScripts
  /// The state of the examined screen.
  let archive: Archive
  /// The path of the app's script; nil if it is no file.
  let script: String?
  /// Creates a run of the app, or of another script, with the files of another run, or else of the examined screen.
  let makeRun: @MainActor (TrialRun?, _ script: String?) throws -> TrialRun

  private static let mostControls = 40
  /// The largest number of restarts, the later ones without the controls that the earlier ones have forgotten.
  private static let mostTries = 8

  /// The plain fields of registered objects, as Lua literals, by path.
  typealias FieldsOfObjects = [String: [String: String]]

  /// Returns what the restart loses, in the order of the tree, and what registered objects hold before it.
  func losses() -> ([Loss], FieldsOfObjects) {
    var ignored: Set<String> = []
    var interruptions = 0
    var tries = 0
    while tries < Self.mostTries, interruptions <= Self.mostControls {
      guard let trial = try? perform(except: ignored) else { return ([], [:]) }
      if let control = trial.interruption {
        ignored.insert(control)
        interruptions += 1
        continue
      }
      tries += 1
      // The app forgets a control without identifier on purpose, with all that depends on it.
      let forgotten = trial.used.filter { control in
        !control.value && trial.losses.contains { $0.path == control.key }
      }
      if forgotten.isEmpty {
        return (trial.losses.isEmpty ? [] : withoutUnstableOnes(trial.losses), trial.fieldsOfObjects)
      }
      ignored.formUnion(forgotten.keys)
    }
    return ([], [:])
  }

  /// The changes that were made in a run, and what its restart loses.
  private struct Result {
    /// The paths of the controls that were changed, with whether they are saved.
    var used: [String: Bool] = [:]
    /// The path of a control after whose change the app cannot be compared, as it asks a question or needs a command.
    var interruption: String?
    /// The changed parts that are different after the restart.
    var losses: [Loss] = []
    /// The fields of registered objects before the restart.
    var fieldsOfObjects: FieldsOfObjects = [:]
  }

  /// Launches the app with the state of the examined screen.
  private func launch() throws -> TrialRun {
    let run = try makeRun(nil, nil)
    try run.launch(with: archive)
    return run
  }

  /// Changes the controls and restarts the app; nil if it cannot be compared.
  private func perform(except ignored: Set<String>) throws -> Result? {
    let run = try launch()
    defer { run.session.kill() }
    try run.finishLaunch()
    guard run.canBeCompared, hasControls(run) else { return nil }
    let (first, fresh) = (try run.moment(), run.evidence)
    var result = change(run, except: ignored)
    if result.interruption != nil { return result }
    guard !result.used.isEmpty, run.canBeCompared, !run.showsTransientParts else { return nil }
    let changed = try run.moment()
    try run.save()
    let evidence = run.evidence
    let (saved, archive) = (try run.savedValues(), try run.archive())
    // The restart can change them.
    let files = try makeRun(run, nil)
    try run.relaunch()
    try run.finishLaunch()
    guard run.canBeCompared else { return nil }
    var restored = run.evidence
    var diagnosis = Diagnosis()
    if let evidence, let archive, let after = restored {
      restored?.watch = .following(.init(changedIn: after, from: evidence), restoring: archive) {
        try makeRun(files, nil)
      }
      diagnosis.losingLines = scripts.losingLines(evidence, restored ?? after, saved: saved, fresh: fresh)
    }
    let changes = Set(first.losses(in: changed).map(\.subject))
    var lineTrial: LineTrial?
    if let script, let evidence, let archive {
      lineTrial = LineTrial(of: script, scripts, evidence, saved: saved, restoring: archive) { try makeRun(files, $0) }
    }
    let moment = try run.moment()
    let lost = changed.losses(in: moment).filter { loss in
      loss.property.map { Self.values.contains($0) && changes.contains(loss.subject) } ?? true
    }
    let values = withKeys(lost, restored) { loss in
      // A controller may encode the value of the control itself.
      changed.lostKeys(shownBy: loss, in: moment).filter { key in
        changes.contains(key.subject) && !(loss.path + "/").hasPrefix(key.path.isEmpty ? "//" : key.path + "/")
      }
    }
    result.losses = (values.isEmpty ? shownLoss(first, changed, moment).map { [$0] } ?? [] : values).map { loss in
      var loss = loss
      let line = scripts.losingLine(ofObjectShownBy: loss, among: diagnosis.losingLines)
      loss.explain(by: diagnosis)
      if loss.property == "screen", loss.remedy == nil, let evidence, let restored,
        let place = scripts.decode(notShownBy: loss, evidence, restored, saved: saved)
      {
        loss.explain(byDecodeAt: place)
      }
      if loss.cause == nil, loss.remedy == nil, let line { loss.explain(by: line) }
      if loss.cause == nil, loss.remedy == nil, let tried = lineTrial?.cause(of: loss) {
        loss.explain(by: tried)
      }
      return loss
    }
    result.fieldsOfObjects = evidence?.fieldsOfObjects ?? [:]
    return result
  }

  /// Returns what the controls have changed on the screen and the restart has not restored, first of all a text that was not
  /// there before.
  private func shownLoss(_ first: AppMoment, _ changed: AppMoment, _ restored: AppMoment) -> Loss? {
    // Each names the views that one of the two has there: those that were shown, and those that were hidden.
    let changes = Set(
      (first.screenLosses(in: changed, atMost: .max) + changed.screenLosses(in: first, atMost: .max)).map(\.node))
    // The trial itself has scrolled them, on its way from control to control.
    let scrolled = changed.tree.filter { $0.identifier == nil && $0.isScrolled(otherwiseIn: restored) }.map(\.frame)
    let losses = changed.screenLosses(in: restored, masking: scrolled, atMost: .max).filter {
      changes.contains($0.node)
    }
    let texts = Set(first.screen.lines.map(\.trimmingSpaces))
    return losses.first { $0.shownText.map { !texts.contains($0) } ?? false } ?? losses.first
      ?? (scrolled.isEmpty ? nil : textLoss(first, changed, restored))
  }

  /// Returns a text that the controls have changed and the restart has not restored, wherever it was scrolled.
  private func textLoss(_ first: AppMoment, _ changed: AppMoment, _ restored: AppMoment) -> Loss? {
    guard changed.canCompareScreen(with: restored) else { return nil }
    func text(_ node: AppMoment.Node?) -> String? { node?.isHidden == false ? node?.shownText : nil }
    let lists = changed.tree.filter { $0.lineCount != nil && $0.isScrolled(otherwiseIn: restored) }
    return changed.tree.lazy.compactMap { node -> Loss? in
      let (own, other) = (text(node), text(restored.nodes[node.name]))
      guard node.isView, own != other, own != text(first.nodes[node.name]), !node.isForgotten(among: changed.forgets),
        !lists.contains(where: node.isInside)
      else { return nil }
      let (before, after) = (own.map { "\"\($0)\"" } ?? "nothing", other.map { "\"\($0)\"" } ?? "nothing")
      return Loss(node.path, node.className, "screen", before, after, at: node.place)
    }.first
  }

  /// The properties that a user changes with a control.
  private static let values = SavedProperty.choices.union([
    "text", "isOn", "value", "values", "selectedRows", "indexPathsForSelectedRows", "date", "bars",
  ])

  /// Returns losses with lost keys in place of the controls that show them, at the lines that decode them.
  private func withKeys(_ losses: [Loss], _ restored: RunEvidence?, shownBy keys: (Loss) -> [Loss]) -> [Loss] {
    var found: [Loss] = []
    for loss in losses {
      var cause = keys(loss).first ?? loss
      if let key = cause.scriptKey {
        cause.place = scripts.decoding(of: key, in: cause.className) ?? restored?.decoding(of: key, at: cause.path)
      }
      if !found.contains(cause) { found.append(cause) }
    }
    return found
  }

  /// Returns the losses without those that occur in a restart of the unchanged screen, too.
  private func withoutUnstableOnes(_ losses: [Loss]) -> [Loss] {
    guard let run = try? launch(), (try? run.finishLaunch()) != nil, let first = try? run.moment(),
      (try? run.save()) != nil, (try? run.relaunch()) != nil, (try? run.finishLaunch()) != nil,
      let second = try? run.moment()
    else { return [] }
    defer { run.session.kill() }
    let unstable = first.losses(in: second)
    let subjects = Set(unstable.map(\.subject))
    return losses.filter { !subjects.contains($0.subject) }
  }

  // MARK: Controls

  /// Whether the app shows a control that can be changed.
  private func hasControls(_ run: TrialRun) -> Bool {
    func has(_ view: View) -> Bool { isChangeable(view) || view.subviews.contains(where: has) }
    guard let application = run.session.host?.application else { return false }
    return Automation(application).allControllers.contains { controller in
      controller.viewIfLoaded.map { $0.window != nil && has($0) } ?? false
    }
  }

  private func isChangeable(_ view: View) -> Bool {
    if view is Button || view.holdsSecret { return false }
    if let text = view as? TextInput { return text.isEditable && !(view.superview is RowList) }
    return view is Control
  }

  /// Changes each control, from the focused one on, until one leaves the app in a state that cannot be compared.
  private func change(_ run: TrialRun, except ignored: Set<String>) -> Result {
    var result = Result()
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<Self.mostControls {
      guard let host = run.session.host, run.session.requestedExit == nil, !run.showsTransientParts else { break }
      if let view = host.application.frontWindow?.firstResponder {
        guard seen.insert(ObjectIdentifier(view)).inserted else { break }
        let path = Automation(host.application).path(to: view).description
        if isChangeable(view), view.isEffectivelyEnabled, !ignored.contains(path) {
          if change(view, in: run) { result.used[path] = view.restorationIdentifier != nil }
          guard run.canBeCompared, !run.showsTransientParts else {
            result.interruption = path
            break
          }
          // The next control follows this one, not the one that an arrow key has led to.
          _ = focus(view, in: run)
        }
      } else if !seen.isEmpty {
        break
      }
      press("tab", in: run)
    }
    return result
  }

  /// Changes a focused control. Returns whether its value is another one.
  private func change(_ view: View, in run: TrialRun) -> Bool {
    let before = value(of: view)
    // An arrow key can move the focus to another control, which must not be changed in place of this one.
    for steps in steps(changing: view) where value(of: view) == before && focus(view, in: run) {
      for step in steps {
        _ = try? step.perform(in: run.session)
        run.settle()
      }
      // A menu whose item was the selected one.
      if run.session.host?.application.frontWindow?.overlay != nil { press("escape", in: run) }
    }
    return value(of: view) != before
  }

  /// Returns the steps that can change a control's value, to be tried one after the other.
  private func steps(changing view: View) -> [[ExploredStep]] {
    if let text = view as? TextInput {
      // Not every field accepts every text.
      let texts = ["7"] + TypedTexts.texts(for: text)
      return texts.map { [.type($0)] } + [[.key("backspace")]]
    }
    if view is PopUpButton { return ["down", "up"].map { [.key("space"), .key($0), .key("enter")] } }
    return (view is Switch ? ["space"] : ["right", "down", "left", "up", "space"]).map { [.key($0)] }
  }

  /// Focuses a control of the topmost screen. Returns whether it is focused.
  private func focus(_ view: View, in run: TrialRun) -> Bool {
    if view.isFirstResponder { return true }
    guard let host = run.session.host, let screen = host.application.frontWindow?.topContentView,
      sequence(first: view, next: \.superview).contains(where: { $0 === screen })
    else { return false }
    return host.turn { view.becomeFirstResponder() }
  }

  private func press(_ key: String, in run: TrialRun) {
    _ = try? ExploredStep.key(key).perform(in: run.session)
    run.settle()
  }

  /// Returns what a control saves of its value.
  private func value(of view: View) -> [String: StateValue] {
    let coder = StateCoder()
    view.encodeBuiltInState(with: coder)
    return Dictionary(
      coder.keys.compactMap { key in
        Self.values.contains(SavedProperty(key).name) ? coder.decodeValue(forKey: key).map { (key, $0) } : nil
      }, uniquingKeysWith: { $1 })
  }
}

extension RunEvidence {
  /// Returns the line that has decoded a key of a node.
  fileprivate func decoding(of key: String, at path: String) -> Place? {
    let uses = recorder.decoded[tree.saved.first { $0.value.shownPath == path }?.key ?? IdentifierPath(parsing: path)]
    return place(uses?.last { $0.key == key && $0.method.isDecoding }?.place)
  }
}

extension AppMoment.Node {
  /// Whether it has another scroll position in another moment.
  @MainActor
  fileprivate func isScrolled(otherwiseIn moment: AppMoment) -> Bool {
    guard facts.isView, let other = moment.nodes[name] else { return false }
    return SavedProperty.keys(of: "contentOffset").contains { values[$0] != other.values[$0] }
  }
}

extension TrialRun {
  /// Whether the app runs, and nothing is under way or was refused that the screen may depend on.
  fileprivate var canBeCompared: Bool {
    guard let host = session.host, session.requestedExit == nil else { return false }
    return !host.isBusy && effects.refusedOperations.isEmpty
  }

  /// Whether an alert or a menu that no restart restores is on the screen.
  fileprivate var showsTransientParts: Bool { session.host?.application.showsTransientParts == true }

  /// Does the work that the launch has begun with a delay.
  fileprivate func finishLaunch() throws {
    guard session.host?.timers.delay(dueWithin: Doctor.longestLaunch, isOfScript: true) != nil else { return }
    try session.advance(by: Doctor.longestLaunch)
    settle()
  }

  /// Saves an app that saves only when it leaves the screen.
  fileprivate func save() throws {
    let host = try session.running
    if !host.application.autosave { try host.turn { _ = try host.application.preserve() } }
  }
}

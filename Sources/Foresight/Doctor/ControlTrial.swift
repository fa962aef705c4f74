import AppSession
import Interface
import LuaScreens
import StateRestoration

/// Changes the controls of a restored screen, as a user could, and restarts the app once more: what a control changes can be
/// lost although everything is restored that the screen shows after a launch.
@MainActor
struct ControlTrial {
  let scripts: AppScripts
  /// Launches the app with the state of the examined screen.
  let launch: @MainActor () throws -> TrialRun

  private static let mostControls = 40
  private static let mostTries = 4

  /// The plain fields of registered objects, as Lua literals, by path.
  typealias FieldsOfObjects = [String: [String: String]]

  /// Returns what the restart loses, in the order of the tree, and what registered objects hold before it.
  func losses() -> ([Loss], FieldsOfObjects) {
    var ignored: Set<String> = []
    for _ in 0..<Self.mostTries {
      guard let trial = try? perform(except: ignored) else { return ([], [:]) }
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

  /// - Returns: the paths of the controls that were changed, with whether they are saved, what is different after the restart
  ///   and was changed, and what registered objects hold before it; nil if the app cannot be compared.
  private func perform(
    except ignored: Set<String>
  ) throws -> (used: [String: Bool], losses: [Loss], fieldsOfObjects: FieldsOfObjects)? {
    let run = try launch()
    defer { run.session.kill() }
    try run.finishLaunch()
    guard run.canBeCompared, hasControls(run) else { return nil }
    let first = try run.moment()
    let used = change(run, except: ignored)
    guard !used.isEmpty, run.canBeCompared, run.session.host?.application.showsTransientParts == false else {
      return nil
    }
    let changed = try run.moment()
    try run.save()
    let evidence = run.evidence
    try run.relaunch()
    try run.finishLaunch()
    guard run.canBeCompared else { return nil }
    var diagnosis = Diagnosis()
    if let evidence, let after = run.evidence { diagnosis.skippedCalls = scripts.skippedCalls(evidence, after) }
    let changes = Set(first.losses(in: changed).map(\.subject))
    let restored = try run.moment()
    let values = changed.losses(in: restored).filter { loss in
      loss.property.map { Self.values.contains($0) && changes.contains(loss.subject) } ?? true
    }
    // A lost value shows on the screen, too.
    let shown = changed.screenLosses(in: restored, atMost: 1).filter { loss in
      loss.shownText.map { text in !first.screen.lines.contains { $0.trimmingSpaces == text } } ?? false
    }
    let losses = (values.isEmpty ? shown : values).map { loss in
      var loss = loss
      loss.explain(by: diagnosis)
      return loss
    }
    return (used, losses, evidence?.fieldsOfObjects ?? [:])
  }

  /// The properties that a user changes with a control.
  private static let values = Choice.keys.union([
    "text", "isOn", "value", "values", "selectedRows", "indexPathsForSelectedRows", "date", "bars",
  ])

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

  /// Changes each control, from the focused one on. Returns the paths of the changed ones, with whether they are saved.
  private func change(_ run: TrialRun, except ignored: Set<String>) -> [String: Bool] {
    var used: [String: Bool] = [:]
    var seen: Set<ObjectIdentifier> = []
    for _ in 0..<Self.mostControls {
      guard let host = run.session.host, run.session.requestedExit == nil, !host.application.showsTransientParts else {
        break
      }
      if let view = host.application.frontWindow?.firstResponder {
        guard seen.insert(ObjectIdentifier(view)).inserted else { break }
        let path = Automation(host.application).path(to: view).description
        if isChangeable(view), view.isEffectivelyEnabled, !ignored.contains(path), change(view, in: run) {
          used[path] = view.restorationIdentifier != nil
        }
      } else if !seen.isEmpty {
        break
      }
      press("tab", in: run)
    }
    return used
  }

  /// Changes a focused control. Returns whether its value is another one.
  private func change(_ view: View, in run: TrialRun) -> Bool {
    let before = value(of: view)
    if view is TextInput {
      _ = try? ExploredStep.type("7").perform(in: run.session)
      run.settle()
    } else {
      let keys = view is PopUpButton ? ["space", "down", "enter"] : ["right", "down", "left", "up", "space"]
      let isSwitch = view is Switch
      // An arrow key can move the focus to a button, which must not be pressed.
      for key in isSwitch ? ["space"] : keys where value(of: view) == before && view.isFirstResponder {
        press(key, in: run)
      }
    }
    return value(of: view) != before
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

extension TrialRun {
  /// Whether the app runs, and nothing is under way or was refused that the screen may depend on.
  fileprivate var canBeCompared: Bool {
    guard let host = session.host, session.requestedExit == nil else { return false }
    return !host.isBusy && effects.refusedOperations.isEmpty
  }

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

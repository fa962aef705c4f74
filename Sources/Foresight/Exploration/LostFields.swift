import Interface

extension Discovery {
  /// Notes the controller of a lost view, and which of its fields explain the loss: the only one that differs, or those whose
  /// values the view shows; and whether a list has other rows.
  ///
  /// - Parameter pair: the runs at the end of its steps.
  @MainActor
  mutating func noteOwner(in pair: RunPair) {
    guard kind == .loss, let host = pair.base.host, let twin = pair.disturbed,
      case let automation = Automation(host.application), !(automation.find(path) is ViewController),
      let owner = automation.find(owner) as? ViewController
    else { return }
    if let view = automation.find(path) as? View, let twin = twin.host?.application,
      let other = Automation(twin).find(path) as? View
    {
      let lists = [view, other].compactMap { $0 as? RowList }
      hasOtherRows =
        Choice.lists(in: view) != Choice.lists(in: other)
        || Set(lists.map(\.lineCount)).count > 1 || Set(lists.map(\.firstTexts)).count > 1
    }
    let path = automation.path(to: owner).description
    ownerClass = owner.className
    let lost = ScriptFields.differences(pair.base, twin).filter { $0.path == path && !$0.mustBeShown }
    let shown = lost.filter { before.contains($0.before) && after.contains($0.after) }
    fields = (lost.count == 1 ? lost : shown).reduce(into: []) { fields, lost in
      fields.insert("\(lost.className) \(lost.field)")
      if let place = lost.place { fields.insert("\(place) \(lost.field)") }
    }
  }
}

extension Discovery {
  /// Returns the field that a restart has changed, if only that explains why further steps lose a key that was restored; nil if
  /// there is none, or several.
  ///
  /// - Parameter pair: the runs after the event, before further steps.
  @MainActor
  func lostField(in pair: RunPair) -> ScriptFields.Difference? {
    guard scriptKey != nil, let twin = pair.disturbed else { return nil }
    let fields = ScriptFields.differences(around: path, pair.base, twin)
    return fields.count == 1 ? fields.first : nil
  }

  /// Returns the variable that a restart has changed, if it is the only one, which may explain what further steps lose.
  ///
  /// - Parameter pair: the runs after the event, before further steps.
  @MainActor
  func lostVariable(in pair: RunPair, _ scripts: AppScripts) -> ScriptFields.Difference? {
    guard let twin = pair.disturbed, let key = scriptKey else { return nil }
    let variables = ScriptFields.differencesOfVariables(pair.base, twin, scripts)
    guard Set(variables.map(\.field)).count == 1, let variable = variables.first else { return nil }
    let names = sourceNames.union([key])
    let isDeciding =
      !scripts.valueFlow.names(reachedBy: variable.field).isDisjoint(with: names)
      || names.contains { scripts.namesDeciding(field: $0).contains(variable.field) }
    return isDeciding ? variable : nil
  }

  /// Returns the field of a registered object that a restart has changed, if it is the only one, and if what a view shows depends on it;
  /// nil for other losses.
  @MainActor
  func lostField(ofObjectsIn examination: Examination, _ settings: ExploredRun.Settings) -> ScriptFields.Difference? {
    guard kind == .loss, isMadeByScript, isOfRestart, examination.diagnosis.losingLines.line(for: self) == nil,
      !examination.evidence.before.objects.isEmpty,
      // Time that passes changes further ones.
      let pair = RunPair.replay(Array(itemsToEvent), settings), let twin = pair.disturbed
    else { return nil }
    let fields = ScriptFields.differences(pair.base, twin)
    guard fields.count == 1, let field = fields.first,
      examination.evidence.before.objects.keys.contains(where: { $0.description == field.path }),
      examination.shows(self, field.field)
    else { return nil }
    return field
  }

  /// Returns a loss at the line that sets the field which shows in it, with the doctor's explanation of the field.
  func explained(by field: Discovery) -> Discovery {
    var loss = self
    loss.place = field.place ?? place
    loss.commonCause = field.commonCause ?? commonCause
    if field.code != Self.field { loss.code = field.code }
    loss.remedy =
      field.remedy ?? "The field \(field.property ?? "") of \(field.path) is not restored: encode and decode its value."
    return loss
  }
}

extension RunPair {
  /// Whether the subject of a finding is lost at the end of the steps of another loss, too: the key or node itself, or a field with
  /// its value. If there is no such field, a key that is never encoded may be, and a node.
  func hasLost(_ finding: Finding, with loss: Discovery, _ evidence: Evidence) -> Bool {
    let keys = ([finding.key] + finding.otherKeys).compactMap(\.self)
    if keys.contains(where: loss.losesKey) { return true }
    if loss.others.contains(where: { $0.property == nil && finding.paths.contains($0.path) }) { return true }
    // The fields of a table that nothing registers are unknown.
    if finding.concernsKey, finding.allPaths.isEmpty, finding.misnamedCallback == nil {
      return finding.code == .notEncoded
    }
    guard let host = base.host, let twin = disturbed?.host else { return false }
    let names = evidence.names(lostBy: finding)
    let others = ScriptFields.allFields(in: twin)
    let fields = ScriptFields.allFields(in: host).flatMap { path, fields in
      fields.filter { names.contains($0.key) && !$0.value.hasPrefix(ScriptFields.reference(to: "")) }.map {
        ($0.value, others[path]?[$0.key])
      }
    }
    return fields.isEmpty ? finding.code == .notEncoded || finding.losesNode : fields.contains { $0 != $1 ?? "nil" }
  }

  /// The largest number of taps and commands, and of keys, that are tried to show a field.
  private static let mostSteps = 20

  /// Returns what one more step loses, with the runs after it; nil if no step of the screen does, or if there is no time left.
  ///
  /// - Parameter reported: losses that do not count.
  func lossAfterStep(
    besides reported: [Discovery], _ monitor: ExplorationMonitor
  ) -> (loss: Discovery, pair: RunPair)? {
    guard let host = base.host else { return nil }
    let offers = ScreenSteps(host, input: ScriptInput(of: host)).offers
    // The own keys of the focused view are among those of controls.
    let steps = [[ScreenSteps.Kind.element, .command], [.control]].flatMap { kinds in
      offers.filter { kinds.contains($0.kind) }.prefix(Self.mostSteps).map(\.step)
    }
    for step in steps where !monitor.isOutOfTime {
      guard let pair = RunPair.replay(items + [.step(step)], settings), pair.items.last == .step(step) else { continue }
      let loss = pair.differences().first { loss in
        loss.kind == .loss && loss.rank == 0 && !loss.isAfterMissedStep
          && !reported.contains { $0.identity == loss.identity || loss.isConsequence(of: $0) }
      }
      if let loss { return (loss, pair) }
    }
    return nil
  }
}

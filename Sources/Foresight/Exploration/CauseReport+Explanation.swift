import AppSession
import Interface
import LuaScreens

// What explains a discovery, as the doctor knows it.
extension CauseReport {
  /// Adds the doctor's explanation of a loss or error; without one of a loss, the line that decodes a lost key or sets a
  /// title.
  ///
  /// - Parameters:
  ///   - pair: the runs at the end of its steps.
  ///   - eventPair: the runs after its event, if it needs further steps, and the event alone loses nothing.
  mutating func explain(_ discovery: Discovery, in pair: RunPair, afterEvent eventPair: RunPair?) -> Discovery {
    guard discovery.code != Discovery.hang else { return discovery }
    var examination = examination(after: discovery.items)
    // A step after the event fails because of what the event has lost, and may lead away from there.
    if discovery.kind == .error, discovery.needsLaterStep,
      examination.flatMap({ finding(of: discovery, in: $0) }) == nil
    {
      examination = self.examination(after: discovery.itemsToEvent)
    }
    var explained = explain(discovery, by: examination, in: pair, afterEvent: eventPair)
    // Without a known cause changes of the script may tell it.
    if explained.needsTrial { explained = tried(explained, by: examination?.lineTrial) }
    if explained.remedy == nil, let line = examination.flatMap({ lineLosingPart(of: explained, in: $0) }) {
      (explained.place, explained.remedy) = (line.place, line.remedy)
    }
    return explained
  }

  /// Returns a loss with the cause that a trial finds, if any. If only further steps show it, it is that of the only field which the
  /// event has changed.
  private mutating func tried(_ discovery: Discovery, by trial: LineTrial?) -> Discovery {
    guard vainTrials < LineTrial.mostVainTrials else { return discovery }
    var (discovery, trial) = (discovery, trial)
    var field = discovery.kind == .field ? discovery.property.map { (name: $0, path: discovery.path) } : nil
    if discovery.needsLaterStep {
      guard let pair = RunPair.replay(Array(discovery.itemsToEvent), settings), let twin = pair.disturbed,
        case let fields = ScriptFields.differences(around: discovery.path, pair.base, twin), fields.count == 1
      else { return discovery }
      field = fields.first.map { ($0.field, $0.path) }
      trial = examination(after: discovery.itemsToEvent)?.lineTrial
    }
    guard let trial else { return discovery }
    trial.vainTrials = vainTrials
    let cause = field.map { trial.cause(ofField: $0.name, at: $0.path) } ?? trial.cause(of: discovery)
    vainTrials = trial.vainTrials
    if let cause { discovery.explain(by: cause) }
    return discovery
  }

  /// Returns the line that loses the only lost part of a decoded table; nil for other losses.
  private func lineLosingPart(of discovery: Discovery, in examination: Examination) -> AppScripts.PartLine? {
    guard let key = discovery.scriptKey, let place = examination.scripts.decoding(of: key, in: discovery.className),
      let path = examination.evidence.before.path(shownAs: discovery.path),
      let saved = examination.evidence.savedValues[path]?[key],
      let restored = examination.lineTrial?.unchanged?.saved[path]?[key]
    else { return nil }
    let lost = Set(
      TableLiteral.lostLeaves(of: saved, restored: restored).keys.compactMap { $0.split(separator: ".").first })
    guard lost.count == 1, let part = lost.first else { return nil }
    return examination.scripts.line(losing: String(part), of: key, decodedAt: place)
  }

  private func explain(
    _ discovery: Discovery, by examination: Examination?, in pair: RunPair, afterEvent eventPair: RunPair?
  ) -> Discovery {
    var explained = discovery
    let (diagnosis, evidence) = (examination?.diagnosis, examination?.evidence)
    let flow = examination?.scripts.valueFlow
    if discovery.kind == .error {
      if discovery.event?.restarts == true,
        let lost = examination?.scripts.lostMetatable(behind: discovery.after, at: discovery.place)
      {
        explained.explain(by: lost)
        return explained
      }
      explained.missingName = discovery.nilName.flatMap { flow?.assigned.contains($0) == true ? $0 : nil }
      for (index, other) in explained.others.enumerated() {
        explained.others[index].reachedNames = other.scriptKey.flatMap { flow?.names(reachedBy: $0) }
      }
    }
    if let key = discovery.scriptKey {
      explained.reachedNames = flow?.names(reachedBy: key)
      explained.sourceNames = flow?.names(reaching: key) ?? []
      explained.sources = examination?.values(ofViewsBesidePositionIn: explained) ?? []
      explained.call = evidence?.callComputing(key, of: discovery.path)?.description
    }
    let lostKey = examination.flatMap { examination in
      examination.diagnosis.lostKey(behind: discovery, in: examination.evidence).flatMap { finding in
        discovery.scriptKey != nil && discovery.needsLaterStep
          || pair.hasLost(finding, with: discovery, examination.evidence) ? finding : nil
      }
    }
    var known = examination.flatMap { finding(of: discovery, in: $0) }
    // What was selected of the rows that another key has lost.
    if known?.code == .valueLost, discovery.hasOtherRows { known = lostKey ?? known }
    // A line that creates a view does not lose its value.
    if known == nil || known?.code == .valueLost && known?.place == discovery.place, let examination,
      let stale = examination.staleReference(behind: discovery, in: eventPair ?? pair)
    {
      return examination.explain(explained, by: stale)
    }
    // Nor does it if another line loses the value that it shows.
    let shown = examination?.losingLine(shownBy: discovery)
    if known?.code == .valueLost, known?.place == discovery.place,
      shown != nil || diagnosis?.losingLines.line(for: discovery) != nil
    {
      known = nil
    }
    if known == nil || known?.code == .valueLost && known?.place == discovery.place, lostKey == nil, shown == nil,
      diagnosis?.losingLines.line(for: discovery) == nil,
      let place = examination?.decode(notShownBy: discovery, in: pair)
    {
      explained.explain(byDecodeAt: place)
      return explained
    }
    if known?.remedy == Finding.remedyForShownState, lostKey == nil, shown == nil, let examination,
      let field = discovery.lostField(ofObjectsIn: examination, settings)
    {
      explained.explain(by: field)
      return explained
    }
    guard let finding = known else {
      if discovery.kind == .field, let name = discovery.property,
        let line = diagnosis?.losingLine(ofField: name, at: discovery.path),
        line.changedField != nil
      {
        explained.explain(by: line)
      } else if discovery.kind == .field, let lostKey {
        explained.explain(by: lostKey)
      }
      if discovery.kind == .error, discovery.event?.restarts == true, let name = discovery.nilName,
        let missing = pair.missingFunctions.first(where: { $0.field == name })
      {
        explained.explain(by: missing)
      }
      guard discovery.kind == .loss else { return explained }
      if discovery.property == nil, let missing = pair.missingCreation(of: discovery.path) {
        explained.explain(by: missing)
      } else if let key = discovery.property == "screen" ? pair.keyOfRow() : nil {
        explained.place = examination?.place(ofKey: key.key, of: key.path, in: key.className) ?? explained.place
        explained.commonCause = "\(key.path) \(key.key)"
        explained.remedy =
          "\"\(key.key)\" has the row of an item, which is that of another one now: encode what identifies the item."
      } else if let place = eventPair.flatMap(discovery.timerNotStartedAgain) {
        explained.explain(byTimerAt: place)
      } else if let field = eventPair.flatMap({ discovery.lostField(in: $0) }) {
        let line = self.examination(after: discovery.itemsToEvent)?.diagnosis
          .losingLine(ofField: field.field, at: field.path)
        explained.explain(by: field)
        if let line { explained.explain(by: line) }
      } else if let line = diagnosis?.losingLines.line(for: discovery) {
        explained.explain(by: line)
      } else if let lostKey {
        explained.explain(by: lostKey)
      } else if let shown {
        explained.explain(by: shown)
      } else if discovery.event?.restarts == true, let missing = eventPair?.missingFunctions, missing.count == 1 {
        explained.explain(by: missing[0])
      } else if discovery.property == "screen",
        let place = pair.disturbed.flatMap({ ScriptFields.place(ofTitleIn: discovery.before, pair.base, $0) })
      {
        explained.place = place
      } else if !discovery.isOfRestart {
        // Nothing was decoded: another callback has set it.
        let fields = pair.disturbed.map { ScriptFields.differences(around: discovery.path, pair.base, $0) } ?? []
        let place = fields.first { $0.field == discovery.scriptKey }?.place
        explained.place =
          place ?? explained.reachedNames.flatMap { examination?.scripts.lastAssignment(of: $0) } ?? explained.place
      } else if let place = examination?.functionOfFirstLaunch(behind: explained) {
        explained.explain(byFunctionOfFirstLaunchAt: place)
      } else if let eventPair, let examination,
        let variable = explained.lostVariable(in: eventPair, examination.scripts)
      {
        explained.place = variable.place ?? explained.place
        explained.commonCause = "variable \(variable.field)"
        explained.remedy =
          "Nothing restores the variable \(variable.field): encode and decode it, too, or set it again from what is restored."
      } else if let key = discovery.scriptKey, let examination,
        let place = examination.place(ofKey: key, of: discovery.path, in: discovery.className)
      {
        explained.decoding = examination.scripts.decoding(of: key, in: discovery.className)?.description
        explained.place = place
        if examination.evidence.usesObject(decodedAfter: key, of: discovery.path, in: discovery.className) {
          explained.remedy =
            "Registered objects are decoded after view controllers: set it in applicationFinishedRestoringState."
        }
      } else if let place = examination?.placement(of: discovery) {
        explained.explain(byPlacementAt: place)
      } else if let place = examination?.lateDecode(behind: discovery) {
        explained.explain(byLateDecodeAt: place)
      } else if let examination, let field = discovery.lostField(ofObjectsIn: examination, settings) {
        explained.explain(by: field)
      } else if let examination {
        explained.noteUnsavedNames(examination, pair)
      }
      // The host creates the parts of a control.
      explained.place =
        explained.place ?? pair.base.placeOfControl(around: discovery.path)
        ?? examination?.evidence.before.lineRegistering(discovery.path)
      if discovery.property == "screen" || discovery.isOfUnsaved {
        explained.remedy = explained.remedy ?? Finding.remedyForShownState
      }
      return explained
    }
    explained.explain(by: finding)
    if let examination, finding.remedy == Finding.remedyForShownState { explained.noteUnsavedNames(examination, pair) }
    return explained
  }

  private func finding(of discovery: Discovery, in examination: Examination) -> Finding? {
    let diagnosis = examination.diagnosis
    switch discovery.kind {
    case .error: return diagnosis.finding(of: discovery, examination.evidence)
    case .loss, .possibleLoss:
      let finding = diagnosis.cause(of: discovery)
      if let finding, examination.setsOnPurpose(discovery, whatever: finding) { return nil }
      // A selection that the other run could not make, as the row had another text.
      return discovery.isAfterMissedStep && finding?.code == .selectionByRow ? nil : finding
    case .field:
      guard let finding = diagnosis.cause(of: discovery), let property = discovery.property else { return nil }
      // A key has its own field.
      let keys = finding.key.map { [$0] + finding.otherKeys } ?? []
      return keys.isEmpty || keys.contains(property) || finding.code == .containerInViewDidLoad ? finding : nil
    }
  }

  /// Returns what the doctor finds after steps; nil if it cannot examine the app there.
  private func examination(after items: some Sequence<ExploredItem>) -> Examination? {
    guard let run = trial(of: items) else { return nil }
    var doctor = Doctor(settings.configuration, isAllowed: settings.isAllowed)
    // The steps are those of a user already.
    doctor.changesControls = false
    return try? doctor.examine(run, repeated: { trial(of: items, clock: TrialRun.otherClock)?.evidence })
  }

  /// Returns a run of the doctor after steps; nil if the app does not offer them.
  private func trial(of items: some Sequence<ExploredItem>, clock: RunClock? = nil) -> TrialRun? {
    guard
      let run = try? TrialRun(
        settings.configuration, launchOptions: [], isAllowed: settings.isAllowed, clock: clock, isSilent: clock != nil),
      (try? run.launch()) != nil
    else { return nil }
    for step in items.compactMap(\.step) {
      guard (try? step.perform(in: run.session)) != nil else { return nil }
      run.session.settleInVirtualTime()
    }
    return run
  }
}

extension ExploredRun {
  /// Returns the line that has created the view around another one; nil if there is none.
  fileprivate func placeOfControl(around path: String) -> Place? {
    guard let host, let part = Automation(host.application).find(path) as? View else { return nil }
    return sequence(first: part, next: \.superview).lazy.dropFirst().compactMap(\.createdAt).first.flatMap(Place.init)
  }
}

extension Discovery {
  /// Takes over the place and remedy of a line that loses values, which is one cause.
  fileprivate mutating func explain(by line: LosingLine) {
    (place, remedy, decoding) = (line.place, line.remedy, line.commonCause)
    commonCause = "\(Self.line)\(line.place)"
  }

  /// Explains a lost node by its restoration method.
  fileprivate mutating func explain(by missing: MissingCreation) {
    (code, place, remedy) = (FindingCode.returnedNil.rawValue, missing.place, missing.remedy)
  }

  /// Explains a loss by a field that nothing restores.
  fileprivate mutating func explain(by field: ScriptFields.Difference) {
    place = field.place ?? place
    remedy = "Nothing restores the field \(field.field): encode and decode it, too."
  }

  /// Explains an error by a table that is decoded without its metatable.
  fileprivate mutating func explain(by lost: LostMetatable) {
    (code, place, remedy) = (FindingCode.callbackFailed.rawValue, lost.place, lost.remedy)
  }

  /// Takes over the code, place and remedy of the doctor's finding.
  fileprivate mutating func explain(by finding: Finding) {
    code = finding.code.rawValue
    place = finding.place ?? place
    remedy = finding.remedy
    if finding.code == .valueLost, finding.isOfLosingLine, scriptKey != nil { decoding = finding.place?.description }
  }
}

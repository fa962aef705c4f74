import StateRestoration

/// The cause of a loss that a trial has found, as a change removes the loss.
struct TriedCause {
  let place: Place
  let remedy: String
  /// Whether the place is a decoding after which something is missing.
  var isDecoding = false
  /// The field whose value is not saved there; nil for other causes. One line can save several fields wrongly.
  var field: String?
}

// The changes of a script, or of a saved state, that remove a loss.
extension LineTrial {
  /// Returns the cause of the loss of a property, key or node, which a change of the script or of the saved state removes; nil if none
  /// does.
  func cause(of loss: some LostPart) -> TriedCause? { counted { findCause(of: loss) } }

  /// Returns the cause of the loss of a field; nil if no change removes it.
  func cause(ofField name: String, at shownPath: String) -> TriedCause? {
    guard let path = before.path(shownAs: shownPath), let value = before.fields[path]?[name] else { return nil }
    func isRestored(_ result: Result) -> Bool { ScriptFields.areSame(value, result.evidence.fields[path]?[name]) }
    return counted {
      statement(losing: isRestored, besidesFreshLaunch: true)?.cause ?? encode(losing: isRestored, [path: [name]])
    }
  }

  /// Returns what a trial finds, unless too many have found nothing.
  private func counted(_ find: () -> TriedCause?) -> TriedCause? {
    guard vainTrials < Self.mostVainTrials else { return nil }
    let cause = find()
    if cause == nil { vainTrials += 1 }
    return cause
  }

  /// The number of vain trials after which nothing is tried any more.
  static let mostVainTrials = 2

  private func findCause(of loss: some LostPart) -> TriedCause? {
    let path = before.path(shownAs: loss.path)
    if let key = loss.scriptKey {
      guard let path, let value = savedValues[path]?[key] else { return nil }
      func isRestored(_ result: Result) -> Bool { result.saved[path]?[key] == value }
      return statement(losing: isRestored, besidesFreshLaunch: false)?.cause
        ?? encode(losing: isRestored, isSaved: true)
    }
    // Several views can have the same path.
    func nodes(_ run: RunEvidence) -> [TreeRecord.Node] {
      run.tree.all.filter { $0.shownPath == loss.path && (loss.className.isEmpty || $0.className == loss.className) }
    }
    let lost = nodes(before)
    func isRestored(_ result: Result) -> Bool {
      let others = nodes(result.evidence)
      guard others.count == lost.count else { return false }
      switch loss.property {
      case nil: return true
      case "screen"?: return showsMore(result)
      case let property?: return zip(lost, others).allSatisfy { $0.changedProperties(in: $1)[property] == nil }
      }
    }
    return statement(losing: isRestored, besidesFreshLaunch: true)?.cause
      ?? (loss.property == nil ? nil : encode(losing: isRestored) ?? missingCall(restoring: isRestored)?.cause)
  }

  /// The largest number of changes of the saved state that are tried for a loss.
  private static let mostSavedChanges = 40

  /// Returns the call that saves another value than a field has then: with that value in the saved state, something is restored, and no
  /// other field and no other row of the screen is changed. Nil if there is none.
  ///
  /// - Parameters:
  ///   - isRestored: whether a run has restored it.
  ///   - isSaved: whether it is a saved value itself: then only a table can lack it, under the name of the field.
  ///   - names: the fields by node; nil for all that a restart changes.
  private func encode(
    losing isRestored: (Result) -> Bool, isSaved: Bool = false, _ names: [IdentifierPath: [String]]? = nil
  ) -> TriedCause? {
    guard let unchanged, !isRestored(unchanged) else { return nil }
    let (lost, lostRows) = (changedFields(unchanged, from: before), lostRows(unchanged))
    var triesLeft = Self.mostSavedChanges
    func place(restoringBy replacements: (StateValue) -> [StateValue]) -> (place: Place, key: String)? {
      guard triesLeft > 0 else { return nil }
      let changes = changeableValues.changes(atMost: triesLeft, replacements)
      triesLeft -= changes.count
      let change = changes.first { change in
        // With the time limit of a changed script: a loop may wait for another value.
        guard let result = run(script, restoring: change.state) else { return false }
        return hasAllNodes(result) && isRestored(result) && changedFields(result, from: before).isSubset(of: lost)
          && self.lostRows(result).isSubset(of: lostRows)
      }
      return change.flatMap { change in self.place(encoding: change).map { ($0, change.key) } }
    }
    let changed = RestorationWatch.Names(changedIn: unchanged.evidence, from: before).fields
    let lostValues = changed.flatMap { path, names in
      names.compactMap { before.fields[path]?[$0].flatMap(StateValue.init(literal:)) }
    }
    let read = scripts.parts(readIn: lines.decoding)
    for (path, names) in (names ?? changed).sorted(by: { $0.key.description < $1.key.description }) {
      for name in names where triesLeft > 0 {
        guard let literal = before.fields[path]?[name], let restored = unchanged.evidence.fields[path]?[name] else {
          continue
        }
        // What another lost field had is saved for that.
        for (value, other) in isSaved ? [] : StateValue.lostParts(of: literal, in: restored)
        where !lostValues.contains(where: other.isSame) {
          if let found = place(restoringBy: { $0.replacing(other, by: value) }) {
            return TriedCause(
              place: found.place, remedy: LosingLine.remedy(encoding: name, as: found.key), field: name)
          }
        }
        guard let value = StateValue(literal: literal) else { continue }
        for part in isSaved ? [name] : read.sorted() where read.contains(part) {
          // The name of the field is the right one.
          if let found = place(restoringBy: { $0.adding(value, as: part, unlessBeside: part == name ? nil : read) }) {
            return TriedCause(
              place: found.place,
              remedy:
                "The decoding reads \(part) from the value of \"\(found.key)\", which does not have it: encode \(name) there.",
              field: name)
          }
        }
      }
    }
    guard !isSaved else { return nil }
    // What no field has can be saved as a flag.
    let flag = place { value in
      if case .boolean(let isOn) = value { [.boolean(!isOn)] } else { [] }
    }
    return flag.map { place, key in
      TriedCause(
        place: place, remedy: "With the opposite value of \"\(key)\" it is restored: encode what is true then.")
    }
  }

  /// Returns the line that has encoded the value of a key.
  private func place(encoding change: SavedChange) -> Place? {
    let uses = before.recorder.encoded[change.path]
    return before.place(uses?.last { $0.key == change.key && $0.error == nil }?.place)
  }
}

import StateRestoration

/// The cause of a loss that a trial has found, as a change removes the loss.
struct TriedCause {
  let place: Place
  let remedy: String
  /// Whether the place is a decoding after which something is missing.
  var isDecoding = false
}

// The changes of a script, or of a saved state, that remove a loss.
extension LineTrial {
  /// Returns the cause of a loss, which a change of the script or of the saved state removes; nil if none does.
  ///
  /// - Parameter isField: whether it is a field that the script keeps, not a property or key.
  func cause(of loss: some LostPart, isField: Bool = false) -> TriedCause? {
    guard vainTrials < 2 else { return nil }
    let cause = findCause(of: loss, isField: isField)
    if cause == nil { vainTrials += 1 }
    return cause
  }

  private func findCause(of loss: some LostPart, isField: Bool) -> TriedCause? {
    let path = before.path(shownAs: loss.path)
    if isField {
      guard let name = loss.property, let path, let value = before.fields[path]?[name] else { return nil }
      func isRestored(_ result: Result) -> Bool { ScriptFields.areSame(value, result.evidence.fields[path]?[name]) }
      return statement(losing: isRestored, besidesFreshLaunch: true)?.cause
        ?? encode(losing: isRestored, [path: [name]])
    }
    if let key = loss.scriptKey {
      guard let path, let value = savedValues[path]?[key] else { return nil }
      func isRestored(_ result: Result) -> Bool { result.saved[path]?[key] == value }
      return statement(losing: isRestored, besidesFreshLaunch: false)?.cause ?? encode(losing: isRestored)
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
  /// other field is changed. Nil if there is none.
  ///
  /// - Parameters:
  ///   - isRestored: whether a run has restored it.
  ///   - names: the fields by node; nil for all that a restart changes.
  private func encode(
    losing isRestored: (Result) -> Bool, _ names: [IdentifierPath: [String]]? = nil
  ) -> TriedCause? {
    guard let unchanged, !isRestored(unchanged) else { return nil }
    let lost = changedFields(unchanged, from: before)
    var triesLeft = Self.mostSavedChanges
    func restores(_ change: SavedChange) -> Bool {
      guard triesLeft > 0 else { return false }
      triesLeft -= 1
      guard let result = run(nil, restoring: change.state) else { return false }
      return hasAllNodes(result) && isRestored(result) && changedFields(result, from: before).isSubset(of: lost)
    }
    let fields = names ?? RestorationWatch.Names(changedIn: unchanged.evidence, from: before).fields
    for (path, names) in fields.sorted(by: { $0.key.description < $1.key.description }) {
      for name in names {
        guard let value = before.fields[path]?[name].flatMap(StateValue.init(literal:)),
          let other = unchanged.evidence.fields[path]?[name].flatMap(StateValue.init(literal:)),
          !value.isSame(as: other)
        else { continue }
        let changes = SavedChange.changes(of: archive, atMost: triesLeft) { $0.replacing(other, by: value) }
        if let change = changes.first(where: restores), let place = place(encoding: change) {
          return TriedCause(place: place, remedy: LosingLine.remedy(encoding: name, as: change.key))
        }
        for part in scripts.parts(readIn: lines.decoding).sorted() {
          let changes = SavedChange.changes(of: archive, atMost: triesLeft) { $0.adding(value, as: part) }
          if let change = changes.first(where: restores), let place = place(encoding: change) {
            return TriedCause(
              place: place,
              remedy:
                "The decoding reads \(part) from the value of \"\(change.key)\", which does not have it: encode \(name) there."
            )
          }
        }
      }
    }
    guard names == nil else { return nil }
    // What no field has can be saved as a flag.
    let flags = SavedChange.changes(of: archive, atMost: triesLeft) { value in
      if case .boolean(let isOn) = value { [.boolean(!isOn)] } else { [] }
    }
    guard let change = flags.first(where: restores), let place = place(encoding: change) else { return nil }
    return TriedCause(
      place: place, remedy: "With the opposite value of \"\(change.key)\" it is restored: encode what is true then.")
  }

  /// Returns the line that has encoded the value of a key.
  private func place(encoding change: SavedChange) -> Place? {
    let uses = before.recorder.encoded[change.path]
    return before.place(uses?.last { $0.key == change.key && $0.error == nil }?.place)
  }
}

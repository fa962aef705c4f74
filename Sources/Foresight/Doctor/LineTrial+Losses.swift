import StateRestoration

// The changes of a script that remove a loss.
extension LineTrial {
  /// Returns the change of the script after which a restart does not lose something; nil if there is none.
  ///
  /// - Parameter isField: whether it is a field that the script keeps, not a property or key.
  func change(restoring loss: some LostPart, isField: Bool = false) -> ScriptChange? {
    guard vainTrials < Self.mostVainTrials else { return nil }
    let change = findChange(restoring: loss, isField: isField)
    if change == nil { vainTrials += 1 }
    return change
  }

  private func findChange(restoring loss: some LostPart, isField: Bool) -> ScriptChange? {
    let path = before.path(shownAs: loss.path)
    if isField {
      guard let name = loss.property, let path, let value = before.fields[path]?[name] else { return nil }
      return statement(
        losing: { ScriptFields.areSame(value, $0.evidence.fields[path]?[name]) }, besidesFreshLaunch: true)
    }
    if let key = loss.scriptKey {
      guard let path, let value = savedValues[path]?[key] else { return nil }
      return statement(losing: { $0.saved[path]?[key] == value }, besidesFreshLaunch: false)
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
    return statement(losing: isRestored, besidesFreshLaunch: true)
      ?? (loss.property == nil ? nil : missingCall(restoring: isRestored))
  }
}

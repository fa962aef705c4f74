import StateRestoration

extension AppScripts {
  /// Returns the keys that are lost according to a finding about them, or about a node that encodes them.
  fileprivate func keys(lostBy finding: Finding) -> [String] {
    if finding.concernsKey { return ([finding.key] + finding.otherKeys).compactMap(\.self) }
    guard finding.losesNode, let className = finding.className else { return [] }
    return keyCalls(in: ["encode"], of: Set(lineage(of: className))).map(\.key)
  }
}

// What follows from a lost key elsewhere: a view of any screen can show its value.
extension Diagnosis {
  /// Returns the finding about a lost key, or a lost node with a key, whose value reaches one of some names in the scripts; nil if
  /// there is none, or several.
  ///
  /// - Parameter owner: the node whose own keys do not count, as it can lose other values, too; nil for no such node.
  @MainActor
  private func lostKey(reaching names: Set<String>, in scripts: AppScripts, elsewhereThan owner: String?) -> Finding? {
    let causes = findings.filter { finding in
      owner.map(finding.allPaths.contains) != true
        && scripts.keys(lostBy: finding).contains { key in
          !scripts.valueFlow.names(reachedBy: key).isDisjoint(with: names)
        }
    }
    return causes.count == 1 ? causes.first : nil
  }

  /// Returns the finding about a lost key of another node whose value the code of a view uses.
  ///
  /// - Parameters:
  ///   - classNames: the classes of the view and its controller.
  ///   - owner: the path of the controller.
  @MainActor
  private func lostKey(usedBy classNames: [String?], of owner: String, in scripts: AppScripts) -> Finding? {
    let classes = Set(classNames.compactMap { $0 }.flatMap(scripts.lineage))
    let names = scripts.names(inMethodsOf: classes).subtracting(scripts.propertyNames)
    return lostKey(reaching: names, in: scripts, elsewhereThan: owner)
  }

  /// Returns the finding about a lost key behind another loss: its value is what a lost view shows, or what a further step makes
  /// the value of another key of.
  @MainActor
  func lostKey(behind loss: Discovery, in scripts: AppScripts) -> Finding? {
    if let key = loss.scriptKey {
      return loss.needsLaterStep ? lostKey(reaching: [key], in: scripts, elsewhereThan: nil) : nil
    }
    return loss.isMadeByScript ? lostKey(usedBy: [loss.className, loss.ownerClass], of: loss.owner, in: scripts) : nil
  }

  /// Removes the findings about views that show the value of a lost key.
  ///
  /// - Parameter controllers: the controllers of the examined app.
  @MainActor
  mutating func removeViews(ofLostKeysIn scripts: AppScripts, _ controllers: [TreeRecord.Node]) {
    let diagnosis = self
    removeLosses { finding, path in
      guard finding.isSetByScript else { return false }
      let owner = IdentifierPath(parsing: path).parent.description
      let controller = controllers.first { $0.shownPath == owner }
      return diagnosis.lostKey(usedBy: [finding.className, controller?.className], of: owner, in: scripts) != nil
    }
  }
}

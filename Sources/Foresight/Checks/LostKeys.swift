import StateRestoration

extension Evidence {
  /// Returns the names that the values reach which are lost according to a finding: that of its keys, or of the keys that a lost
  /// node encodes, or a lost object and the variable with which it was registered.
  func names(lostBy finding: Finding) -> Set<String> {
    var roots = finding.concernsKey ? ([finding.key] + finding.otherKeys).compactMap(\.self) : []
    // A table that is not registered.
    if finding.concernsKey, finding.allPaths.isEmpty, finding.misnamedCallback == nil {
      roots += finding.className?.split(separator: ".").suffix(1).map(String.init) ?? []
    }
    if finding.losesNode {
      let objects = before.objects.filter { finding.paths.contains($0.key.description) }
      for (path, place) in objects { roots += names(ofObjectAt: path, registeredAt: place) }
      if objects.isEmpty, let className = finding.className {
        roots += scripts.keyCalls(in: ["encode"], of: Set(scripts.lineage(of: className))).map(\.key)
      }
    }
    return scripts.valueFlow.names(reachedByAny: roots)
  }

  /// Returns the keys that a registered object encodes, and the variable with which it was registered.
  private func names(ofObjectAt path: IdentifierPath, registeredAt place: String) -> [String] {
    (before.recorder.encoded[path] ?? []).map(\.key) + (before.place(place).map(scripts.variables(registeredAt:)) ?? [])
  }

  /// Whether the line that decodes a key of a controller or view uses what a registered object has, which is decoded later.
  func usesObject(decodedAfter key: String, of path: String, in className: String) -> Bool {
    guard before.tree.saved.values.contains(where: { $0.shownPath == path }) else { return false }
    let calls = scripts.keyCalls(in: AppScripts.decodingMethods, of: Set(scripts.lineage(of: className)))
    let used = calls.filter { $0.key == key }.reduce(into: Set<String>()) { names, call in
      names.formUnion(Set(call.tokens.compactMap(\.word)).subtracting(call.fields))
    }
    let roots = before.objects.flatMap { names(ofObjectAt: $0.key, registeredAt: $0.value) }
    return !scripts.valueFlow.names(reachedByAny: roots).isDisjoint(with: used)
  }
}

extension AppScripts {
  /// Returns the names in the first argument of the call in a line that registers an object.
  fileprivate func variables(registeredAt place: Place) -> [String] {
    guard let file = files[place.file],
      let call = file.tokens.indices.first(where: {
        file.tokens[$0].line == place.line && file.tokens[$0].kind == .name("registerObjectForStateRestoration")
      })
    else { return [] }
    return file.tokens[(call + 1)...].prefix { $0.kind != .symbol(",") && $0.line == place.line }.compactMap(\.word)
  }
}

// What follows from a lost value elsewhere: a view of any screen can show it.
extension Diagnosis {
  /// Returns the finding about a lost value that reaches one of some names in the scripts; nil if there is none, or several.
  ///
  /// - Parameter owner: the node whose own keys do not count, as it can lose other values, too; nil for no such node.
  @MainActor
  private func lostKey(reaching names: Set<String>, in evidence: Evidence, elsewhereThan owner: String?) -> Finding? {
    let causes = findings.filter { finding in
      owner.map(finding.allPaths.contains) != true && !evidence.names(lostBy: finding).isDisjoint(with: names)
    }
    return causes.count == 1 ? causes.first : nil
  }

  /// Returns the finding about a lost value of another node that a view shows: the functions that set its property use it, or if
  /// there are none, the code of its class or of its controller.
  @MainActor
  private func lostKey(
    shownBy view: (property: String?, place: Place?, classNames: [String?]), of owner: String, in evidence: Evidence
  ) -> Finding? {
    let scripts = evidence.scripts
    let setters = scripts.setters(of: view.property ?? "screen", ofViewAt: view.place)
    let names =
      setters.isEmpty
      ? scripts.names(inMethodsOf: Set(view.classNames.compactMap(\.self).flatMap(scripts.lineage)))
      : setters.reduce(into: Set()) { $0.formUnion($1.file.tokens[$1.function.body].compactMap(\.word)) }
    // What is assigned to the property itself can have the name of a property, too: `self.label.text = app.count`.
    let assigned = setters.reduce(into: Set<String>()) { names, setter in
      names.formUnion(setter.file.tokens.namesAssigned(at: setter.index) ?? [])
    }
    return lostKey(
      reaching: names.subtracting(scripts.propertyNames).union(assigned), in: evidence, elsewhereThan: owner)
  }

  /// Returns the finding about a lost value behind another loss: what a lost view shows, or what the scripts make the value of
  /// another key of.
  @MainActor
  func lostKey(behind loss: Discovery, in evidence: Evidence) -> Finding? {
    if let key = loss.scriptKey {
      return lostKey(reaching: [key], in: evidence, elsewhereThan: loss.needsLaterStep ? nil : loss.path)
    }
    return loss.isMadeByScript
      ? lostKey(
        shownBy: (loss.property, loss.place, [loss.className, loss.ownerClass]), of: loss.owner, in: evidence) : nil
  }

  /// Removes the findings about views that show a lost value.
  @MainActor
  mutating func removeViews(ofLostKeysIn evidence: Evidence) {
    let diagnosis = self
    removeLosses { finding, path in
      guard finding.isSetByScript else { return false }
      let owner = IdentifierPath(parsing: path).parent.description
      let controller = evidence.before.tree.controllers.first { $0.shownPath == owner }
      return diagnosis.lostKey(
        shownBy: (finding.key, finding.place, [finding.className, controller?.className]), of: owner, in: evidence)
        != nil
    }
  }
}

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

  /// Returns the variables with which scripts register an object.
  func variables(ofObjectAt path: String) -> [String] {
    before.objects.first { $0.key.description == path }.flatMap { before.place($0.value) }
      .map(scripts.variables(registeredAt:)) ?? []
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
  func variables(registeredAt place: Place) -> [String] {
    guard let file = files[place.file],
      let call = file.tokens.indices.first(where: {
        file.tokens[$0].line == place.line && file.tokens[$0].kind == .name("registerObjectForStateRestoration")
      })
    else { return [] }
    return file.tokens[(call + 1)...].prefix { $0.kind != .symbol(",") && $0.line == place.line }.compactMap(\.word)
  }
}

/// A name with the property of an object, as in `object.name`.
private struct FieldUse {
  let name: String
  /// The word of the object; nil for a variable, or the result of a call.
  let owner: String?
  /// Whether that is a field itself.
  let isOfField: Bool
  /// The first word of the method's name that has the use.
  let className: String?

  init(name: String, at index: Int, in file: AppScripts.File) {
    self.name = name
    owner =
      if index > 1, file.tokens[index - 1].kind == .symbol("."), case .name(let owner) = file.tokens[index - 2].kind {
        owner
      } else { nil }
    isOfField = index > 2 && file.tokens[index - 3].kind == .symbol(".")
    className = file.functions.namedFunction(around: index)?.name.dropLast().first
  }
}

extension AppScripts {
  /// Whether a field can be one of the node or object of a finding: one of `self` is not in a method of another class, nor one of a
  /// table that has nothing of what is lost.
  fileprivate func mayBe(_ use: FieldUse, of finding: Finding, whichLoses lost: Set<String>) -> Bool {
    guard let owner = use.owner else { return true }
    guard owner == "self" else { return lost.contains(owner) || !isPlainTable(owner, isField: use.isOfField) }
    guard let className = finding.className, let user = use.className else { return true }
    let isOfClass = classNames.contains { variable(ofClass: $0) == user }
    return !isOfClass || lineage(of: className).contains { variable(ofClass: $0) == user }
  }
}

// What follows from a lost value elsewhere: a view of any screen can show it.
extension Diagnosis {
  /// Returns the finding about a lost value that reaches one of some names in the scripts; nil if there is none, or several.
  ///
  /// - Parameters:
  ///   - uses: names of properties that can have a lost value, too, as far as they are of its object.
  ///   - owner: the node whose own keys do not count, as it can lose other values, too; nil for no such node.
  @MainActor
  private func lostKey(
    reaching names: Set<String>, orOneOf uses: [FieldUse] = [], in evidence: Evidence, elsewhereThan owner: String?
  ) -> Finding? {
    let causes = findings.filter { finding in
      guard owner.map(finding.allPaths.contains) != true else { return false }
      let lost = evidence.names(lostBy: finding)
      return !lost.isDisjoint(with: names)
        || uses.contains { lost.contains($0.name) && evidence.scripts.mayBe($0, of: finding, whichLoses: lost) }
    }
    return causes.count == 1 ? causes.first : nil
  }

  /// Returns the finding about a lost value of another node that a view shows: what sets its property depends on it, or if nothing
  /// does, the code of its class or of its controller uses it.
  @MainActor
  private func lostKey(
    shownBy view: (property: String?, place: Place?, classNames: [String?], isList: Bool), of owner: String,
    in evidence: Evidence
  ) -> Finding? {
    let scripts = evidence.scripts
    let setters = scripts.setters(of: view.property ?? "screen", ofViewAt: view.place)
    guard !setters.isEmpty else {
      if view.isList {
        let names = scripts.names(behindRowsIn: view.classNames.compactMap(\.self).last)
        let key = lostKey(reaching: names.subtracting(scripts.propertyNames), in: evidence, elsewhereThan: owner)
        if let key { return key }
      }
      let names = scripts.names(inMethodsOf: Set(view.classNames.compactMap(\.self).flatMap(scripts.lineage)))
      return lostKey(reaching: names.subtracting(scripts.propertyNames), in: evidence, elsewhereThan: owner)
    }
    let uses = setters.flatMap { file, function, index -> [FieldUse] in
      let values = file.tokens.valuesAssigned(at: index) ?? index..<index
      return file.namesDeciding(assignmentAt: index, in: function).compactMap { name in
        // What is assigned to the property itself can have the name of a property, too: `self.label.text = app.count`.
        guard let word = file.tokens[name].word, !scripts.propertyNames.contains(word) || values.contains(name),
          scripts.constants.text(ofNameAt: name, in: file.tokens) == nil
        else { return nil }
        return FieldUse(name: word, at: name, in: file)
      }
    }
    let names = Set(uses.map(\.name)).subtracting(scripts.propertyNames)
    return lostKey(
      reaching: names, orOneOf: uses.filter { !names.contains($0.name) }, in: evidence, elsewhereThan: owner)
  }

  /// Returns the finding about a lost value of which the restoration sets a property of a view of a controller again.
  @MainActor
  private func lostKey(
    setting property: String?, ofViewAt place: Place?, in owner: String, _ evidence: Evidence
  ) -> Finding? {
    guard let property, let path = evidence.before.path(shownAs: owner) else { return nil }
    let setters = evidence.scripts.setters(of: property, ofViewAt: place)
    guard !setters.isEmpty else { return nil }
    let calls = evidence.restoringCalls(of: path)
    let names = setters.filter { setter in
      calls.contains { $0.file.name == setter.file.name && $0.function.start == setter.function.start }
    }.flatMap { file, function, index -> [String] in
      let keys = (file.tokens.valuesAssigned(at: index) ?? index..<index).compactMap { file.tokens[$0].text }
      // A variable can have the name of a property.
      let names = file.namesDeciding(assignmentAt: index, in: function).compactMap { name -> String? in
        guard let word = file.tokens[name].word else { return nil }
        return file.root(ofFieldAt: name) == name || !evidence.scripts.propertyNames.contains(word) ? word : nil
      }
      return names + keys.map { "\"\($0)\"" }
    }
    return lostKey(reaching: Set(names), in: evidence, elsewhereThan: nil)
  }

  /// Returns the finding about a lost value behind another loss: what a lost view shows, or gets again from the restoration, or
  /// what the scripts make the value of another key or a field of.
  @MainActor
  func lostKey(behind loss: Discovery, in evidence: Evidence) -> Finding? {
    if let key = loss.scriptKey {
      return lostKey(reaching: [key], in: evidence, elsewhereThan: loss.needsLaterStep ? nil : loss.path)
    }
    if loss.kind == .field, let field = loss.property {
      let names = evidence.scripts.namesDeciding(field: field).subtracting(evidence.scripts.propertyNames)
      return lostKey(reaching: names, in: evidence, elsewhereThan: loss.path)
    }
    return loss.isMadeByScript
      ? lostKey(
        shownBy: (loss.property, loss.place, [loss.className, loss.ownerClass], evidence.isList(loss.path)),
        of: loss.owner, in: evidence)
      : lostKey(setting: loss.property, ofViewAt: loss.place, in: loss.owner, evidence)
  }

  /// Removes the findings about views that show a lost value, or get it again from the restoration, and about errors of such a value
  /// that is nil.
  @MainActor
  mutating func removeConsequences(ofLostKeysIn evidence: Evidence) {
    let diagnosis = self
    removeFailures { finding in
      // No key has a method.
      guard let name = finding.message.nilName, evidence.scripts.valueFlow.assigned.contains(name),
        !finding.message.contains("(method '")
      else { return false }
      return diagnosis.findings.contains { $0.concernsKey && evidence.names(lostBy: $0).contains(name) }
    }
    removeLosses { finding, path in
      let owner = IdentifierPath(parsing: path).parent.description
      guard finding.isSetByScript else {
        return diagnosis.lostKey(setting: finding.key, ofViewAt: finding.place, in: owner, evidence) != nil
      }
      let controller = evidence.before.tree.controllers.first { $0.shownPath == owner }
      return diagnosis.lostKey(
        shownBy: (finding.key, finding.place, [finding.className, controller?.className], evidence.isList(path)),
        of: owner, in: evidence) != nil
    }
  }
}

import LuaScreens

/// A field or variable that has a part of another object's field in the undisturbed run, such as an item of a list, and not in the
/// restored one, as its object has another table there.
struct StaleReference {
  /// The controller, view or object that uses it, or the list whose data source does.
  let path: String
  let className: String
  let name: String
  /// The object that has the table, and its field.
  let holder: String
  let field: String
}

extension RunPair {
  /// The references that the restoration has not made again.
  func staleReferences(_ scripts: AppScripts) -> [StaleReference] {
    guard let host = base.host, let twin = disturbed?.host else { return [] }
    let others = ScriptFields.sharedTables(in: twin, scripts)
    return ScriptFields.sharedTables(in: host, scripts).flatMap { owner, references -> [StaleReference] in
      guard let same = others[owner] else { return [] }
      return references.sorted { $0.key < $1.key }.compactMap { name, holder in
        guard same[name] != holder, let space = holder.lastIndex(of: " ") else { return nil }
        return StaleReference(
          path: owner.path, className: owner.className, name: name, holder: String(holder[..<space]),
          field: String(holder[space...].dropFirst()))
      }
    }.sorted { ($0.path, $0.name) < ($1.path, $1.name) }
  }
}

extension Examination {
  /// Returns the stale reference behind a loss: a further step has changed what it has, and not the restored table; or what
  /// sets a property of a view, or gives a list its rows, depends on it.
  func staleReference(behind loss: Discovery, in pair: RunPair) -> StaleReference? {
    guard loss.kind == .loss, loss.isOfRestart else { return nil }
    if let key = loss.scriptKey {
      guard loss.needsLaterStep else { return nil }
      let call = scripts.keyCalls(in: ["encode"], of: Set(scripts.lineage(of: loss.className))).filter { $0.key == key }
      let names = call.reduce(into: Set([key])) { $0.formUnion($1.names) }
      return pair.staleReferences(scripts).first { $0.holder == loss.path && names.contains($0.field) }
    }
    var names = Set(
      scripts.setters(of: loss.property ?? "", ofViewAt: loss.place).flatMap { file, function, index in
        file.namesDeciding(assignmentAt: index, in: function).compactMap { file.tokens[$0].word }
      })
    if names.isEmpty, loss.isMadeByScript, evidence.isList(loss.path) {
      names = scripts.names(behindRowsIn: loss.ownerClass)
    }
    return names.isEmpty
      ? nil
      : pair.staleReferences(scripts).first { [loss.owner, loss.path].contains($0.path) && names.contains($0.name) }
  }

  /// Returns a loss with a stale reference as its explanation, at the line that decodes or sets it.
  func explain(_ loss: Discovery, by reference: StaleReference) -> Discovery {
    var loss = loss
    let classNames = Set(scripts.lineage(of: reference.className))
    let decode = scripts.keyCalls(in: AppScripts.decodingMethods, of: classNames).first { call in
      guard call.fields.contains(reference.name), let file = scripts.files[call.place.file] else { return false }
      return scripts.ranges(of: nil, in: file, where: classNames.contains).contains { $0.contains(call.index) }
    }
    loss.place =
      decode?.place ?? scripts.assignment(of: reference.name, inMethodsOf: reference.className)
      ?? scripts.assignment(of: reference.name, from: reference.field)
      ?? scripts.assignment(of: reference.name, in: reference.className) ?? loss.place
    loss.decoding = decode?.place.description
    loss.commonCause = "reference \(reference.path) \(reference.name)"
    let name = reference.className.isEmpty ? "The \(reference.name) of the data source" : reference.name
    let holder = reference.holder.isEmpty ? "the app" : reference.holder
    loss.remedy =
      "\(name) has no part of the restored \(reference.field) of \(holder): set it again from there, in applicationFinishedRestoringState."
    return loss
  }
}

import AppSession
import LuaRuntime
import LuaScreens
import StateRestoration

// Lines that set again what was restored, as they were seen in a run.

extension RestorationWatch.Names {
  /// The fields and properties that have other values in the run that has restored the state of another one.
  @MainActor
  init(changedIn after: RunEvidence, from before: RunEvidence) {
    codingPlaces = before.recorder.codingPlaces.union(after.recorder.codingPlaces)
    for (path, values) in before.fields.sorted(by: { "\($0.key)" < "\($1.key)" }) {
      guard let others = after.fields[path], fields.count < Self.mostPaths else { continue }
      let changed = values.filter { name, value in
        !ScriptFields.areSame(value, others[name]) && !value.hasPrefix(ScriptFields.reference(to: ""))
      }
      if !changed.isEmpty { fields[path] = Array(changed.keys.sorted().prefix(Self.mostNames)) }
    }
    let restored = Dictionary(after.tree.all.map { ($0.shownPath, $0) }, uniquingKeysWith: { first, _ in first })
    for node in before.tree.all where properties[node.shownPath] == nil && properties.count < Self.mostPaths {
      guard let other = restored[node.shownPath], other.className == node.className else { continue }
      let changed = node.changedProperties(in: other)
      if !changed.isEmpty { properties[node.shownPath] = changed.keys.sorted() }
    }
  }

  private static let (mostPaths, mostNames) = (20, 10)
}

extension TreeRecord.Node {
  /// The properties of scripts that have other values in another run, with their values as Lua literals.
  fileprivate func changedProperties(in other: TreeRecord.Node) -> [String: String] {
    var changed: [String: String] = [:]
    for (key, value) in state where other.state[key] != value && !SavedProperty.textKeys.contains(key) {
      let property = SavedProperty(key, in: state)
      changed[property.name] = property.text(value)
    }
    if let text = facts.shownText, other.shownText != text {
      changed[!facts.isView || facts.className == "Button" ? "title" : "text"] = "\"\(text)\""
    }
    return changed
  }

  /// Whether its built-in class saves a property that the user changes.
  fileprivate func savesItself(_ property: String) -> Bool {
    SavedProperty.keys(of: property).contains { state[$0] != nil } && (property != "text" || facts.isTyped)
  }
}

extension AppScripts {
  /// Returns the lines that set fields of a node again after they were restored.
  ///
  /// - Parameter saved: the saved values of its keys, as Lua literals.
  func linesSettingAgain(
    fieldsOf path: IdentifierPath, _ before: RunEvidence, _ after: RunEvidence, saved: [String: String]
  ) -> [LosingLine] {
    let node = before.tree.saved[path]
    let others = Set((after.watch?.fields[path] ?? [:]).keys)
    let fields = (after.watch?.fields[path] ?? [:]).compactMap { name, values -> LosingLine? in
      guard let value = before.fields[path]?[name], let other = after.fields[path]?[name] else { return nil }
      return setAgain(values, from: value, to: other, saved: saved).flatMap { assignment, part, partValue in
        self.place(ofOrigin: assignment.lines, after).flatMap { place in
          // What is set from another lost field follows from that.
          if let names = files[place.file]?.namesAssigned(in: place.line),
            !others.isDisjoint(with: names.subtracting([name]))
          {
            return nil
          }
          let lost = TableLiteral(value)?.lostPart(restored: other) ?? value
          let key = Self.key(of: [partValue, value], ofField: name, part, in: saved)
          return LosingLine(
            path: node?.shownPath ?? path.description, key: key, place: place,
            mistake: .setsAgain(
              field: part.isEmpty ? name : "\(name).\(part)", callback: assignment.callback ?? "a timer"),
            subject: node != nil ? .field(lost) : .fieldOfObject(lost), field: name, saved: value)
        }
      }
    }
    return fields.sorted { $0.key < $1.key }
  }

  /// Returns the key that has saved a field or a part of it; the name of the field if none has its value.
  ///
  /// - Parameter values: the value of the part, and that of the field.
  private static func key(
    of values: [String], ofField name: String, _ part: String, in saved: [String: String]
  ) -> String {
    if saved[name] != nil { return name }
    let last = part.split(separator: ".").last.map(String.init) ?? name
    let keys = values.map { value in saved.filter { $0.value == value }.keys.sorted() }
    return keys.joined().first { $0 == last } ?? keys.joined().first { $0.contains(last) } ?? keys.joined().first
      ?? name
  }

  /// Returns the lines that set properties again after they were restored.
  func linesSettingProperties(_ before: RunEvidence, _ after: RunEvidence) -> [LosingLine] {
    guard let properties = after.watch?.properties, !properties.isEmpty else { return [] }
    let restored = Dictionary(after.tree.all.map { ($0.shownPath, $0) }, uniquingKeysWith: { first, _ in first })
    return before.tree.all.flatMap { node -> [LosingLine] in
      guard let histories = properties[node.shownPath], let other = restored[node.shownPath] else { return [] }
      return node.changedProperties(in: other).sorted { $0.key < $1.key }.compactMap { property, value in
        guard
          let assignment = histories[property].flatMap({
            setAgain($0, from: value, isSavedByHost: node.savesItself(property))
          }),
          let place = place(ofOrigin: assignment.lines, after),
          // What is set from other values may follow from these.
          isOfConstants(place)
        else { return nil }
        let owner = node.isView ? IdentifierPath(parsing: node.shownPath).parent.description : node.shownPath
        return LosingLine(
          path: owner, key: property, place: place,
          mistake: .setsAgain(
            field: node.isView ? "\(node.identifier ?? node.className).\(property)" : property,
            callback: assignment.callback ?? "a timer"),
          subject: node.isView ? .property(property, of: node.shownPath) : .field(value),
          field: node.isView ? nil : property)
      }
    }
  }

  /// Returns the assignment that changes a field, or a part of its table, from the value before the restart to another one.
  private func setAgain(
    _ values: [RestorationWatch.Assignment], from before: String, to after: String, saved: [String: String]
  ) -> (assignment: RestorationWatch.Assignment, part: String, value: String)? {
    let (old, new) = (TableLiteral.leaves(of: before), TableLiteral.leaves(of: after))
    let lost = old.filter { !ScriptFields.areSame($0.value, new[$0.key]) && $0.value != "nil" }
    guard !lost.isEmpty else { return nil }
    let all = values.map { TableLiteral.leaves(of: $0.value) }
    return lost.sorted { $0.key < $1.key }.lazy.compactMap { part, value in
      guard let last = all.lastIndex(where: { $0[part] == value }), last + 1 < values.count else { return nil }
      let next = values[last + 1]
      // The decode gives another value to what had the lost one by chance, or a script to what nothing restores.
      if next.lines.isEmpty || last == 0 && next.callback == RestorationName.decode { return nil }
      let isRestored =
        values[last].callback.map(RestorationName.all.contains) == true || saved.values.contains(value)
        || saved.values.contains(before)
      guard isRestored else { return nil }
      return (next, part, value)
    }.first
  }

  /// Returns the assignment by which a script changes a property that was restored.
  ///
  /// - Parameters:
  ///   - before: the value before the restart; scripts may know it in another form.
  ///   - isSavedByHost: whether the host restores it.
  private func setAgain(
    _ values: [RestorationWatch.Assignment], from before: String, isSavedByHost: Bool
  ) -> RestorationWatch.Assignment? {
    func isSetAgain(_ index: Int) -> Bool {
      !values[index].lines.isEmpty && !(index == 1 && values[index].callback == RestorationName.decode)
    }
    if let last = values.lastIndex(where: { LosingLine.areSame($0.value, before) }), last + 1 < values.count {
      let isRestored = isSavedByHost || values[last].callback.map(RestorationName.all.contains) == true
      return isRestored && isSetAgain(last + 1) ? values[last + 1] : nil
    }
    let last = values.indices.dropFirst().last { isSetAgain($0) && values[$0 - 1].lines.isEmpty }
    return isSavedByHost ? last.map { values[$0] } : nil
  }

  /// Returns the line from which an assigned value comes: that of the assignment, or, if the value comes from a parameter of its
  /// function, that of the call.
  ///
  /// - Parameter lines: the line of the assignment and those of the calls that have led there, the innermost first.
  private func place(ofOrigin lines: [String], _ run: RunEvidence) -> Place? {
    let places = lines.compactMap(run.place).filter { files[$0.file] != nil }
    return places.first { !passesParameter(at: $0) } ?? places.last
  }

  /// Whether a line assigns or passes on what its function gets as an argument.
  private func passesParameter(at place: Place) -> Bool {
    guard let (file, values) = values(in: place), let function = file.functions.innermost(around: values.lowerBound)
    else { return false }
    let head = file.tokens[function.start..<function.bodyStart].drop { $0.kind != .symbol("(") }
    let parameters = Set(head.compactMap(\.word)).subtracting(["self"])
    return values.prefix { $0 < function.end }.contains { file.tokens[$0].word.map(parameters.contains) == true }
  }

  /// Whether a line assigns or passes on constants only.
  private func isOfConstants(_ place: Place) -> Bool {
    guard let (file, values) = values(in: place) else { return false }
    func first(_ symbols: Set<String>) -> Int? {
      values.last { index in symbols.contains { file.tokens[index].kind == .symbol($0) } }
    }
    // The arguments of the last call, if nothing is assigned.
    let isAssignment = file.tokens[values.lowerBound].kind == .symbol("=")
    guard let first = isAssignment ? values.lowerBound : first(["(", "{"]) else { return false }
    return (first..<values.upperBound).allSatisfy {
      file.tokens[$0].word.map(Self.wordsOfConstants.contains) ?? true
    }
  }

  /// The words of constants, and of what may follow in the line.
  private static let wordsOfConstants: Set<String> = [
    "true", "false", "nil", "end", "then", "else", "do", "not", "ui", "Date", "IndexPath",
  ]

  /// Returns the tokens of a line from the sign of its assignment on, or all of them without one.
  private func values(in place: Place) -> (file: File, values: Range<Int>)? {
    guard let file = files[place.file], let first = file.tokens.firstIndex(where: { $0.line == place.line }) else {
      return nil
    }
    let end = file.tokens[first...].firstIndex { $0.line > place.line } ?? file.tokens.count
    return (file, (file.tokens[first..<end].firstIndex { $0.kind == .symbol("=") } ?? first)..<end)
  }
}

extension AppScripts.File {
  /// The names in the values of the assignments in a line.
  fileprivate func namesAssigned(in line: Int) -> Set<String> {
    tokens.indices.filter { tokens[$0].line == line }.reduce(into: []) { names, index in
      names.formUnion(tokens.namesAssigned(at: index) ?? [])
    }
  }
}

extension TableLiteral {
  /// Returns the plain values in a literal by the keys that lead to them, joined by points; an empty name for a plain value.
  static func leaves(of literal: String) -> [String: String] {
    guard let table = TableLiteral(literal), !table.members.isEmpty else { return ["": literal] }
    var found: [String: String] = [:]
    for (key, value) in table.members {
      let name = key.filter { $0 != "\"" }
      for (rest, leaf) in leaves(of: value) { found[rest.isEmpty ? name : "\(name).\(rest)"] = leaf }
    }
    return found
  }
}

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
  func changedProperties(in other: TreeRecord.Node) -> [String: String] {
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
    guard let histories = after.watch?.fields[path] else { return [] }
    let node = before.tree.saved[path]
    let decoded = (after.recorder.decoded[path] ?? []).filter(\.method.isDecoding)
    let keys = Set(decoded.filter { $0.callback == RestorationName.decode }.map(\.key))
    let keysOfMaking = Set(decoded.map(\.key)).subtracting(keys)
    let lines = histories.flatMap { name, values -> [LosingLine] in
      guard let value = before.fields[path]?[name], let other = after.fields[path]?[name] else { return [] }
      return TableLiteral.lostLeaves(of: value, restored: other).compactMap { part, partValue -> LosingLine? in
        let key = Self.key(of: [partValue, value], ofField: name, part, in: saved)
        // The innermost part first.
        let names = Array(([name] + part.split(separator: ".").map(String.init)).reversed())
        guard partValue != "nil",
          let assignment = setAgain(
            values, part, partValue, saved, key, isDecoded: keys.contains(key), isMade: keysOfMaking.contains(key)),
          case let origin = placesOfOrigin(assignment.lines, of: names, after),
          let place = place(ofSettingIn: origin, of: names)
            ?? self.assignment(to: names, in: assignment, at: path, after)
        else { return nil }
        // What is set from another lost field follows from that.
        if let (file, assigned) = self.values(in: origin.first ?? place, of: names),
          assigned.contains(where: { index in
            file.tokens[index].word.map { $0 != name && histories[$0] != nil } == true
          })
        {
          return nil
        }
        let text = TableLiteral(value)?.lostPart(restored: other) ?? value
        return LosingLine(
          path: node?.shownPath ?? path.description, key: key, place: place,
          mistake: .setsAgain(field: part.isEmpty ? name : "\(name).\(part)", callback: assignment.callback),
          subject: node != nil ? .field(text) : .fieldOfObject(text), field: name, saved: value)
      }
    }
    return lines.sorted { ($0.key, $0.changedField ?? "") < ($1.key, $1.changedField ?? "") }
  }

  /// Returns the assignment that changes a field, or a part of its table, from the restored value to another one.
  ///
  /// - Parameters:
  ///   - value: the value of the part before the restart.
  ///   - key: the key that may have saved it.
  ///   - isDecoded: whether the node's decoding restores it, so that earlier values do not matter.
  ///   - isMade: whether the method that has created the node may have given it.
  private func setAgain(
    _ values: [RestorationWatch.Assignment], _ part: String, _ value: String, _ saved: [String: String],
    _ key: String, isDecoded: Bool, isMade: Bool
  ) -> RestorationWatch.Assignment? {
    // The assignments of this part.
    var history: [(value: String?, assignment: RestorationWatch.Assignment)] = []
    for assignment in values {
      let value = TableLiteral.leaves(of: assignment.value)[part]
      let isRestoring = assignment.callbacks.contains(where: RestorationName.all.contains)
      if let last = history.last, last.value == value {
        if isRestoring { history[history.count - 1].assignment = assignment }
      } else {
        history.append((value, assignment))
      }
    }
    let restored = history.indices.dropLast().last { index in
      let (assignment, next) = (history[index].assignment, history[index + 1].assignment)
      let isOfNextDecoding = next.callbacks.contains(RestorationName.decode)
      // The decoding sets what it has been already.
      let isKept =
        isDecoded && !assignment.isDecoded && next.isDecoded && !isOfNextDecoding
        && [value, assignment.value].contains(saved[key])
      guard !isDecoded || assignment.isDecoded || isKept, history[index].value == value else { return false }
      // The decode gives another value to what had the lost one before.
      if isOfNextDecoding, !assignment.callbacks.contains(RestorationName.decode) { return false }
      return isKept || isMade && index == 0 || assignment.callbacks.contains(where: RestorationName.all.contains)
        || !Self.commonValues.contains(value) && saved.values.contains { $0 == value || $0 == assignment.value }
    }
    return restored.map { history[$0 + 1].assignment }
  }

  /// Values that a field may have by chance.
  private static let commonValues: Set<String> = ["true", "false", "0", "1", "\"\"", "{}"]

  /// Returns the last assignment to a field, or its part, in the callback that has changed it, or in the methods that this calls.
  private func assignment(
    to names: [String], in assignment: RestorationWatch.Assignment, at path: IdentifierPath, _ run: RunEvidence
  ) -> Place? {
    guard let callback = assignment.callbacks.last else { return nil }
    return [path, RunRecorder.application].lazy.flatMap { self.functions(of: [callback], of: $0, run) }
      .compactMap { call -> Place? in
        let index = names.lazy.compactMap { name in
          call.function.body.last { call.file.assigns(name, at: $0, in: call.function) }
        }.first
        return index.map { Place(file: call.file.name, line: call.file.tokens[$0].line) }
      }.first
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
          case let origin = placesOfOrigin(assignment.lines, of: [property], after),
          // What is set from other values may follow from these.
          let first = origin.first, isOfConstants(first, of: [property]),
          let place = place(ofSettingIn: origin, of: [property])
        else { return nil }
        let owner = node.isView ? IdentifierPath(parsing: node.shownPath).parent.description : node.shownPath
        return LosingLine(
          path: owner, key: property, place: place,
          mistake: .setsAgain(
            field: node.isView ? "\(node.identifier ?? node.className).\(property)" : property,
            callback: assignment.callback),
          subject: node.isView ? .property(property, of: node.shownPath) : .field(value),
          field: node.isView ? nil : property)
      }
    }
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
      !values[index].lines.isEmpty && !(index == 1 && values[index].callbacks.last == RestorationName.decode)
    }
    if let last = values.lastIndex(where: { LosingLine.areSame($0.value, before) }), last + 1 < values.count {
      let isRestored = isSavedByHost || values[last].callbacks.contains(where: RestorationName.all.contains)
      return isRestored && isSetAgain(last + 1) ? values[last + 1] : nil
    }
    let last = values.indices.dropFirst().last { isSetAgain($0) && values[$0 - 1].lines.isEmpty }
    return isSavedByHost ? last.map { values[$0] } : nil
  }

  /// Returns the line from which an assigned value comes, and those of the calls that have led there: that of the assignment, or, if
  /// the value comes from a parameter of its function, that of the call.
  ///
  /// - Parameters:
  ///   - lines: the line of the assignment and those of the calls that have led there, the innermost first.
  ///   - names: the names of the field and its part, or of the property.
  private func placesOfOrigin(_ lines: [String], of names: [String], _ run: RunEvidence) -> ArraySlice<Place> {
    let places = lines.compactMap(run.place).filter { files[$0.file] != nil }
      .map { beginOfAssignment(to: names, at: $0) }
    return places.firstIndex { !passesParameter(at: $0, to: names) }.map { places[$0...] } ?? places.suffix(1)
  }

  /// Returns the line to change of those that have led to an assignment: the first, or, if it sets a constant in a function that other
  /// code calls, too, and rightly, the call of that.
  private func place(ofSettingIn places: ArraySlice<Place>, of names: [String]) -> Place? {
    guard let first = places.first, isOfConstants(first, of: names) else { return places.first }
    return places.first { place in
      values(in: place, of: names).flatMap { functionCalledElsewhere(around: $1.lowerBound, in: $0) } == nil
    } ?? places.last
  }

  /// Returns the name of the function around a token if other code calls it, too, besides the call that has led there; nil if none does.
  func functionCalledElsewhere(around index: Int, in file: File) -> String? {
    guard let function = file.functions.innermost(around: index), let name = function.name.last else { return nil }
    let callers = calls[name, default: []].filter { call in
      // The method of another class.
      guard let caller = call.file.functions.namedFunction(around: call.index), call.index > 1,
        call.file.tokens[call.index - 2].word == "self"
      else { return true }
      let method = caller.name.dropLast() + [name]
      return method.elementsEqual(function.name)
        || !call.file.functions.functions.contains { method.elementsEqual($0.name) }
    }
    return callers.count > 1 ? name : nil
  }

  /// Whether a line assigns or passes on what its function gets as an argument.
  private func passesParameter(at place: Place, to names: [String]) -> Bool {
    guard let (file, values) = values(in: place, of: names),
      let function = file.functions.innermost(around: values.lowerBound)
    else { return false }
    let head = file.tokens[function.start..<function.bodyStart].drop { $0.kind != .symbol("(") }
    let parameters = Set(head.compactMap(\.word)).subtracting(["self"])
    return values.prefix { $0 < function.end }.contains { file.tokens[$0].word.map(parameters.contains) == true }
  }

  /// Whether a line assigns or passes on constants only.
  private func isOfConstants(_ place: Place, of names: [String]) -> Bool {
    guard let (file, values) = values(in: place, of: names) else { return false }
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

  /// Returns the tokens of a line from the sign of its assignment on, that to one of some names if there is one, whose values may end in a
  /// later line; or all of them without one.
  private func values(in place: Place, of names: [String]) -> (file: File, values: Range<Int>)? {
    guard let file = files[place.file], let first = file.tokens.firstIndex(where: { $0.line == place.line }) else {
      return nil
    }
    let end = file.tokens[first...].firstIndex { $0.line > place.line } ?? file.tokens.count
    let assigned = (first..<end).last { file.assigns(names, at: $0) }
    if let assigned, let values = file.tokens.valuesAssigned(at: assigned) {
      return (file, values.lowerBound - 1..<values.upperBound)
    }
    return (file, (file.tokens[first..<end].firstIndex { $0.kind == .symbol("=") } ?? first)..<end)
  }

  /// Returns the line in which an assignment to one of some names begins that ends in a line: Lua knows only that. The line itself without one.
  private func beginOfAssignment(to names: [String], at place: Place) -> Place {
    guard let file = files[place.file], let end = file.tokens.firstIndex(where: { $0.line > place.line }) else {
      return place
    }
    let begin = file.tokens.indices.prefix(end).reversed().prefix(Self.mostTokens).first { index in
      file.assigns(names, at: index)
        && file.tokens.valuesAssigned(at: index).map { file.tokens[$0.upperBound - 1].line >= place.line } == true
    }
    return Place(file: place.file, line: begin.map { file.tokens[$0].line } ?? place.line)
  }

  /// The greatest number of tokens in an assignment that is looked for.
  private static let mostTokens = 500
}

extension AppScripts.File {
  /// Whether a token is one of some names of fields or variables, and is assigned.
  fileprivate func assigns(_ names: [String], at index: Int) -> Bool {
    guard let name = tokens[index].word ?? tokens[index].text, names.contains(name) else { return false }
    return tokens.assignsField(name, at: index) || index + 1 < tokens.count && tokens[index + 1].kind == .symbol("=")
  }
}

extension RestorationWatch.Assignment {
  /// The callback that has set the value, for a message.
  fileprivate var callback: String {
    switch callbacks.last {
    case nil: "a task"
    case "timer"?: "a timer"
    case let name?: name
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

  /// Returns the plain values in a literal that have other values in a restored one, or none.
  @MainActor static func lostLeaves(of literal: String, restored: String) -> [String: String] {
    let others = leaves(of: restored)
    return leaves(of: literal).filter { !ScriptFields.areSame($0.value, others[$0.key]) }
  }
}

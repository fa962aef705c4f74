import LuaRuntime
import LuaScreens
import StateRestoration

// Fields that a node keeps beside those that it encodes.
extension AppScripts {
  /// Returns the lines that encode values of a node, but not those of some lost fields, which no call of a coder names: the call, if it
  /// encodes several keys, or the line in which the method begins.
  ///
  /// - Parameters:
  ///   - calls: the calls for the node that may encode or decode values.
  ///   - values: the saved values of all nodes, as Lua literals.
  func linesNotSaving(
    _ names: some Sequence<String>, at path: IdentifierPath, _ calls: [KeyCall], _ before: RunEvidence,
    _ after: RunEvidence, saved values: ScriptFields.SavedValues
  ) -> [LosingLine] {
    let saved = values[path] ?? [:]
    let used = calls.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    // What the decoding sets is restored in another way.
    let set = functions(of: [RestorationName.decode], of: path, before).reduce(into: Set<String>()) { names, call in
      let tokens = call.file.tokens
      names.formUnion(
        call.function.body.compactMap { index in
          tokens[index].word.flatMap { call.file.assigns($0, at: index, in: call.function) ? $0 : nil }
        })
    }
    let fields = names.filter { !used.contains($0) && !set.contains($0) && !saved.keys.contains($0) }
    let node = before.tree.saved[path]
    return fields.sorted().compactMap { name in
      guard let value = before.fields[path]?[name], let other = after.fields[path]?[name],
        let lost = Self.lostParts(of: value, other), !lost.isEmpty,
        // Another node saves it.
        !values.contains(where: {
          $0.key != path && ($0.value[name] == value || TableLiteral(value) != nil && $0.value.values.contains(value))
        })
      else { return nil }
      let key = lost.lazy.compactMap { Self.key(saving: $0.key, of: name, $0.value, in: saved) }.first
      let decode = key.flatMap { key in after.recorder.decoded[path]?.last { $0.key == key && $0.method.isDecoding } }
      guard let place = key == nil ? placeEncoding(for: path, before) : after.place(decode?.place) else { return nil }
      return LosingLine(
        path: node?.shownPath ?? path.description, key: key ?? name, place: place,
        mistake: key == nil
          ? notSaved(name, isOnlyOne: fields.count == 1, before, after)
          : .restoresOther(field: name),
        subject: node != nil
          ? .field(TableLiteral(value)?.lostPart(restored: other) ?? value)
          : .fieldOfObject(TableLiteral(value)?.lostPart(restored: other) ?? value), field: name)
    }
  }

  /// Returns the mistake that nothing saves a field, with the views that functions set from it, and those of which it is unknown what
  /// scripts set.
  private func notSaved(
    _ field: String, isOnlyOne: Bool, _ run: RunEvidence, _ after: RunEvidence
  ) -> LosingLine.Mistake {
    let names = valueFlow.names(reachedBy: field).union([field])
    var (views, texts): (Set<String>, Set<String>) = ([], [])
    for node in run.tree.all {
      let setters = node.isView ? setters(ofViewAt: node.createdAt.flatMap(run.place)) : []
      let showsField = setters.contains { file, _, index in
        file.tokens.namesAssigned(at: index)?.isDisjoint(with: names) == false
      }
      let isSetAgain = setters.isEmpty && node.path != nil && after.watch?.isSetByScript(node.shownPath) == true
      if showsField || isSetAgain { views.insert(node.shownPath) }
      if setters.isEmpty, !node.isTyped { texts.insert(node.shownPath) }
    }
    return .notSaved(field: field, isOnlyOne: isOnlyOne, views: views, texts: texts)
  }

  /// Returns the plain values of a field that differ in another one; nil if it has others, too, which cannot be saved.
  private static func lostParts(of value: String, _ other: String) -> [String: String]? {
    let lost = TableLiteral.lostLeaves(of: value, restored: other)
    let isPlain = lost.values.allSatisfy { value in
      !["userdata", "function", "thread", "table"].contains(value) && !value.hasPrefix(ScriptFields.reference(to: ""))
    }
    return isPlain ? lost : nil
  }

  /// Returns the key under which a part of a field is saved; nil if none has its value.
  private static func key(saving part: String, of name: String, _ value: String, in saved: [String: String]) -> String?
  {
    let last = part.split(separator: ".").last.map(String.init) ?? name
    return saved.filter { $0.value == value && value != "nil" }.keys.sorted().first { $0.hasSuffix(last) }
  }

  /// Returns the last line of the method of a node that has encoded a value, or the line in which it begins.
  private func placeEncoding(for path: IdentifierPath, _ run: RunEvidence) -> Place? {
    let uses = (run.recorder.encoded[path] ?? []).filter { $0.error == nil }
    let callbacks = Set(uses.map(\.callback)).union(path == RunRecorder.application ? [] : [RestorationName.encode])
    let methods = functions(of: callbacks.sorted(), of: path, run)
    return uses.reversed().lazy.compactMap { run.place($0.place) }.first { place in
      methods.contains { $0.file.has(place, in: $0.function) }
    } ?? methods.first.map { Place(file: $0.file.name, line: $0.function.line) }
  }
}

extension AppScripts.File {
  /// Whether a line is in a function.
  func has(_ place: Place, in function: ScriptFunctions.Function) -> Bool {
    place.file == name && function.line <= place.line && place.line <= tokens[function.end].line
  }
}

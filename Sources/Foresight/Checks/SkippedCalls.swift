import Interface
import LuaScreens
import StateRestoration

/// A call of a coder that did not run, as a condition around it did not hold, while the value that belongs to its key was lost.
///
/// This alone is no mistake: an app may encode only what has changed. It is the cause of a loss that nothing else explains.
struct SkippedCall: Equatable, Sendable {
  /// The node whose method has the call.
  let path: String
  let key: String
  let place: Place
  let isEncode: Bool
  /// The value that the call should have saved or restored.
  let subject: Subject

  /// A value that a call saves or restores.
  enum Subject: Equatable, Sendable {
    /// A lost field of a controller or view, with its text.
    case field(String)
    /// A lost field of a registered object or the application, with its text.
    case fieldOfObject(String)
    /// A property of a view, by its path. Only a loss tells whether it was lost.
    case property(String, of: String)
  }

  /// The text of a lost field; nil for a property.
  var value: String? {
    switch subject {
    case .field(let value), .fieldOfObject(let value): value
    case .property: nil
    }
  }

  /// Whether a text shows the lost value.
  func isShown(in text: String) -> Bool { value.map { text.contains($0.filter { $0 != "\"" }) } ?? false }

  /// Whether it is about a property of a view.
  func concerns(_ property: String, of path: String) -> Bool { subject == .property(property, of: path) }

  var remedy: String {
    isEncode
      ? "coder:encode(\"\(key)\", …) does not run, so its value is not saved; encode it whenever it matters."
      : "coder:decode(\"\(key)\") does not run, so its value is not restored; decode it whenever it is there."
  }
}

extension AppScripts {
  /// Returns the calls that did not run in either of two runs, the second of which has restored the state of the first, although
  /// fields that they belong to differ, or for properties of views.
  func skippedCalls(_ before: RunEvidence, _ after: RunEvidence) -> [SkippedCall] {
    before.fields.sorted { "\($0.key)" < "\($1.key)" }.flatMap { path, fields -> [SkippedCall] in
      guard let others = after.fields[path], after.hasDecoded(path) else { return [] }
      let lost = fields.filter { others[$0.key] != $0.value }
      let encoded = Set((before.recorder.encoded[path] ?? []).map(\.key))
      let uses = after.recorder.decoded[path] ?? []
      let decoded = Set(uses.map(\.key))
      let encodes = keyCalls(in: ["encode"], of: path, before)
      let skipped =
        encodes.filter { !encoded.contains($0.key) }.map { ($0, true) }
        + keyCalls(in: Self.decodingMethods, of: path, before).filter { call in
          encoded.contains(call.key) && !decoded.contains(call.key) && !uses.contains { $0.method == .keys }
        }.map { ($0, false) }
      // What else a key may have, such as the result of a method.
      let unnamed = lost.keys.filter { field in !encodes.contains { $0.names.contains(field) } }.sorted()
      let node = before.tree.saved[path]
      let isNode = node != nil
      let shownPath = node?.shownPath ?? path.description
      return skipped.flatMap { call, isEncode -> [SkippedCall] in
        func skippedCall(_ subject: SkippedCall.Subject) -> SkippedCall {
          SkippedCall(path: shownPath, key: call.key, place: call.place, isEncode: isEncode, subject: subject)
        }
        func lostField(_ name: String) -> SkippedCall? {
          lost[name].map { skippedCall(isNode ? .field($0) : .fieldOfObject($0)) }
        }
        if let field = call.names.sorted().lazy.compactMap(lostField).first { return [field] }
        let properties = call.properties.sorted { $0.key < $1.key }.flatMap { field, properties in
          before.views(at: fields[field]).flatMap { path in
            properties.sorted().map { skippedCall(.property($0, of: path)) }
          }
        }
        let hasRun = [before, after].contains { $0.hasEncoded(at: call.place) }
        guard properties.isEmpty, isEncode, !hasRun, call.fields.isEmpty, decoded.contains(call.key) else {
          return properties
        }
        return unnamed.compactMap(lostField)
      }
    }
  }

  /// Returns the calls in the code of a node or the application.
  private func keyCalls(in methods: Set<String>, of path: IdentifierPath, _ run: RunEvidence) -> [KeyCall] {
    if let node = run.tree.saved[path] {
      return keyCalls(
        in: methods, of: Set([node.className, node.restorationClass].compactMap { $0 }.flatMap(lineage)))
    }
    if path == RunRecorder.application {
      return keyCalls(in: methods, ofFunctions: run.applicationMethods.map { ($0.value, $0.key) })
    }
    let functions = (run.tableFunctions[path] ?? [:]).compactMap { name, place in
      [RestorationName.encode, RestorationName.decode].contains(name) ? run.place(place).map { ($0, name) } : nil
    }
    return keyCalls(in: methods, ofFunctions: functions)
  }
}

extension AppScripts.KeyCall {
  /// The names of the fields that may belong to the key.
  fileprivate var names: Set<String> { fields.union([key]) }
}

extension RunEvidence {
  /// Whether a node has been asked to decode its state, or the application has decoded a key.
  fileprivate func hasDecoded(_ path: IdentifierPath) -> Bool {
    recorder.decodedNodes.contains(path) || path == RunRecorder.application && recorder.decoded[path] != nil
  }

  /// Whether a call has encoded a value.
  fileprivate func hasEncoded(at place: Place) -> Bool {
    recorder.encodingPlaces.contains { self.place($0) == place }
  }

  /// Returns the path of the view that a field has, if no other view has the same.
  fileprivate func views(at field: String?) -> [String] {
    guard let field else { return [] }
    let views = tree.all.filter { $0.isView && ControllerFields.reference(to: $0.shownPath) == field }
    return views.count == 1 ? views.map(\.shownPath) : []
  }
}

extension Evidence {
  /// The skipped calls of the run that was saved, and of the one that has restored its state.
  var skippedCalls: [SkippedCall] { after.map { scripts.skippedCalls(before, $0) } ?? [] }
}

extension Diagnosis {
  /// Returns the skipped call that a loss follows from: for the property itself, or for a field of the node, or of the nearest
  /// one that contains it, or for the only one of a registered object, which any view can show. Nil if there is none.
  func skippedCall(for loss: some LostPart, showing text: String) -> SkippedCall? {
    guard let property = loss.property else { return nil }
    // A label shows its text.
    let own = skippedCalls.first { $0.concerns(property == "screen" ? "text" : property, of: loss.path) }
    if let own { return own }
    let near = skippedCalls.filter { call in
      guard case .field = call.subject else { return false }
      return loss.path == call.path || loss.path.hasPrefix(call.path + "/")
    }
    let nearest = near.filter { call in !near.contains { $0.path.utf8.count > call.path.utf8.count } }
    if let call = nearest.first(where: { $0.isShown(in: text) }) ?? nearest.first { return call }
    let ofObjects = skippedCalls.filter { if case .fieldOfObject = $0.subject { true } else { false } }
    return property == "screen" && Set(ofObjects.map(\.place)).count == 1 ? ofObjects.first : nil
  }
}

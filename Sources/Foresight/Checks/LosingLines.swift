import AppSession
import Interface
import LuaScreens
import StateRestoration

/// A line of a script that loses the value of a key: a call of a coder that did not run, as a condition around it did not hold;
/// one that saves or restores another value; or one that sets the value again afterwards.
///
/// This alone is no mistake: an app may encode only what has changed. It is the cause of a loss that nothing else explains.
struct LosingLine: Equatable, Sendable {
  /// The node whose method has the line.
  let path: String
  let key: String
  let place: Place
  let mistake: Mistake
  /// The value that the line should have saved or restored.
  let subject: Subject
  /// The field or variable that has the value, or the title of a controller; nil for a property of a view.
  var field: String?
  /// The saved value as a Lua literal, such as `nil`; nil if the call did not run.
  var saved: String?

  /// The reason why the value is lost.
  enum Mistake: Equatable, Sendable {
    case encodeDidNotRun, decodeDidNotRun
    /// The encoded value is another one than that of the field.
    case encodesOther(field: String)
    /// The value of the field is another one than the decoded one.
    case restoresOther(field: String)
    /// The decoded values are set in another object than that of the field.
    case restoresElsewhere(field: String)
    /// A callback after the decoding sets the field again.
    case setsAgain(field: String, callback: String)
    /// The decode reads a field before the line that decodes it.
    case readsEarly(field: String, line: Int)
    /// The method of a data source names rows by addresses, which differ in each run.
    case namesByAddress
    /// The method that encodes others does not encode the field, which may be the only such one. Some views are set from it, by
    /// their paths, and the texts of others may be.
    case notSaved(field: String, isOnlyOne: Bool, views: Set<String>, texts: Set<String>)
  }

  /// A value that a line saves or restores.
  enum Subject: Equatable, Sendable {
    /// A lost field of a controller or view, with its text.
    case field(String)
    /// A lost field of a registered object or the application, with its text.
    case fieldOfObject(String)
    /// A property of a view, by its path. Only a loss tells whether it was lost.
    case property(String, of: String)
    /// A property of a view that the key alone tells.
    case propertyOfKey
  }

  /// The text of a lost field; nil for a property.
  var value: String? {
    switch subject {
    case .field(let value), .fieldOfObject(let value): value
    case .property, .propertyOfKey: nil
    }
  }

  /// The field that has another value after the restoration; nil if the call did not run.
  var changedField: String? {
    switch mistake {
    case .encodeDidNotRun, .decodeDidNotRun, .readsEarly, .namesByAddress, .notSaved: nil
    case .encodesOther(let field), .restoresOther(let field), .restoresElsewhere(let field), .setsAgain(let field, _):
      field
    }
  }

  /// A text that the lines of one mistake have in common: such a statement can lose the values of several keys.
  var commonCause: String? {
    switch mistake {
    case .restoresOther, .restoresElsewhere, .setsAgain, .readsEarly: place.description
    case .encodeDidNotRun, .decodeDidNotRun, .encodesOther, .namesByAddress, .notSaved: nil
    }
  }

  /// Whether a text shows the lost value.
  func isShown(in text: String) -> Bool {
    guard let value, value != "nil" else { return false }
    return text.contains(value.filter { $0 != "\"" })
  }

  /// Whether the lost value is, or has as a member, a value.
  ///
  /// - Parameter literal: the value as text.
  func contains(_ literal: String) -> Bool {
    let literal = Self.withoutFraction(literal)
    guard value != "nil" else { return false }
    return value == literal || [",", "}"].contains { value?.contains("=\(literal)\($0)") == true }
  }

  /// Whether it is about a property of a view, which was restored to the saved value, and had another one.
  func concerns(_ property: String, of loss: some LostPart) -> Bool {
    guard subject == .property(property, of: loss.path) else { return false }
    guard let saved else { return true }
    func isSaved(_ value: String) -> Bool { Self.withoutFraction(value) == Self.withoutFraction(saved) }
    return isSaved(loss.after) && !isSaved(loss.before)
  }

  /// Whether it explains the loss of its key.
  fileprivate var isAboutKey: Bool {
    switch subject {
    case .propertyOfKey: true
    case .fieldOfObject: mayExplain(AppMoment.scriptKey(key))
    case .field, .property: false
    }
  }

  /// Whether the restored part shows the saved value where the field had none before.
  func isShownInstead(in loss: some LostPart) -> Bool {
    guard value == "nil", let text = saved?.filter({ $0 != "\"" }), !text.isEmpty else { return false }
    return loss.after.contains(text) && !loss.before.contains(text)
  }

  /// Whether two literals are those of equal values.
  static func areSame(_ literal: String, _ other: String) -> Bool { withoutFraction(literal) == withoutFraction(other) }

  /// A literal does not tell whole numbers from floats.
  private static func withoutFraction(_ literal: String) -> String {
    literal.hasSuffix(".0") ? String(literal.dropLast(2)) : literal
  }

  /// Whether it can explain the loss of a property or key, although that does not show the value.
  func mayExplain(_ property: String, of path: String? = nil) -> Bool {
    if case .notSaved(_, let isOnlyOne, let views, let texts) = mistake {
      guard isOnlyOne, let path, views.contains(path) || texts.contains(path) && Self.shownText.contains(property)
      else { return false }
      // Any label may show an object, or not.
      if case .fieldOfObject = subject { return !Self.shownText.contains(property) }
    }
    guard changedField != nil else { return true }
    if value == "nil" { return false }
    if AppMoment.isScriptKey(property) { return property == AppMoment.scriptKey(key) }
    // A script may replace a restored value with one that it computes, such as the number of launches.
    return switch mistake {
    case .restoresOther, .restoresElsewhere: false
    default: true
    }
  }

  private static let shownText: Set<String> = ["text", "title", "screen"]

  /// The mistake, in a few words.
  var reason: String {
    switch mistake {
    case .encodeDidNotRun: "\"\(key)\" is not encoded"
    case .decodeDidNotRun: "\"\(key)\" is not decoded"
    case .encodesOther: "another one is encoded under \"\(key)\""
    case .restoresOther: "it is not the decoded value of \"\(key)\""
    case .restoresElsewhere: "the decoded values are set in another object"
    case .setsAgain(_, let callback): "\(callback) sets it again"
    case .readsEarly(let field, let line): "\(field) is read before line \(line) decodes it"
    case .namesByAddress: "\(key) returns an address"
    case .notSaved: "nothing saves it"
    }
  }

  /// The remedy for a call that saves another value than that of a field.
  static func remedy(encoding field: String, as key: String) -> String {
    "coder:encode(\"\(key)\", …) does not save the value that \(field) has then; encode that."
  }

  var remedy: String {
    switch mistake {
    case .encodeDidNotRun:
      "coder:encode(\"\(key)\", …) does not run, so its value is not saved; encode it whenever it matters."
    case .decodeDidNotRun:
      "coder:decode(\"\(key)\") does not run, so its value is not restored; decode it whenever it is there."
    case .encodesOther(let field):
      Self.remedy(encoding: field, as: key)
    case .restoresOther(let field):
      "\(field) does not get the decoded value of \"\(key)\"; set it to that."
    case .restoresElsewhere(let field):
      "The decoded values are set in another object than that of \(field): use \(field), or set it to the other one."
    case .setsAgain(let field, let callback):
      "\(callback) sets \(field) again after it was restored; leave it as it is there."
    case .readsEarly(let field, let line):
      "This line reads \(field) before line \(line) decodes it: decode it first."
    case .notSaved(let field, _, _, _):
      "Nothing saves \(field): encode it here, and decode it, too."
    case .namesByAddress:
      "\(key) returns an address, which differs from launch to launch: return a name or number from the app's data."
    }
  }
}

extension AppScripts {
  /// Returns the calls that did not run in either of two runs, the second of which has restored the state of the first, although
  /// fields that they belong to differ, or for properties of views; and the lines that change such a field.
  ///
  /// - Parameters:
  ///   - saved: the values of keys in that state.
  ///   - fresh: a run without the steps of the first; nil if that has made none.
  func losingLines(
    _ before: RunEvidence, _ after: RunEvidence, saved: ScriptFields.SavedValues, fresh: RunEvidence?
  ) -> [LosingLine] {
    before.fields.sorted { "\($0.key)" < "\($1.key)" }.flatMap { path, fields -> [LosingLine] in
      guard let others = after.fields[path], after.hasDecoded(path) else { return [] }
      var lost = fields.filter { others[$0.key] != $0.value }
      if let title = before.title(at: path), after.title(at: path) != title { lost["title"] = title }
      let encoded = Set((before.recorder.encoded[path] ?? []).map(\.key))
      let uses = after.recorder.decoded[path] ?? []
      let decoded = Set(uses.map(\.key))
      let encodes = keyCalls(in: ["encode"], of: path, before)
      let decodes = keyCalls(in: Self.decodingMethods, of: path, before)
      let skipped =
        encodes.filter { !encoded.contains($0.key) }.map { ($0, LosingLine.Mistake.encodeDidNotRun) }
        + decodes.filter { call in
          encoded.contains(call.key) && !decoded.contains(call.key) && !uses.contains { $0.method == .keys }
        }.map { ($0, LosingLine.Mistake.decodeDidNotRun) }
      // What else a key may have, such as the result of a method.
      let unnamed = lost.keys.filter { field in !encodes.contains { $0.names.contains(field) } }.sorted()
      let node = before.tree.saved[path]
      let isNode = node != nil
      let shownPath = node?.shownPath ?? path.description
      let setAgain = linesSettingAgain(fieldsOf: path, before, after, saved: saved[path] ?? [:])
      let changes = changes(at: path, encodes + decodes, before, after, saved: saved[path] ?? [:])
        .filter { change in !setAgain.contains { $0.field == change.field } }
      let known = Set((setAgain + changes).compactMap(\.field))
      let notSaved = fresh.map { fresh in
        linesNotSaving(
          lost.filter { name, value in
            !known.contains(name) && !ScriptFields.areSame(value, fresh.fields[path]?[name] ?? "")
          }.keys, at: path, encodes + decodes, before, after, saved: saved)
      }
      return setAgain + changes + earlyReads(at: path, decodes, before)
        + skipped.flatMap { call, mistake -> [LosingLine] in
          let place = placeSkipping(call)
          func losingLine(_ subject: LosingLine.Subject, of field: String? = nil) -> LosingLine {
            LosingLine(
              path: shownPath, key: call.key, place: place, mistake: mistake, subject: subject,
              field: field)
          }
          func lostField(_ name: String) -> LosingLine? {
            lost[name].map { losingLine(isNode ? .field($0) : .fieldOfObject($0), of: name) }
          }
          if let field = call.names.sorted().lazy.compactMap(lostField).first { return [field] }
          let properties = call.properties.sorted { $0.key < $1.key }.flatMap { field, properties in
            before.views(at: fields[field]).flatMap { path in
              properties.sorted().map { losingLine(.property($0, of: path)) }
            }
          }
          let hasRun = [before, after].contains { $0.hasEncoded(at: call.place) }
          guard properties.isEmpty, mistake == .encodeDidNotRun, !hasRun, call.fields.isEmpty,
            decoded.contains(call.key)
          else {
            return properties
          }
          return unnamed.compactMap(lostField)
        } + (notSaved ?? [])
    } + linesSettingProperties(before, after)
  }

  /// Returns the line of the only `return` in a condition before a call in a callback that is in none itself; otherwise that of
  /// the call, as another function may not have run.
  private func placeSkipping(_ call: KeyCall) -> Place {
    guard let file = files[call.place.file], let function = file.functions.innermost(around: call.index),
      function.name.last.map(RestorationName.coding.contains) == true,
      let line = file.returnSkipping(tokenAt: call.index, in: function).map({ file.tokens[$0].line })
    else { return call.place }
    return Place(file: file.name, line: line)
  }
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

  /// Returns the title of a saved controller, as a Lua literal; nil for another node, or without a title.
  fileprivate func title(at path: IdentifierPath) -> String? {
    tree.saved[path].flatMap { $0.isView ? nil : $0.shownText.map { "\"\($0)\"" } }
  }

  /// Returns the path of the view that a field has, if no other view has the same.
  func views(at field: String?) -> [String] {
    guard let field else { return [] }
    let views = tree.all.filter { $0.isView && ScriptFields.reference(to: $0.shownPath) == field }
    return views.count == 1 ? views.map(\.shownPath) : []
  }
}

extension Evidence {
  /// The lines that lose values between the run that was saved, and the one that has restored its state.
  var losingLines: [LosingLine] {
    linesWithAddresses + (after.map { scripts.losingLines(before, $0, saved: savedValues, fresh: fresh) } ?? [])
  }

  /// Whether the saved state of a list has what may be addresses of rows.
  var mayHaveAddresses: Bool {
    before.tree.saved.values.contains { $0.lineCount != nil && $0.state.values.contains { "\($0)".contains(": 0x") } }
  }

  /// The methods of data sources to which rows owe names that are addresses, which another run of the same steps has otherwise.
  private var linesWithAddresses: [LosingLine] {
    let others = (isFresh ? beside : repeated)?.tree.saved ?? [:]
    return before.tree.saved.sorted { "\($0.key)" < "\($1.key)" }.flatMap { path, node -> [LosingLine] in
      guard node.lineCount != nil, let other = others[path], let className = before.tree.saved[path.parent]?.className
      else { return [] }
      let properties = Set(
        node.state.filter { key, value in
          !SavedProperty.textKeys.contains(key) && value != other.state[key]
            && AppMoment.differInAddresses(value, other.state[key])
        }.map { SavedProperty($0.key, in: node.state).name })
      let isOutline = scripts.lineage(of: node.className).contains("OutlineView")
      let method = isOutline ? "persistentObjectForItem" : "modelIdentifierForElement"
      return properties.sorted().flatMap { property in
        scripts.definitions(of: method, inDataSourceOf: className).map { place in
          LosingLine(
            path: node.shownPath, key: method, place: place, mistake: .namesByAddress,
            subject: .property(property, of: node.shownPath))
        }
      }
    }
  }
}

extension AppScripts {
  /// Returns the lines that define a method for the data source of a list: in the class of its controller, or else the only one.
  fileprivate func definitions(of method: String, inDataSourceOf className: String) -> [Place] {
    let own = lineage(of: className).compactMap { definition(of: method, in: $0) }
    guard own.isEmpty else { return own }
    let all = files.flatMap { name, file in
      file.functions.functions.filter { $0.name.last == method }.map { Place(file: name, line: $0.line) }
    }
    return all.count == 1 ? all : []
  }
}

extension [LosingLine] {
  /// The line for fields of registered objects or the application, which any view can show; nil if there is none, or several.
  var onlyOneOfObject: LosingLine? {
    let ofObjects = filter { if case .fieldOfObject = $0.subject { true } else { false } }
    return Set(ofObjects.map(\.place)).count == 1 ? ofObjects.first : nil
  }

  /// Returns the line that a loss follows from: for the property itself, or for a field of the node, or of the nearest
  /// one that contains it, or for the only one of a registered object, which any view can show. Nil if there is none.
  func line(for loss: some LostPart) -> LosingLine? {
    guard let property = loss.property else { return nil }
    // A label shows its text.
    let own = first { line in
      line.concerns(property == "screen" ? "text" : property, of: loss)
        || line.isAboutKey && line.path == loss.path && line.key == loss.scriptKey
    }
    if let own { return own }
    let near = filter { call in
      guard case .field = call.subject else { return false }
      return loss.path == call.path || loss.path.hasPrefix(call.path + "/")
    }
    let nearest = near.filter { call in !near.contains { $0.path.utf8.count > call.path.utf8.count } }
    let shown = nearest.first { line in
      (line.isShown(in: loss.before) || line.isShownInstead(in: loss)) && (loss.scriptKey ?? line.key) == line.key
    }
    if let line = shown ?? nearest.first(where: { $0.mayExplain(property, of: loss.path) }) { return line }
    let owner = IdentifierPath(parsing: loss.path).parent.description
    // The bar of a container shows the title of a child.
    let title = first { line in
      property == "screen" && line.field == "title" && line.path.hasPrefix(owner + "/") && line.isShown(in: loss.before)
    }
    return title
      ?? filter { $0.mayExplain(property, of: loss.path) && (property == "screen" || $0.contains(loss.before)) }
      .onlyOneOfObject
  }
}

extension Diagnosis {
  /// Returns the line that loses the value of a node's field, or of one with the same name of a registered object or the
  /// application, which nodes may share; nil if there is none.
  func losingLine(ofField field: String, at path: String) -> LosingLine? {
    losingLines.first { $0.path == path && ($0.changedField ?? $0.key) == field }
      ?? losingLines.first { $0.path == path && $0.field == field }
      ?? losingLines.filter { $0.field == field }.onlyOneOfObject
  }
}

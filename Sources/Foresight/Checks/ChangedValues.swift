import LuaRuntime
import LuaScreens
import StateRestoration

// Fields that have other values after a restoration, although their keys are encoded.
extension AppScripts {
  /// Returns the lines that change values between a save and the restored screen: the call that encodes another value than a
  /// field has, the one that decodes another one than was saved, or the callback that sets the field again.
  ///
  /// - Parameters:
  ///   - path: the node that encodes the values.
  ///   - calls: its calls that may encode or decode values.
  ///   - saved: the saved values, as Lua literals.
  func changes(
    at path: IdentifierPath, _ calls: [KeyCall], _ before: RunEvidence, _ after: RunEvidence, saved: [String: String]
  ) -> [LosingLine] {
    guard let fields = before.fields[path], let others = after.fields[path] else { return [] }
    let names = Set(fields.keys).union(others.keys)
    let lost = names.filter { !ScriptFields.areSame(fields[$0] ?? "nil", others[$0]) }
    let node = before.tree.saved[path]
    var values = saved
    for use in before.recorder.encoded[path] ?? [] where use.error == nil && values[use.key] == nil {
      values[use.key] = "nil"
    }
    return values.sorted { $0.key < $1.key }.compactMap { key, value in
      let ofKey = calls.filter { $0.key == key }
      let names = ofKey.reduce(into: Set<String>()) { $0.formUnion($1.names) }
      let kept =
        ([key] + names.sorted()).lazy.filter(lost.contains).compactMap { name in
          KeptField(
            name, value, self.members(of: name, key, in: ofKey), fields[name] ?? "nil", others[name] ?? "nil")
        }.first
        ?? ofKey.lazy.flatMap(\.properties).first { fields[$0.key]?.hasPrefix(ScriptFields.reference(to: "")) == true }
        .flatMap { KeptField($0.value, of: $0.key, value) }
      guard let kept, let use = before.recorder.encoded[path]?.last(where: { $0.key == key && $0.error == nil }) else {
        return nil
      }
      var place = before.place(use.place)
      var mistake = LosingLine.Mistake.encodesOther(field: kept.name)
      // The decode of another key has read this one.
      if !kept.isSaved, kept.owner != key, fields[key] == value, others[key] == value { return nil }
      if kept.isSaved {
        let decode = after.recorder.decoded[path]?.last { $0.key == key && $0.method.isDecoding }
        guard let decode else { return nil }
        if kept.isOfView {
          let views = before.views(at: fields[kept.owner]).map {
            LosingLine.Subject.property(kept.member ?? "", of: $0)
          }
          guard let line = linesSettingProperties(before, after).first(where: { views.contains($0.subject) }) else {
            return nil
          }
          (place, mistake) = (line.place, line.mistake)
        } else if let target = target(ofDecodesIn: ofKey, besides: kept, fields, others) {
          mistake = .encodesOther(field: target)
        } else if let member = kept.member, member != key {
          // It may be the name by which another object is found.
          return nil
        } else if after.watch?.mayHaveHad(
          value, kept.owner, at: path, sinceDecoding: decode.callback == RestorationName.decode) != false
        {
          // Something sets it again.
          return nil
        } else {
          place = after.place(decode.place)
          mistake = .restoresOther(field: kept.name)
          if let other = place.flatMap({ otherObject(setAt: $0, insteadOf: kept.owner) }) {
            place = other
            mistake = .restoresElsewhere(field: kept.owner)
          } else {
            place = place.flatMap { setter(of: kept.owner, fromTableSetAt: $0) } ?? place
          }
        }
      }
      return place.map {
        LosingLine(
          path: node?.shownPath ?? path.description, key: key, place: $0, mistake: mistake,
          subject: kept.isOfView ? .propertyOfKey : node != nil ? .field(kept.value) : .fieldOfObject(kept.value),
          field: kept.isOfView ? nil : kept.owner, saved: value)
      }
    } + encodedProperties(at: path, calls, before, saved: values)
  }

  /// Returns the calls that encode something else than the property of a view that is set to the decoded value. Only the loss of
  /// that tells if it is lost.
  private func encodedProperties(
    at path: IdentifierPath, _ calls: [KeyCall], _ before: RunEvidence, saved: [String: String]
  ) -> [LosingLine] {
    let shownPath = before.tree.saved[path]?.shownPath ?? path.description
    return saved.sorted { $0.key < $1.key }.flatMap { key, value -> [LosingLine] in
      guard let use = before.recorder.encoded[path]?.last(where: { $0.key == key && $0.error == nil }),
        let place = before.place(use.place)
      else { return [] }
      let ofKey = calls.filter { $0.key == key }
      let encoded = ofKey.filter { $0.place == place }.reduce(into: Set<String>()) { $0.formUnion($1.names) }
      let set = ofKey.filter { $0.place != place }.flatMap(\.properties).sorted { $0.key < $1.key }
      return set.flatMap { field, properties -> [LosingLine] in
        before.views(at: before.fields[path]?[field]).flatMap { view in
          properties.subtracting(encoded).sorted().map { property in
            LosingLine(
              path: shownPath, key: key, place: place, mistake: .encodesOther(field: "\(field).\(property)"),
              subject: .property(property, of: view), saved: value)
          }
        }
      }
    }
  }

  /// A field, or a member of one, that has the saved value of a key either only before the restart or only after it.
  struct KeptField {
    /// The field.
    let owner: String
    /// The member; nil for the field itself.
    let member: String?
    /// The value before the restart, as a Lua literal; that of the whole field for a member, and of a table only what is lost.
    let value: String
    /// Whether the saved value is the one before the restart.
    let isSaved: Bool
    /// Whether it is the property of a view.
    var isOfView = false

    var name: String { member.map { "\(owner).\($0)" } ?? owner }

    /// Returns nil if both or none of the values are, or contain, the saved one, unless that is the value before the restart
    /// without members that are lost.
    ///
    /// - Parameter members: the names of members that can have the value.
    init?(_ name: String, _ saved: String, _ members: [String], _ before: String, _ after: String) {
      // Nothing was lost.
      if before == "nil", saved == "nil" { return nil }
      func has(_ literal: String, _ member: String?) -> Bool {
        guard let member else { return literal == saved }
        return [",", "}"].contains { literal.contains("\"\(member)\"=\(saved)\($0)") }
      }
      let table = TableLiteral(before)
      let isInPart = table?.isSavedInPart(saved, restored: after) == true
      // The first one of the field itself and of its members.
      let changed = ([nil] + members).first { has(before, $0) != has(after, $0) }
      guard let member = isInPart ? .some(nil) : changed else { return nil }
      isSaved = has(before, member)
      (owner, value) = (name, table?.lostPart(restored: after) ?? before)
      self.member = member
    }

    /// A property of a view, one of several that a key may have; nil if there is none.
    init?(_ properties: Set<String>, of field: String, _ saved: String) {
      guard let property = properties.min() else { return nil }
      (owner, member, value, isSaved, isOfView) = (field, property, saved, true, true)
    }
  }

  /// Returns the line that sets a local variable of the name of a field to a new object, if a line sets a member of that to what it
  /// decodes; nil for other lines, and if the object is used for more than its members, as it may become the field's there.
  private func otherObject(setAt place: Place, insteadOf field: String) -> Place? {
    guard let file = files[place.file],
      let index = file.tokens.indices.dropLast(2).first(where: { index in
        file.tokens[index].line == place.line && file.tokens[index].kind == .name(field)
          && file.tokens[index + 1].kind == .symbol(".")
          && file.tokens[index + 2].word.map { file.tokens.assignsField($0, at: index + 2) } == true
      }), index == 0 || file.tokens[index - 1].kind != .symbol("."),
      let function = file.functions.innermost(around: index),
      let declaration = function.body.prefix(while: { $0 < index }).last(where: { other in
        file.tokens[other].kind == .name(field) && file.isDeclared(at: other)
      }),
      let values = file.values(assignedTo: field, at: declaration),
      // Another name of the field's object.
      !file.tokens[values].contains(where: { $0.kind == .name(field) }),
      function.body.drop(while: { $0 < values.upperBound }).allSatisfy({ other in
        file.tokens[other].kind != .name(field) || file.tokens[other - 1].kind == .symbol(".")
          || [.symbol("."), .symbol(":"), .symbol("[")].contains(file.tokens[other + 1].kind)
      })
    else { return nil }
    return Place(file: file.name, line: file.tokens[declaration].line)
  }

  /// The callbacks that run after the decoding of a node, the last ones first.
  static let callbacksAfterDecoding = [
    "viewDidAppear", "viewWillAppear", RestorationCallbacks.applicationFinishedRestoringState.name,
  ]

  /// The names of the app's callbacks after the restoration; nil if it has none.
  var settersOfRestored: String? {
    let names = Self.callbacksAfterDecoding.reversed() + [ApplicationCallbacks.didFinishLaunching.name]
    let defined = names.filter { name in
      files.values.contains { $0.functions.functions.contains { $0.name.last == name } }
    }
    return defined.isEmpty ? nil : defined.joined(separator: " or ")
  }

  /// A function that a callback runs.
  typealias CallbackFunction = (callback: String, file: File, function: ScriptFunctions.Function)

  /// Returns callbacks of a node, each followed by the node's methods that it calls.
  func functions(of callbacks: [String], of path: IdentifierPath, _ run: RunEvidence) -> [CallbackFunction] {
    let classNames = run.tree.saved[path].map { lineage(of: $0.className) } ?? []
    func method(_ name: String) -> (file: File, function: ScriptFunctions.Function)? {
      let place =
        classNames.lazy.compactMap { self.definition(of: name, in: $0) }.first
        ?? run.tableFunctions[path]?[name].flatMap { run.place($0) }
        ?? run.tree.saved[path].flatMap { node in run.ownMethods(of: node).first { $0.1 == name }?.0 }
        ?? (path == RunRecorder.application ? run.applicationMethods[name] : nil)
      return place.flatMap { function(at: $0, named: name) }
    }
    return callbacks.flatMap { callback -> [CallbackFunction] in
      guard let (file, function) = method(callback) else { return [] }
      let called = function.body.dropLast(2).compactMap { index -> String? in
        guard file.tokens[index].kind == .name("self"), file.tokens[index + 1].kind == .symbol(":") else { return nil }
        return file.tokens[index + 2].word
      }
      return ([(file, function)] + called.compactMap(method)).map { (callback, $0.file, $0.function) }
    }
  }
}

extension AppScripts.File {
  /// Whether a token is a name that is assigned, `owner.name = …`.
  func sets(_ name: String, of owner: String, at index: Int) -> Bool {
    index > 1 && tokens[index].kind == .name(name) && tokens[index - 1].kind == .symbol(".")
      && tokens[index - 2].kind == .name(owner) && tokens.assignsField(name, at: index)
  }
}

extension RunEvidence {
  /// Returns the path by which a node is saved that is shown by another one; nil if it is not saved.
  func path(shownAs shownPath: String) -> IdentifierPath? {
    tree.saved.first { $0.value.shownPath == shownPath }?.key
  }
}

extension Evidence {
  /// Returns the decoding of a node and its callbacks after that, with the methods that they call.
  func functionsAfterRestoration(of path: IdentifierPath) -> [AppScripts.CallbackFunction] {
    scripts.functions(of: [RestorationName.decode] + AppScripts.callbacksAfterDecoding, of: path, before)
  }

  /// Findings about fields that have other values in the restored app, at the lines that change them. The screen shows it, and
  /// another restart does not change them again, as it would a number of launches.
  var changedValueFindings: [Finding] {
    guard let after, let twice, showsDifference(after) else { return [] }
    return changingLines.compactMap { path, line in
      guard let field = line.changedField, let owner = field.split(separator: ".").first.map(String.init),
        line.value != nil, after.fields[path]?[owner] == twice.fields[path]?[owner]
      else { return nil }
      // What is encoded as nil may be forgotten on purpose, and what was nil is not lost.
      if [line.value, line.saved].contains("nil") { return nil }
      // A value that differs in each run.
      if isFresh, let other = beside?.fields[path]?[owner], other != before.fields[path]?[owner] { return nil }
      // A flag is meant so, such as that a tip was shown.
      let name = field.split(separator: ".").last.map(String.init) ?? field
      if case .encodesOther = line.mistake, scripts.encodesFlag(line.key, for: name, at: line.place) { return nil }
      return Finding(
        code: .valueLost, path: line.path, className: before.tree.saved[path]?.className, key: line.key,
        isOfLosingLine: true, place: line.place,
        message: "\(field) has another value after the restart: \(line.reason)",
        consequence: "The user finds it changed.", remedy: line.remedy)
    }
  }

  /// Whether only a restart of the restored app can tell if values or texts are lost.
  var needsThirdLaunch: Bool {
    guard let after, isRestoring else { return false }
    return showsDifference(after) && !(changingLines.isEmpty && changedTexts(after).isEmpty)
  }

  /// The lines that change values of keys, by the paths of their nodes.
  private var changingLines: [(path: IdentifierPath, line: LosingLine)] {
    losingLines.filter { $0.changedField != nil }.compactMap { line in
      before.fields.keys.first { (before.tree.saved[$0]?.shownPath ?? $0.description) == line.path }.map { ($0, line) }
    }
  }

  /// Whether the first run is a fresh launch without steps.
  var isFresh: Bool { fresh == nil }

  /// Whether the restored screen differs in rows that do not depend on the clock.
  private func showsDifference(_ after: RunEvidence) -> Bool {
    guard isComparable(after) else { return false }
    let others = isFresh ? beside?.lines ?? before.lines : before.lines
    return zip(before.lines, zip(after.lines, others)).contains { $0 != $1.0 && $0 == $1.1 }
  }
}

import StateRestoration

// What the values that a view shows depend on in the scripts.
extension Examination {
  /// Returns the names on which what a lost view shows depends: those that decide about its text or value, or else those in the
  /// methods of its class, or of its controller's.
  private func namesShown(in loss: Discovery) -> Set<String> {
    let setters = scripts.setters(of: loss.property ?? "screen", ofViewAt: loss.place)
    guard setters.isEmpty else {
      return Set(
        setters.flatMap { file, function, index in
          file.namesDeciding(assignmentAt: index, in: function).compactMap { file.tokens[$0].word }
        })
    }
    let isOwn = scripts.classNames.contains(loss.className)
    let className = isOwn ? loss.className : loss.ownerClass ?? loss.className
    return scripts.names(inMethodsOf: Set(scripts.lineage(of: className)))
  }

  /// Whether a lost view shows something that depends on the value of a key.
  private func shows(_ loss: Discovery, valueOf key: String) -> Bool {
    let shown = namesShown(in: loss).subtracting(scripts.propertyNames)
    return !scripts.valueFlow.names(reachedBy: key).isDisjoint(with: shown)
  }

  /// Returns those of some names of variables and fields on which what a lost view shows depends.
  private func names(_ names: some Sequence<String>, shownIn loss: Discovery) -> Set<String> {
    let shown = namesShown(in: loss).subtracting(scripts.propertyNames)
    return scripts.valueFlow.names(reachingAny: shown).intersection(names)
  }

  /// Whether a lost view shows something that depends on a field.
  func shows(_ loss: Discovery, _ field: String) -> Bool { !names([field], shownIn: loss).isEmpty }

  /// Returns the names of the fields that differ, or else of what scripts change while the app runs and no restored key has, on which
  /// what a lost view shows depends.
  ///
  /// - Parameter pair: the runs at the end of the steps that lose it.
  fileprivate func unsavedNames(behind loss: Discovery, in pair: RunPair) -> Set<String> {
    guard loss.isMadeByScript, loss.isOfRestart, let after = evidence.after, let twin = pair.disturbed else {
      return []
    }
    let fields = names(Set(ScriptFields.differences(pair.base, twin).map(\.field)), shownIn: loss)
    guard fields.isEmpty else { return fields }
    let lost = Set(diagnosis.losingLines.map(\.key))
    let restored = Set(after.recorder.decoded.values.joined().map(\.key)).subtracting(lost)
    return names(
      scripts.changedNames.subtracting(scripts.valueFlow.names(reachedByAny: Array(restored)))
        .subtracting(scripts.propertyNames), shownIn: loss)
  }

  /// Returns the ``Discovery/identity`` of each lost key beside a loss on which what the view shows depends.
  fileprivate func lostKeys(decidingAbout loss: Discovery) -> Set<String> {
    let setters = scripts.setters(of: loss.property ?? "screen", ofViewAt: loss.place)
    guard loss.isMadeByScript, !setters.isEmpty else { return [] }
    return Set(
      loss.others.filter { other in
        guard let key = other.scriptKey else { return false }
        if shows(loss, valueOf: key) { return true }
        // A field of a registered object can have the name of a property.
        let objects = evidence.variables(ofObjectAt: other.path)
        return setters.contains { file, function, index in
          file.namesDeciding(assignmentAt: index, in: function).contains { name in
            name > 1 && file.tokens[name].kind == .name(key) && file.tokens[name - 1].kind == .symbol(".")
              && file.tokens[name - 2].word.map(objects.contains) == true
          }
        }
      }.map(\.identity))
  }

  /// Returns the ``Discovery/identity`` of each lost value of a view beside a key that has a position in that view, such as its
  /// insertion point.
  func values(ofViewsBesidePositionIn loss: Discovery) -> Set<String> {
    guard let names = loss.reachedNames, !names.isDisjoint(with: Discovery.consequences) else { return [] }
    return Set(
      loss.others.filter { other in
        other.kind == .loss && other.scriptKey == nil && other.property != nil && other.rank == 0
          && !names.isDisjoint(with: scripts.names(ofViewAt: other.place))
      }.map(\.identity))
  }

  /// Returns the line that loses the value of another view of the same controller, or of the application or a registered object, if
  /// scripts set a lost view to that, too.
  func losingLine(shownBy loss: Discovery) -> LosingLine? {
    if let line = scripts.losingLine(ofObjectShownBy: loss, among: diagnosis.losingLines) { return line }
    guard loss.isMadeByScript, let property = loss.property,
      !scripts.setters(of: property, ofViewAt: loss.place).isEmpty
    else { return nil }
    return diagnosis.losingLines.first { line in
      guard line.path != loss.path, case .field = line.subject, line.mayExplain(property) else { return false }
      return IdentifierPath(parsing: line.path).parent.description == loss.owner && shows(loss, valueOf: line.key)
    }
  }

  /// Returns the line that decodes a key of the application after the objects were created that have its value in a field, if a lost
  /// view shows that; nil if there is none.
  func lateDecode(behind loss: Discovery) -> Place? {
    guard loss.isMadeByScript, loss.isOfRestart, let after = evidence.after else { return nil }
    let saved = evidence.savedValues[RunRecorder.application] ?? [:]
    return (after.recorder.decoded[RunRecorder.application] ?? []).lazy.filter { use in
      guard use.callback == Evidence.decodeOfApplication, let value = saved[use.key], value.hasPrefix("{") else {
        return false
      }
      let fields = evidence.before.fields.filter { $0.key != RunRecorder.application }.flatMap { path, fields in
        fields.filter { $0.value == value && after.fields[path]?[$0.key] != value }.keys
      }
      return !names(fields, shownIn: loss).isEmpty
    }.compactMap { after.place($0.place) }.first
  }
}

extension AppScripts {
  /// Returns the line that loses a value of the application or a registered object to which scripts set a lost property of a view.
  func losingLine(ofObjectShownBy loss: some LostPart, among lines: [LosingLine]) -> LosingLine? {
    guard let property = loss.property, loss.scriptKey == nil else { return nil }
    let names = setters(of: property, ofViewAt: loss.place).reduce(into: Set<String>()) { names, setter in
      names.formUnion(
        setter.file.namesDeciding(assignmentAt: setter.index, in: setter.function).compactMap {
          setter.file.tokens[$0].word
        })
    }.subtracting(propertyNames)
    return lines.first { line in
      guard case .fieldOfObject(let value) = line.subject, value != "nil" else { return false }
      return !valueFlow.names(reachedBy: line.key).isDisjoint(with: names)
    }
  }
}

extension Discovery {
  /// Notes on which unsaved names and lost keys a view depends that nothing else explains.
  ///
  /// - Parameter pair: the runs at the end of its steps.
  @MainActor
  mutating func noteUnsavedNames(_ examination: Examination, _ pair: RunPair) {
    guard isMadeByScript else { return }
    sources = examination.lostKeys(decidingAbout: self)
    unsavedNames = examination.unsavedNames(behind: self, in: pair)
    reachedNames = examination.scripts.valueFlow.names(reachedByAny: unsavedNames.sorted())
  }
}

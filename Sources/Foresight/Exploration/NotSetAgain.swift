import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// What views show of restored values, if nothing sets it again.
extension Examination {
  /// Returns the decoding after which a view does not show what was restored: no field, variable or key differs; nil if there is
  /// none, or if a value is lost.
  ///
  /// - Parameter pair: the runs at the end of the steps that lose it.
  @MainActor
  func decode(notShownBy loss: Discovery, in pair: RunPair) -> Place? {
    guard loss.kind == .loss, loss.isMadeByScript, loss.isOfRestart,
      !loss.others.contains(where: { $0.scriptKey != nil }),
      let twin = pair.disturbed, ScriptFields.differences(pair.base, twin).isEmpty,
      ScriptFields.differencesOfVariables(pair.base, twin, scripts).isEmpty, let after = evidence.after
    else { return nil }
    return scripts.decode(notShownBy: loss, evidence.before, after, saved: evidence.savedValues)
  }
}

extension AppScripts {
  /// Returns the decoding after which a view does not show what was restored, as nothing sets it again from that; nil if a value is
  /// lost.
  func decode(
    notShownBy loss: some LostPart, _ before: RunEvidence, _ after: RunEvidence, saved: ScriptFields.SavedValues
  ) -> Place? {
    guard RestorationWatch.Names(changedIn: after, from: before).fields.isEmpty else { return nil }
    let all = valueFlow.names(reachedByAny: saved.values.flatMap(\.keys))
    let restored = all.subtracting(propertyNames)
    let owner = before.tree.saved.values.filter { !$0.isView && (loss.path + "/").hasPrefix($0.shownPath + "/") }
      .max { $0.shownPath.utf8.count < $1.shownPath.utf8.count }
    let later = owner?.path.map { functions(of: Self.callbacksAfterDecoding, of: $0, before) } ?? []
    let isShown = setters(ofViewAt: loss.place).contains { file, function, index in
      guard let names = file.tokens.namesAssigned(at: index) else { return false }
      // What scripts change otherwise may be lost, and so is what a later callback sets again to another value.
      return !names.isDisjoint(with: restored)
        && names.intersection(changedNames).isSubset(of: all)
        && !later.contains { $0.file.name == file.name && $0.function.start == function.start }
    }
    return isShown ? decoding(around: loss.path, before, after) : nil
  }

  /// Returns the method that has decoded values for a view: of the nearest controller that contains it, or of the only other node or
  /// object; nil if there is none, or several.
  func decoding(around path: String, _ before: RunEvidence, _ after: RunEvidence) -> Place? {
    let recorder = after.recorder
    let decoding = recorder.decoded.filter { !$0.value.isEmpty }.keys.filter {
      recorder.decodedNodes.contains($0) || $0 == RunRecorder.application
    }
    let around = decoding.filter { decodingPath in
      before.tree.saved[decodingPath].map { path == $0.shownPath || path.hasPrefix($0.shownPath + "/") } == true
    }
    let others = decoding.filter { before.tree.saved[$0] == nil }
    let nearest = around.max { $0.components.count < $1.components.count } ?? (others.count == 1 ? others.first : nil)
    guard let nearest else { return nil }
    let callbacks = Set((recorder.decoded[nearest] ?? []).map(\.callback)).sorted()
    return functions(of: callbacks, of: nearest, before).first.map {
      Place(file: $0.file.name, line: $0.function.line)
    }
  }
}

extension AppScripts {
  /// Whether the host calls a method.
  static func isCallback(_ name: String) -> Bool {
    RestorationName.all.contains(name) || callbacksAfterDecoding.contains(name)
      || ["init", ViewControllerCallbacks.loadView.name, ViewControllerCallbacks.viewDidLoad.name].contains(name)
  }
}

extension AppScripts {
  /// Returns the names to which a line that creates views assigns them.
  func names(ofViewAt place: Place?) -> [String] {
    guard let place, let tokens = files[place.file]?.tokens else { return [] }
    return tokens.indices.dropFirst().flatMap { index -> [String] in
      guard tokens[index].line == place.line, tokens[index].kind == .symbol("=") else { return [] }
      // Several names can be assigned at once.
      let targets = tokens[..<index].reversed().prefix { token in
        token.line == place.line && (token.word != nil || [.symbol("."), .symbol(",")].contains(token.kind))
      }
      return targets.compactMap(\.word).filter { $0 != "self" }
    }
  }

  /// The properties that scripts set to show values.
  private static let shownProperties: Set<String> = ["text", "title", "value", "bars", "rows", "values"]

  /// Returns the innermost functions that set a property of the view that a line creates and assigns to a name, with the index of
  /// the property's name; what the view shows for the screen.
  func setters(
    of property: String = "screen", ofViewAt place: Place?
  ) -> [(file: File, function: ScriptFunctions.Function, index: Int)] {
    guard let place, let file = files[place.file] else { return [] }
    let properties = property == "screen" ? Self.shownProperties : [property]
    let (tokens, names) = (file.tokens, names(ofViewAt: place))
    return tokens.indices.dropLast(2).compactMap { index in
      guard let name = tokens[index].word, names.contains(name), let other = tokens[index + 2].word,
        properties.contains(other), tokens.assignsField(other, at: index + 2)
      else { return nil }
      return file.functions.innermost(around: index).map { (file, $0, index + 2) }
    }
  }
}

extension Discovery {
  /// Explains a loss by a key that is decoded after the screens that show its value were created.
  mutating func explain(byLateDecodeAt place: Place) {
    (self.place, decoding) = (place, place.description)
    commonCause = "decode \(place)"
    remedy = "The screens exist before this line runs: decode it in shouldRestoreApplicationState."
  }

  /// Explains a loss by a decoding after which nothing shows the restored values.
  mutating func explain(byDecodeAt place: Place) {
    (self.place, remedy) = (place, Self.remedyForNotShown)
    commonCause = "decode \(place)"
  }

  static let remedyForNotShown = "Its value is restored here, but not shown: set it again after that."
}

import LuaScreens

// What views show of restored values, if nothing sets it again.
extension Examination {
  /// Returns the function of a script that sets what a view has lost, from a value that was restored; nil if there is none, or if a
  /// field differs: then that value is lost.
  ///
  /// - Parameter pair: the runs at the end of the steps that lose it.
  @MainActor
  func setter(of loss: Discovery, notCalledIn pair: RunPair) -> Place? {
    guard loss.isMadeByScript, loss.isOfRestart, let place = loss.place, let twin = pair.disturbed,
      ScriptFields.differences(pair.base, twin).isEmpty
    else { return nil }
    let keys = Set(evidence.savedValues.values.flatMap(\.keys))
    let restored = keys.reduce(into: Set<String>()) { names, key in
      names.formUnion(scripts.valueFlow.names(reachedBy: key).subtracting(scripts.propertyNames))
    }
    return scripts.setters(of: loss.property ?? "", ofViewAt: place).first { file, function in
      !function.name.isEmpty && file.tokens[function.body].contains { $0.word.map(restored.contains) == true }
    }.map { Place(file: $0.file.name, line: $0.function.line) }
  }
}

extension AppScripts {
  /// Returns the innermost functions that set a property of the view that a line creates and assigns to a name; any property for
  /// the screen.
  func setters(
    of property: String, ofViewAt place: Place?
  ) -> [(file: File, function: ScriptFunctions.Function)] {
    guard let place, let file = files[place.file] else { return [] }
    let tokens = file.tokens
    let names = tokens.indices.dropFirst().compactMap { index in
      tokens[index].line == place.line && tokens[index].kind == .symbol("=") ? tokens[index - 1].word : nil
    }
    return tokens.indices.dropLast(2).compactMap { index in
      guard let name = tokens[index].word, names.contains(name), let other = tokens[index + 2].word,
        property == "screen" || property == other, tokens.assignsField(other, at: index + 2)
      else { return nil }
      return file.functions.functions.last { $0.body.contains(index) }.map { (file, $0) }
    }
  }
}

extension Discovery {
  /// Explains a loss by a function that nothing calls after the restoration.
  mutating func explain(bySetterAt place: Place) {
    commonCause = "setter \(place)"
    remedy = "Its value is restored, but not shown: call the function in line \(place.line) after the restoration, too."
  }
}

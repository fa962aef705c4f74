import LuaScreens
import StateRestoration

// What scripts do only in a launch that restores nothing.
extension Examination {
  /// Returns the line of a function that scripts pass on or assign in a launch under a condition, and nowhere else, if it sets, also by
  /// functions that it calls, what further steps after a restart lose; nil if there is none, or several, or if the condition does not
  /// depend on a restoration.
  func functionOfFirstLaunch(behind loss: Discovery) -> Place? {
    guard loss.needsLaterStep, loss.isOfRestart, let key = loss.scriptKey else { return nil }
    let names = loss.sourceNames.union([key])
    let restored = scripts.namesOfRestoration
    let launching = [ApplicationCallbacks.willFinishLaunching.name, ApplicationCallbacks.didFinishLaunching.name]
    let places = scripts.files.values.flatMap { file in
      file.functions.functions.filter { function in
        guard let outer = file.functions.innermost(around: function.start),
          outer.name.last.map(launching.contains) == true,
          file.conditions(ofTokenAt: function.start, in: outer).joined().contains(where: {
            file.tokens[$0].word.map(restored.contains) == true
          }), scripts.setsOnce(function, in: file)
        else { return false }
        let called = Set(file.tokens[function.body].compactMap(\.word))
        return file.assigns(anyOf: names, in: function)
          || scripts.files.values.contains { other in
            other.functions.functions.contains {
              $0.name.last.map(called.contains) == true && other.assigns(anyOf: names, in: $0)
            }
          }
      }.map { Place(file: file.name, line: $0.line) }
    }
    return places.count == 1 ? places[0] : nil
  }

  /// Returns the only method of a container that adds views, if nothing calls it after the restoration and a child is not on the
  /// screen; nil for other losses.
  func placement(of loss: Discovery) -> Place? {
    guard loss.property == nil, loss.isOfRestart, let path = evidence.before.path(shownAs: loss.owner),
      evidence.before.tree.saved[IdentifierPath(parsing: loss.path)] != nil,
      let owner = evidence.before.tree.saved[path]?.className
    else { return nil }
    let lineage = Set(scripts.lineage(of: owner))
    let methods = scripts.definitions.filter { lineage.contains($0.key.className) }.compactMap { method, place in
      scripts.function(at: place, named: method.name)
    }.filter { file, function in
      let words = file.tokens[function.body].compactMap(\.word)
      // One that adds children would add further ones.
      return words.contains("addSubview") && !words.contains("addChild")
    }
    let called = evidence.functionsAfterRestoration(of: path)
    guard methods.count == 1, let (file, function) = methods.first,
      !called.contains(where: { $0.file.name == file.name && $0.function.start == function.start })
    else { return nil }
    return Place(file: file.name, line: function.line)
  }
}

extension AppScripts {
  /// The names that tell a restoration from a first launch: the root, and what the callbacks of a restoration set.
  fileprivate var namesOfRestoration: Set<String> {
    let callbacks = RestorationName.all.subtracting([RestorationName.encode])
    return files.values.reduce(into: ["rootViewController"]) { names, file in
      for function in file.functions.functions where function.name.last.map(callbacks.contains) == true {
        names.formUnion(
          function.body.compactMap { index in
            file.tokens[index].word.flatMap { file.assigns($0, at: index, in: function) ? $0 : nil }
          })
      }
    }
  }

  /// Whether scripts set the variable or field of a function, or call what gets it, only once.
  fileprivate func setsOnce(_ function: ScriptFunctions.Function, in file: File) -> Bool {
    if let name = function.name.last {
      return files.values.reduce(0) { $0 + $1.settings(of: name) } == 1
    }
    guard let open = file.opening(around: function.start), open > 0, let name = file.tokens[open - 1].word else {
      return false
    }
    return files.values.reduce(0) { count, file in
      count
        + file.tokens.indices.count { file.tokens[$0].kind == .name(name) && file.arguments(ofCallAt: $0) != nil }
    } == 1
  }
}

extension AppScripts.File {
  /// Returns how often a variable or field of a name gets a value, also by the definition of a function.
  fileprivate func settings(of name: String) -> Int {
    tokens.indices.count { index in
      let isName = tokens[index].kind == .name(name)
      return isName && index + 1 < tokens.count && tokens[index + 1].kind == .symbol("=")
        || tokens.assignsField(name, at: index)
        || isName && functions.around(index).contains { $0.name.last == name && index < $0.bodyStart }
    }
  }

  /// Whether a function sets a variable or field of some names.
  fileprivate func assigns(anyOf names: Set<String>, in function: ScriptFunctions.Function) -> Bool {
    function.body.contains { index in
      tokens[index].word.map { names.contains($0) && assigns($0, at: index, in: function) } == true
    }
  }
}

extension Discovery {
  /// Explains a loss by a function that scripts set only in a launch under a condition.
  mutating func explain(byFunctionOfFirstLaunchAt place: Place) {
    (self.place, commonCause) = (place, "launch \(place)")
    remedy = "This function is set only under a condition: set it in a launch with a restoration, too."
  }

  /// Explains a child that is not on the screen by a method that nothing calls after the restoration.
  mutating func explain(byPlacementAt place: Place) {
    (self.place, commonCause) = (place, "setter \(place)")
    remedy =
      "The container does not show its restored children: call the function in line \(place.line) after the restoration, too."
  }
}

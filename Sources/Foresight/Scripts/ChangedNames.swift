import LuaRuntime
import LuaScreens
import StateRestoration

// The names of what scripts change after the launch.
extension AppScripts {
  /// Returns the names of variables and fields that are set by functions which run neither at a launch nor after a restoration.
  func namesOfChanged() -> Set<String> {
    let launching = functionsOfLaunch()
    return files.values.reduce(into: []) { names, file in
      for index in file.tokens.indices {
        guard let name = file.nameOfChanged(at: index), let function = file.functions.innermost(around: index),
          !launching.contains(function.name.last ?? "") || file.isOfFirstLaunch(index, in: function)
        else { continue }
        names.insert(name)
      }
    }
  }

  /// The last names of the functions that run at a launch only: callbacks, and what only these or the scripts themselves call.
  private func functionsOfLaunch() -> Set<String> {
    var names = Set(Self.callbacksAfterDecoding).union([
      "init", ViewControllerCallbacks.loadView.name, ViewControllerCallbacks.viewDidLoad.name, RestorationName.decode,
      ApplicationCallbacks.willFinishLaunching.name, ApplicationCallbacks.didFinishLaunching.name,
    ])
    // Where each function's name occurs: in which function, "" for the script itself; nil for one without a name.
    var uses: [String: Set<String?>] = [:]
    let defined = Set(files.values.flatMap(\.functions.functions).compactMap(\.name.last))
    for file in files.values {
      for index in file.tokens.indices {
        guard let name = file.tokens[index].word ?? file.tokens[index].text, defined.contains(name),
          !file.functions.isInHead(index)
        else { continue }
        let function = file.functions.innermost(around: index)
        // What is passed on can be called at any time.
        let isOfLaunch =
          file.arguments(ofCallAt: index) != nil && function.map { !file.isOfFirstLaunch(index, in: $0) } != false
        uses[name, default: []].insert(isOfLaunch ? function.map { $0.name.last } ?? "" : nil)
      }
    }
    // A function is of the launch as soon as the last one that uses it is.
    var (others, used): ([String: Int], [String: [String]]) = ([:], [:])
    var rest = Array(names)
    for (name, users) in uses where !names.contains(name) && !users.contains(nil) {
      let users = users.compactMap(\.self).filter { !$0.isEmpty }
      others[name] = users.count
      for user in users { used[user, default: []].append(name) }
      if users.isEmpty { rest.append(name) }
    }
    while let user = rest.popLast() {
      names.insert(user)
      for name in used[user] ?? [] {
        others[name, default: 0] -= 1
        if others[name] == 0 { rest.append(name) }
      }
    }
    return names
  }
}

extension AppScripts.File {
  /// Whether a token is in a condition of a function that does not only restore: it can say that there was no restoration.
  fileprivate func isOfFirstLaunch(_ index: Int, in function: ScriptFunctions.Function) -> Bool {
    ![RestorationName.decode, RestorationCallbacks.applicationFinishedRestoringState.name].contains(function.name.last)
      && !conditions(ofTokenAt: index, in: function).isEmpty
  }

  /// Returns the name of a variable or field that a token assigns, or of a list that it changes; nil for a local variable of its
  /// function, and for other tokens.
  fileprivate func nameOfChanged(at index: Int) -> String? {
    guard index > 0, index + 1 < tokens.count else { return nil }
    // `list[index] = …`
    if tokens[index].kind == .symbol("="), tokens[index - 1].kind == .symbol("]"), let open = opening(of: index - 1) {
      return open > 0 ? tokens[open - 1].word : nil
    }
    // `table.insert(self.list, …)`
    if tokens[index].kind == .symbol("("), index > 2, tokens[index - 3].kind == .name("table") {
      return tokens[index...].dropFirst().prefix { $0.word != nil || [.name("self"), .symbol(".")].contains($0.kind) }
        .last?.word
    }
    guard let word = tokens[index].word else { return nil }
    return functions.innermost(around: index).map { assigns(word, at: index, in: $0) } == true ? word : nil
  }
}

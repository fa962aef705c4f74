import LuaScreens
import StateRestoration

// The calls by which the methods of a node encode and decode keys.
extension AppScripts {
  /// Returns the calls in the code of a node or the application.
  func keyCalls(in methods: Set<String>, of path: IdentifierPath, _ run: RunEvidence) -> [KeyCall] {
    if let node = run.tree.saved[path] {
      let classNames = Set([node.className, node.restorationClass].compactMap { $0 }.flatMap(lineage))
      let own = keyCalls(
        in: methods, ofFunctions: run.ownMethods(of: node).filter { !definitions.values.contains($0.0) })
      if !own.isEmpty { return own }
      let others = run.functionsOfOthers.filter { place, _ in
        !definitions.contains { classNames.contains($0.key.className) && $0.value == place }
      }.compactMap { function(at: $0, named: $1) }
      return keyCalls(in: methods, of: classNames).filter { call in
        !others.contains { file, function in file.has(call.place, in: function) }
      }
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
  /// The names of the fields and variables that may belong to the key.
  var names: Set<String> { Set(tokens.compactMap(\.word)).union(fields).union([key]) }
}

extension RunEvidence {
  /// The places and names of the callbacks of the application and of registered tables, which do not run for nodes.
  fileprivate var functionsOfOthers: [(place: Place, name: String)] {
    let ofTables = tableFunctions.values.flatMap { functions in
      functions.compactMap { name, text in
        RestorationName.all.contains(name) ? place(text).map { (place: $0, name: name) } : nil
      }
    }
    return applicationMethods.map { (place: $0.value, name: $0.key) } + ofTables
  }

  /// The places of the methods by which a node saves and restores values, also if they are functions of the node itself.
  func ownMethods(of node: TreeRecord.Node) -> [(Place, String)] {
    [(node.encodesAt, RestorationName.encode), (node.decodesAt, RestorationName.decode)].compactMap { text, name in
      place(text).map { ($0, name) }
    }
  }
}

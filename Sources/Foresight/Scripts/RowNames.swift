import LuaScreens

// The names on which the rows of lists depend.
extension AppScripts {
  /// Returns the names in the methods of a list's data source, and in the functions that these call: the methods of the class of the
  /// list's controller, or all if it has none.
  func names(behindRowsIn className: String?) -> Set<String> {
    let queries = ScriptHost.dataSourceQueries
    let all = files.values.flatMap { file in file.functions.functions.map { (file: file, function: $0) } }
    var rest = (className.map(lineage) ?? []).flatMap { name in
      queries.compactMap { query in definition(of: query, in: name).flatMap { function(at: $0, named: query) } }
    }
    if rest.isEmpty { rest = all.filter { $0.function.name.last.map(queries.contains) == true } }
    var (names, seen): (Set<String>, Set<String>) = ([], [])
    while let (file, function) = rest.popLast() {
      guard seen.insert("\(file.name) \(function.start)").inserted else { continue }
      for index in function.body {
        guard let word = file.tokens[index].word else { continue }
        names.insert(word)
        if file.arguments(ofCallAt: index) != nil { rest += all.filter { $0.function.name.last == word } }
      }
    }
    return names
  }
}

extension Evidence {
  /// Whether the node at a path is a list of rows.
  func isList(_ path: String) -> Bool { before.tree.all.contains { $0.shownPath == path && $0.lineCount != nil } }
}

import LuaRuntime

// What decides about the text of a view.
extension AppScripts {
  /// Returns the names on which the text of a view or the title of a controller depends: in the line that creates it, and of each
  /// text and title that may be its own.
  func namesDeciding(textOfViewAt place: Place?) -> Set<String> {
    var names: Set<String> = []
    for file in files.values {
      let tokens = file.tokens
      for index in tokens.indices.dropFirst(2) {
        if let place, place.file == file.name, tokens[index].line == place.line, let word = tokens[index].word,
          index + 1 < tokens.count, tokens[index + 1].kind != .symbol("=")
        {
          names.insert(word)
        }
        guard ["text", "title"].contains(where: { tokens.assignsField($0, at: index) }) else { continue }
        if let place, case .name(let owner) = tokens[index - 2].kind, owner != "self",
          case let isField = index > 2 && tokens[index - 3].kind == .symbol("."),
          isOther(owner, isField: isField, thanViewAt: place)
        {
          continue
        }
        for (file, name) in namesDeciding(assignmentAt: index, in: file) {
          // Constants are not lost.
          guard let word = file.tokens[name].word, constants.text(ofNameAt: name, in: file.tokens) == nil else {
            continue
          }
          names.insert(word)
        }
      }
    }
    return names
  }

  /// Returns the names on which an assignment depends in its function, and those on which the calls of that depend.
  func namesDeciding(assignmentAt index: Int, in file: File) -> [(file: File, index: Int)] {
    var found: [(file: File, index: Int)] = []
    var rest = [(file: file, index: index)]
    var seen: Set<String> = []
    let values = file.tokens.valuesAssigned(at: index)
    while let next = rest.popLast() {
      guard let function = next.file.functions.innermost(around: next.index) else { continue }
      found += next.file.namesDeciding(tokenAt: next.index, seen.isEmpty ? values : nil, in: function).map {
        (next.file, $0)
      }
      guard let name = function.name.last, seen.insert(name).inserted else { continue }
      for file in files.values {
        rest += file.tokens.indices.filter {
          file.tokens[$0].kind == .name(name) && file.arguments(ofCallAt: $0) != nil
        }.map { (file, $0) }
      }
    }
    return found
  }
}

// What decides about the value that an assignment sets.
extension AppScripts.File {
  /// Returns the tokens of the names on which an assignment depends in its function: those of its values, of the conditions and
  /// loops around it, of the conditions of returns before it, and of what sets local variables among them.
  ///
  /// - Parameter index: the token of a name that is assigned.
  func namesDeciding(assignmentAt index: Int, in function: ScriptFunctions.Function) -> Set<Int> {
    namesDeciding(tokenAt: index, tokens.valuesAssigned(at: index), in: function)
  }

  /// Returns those of an assignment with some values, or of a call.
  fileprivate func namesDeciding(
    tokenAt index: Int, _ values: Range<Int>?, in function: ScriptFunctions.Function
  ) -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<Int> = []
    var rest = [(index: index, values: values)]
    while let next = rest.popLast() {
      let ranges = conditions(ofTokenAt: next.index, in: function) + [next.values].compactMap(\.self)
      let new = Set(ranges.joined()).filter { tokens[$0].word != nil }.subtracting(found)
      found.formUnion(new)
      let variables = Set(new.filter { root(ofFieldAt: $0) == $0 }.compactMap { tokens[$0].word })
      for other in function.body {
        guard let word = tokens[other].word, variables.contains(word),
          let values = self.values(assignedTo: word, at: other), seen.insert(other).inserted
        else { continue }
        rest.append((other, values))
      }
    }
    return found
  }

  /// Returns the conditions and loops around a token in a function, and the conditions of returns before it.
  func conditions(ofTokenAt index: Int, in function: ScriptFunctions.Function) -> [Range<Int>] {
    /// The heads of the open blocks; nil for a function.
    var open: [[Range<Int>]?] = []
    var (returns, loop): ([Range<Int>], Range<Int>?) = ([], nil)
    for other in function.body.lowerBound..<max(index, function.body.lowerBound) {
      guard case .name(let word) = tokens[other].kind else { continue }
      func head(upTo end: String) -> Range<Int> {
        other..<(tokens[other...].firstIndex { $0.kind == .name(end) } ?? other)
      }
      switch word {
      case "if": open.append([head(upTo: "then")])
      case "elseif": if let last = open.indices.last { open[last]?.append(head(upTo: "then")) }
      case "for", "while": loop = head(upTo: "do")
      case "do":
        open.append([loop].compactMap(\.self))
        loop = nil
      case "repeat": open.append([])
      case "function": open.append(nil)
      case "end", "until": _ = open.popLast()
      case "return" where !open.contains { $0 == nil }: returns += open.compactMap(\.self).joined()
      default: break
      }
    }
    return returns + open.compactMap(\.self).joined()
  }
}

import LuaRuntime
import StateRestoration

/// A function that runs while or after a node is decoded, with the calls that lead to it.
struct RestoringCall: Sendable {
  let file: AppScripts.File
  let function: ScriptFunctions.Function
  /// Whether `self` is the node.
  let isOfNode: Bool
  /// The call by which another such function runs this one, with the range of its arguments; empty for a callback.
  let callers: [(call: RestoringCall, arguments: Range<Int>)]

  /// Whether it runs a function, or is run by it.
  fileprivate func isWithin(_ other: ScriptFunctions.Function, of file: AppScripts.File) -> Bool {
    self.file.name == file.name && function.start == other.start
      || callers.contains { $0.call.isWithin(other, of: file) }
  }

  /// Whether it is the decoding of a node, or is run by it.
  var isOfDecoding: Bool {
    callers.isEmpty ? function.name.last == RestorationName.decode : callers.allSatisfy { $0.call.isOfDecoding }
  }

  fileprivate var depth: Int { callers.reduce(0) { max($0, $1.call.depth + 1) } }

  /// Whether the values in a range have one of some names, or come from one by local variables and parameters of the functions.
  /// Constants do not count, nor what a function gets that no script calls.
  @MainActor
  func reads(_ names: Set<String>, in range: Range<Int>, _ scripts: AppScripts) -> Bool {
    var read: Set<String> = []
    return reads(names, in: range, scripts, declaring: nil, &read)
  }

  /// - Parameters:
  ///   - declaring: the local variable whose value is in the range; there, its name is that of another variable.
  ///   - read: the variables and parameters that were looked at, each of which needs it once.
  @MainActor
  private func reads(
    _ names: Set<String>, in range: Range<Int>, _ scripts: AppScripts, declaring: String?, _ read: inout Set<String>
  ) -> Bool {
    let tokens = file.tokens
    let place = "\(file.name):\(function.start)"
    return range.contains { index in
      guard let word = tokens[index].word, index == 0 || tokens[index - 1].kind != .symbol(":"),
        !file.isFieldOfConstructor(index),
        !file.functions.around(index).contains(where: { range.contains($0.start) && $0.start < index && index < $0.end }
        )
      else { return false }
      let root = file.root(ofFieldAt: index)
      let variable = root.flatMap { tokens[$0].word }
      if let variable, let owner = file.functions.innermost(around: index), owner.hasParameter(variable, in: tokens) {
        // The arguments count as a whole, once.
        guard index == root, owner.start == function.start, read.insert(place).inserted else { return false }
        return callers.contains { $0.call.reads(names, in: $0.arguments, scripts, declaring: nil, &read) }
      }
      if index == root, word != declaring, file.isLocal(word, in: function) {
        guard read.insert("\(place) \(word)").inserted else { return false }
        return function.body.contains { other in
          file.values(assignedTo: word, at: other).map {
            reads(names, in: $0, scripts, declaring: file.isDeclared(at: other) ? word : nil, &read)
          } ?? false
        }
      }
      return names.contains(word) && scripts.constants.text(ofNameAt: index, in: tokens) == nil
    }
  }
}

extension RestoringCall {
  /// The callback that leads to it.
  var callback: RestoringCall { callers.first?.call.callback ?? self }

  /// The token in that of the call that does; nil for the callback itself.
  var indexInCallback: Int? { callers.first.map { $0.call.indexInCallback ?? $0.arguments.lowerBound } }
}

extension Evidence {
  /// The decoding of a node and its callbacks after that, with the functions of scripts that they call.
  func restoringCalls(of path: IdentifierPath) -> [RestoringCall] { scripts.restoringCalls(of: path, before) }
}

extension AppScripts {
  /// Returns the line of a token, or that of the callback which leads to it if other code calls the function, too.
  func place(of index: Int, in call: RestoringCall) -> Place {
    guard let caller = call.indexInCallback, let name = call.function.name.last, calls[name]?.count != 1 else {
      return Place(file: call.file.name, line: call.file.tokens[index].line)
    }
    return Place(file: call.callback.file.name, line: call.callback.file.tokens[caller].line)
  }

  /// The decoding of a node and its callbacks after that in a run, with the functions of scripts that they call.
  func restoringCalls(of path: IdentifierPath, _ run: RunEvidence) -> [RestoringCall] {
    let callbacks = [RestorationName.decode] + Self.callbacksAfterDecoding
    var found: [RestoringCall] = []
    var rest = functions(of: callbacks, of: path, run).filter { $0.function.name.last == $0.callback }.map {
      RestoringCall(file: $0.file, function: $0.function, isOfNode: true, callers: [])
    }
    let named = files.values.sorted { $0.name < $1.name }.flatMap { file in
      file.functions.functions.compactMap { function in
        function.name.last.map { (name: $0, file: file, function: function) }
      }
    }
    let byName = Dictionary(grouping: named, by: \.name)
    let byTable = Dictionary(grouping: named) { $0.function.name.dropLast().last }
    while let call = rest.popLast(), found.count < 500 {
      found.append(call)
      guard call.depth < 4 else { continue }
      for index in call.function.body {
        if let (table, arguments) = call.file.computedCall(endingAt: index) {
          rest += (byTable[table] ?? []).filter { !call.isWithin($0.function, of: $0.file) }.map {
            RestoringCall(file: $0.file, function: $0.function, isOfNode: false, callers: [(call, arguments)])
          }
        }
        guard let word = call.file.tokens[index].word, let all = byName[word],
          let arguments = call.file.arguments(ofCallAt: index)
        else { continue }
        let called = functions(calledAt: index, in: call, among: all.map { ($0.file, $0.function) }, of: path, run)
        rest += called.filter { !call.isWithin($0.function, of: $0.file) }.map {
          RestoringCall(
            file: $0.file, function: $0.function, isOfNode: $0.isOfNode, callers: [(call, arguments)])
        }
      }
    }
    return found
  }

  /// Returns the functions that a call can run: a method of the node or its superclasses, or any function with this name.
  private func functions(
    calledAt index: Int, in call: RestoringCall,
    among all: [(file: AppScripts.File, function: ScriptFunctions.Function)], of path: IdentifierPath,
    _ run: RunEvidence
  ) -> [(file: AppScripts.File, function: ScriptFunctions.Function, isOfNode: Bool)] {
    let tokens = call.file.tokens
    guard index > 1, [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind), let word = tokens[index].word else {
      return all.filter { $0.function.name.count == 1 }.map { ($0.file, $0.function, call.isOfNode) }
    }
    let receiver = tokens[index - 2].kind
    if receiver == .name("super") {
      let classNames = run.tree.saved[path].map { lineage(of: $0.className) } ?? []
      return classNames.compactMap {
        definition(of: word, in: $0).flatMap { function(at: $0, named: word) }
      }
      .map { ($0.file, $0.function, call.isOfNode) }
    }
    if receiver == .name("self"), call.isOfNode,
      let method = functions(of: [word], of: path, run).first
    {
      return [(method.file, method.function, true)]
    }
    guard !RestorationName.all.contains(word), !Self.callbacksAfterDecoding.contains(word) else { return [] }
    // `self.name = function …` in another method.
    let isOfSelf = receiver == .name("self") && call.isOfNode
    return all.filter { $0.function.name.count > 1 }.map {
      ($0.file, $0.function, isOfSelf && $0.function.name.first == "self")
    }
  }
}

extension ScriptFunctions.Function {
  /// Whether a name is a parameter.
  func hasParameter(_ name: String, in tokens: [LuaTokens.Token]) -> Bool {
    let open = tokens[start..<bodyStart].firstIndex { $0.kind == .symbol("(") } ?? bodyStart
    return tokens[open..<bodyStart].contains { $0.kind == .name(name) }
  }
}

extension AppScripts.File {
  /// Returns the index of the first name in `a.b.c` up to a token; nil after a call or an index.
  func root(ofFieldAt index: Int) -> Int? {
    var first = index
    while first > 1, [.symbol("."), .symbol(":")].contains(tokens[first - 1].kind) {
      guard case .name = tokens[first - 2].kind else { return nil }
      first -= 2
    }
    return first
  }

  /// Returns the arguments of the call of a function with a name at an index, also by `pcall(name, …)`; nil without a call.
  func arguments(ofCallAt index: Int) -> Range<Int>? {
    let next = index + 1
    guard next < tokens.count, index == 0 || tokens[index - 1].kind != .name("function"),
      !functions.isInHead(index)
    else { return nil }
    if tokens[next].text != nil { return next..<next + 1 }
    if [.symbol(","), .symbol(")")].contains(tokens[next].kind) { return arguments(ofProtectedCallAt: index) }
    guard [.symbol("("), .symbol("{")].contains(tokens[next].kind), let close = closing(of: next) else { return nil }
    return next + 1..<close
  }

  /// Returns the variable or field, and the arguments, of a call whose function's name is computed, `table[name](…)`, by the
  /// index of its bracket; nil for another token.
  func computedCall(endingAt index: Int) -> (table: String, arguments: Range<Int>)? {
    guard tokens[index].kind == .symbol("]"), index + 1 < tokens.count, tokens[index + 1].kind == .symbol("("),
      let close = closing(of: index + 1), let open = opening(of: index), open > 0,
      case .name(let table) = tokens[open - 1].kind
    else { return nil }
    return (table, index + 2..<close)
  }

  /// Returns the arguments after a name that ends the first one of `pcall` or `xpcall`.
  private func arguments(ofProtectedCallAt index: Int) -> Range<Int>? {
    var first = index
    while first > 1, tokens[first - 1].kind == .symbol("."), case .name = tokens[first - 2].kind { first -= 2 }
    guard first > 1, tokens[first - 1].kind == .symbol("("),
      ["pcall", "xpcall"].contains(where: { tokens[first - 2].kind == .name($0) }), let close = closing(of: first - 1)
    else { return nil }
    return min(index + 2, close)..<close
  }

  /// Whether a function declares a variable.
  func isLocal(_ variable: String, in function: ScriptFunctions.Function) -> Bool {
    function.body.contains { tokens[$0].kind == .name(variable) && isDeclared(at: $0) }
  }

  /// Returns the values of the assignment or loop that sets a variable with a name at an index; nil for another token.
  func values(assignedTo variable: String, at index: Int) -> Range<Int>? {
    guard tokens[index].kind == .name(variable), index == 0 || tokens[index - 1].kind != .symbol("."),
      !isFieldOfConstructor(index)
    else { return nil }
    var last = index
    while last + 2 < tokens.count, tokens[last + 1].kind == .symbol(","), tokens[last + 2].word != nil { last += 2 }
    guard last + 1 < tokens.count, !isFieldOfConstructor(last) else { return nil }
    if let equals = equals(after: last) {
      return tokens.lastToken(ofValuesAt: equals + 1).map { equals + 1..<$0 + 1 }
    }
    guard tokens[last + 1].kind == .name("in"),
      let end = tokens[last...].firstIndex(where: { $0.kind == .name("do") })
    else { return nil }
    return last + 2..<end
  }

  /// Returns the values that become a part of the table of a variable with a name at an index: `name[key] = …`, `name.field = …` or
  /// `table.insert(name, …)`; nil for another token.
  func values(addedTo variable: String, at index: Int) -> Range<Int>? {
    guard tokens[index].kind == .name(variable), index > 0, index + 1 < tokens.count,
      tokens[index - 1].kind != .symbol(".")
    else { return nil }
    if index > 1, tokens[index - 1].kind == .symbol("("), tokens[index - 2].kind == .name("insert"),
      tokens[index + 1].kind == .symbol(","), let close = closing(of: index - 1)
    {
      return index + 2..<close
    }
    let last: Int? =
      switch tokens[index + 1].kind {
      case .symbol("["): closing(of: index + 1)
      case .symbol("."): index + 2
      default: nil
      }
    guard let last, last + 1 < tokens.count, tokens[last + 1].kind == .symbol("=") else { return nil }
    return tokens.lastToken(ofValuesAt: last + 2).map { last + 2..<$0 + 1 }
  }

  /// Returns the last token of the object of which an equals sign sets a field with a name from a variable, `object[name] = …`.
  func ownerOfComputedField(setAt index: Int) -> Int? {
    guard index > 2, tokens[index].kind == .symbol("="), tokens[index - 1].kind == .symbol("]"),
      let open = opening(of: index - 1), tokens[open + 1].word != nil
    else { return nil }
    return open - 1
  }
}

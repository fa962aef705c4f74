import LuaRuntime
import LuaScreens

// Containers that viewDidLoad reads too early.
extension FindingEdits {
  /// Moves a statement of `viewDidLoad` that reads a container, or calls a function that does, to `viewWillAppear`, with the
  /// statements after it that depend on it.
  ///
  /// If they do more than to assign values that nothing else assigns, they are performed at the first appearance only.
  func moveToAppearing(_ finding: Finding, _ file: AppScripts.File) throws(Refusal) -> [SourceEdit]? {
    guard let line = finding.place?.line,
      let read = file.tokens.indices.first(where: {
        file.tokens[$0].line == line && file.tokens[$0].kind == .name(finding.key ?? "")
      }), let (file, use, function) = useInViewDidLoad(of: read, in: file, finding)
    else { return nil }
    let tokens = file.tokens
    let statements = file.statements(of: function).map { statement(at: $0, in: file, besides: function) }
    guard let first = statements.firstIndex(where: { $0.range.contains(use) }) else { return nil }
    let moved = statements[first...].reduce(into: [Statement]()) { moved, statement in
      if moved.isEmpty || moved.contains(where: statement.depends) { moved.append(statement) }
    }
    if let reason = reasonToStay(moved, statements[first...], declaredBefore: statements[..<first], in: file, finding) {
      throw Refusal(text: reason)
    }
    let set = moved.reduce(into: Set<String>()) { $0.formUnion($1.uses.set) }
    let isRepeatable =
      moved.allSatisfy { $0.variables.isEmpty && !$0.hasCall && $0.uses.set.isDisjoint(with: $0.uses.read) }
      && !setsElsewhere(set, file, besides: moved)
    let owner = function.name.dropLast()
    let appearing = file.functions.functions.first { $0.name == owner + ["viewWillAppear"] }
    let (indentation, step) = (
      file.indentation(ofLine: tokens[(appearing ?? function).start].line), file.blockIndentation
    )
    let inner = indentation + step
    let separator = Array("\n\(inner)\(isRepeatable ? "" : step)".utf8)
    let ranges = Self.joined(moved, among: statements)
    var bytes = Array(
      ranges.map { file.bytes(of: $0, indentedBy: isRepeatable ? "" : step) }.joined(separator: separator))
    if !isRepeatable {
      let isDone = "self.\(unusedFieldName("hasAppeared"))"
      let head = "if not \(isDone) then\n\(inner)\(step)\(isDone) = true\n\(inner)\(step)"
      bytes = Array(head.utf8) + bytes + Array("\n\(inner)end".utf8)
    }
    let removals = ranges.map { removal(of: $0, in: file) }
    if let appearing {
      let isInOneLine = tokens[appearing.bodyStart + 1].line == tokens[appearing.bodyStart].line
      let end = isInOneLine ? "\n\(indentation) " : ""
      return removals + [
        insertion(Array("\n\(inner)".utf8) + bytes + Array(end.utf8), after: appearing.bodyStart, in: file)
      ]
    }
    let method = "\n\n\(indentation)function \(owner.joined(separator: ".")):viewWillAppear(animated)\n\(inner)"
    return removals + [
      insertion(Array(method.utf8) + bytes + Array("\n\(indentation)end".utf8), after: function.end, in: file)
    ]
  }

  /// A statement of `viewDidLoad`.
  private struct Statement {
    let range: ClosedRange<Int>
    let words: Set<String>
    /// The local variables that it declares.
    let variables: Set<String>
    let hasCall: Bool
    /// The fields that it uses, also in the functions that it calls.
    let uses: FieldUses

    /// Whether it must run after an earlier statement.
    func depends(on earlier: Statement) -> Bool {
      !words.isDisjoint(with: earlier.variables) || hasCall && earlier.hasCall
        || !earlier.uses.set.isDisjoint(with: uses.set.union(uses.read))
        || !uses.set.isDisjoint(with: earlier.uses.read)
    }
  }

  private func statement(
    at range: ClosedRange<Int>, in file: AppScripts.File, besides function: ScriptFunctions.Function
  ) -> Statement {
    let isLocal = file.tokens[range.lowerBound].kind == .name("local")
    return Statement(
      range: range, words: Set(range.compactMap { file.tokens[$0].word }),
      variables: isLocal ? Set(range.lazy.filter(file.isDeclared).compactMap { file.tokens[$0].word }) : [],
      hasCall: file.hasCall(in: range),
      uses: scripts.fieldUses(of: Range(range), in: file, besides: [function.name.last ?? ""]))
  }

  /// Returns the reason why statements cannot be moved out of `viewDidLoad`; nil if they can.
  private func reasonToStay(
    _ moved: [Statement], _ later: ArraySlice<Statement>, declaredBefore: ArraySlice<Statement>,
    in file: AppScripts.File, _ finding: Finding
  ) -> String? {
    let tokens = file.tokens
    func contains(_ word: String, _ statement: Statement) -> Bool {
      tokens[statement.range].contains { $0.kind == .name(word) }
    }
    if later.contains(where: { contains("return", $0) || contains("goto", $0) }) {
      return "viewDidLoad returns or jumps after this read, which its other statements depend on"
    }
    if moved.contains(where: { contains("super", $0) }) {
      return "the superclass's method is called after this read, and must stay in viewDidLoad"
    }
    let words = moved.reduce(into: Set<String>()) { $0.formUnion($1.words) }
    let needed = declaredBefore.reduce(into: Set<String>()) { $0.formUnion($1.variables) }.intersection(words)
    if let name = needed.min() { return "what to move uses \(name), a local variable of viewDidLoad" }
    let (decoded, views) = (fieldsOfDecoding(finding.className), namesOfSavedViews)
    for statement in moved {
      let line = "line \(tokens[statement.range.lowerBound].line) depends on this read"
      if let name = statement.uses.set.intersection(decoded).min() {
        return "\(line) and sets \(name), and would do so after the decoding has set it"
      }
      if let name = statement.uses.owners.intersection(views).min() {
        return "\(line) and changes \(name), and would do so after its state is restored"
      }
    }
    return nil
  }

  /// The variables and fields for views that the scripts create with identifiers.
  private var namesOfSavedViews: Set<String> {
    let controllers = Set(scripts.classNames.map(scripts.constructorName))
    return scripts.files.values.reduce(into: []) { names, file in
      let tokens = file.tokens
      for open in tokens.indices.dropFirst(3) where tokens[open].kind == .symbol("{") {
        guard let className = tokens[open - 1].word, let start = file.root(ofFieldAt: open - 1), start > 1,
          tokens[start - 1].kind == .symbol("="), let name = tokens[start - 2].word,
          !className.hasSuffix("Controller"), !controllers.contains(className),
          file.fields(ofTableAt: open).contains(where: { tokens[$0].kind == .name("restorationIdentifier") })
        else { continue }
        names.insert(name)
      }
    }
  }

  /// Returns the fields that the decoding of a class's instances sets, or what is called after it and before they appear.
  private func fieldsOfDecoding(_ className: String?) -> Set<String> {
    let callbacks = [RestorationName.decode, RestorationCallbacks.applicationFinishedRestoringState.name]
    let functions = (className.map(scripts.lineage) ?? []).flatMap { name in
      callbacks.compactMap { callback in
        scripts.definition(of: callback, in: name).flatMap { scripts.function(at: $0, named: callback) }
      }
    }
    return functions.reduce(into: []) { set, one in
      set.formUnion(scripts.fieldUses(of: one.function.body, in: one.file, besides: []).set)
    }
  }

  /// Whether scripts set one of some fields in other places, so that setting it again would undo that.
  private func setsElsewhere(_ fields: Set<String>, _ file: AppScripts.File, besides moved: [Statement]) -> Bool {
    scripts.files.values.contains { other in
      other.tokens.indices.contains { index in
        guard let word = other.tokens[index].word ?? other.tokens[index].text, fields.contains(word),
          other.tokens.assignsField(word, at: index)
        else { return false }
        return other.name != file.name || !moved.contains { $0.range.contains(index) }
      }
    }
  }

  /// Returns the ranges of statements, with neighbours in one range.
  private static func joined(_ moved: [Statement], among statements: [Statement]) -> [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var previous: Int?
    for (number, statement) in statements.enumerated() where moved.contains(where: { $0.range == statement.range }) {
      if previous == number - 1, let last = ranges.popLast() {
        ranges.append(last.lowerBound...statement.range.upperBound)
      } else {
        ranges.append(statement.range)
      }
      previous = number
    }
    return ranges
  }

  private typealias Use = (file: AppScripts.File, token: Int, function: ScriptFunctions.Function)

  /// Returns the token in `viewDidLoad` that leads to a read: the read itself, or the only call of the function around it, or
  /// of a function that calls that one.
  private func useInViewDidLoad(of read: Int, in file: AppScripts.File, _ finding: Finding) -> Use? {
    guard let function = file.functions.namedFunction(around: read) else { return nil }
    if function.name.last == "viewDidLoad", function.name.count > 1 { return (file, read, function) }
    let classes = finding.className.map(scripts.lineage) ?? []
    let loads = classes.compactMap { scripts.definition(of: "viewDidLoad", in: $0) }.compactMap { place in
      scripts.function(at: place, named: "viewDidLoad")
    }.filter { $0.function.name.count > 1 }
    var names = Set([function.name.last].compactMap { $0 })
    for _ in 0..<Self.maximumCalls {
      let uses = loads.flatMap { load in
        load.function.body.filter { load.file.calls(names, at: $0) }.map { Use(load.file, $0, load.function) }
      }
      if let use = uses.first { return uses.count == 1 ? use : nil }
      let callers = scripts.files.values.flatMap { file in
        file.tokens.indices.filter { file.calls(names, at: $0) }
          .compactMap { file.functions.namedFunction(around: $0)?.name.last }
      }
      guard !names.isSuperset(of: callers) else { return nil }
      names.formUnion(callers)
    }
    return nil
  }

  /// The maximum number of functions between `viewDidLoad` and a read.
  private static let maximumCalls = 4
}

extension AppScripts.File {
  /// Whether a range calls functions, creates objects or defines functions.
  fileprivate func hasCall(in range: ClosedRange<Int>) -> Bool {
    range.dropFirst().contains { index in
      switch (tokens[index - 1].kind, tokens[index].kind) {
      case (_, .name("function")): true
      case (.name(let name), .symbol("(")), (.name(let name), .symbol("{")), (.name(let name), .string):
        !LuaWords.reserved.contains(name)
      case (.symbol(")"), .symbol("(")), (.symbol("]"), .symbol("(")): true
      default: false
      }
    }
  }

  /// Returns the text of tokens, with the comment after the last one, and more blanks at the beginning of further lines.
  fileprivate func bytes(of range: ClosedRange<Int>, indentedBy blanks: String) -> [UInt8] {
    let start = tokens[range.lowerBound].range.lowerBound
    let end = isAloneInLine(range.lowerBound, range.upperBound) ? endOfComment(after: range.upperBound) : nil
    var bytes: [UInt8] = []
    var last = start
    for line in lineStarts(in: range) {
      bytes += source[last..<line] + Array(blanks.utf8)
      last = line
    }
    return bytes + source[last..<(end ?? tokens[range.upperBound].range.upperBound)]
  }
}

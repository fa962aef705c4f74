import LuaRuntime

// Statements that the launch performs too early.
extension FindingEdits {
  // MARK: Restored screens that are replaced

  /// Lets the statement in the line of a finding run only if the restoration has created nothing.
  func lookFirst(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    guard let line = finding.place?.line else { return nil }
    let tokens = file.tokens
    for index in tokens.indices where tokens[index].line == line && index > 0 && index + 1 < tokens.count {
      guard case .name(let name) = tokens[index].kind, let start = file.startOfPath(endingAt: index) else { continue }
      let target = file.text(tokens[start].range.lowerBound..<tokens[index].range.upperBound)
      switch (name, tokens[index - 1].kind, tokens[index + 1].kind) {
      case ("rootViewController", .symbol("."), .symbol("=")):
        guard let end = tokens.lastToken(ofValuesAt: index + 2) else { return nil }
        return wrap(start...end, inCondition: "not \(target)", line: line, file)
      case ("viewControllers", .symbol("."), .symbol("=")):
        guard let end = tokens.lastToken(ofValuesAt: index + 2) else { return nil }
        return wrap(start...end, inCondition: "#\(target) == 0", line: line, file)
      case (_, _, .symbol("=")) where file.createsWindow(at: index + 2):
        // A new local variable is not the window that was restored.
        guard let end = tokens.lastToken(ofValuesAt: index + 2), start == 0 || tokens[start - 1].kind != .name("local")
        else { return nil }
        let condition = "not (\(target) and \(target).rootViewController)"
        return wrap(start...end, inCondition: condition, line: line, file)
      default: continue
      }
    }
    return nil
  }

  /// Puts a statement between `if … then` and `end`, on lines of their own unless it shares its line with others.
  private func wrap(
    _ statement: ClosedRange<Int>, inCondition condition: String, line: Int, _ file: AppScripts.File
  ) -> [SourceEdit]? {
    let tokens = file.tokens
    let (start, end) = (statement.lowerBound, statement.upperBound)
    let range = tokens[start].range.lowerBound..<tokens[end].range.upperBound
    func insertion(_ text: String, at position: Int) -> SourceEdit {
      SourceEdit(file: file.name, range: position..<position, text: text)
    }
    if tokens[start].line == tokens[end].line && !file.isAloneInLine(start, end) {
      return [
        insertion("if \(condition) then ", at: range.lowerBound), insertion(" end", at: range.upperBound),
      ]
    }
    let indentation = file.indentation(ofLine: line)
    return [insertion("if \(condition) then\n\(indentation)  ", at: range.lowerBound)]
      + file.lineStarts(in: start...end).map { insertion("  ", at: $0) }
      + [insertion("\n\(indentation)end", at: range.upperBound)]
  }

  // MARK: Containers that are read early

  /// Moves a statement of `viewDidLoad` that reads a container, or calls a function that does, to `viewWillAppear`.
  func moveToAppearing(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    guard let line = finding.place?.line,
      let read = file.tokens.indices.first(where: {
        file.tokens[$0].line == line && file.tokens[$0].kind == .name(finding.key ?? "")
      }), let (file, use, function) = useInViewDidLoad(of: read, in: file, finding)
    else { return nil }
    let tokens = file.tokens
    guard let statement = file.statement(around: use, in: function) else { return nil }
    // Later statements may use its local variables.
    let isLocal = tokens[statement.lowerBound].kind == .name("local")
    let last = isLocal ? function.end - 1 : statement.upperBound
    let range = tokens[statement.lowerBound].range.lowerBound..<tokens[last].range.upperBound
    let moved = Array(file.source[range])
    let owner = function.name.dropLast()
    let removal = removal(of: statement.lowerBound...last, in: file)
    if let appearing = file.functions.functions.first(where: { $0.name == owner + ["viewWillAppear"] }) {
      return [removal, insertion(Array("\n  ".utf8) + moved, after: appearing.bodyStart, in: file)]
    }
    let head = "\n\nfunction \(owner.joined(separator: ".")):viewWillAppear(animated)\n  "
    return [removal, insertion(Array(head.utf8) + moved + Array("\nend".utf8), after: function.end, in: file)]
  }

  private typealias Use = (file: AppScripts.File, token: Int, function: ScriptFunctions.Function)

  /// Returns the token in `viewDidLoad` that leads to a read: the read itself, or the only call of the function around it, or
  /// of a function that calls that one.
  private func useInViewDidLoad(of read: Int, in file: AppScripts.File, _ finding: Finding) -> Use? {
    guard let function = file.functions.namedFunction(around: read) else { return nil }
    if function.name.last == "viewDidLoad", function.name.count > 1 { return (file, read, function) }
    let classes = [finding.className].compactMap { $0 }.flatMap { [$0] + (scripts.superclasses[$0] ?? []) }
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
  /// Returns the first token of `a.b.c` or `a.b:c`, whose last name is at an index; nil if it is no such path of names.
  fileprivate func startOfPath(endingAt index: Int) -> Int? {
    var start = index
    while start > 1, [.symbol("."), .symbol(":")].contains(tokens[start - 1].kind) {
      guard case .name = tokens[start - 2].kind else { return nil }
      start -= 2
    }
    return start
  }

  /// Whether an expression creates a window: `ui.Window {`.
  fileprivate func createsWindow(at index: Int) -> Bool {
    guard index + 2 < tokens.count else { return false }
    return tokens[index].kind == .name("Window")
      || tokens[index + 1].kind == .symbol(".") && tokens[index + 2].kind == .name("Window")
  }

  /// Whether one of these functions is called at an index, other than in its definition.
  fileprivate func calls(_ names: Set<String>, at index: Int) -> Bool {
    guard case .name(let name) = tokens[index].kind, names.contains(name), index + 1 < tokens.count,
      let start = startOfPath(endingAt: index), start == 0 || tokens[start - 1].kind != .name("function")
    else { return false }
    switch tokens[index + 1].kind {
    case .symbol("("), .symbol("{"), .string: return true
    default: return false
    }
  }
}

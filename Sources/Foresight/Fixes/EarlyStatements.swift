import LuaRuntime
import LuaScreens

// Statements that the launch performs too early.
extension FindingEdits {
  // MARK: Restored screens that are replaced

  /// Lets the statement in the line of a finding run only if the restoration has created nothing.
  func lookFirst(_ finding: Finding, _ file: AppScripts.File) throws(Refusal) -> [SourceEdit]? {
    guard let line = finding.place?.line else { return nil }
    let tokens = file.tokens
    for index in tokens.indices where tokens[index].line == line && index > 0 && index + 1 < tokens.count {
      guard case .name(let name) = tokens[index].kind, let start = file.root(ofFieldAt: index) else { continue }
      // What a button calls, too, still has to replace the screen then.
      guard isOfLaunchOnly(file.functions.namedFunction(around: index)) else { return nil }
      let target = file.text(tokens[start].range.lowerBound..<tokens[index].range.upperBound)
      switch (name, tokens[index - 1].kind, tokens[index + 1].kind) {
      case ("rootViewController", .symbol("."), .symbol("=")):
        guard let end = tokens.lastToken(ofValuesAt: index + 2) else { return nil }
        let moved = moveWindow(ofRoot: target, at: index, file)
        if let moved, file.isGuarded(start, by: target) { return moved }
        return try creation(of: start...end, as: target, file).map { $0 + (moved ?? []) }
      case ("viewControllers", .symbol("."), .symbol("=")):
        guard let end = tokens.lastToken(ofValuesAt: index + 2) else { return nil }
        try refuseIfUsedElsewhere(start...end, file)
        return wrap(start...end, inCondition: "#\(target) == 0", line: line, file)
      case (_, _, .symbol("=")) where file.createsWindow(at: index + 2):
        guard let end = tokens.lastToken(ofValuesAt: index + 2) else { return nil }
        try refuseIfUsedElsewhere(start...end, file)
        if let edits = keepWindow(index, start, line, file) { return edits }
        guard start == 0 || tokens[start - 1].kind != .name("local") else {
          throw Refusal(text: "\(target) is a new local variable, which does not have the window of the restored root")
        }
        let condition = "not (\(target) and \(target).rootViewController)"
        return wrap(start...end, inCondition: condition, line: line, file)
      case ("push", .symbol(":"), .symbol("(")), ("addChild", .symbol(":"), .symbol("(")):
        return moveIntoBlock(index, file)
      default: continue
      }
    }
    return nil
  }

  private static let launchCallbacks: Set<String> = [
    ApplicationCallbacks.willFinishLaunching.name, ApplicationCallbacks.didFinishLaunching.name,
  ]

  /// Whether only the launch calls a function; nil is the script itself.
  private func isOfLaunchOnly(_ function: ScriptFunctions.Function?) -> Bool {
    guard let function, let name = function.name.last, !Self.launchCallbacks.contains(name) else { return true }
    return scripts.files.values.allSatisfy { file in
      file.tokens.indices.allSatisfy { index in
        guard file.tokens[index].kind == .name(name) || file.tokens[index].text == name else { return true }
        let caller = file.functions.namedFunction(around: index)
        return caller?.name.last.map { Self.launchCallbacks.contains($0) || $0 == name } ?? true
      }
    }
  }

  /// Lets a window that the launch creates again, `window = ui.Window { rootViewController = … }`, be the first one with a new
  /// root. Its other properties are not known of that.
  private func keepWindow(_ target: Int, _ start: Int, _ line: Int, _ file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    let name = file.text(tokens[start].range.lowerBound..<tokens[target].range.upperBound)
    guard start == 0 || tokens[start - 1].kind != .name("local"), file.assignmentsOfWindows(to: name) > 1,
      let last = tokens.lastToken(ofValuesAt: target + 2),
      let open = (target + 2..<last).first(where: { tokens[$0].kind == .symbol("{") }), open + 3 < last,
      file.closing(of: open) == last, tokens[open + 1].kind == .name("rootViewController"),
      tokens[open + 2].kind == .symbol("=")
    else { return nil }
    let root = open + 3
    var end = last - 1
    if tokens[end].kind == .symbol(",") { end -= 1 }
    let (head, tail) = (
      tokens[open].range.upperBound..<tokens[open + 1].range.lowerBound,
      tokens[end].range.upperBound..<tokens[last].range.lowerBound
    )
    let equals = tokens[open + 2].range.upperBound..<tokens[root].range.lowerBound
    guard file.fields(ofTableAt: open).count == 1, tokens.lastToken(ofValuesAt: root) == last - 1,
      ![equals, tail].contains(where: { file.text($0).contains("--") })
    else { return nil }
    let isOneLine = tokens[start].line == tokens[last].line && !file.isAloneInLine(start, last)
    let (indentation, step) = (file.indentation(ofLine: line), file.blockIndentation)
    let comment = file.text(head).contains("--") ? head : nil
    // The lines of a root that begins in a line of its own are indented already.
    let isIndented = comment == nil && tokens[root].line > line
    let starts = isIndented ? [] : file.lineStarts(in: open...end)
    var bytes = Array("if not \(name).rootViewController then".utf8)
    bytes += Array((isOneLine ? " " : "\n\(indentation)\(step)").utf8) + Array("\(name).rootViewController =".utf8)
    if comment == nil { bytes.append(UInt8(ascii: " ")) }
    for index in Array(comment ?? 0..<0) + Array(tokens[root].range.lowerBound..<tokens[end].range.upperBound) {
      if starts.contains(index) { bytes += Array(step.utf8) }
      bytes.append(file.source[index])
    }
    bytes += Array((isOneLine ? " end" : "\n\(indentation)end").utf8)
    let range = tokens[start].range.lowerBound..<tokens[last].range.upperBound
    return [SourceEdit(file: file.name, range: range, bytes: bytes)]
  }

  /// Moves the creation of a root's window from `didFinishLaunching` to `willFinishLaunching`, so that the window is there when a
  /// root is restored.
  private func moveWindow(ofRoot target: String, at index: Int, _ file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    guard let (statement, function) = file.newWindow(ofRootAt: index), function.name.count == 2,
      let equals = statement.first(where: { tokens[$0].kind == .symbol("=") }),
      case let name = file.text(tokens[statement.lowerBound].range.lowerBound..<tokens[equals - 1].range.upperBound),
      target == "\(name).rootViewController", tokens[function.start + 2].kind == .symbol(":"),
      !tokens[equals...statement.upperBound].contains(where: { token in
        token.word.map { file.isLocal($0, in: function) } ?? (token.kind == .name("function"))
      })
    else { return nil }
    let creation = file.text(
      tokens[statement.lowerBound].range.lowerBound..<tokens[statement.upperBound].range.upperBound)
    let removal = removal(of: statement, in: file)
    let (owner, callback) = (function.name[0], ApplicationCallbacks.willFinishLaunching.name)
    let step = file.blockIndentation
    if let earlier = file.functions.functions.first(where: { $0.name == [owner, callback] }) {
      let isOneLine = tokens[earlier.end].line == tokens[earlier.bodyStart].line
      let text = isOneLine ? " \(creation)" : "\n\(step)\(creation)"
      return [removal, insertion(text, after: earlier.bodyStart, in: file)]
    }
    let text = "function \(owner):\(callback)(options)\n\(step)\(creation)\nend\n"
    let position = tokens[function.start].range.lowerBound
    return [removal, SourceEdit(file: file.name, range: position..<position, text: text)]
  }

  /// Moves a call to the end of the block before it that creates the root if there is none: it belongs to a fresh launch, too.
  private func moveIntoBlock(_ call: Int, _ file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    guard let function = file.functions.namedFunction(around: call), function.name.last == "didFinishLaunching",
      let statement = file.statement(around: call, in: function), statement.lowerBound > function.bodyStart + 1,
      let block = file.statement(around: statement.lowerBound - 1, in: function),
      tokens[block.lowerBound].kind == .name("if"), tokens[block.lowerBound + 1].kind == .name("not"),
      let then = block.first(where: { tokens[$0].kind == .name("then") }),
      tokens[then - 1].kind == .name("rootViewController"),
      !block.contains(where: { [.name("else"), .name("elseif")].contains(tokens[$0].kind) })
    else { return nil }
    let text = file.text(tokens[statement.lowerBound].range.lowerBound..<tokens[statement.upperBound].range.upperBound)
    let isOneLine = tokens[block.lowerBound].line == tokens[block.upperBound].line
    let indentation = file.indentation(ofLine: tokens[block.lowerBound].line)
    return [
      removal(of: statement, in: file),
      insertion(
        isOneLine ? " \(text)" : "\n\(indentation)\(file.blockIndentation)\(text)", after: block.upperBound - 1,
        in: file),
    ]
  }

  /// Puts statements between `if … then` and `end`, on lines of their own unless they share their line with others.
  ///
  /// - Parameters:
  ///   - before: the text before `if`.
  ///   - otherwise: the statements after `else`.
  ///   - declaration: the word `local` to remove.
  func wrap(
    _ statements: ClosedRange<Int>, inCondition condition: String, line: Int, _ file: AppScripts.File,
    before: String = "", otherwise: [String] = [], withoutLocal declaration: Int? = nil
  ) -> [SourceEdit]? {
    let tokens = file.tokens
    let (start, end) = (statements.lowerBound, statements.upperBound)
    let range = tokens[start].range.lowerBound..<tokens[end].range.upperBound
    func insertion(_ text: String, at position: Int) -> SourceEdit {
      SourceEdit(file: file.name, range: position..<position, text: text)
    }
    func word(_ index: Int) -> Range<Int> { tokens[index].range.lowerBound..<tokens[index + 1].range.lowerBound }
    let removed = declaration.map(word) ?? 0..<0
    let head = removed.lowerBound == range.lowerBound ? removed : range.lowerBound..<range.lowerBound
    let others = declaration == nil || head == removed ? [] : [SourceEdit(file: file.name, range: removed, text: "")]
    if tokens[start].line == tokens[end].line && !file.isAloneInLine(start, end) {
      let tail = otherwise.isEmpty ? " end" : " else \(otherwise.joined(separator: "; ")) end"
      return others + [
        SourceEdit(file: file.name, range: head, text: "\(before.isEmpty ? "" : before + " ")if \(condition) then "),
        insertion(tail, at: range.upperBound),
      ]
    }
    let (indentation, step) = (file.indentation(ofLine: line), file.blockIndentation)
    let first = before.isEmpty ? "" : "\(before)\n\(indentation)"
    let lines = otherwise.map { "\n\(indentation)\(step)\($0)" }
    let tail = otherwise.isEmpty ? "" : "\n\(indentation)else\(lines.joined())"
    return others
      + [SourceEdit(file: file.name, range: head, text: "\(first)if \(condition) then\n\(indentation)\(step)")]
      + file.lineStarts(in: statements).map { insertion(step, at: $0) }
      + [insertion("\(tail)\n\(indentation)end", at: range.upperBound)]
  }
}

extension AppScripts {
  /// Whether the window is created in the same callback as the root that a line puts in place, after the restoration.
  func createsWindow(ofRootAt place: Place?) -> Bool {
    guard let place, let file = files[place.file],
      let index = file.tokens.firstIndex(where: { $0.line == place.line })
    else { return false }
    return file.newWindow(ofRootAt: index) != nil
  }

  /// Returns the property that a line of the launch sets to a root, as the script names it: `self.window.rootViewController`.
  func root(setAt place: Place?) -> String? {
    guard let place, let file = files[place.file] else { return nil }
    let tokens = file.tokens
    let index = tokens.indices.dropLast().first {
      tokens[$0].line == place.line && tokens[$0].kind == .name("rootViewController")
        && tokens[$0 + 1].kind == .symbol("=")
    }
    return index.flatMap { index in
      file.root(ofFieldAt: index).map { file.text(tokens[$0].range.lowerBound..<tokens[index].range.upperBound) }
    }
  }
}

extension AppScripts.File {
  /// Whether an expression creates a window: `ui.Window {`.
  fileprivate func createsWindow(at index: Int) -> Bool {
    guard index + 2 < tokens.count else { return false }
    return tokens[index].kind == .name("Window")
      || tokens[index + 1].kind == .symbol(".") && tokens[index + 2].kind == .name("Window")
  }

  /// Returns the statement of `didFinishLaunching` that creates the window of the root that a token there puts in place; nil if
  /// an earlier callback creates it.
  func newWindow(ofRootAt index: Int) -> (statement: ClosedRange<Int>, function: ScriptFunctions.Function)? {
    guard let function = functions.namedFunction(around: index),
      function.name.last == ApplicationCallbacks.didFinishLaunching.name
    else { return nil }
    let statement = statements(of: function).prefix { $0.lowerBound <= index }.last { statement in
      let equals = statement.first { tokens[$0].kind == .symbol("=") }
      return equals.map { createsWindow(at: $0 + 1) } ?? false
    }
    guard let statement, !tokens.indices.contains(where: { !statement.contains($0) && createsWindow(at: $0) }) else {
      return nil
    }
    return (statement, function)
  }

  /// Whether a statement begins a block that runs only if a root is missing: `if not window.rootViewController then`.
  fileprivate func isGuarded(_ start: Int, by target: String) -> Bool {
    guard start > 1, tokens[start - 1].kind == .name("then"),
      let condition = tokens[..<start].lastIndex(where: { $0.kind == .name("not") }), condition + 1 < start - 1
    else { return false }
    return text(tokens[condition + 1].range.lowerBound..<tokens[start - 2].range.upperBound) == target
  }

  /// Returns how often the script assigns a new window to a variable or field.
  fileprivate func assignmentsOfWindows(to name: String) -> Int {
    tokens.indices.count { index in
      guard index + 2 < tokens.count, tokens[index + 1].kind == .symbol("="), let start = root(ofFieldAt: index),
        text(tokens[start].range.lowerBound..<tokens[index].range.upperBound) == name,
        let end = tokens.lastToken(ofValuesAt: index + 2)
      else { return false }
      return (index + 2...end).contains { tokens[$0].kind == .name("Window") }
    }
  }

  /// Whether one of these functions is called at an index, other than in its definition.
  func calls(_ names: Set<String>, at index: Int) -> Bool {
    guard case .name(let name) = tokens[index].kind, names.contains(name), index + 1 < tokens.count,
      let start = root(ofFieldAt: index), start == 0 || tokens[start - 1].kind != .name("function")
    else { return false }
    switch tokens[index + 1].kind {
    case .symbol("("), .symbol("{"), .string: return true
    default: return false
    }
  }
}

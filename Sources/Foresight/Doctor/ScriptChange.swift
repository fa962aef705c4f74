import LuaRuntime
import LuaScreens

/// A change of a script that a trial makes.
struct ScriptChange {
  enum Kind {
    /// A statement is omitted.
    case withoutStatement
    /// A call without arguments is added at the end of a function that decodes, or, if it is late, in
    /// `applicationFinishedRestoringState`.
    case call(String, isLate: Bool)
  }

  let kind: Kind
  /// The line that is the cause if the change removes a loss.
  let place: Place
  let file: AppScripts.File
  /// The tokens of the statement, or of the body of the function that decodes.
  let tokens: Range<Int>
  private(set) var edit: SourceEdit
  /// The text before and after the added calls.
  private var (prefix, suffix) = ("", "")

  /// Omits the statement that begins in a line, and ends in this or a later one; nil if there is none.
  init?(withoutStatementIn line: Int, of file: AppScripts.File) {
    guard let first = file.tokens.firstIndex(where: { $0.line == line }),
      let tokens = file.tokens.wholeLines(from: first)
    else { return nil }
    let range = file.tokens[first].range.lowerBound..<file.tokens[tokens.upperBound - 1].range.upperBound
    // The lines after it keep their numbers.
    let lineEnds = file.source[range].filter { $0 == UInt8(ascii: "\n") }
    (kind, place) = (.withoutStatement, Place(file: file.name, line: line))
    (self.file, self.tokens) = (file, tokens)
    edit = SourceEdit(file: file.name, range: range, bytes: lineEnds)
  }

  /// Adds a call after the decoding that a function begins or performs.
  private init(
    _ call: String, isLate: Bool, after function: ScriptFunctions.Function, in file: AppScripts.File, at offset: Int,
    _ prefix: String = " ", _ suffix: String = " "
  ) {
    (kind, place) = (.call(call, isLate: isLate), Place(file: file.name, line: function.line))
    (self.file, tokens, self.prefix, self.suffix) = (file, function.body, prefix, suffix)
    edit = SourceEdit(file: file.name, range: offset..<offset, text: prefix + call + suffix)
  }

  /// The change with what it calls twice; nil for another kind.
  var withCallTwice: ScriptChange? {
    guard case .call(let call, _) = kind else { return nil }
    var change = self
    change.edit = SourceEdit(file: file.name, range: edit.range, text: "\(prefix)\(call) \(call)\(suffix)")
    return change
  }

  /// The name of the function that is called; nil for another kind.
  var calledName: String? {
    guard case .call(let call, _) = kind else { return nil }
    return call.split { !($0.isLetter || $0.isNumber || $0 == "_") }.last.map(String.init)
  }

  /// The cause, and the advice, if the change removes a loss.
  var cause: TriedCause {
    switch kind {
    case .call(let call, let isLate):
      let when = isLate ? "in applicationFinishedRestoringState" : "after that"
      return TriedCause(
        place: place, remedy: "Its value is restored here, but not shown: call \(call) \(when).", isDecoding: true)
    case .withoutStatement:
      return TriedCause(place: place, remedy: "Without this line it is restored: do not run it after the restoration.")
    }
  }

  /// Returns the changes that call what a script calls without arguments, at the end of a function that decodings run, and later.
  @MainActor
  static func calls(endingAt function: ScriptFunctions.Function, in file: AppScripts.File) -> [ScriptChange] {
    let tokens = file.tokens
    let hasSelf = file.functions.functions.contains { around in
      around.start <= function.start && function.end <= around.end
        && tokens[around.start...around.bodyStart].contains { [.symbol(":"), .name("self")].contains($0.kind) }
    }
    let calls = tokens.callsWithoutArguments.filter { call in
      !AppScripts.isCallback(call.name) && (hasSelf || !call.text.hasPrefix("self"))
    }.map(\.text)
    let end = tokens[function.end].range
    let atEnd = calls.map { ScriptChange($0, isLate: false, after: function, in: file, at: end.lowerBound) }
    guard function.name.last == RestorationName.decode, let owner = function.name.dropLast().last,
      tokens[function.start + 1].kind == .name(owner)
    else { return atEnd }
    let name = RestorationCallbacks.applicationFinishedRestoringState.name
    let later = file.functions.functions.first { $0.name == [owner, name] }
    let late = calls.filter { $0.hasPrefix("self") }.map { call in
      later.map { ScriptChange(call, isLate: true, after: function, in: file, at: tokens[$0.end].range.lowerBound) }
        ?? ScriptChange(
          call, isLate: true, after: function, in: file, at: end.upperBound, " function \(owner):\(name)() ", " end ")
    }
    return atEnd + late
  }
}

extension LuaTokens.Token {
  /// Whether a statement may begin after it.
  fileprivate var endsStatement: Bool {
    endsValue && kind != .name("function")
      || [.name("then"), .name("do"), .name("else"), .name("repeat"), .symbol(";")].contains(kind)
  }
}

extension [LuaTokens.Token] {
  /// The statements that call a function or method without arguments, each once, those of `self` first.
  fileprivate var callsWithoutArguments: [(name: String, text: String)] {
    var seen: Set<String> = []
    let calls = indices.dropLast().compactMap { index -> (name: String, text: String)? in
      guard self[index].kind == .symbol("("), self[index + 1].kind == .symbol(")"), index > 0,
        let name = self[index - 1].word
      else { return nil }
      var first = index - 1
      while first > 1, [.symbol("."), .symbol(":")].contains(self[first - 1].kind), case .name = self[first - 2].kind {
        first -= 2
      }
      let text = self[first...index + 1].map { token in
        switch token.kind {
        case .name(let text), .symbol(let text): text
        case .string, .number: ""
        }
      }.joined()
      let isStatement = first == 0 || self[first - 1].endsStatement
      return isStatement && self[index - 1].endsValue && seen.insert(text).inserted ? (name, text) : nil
    }
    return calls.filter { $0.text.hasPrefix("self") } + calls.filter { !$0.text.hasPrefix("self") }
  }

  /// Returns the tokens of a line and of those after it in which its blocks and brackets end; nil if others end there.
  fileprivate func wholeLines(from first: Int) -> Range<Int>? {
    var depth = 0
    for index in first..<count {
      depth += self[index].nesting
      guard depth >= 0 else { return nil }
      if depth == 0, index + 1 == count || self[index + 1].line > self[index].line { return first..<index + 1 }
    }
    return nil
  }
}

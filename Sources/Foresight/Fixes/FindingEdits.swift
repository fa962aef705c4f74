import LuaRuntime
import StateRestoration

/// The changes of scripts that remove findings, by the positions of tokens. Whether a change does remove its finding is
/// verified by ``Repair``.
@MainActor
struct FindingEdits {
  let scripts: AppScripts

  init(_ scripts: AppScripts) { self.scripts = scripts }

  /// A reason not to change anything for a finding.
  struct Refusal: Error {
    let text: String
  }

  /// Returns the changes for a finding, or the reason why there are none.
  func edits(for finding: Finding) -> Result<[SourceEdit], Refusal> {
    do throws(Refusal) {
      guard let edits = try changes(for: finding) else {
        return .failure(Refusal(text: reasonForNoEdit(for: finding)))
      }
      return .success(edits)
    } catch {
      return .failure(error)
    }
  }

  /// Returns the changes for a finding; nil if they do not follow from the definitions.
  private func changes(for finding: Finding) throws(Refusal) -> [SourceEdit]? {
    guard let place = finding.place, let file = scripts.files[place.file] else { return nil }
    if let callback = finding.misnamedCallback { return renameMethod(of: finding, to: callback, file) }
    switch finding.code {
    case .noIdentifier:
      guard !finding.isOfOrphan, sharedFunction(creating: finding) == nil else { return nil }
      let names = newIdentifiers(finding)
      return addProperty("restorationIdentifier", finding, file) { names($0).asLua }
    case .duplicateIdentifier: return renameIdentifier(finding, file)
    case .noCreator: return try addRestorationClass(finding, file)
    case .returnedNil:
      guard let className = finding.className else { return nil }
      // The application's method does not create this container.
      if scripts.classPlaces[className] == nil { return addApplicationMethod(finding, className) }
      return try addUnknownRestorationClass(finding, className)
    case .noClassMethod:
      guard let className = finding.className else { return nil }
      return try addMethod(to: className)
    case .createdTwice: return removeChildren(finding, file)
    case .notDecoded where finding.readsNil: return isWrongRead(finding) ? readAnyType(finding, file) : nil
    case .notDecoded, .notEncoded: return renameKey(finding)
    case .superNotCalled: return callSuper(finding, file)
    case .saveWithoutRestore: return addOptIn(finding, file)
    case .builtTooEarly: return try lookFirst(finding, file)
    case .containerInViewDidLoad: return try moveToAppearing(finding, file)
    default: return nil
    }
  }

  /// Returns the reason why there is no change for a finding.
  private func reasonForNoEdit(for finding: Finding) -> String {
    if [.notDecoded, .notEncoded].contains(finding.code), finding.missingMethod == nil, let key = finding.key,
      let place = finding.place,
      !scripts.line(at: place, contains: .string(Array(key.utf8)))
    {
      return "the key is not a literal in this line"
    }
    if finding.readsNil, !isWrongRead(finding) { return "the encoded value can be the wrong one" }
    if [.noIdentifier, .noCreator, .createdTwice].contains(finding.code), let className = finding.className,
      scripts.classPlaces[className] != nil, let place = finding.place, let file = scripts.files[place.file]
    {
      guard let open = constructor(finding, file) else { return "no constructor of \(className) is in this line" }
      if finding.code == .createdTwice { return "this child is used for more than the list of its container" }
      if file.tokens[open].kind == .symbol("("), file.closing(of: open) != open + 1 {
        return "the properties of this \(className) come from a value that other code can use"
      }
    }
    if finding.isOfOrphan { return "the controller whose view contains it must call addChild" }
    if finding.code == .noIdentifier, let function = sharedFunction(creating: finding) {
      return "\(function) is called in several places, and each may need an identifier of its own"
    }
    let reason = finding.code == .duplicateIdentifier ? reasonForSameIdentifier(finding) : nil
    return reason ?? "what to write depends on what the app means to do"
  }

  /// Returns the reason why a change was refused that has not had its effect alone.
  func reasonForRefusal(of finding: Finding, otherwise reason: String) -> String {
    (finding.code == .duplicateIdentifier ? reasonForSameIdentifier(finding) : nil) ?? reason
  }

  // MARK: Identifiers

  /// Returns the name of the function that creates the node of a finding, if it is called in several places, besides methods that
  /// create it again.
  private func sharedFunction(creating finding: Finding) -> String? {
    guard let place = finding.place, let file = scripts.files[place.file], let brace = constructor(finding, file),
      let name = file.functions.namedFunction(around: brace)?.name.last
    else { return nil }
    let calls = scripts.files.values.reduce(0) { count, file in
      count
        + file.tokens.indices.count { index in
          file.calls([name], at: index) && (index < 2 || file.tokens[index - 2].kind != .name("super"))
            && ![RestorationName.make, name].contains(file.functions.namedFunction(around: index)?.name.last)
        }
    }
    return calls > 1 ? name : nil
  }

  /// Returns new identifiers for the controllers of a finding's line, by their number.
  private func newIdentifiers(_ finding: Finding) -> (Int) -> String {
    var name = finding.className ?? "screen"
    for ending in ["ViewController", "Controller", "Screen"] where name.hasSuffix(ending) && name.count > ending.count {
      name = String(name.dropLast(ending.count))
      break
    }
    let restored = restoredIdentifier(finding)
    return { number in
      if number == 0, let restored { return restored }
      return unusedName(name.prefix(1).lowercased() + name.dropFirst(), after: number)
    }
  }

  /// Returns the identifier that a restoration method gives to instances of a finding's class, if nothing else has it.
  private func restoredIdentifier(_ finding: Finding) -> String? {
    guard let variable = finding.className.map(scripts.constructorName) else { return nil }
    var (restored, others): (Set<String>, [String]) = ([], [])
    for file in scripts.files.values {
      let tokens = file.tokens
      for index in tokens.indices.dropLast(2) {
        guard tokens[index].kind == .name("restorationIdentifier"), tokens[index + 1].kind == .symbol("="),
          let identifier = tokens[index + 2].text
        else { continue }
        let open = tokens[..<index].lastIndex { $0.kind == .symbol("{") } ?? 0
        let isOfClass = open > 0 && tokens[open - 1].kind == .name(variable)
        let isInMethod = file.functions.namedFunction(around: index)?.name.last == RestorationName.make
        if isOfClass, isInMethod { restored.insert(identifier) } else { others.append(identifier) }
      }
    }
    restored.subtract(others)
    return restored.count == 1 ? restored.first : nil
  }

  /// Returns a name that does not occur as a string in the scripts, after some other such names.
  func unusedName(_ name: String, after number: Int = 0) -> String { unusedName(name, after: number, asSeenBy: \.text) }

  /// Returns a name that does not occur as a name in the scripts.
  func unusedFieldName(_ name: String) -> String {
    unusedName(name, after: 0) { if case .name(let used) = $0.kind { used } else { nil } }
  }

  /// Returns a name, with a number if need be, that is no text of a token.
  private func unusedName(_ name: String, after number: Int, asSeenBy text: (LuaTokens.Token) -> String?) -> String {
    let used = Set(scripts.files.values.flatMap(\.tokens).compactMap(text))
    let names = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? name : "\(name)\($0)" }.filter { !used.contains($0) }
    return names.dropFirst(number).first { _ in true } ?? name
  }

  // MARK: Constructors

  /// Adds a property to the constructors in a finding's line that do not have it.
  ///
  /// - Parameter value: returns the value for each of them, by its number.
  func addProperty(_ name: String, _ finding: Finding, _ file: AppScripts.File, value: (Int) -> String)
    -> [SourceEdit]?
  {
    let all = constructors(finding, file).map { file.table(ofArgumentsAt: $0) ?? $0 }.filter { open in
      !file.fields(ofTableAt: open).contains { file.tokens[$0].kind == .name(name) }
    }
    let edits = all.enumerated().map { addProperty("\(name) = \(value($0.offset))", at: $0.element, in: file) }
    return edits.isEmpty || edits.contains(nil) ? nil : edits.flatMap { $0 ?? [] }
  }

  /// Adds a property to a constructor, which begins with a brace or parenthesis.
  func addProperty(_ property: String, at brace: Int, in file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    if tokens[brace].kind == .symbol("(") {
      guard brace + 1 < tokens.count, tokens[brace + 1].kind == .symbol(")") else { return nil }
      let range = tokens[brace].range.lowerBound..<tokens[brace + 1].range.upperBound
      return [SourceEdit(file: file.name, range: range, text: " { \(property) }")]
    }
    guard brace + 1 < tokens.count else { return nil }
    let isEmpty = tokens[brace + 1].kind == .symbol("}")
    let isOwnLine = tokens[brace + 1].line > tokens[brace].line
    let text = isEmpty ? (isOwnLine ? " \(property)" : " \(property) ") : " \(property),"
    return [insertion(text, after: brace, in: file)]
  }

  /// Returns the index of the brace or parenthesis that opens the first constructor in the line of a finding.
  func constructor(_ finding: Finding, _ file: AppScripts.File) -> Int? { constructors(finding, file).first }

  /// Returns the indices of the braces or parentheses that open the constructors of a finding's class in its line.
  func constructors(_ finding: Finding, _ file: AppScripts.File) -> [Int] {
    guard let line = finding.place?.line, let className = finding.className else { return [] }
    let found = scripts.constructors(ofClass: className, inLine: line, of: file)
    return found.isEmpty ? [scene(inLine: line, file.tokens)].compactMap(\.self) : found
  }

  /// Returns the brace that opens the description of a storyboard's scene: `name = { class = …`.
  private func scene(inLine line: Int, _ tokens: [LuaTokens.Token]) -> Int? {
    tokens.indices.dropLast(2).first { index in
      tokens[index].line == line && index > 1 && tokens[index].kind == .symbol("{")
        && tokens[index - 1].kind == .symbol("=") && tokens[index + 1].kind == .name("class")
        && tokens[index + 2].kind == .symbol("=")
    }
  }

  // MARK: Methods

  /// Gives a method the name of the callback that it was intended as.
  private func renameMethod(of finding: Finding, to callback: String, _ file: AppScripts.File) -> [SourceEdit]? {
    guard let line = finding.place?.line, let name = finding.key else { return nil }
    let names = file.tokens.filter { $0.line == line && $0.kind == .name(name) }
    return names.count == 1 ? [SourceEdit(file: file.name, range: names[0].range, text: callback)] : nil
  }

  private func callSuper(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    guard let place = finding.place, let method = finding.key,
      let function = file.functions.function(at: place.line, named: method), function.name.count > 1
    else { return nil }
    let tokens = file.tokens
    let owner = function.name.dropLast().joined(separator: ".")
    guard let open = tokens[function.start..<function.bodyStart].firstIndex(where: { $0.kind == .symbol("(") }) else {
      return nil
    }
    let isMethod = open >= 2 && tokens[open - 2].kind == .symbol(":")
    var arguments = file.text(tokens[open].range.upperBound..<tokens[function.bodyStart].range.lowerBound)
    if isMethod { arguments = arguments.isEmpty ? "self" : "self, \(arguments)" }
    let call = "\(owner).super.\(method)(\(arguments))"
    let next = function.bodyStart + 1
    let isOneLine = next < tokens.count && tokens[next].line == tokens[function.bodyStart].line
    let indentation = file.indentation(ofLine: tokens[function.start].line) + file.blockIndentation
    return [insertion(isOneLine ? " \(call)" : "\n\(indentation)\(call)", after: function.bodyStart, in: file)]
  }

  /// Adds the other of the application's two methods, after the one that is there, or at the end of the application's script.
  private func addOptIn(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    guard let place = finding.place, let missing = finding.key, scripts.nameCounts[missing] == nil else { return nil }
    func method(_ owner: String) -> String { "function \(owner):\(missing)(coder) return true end" }
    let present = file.functions.functions.first { $0.line == place.line && $0.name.count > 1 }
    if let present, file.opening(around: present.start) == nil {
      let owner = present.name.dropLast().joined(separator: ".")
      return [insertion("\n\(method(owner))", after: present.end, in: file)]
    }
    // A function of the constructor, or one with another name.
    return endOfApplication.map {
      [SourceEdit(file: $0.file.name, range: $0.end..<$0.end, text: "\(method($0.variable))\n\n")]
    }
  }

  // MARK: Text

  func insertion(_ text: String, after index: Int, in file: AppScripts.File) -> SourceEdit {
    insertion(Array(text.utf8), after: index, in: file)
  }

  func insertion(_ bytes: [UInt8], after index: Int, in file: AppScripts.File) -> SourceEdit {
    // A comment at the end of the line stays there.
    let isLine = bytes.first == UInt8(ascii: "\n")
    let end = (isLine ? file.endOfComment(after: index) : nil) ?? file.tokens[index].range.upperBound
    return SourceEdit(file: file.name, range: end..<end, bytes: bytes)
  }

  /// Removes tokens with a comma or semicolon after them, and their lines if nothing else is there.
  func removal(of range: ClosedRange<Int>, in file: AppScripts.File) -> SourceEdit {
    let tokens = file.tokens
    var last = range.upperBound
    if last + 1 < tokens.count, [.symbol(","), .symbol(";")].contains(tokens[last + 1].kind) { last += 1 }
    var bytes = tokens[range.lowerBound].range.lowerBound..<tokens[last].range.upperBound
    if file.isAloneInLine(range.lowerBound, last) {
      bytes = file.wholeLines(of: bytes)
    } else if last == range.upperBound, range.lowerBound > 1, tokens[range.lowerBound - 1].kind == .symbol(",") {
      // The last item of a list goes with the comma before it.
      bytes = tokens[range.lowerBound - 2].range.upperBound..<bytes.upperBound
    }
    return SourceEdit(file: file.name, range: bytes, text: "")
  }
}

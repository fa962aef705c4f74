import StateRestoration

// Texts that a restored screen shows otherwise, although nothing else is lost.
extension Evidence {
  /// Findings about titles, labels and buttons whose texts the restoration does not set again. They are the same in another fresh
  /// launch, and another restart does not change them again. What a callback sets of nothing that is lost while or after it is decoded
  /// is intentional, such as "Welcome back".
  private var textFindings: [Finding] {
    guard let after, let twice else { return [] }
    var known: [IdentifierPath: (calls: [RestoringCall], lost: Set<String>)] = [:]
    let lines = losingLines
    return changedTexts(after).compactMap { text in
      guard let last = text.counterpart(in: twice), last.shownText == text.restored.shownText else { return nil }
      let (node, property) = (text.node, text.node.isView ? "text" : "title")
      let (old, new) = ("\"\(node.shownText ?? "")\"", text.restored.shownText.map { "\"\($0)\"" } ?? "nil")
      let loss = Loss(node.shownPath, node.className, property, old, new)
      let line = lines.first { line in
        line.concerns(property, of: loss) || line.path == loss.path && line.field == property
      }
      guard !setsAgain(textOf: node, onlyAfterDecoding: line != nil, after, &known) else { return nil }
      let cause = line ?? lines.line(for: loss)
      return Finding(
        code: .valueLost, path: node.shownPath, className: node.className, key: property, lostValue: old,
        isSetByScript: true, isOfLosingLine: cause != nil,
        place: cause?.place ?? place(ofTextOf: node, text.restored, after),
        message: "\(property) of this \(node.className) was \(old) before the restart, and is \(new) after it",
        consequence: "The user finds it changed.", remedy: cause?.remedy ?? Finding.remedyForShownState)
    }
  }

  /// Returns the findings about texts that do not follow from others: from lost keys of other nodes follows what they reach, from
  /// some mistakes only what is below their nodes. What follows from all other ones is unknown.
  func textFindings(beside found: [Finding]) -> [Finding] {
    let ofNodes: Set<FindingCode> = [
      .largeState, .selectionByRow, .noIdentifier, .duplicateIdentifier, .keyWrittenTwice,
    ]
    let isKnown = found.allSatisfy { finding in
      [.notDecoded, .notEncoded].contains(finding.code) && finding.misnamedCallback == nil
        || ofNodes.contains(finding.code) && finding.path != nil
    }
    guard isKnown else { return [] }
    let lost = found.reduce(into: Set<String>()) { $0.formUnion(names(lostBy: $1)) }
    let paths = found.reduce(into: Set<String>()) { $0.formUnion($1.allPaths) }
    return textFindings.filter { text in
      guard !found.isEmpty, let path = text.path else { return true }
      return !paths.contains { path == $0 || path.hasPrefix($0 + "/") }
        && (lost.isEmpty || scripts.namesDeciding(textOfViewAt: text.place)?.isDisjoint(with: lost) == true)
    }
  }

  /// Whether the decoding of a controller, or a callback after that, sets its title, or the text of a view, to nothing that is lost.
  ///
  /// - Parameters:
  ///   - onlyAfterDecoding: whether the decoding itself does not count.
  ///   - known: the calls and the names of lost values by the paths of controllers.
  private func setsAgain(
    textOf node: TreeRecord.Node, onlyAfterDecoding: Bool, _ after: RunEvidence,
    _ known: inout [IdentifierPath: (calls: [RestoringCall], lost: Set<String>)]
  ) -> Bool {
    var shownPath = IdentifierPath(parsing: node.shownPath)
    if node.isView { shownPath = shownPath.parent }
    guard let path = before.path(shownAs: shownPath.description) else { return false }
    if known[path] == nil {
      let calls = restoringCalls(of: path)
      known[path] = (calls, namesOfLostValues(at: path, after, calls))
    }
    guard let (calls, lost) = known[path] else { return false }
    return calls.contains { call in
      !(onlyAfterDecoding && call.isOfDecoding)
        && call.function.body.contains { index in
          mayBe(node, whoseTextIsSetAt: index, in: call)
            && call.file.tokens.valuesAssigned(at: index).map { !call.reads(lost, in: $0, scripts) } == true
        }
    }
  }

  /// Whether a token is the text or title that is assigned of a node, or of what may be one: by another name than that of another
  /// view.
  private func mayBe(_ node: TreeRecord.Node, whoseTextIsSetAt index: Int, in call: RestoringCall) -> Bool {
    let tokens = call.file.tokens
    let properties = node.isView ? ["text", "title"] : ["title"]
    let isSet = index > 1 && properties.contains { tokens.assignsField($0, at: index) }
    guard let end = isSet ? index - 2 : call.file.ownerOfComputedField(setAt: index), end >= 0 else { return false }
    guard case .name(let owner) = tokens[end].kind else { return true }
    let className = call.function.name.first ?? ""
    guard owner != "self" else {
      return node.isView == !call.isOfNode
        && (call.isOfNode || scripts.lineage(of: node.className).map(scripts.variable).contains(className))
    }
    let place = place(of: node)
    let isField = end > 0 && [.symbol("."), .symbol(":")].contains(tokens[end - 1].kind)
    // A field of another object.
    if isField, !call.isOfNode, end > 1, tokens[end - 2].kind == .name("self"), let place,
      let file = scripts.files[place.file],
      let creation = file.tokens.firstIndex(where: { $0.line == place.line }),
      let method = file.functions.namedFunction(around: creation), method.name.first != className
    {
      return false
    }
    return place.map { !scripts.isOther(owner, isField: isField, thanViewAt: $0) } ?? true
  }

  /// The names of what scripts change while the app runs, and of fields that differ, which neither a decoded key nor an unchanged
  /// field of a node has, and that the functions after the restoration do not set to anything else. A flag can say that the launch
  /// is the first one.
  private func namesOfLostValues(at path: IdentifierPath, _ after: RunEvidence, _ calls: [RestoringCall]) -> Set<String>
  {
    let keys = Set(after.recorder.decoded.values.joined().map(\.key))
    let fields = Dictionary(grouping: before.fields[path] ?? [:]) {
      ScriptFields.areSame($0.value, after.fields[path]?[$0.key])
    }
    let lost = scripts.changedNames.union((fields[false] ?? []).map(\.key))
      .subtracting(scripts.valueFlow.names(reachedByAny: Array(keys)))
      .subtracting((fields[true] ?? []).map(\.key)).subtracting(scripts.propertyNames).subtracting(scripts.flags)
    var set: Set<String> = []
    for call in calls {
      for index in call.function.body {
        guard let name = call.file.tokens[index].word, lost.contains(name), !set.contains(name),
          call.file.assigns(name, at: index, in: call.function),
          let values = call.file.tokens.valuesAssigned(at: index), !call.reads(lost, in: values, scripts)
        else { continue }
        set.insert(name)
      }
    }
    return lost.subtracting(set)
  }

  /// Returns the line that creates a view, or sets the title of a controller: the one that creates it again, which does not.
  private func place(ofTextOf node: TreeRecord.Node, _ restored: TreeRecord.Node, _ after: RunEvidence) -> Place? {
    guard !node.isView else { return place(of: node) ?? after.place(restored.createdAt) }
    let creation = node.scene == nil ? after.place(restored.createdAt) : nil
    return scripts.place(ofTitleIn: node.className, createdAt: creation ?? place(of: node))
  }

  /// A node whose text is another one after the restoration.
  @MainActor
  struct ChangedText {
    let node: TreeRecord.Node
    let restored: TreeRecord.Node
    fileprivate let key: Key

    /// The name by which runs have the same node.
    fileprivate enum Key {
      case path(IdentifierPath), view(String)
    }

    /// Returns the same node of another run.
    fileprivate func counterpart(in run: RunEvidence) -> TreeRecord.Node? { Self.node(key, run) }

    fileprivate static func node(_ key: Key, _ run: RunEvidence) -> TreeRecord.Node? {
      switch key {
      case .path(let path): run.tree.saved[path]
      case .view(let name): run.tree.views[name]
      }
    }
  }

  /// The shown texts that are others after the restoration, and that do not depend on the clock: they are the same in a fresh launch
  /// with another clock, or after steps, in another restoration with another clock.
  func changedTexts(_ after: RunEvidence) -> [ChangedText] {
    guard isFresh || comparesTextsAfterSteps, let beside, !scripts.useRandomNumbers else { return [] }
    let paths = before.tree.saved.filter { !$0.value.isView }.keys.sorted { $0.description < $1.description }
    let controllers = paths.map { ChangedText.Key.path($0) }
    let views = before.tree.views.keys.sorted().map { ChangedText.Key.view($0) }
    return (controllers + views).compactMap { key in
      guard let node = ChangedText.node(key, before), let other = ChangedText.node(key, after),
        let text = node.shownText, !text.isEmpty, other.className == node.className, other.shownText != text,
        isShown(node, differentlyIn: after)
      else { return nil }
      // After steps, a view without identifier can have the place of another one.
      if !isFresh, node.isView, let creation = node.createdAt, other.createdAt != creation { return nil }
      let isSame =
        isFresh
        ? ChangedText.node(key, beside)?.shownText == text
        : again.map { ChangedText.node(key, $0)?.shownText == other.shownText } ?? true
      guard isSame else { return nil }
      return ChangedText(node: node, restored: other, key: key)
    }
  }

  /// Whether the rows of a view, or the one with the title of a controller, are others in another run.
  private func isShown(_ node: TreeRecord.Node, differentlyIn run: RunEvidence) -> Bool {
    zip(before.lines, run.lines).enumerated().contains { row, lines in
      lines.0 != lines.1
        && (node.isView
          ? node.frame.minY <= row && row < node.frame.maxY : node.shownText.map { lines.0.contains($0) } == true)
    }
  }
}

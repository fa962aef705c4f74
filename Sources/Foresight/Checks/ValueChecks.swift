import AppSession
import StateRestoration

// Properties of views whose values were not restored.
extension Evidence {
  /// Properties that built-in classes save and that the restored app has lost.
  var valueFindings: [Finding] {
    guard let after, isComparable(after) else { return [] }
    let identified = before.tree.saved.flatMap { path, node -> [Finding] in
      guard let other = after.tree.saved[path], other.className == node.className else { return [] }
      return differences(node, other) { key in
        guard let fresh = beside?.tree.saved[path] else { return true }
        // A text that differs in each run, such as the output of a command.
        if key == "typedText", !node.isTyped, let text = fresh.state[key],
          text != node.state[key], text != other.state[key]
        {
          return false
        }
        guard let later = besideLater?.tree.saved[path] else { return true }
        // A restoration that was extended waits for what a fresh launch shows later, too.
        return fresh.state[key] != node.state[key] || later.state[key] != other.state[key]
      }
    }
    // A view without an identifier saves nothing, which matters only for changes by the user.
    let others = before.tree.views.flatMap { place, node -> [Finding] in
      guard node.identifier == nil, let other = after.tree.views[place], let fresh = beside?.tree.views[place],
        // An app that is examined while it runs was not observed when it created the view.
        node.createdAt == nil || fresh.createdAt == node.createdAt, other.identifier == nil
      else { return [] }
      return differences(node, other) { node.state[$0] != fresh.state[$0] && other.state[$0] == fresh.state[$0] }
    }
    return identified + others
      + unnamedFindings(after) { place, other, key in
        again?.tree.views[place]?.state[key] == other.state[key]
      }
  }

  /// Whether the values before and after the restoration can be compared: what a command is about to deliver is different in
  /// each run, and what only the examined app was allowed to run is missing in its restored copy.
  func isComparable(_ after: RunEvidence) -> Bool {
    !before.isBusy && !after.isBusy && (before.wasRefused || !after.wasRefused)
  }

  /// Whether views without identifiers have other values after the restoration, on screens that a fresh launch does not show or
  /// that are different in it. Only another restoration can tell whether they differ in each run.
  var needsSecondRestoration: Bool {
    guard let after, isComparable(after) else { return false }
    return !unnamedFindings(after) { _, _, _ in true }.isEmpty || !isFresh && !changedTexts(after).isEmpty
  }

  /// Views without identifiers on screens that a fresh launch does not show, and values that are neither those before the
  /// restart nor those of a fresh launch.
  private func unnamedFindings(
    _ after: RunEvidence, where isStable: (_ place: String, _ other: TreeRecord.Node, _ key: String) -> Bool
  ) -> [Finding] {
    before.tree.views.flatMap { place, node -> [Finding] in
      guard node.identifier == nil, let other = after.tree.views[place], other.identifier == nil,
        node.createdAt == nil || other.createdAt == node.createdAt
      else { return [] }
      let fresh = beside?.tree.views[place]
      return differences(node, other) { key in
        if let fresh, [node.state[key], other.state[key]].contains(fresh.state[key]) { return false }
        return isStable(place, other, key)
      }
    }
  }

  /// Whether rows that have not changed otherwise have other texts, as with a time in them.
  private static func isOtherText(_ key: String, _ node: TreeRecord.Node, _ other: TreeRecord.Node) -> Bool {
    switch (key, node.state[key], other.state[key]) {
    case ("focusedText", _, _):
      node.focusedRow == other.focusedRow
        || other.hasNoRows && node.state["focusedRow"] == other.state["focusedRow"]
    case ("expandedTexts", .list(let texts)?, .list(let others)?): texts.count == others.count
    // The saved selection waits for its rows, which may come when the user turns to them.
    case ("selectedTexts", _, _): other.hasNoRows && node.state["selectedRows"] == other.state["selectedRows"]
    default: false
    }
  }

  /// Whether something is focused where nothing was: in rows that came only during the restoration, which waits for them if it
  /// is extended, or in a window that was not key before.
  private static func isFirstFocus(_ key: String, _ node: TreeRecord.Node, _ other: TreeRecord.Node) -> Bool {
    guard node.state[key] == nil else { return false }
    if key == "focusedRow" || key == "focusedText" { return node.hasNoRows && !other.hasNoRows }
    return key == "focus" || key == "focusedChild"
  }

  /// Whether a script sets a value: the host saves what the user has typed or chosen.
  private static func isSetByScript(_ property: SavedProperty, of node: TreeRecord.Node) -> Bool {
    property.name == "text" ? !node.isTyped : Discovery.charts.contains(node.className)
  }

  private func remedy(_ property: SavedProperty, of node: TreeRecord.Node) -> String {
    if Self.isSetByScript(property, of: node) {
      return Finding.remedyForShownState
    }
    return node.identifier != nil
      ? "Do not set it " + (lastSetter(of: property, of: node) ?? "after the restoration")
        + (property.taskOfFinder.map { "; and let \($0)." } ?? ".")
      : "Give it a restorationIdentifier, or encode the value in the controller's encodeRestorableState."
  }

  /// Returns where a property is set after the restoration: the callback and its line, or the callbacks that may set it; nil if
  /// none does.
  private func lastSetter(of property: SavedProperty, of node: TreeRecord.Node) -> String? {
    let setters = scripts.setters(of: property.name, ofViewAt: place(of: node))
    let owner = IdentifierPath(parsing: node.shownPath).parent.description
    let callbacks = scripts.settersOfRestored.map { "after the restoration, in \($0)" }
    guard !setters.isEmpty, let path = before.path(shownAs: owner) else { return callbacks }
    for name in AppScripts.callbacksAfterDecoding + [RestorationName.decode] {
      let called = scripts.functions(of: [name], of: path, before)
      guard let (_, file, callback) = called.first else { continue }
      let line = callback.body.last { index in
        setters.contains { $0.file.name == file.name && $0.index == index }
          || file.tokens[index].word.map { word in
            called.dropFirst().contains { _, file, method in
              method.name.last == word
                && setters.contains { $0.function.start == method.start && $0.file.name == file.name }
            }
          } == true
      }
      if let line { return "in \(name) (line \(file.tokens[line].line))" }
    }
    return callbacks
  }

  private func differences(
    _ node: TreeRecord.Node, _ other: TreeRecord.Node, where isWorthwhile: (String) -> Bool
  ) -> [Finding] {
    let keys = Set(node.state.keys).union(other.state.keys).sorted().filter { key in
      node.state[key] != other.state[key] && isWorthwhile(key) && !AppMoment.ignored.contains(key)
        && !Self.isOtherText(key, node, other) && !Self.isFirstFocus(key, node, other)
        && !(node.isSetByScreen && node.isCovered && other.isCovered)
        && !AppMoment.haveSameItems(node.state[key], other.state[key], for: key)
    }
    let calls = keys.isEmpty ? [] : losingLines
    return SavedProperty.causes(among: keys).map { key in
      let property = SavedProperty(key, in: node.state)
      let (old, new) = (property.text(node.state[key]), property.text(other.state[key]))
      let loss = Loss(node.shownPath, node.className, property.name, old, new)
      let isSetByScript = Self.isSetByScript(property, of: node)
      let call =
        calls.first { call in
          call.concerns(property.name, of: loss)
            || node.shownPath.hasPrefix(call.path + "/")
              && (call.contains(old) || isSetByScript && call.isShown(in: old))
        } ?? calls.filter { $0.mayExplain(property.name) && $0.contains(old) }.onlyOneOfObject
        ?? (isSetByScript ? calls.line(for: loss) : nil)
      return Finding(
        code: .valueLost, path: node.shownPath, className: node.className, key: property.name, lostValue: old,
        isSetByScript: isSetByScript, isOfLosingLine: call != nil,
        place: call?.place ?? place(of: node) ?? place(of: other),
        message: "\(property.name) of this \(node.className) was \(old) before the restart, and is \(new) after it",
        consequence: "The user finds it changed.",
        remedy: call?.remedy ?? remedy(property, of: node))
    }
  }
}

extension Diagnosis {
  /// Adds what is lost after the controls on the screen were changed, as far as no other finding explains it.
  @MainActor
  mutating func addLosses(_ losses: [Loss], _ scripts: AppScripts) {
    let unexplained = losses.filter { loss in
      // The screen may differ because of any other mistake.
      loss.property == "screen" ? findings.isEmpty : cause(of: loss) == nil
    }
    add(unexplained.map { Finding(afterChangingControls: $0, settingAgain: scripts.settersOfRestored) })
  }
}

extension Finding {
  /// The remedy for what only the script of a screen knows.
  static let remedyForShownState = "Nothing saves what a script sets: encode what it shows, and set it again from that."

  /// The finding about what is lost after the controls on the screen were changed.
  ///
  /// - Parameter callbacks: those of the app that may set it again; nil if it has none.
  fileprivate init(afterChangingControls loss: Loss, settingAgain callbacks: String?) {
    let node = loss.path.isEmpty ? "the app" : "this \(loss.className)"
    let property = loss.property.flatMap { $0 == "screen" ? nil : $0 }
    let what: String
    switch (loss.property, property) {
    case (nil, _): what = "\(node): \(loss.after) after a restart"
    case (_, let property?): what = "\(property) of \(node) was \(loss.before), and is \(loss.after) after a restart"
    default: what = "\(node) showed \(loss.before), and shows \(loss.after) after a restart"
    }
    self.init(
      code: .valueLost, path: loss.path, className: loss.className, key: property?.trimmingQuotes,
      isOfLosingLine: loss.remedy != nil, place: loss.place,
      message: "when the controls on the screen are changed, \(what)",
      consequence: "The user finds it changed.",
      remedy: loss.remedy
        ?? (loss.scriptKey == nil
          ? "Encode and decode it, or set it from what is restored"
            + (callbacks.map { "; do not set it again in \($0)." } ?? ".")
          : "Set what it is encoded from to what is decoded, and do not set that again."))
  }
}

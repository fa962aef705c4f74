import AppSession
import StateRestoration

// What follows from another discovery, so that one cause is reported once.
extension Discovery {
  /// Whether the doctor has explained it.
  var isExplained: Bool { FindingCode(rawValue: code).map { $0 != .valueLost } ?? false }

  /// Whether it follows from another discovery, so that only that one is reported.
  func isConsequence(of other: Discovery) -> Bool {
    switch kind {
    case .field: isFieldBehind(other)
    case .error: isErrorAfter(other)
    case .loss, .possibleLoss: isLossAfter(other)
    }
  }

  private func isFieldBehind(_ other: Discovery) -> Bool {
    // The same field of another instance.
    if other.kind == .field { return path != other.path && place != nil && place == other.place }
    // Classes with a common base class have the line that sets the field in common.
    let owners = [className] + (place.map { ["\($0)"] } ?? [])
    if let property, owners.contains(where: { other.fields.contains("\($0) \(property)") }) { return true }
    // A field whose value a view of the controller shows, until further steps hide it.
    guard other.kind == .loss, other.owner == path else { return false }
    return hasSteps(of: other) || other.before.contains(before) && other.after.contains(after)
  }

  private func isErrorAfter(_ other: Discovery) -> Bool {
    // What is nil was lost by the same steps, or with a node that was.
    if event != nil, after.contains("nil"), companions.contains(other.identity),
      others.contains(where: { lost in
        lost.isOfScript && lost.reaches(missingName)
          && (lost.identity == other.identity || lost.isConsequence(of: other))
      })
    {
      return true
    }
    // The doctor names the line that raises the error.
    return other.isExplained && other.kind == .loss && other.code != FindingCode.callbackFailed.rawValue
      && place != nil && place == other.place
  }

  private func isLossAfter(_ other: Discovery) -> Bool {
    if isExplainedAlsoBy(other) { return true }
    guard !isExplained, other.kind != .field else { return false }
    if followsLostPart(other) { return true }
    if other.kind == .error { return isLeftUndone(by: other) }
    if isOfLostChild(other) || hasCause(of: other) || isPartOfControl(beside: other.path) || isComputed(from: other) {
      return true
    }
    if dependsOnUnsaved(of: other) { return true }
    // Under another clock, only what depends on a lost value is compared, after further steps.
    if event?.world != .same, items.last?.event == nil, other.event?.world == .same { return true }
    // A view beside it shows the lost value.
    if let shown, path == other.path, let position = other.property, shown.name.hasPrefix("\(position).") {
      return true
    }
    if property == "screen", let value = other.property, value != "screen", owner == other.owner,
      needsLaterStep || !other.needsLaterStep || value != "isFirstResponder"
    {
      return isChanged(by: other)
    }
    return isOfOtherInstance(than: other) || showsValue(of: other)
  }

  /// Whether it follows even if the doctor explains it, too.
  private func isExplainedAlsoBy(_ other: Discovery) -> Bool {
    // What a callback that raises the error should have saved or restored.
    if other.kind == .error, code == FindingCode.callbackFailed.rawValue, place != nil, place == other.place {
      return true
    }
    // What lost key commands do, or further steps with what else only scripts have set.
    if other.isOfUnsaved, hasSteps(of: other),
      other.property == NodeFacts.Unsaved.keyCommands ? pressesKeyAfterEvent : path == other.path
    {
      return true
    }
    // What is selected of rows or items that the screen shows differently.
    guard hasOtherRows, let property, Self.places.contains(property) else { return false }
    return other.property == "screen" && path == other.path
  }

  /// Whether it is a reference to a lost part of the screen, the focus or typed text of one, or has moved or changed with it.
  private func followsLostPart(_ other: Discovery) -> Bool {
    let losesNode = other.losesNode
    // The other run could not make a step any more.
    if isAfterMissedStep, other.kind == .loss, !other.isAfterMissedStep, other.isOfRestart == isOfRestart {
      return true
    }
    // A reference to a lost node, perhaps in a list.
    if losesNode, before.contains("-> \(other.path)") { return true }
    // What a controller of another class leaves in the keys of others names it.
    if other.code == FindingCode.otherClass.rawValue, isOfScript, hasSteps(of: other) {
      let name = "\"\(other.name)\""
      if after.contains(name), !before.contains(name) { return true }
    }
    // Items that one view has lost have moved those around it.
    if other.hasOtherRows, property == "screen", owner == other.owner, path != other.path,
      companions.contains(other.identity)
    {
      return true
    }
    if property == "isFirstResponder" {
      // The focus goes with what had it.
      if losesNode || other.kind == .loss && other.property == nil { return true }
      // What follows the lost value has another focus.
      if other.kind == .loss,
        hasSteps(of: other) && other.rank == 0
          || needsLaterStep && !other.needsLaterStep
            && (hasSteps(of: other) && owner == other.owner || companions.contains(other.identity))
      {
        return true
      }
    }
    // What is typed after the event goes to another view.
    if losesNode, property == "text", needsLaterStep, hasSteps(of: other) { return true }
    // A container shows another child than a lost one.
    guard let property, Self.shownChildren.contains(property) else { return false }
    return (losesNode || other.property == nil) && other.path.hasPrefix(path + "/")
  }

  /// Whether it is what a callback of saving or restoring, or a data source, has not done because of an error.
  private func isLeftUndone(by error: Discovery) -> Bool {
    // The rows that a data source could not name, what the screen shows of them, or the field in which one is edited.
    if error.failure?.isOfDataSource == true {
      if let property, Self.rows.contains(property) || property == "screen", isInNode(of: error) { return true }
      if let list = error.failure?.node, isPartOfControl(beside: list) { return true }
    }
    guard error.failsToRestore else { return false }
    // Nothing is restored after an error in the application's own callback.
    return error.failure?.node?.isEmpty == true && isOfRestart || isInNode(of: error)
  }

  /// Whether it is of a lost node, or of a child that is not shown or focused as another one is.
  private func isOfLostChild(_ other: Discovery) -> Bool {
    let isBelow = path.hasPrefix(other.path + "/")
    if other.losesNode, path == other.path || isBelow { return true }
    // One view has the focus at a time, and another page or tab has its own.
    if property == "isFirstResponder", other.property == "isFirstResponder",
      owner == other.owner || path == other.owner || owner == other.path
    {
      return true
    }
    // Another child of the container is shown, loaded and focused.
    guard let child = other.property, SavedProperty.shownChildren.contains(child) else { return false }
    return isBelow && (needsLaterStep || !other.needsLaterStep)
      && ([before, after].contains("nil") || property == "isFirstResponder"
        || property == "screen" && companions.contains(other.identity))
  }

  /// Whether the same line or call, or the same loss before another event, is its cause.
  private func hasCause(of other: Discovery) -> Bool {
    let isAtPlace = place != nil && place == other.place
    // Another controller that the same line has created.
    if property == nil, other.property == nil, className == other.className, isAtPlace { return true }
    guard path == other.path else { return decoding != nil && decoding == other.decoding }
    // What a restart has lost is still lost after another event.
    if subject == other.subject, isOfRestart, other.isOfRestart { return true }
    // Another key that the same call computes.
    if let call, call == other.call { return true }
    // Another key that the same line decodes, or from which the same further steps make another value.
    if let decoding, let otherDecoding = other.decoding,
      decoding == otherDecoding
        || needsLaterStep && items == other.items && !sourceNames.isDisjoint(with: other.sourceNames)
    {
      return true
    }
    guard let key = scriptKey, let otherKey = other.scriptKey else { return false }
    return key.filter { !$0.isNumber } == otherKey.filter { !$0.isNumber }
  }

  /// Whether it is a part of a control, which the host creates while a value is edited.
  private func isPartOfControl(beside path: String) -> Bool {
    place == nil && !className.isEmpty && (property == nil || name.hasPrefix("<"))
      && [path, IdentifierPath(parsing: path).parent.description].contains(owner)
  }

  /// Whether it is a text or chart that a script has made of the lost value: both are lost by the same steps.
  private func isComputed(from other: Discovery) -> Bool {
    guard isOnlyShown, let value = other.property, value != "text", other.kind == .loss else { return false }
    if owner == other.owner, !items.contains(where: { $0.step?.isTyping == true }),
      items == other.items || property != "text" && (hasSteps(of: other) || companions.contains(other.identity))
    {
      return true
    }
    return property == "text" && other.scriptKey != nil && items == other.items && other.before.contains(before)
  }

  /// Whether it depends on what only scripts change and nothing saves, as a view that another discovery is about: it shows the same
  /// values, or is a key that further steps make of them.
  private func dependsOnUnsaved(of other: Discovery) -> Bool {
    if property == "screen", other.property == "screen", isOfRestart, isChanged(by: other) || other.isChanged(by: self),
      !unsavedNames.isDisjoint(with: other.unsavedNames)
    {
      // Other rows are nearer to the values.
      return !hasOtherRows || other.hasOtherRows
    }
    guard let key = scriptKey, needsLaterStep, !other.needsLaterStep, !other.unsavedNames.isEmpty else { return false }
    return companions.contains(other.identity) && other.reaches(key)
  }

  /// Whether it is of another view that the same line has created, or of another instance of the same class.
  private func isOfOtherInstance(than other: Discovery) -> Bool {
    guard path != other.path else { return false }
    if place != nil, place == other.place { return true }
    return className == other.className && property != nil && property == other.property && name == other.name
  }

  /// Whether a script, or another view, shows in it what the other discovery has lost.
  private func showsValue(of other: Discovery) -> Bool {
    // The items that lists show.
    if other.isOfScript, other.path.isEmpty, hasOtherRows, let property, Self.rows.contains(property),
      companions.contains(other.identity)
    {
      return true
    }
    // A view that shows what a key of another node has lost, a key with a position in a view that has lost its value, or a control
    // whose fewest steps lose the key of an object, too.
    if sources.contains(other.identity) { return true }
    if other.isOfScript, scriptKey == nil, let property, property != "screen", isOfRestart, !isMadeByScript, !isOfLine,
      other.path.isEmpty || other.className == "table" || owner == other.path, companions.contains(other.identity),
      // What is lost without a step is not what the control has changed.
      other.items.contains(where: { $0.step != nil })
    {
      return true
    }
    // A script shows in a view what it has decoded, and rows as other views choose them.
    if other.scriptKey != nil, scriptKey == nil, !other.sources.contains(identity),
      needsLaterStep || !other.needsLaterStep,
      owner == other.path || ownerClass == other.className && losesInOwner(other.property)
    {
      return property != "screen" || isChanged(by: other)
    }
    return property.map(Self.selections.contains) == true && owner == other.owner && other.property != nil
      && (path == other.path || companions.contains(other.identity))
  }

  /// Whether the steps of another discovery change it, as far as that is known.
  private func isChanged(by other: Discovery) -> Bool { !other.isReduced || other.changed.contains(subject) }

  /// Whether the controller that has the view loses a value in the same way.
  private func losesInOwner(_ property: String?) -> Bool {
    guard let ownerClass else { return false }
    return companions.contains(Self.identity(.loss, Self.subject(owner, ownerClass, property, nil), causeOfEvent))
  }

  /// Whether it is about the node whose callback raises an error, or below it.
  private func isInNode(of error: Discovery) -> Bool {
    error.failure?.node.map { path == $0 || path.hasPrefix($0 + "/") } == true
  }

  /// Whether the doctor's finding is that the whole node is lost.
  private var losesNode: Bool { FindingCode(rawValue: code)?.losesNode == true }

  /// Whether only a step after the event shows it.
  var needsLaterStep: Bool { event != nil && items.last?.event == nil }
  /// The steps and events up to the last event.
  var itemsToEvent: ArraySlice<ExploredItem> { items.dropLast(itemsAfterEvent.count) }
  /// The steps after the last event.
  var itemsAfterEvent: ArraySlice<ExploredItem> { items.suffix(from: (items.lastIndex { $0.event != nil } ?? -1) + 1) }

  /// Whether it takes the steps of another discovery, and perhaps more.
  private func hasSteps(of other: Discovery) -> Bool {
    items.compactMap(\.step).starts(with: other.items.compactMap(\.step))
  }

  /// Whether a step after the event presses a key.
  private var pressesKeyAfterEvent: Bool {
    let later = items.drop { $0.event == nil }
    return later.contains { if case .key? = $0.step { true } else { false } }
  }

  /// Whether its fewest steps lose a key.
  func losesKey(_ key: String) -> Bool { companions.contains { $0.contains(" \(AppMoment.scriptKey(key)) ") } }

  /// Whether a line is known that loses its value.
  private var isOfLine: Bool { commonCause?.hasPrefix(Self.line) == true }

  /// Whether it is a value that a script encodes.
  private var isOfScript: Bool { kind == .loss && scriptKey != nil }

  /// Whether it is a text, or a value of a view that the user cannot change.
  private var isOnlyShown: Bool { property == "text" || Self.charts.contains(className) }
  /// Whether it is something that a script shows, and not what the user has typed or chosen.
  var isMadeByScript: Bool {
    guard let property else { return false }
    return property == "screen" || Self.charts.contains(className) || hasOtherRows && Self.places.contains(property)
      || property == "text" && (className == "Label" || !items.contains { $0.step?.isTyping == true })
  }
  /// The classes of views that only show values.
  static let charts: Set<String> = ["BarChart", "Gauge", "Sparkline"]

  /// The properties that say which child a container shows.
  private static let shownChildren = SavedProperty.shownChildren.union(["shownColumn"])
  private static let selections: Set<String> = ["indexPathsForSelectedRows", "selectedItem", "focusedItem"]
  /// The properties that name rows.
  static let rows = selections.union(["focusedIndexPath", "focusedTitle", "contentOffset"])
  /// The properties that name rows, or items to choose from.
  static let places = rows.union(SavedProperty.choices).union(["selectedRows"])

  /// Whether a restart is one of the events that it takes.
  var isOfRestart: Bool { items.contains { $0.event?.restarts == true } }

  /// The last component of the path.
  var name: String { IdentifierPath(parsing: path).components.last ?? "" }
  /// The path without its last component.
  var owner: String { IdentifierPath(parsing: path).parent.description }

  /// Whether it is an error of a callback of saving or restoring.
  private var failsToRestore: Bool { failure?.isOfRestoring == true }
}

extension ExploredRun.Failure {
  /// Whether a callback of saving or restoring has failed.
  var isOfRestoring: Bool { callback.map { RestorationName.all.contains($0.callback) } == true }
}

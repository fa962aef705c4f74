import AppSession
import StateRestoration

// What follows from another discovery, so that one cause is reported once.
extension Discovery {
  /// Whether the doctor has explained it.
  var isExplained: Bool { FindingCode(rawValue: code).map { $0 != .valueLost } ?? false }

  /// Whether a loss that nothing explains is the consequence of another discovery.
  func isConsequence(of other: Discovery) -> Bool {
    if kind == .field {
      // The same field of another instance.
      if other.kind == .field { return path != other.path && place != nil && place == other.place }
      // Classes with a common base class have the line that sets the field in common.
      let owners = [className] + (place.map { ["\($0)"] } ?? [])
      if let property, owners.contains(where: { other.fields.contains("\($0) \(property)") }) { return true }
      // A field whose value a view of the controller shows, until further steps hide it.
      guard other.kind == .loss, other.owner == path else { return false }
      return hasSteps(of: other) || other.before.contains(before) && other.after.contains(after)
    }
    // The doctor names the line that raises the error.
    if kind == .error {
      // A lost value that a later step needs.
      if other.isOfScript, event != nil, companions.contains(other.identity), after.contains("nil"),
        hasSteps(of: other), other.reaches(missingName)
      {
        return true
      }
      return other.isExplained && other.kind == .loss && other.code != FindingCode.callbackFailed.rawValue
        && place != nil && place == other.place
    }
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
    if hasOtherRows, let property, Self.places.contains(property), other.property == "screen", path == other.path {
      return true
    }
    guard !isExplained, other.kind != .field else { return false }
    // The other run could not make a step any more.
    if isAfterMissedStep, other.kind == .loss, !other.isAfterMissedStep, other.isOfRestart == isOfRestart {
      return true
    }
    // Nothing is restored after an error in the application's own callback.
    if other.failsToRestore, other.failure?.node?.isEmpty == true, isOfRestart { return true }
    // The rows that a data source could not name, or what the screen shows of them.
    if let property, other.failure?.isOfDataSource == true, Self.rows.contains(property) || property == "screen",
      isInNode(of: other)
    {
      return true
    }
    let losesNode = FindingCode(rawValue: other.code)?.losesNode == true
    // A reference to a lost node, perhaps in a list.
    if losesNode, before.contains("-> \(other.path)") { return true }
    // What a controller of another class leaves in the keys of others names it.
    if other.code == FindingCode.otherClass.rawValue, isOfScript, hasSteps(of: other) {
      let name = "\"\(other.name)\""
      if after.contains(name), !before.contains(name) { return true }
    }
    // Items that one view has lost have moved those around it.
    if other.hasOtherRows, property == "screen", owner == other.owner, path != other.path, hasSteps(of: other) {
      return true
    }
    // The focus goes with what had it.
    if property == "isFirstResponder", losesNode || other.kind == .loss && other.property == nil { return true }
    // What follows the lost value has another focus.
    if property == "isFirstResponder", other.kind == .loss,
      hasSteps(of: other) && other.rank == 0
        || needsLaterStep && !other.needsLaterStep
          && (hasSteps(of: other) && owner == other.owner || companions.contains(other.identity))
    {
      return true
    }
    // What is typed after the event goes to another view.
    if losesNode, property == "text", needsLaterStep, hasSteps(of: other) { return true }
    // A container shows another child than a lost one.
    if let property, Self.shownChildren.contains(property),
      losesNode || other.property == nil, other.path.hasPrefix(path + "/")
    {
      return true
    }
    if other.kind == .error { return other.failsToRestore && isInNode(of: other) }
    if losesNode, path == other.path || path.hasPrefix(other.path + "/") {
      return true
    }
    // One view has the focus at a time, and another page or tab has its own.
    if property == "isFirstResponder", let property = other.property {
      if property == "isFirstResponder", owner == other.owner || path == other.owner || owner == other.path {
        return true
      }
    }
    // Another child of the container is shown, loaded and focused.
    if [before, after].contains("nil") || property == "isFirstResponder" || property == "screen",
      let child = other.property,
      SavedProperty.shownChildren.contains(child), path.hasPrefix(other.path + "/"),
      needsLaterStep || !other.needsLaterStep
    {
      return true
    }
    // Another controller that the same line has created.
    if property == nil, other.property == nil, className == other.className, place != nil, place == other.place {
      return true
    }
    // What a restart has lost is still lost after another event.
    if path == other.path, className == other.className, property == other.property, isOfRestart, other.isOfRestart,
      !name.hasPrefix("<") || place == other.place
    {
      return true
    }
    // Another key that the same call computes.
    if let call, call == other.call, path == other.path { return true }
    // Another key that the same line decodes, or from which the same further steps make another value.
    if let decoding, let otherDecoding = other.decoding,
      decoding == otherDecoding || path == other.path && needsLaterStep && items == other.items
    {
      return true
    }
    if let key = scriptKey, let otherKey = other.scriptKey, path == other.path,
      key.filter({ !$0.isNumber }) == otherKey.filter({ !$0.isNumber })
    {
      return true
    }
    // A part of a control, which the host creates while a value is edited.
    if place == nil, !className.isEmpty, property == nil || name.hasPrefix("<"),
      owner == other.owner || owner == other.path
    {
      return true
    }
    // A text or chart beside it that a script has made of the lost value: both are lost by the same steps.
    if isOnlyShown, let value = other.property, value != "text", other.kind == .loss {
      if owner == other.owner, !items.contains(where: { $0.step?.isTyping == true }),
        items == other.items || property != "text" && (hasSteps(of: other) || companions.contains(other.identity))
      {
        return true
      }
      if property == "text", other.scriptKey != nil, items == other.items, other.before.contains(before) { return true }
    }
    // Under another clock, only what depends on a lost value is compared, after further steps.
    if event?.world != .same, items.last?.event == nil, other.event?.world == .same { return true }
    // A view beside it shows the lost value.
    if property == "screen", let value = other.property, value != "screen", owner == other.owner,
      needsLaterStep || !other.needsLaterStep || value != "isFirstResponder"
    {
      return !other.isReduced || other.changed.contains(subject)
    }
    // Another view that the same line has created, or another instance of the same class.
    if path != other.path, place != nil, place == other.place { return true }
    if path != other.path, className == other.className, property == other.property, property != nil,
      name == other.name
    {
      return true
    }
    // The items that lists show.
    if other.isOfScript, other.path.isEmpty, hasOtherRows, let property, Self.rows.contains(property),
      companions.contains(other.identity)
    {
      return true
    }
    // A view that shows what a key of another node has lost.
    if shownKeys.contains(other.identity) { return true }
    // A script shows in a view what it has decoded, and rows as other views choose them.
    if other.scriptKey != nil, scriptKey == nil, needsLaterStep || !other.needsLaterStep,
      owner == other.path || ownerClass == other.className && losesInOwner(other.property)
    {
      return property != "screen" || !other.isReduced || other.changed.contains(subject)
    }
    return property.map(Self.selections.contains) == true && owner == other.owner && other.property != nil
  }

  /// Whether the controller that has the view loses a value in the same way.
  private func losesInOwner(_ property: String?) -> Bool {
    guard let ownerClass else { return false }
    return companions.contains(Self.identity(.loss, Self.subject(owner, ownerClass, property, nil), causeOfEvent))
  }

  /// Whether it is about the node whose callback raises an error, or below it.
  private func isInNode(of error: Discovery) -> Bool {
    error.failure?.node.map { path == $0 || path.hasPrefix($0 + "/") } == true
  }

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

  /// Whether it is a value that a script encodes.
  private var isOfScript: Bool { kind == .loss && scriptKey != nil }

  /// Whether it is a text, or a value of a view that the user cannot change.
  private var isOnlyShown: Bool { property == "text" || Self.charts.contains(className) }
  /// Whether it is something that a script shows, and not what the user has typed or chosen.
  var isMadeByScript: Bool {
    guard let property else { return false }
    return property == "screen" || Self.charts.contains(className) || hasOtherRows && Self.places.contains(property)
      || property == "text" && !items.contains { $0.step?.isTyping == true }
  }
  /// The classes of views that only show values.
  static let charts: Set<String> = ["BarChart", "Gauge", "Sparkline"]

  /// The properties that say which child a container shows.
  private static let shownChildren = SavedProperty.shownChildren.union(["shownColumn"])
  private static let selections: Set<String> = ["indexPathsForSelectedRows", "selectedItem", "focusedItem"]
  /// The properties that name rows.
  static let rows = selections.union(["focusedIndexPath", "contentOffset"])
  /// The properties that name rows, or items to choose from.
  static let places = rows.union(SavedProperty.choices).union(["selectedRows"])

  /// Whether a restart is one of the events that it takes.
  var isOfRestart: Bool { items.contains { $0.event?.restarts == true } }

  /// The last component of the path.
  var name: String { IdentifierPath(parsing: path).components.last ?? "" }
  /// The path without its last component.
  var owner: String { IdentifierPath(parsing: path).parent.description }

  /// Whether it is an error of a callback of saving or restoring.
  private var failsToRestore: Bool { failure?.callback.map { RestorationName.all.contains($0.callback) } == true }
}

import AppSession
import StateRestoration

/// Something that an exploration has found: a loss, an error, or a field that differs.
struct Discovery: Codable, Sendable {
  /// The kinds of discoveries, the most important ones first.
  enum Kind: Int, Codable, Sendable, Comparable {
    case error, loss, field
    /// Another difference of the screen besides losses. It may follow from these, or be a loss of its own.
    case possibleLoss

    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  private(set) var kind: Kind
  /// The steps and events that lead to it.
  var items: [ExploredItem]
  let path: String
  let className: String
  /// The property or field; nil if the whole node is lost, or for an error.
  let property: String?
  var before: String
  var after: String
  /// The place of the code to fix; nil if it is unknown.
  var place: Place?
  /// The code of the doctor's finding that explains it, or the name of the kind.
  var code: String
  /// The remedy, if the doctor knows one.
  var remedy: String?
  /// The test that fails because of it.
  var test: String?
  /// Whether the steps are the fewest that lead to it.
  var isReduced = false
  /// A text that losses with the same cause share; nil if none is known.
  var commonCause: String?
  /// The call that encodes the key, if it computes it; nil for others.
  var call: String?
  /// The line that decodes the key; nil if it is unknown.
  var decoding: String?
  /// The names that the value of the key reaches in the scripts; nil for other properties, or if they are unknown.
  var reachedNames: Set<String>?
  /// The variable or field that is nil, according to an error; nil if it is unknown, or if nothing is assigned to it.
  var missingName: String?
  /// The class of the controller that has the view; nil for other nodes.
  var ownerClass: String?
  /// The fields of that controller that its fewest steps lose and that explain it, each with the class, and with the line that
  /// sets it.
  var fields: Set<String> = []
  /// Whether it is of a view that has other rows, or items to choose from, in the disturbed run.
  var hasOtherRows = false
  /// Those of the ``companions`` that are keys which the view shows.
  var shownKeys: Set<String> = []
  /// The ``identity`` of each discovery that its fewest steps lead to, too.
  var companions: Set<String> = []

  /// The node and property, without values and events.
  let subject: String
  /// The parts of the screen that its fewest steps change, as ``subject``s.
  var changed: Set<String> = []
  /// The property that differs of a view that the screen shows differently; nil if it is unknown.
  var shown: ShownProperty?

  /// Whether it is a property that only scripts set and nothing saves.
  private(set) var isOfUnsaved = false

  /// Whether it is one by itself; otherwise it is a field that counts only if a step shows it.
  private(set) var counts = true

  /// Whether a step after the event found nothing, as a part of the screen was already lost.
  private(set) var isAfterMissedStep = false

  /// The error; nil for other kinds.
  private(set) var failure: ExploredRun.Failure?

  init(_ loss: Loss, _ items: [ExploredItem], isPossible: Bool = false, isAfterMissedStep: Bool = false) {
    self.isAfterMissedStep = isAfterMissedStep
    kind = isPossible ? .possibleLoss : .loss
    self.items = items
    (path, className, property) = (loss.path, loss.className, loss.property)
    (before, after, place) = (loss.before, loss.after, loss.place)
    code = FindingCode.valueLost.rawValue
    (commonCause, isOfUnsaved) = (loss.commonCause, loss.isOfUnsaved)
    subject = Self.subject(path, className, property, place)
  }

  init(_ failure: ExploredRun.Failure, _ items: [ExploredItem]) {
    kind = .error
    self.items = items
    (path, className, property) = ("", "Application", nil)
    (before, after, place) = ("", failure.message, failure.place)
    code = failure.isHang ? Self.hang : Self.error
    self.failure = failure
    subject = Self.subject(path, className, property, place)
  }

  init(_ difference: ControllerFields.Difference, _ items: [ExploredItem]) {
    kind = .field
    self.items = items
    (path, className, property) = (difference.path, difference.className, difference.field)
    (before, after, place) = (difference.before, difference.after, difference.place)
    code = Self.field
    counts = !difference.mustBeShown
    subject = Self.subject(path, className, property, place)
  }

  /// The codes of errors that the doctor does not explain.
  static let (hang, error, field) = ("hang", "error", "field-differs")

  /// The last event; nil for an error of the undisturbed app.
  var event: NeutralEvent? { items.last { $0.event != nil }?.event }

  /// The last event in words; nil for an error of the undisturbed app.
  var phrase: String? { items.last { $0.event != nil }.flatMap { $0.moved?.phrase ?? $0.event?.phrase } }

  /// A text that discoveries with the same cause share, as far as the cause is known before a reduction.
  var identity: String {
    if kind == .error {
      if let place { return "error \(place)" }
      // Numbers in messages vary.
      return "error \(after.split(separator: "\n").first?.filter { !$0.isNumber } ?? "")"
    }
    return Self.identity(kind, subject, causeOfEvent)
  }

  private static func identity(_ kind: Kind, _ subject: String, _ cause: String) -> String {
    "\(kind) \(subject) \(cause)"
  }

  /// The event, if it can be the cause: callbacks of the background and of themes are causes of their own.
  private var causeOfEvent: String {
    if items.contains(where: { $0.moved != nil }) { return "moved" }
    return event.map { $0.hasOwnCause ? $0.rawValue : "" } ?? ""
  }

  /// Returns the node and property, without values and events.
  ///
  /// - Parameter place: where the view was created: several without identifiers can have the same path.
  private static func subject(_ path: String, _ className: String, _ property: String?, _ place: Place?) -> String {
    let name = IdentifierPath(parsing: path).components.last ?? ""
    return "\(path.withoutAddresses) \(className) \(property ?? "") \(name.hasPrefix("<") ? place?.line ?? 0 : 0)"
  }

  /// The discovery, with a possible loss as a loss.
  var asLoss: Discovery {
    var discovery = self
    if kind == .possibleLoss { discovery.kind = .loss }
    return discovery
  }

  /// Whether this and another discovery are lost nodes of one line with different identifiers, as one that differs in each run.
  func differsInIdentifier(from other: Discovery) -> Bool {
    kind == .loss && other.kind == .loss && property == nil && other.property == nil && className == other.className
      && place != nil && place == other.place && path != other.path && !name.hasPrefix("<")
      && !other.name.hasPrefix("<")
  }

  /// 0 for what a user has entered or chosen, 1 for what follows from it: the cursor, the focus, the matches of a search, the
  /// screen; and 2 for the focused view of a controller, which is named by that view, too.
  var rank: Int {
    guard kind == .loss, let property, Self.consequences.contains(property) else { return 0 }
    return property == "isFirstResponder" && before.hasPrefix("\"") ? 2 : 1
  }

  private static let consequences = positions.union(["selectedRange", "search"])
  /// The properties that say where in a list the user is.
  static let positions: Set<String> = [
    "contentOffset", "focusedIndexPath", "focusedItem", "followsEnd", "isFirstResponder", "screen",
  ]

  /// The cause after an examination by the doctor.
  var cause: String {
    if isExplained { return "\(code) \(place?.file ?? path) \(place?.line ?? 0)" }
    return commonCause ?? identity
  }

  /// Whether the doctor has explained it.
  private var isExplained: Bool { FindingCode(rawValue: code).map { $0 != .valueLost } ?? false }

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
      SavedProperty.shownChildren.contains(child), path.hasPrefix(other.path + "/")
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
  private var name: String { IdentifierPath(parsing: path).components.last ?? "" }
  /// The path without its last component.
  var owner: String { IdentifierPath(parsing: path).parent.description }

  /// Whether it is an error of a callback of saving or restoring.
  private var failsToRestore: Bool { failure?.callback.map { RestorationName.all.contains($0.callback) } == true }
}

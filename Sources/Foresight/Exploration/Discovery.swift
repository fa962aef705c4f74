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
  /// The names that the value of the key, or of the ``unsavedNames``, reaches in the scripts; nil if they are unknown.
  var reachedNames: Set<String>?
  /// The names of what only scripts change and nothing saves, on which what a view shows depends, as far as nothing else explains it.
  var unsavedNames: Set<String> = []
  /// The names whose values reach the key; none for other properties.
  var sourceNames: Set<String> = []
  /// The variable or field that is nil, according to an error; nil if it is unknown, or if nothing is assigned to it.
  var missingName: String?
  /// The class of the controller that has the view; nil for other nodes.
  var ownerClass: String?
  /// The fields of that controller that its fewest steps lose and that explain it, each with the class, and with the line that
  /// sets it.
  var fields: Set<String> = []
  /// Whether it is of a view that has other rows, or items to choose from, in the disturbed run.
  var hasOtherRows = false
  /// Those of the ``companions`` on which it depends: keys that the view shows, or values of a view in which the key has a position.
  var sources: Set<String> = []
  /// The other discoveries that its fewest steps lead to, too, without their explanations.
  var others: [Discovery] = []
  /// The ``identity`` of each of these.
  var companions: Set<String> { Set(others.map(\.identity)) }

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

  /// - Parameter number: which of the constructors in its line creates a view without an identifier; 0 if it is the only one.
  init(
    _ loss: Loss, _ items: [ExploredItem], number: Int = 0, isPossible: Bool = false, isAfterMissedStep: Bool = false
  ) {
    self.isAfterMissedStep = isAfterMissedStep
    kind = isPossible ? .possibleLoss : .loss
    self.items = items
    (path, className, property) = (loss.path, loss.className, loss.property)
    (before, after, place) = (loss.before, loss.after, loss.place)
    code = FindingCode.valueLost.rawValue
    let ofLine = number == 0 ? "" : " \(number)"
    (commonCause, isOfUnsaved) = (loss.commonCause.map { $0 + ofLine }, loss.isOfUnsaved)
    subject = Self.subject(path, className, property, place) + ofLine
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

  init(_ difference: ScriptFields.Difference, _ items: [ExploredItem]) {
    kind = .field
    self.items = items
    (path, className, property) = (difference.path, difference.className, difference.field)
    (before, after, place) = (difference.before, difference.after, difference.place)
    code = Self.field
    counts = !difference.mustBeShown
    subject = Self.subject(path, className, property, place)
  }

  /// The beginning of a ``commonCause`` that is a line.
  static let line = "line "

  /// The codes of errors that the doctor does not explain.
  static let (hang, error, field) = ("hang", "error", "field-differs")

  /// The last event; nil for an error of the undisturbed app.
  var event: NeutralEvent? { items.last { $0.event != nil }?.event }

  /// The last event in words; nil for an error of the undisturbed app.
  var phrase: String? { items.last { $0.event != nil }.flatMap { $0.moved?.phrase ?? $0.event?.phrase } }

  /// A text that discoveries with the same cause share, as far as the cause is known before a reduction.
  var identity: String {
    if kind == .error {
      // A line can have several errors, but the texts that it raises itself vary.
      if let place { return "error \(place) \(failure?.isHang == true ? Self.hang : failure?.failedOperation ?? "")" }
      // Numbers in messages vary.
      return "error \(after.split(separator: "\n").first?.filter { !$0.isNumber } ?? "")"
    }
    return Self.identity(kind, subject, causeOfEvent)
  }

  static func identity(_ kind: Kind, _ subject: String, _ cause: String) -> String {
    "\(kind) \(subject) \(cause)"
  }

  /// The event, if it can be the cause: callbacks of the background and of themes are causes of their own.
  var causeOfEvent: String {
    if items.contains(where: { $0.moved != nil }) { return "moved" }
    return event.map { $0.hasOwnCause ? $0.rawValue : "" } ?? ""
  }

  /// Returns the node and property, without values and events.
  ///
  /// - Parameter place: where the view was created: several without identifiers can have the same path.
  static func subject(_ path: String, _ className: String, _ property: String?, _ place: Place?) -> String {
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

  /// The properties that follow from others.
  static let consequences = positions.union(["selectedRange", "selectionDirection", "search"])
  /// The properties that say where in a list the user is.
  static let positions: Set<String> = [
    "contentOffset", "focusedIndexPath", "focusedItem", "focusedTitle", "followsEnd", "isFirstResponder", "screen",
  ]

  /// The cause after an examination by the doctor.
  var cause: String {
    if isExplained { return "\(code) \(place?.file ?? path) \(place?.line ?? 0)" }
    return commonCause ?? identity
  }
}

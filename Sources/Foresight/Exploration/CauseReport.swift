import AppSession
import Interface
import StateRestoration

/// Finds the causes of what an exploration has discovered: one discovery for each, with its fewest steps, its explanation and
/// its test.
///
/// After a stop, those for which there is no time keep the steps that were found.
@MainActor
struct CauseReport {
  let settings: ExploredRun.Settings
  private let monitor: ExplorationMonitor
  /// The largest number of possible losses that are explained. Those that need another loss do not count.
  private let mostPossibleLosses: Int

  private var reported: [Discovery] = []
  /// Losses that one of the reported causes explains, too.
  private var sameCauses: [Discovery] = []
  /// The ``Discovery/identity`` of each discovery that was examined.
  private var identities: Set<String> = []
  /// The ``Discovery/cause`` of each that was explained.
  private var causes: Set<String> = []
  private var possibleLossCount = 0
  /// The number of fields that count only if a step shows them, and that none has shown, by their nodes.
  private var hiddenFieldCounts: [String: Int] = [:]
  /// The number of examples of possible losses that need another loss, such as of the key that a label shows, or cannot be
  /// repeated, by identity.
  private var dependentCounts: [String: Int] = [:]

  /// The number of trials of changed scripts that have found no cause.
  var vainTrials = 0

  /// The largest number of tries to reduce a list of steps.
  private static let mostTries = 200
  /// The same for errors that take long.
  private static let mostSlowTries = 12
  /// The largest number of causes that are reported.
  private static let mostCauses = 30
  /// The largest numbers of fields for which steps are tried in vain, as an app can have many that it computes again: in all, and
  /// of a node.
  private static let (mostHiddenFields, mostOfNode) = (8, 4)
  /// The number of examples of a possible loss that are reduced to the steps without other losses.
  private static let mostExamples = 2

  init(_ settings: ExploredRun.Settings, _ monitor: ExplorationMonitor, mostPossibleLosses: Int = 12) {
    self.settings = settings
    self.monitor = monitor
    self.mostPossibleLosses = mostPossibleLosses
  }

  /// Returns one discovery for each cause.
  mutating func causes(of found: [Discovery]) -> [Discovery] {
    let sorted = Self.sorted(found)
    for (index, discovery) in sorted.enumerated() where begins(discovery) {
      monitor.noteReduction(index + 1, of: sorted.count)
      examine(discovery)
    }
    return reported.filter { discovery in
      !reported.contains { discovery.isConsequence(of: $0) && !$0.isConsequence(of: discovery) }
    }
  }

  /// Returns the discoveries in the order in which they are explained. What an event alone loses, and what needs fewer steps,
  /// comes first: what follows from it can need more.
  private static func sorted(_ found: [Discovery]) -> [Discovery] {
    // The first such field of each node comes before the second one of any.
    let hidden = found.reduce(into: [String: [String]]()) { fields, field in
      if !field.counts, fields[field.path]?.contains(field.subject) != true {
        fields[field.path, default: []].append(field.subject)
      }
    }
    let listsWithSelection = Set(found.filter { $0.property.map(Discovery.places.contains) == true }.map(\.path))
    func order(_ one: (offset: Int, element: Discovery)) -> (Int, Int, Int, Int, Int, Int) {
      let found = one.element
      var (rank, dependence) = (found.rank, found.property.map { SavedProperty($0).dependence } ?? 0)
      if !found.counts { rank = hidden[found.path]?.firstIndex(of: found.subject) ?? 0 }
      // The rows or items of a view explain what is selected in it.
      if found.kind == .loss, found.property == "screen", listsWithSelection.contains(found.path) {
        (rank, dependence) = (0, -1)
      }
      return (found.kind.rawValue, rank, dependence, found.needsLaterStep ? 1 : 0, found.items.count, one.offset)
    }
    return found.enumerated().sorted(by: { order($0) < order($1) }).map(\.element)
  }

  /// Whether a discovery is to be examined, which is begun then.
  private mutating func begins(_ found: Discovery) -> Bool {
    let discovery = found.asLoss
    guard reported.count < Self.mostCauses, identities.insert(discovery.identity).inserted,
      !causes.contains(discovery.cause), !follows(discovery),
      discovery.counts || hiddenFieldCounts[discovery.path, default: 0] < Self.mostOfNode,
      discovery.counts || hiddenFieldCounts.values.reduce(0, +) < Self.mostHiddenFields
    else { return false }
    guard found.kind == .possibleLoss else { return true }
    // What the steps of another loss change as well follows from it, but not from another focus.
    return possibleLossCount < mostPossibleLosses && !monitor.isOutOfTime
      && dependentCounts[discovery.identity, default: 0] < Self.mostExamples
      && !reported.contains { $0.property != "isFirstResponder" && $0.changed.contains(discovery.subject) }
  }

  /// Reduces and explains a discovery, and reports it unless it follows from another one.
  private mutating func examine(_ found: Discovery) {
    let discovery = found.asLoss
    if monitor.isOutOfTime {
      if discovery.rank == 0, !reported.contains(where: discovery.isConsequence) { reported.append(discovery) }
      return
    }
    guard let (reduced, pair) = reduce(found) else {
      // It cannot be repeated; another example may be.
      identities.remove(discovery.identity)
      if found.kind == .possibleLoss { dependentCounts[discovery.identity, default: 0] += 1 }
      return
    }
    if found.kind == .possibleLoss { possibleLossCount += 1 }
    let explained = explained(reduced, in: pair)
    let isSame =
      reduced.identity == discovery.identity || explained.code == FindingCode.unstableIdentifier.rawValue
    // Another example may be the same, or be shown.
    if !isSame || !report(explained, pair) { identities.remove(discovery.identity) }
  }

  /// Returns a discovery with its explanation.
  ///
  /// - Parameter pair: the runs at the end of its steps.
  private mutating func explained(_ reduced: Discovery, in pair: RunPair) -> Discovery {
    var discovery = reduced
    discovery.noteOwner(in: pair)
    let eventPair = discovery.needsLaterStep ? RunPair.replay(Array(discovery.itemsToEvent), settings) : nil
    let losses = eventPair?.differences().filter { $0.kind == .loss } ?? []
    discovery = discovery.beside(discovery.others + losses)
    // What the event alone loses explains the rest.
    discovery = explain(discovery, in: pair, afterEvent: losses.isEmpty ? eventPair : nil)
    discovery.noteShownKeys(in: pair)
    return discovery
  }

  /// Reports a discovery that was explained, unless it follows from another one. A field is reported as the loss that a further
  /// step makes of it.
  ///
  /// - Returns: false if no test can show it, although it needs one.
  private mutating func report(_ explained: Discovery, _ pair: RunPair) -> Bool {
    var (explained, pair) = (explained, pair)
    if explained.kind == .field {
      // The same line sets what is lost.
      if explained.place != nil, reported.contains(where: { $0.kind == .loss && $0.place == explained.place }) {
        return true
      }
      if let shown = pair.lossAfterStep(besides: reported + sameCauses, monitor) {
        (explained, pair) = (shown.loss.explained(by: explained), shown.pair)
      } else if !explained.counts {
        hiddenFieldCounts[explained.path, default: 0] += 1
        return true
      }
    }
    explained.isReduced = true
    explained.changed = Set(pair.shownDifferences.map(\.subject))
    guard causes.insert(explained.cause).inserted else {
      sameCauses.append(explained)
      return true
    }
    guard !follows(explained), !(reported + sameCauses).contains(where: explained.isConsequence),
      !follows(explained, fromErrorsOf: pair)
    else { return true }
    explained.noteShownProperty(in: pair)
    explained.test = PrintedTest.make(explained, pair, settings)
    // A position that no test can show is none that a user sees, a field may have the time, and work under way may still
    // give what is missing. No test changes a file of others.
    let isOfOtherFile = explained.items.contains { $0.moved.map { $0.ownFile == nil } == true }
    if explained.test == nil,
      explained.rank > 0 && !(isOfOtherFile && explained.property == "screen") || explained.kind == .field
        || explained.kind == .loss && !pair.keeps(explained)
    {
      causes.remove(explained.cause)
      return false
    }
    reported.append(explained)
    return true
  }

  /// Whether a node is below a lost one, or a field's difference is that of a lost value.
  private func follows(_ discovery: Discovery) -> Bool {
    reported.contains { other in
      guard other.kind != .error, discovery.kind != .error else { return false }
      if other.property == nil, discovery.path == other.path || discovery.path.hasPrefix(other.path + "/") {
        return true
      }
      // The value of a node explains its other values and the screen.
      return other.path == discovery.path && (discovery.kind == .field || discovery.rank > other.rank)
    }
  }

  /// Whether an error that was reported explains what a step after the event did not do, what a controller whose callback
  /// failed does not show, or an error of what a callback that hung, or one of the same node, has left nil, or has not restored.
  private func follows(_ discovery: Discovery, fromErrorsOf pair: RunPair) -> Bool {
    if discovery.kind == .error {
      let isOfNil = discovery.missingName != nil || discovery.after.contains("got nil")
      return pair.failures(before: discovery).contains { failure in
        let isOfNode = failure.node.map { $0 == discovery.failure?.node } == true
        // Any node uses what the application and registered objects have.
        let isOfObject = failure.isOfRestoring && pair.isOfObject(failure)
        return
          (isOfNil && (failure.isHang || isOfNode || isOfObject)
          || isOfNode && failure.isOfRestoring && discovery.event != nil)
          && reported.contains { $0.kind == .error && $0.after == failure.message }
      }
    }
    let later = discovery.items.drop { $0.event == nil }
    guard !later.isEmpty else { return false }
    let hasStep = later.contains { $0.step != nil }
    let errors = pair.errorsOfTwin.map(\.after)
    return reported.contains { error in
      guard error.kind == .error, errors.contains(error.after) else { return false }
      let isBelow = error.failure?.node.map { discovery.path.hasPrefix("\($0)/") } ?? false
      return hasStep || discovery.property == "screen" && isBelow
    }
  }

  /// Returns a discovery with the fewest steps, and the runs at their end; nil if it does not happen again, or only with other
  /// losses.
  private func reduce(_ discovery: Discovery) -> (discovery: Discovery, pair: RunPair)? {
    func find(_ items: [ExploredItem]) -> (Discovery, RunPair)? {
      guard let pair = RunPair.replay(items, settings) else { return nil }
      let found = pair.baseErrors + pair.differences()
      let same =
        found.first { $0.identity == discovery.asLoss.identity } ?? found.first { $0.identity == discovery.identity }
        ?? found.first { $0.differsInIdentifier(from: discovery) }
      return same.map { ($0.beside(found), pair) }
    }
    guard find(discovery.items) != nil else { return nil }
    let limit = discovery.code == Discovery.hang ? Self.mostSlowTries : Self.mostTries
    let items = Reduction.reduce(discovery.items, trying: limit) {
      monitor.isOutOfTime ? nil : find($0)?.1.items
    } replacements: {
      Reduction.withTaps($0, settings, monitor)
    }
    let reduced = discovery.asLoss.byKill(after: items, settings, monitor) ?? find(items)
    return reduced?.discovery.kind == .possibleLoss ? nil : reduced
  }
}

extension RunPair {
  /// Whether a callback of the application or of a registered object has failed.
  fileprivate func isOfObject(_ failure: ExploredRun.Failure) -> Bool {
    guard let node = failure.node else { return false }
    return node.isEmpty
      || base.host?.application.registeredObjects.contains { $0.restorationPath?.description == node } == true
  }
}

import AppSession
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// Finds out by itself what an app loses, by making steps that its screens offer.
///
/// The work is divided into parts that do not depend on each other (``Shard``), so that the result is the same for any number
/// of processes. What the parts have found is reduced to the fewest steps, explained by the doctor, and written as a test.
@MainActor
public struct Exploration {
  /// The number of steps to make, at most.
  public var steps = 1000
  /// The seed of the choice of steps.
  public var seed: UInt64 = 1
  /// The length of the lists of steps, of which all are tried, at least 0; nil to choose steps at random.
  public var depth: Int?
  /// The command line of a program that calls ``runWorker()``; nil to do all work in this process. So is that of an app with
  /// `register`, `observers` or `bundle` in its configuration, which another process does not have.
  public var workerProgram: [String]?
  /// The number of processes that share the work.
  public var workers = 1
  /// Whether files that the app has read are changed between a kill and a relaunch; nothing but what is gone may then be lost.
  public var movesWorld: Bool {
    get { settings.movesWorld }
    set { settings.movesWorld = newValue }
  }
  var settings: ExploredRun.Settings
  /// Receives what the app prints in its first launch.
  public var onPrint: ([UInt8]) -> Void = { _ in }
  /// Receives the progress, about ten times in a second.
  public var onProgress: (ExplorationProgress) -> Void = { _ in }
  /// Whether to stop, and to report what was found until then.
  public var shouldStop: () -> Bool = { false }

  /// The number of steps in a part.
  private static let stepsOfShard = 250
  /// The number of parts that do not wait for each other. What these have tried, later ones need not try again.
  private static let independentParts = 4
  /// The largest number of tries to reduce a list of steps.
  private static let mostTries = 200
  /// The same for errors that take long.
  private static let mostSlowTries = 12
  /// The largest number of causes that are reported.
  private static let mostCauses = 30
  /// The number of examples of a possible loss that are reduced to the steps without other losses.
  private static let mostExamples = 2

  /// Creates an exploration of an app.
  ///
  /// - Parameter isAllowed: whether the app may run commands, send requests and change files outside of the run.
  public init(_ configuration: ScriptHost.Configuration, isAllowed: Bool = false) {
    settings = ExploredRun.Settings(configuration, isAllowed: isAllowed)
  }

  /// The result of an exploration.
  public struct Report: Sendable {
    var discoveries: [Discovery] = []
    var coverage = Coverage()
    /// The number of steps that were made.
    public internal(set) var steps = 0
    /// Whether the exploration was stopped before its end.
    public internal(set) var isStopped = false
    /// The operations that the app tried and was refused, sorted.
    public internal(set) var notTried: [String] = []
    /// The errors of the exploration itself.
    public internal(set) var complaints: [String] = []

    /// Whether a loss or an error was found.
    public var hasLosses: Bool { discoveries.contains { $0.kind != .field } }
    /// The number of discoveries.
    public var count: Int { discoveries.count }
    /// The discoveries as a JSON list.
    package var table: StateValue { .list(discoveries.map(\.table)) }
    /// The lines on what was reached.
    public var coverageLines: [String] { coverage.lines }

    /// The discoveries as a test file, with the explanations as comments.
    public var tests: String {
      guard !discoveries.isEmpty else { return "" }
      let blocks = discoveries.map { discovery in
        let place = discovery.place.map { "\($0): " } ?? ""
        let lines = ["\(place)\(discovery.code): \(discovery.message)"] + [discovery.remedy].compactMap { $0 }
        let comment = lines.flatMap { $0.split(separator: "\n") }.map { "-- \($0)\n" }.joined()
        let steps = discovery.items.map { "--   \($0.text)\n" }.joined()
        let reason = discovery.isReduced ? "No test shows it" : "The exploration was stopped before a test was made"
        return comment + (discovery.test ?? "-- \(reason). The steps:\n" + steps)
      }
      return Discovery.fileBeginning + blocks.joined(separator: "\n")
    }
  }

  /// Explores the app.
  ///
  /// - Throws: the script's error if it cannot be loaded; ``DoctorError/exited`` if it exits at once.
  public func explore() throws -> Report {
    var first = settings
    first.onPrint = onPrint
    let probe = ExploredRun(first)
    try probe.launch()
    guard let host = probe.host else { throw DoctorError.exited }
    var report = Report()
    var found: [Discovery] = []
    var notTried: Set<String> = []
    var hasMovedWorld = false
    let searches = searches(offers: ScreenSteps(host, ownKeys: OwnKeys.keys(in: host)).offers.count)
    var parts = ShardQueue(searches, distance: depth == nil ? Self.independentParts : max(1, searches.count))
    let monitor = ExplorationMonitor(total: depth == nil ? steps : nil, onProgress, shouldStop: shouldStop)
    try run(&parts, monitor)
    for result in parts.results {
      guard let result else {
        if monitor.isStopped { continue }
        report.complaints.append("a part was not explored: the app ended its process")
        continue
      }
      found += result.discoveries
      report.coverage.add(result.coverage)
      report.steps += result.steps
      notTried.formUnion(result.notTried)
      if result.hasMovedWorld { hasMovedWorld = true }
    }
    report.notTried = notTried.sorted()
    if movesWorld, !hasMovedWorld, !monitor.isStopped {
      report.complaints.append("no file was changed: the screen has shown no item of a file that the app has read")
    }
    report.discoveries = explain(found, monitor)
    report.isStopped = monitor.isStopped
    return report
  }

  /// Divides the work into parts.
  private func searches(offers: Int) -> [Shard.Search] {
    if let depth { return (0..<offers).map { .all(depth: max(0, depth), first: $0) } }
    var generator = SeededGenerator(seed: seed)
    return stride(from: 0, to: steps, by: Self.stepsOfShard).map { start in
      .walk(seed: generator.next(), steps: min(Self.stepsOfShard, steps - start))
    }
  }

  private func run(_ parts: inout ShardQueue, _ monitor: ExplorationMonitor) throws {
    let count = min(workers, parts.width)
    if count > 1, let workerProgram, let work = ExplorationWork(settings) {
      return try ExplorationWorkers.run(&parts, work, program: workerProgram, count: count, monitor)
    }
    while !monitor.isStopped, let (number, shard) = parts.begin() {
      let result = try shard.run(settings) { result in
        monitor.note(result, of: number)
        return !monitor.isStopped
      }
      monitor.note(Shard.Progress(result), of: number)
      parts.end(number, result)
    }
  }

  // MARK: Causes

  /// Returns one discovery for each cause, with its fewest steps, its explanation and its test.
  ///
  /// After a stop, those for which there is no time keep the steps that were found.
  ///
  /// - Parameter mostPossibleLosses: the largest number of possible losses that are explained. Those that need another loss do
  ///   not count.
  func explain(_ found: [Discovery], _ monitor: ExplorationMonitor, mostPossibleLosses: Int = 12) -> [Discovery] {
    var identities: Set<String> = []
    var causes: Set<String> = []
    var reported: [Discovery] = []
    // Losses that one of the reported causes explains, too.
    var sameCauses: [Discovery] = []
    let listsWithSelection = Set(found.filter { $0.property.map(Discovery.places.contains) == true }.map(\.path))
    // What needs fewer steps comes first: what follows from it can need more.
    func order(_ one: (offset: Int, element: Discovery)) -> (Int, Int, Int, Int, Int) {
      let found = one.element
      var (rank, dependence) = (found.rank, found.property.map { SavedProperty($0).dependence } ?? 0)
      // The rows or items of a view explain what is selected in it.
      if found.kind == .loss, found.property == "screen", listsWithSelection.contains(found.path) {
        (rank, dependence) = (0, -1)
      }
      return (found.kind.rawValue, rank, dependence, found.items.count, one.offset)
    }
    let sorted = found.enumerated().sorted(by: { order($0) < order($1) }).map(\.element)
    var possibleLosses = 0
    // The examples of possible losses that need another loss, such as of the key that a label shows, or cannot be repeated.
    var dependent: [String: Int] = [:]
    for (index, found) in sorted.enumerated() {
      let discovery = found.asLoss
      guard reported.count < Self.mostCauses, identities.insert(discovery.identity).inserted,
        !causes.contains(discovery.cause), !follows(discovery, reported)
      else { continue }
      if found.kind == .possibleLoss {
        // What the steps of another loss change as well follows from it, but not from another focus.
        guard possibleLosses < mostPossibleLosses, !monitor.isOutOfTime,
          dependent[discovery.identity, default: 0] < Self.mostExamples,
          !reported.contains(where: { $0.property != "isFirstResponder" && $0.changed.contains(discovery.subject) })
        else { continue }
      }
      monitor.noteReduction(index + 1, of: sorted.count)
      if monitor.isOutOfTime {
        guard discovery.rank == 0, !reported.contains(where: discovery.isConsequence) else { continue }
        reported.append(discovery)
        continue
      }
      guard var reduced = reduce(found, monitor) else {
        // It cannot be repeated; another example may be.
        identities.remove(discovery.identity)
        if found.kind == .possibleLoss { dependent[discovery.identity, default: 0] += 1 }
        continue
      }
      if found.kind == .possibleLoss { possibleLosses += 1 }
      reduced.discovery.noteOwner(in: reduced.pair)
      let eventPair =
        reduced.discovery.needsLaterStep ? RunPair.replay(Array(reduced.discovery.itemsToEvent), settings) : nil
      if let eventPair { reduced.discovery.noteLosses(atEvent: eventPair) }
      var explained = explain(reduced.discovery, in: reduced.pair, afterEvent: eventPair)
      explained.noteShownKeys(in: reduced.pair)
      if reduced.discovery.identity != discovery.identity,
        explained.code != FindingCode.unstableIdentifier.rawValue
      {
        // It is not the same.
        identities.remove(discovery.identity)
        continue
      }
      // A field that the same line gives to another value than a lost one.
      if explained.kind == .field, explained.place != nil,
        reported.contains(where: { $0.kind == .loss && $0.place == explained.place })
      {
        continue
      }
      // A field that a step shows is reported as a loss.
      if explained.kind == .field, let (loss, pair) = reduced.pair.lossAfterStep(besides: reported, monitor) {
        explained = loss.explained(by: explained)
        reduced.pair = pair
      }
      if explained.kind == .field, !explained.counts { continue }
      explained.isReduced = true
      explained.changed = Set(reduced.pair.shownDifferences.map(\.subject))
      guard causes.insert(explained.cause).inserted else {
        sameCauses.append(explained)
        continue
      }
      guard !follows(explained, reported), !(reported + sameCauses).contains(where: explained.isConsequence),
        !follows(explained, fromErrorsOf: reduced.pair, among: reported)
      else { continue }
      explained.noteShownProperty(in: reduced.pair)
      explained.test = PrintedTest.make(explained, reduced.pair, settings)
      // A position that no test can show is none that a user sees, a field may have the time, and work under way may still
      // give what is missing.
      if explained.test == nil,
        explained.rank > 0 || explained.kind == .field || explained.kind == .loss && !reduced.pair.keeps(explained)
      {
        // Another example may be.
        identities.remove(discovery.identity)
        causes.remove(explained.cause)
        continue
      }
      reported.append(explained)
    }
    return reported.filter { discovery in
      !reported.contains { discovery.isConsequence(of: $0) && !$0.isConsequence(of: discovery) }
    }
  }

  /// Whether a node is below a lost one, or a field's difference is that of a lost value.
  private func follows(_ discovery: Discovery, _ reported: [Discovery]) -> Bool {
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
  /// failed does not show, or an error of what a callback that hung, or one of the same node, has left nil.
  private func follows(_ discovery: Discovery, fromErrorsOf pair: RunPair, among reported: [Discovery]) -> Bool {
    if discovery.kind == .error {
      return (discovery.missingName != nil || discovery.after.contains("got nil"))
        && pair.failures(before: discovery).contains { failure in
          (failure.isHang || failure.node.map { $0 == discovery.failure?.node } == true)
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
  private func reduce(_ discovery: Discovery, _ monitor: ExplorationMonitor) -> (discovery: Discovery, pair: RunPair)? {
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

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
    let searches = searches(offers: ScreenSteps(host, input: ScriptInput(of: host)).offers.count)
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
      report.complaints.append(
        "no file was changed: no row, and no item to choose from, was an item of a file that the app has read")
    }
    var causes = CauseReport(settings, monitor)
    report.discoveries = causes.causes(of: found)
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
}

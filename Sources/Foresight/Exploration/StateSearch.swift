import AppSession
import Interface
import LuaRuntime
import LuaScreens

/// Makes steps in an app, applies neutral events to a twin in each new state, and collects what differs.
@MainActor
struct StateSearch {
  private let settings: ExploredRun.Settings
  private var result = Shard.Result()
  private var known: Set<String> = []
  /// The number of events that were tried in each state.
  private var tried: [Int: Int] = [:]
  private let calls = CallRecord()

  /// The calls of scripts, which observers report while the search runs.
  private final class CallRecord {
    var names: Set<[String]> = []
  }

  /// The state of the walk's app after its launch.
  private var firstMoment: AppMoment?
  /// The number of states that were interrupted, by what differs in them from the first.
  private var interrupted: [Int: Int] = [:]

  /// The last state that was examined.
  private var lastState: Int?

  private static let longestWalk = 40
  /// The largest number of items that are removed from a state.
  private static let mostItems = 4
  /// The number of first states that are interrupted by another event besides the first.
  private static let earlyStates = 60
  /// The average number of later states between two that are.
  private static let statesForEvent = 3
  /// The number of later states with the same changes that are all interrupted, and the average number of further ones between
  /// two that are: other values of the same parts are rarely lost if one is kept.
  private static let (similarStates, statesForSimilar) = (2, 8)
  /// The worlds of later walks; one of ten is in each other one.
  private static let worlds: [RunClock.World] = Array(repeating: .same, count: 8) + [.oneDayLater, .otherZone]
  /// The largest number of discoveries; more have the same causes.
  private static let mostDiscoveries = 50

  init(_ settings: ExploredRun.Settings) { self.settings = settings }

  private func makePair(in world: RunClock.World = .same) throws -> RunPair {
    try RunPair(settings, in: world) { [calls] className, name in
      calls.names.insert([className ?? "", name])
    }
  }

  // MARK: Walks

  /// Walks at random, with a preference for steps that were not tried on their screen.
  mutating func walk(seed: UInt64, steps: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var tries: [String: Int] = [:]
    // A step that hangs costs more than all others together.
    var slow: Set<ExploredStep> = []
    while result.steps < steps, result.discoveries.count < Self.mostDiscoveries {
      let world = tried.count < Self.earlyStates ? nil : Self.worlds.randomElement(using: &generator)
      let pair = try makePair(in: world ?? .same)
      begin(pair)
      let length = Int.random(in: 5...Self.longestWalk, using: &generator)
      var made = 0
      while made < length, result.steps < steps, let host = pair.base.host {
        made += 1
        result.steps += 1
        let screen = ScreenSteps(host)
        result.coverage.noteScreen(host, screen)
        guard let offer = choose(among: screen, except: slow, tries, &generator) else { break }
        tries["\(screen.screen) \(offer.step.code)", default: 0] += 1
        guard pair.perform(offer.step) else { continue }
        result.coverage.noteStep(offer)
        note(pair.baseErrors)
        if pair.base.failures.contains(where: \.isHang) {
          slow.insert(offer.step)
          break
        }
        let isEarly = tried.count < Self.earlyStates
        examine(pair) { count, similar in
          let isKnown = !isEarly && similar >= Self.similarStates
          if isKnown, Int.random(in: 0..<Self.statesForSimilar, using: &generator) > 0 { return [] }
          guard count > 0 else {
            let others = pair.events.dropFirst()
            let isMore = !others.isEmpty && (isEarly || Int.random(in: 0..<Self.statesForEvent, using: &generator) == 0)
            return isMore ? [pair.events[0], others.randomElement(using: &generator) ?? .kill] : [pair.events[0]]
          }
          return count < pair.events.count ? [pair.events[count]] : []
        }
      }
      end(pair)
    }
  }

  private func choose(
    among screen: ScreenSteps, except slow: Set<ExploredStep>, _ tries: [String: Int],
    _ generator: inout SeededGenerator
  ) -> ScreenSteps.Offer? {
    let all = screen.offers.filter { !slow.contains($0.step) }
    let kinds = ScreenSteps.Kind.allCases.filter { kind in all.contains { $0.kind == kind } }
    let total = kinds.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var number = Int.random(in: 0..<total, using: &generator)
    let kind = kinds.first { kind in
      number -= kind.weight
      return number < 0
    }
    let offers = all.filter { $0.kind == kind }
    let counts = offers.map { tries["\(screen.screen) \($0.step.code)", default: 0] }
    let least = counts.min() ?? 0
    let fresh = zip(offers, counts).filter { $0.1 == least }.map(\.0)
    // Often one of those that were tried least.
    return Int.random(in: 0..<4, using: &generator) > 0
      ? fresh.randomElement(using: &generator) : offers.randomElement(using: &generator)
  }

  // MARK: All lists

  /// Tries all lists of steps of a length that begin with one of the offers of the first screen. States that were seen are
  /// not continued again.
  mutating func searchAll(depth: Int, first: Int) throws {
    var frontier: [[ExploredStep]] = [[]]
    for level in 0..<depth {
      var next: [[ExploredStep]] = []
      for path in frontier {
        guard let pair = try replay(path), let host = pair.base.host else { continue }
        let screen = ScreenSteps(host)
        result.coverage.noteScreen(host, screen)
        if level == 0 { begin(pair) }
        let offers = level == 0 ? Array(screen.offers.dropFirst(first).prefix(1)) : screen.offers
        end(pair)
        for offer in offers where result.discoveries.count < Self.mostDiscoveries {
          guard let pair = try replay(path), pair.perform(offer.step) else { continue }
          result.steps += path.count + 1
          result.coverage.noteStep(offer)
          note(pair.baseErrors)
          var isNew = false
          lastState = nil
          examine(pair) { count, _ in
            isNew = count == 0
            return isNew ? pair.events : []
          }
          end(pair)
          if isNew { next.append(path + [offer.step]) }
        }
      }
      frontier = next
    }
  }

  private func replay(_ path: [ExploredStep]) throws -> RunPair? {
    let pair = try makePair()
    for step in path { guard pair.perform(step) else { return nil } }
    return pair
  }

  // MARK: Examining states

  /// Examines an app after its launch.
  private mutating func begin(_ pair: RunPair) {
    guard let host = pair.base.host else { return }
    if result.steps == 0 { result.coverage.noteDefinitions(of: host) }
    note(pair.baseErrors)
    lastState = nil
    firstMoment = try? pair.base.moment()
    examine(pair) { count, _ in count == 0 ? pair.events : [] }
  }

  /// Applies events to the twin, and notes what differs afterwards.
  ///
  /// - Parameter events: returns the events to try in a state, by the number of those that were tried there, and the number of
  ///   similar states that were interrupted.
  private mutating func examine(_ pair: RunPair, events: (_ tried: Int, _ similar: Int) -> [NeutralEvent]) {
    guard pair.base.host != nil, let moment = try? pair.base.moment() else { return }
    let state = moment.fingerprint ^ (pair.world == .same ? 0 : pair.world == .oneDayLater ? 1 : 2)
    // A step without effect is no reason to try more events.
    guard state != lastState else { return }
    lastState = state
    let changes = firstMoment.map { moment.signature(since: $0) } ?? 0
    let chosen = events(tried[state, default: 0], interrupted[changes, default: 0])
    guard !chosen.isEmpty else { return }
    tried[state, default: 0] += chosen.count
    interrupted[changes, default: 0] += 1
    let time = pair.base.session.loop.timers.now
    for event in chosen where pair.apply(event) {
      let found = pair.differences(pair.base.session.loop.timers.now == time ? moment : nil)
      note(found)
      if !found.isEmpty || !pair.isComparable { pair.dropTwin() }
    }
    if settings.movesWorld, pair.world == .same, chosen.contains(.kill) { moveWorld(of: pair) }
  }

  /// Changes the items of the app's files in a twin, and notes what is lost besides them.
  ///
  /// A removed or renamed item may take with it what the user has chosen of it. What is lost with two different ones is not
  /// theirs.
  private mutating func moveWorld(of pair: RunPair) {
    for kind in MovedItem.Kind.allCases {
      var lost: Set<String> = []
      for name in pair.names.sorted().prefix(Self.mostItems) {
        pair.dropTwin()
        guard pair.apply(MovedItem(kind: kind, item: name)) else { continue }
        let found = pair.differences()
        let confirmed = kind == .reordered ? found : found.filter { $0.kind == .error || lost.contains($0.identity) }
        note(confirmed)
        lost.formUnion(found.map(\.identity))
        if kind == .reordered || !confirmed.isEmpty { break }
      }
    }
    pair.dropTwin()
  }

  private mutating func note(_ found: [Discovery]) {
    for discovery in found where known.insert(discovery.identity).inserted { result.discoveries.append(discovery) }
  }

  private mutating func end(_ pair: RunPair) {
    result.notTried.formUnion(pair.base.effects.refusedOperations)
    if let twin = pair.disturbed { result.notTried.formUnion(twin.effects.refusedOperations) }
    guard let lua = pair.base.session.host?.lua else { return }
    for call in calls.names {
      var classNames: [String] = []
      var next = lua.hostClass(named: call[0])
      if next?.isScript == false, next?.name != "Application" { next = nil }
      while let hostClass = next {
        classNames.append(hostClass.name)
        next = hostClass.superclass
      }
      result.coverage.noteCall(call[1], ofClasses: classNames)
    }
    calls.names = []
  }

  func finish() -> Shard.Result { result }
}

import AppSession
import FoundationEssentials
import Interface
import LuaRuntime
import LuaScreens

/// Makes steps in an app, applies neutral events to a twin in each new state, and collects what differs.
@MainActor
struct StateSearch {
  private let settings: ExploredRun.Settings
  private var result = Shard.Result()
  /// The numbers of discoveries so far, by identity.
  private var known: [String: Int] = [:]
  /// The number of events that were tried in each state.
  private var tried: [Int: Int] = [:]
  /// The steps and events that were tried before this search, and by it.
  private var memory: SearchMemory
  /// Whether the search interrupts all of its first states, and makes some of its first walks in other worlds.
  private let isThorough: Bool
  private let calls = CallRecord()
  /// Called before each step with what was found so far; the search ends early if it returns false.
  private let goesOn: (Shard.Result) -> Bool

  /// The calls of scripts, which observers report while the search runs.
  private final class CallRecord {
    var names: Set<[String]> = []
  }

  /// The first values of the nodes; other values are parts of a state.
  private var firstValues: AppMoment.FirstValues = [:]

  /// The input that the scripts distinguish.
  private var input = ScriptInput()

  /// The steps after which the work was awaited that only one of two runs has under way.
  private var awaited: Set<ExploredStep?> = []

  /// The last state that was examined.
  private var lastState: Int?

  /// The largest number of steps of a walk, and of one in a long exploration.
  private static let (longestWalk, longestLaterWalk) = (40, 80)
  /// The number of first states that are all interrupted, by the first event and another one.
  private static let earlyStates = 60
  /// The number of first walks of a thorough search, which soon reach all screens.
  private static let broadWalks = 3
  /// The number of later states that are interrupted because of one of their parts.
  private static let statesOfPart = 2
  /// The number of parts that few events have interrupted with which a later state is always interrupted again; one with fewer is
  /// in that proportion, as parts are still there after further steps, and one event interrupts all of them.
  private static let partsForEvent = 4
  /// The average number of later states between two that are interrupted by another event besides the first.
  private static let statesForEvent = 3
  /// The number of tries of a step on a screen after which its states are all examined, and the average number of other states
  /// between two that are.
  private static let (newTries, statesForLook) = (1, 6)
  /// The average number of examined states without a new part between two that are interrupted: other values of the same parts
  /// are rarely lost if one is kept.
  private static let statesForSimilar = 10
  /// The worlds of later walks; one of ten is in each other one.
  private static let worlds: [RunClock.World] = Array(repeating: .same, count: 8) + otherWorlds
  private static let otherWorlds: [RunClock.World] = [.oneDayLater, .otherZone]
  /// The worlds of the first walks of a thorough search, in which all states are interrupted.
  private static let firstWorlds: [RunClock.World] = [.same, .same, .same] + otherWorlds
  /// The number of examples of a discovery, as not all can be repeated, or shown by a test.
  private static let examples = 3
  /// The largest number of discoveries; more have the same causes.
  private static let mostDiscoveries = 100

  /// - Parameters:
  ///   - memory: what earlier searches have tried.
  ///   - isThorough: whether to interrupt all of the first states, and to make some of the first walks in other worlds.
  ///   - goesOn: called before each step with what was found so far; the search ends early if it returns false.
  init(
    _ settings: ExploredRun.Settings, after memory: SearchMemory, isThorough: Bool,
    while goesOn: @escaping (Shard.Result) -> Bool
  ) {
    self.settings = settings
    self.goesOn = goesOn
    self.memory = memory
    self.isThorough = isThorough
  }

  private mutating func makePair(in world: RunClock.World = .same) throws -> RunPair {
    let pair = try RunPair(settings, in: world) { [calls] className, name in
      calls.names.insert([className ?? "", name])
    }
    if input.keys.isEmpty, let host = pair.base.host { input = ScriptInput(of: host) }
    return pair
  }

  // MARK: Walks

  /// Walks at random, with a preference for steps that were not tried on their screen.
  mutating func walk(seed: UInt64, steps: Int) throws {
    var generator = SeededGenerator(seed: seed)
    // A step that hangs costs more than all others together, and one that is refused halfway leaves a state that the app never
    // has.
    var avoided: Set<ExploredStep> = []
    var walks = 0
    while result.steps < steps, !hasEnough, goesOn(result) {
      let isFirst = isThorough && walks < Self.firstWorlds.count
      let world = isFirst ? Self.firstWorlds[walks] : isEarly ? .same : Self.worlds.randomElement(using: &generator)
      walks += 1
      var walk = RandomWalk(
        isThorough && walks <= Self.broadWalks ? .broad : walks.isMultiple(of: 2) ? .narrow : .varied)
      let pair = try makePair(in: world ?? .same)
      begin(pair)
      // In another world, each event needs a twin that makes all steps again.
      let longest = isThorough || pair.world != .same ? Self.longestWalk : Self.longestLaterWalk
      let length = Int.random(in: 5...longest, using: &generator)
      var made = 0
      while made < length, result.steps < steps, let host = pair.base.host, goesOn(result) {
        made += 1
        result.steps += 1
        let screen = ScreenSteps(host, input: input)
        result.coverage.noteScreen(host, screen)
        guard let offer = walk.choose(among: screen, except: avoided, after: memory, &generator) else { break }
        note(offer, on: screen.place(of: offer.step))
        let refused = pair.base.refusedCallbacks
        guard pair.perform(offer.step) else { continue }
        result.coverage.noteStep(offer)
        note(pair.baseErrors + pair.endMovedWorld())
        if pair.base.failures.contains(where: \.isHang) || pair.base.refusedCallbacks > refused {
          avoided.insert(offer.step)
          break
        }
        let isEarly = isEarly || isFirst
        guard
          isEarly || memory.tries(of: offer.step, on: screen.place(of: offer.step)) <= Self.newTries
            || Int.random(in: 0..<Self.statesForLook, using: &generator) == 0,
          let state = newState(of: pair)
        else { continue }
        let events =
          isEarly
          ? earlyEvents(in: state, of: pair, &generator) : laterEvents(in: state, of: pair, &generator)
        interrupt(pair, in: state, by: events)
      }
      end(pair)
    }
  }

  /// Whether all lists of steps are tried. Then states that differ only in fields of controllers are different ones: a later step
  /// may show them.
  private var isExhaustive = false

  /// Whether all states are interrupted.
  private var isEarly: Bool { isThorough && interruptedStates < Self.earlyStates }
  /// The number of states that were interrupted, without those in other worlds.
  private var interruptedStates = 0

  private mutating func note(_ offer: ScreenSteps.Offer, on screen: String) {
    memory.note(offer, on: screen)
    result.memory.note(offer, on: screen)
  }

  /// Chooses events for a state at the beginning of a search.
  private func earlyEvents(
    in state: State, of pair: RunPair, _ generator: inout SeededGenerator
  ) -> [NeutralEvent] {
    let events = pair.events
    guard state.tried == 0 else { return state.tried < events.count ? [events[state.tried]] : [] }
    return [events[0]] + [events.dropFirst().randomElement(using: &generator)].compactMap { $0 }
  }

  /// Chooses events for a later state: the first one if it has interrupted no state with one of its parts, those that have
  /// interrupted too few, and sometimes others.
  private func laterEvents(
    in state: State, of pair: RunPair, _ generator: inout SeededGenerator
  ) -> [NeutralEvent] {
    let (events, others) = (pair.events, pair.events.dropFirst())
    var chosen: [NeutralEvent] = []
    func count(lessThan limit: Int) -> Int { memory.count(of: state.parts, interruptedBy: events[0], lessThan: limit) }
    if count(lessThan: 1) > 0
      || Int.random(in: 0..<Self.partsForEvent, using: &generator) < count(lessThan: Self.statesOfPart)
    {
      chosen = [events[0]]
    }
    let new = others.map { ($0, memory.count(of: state.parts, interruptedBy: $0, lessThan: 1)) }
    if let other = new.max(by: { $0.1 < $1.1 }),
      Int.random(in: 0..<Self.statesForEvent * Self.partsForEvent, using: &generator) < other.1
    {
      chosen.append(other.0)
    }
    guard chosen.isEmpty, Int.random(in: 0..<Self.statesForSimilar, using: &generator) == 0 else { return chosen }
    guard state.tried == 0 else { return state.tried < events.count ? [events[state.tried]] : [] }
    let isMore = Int.random(in: 0..<Self.statesForEvent, using: &generator) == 0
    return [events[0]] + (isMore ? [others.randomElement(using: &generator)].compactMap { $0 } : [])
  }

  // MARK: All lists

  /// Tries all lists of steps of a length that begin with one of the offers of the first screen. States that were seen are
  /// not continued again.
  mutating func searchAll(depth: Int, first: Int) throws {
    isExhaustive = true
    var frontier: [[ExploredStep]] = [[]]
    for level in 0..<depth {
      var next: [[ExploredStep]] = []
      for path in frontier where goesOn(result) {
        guard let pair = try replay(path), let host = pair.base.host else { continue }
        let screen = ScreenSteps(host, input: input)
        result.coverage.noteScreen(host, screen)
        if level == 0 { begin(pair) }
        let offers = level == 0 ? Array(screen.offers.dropFirst(first).prefix(1)) : screen.offers
        end(pair)
        for offer in offers where !hasEnough && goesOn(result) {
          guard let pair = try replay(path) else { continue }
          let refused = pair.base.refusedCallbacks
          guard pair.perform(offer.step) else { continue }
          result.steps += path.count + 1
          result.coverage.noteStep(offer)
          note(pair.baseErrors)
          lastState = nil
          let state = newState(of: pair)
          if let state, state.tried == 0, pair.base.refusedCallbacks == refused {
            interrupt(pair, in: state, by: pair.events)
            next.append(path + [offer.step])
            for world in Self.otherWorlds { try interrupt(path + [offer.step], in: world) }
          }
          end(pair)
        }
      }
      frontier = next
    }
  }

  /// Makes steps in another world, and tries the event that leads there.
  private mutating func interrupt(_ path: [ExploredStep], in world: RunClock.World) throws {
    guard !hasEnough, goesOn(result), let pair = try replay(path, in: world) else { return }
    lastState = nil
    if let state = newState(of: pair), state.tried == 0 { interrupt(pair, in: state, by: pair.events) }
    end(pair)
  }

  private mutating func replay(_ path: [ExploredStep], in world: RunClock.World = .same) throws -> RunPair? {
    let pair = try makePair(in: world)
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
    if let moment = try? pair.base.moment() {
      for node in moment.all { firstValues[node.name] = moment.partValues(of: node) }
    }
    guard let state = newState(of: pair) else { return }
    let events = pair.events.filter { event in
      isThorough ? state.tried == 0 : memory.count(of: state.parts, interruptedBy: event, lessThan: 1) > 0
    }
    interrupt(pair, in: state, by: events)
  }

  /// A state of the undisturbed app.
  private struct State {
    let moment: AppMoment
    let fingerprint: Int
    let parts: [UInt64]
    /// The number of events that were tried in it.
    let tried: Int
  }

  /// Looks at the undisturbed app. Returns nil if it has ended, or if its state is that of the last look: a step without effect
  /// is no reason to try more events.
  private mutating func newState(of pair: RunPair) -> State? {
    guard pair.base.host != nil, let moment = try? pair.base.moment() else { return nil }
    let fields = isExhaustive ? ScriptFields.fingerprint(of: pair.base) : 0
    let fingerprint = moment.fingerprint ^ fields ^ (pair.world == .same ? 0 : pair.world == .oneDayLater ? 1 : 2)
    guard fingerprint != lastState else { return nil }
    lastState = fingerprint
    return State(
      moment: moment, fingerprint: fingerprint, parts: moment.parts(since: &firstValues),
      tried: tried[fingerprint, default: 0])
  }

  /// Applies events to the twin, and notes what differs afterwards.
  private mutating func interrupt(_ pair: RunPair, in state: State, by events: [NeutralEvent]) {
    guard !events.isEmpty else { return }
    if state.tried == 0 { result.states += 1 }
    if state.tried == 0, pair.world == .same { interruptedStates += 1 }
    tried[state.fingerprint, default: 0] += events.count
    let time = pair.base.session.loop.timers.now
    for event in events {
      // The world changes only once.
      if event.world != .same, pair.items.contains(where: { $0.event?.world == event.world }) {
        note(pair.differences())
        pair.dropTwin()
      }
      guard pair.apply(event) else { continue }
      memory.note(event, in: state.parts)
      result.memory.note(event, in: state.parts)
      var found = pair.differences(pair.base.session.loop.timers.now == time ? state.moment : nil)
      // Work that only one of the runs will do shows when time passes.
      if !found.contains(where: \.counts), let wait = pair.timeOfOtherTimers,
        isExhaustive || awaited.insert(pair.lastStep).inserted,
        pair.perform(.advance(wait))
      {
        found += pair.differences()
      }
      note(found)
      if found.contains(where: \.counts) || !pair.isComparable { pair.dropTwin() }
    }
    if settings.movesWorld, pair.world == .same, events.contains(.kill) { moveWorld(of: pair) }
  }

  /// Whether so much was found that more has the same causes.
  private var hasEnough: Bool {
    var count = 0
    for discovery in result.discoveries where discovery.kind != .possibleLoss && discovery.counts { count += 1 }
    return count >= Self.mostDiscoveries
  }

  /// Adds discoveries to the result, some of each.
  mutating func note(_ found: [Discovery]) {
    for discovery in found {
      let count = known[discovery.identity, default: 0]
      guard count < (discovery.kind == .possibleLoss ? 1 : Self.examples) else { continue }
      known[discovery.identity] = count + 1
      result.discoveries.append(discovery)
    }
  }

  private mutating func end(_ pair: RunPair) {
    if pair.hasMovedWorld { result.hasMovedWorld = true }
    result.notTried.formUnion(pair.base.effects.refusedOperations)
    if let twin = pair.disturbed { result.notTried.formUnion(twin.effects.refusedOperations) }
    guard let lua = pair.base.session.host?.lua else { return }
    for call in calls.names { result.coverage.noteCall(call[1], ofClass: call[0], in: lua) }
    calls.names = []
  }

  func finish() -> Shard.Result { result }
}

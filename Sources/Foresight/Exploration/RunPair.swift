import AppSession
import Interface

/// A step, or a neutral event after it.
enum ExploredItem: Hashable, Codable, Sendable {
  case step(ExploredStep)
  case event(NeutralEvent)
  /// A kill and a relaunch, between which a file changes.
  case move(MovedItem)

  var step: ExploredStep? { if case .step(let step) = self { step } else { nil } }
  var event: NeutralEvent? {
    switch self {
    case .step: nil
    case .event(let event): event
    case .move: .kill
    }
  }
  var moved: MovedItem? { if case .move(let item) = self { item } else { nil } }

  /// The step as a test writes it, or the event in words.
  var text: String {
    switch self {
    case .step(let step): step.code
    case .event(let event): event.phrase
    case .move(let item): item.phrase
    }
  }
}

extension NeutralEvent: Codable {}

/// Two runs of the same steps: an undisturbed one, and a twin to which neutral events happen as well.
@MainActor
final class RunPair {
  /// The undisturbed run.
  let base: ExploredRun
  /// The disturbed run; nil until it is needed.
  private var twinIfUsed: ExploredRun?
  /// The last steps, which the twin has not made yet.
  private var outstanding: [ExploredStep] = []
  /// The steps and events so far.
  private(set) var items: [ExploredItem] = []
  /// The last step; nil before the first one.
  var lastStep: ExploredStep? { items.last { $0.step != nil }?.step }
  let settings: ExploredRun.Settings
  /// Called with each call of a script's function in both runs.
  private let onCall: RunSurroundings.CallHandler?
  /// The world of the undisturbed run, which the twin enters with an event.
  let world: RunClock.World

  /// Launches an app.
  ///
  /// - Parameter world: the world in which the undisturbed run makes all its steps.
  /// - Throws: the script's error if it cannot be loaded.
  init(
    _ settings: ExploredRun.Settings, in world: RunClock.World, onCall: RunSurroundings.CallHandler? = nil
  ) throws {
    self.settings = settings
    self.world = world
    self.onCall = onCall
    base = ExploredRun(settings)
    base.surroundings.onCall = onCall
    try base.launch(in: world)
    if settings.movesWorld { noteItems() }
  }

  /// The events that the twin can have, the most important one first. In another world only the event that leads there.
  var events: [NeutralEvent] { world == .same ? Self.events : NeutralEvent.allCases.filter { $0.world == world } }

  private static let events: [NeutralEvent] = [.kill, .resize, .relaunch, .background, .killTwice, .reload, .theme]

  /// Makes a step in the undisturbed run. The twin makes it before the next event or comparison.
  ///
  /// - Returns: whether the undisturbed app offers it.
  func perform(_ step: ExploredStep) -> Bool {
    endLaunchOfTwin()
    guard base.perform(step) else { return false }
    items.append(.step(step))
    if settings.movesWorld { noteItems() }
    if twinIfUsed != nil { outstanding.append(step) }
    return true
  }

  /// Applies an event to the twin.
  ///
  /// - Returns: whether it can be tried at this moment.
  func apply(_ event: NeutralEvent) -> Bool {
    guard base.app.objection(to: event) == nil else { return false }
    let twin: ExploredRun
    if twinIfUsed == nil, let launched = ExploredRun.continuing(base, after: event, settings, onCall: onCall) {
      (twin, twinIfUsed) = (launched, launched)
    } else {
      guard let disturbed = try? self.twin(), disturbed.app.objection(to: event) == nil else { return false }
      twin = disturbed
      twin.apply(event, beside: event.world == .same ? nil : try? base.moment())
    }
    items.append(.event(event))
    // In another world the screen is not compared, so both do their delayed work before further steps.
    if event.world != .same, let wait = [base.app.delayOfTimers, twin.app.delayOfTimers].compactMap({ $0 }).max() {
      base.advance(by: wait)
      twin.advance(by: wait)
    }
    isBehind = base.app.delayOfScriptTimers == nil
    if isBehind, event.restarts { baseAtEvent = try? base.moment() }
    // A restoration that takes time takes it from both.
    restorationTime = twin.session.loop.timers.now - base.session.loop.timers.now
    base.advance(toTimeOf: twin)
    return true
  }

  /// The seconds that the restoration after the last event took, as an app can extend it, and the work of the launch that was
  /// done before further steps.
  private(set) var restorationTime = 0.0

  /// The texts of the rows and items that were on the screen.
  private(set) var names: Set<String> = []

  /// Notes the rows and items on the screen.
  func noteItems() { names.formUnion(base.itemTexts) }

  /// Whether a file of a twin was changed.
  private(set) var hasMovedWorld = false

  /// Whether the twin has lost an item that the user has chosen, so that only errors count: what else is lost may belong to it.
  private var hasLostChosenItem = false

  /// The shown items that the user has chosen, sorted.
  var chosenItems: [String] { (try? base.moment()).map { $0.chosenTexts.intersection(names).sorted() } ?? [] }

  /// Changes a file of the twin between a kill and a relaunch.
  ///
  /// - Returns: whether the file has the item.
  func apply(_ item: MovedItem) -> Bool {
    guard base.app.objection(to: .kill) == nil, base.change(for: item, names: names, in: base.readFiles) != nil,
      let twin = try? twin(), twin.app.objection(to: .kill) == nil,
      let moved = twin.move(item, names: names)
    else { return false }
    items.append(.move(moved))
    hasMovedWorld = true
    hasLostChosenItem = item.kind != .reordered && chosenItems.contains(item.item)
    isBehind = base.app.delayOfScriptTimers == nil
    base.advance(toTimeOf: twin)
    return true
  }

  /// Forgets the twin. The next one makes the same steps without events.
  func dropTwin() {
    twinIfUsed = nil
    (hasMissedStep, hasLostChosenItem, isBehind, isComparable) = (false, false, false, true)
    (baseAtEvent, outstanding) = (nil, [])
    items.removeAll { $0.event != nil }
  }

  private func twin() throws -> ExploredRun {
    if let twin = caughtUp() { return twin }
    let twin = ExploredRun(settings, twinOf: base)
    twin.surroundings.onCall = onCall
    try twin.launch()
    for case .step(let step) in items { _ = twin.perform(step) }
    twin.advance(toTimeOf: base)
    twinIfUsed = twin
    return twin
  }

  /// Whether the undisturbed run had done all its delayed work at the last event, so that the twin has to do that of its launch
  /// before further steps.
  private var isBehind = false

  /// The undisturbed app at the last event, if that has restarted the twin.
  private var baseAtEvent: AppMoment?

  /// Does the delayed work of the twin's launch, if it must be done before further steps. The undisturbed run has not made the
  /// next one yet, as time that passes for the twin must pass in both.
  private func endLaunchOfTwin() {
    guard isBehind, let twin = twinIfUsed else { return }
    restorationTime += twin.hurryLaunchWork() ?? 0
    if let baseAtEvent { restorationTime += awaitRows(of: baseAtEvent, in: twin) }
    (isBehind, baseAtEvent) = (false, nil)
  }

  /// Lets time pass in both runs until the twin has the rows that the undisturbed app had, as far as they come.
  ///
  /// - Returns: the seconds.
  private func awaitRows(of moment: AppMoment, in twin: ExploredRun) -> Double {
    var seconds = 0.0
    while seconds < ComparedApp.longestDelay, let other = try? twin.moment(), moment.hasRowsUnderWay(in: other) {
      seconds += 1
      twin.advance(by: 1)
    }
    if seconds > 0 { base.advance(by: seconds) }
    return seconds
  }

  /// Returns the twin after its outstanding steps; nil if there is none.
  private func caughtUp() -> ExploredRun? {
    for step in outstanding {
      guard let twin = twinIfUsed, !twin.perform(step) else { continue }
      // What the step needs may come with a delay.
      if twin.hurryLaunchWork() == nil || !twin.perform(step) { hasMissedStep = true }
    }
    outstanding = []
    return twinIfUsed
  }

  /// Whether a loss is still there when the timers and tasks under way have had time.
  func keeps(_ loss: Discovery) -> Bool {
    let isUnderWay = [base.host, disturbed?.host].contains {
      $0.map { $0.timers.count + $0.lua.tasks.count > 0 } == true
    }
    guard isUnderWay, perform(.advance(Int(Self.longestWait))) else { return true }
    return differences().contains {
      $0.kind == .loss && $0.path == loss.path && $0.className == loss.className && $0.property == loss.property
    }
  }

  /// The disturbed run, if there is one.
  var disturbed: ExploredRun? { twinIfUsed }

  /// The whole seconds until the next timer fires, if the runs have different numbers of timers; nil if they have not.
  var timeOfOtherTimers: Int? {
    let queues = [base.host, caughtUp()?.host].compactMap { $0?.timers }
    guard queues.count == 2, queues[0].count != queues[1].count else { return nil }
    let waits = queues.compactMap { queue in queue.nextDeadline.map { $0 - queue.now } }
    return waits.min().map { Int(min(max(1, $0.rounded(.up)), Self.longestWait)) }
  }

  /// The longest wait for a timer, in seconds.
  private static let longestWait = 60.0

  /// The seconds of delayed work that was awaited before the last comparison.
  private(set) var awaitedTime = 0.0

  /// Whether the twin can be compared after further steps.
  private(set) var isComparable = true

  /// Returns the differences between the runs at this moment: losses, errors that only the twin has, and fields; with losses,
  /// also what else the screen shows differently.
  ///
  /// - Parameter moment: what the undisturbed app shows; nil to look at it.
  func differences(_ moment: AppMoment? = nil) -> [Discovery] {
    guard let twin = caughtUp() else { return [] }
    let errors = errorsOfTwin
    if hasLostChosenItem { return errors }
    guard let moment = moment ?? (try? base.moment()) else { return errors }
    guard let other = try? twin.moment() else {
      return errors.isEmpty
        ? [Discovery(Loss("", "Application", nil, "running", "the app is not running"), items)] : errors
    }
    var losses = moment.losses(in: other, scope: twin.app.scope)
    awaitedTime = 0
    if !losses.isEmpty, let delay = twin.hurryLaunchWork(), let later = try? twin.moment() {
      awaitedTime += delay
      // What the twin has done early is lost only if the undisturbed app has nothing left to do.
      losses =
        base.app.delayOfScriptTimers == nil
        ? moment.losses(in: later, scope: twin.app.scope)
        : moment.remaining(losses, in: later, scope: twin.app.scope, since: moment, other)
    }
    // The undisturbed app may have work under way that the twin does later, or has done at its launch.
    if !losses.isEmpty, let wait = base.app.delayOfTimers {
      awaitedTime += wait
      base.advance(by: wait)
      twin.advance(by: wait)
      if let later = try? base.moment(), let laterTwin = try? twin.moment() {
        losses = later.remaining(losses, in: laterTwin, scope: twin.app.scope, since: moment, other)
      }
    }
    losses = afterRows(of: losses, moment, other)
    if losses.isEmpty, errors.isEmpty, !hasMissedStep { losses = lossesOfRows(moment, in: other) }
    losses = (try? twin.inZone { try twin.app.ofEvent(losses) }) ?? losses
    // A message below a field moves what is below it, from where the user continues.
    isComparable = moment.messages == other.messages && moment.hasSameScreens(as: other)
    var others: [Discovery] = []
    if !losses.isEmpty, let moment = try? base.moment(), let other = try? twin.moment() {
      let lists = moment.lists(longerThanIn: other)
      if !lists.isEmpty { return errors + discoveries(afterScrolling(lists, losses, other)) }
      if !hasMissedStep, twin.app.scope < .independentOfTime {
        others = discoveries(
          moment.screenLosses(in: other, besides: losses, showingKeys: true, atMost: Self.mostShown), arePossible: true)
      }
    }
    // In another world, fields may have the time or the items; and files may have what was only in memory before.
    guard losses.isEmpty, errors.isEmpty, twin.app.scope == .all else {
      return errors + discoveries(losses) + others
    }
    // Only a restart loses fields; other events may count, or compute again.
    guard items.contains(where: { $0.event?.restarts == true }) else { return [] }
    return ScriptFields.differences(base, twin).map { Discovery($0, items) }
  }

  /// Everything that the screens of the runs show differently.
  var shownDifferences: [Discovery] {
    guard let moment = try? base.moment(), let other = try? disturbed?.moment() else { return [] }
    return discoveries(moment.screenLosses(in: other, atMost: .max))
  }

  private func discoveries(_ losses: [Loss], arePossible: Bool = false) -> [Discovery] {
    losses.map { loss in
      Discovery(
        loss, items, number: settings.creatingLines.number(of: loss, in: base.host), isPossible: arePossible,
        isAfterMissedStep: hasMissedStep)
    }
  }

  /// The parts of the screen that are not compared, in either run.
  var maskedFrames: [Rect] {
    [base, disturbed].compactMap { try? $0?.moment() }.flatMap { $0.maskedFrames($0.forgets) }
  }

  /// The largest number of other parts of the screen that are compared besides losses.
  private static let mostShown = 5

  /// Returns the losses without those of lists that are gone when the rows have come that a launch fetches by and by, as with a
  /// timer that looks at the scroll position. Both runs spend the same time on it.
  private func afterRows(of losses: [Loss], _ moment: AppMoment, _ other: AppMoment) -> [Loss] {
    guard let twin = twinIfUsed else { return losses }
    var underWay = moment.losses(losses, ofRowsUnderWayIn: other)
    let others = losses.filter { !underWay.contains($0) }
    var seconds = 0.0
    while !underWay.isEmpty, seconds < ComparedApp.longestDelay {
      seconds += 1
      base.advance(by: 1)
      twin.advance(by: 1)
      guard let later = try? base.moment(), let other = try? twin.moment() else { break }
      underWay = later.losses(in: other, scope: twin.app.scope).amongFirst(underWay)
    }
    awaitedTime += seconds
    return others + underWay
  }

  /// Whether the twin did not offer a step that the undisturbed app has made.
  private var hasMissedStep = false

  /// Returns the losses without the positions in lists that have their rows again when the user scrolls to the end, as those
  /// that fetch them in pages. What steps have done with these rows is no loss, either.
  ///
  /// The twin has another scroll position afterwards, so that it is not comparable any more.
  private func afterScrolling(_ lists: [String], _ losses: [Loss], _ first: AppMoment) -> [Loss] {
    guard let twin = twinIfUsed, let moment = try? base.moment() else { return losses }
    isComparable = false
    var other = first
    for _ in 0..<Self.mostPages where !moment.lists(longerThanIn: other).isEmpty {
      for list in lists { twin.scrollToEnd(of: list) }
      twin.advance(by: 1)
      guard let next = try? twin.moment(), next.lineCount(of: lists) > other.lineCount(of: lists) else { break }
      other = next
    }
    guard moment.lists(longerThanIn: other).isEmpty else { return losses }
    if hasMissedStep { return [] }
    return moment.losses(in: other, scope: twin.app.scope).amongFirst(losses).filter { loss in
      !Discovery.positions.contains(loss.property ?? "")
    }
  }

  /// The largest number of pages of rows to fetch.
  private static let mostPages = 40

  /// The errors that only the twin has had.
  var errorsOfTwin: [Discovery] {
    let known = Set(base.failures.map(\.message))
    return (twinIfUsed?.failures ?? []).filter { !known.contains($0.message) }.map { Discovery($0, items) }
  }

  /// Forgets the twin if a file of it has changed.
  ///
  /// - Returns: its errors, also of the steps since then.
  func endMovedWorld() -> [Discovery] {
    guard items.contains(where: { $0.moved != nil }) else { return [] }
    defer { dropTwin() }
    return caughtUp() == nil ? [] : errorsOfTwin
  }

  /// Returns the errors of a run that came before one of them.
  func failures(before error: Discovery) -> ArraySlice<ExploredRun.Failure> {
    let failures = (error.event == nil ? base : twinIfUsed ?? base).failures
    return failures.prefix { $0.message != error.after }
  }

  /// Returns the errors of the undisturbed run.
  var baseErrors: [Discovery] { base.failures.map { Discovery($0, items.filter { $0.event == nil }) } }

  /// Makes steps and applies events, as far as they are possible.
  ///
  /// - Returns: the runs, whose ``items`` are those that were possible; nil if the app cannot be loaded.
  static func replay(_ items: [ExploredItem], _ settings: ExploredRun.Settings) -> RunPair? {
    let world = items.lazy.compactMap { $0.event?.world }.first { $0 != .same } ?? .same
    guard let pair = try? RunPair(settings, in: world) else { return nil }
    for item in items {
      switch item {
      case .step(let step): _ = pair.perform(step)
      case .event(let event): _ = pair.apply(event)
      case .move(let item): _ = pair.apply(item)
      }
    }
    return pair
  }
}

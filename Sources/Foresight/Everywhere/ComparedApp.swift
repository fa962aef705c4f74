import AppSession
import ArchiveStore
import Interface
import LuaScreens
import StateRestoration

/// One of several runs of an app that are compared: applies neutral events to it, and records what it shows.
@MainActor
public final class ComparedApp {
  /// The session of the app, in virtual time.
  public let session: AppSession
  /// The clock of its scripts.
  public let clock: RunClock
  /// The files that its scripts use.
  let files = FileUse()
  /// The part of moments that the events so far must leave as it is.
  public private(set) var scope = AppMoment.Scope.all
  private var drawn: DrawnWindow?
  private var last: (drawn: DrawnWindow, save: SaveNumber?, runCount: Int, moment: AppMoment)?
  private var places = CreationPlaces()
  private var randomNumbers: RepeatedRandomNumbers

  /// Observes an app before its first launch.
  ///
  /// - Parameter randomLaunch: the launches of other runs with other random numbers than the first launch of this one.
  public init(_ session: AppSession, clock: RunClock = RunClock(), randomLaunch: Int = 0) {
    self.session = session
    self.clock = clock
    randomNumbers = RepeatedRandomNumbers(launches: randomLaunch)
    clock.setWallClock(of: session)
    if session.configuration.images == nil { session.configuration.images = DecodedImages() }
    session.configuration.observers.append { [weak self] host in
      guard let self else { return [] }
      places = CreationPlaces()
      let seeding = PreparedScript { [weak self, unowned host] in self?.randomNumbers.beginLaunch(of: host) }
      return [places, seeding, files.observer(of: host)]
    }
  }

  /// The app that an event has launched last; nil if there was none. Its timers are all of that launch.
  private weak var relaunched: ScriptHost?

  /// The longest delay of work that an app begins, in seconds.
  static let longestDelay = 10.0
  /// The largest number of delays one after the other, as of pages that are fetched in turn.
  private static let mostDelays = 40

  /// The time until the work is done that scripts and views have begun with a delay, such as after the last typed key, in
  /// seconds; nil if there is none.
  var delayOfTimers: Double? { session.host?.timers.delay(dueWithin: Self.longestDelay) }
  /// The time until the work of scripts alone is done, in seconds; nil if there is none.
  var delayOfScriptTimers: Double? { session.host?.timers.delay(dueWithin: Self.longestDelay, isOfScript: true) }

  /// Does the work that scripts have begun with a delay in the last launch by an event, such as asking for rows, without
  /// letting time pass: the other run has done it after its own launch.
  ///
  /// - Returns: the sum of the delays, in seconds; nil if there was none.
  func hurryLaunchWork() -> Double? { hurryLaunchWork { false } }

  /// Does the work like ``hurryLaunchWork()``, but only as much as is needed.
  ///
  /// - Parameter isDone: called after each piece of work; the rest is not done early if it returns true.
  /// - Throws: any error of `isDone`.
  func hurryLaunchWork(until isDone: () throws -> Bool) rethrows -> Double? {
    guard let relaunched, relaunched === session.host else { return nil }
    var delay: Double?
    for _ in 0..<Self.mostDelays {
      let rest = Self.longestDelay - (delay ?? 0)
      guard rest > 0, let next = relaunched.timers.fireEarly(dueWithin: rest) else { break }
      delay = (delay ?? 0) + next
      settle()
      if try isDone() { break }
    }
    return delay
  }

  /// The state before the app entered another world.
  private var momentBefore: AppMoment?
  /// The differences from the undisturbed run at that time.
  private var differedBefore: Set<Loss.Subject> = []
  /// Those of them that the other world has not changed.
  private var unaffected: Set<Loss.Subject> = []

  /// Notes the state of the app before it enters another world, in which the undisturbed run has made all its steps.
  private func noteState(beside undisturbed: AppMoment?) {
    guard let before = try? moment() else { return }
    momentBefore = before
    differedBefore = Set((undisturbed?.losses(in: before) ?? []).map(\.subject))
  }

  /// Returns those of the differences from the undisturbed run that an event has caused. In the other world, that run may have
  /// created other items from its launch on, and have chosen others.
  ///
  /// - Throws: ``SessionError/notRunning``; any error of saving.
  func ofEvent(_ losses: [Loss]) throws -> [Loss] {
    guard let before = momentBefore, !losses.isEmpty else { return losses }
    if !differedBefore.isDisjoint(with: losses.map(\.subject)) {
      let changed = before.losses(in: try moment(), scope: .independentOfTime).map(\.subject)
      unaffected.formUnion(differedBefore.intersection(losses.map(\.subject)).subtracting(changed))
    }
    let paths = Set(before.tree.map(\.path))
    return losses.filter { loss in
      if unaffected.contains(loss.subject) { return false }
      if loss.property == "isFirstResponder", loss.before.hasPrefix("\"") {
        let child = IdentifierPath(parsing: loss.path).appending(loss.before.filter { $0 != "\"" })
        return paths.contains(child.description)
      }
      guard loss.property == nil else { return true }
      return paths.contains(loss.path) == (loss.before == "present")
    }
  }

  /// Called while the app is not running, before it is launched again.
  var willRelaunch: () -> Void = {}

  /// Notes that a file of the app has changed, from which point less is compared.
  func noteMovedWorld() { scope = max(scope, .movedWorld) }

  /// Notes that the next step begins: it gets the same random numbers, and the same answers of processes and watched files, in
  /// all runs.
  public func nextStep() {
    session.configuration.answers?.step += 1
    randomNumbers.beginStep(of: session.host)
  }

  // MARK: Events

  /// Applies a neutral event. Afterwards the app is on a screen of the same size, with the same theme.
  ///
  /// - Parameter undisturbed: the same moment of the undisturbed run; nil if it is unknown.
  /// - Throws: ``SessionError/notRunning``; the script's error if it cannot be loaded.
  public func apply(_ event: NeutralEvent, beside undisturbed: AppMoment? = nil) throws {
    try apply(event, beside: undisturbed, continuing: self)
  }

  /// Launches the app as if another run had been killed and launched again by an event. That run stays as it is.
  ///
  /// The store must have the saves of the other run.
  ///
  /// - Parameter event: ``NeutralEvent/kill``, ``NeutralEvent/killTwice`` or ``NeutralEvent/relaunch``.
  /// - Throws: ``SessionError/notRunning``; the script's error if it cannot be loaded.
  func launch(continuing other: ComparedApp, after event: NeutralEvent) throws {
    let elapsed = other.session.loop.timers.now - session.loop.timers.now
    _ = session.loop.advance(by: elapsed)
    session.configuration.screenSize = other.session.configuration.screenSize
    session.configuration.answers?.step = other.session.configuration.answers?.step ?? 0
    randomNumbers = other.randomNumbers
    try apply(event, beside: nil, continuing: other)
  }

  /// - Parameter other: the run whose app an event ends that restarts it; usually this one.
  private func apply(_ event: NeutralEvent, beside undisturbed: AppMoment?, continuing other: ComparedApp) throws {
    let host = try other.session.running
    if event.world != .same { noteState(beside: undisturbed) }
    files.hasWritten = false
    defer { scope = max(scope, event.scope(writesFiles: files.hasWritten)) }
    let size = session.configuration.screenSize
    let phases = host.timers.scriptPhases.filter { $0.delay <= Self.longestDelay }
    switch event {
    case .kill, .clock, .timeZone: try restart(other, in: event.world)
    case .killTwice:
      try restart(other)
      try restart(self)
    case .background:
      try host.turn { try host.application.enterBackground() }
      session.endStep()
      host.turn { host.application.enterForeground() }
    case .resize:
      resize(to: event.otherSize(than: size))
      resize(to: size)
    case .relaunch:
      try restart(other, size: event.otherSize(than: size))
      resize(to: size)
    case .theme:
      let chosen = host.application.chosenTheme
      host.application.chosenTheme = host.application.theme.appearance == .light ? .dark : .light
      draw()
      host.application.chosenTheme = chosen
    case .reload:
      let (copied, messages) = (host.application.pasteboard.string, host.application.messages)
      // Refused effects are errors of the launch, after which a reload would return to an earlier state.
      session.saveBeforeErrors = nil
      try session.reload()
      relaunched = session.host
      session.host?.application.pasteboard.restore(copied)
      session.host?.application.messages.resume(messages)
    }
    // A user hardly loses the part of a short period that has passed.
    if event.restarts { session.host?.timers.align(with: phases) }
    settle()
  }

  /// Kills the app and launches it from its last save.
  ///
  /// - Parameters:
  ///   - other: the run whose app is saved, which stays as it is if it is not this one.
  ///   - world: the world that the app is launched in; what it saves before is of the one that it was in.
  private func restart(_ other: ComparedApp, size: Size? = nil, in world: RunClock.World = .same) throws {
    let host = try other.session.running
    // An app without autosave is saved when it leaves the screen, so it is killed there; others a little later.
    try host.saveUnsaved()
    // The clipboard is that of the terminal. Messages are not restored, but a test may wait for one.
    let (copied, messages) = (host.application.pasteboard.string, host.application.messages)
    session.kill()
    clock.enter(world)
    willRelaunch()
    if let size { session.configuration.screenSize = size }
    try session.load()
    try session.running.application.pasteboard.restore(copied)
    try session.launch()
    session.host?.application.messages.resume(messages)
    relaunched = session.host
    settle()
  }

  private func resize(to size: Size) {
    session.resize(to: size)
    draw()
  }

  private func draw() {
    guard let host = session.host else { return }
    host.drawUnseen()
    session.endStep()
  }

  /// The reason why an event must not be tried at this moment; nil if it can be tried.
  public func objection(to event: NeutralEvent) -> String? {
    guard let host = session.host, session.requestedExit == nil else { return "the app is not running" }
    guard host.application.phase == .active else { return "the app is in the background" }
    if event == .background || event == .theme { return nil }
    if host.application.showsTransientParts { return "the screen shows an alert or a menu that no restart restores" }
    guard event.restarts else { return nil }
    if host.isBusy { return "a command or request is under way" }
    return nil
  }

  // MARK: Moments

  /// Lets everything run that is due, and returns what the app then shows.
  ///
  /// - Throws: ``SessionError/notRunning``; any error of saving.
  public func moment() throws -> AppMoment {
    // Rows and the focus may follow the first layout.
    settle()
    let host = try session.running
    let window = host.application.frontWindow
    let save = try host.application.autosave ? session.store?.currentSaveNumber() : nil
    // A script may have changed what is neither on the screen nor saved.
    if let last, last.drawn.window === window, last.drawn.isCurrent, save != nil, last.save == save,
      last.runCount == host.lua.runCount, last.moment.isBusy == host.isBusy
    {
      return last.moment
    }
    if drawn?.window !== window || drawn?.isCurrent != true { drawn = DrawnWindow(host.drawUnseen(), in: host) }
    let shown = drawn?.screen ?? host.drawUnseen()
    let moment = try host.withoutTracing {
      AppMoment(host, shown, TreeRecord(of: host, places), try host.unsavedArchive())
    }
    last = drawn.map { ($0, save, host.lua.runCount, moment) }
    return moment
  }

  /// Lets everything run that is due, and draws the screen if it has changed.
  func settle() {
    if let now = session.settleInVirtualTime() { drawn = now }
  }
}

extension NeutralEvent {
  /// Returns the size of the screen during the event, which differs from the usual one in both dimensions.
  func otherSize(than usual: Size) -> Size {
    let (size, other) =
      self == .resize
      ? (Size(width: 40, height: 12), Size(width: 30, height: 10))
      : (Size(width: 60, height: 18), Size(width: 50, height: 15))
    return Size(
      width: usual.width == size.width ? other.width : size.width,
      height: usual.height == size.height ? other.height : size.height)
  }
}

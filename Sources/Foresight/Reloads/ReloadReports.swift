import AppSession
import ArchiveStore
import FoundationEssentials
import Interface
import Loop
import LuaScreens
import StateRestoration

/// Reports what an app loses when its scripts are reloaded: state of the user that the app has not restored.
///
/// A reload usually changes the app on purpose, so its moments before and after are not simply compared. If they differ,
/// the scripts as they were before are run once more, with the saved state and without effects, as a twin: what differs
/// there, the reload has lost whatever was edited. Of the other differences, only those count that an edit must not cause.
/// An app that shows the same before and after the reload is not run again.
@MainActor
public final class ReloadReports: ReloadObserver {
  private var before: AppBeforeReload?
  /// Waits for commands of the app.
  private var wait: TimerQueue.Timer?
  /// The duration of a reload above which the app is not run again.
  private static let longestLaunch = Duration.milliseconds(500)
  /// The time between two looks at an app with running commands, in seconds, and their number.
  private static let waitInterval = 0.1
  private static let maximumWaits = 20

  /// Creates an observer for one session.
  public init() {}

  public func appWillReload(_ session: AppSession, scripts: [String: Data?]) {
    wait?.cancel()
    guard let host = session.host, host.application.phase == .active else { return before = nil }
    before = try? AppBeforeReload(host, scripts)
  }

  public func appDidReload(_ session: AppSession, restoring save: SaveNumber?, launchTime: Duration) {
    guard let before else { return }
    report(ReloadTrial(before, session, restoring: save, runsApp: launchTime <= Self.longestLaunch), waits: 0)
  }

  private func report(_ trial: ReloadTrial, waits: Int) {
    // What the user has done since the reload is no loss.
    guard let host = trial.session.host, !trial.session.wasUsed, host.application.phase == .active else { return }
    if host.isBusy, waits < Self.maximumWaits {
      wait = host.timers.after(Self.waitInterval) { [weak self] in self?.report(trial, waits: waits + 1) }
      return
    }
    before = nil
    guard let losses = try? trial.losses(after: host), let problem = Problem(lostInReload: losses) else { return }
    host.context.report(problem)
  }
}

/// An app before its scripts were reloaded.
@MainActor
struct AppBeforeReload {
  let moment: AppMoment
  /// The contents of its files; nil for missing ones.
  let scripts: [String: Data?]
  /// Whether the screen shows something that no restart restores.
  let showsTransientParts: Bool
  private let requiredTheme: Theme?
  private let chosenTheme: Theme?
  private let colorDepth: ColorDepth
  private let terminalBackground: TerminalBackground
  private let copied: String

  init(_ host: ScriptHost, _ scripts: [String: Data?]) throws {
    self.scripts = scripts
    let application = host.application
    showsTransientParts = application.showsTransientParts
    (requiredTheme, chosenTheme) = (application.requiredTheme, application.chosenTheme)
    (colorDepth, terminalBackground) = (application.colorDepth, application.terminalBackground)
    copied = application.pasteboard.string
    moment = try AppMoment(of: host, CreationPlaces())
  }

  /// Gives a twin what belongs to the terminal.
  func prepare(_ application: Application) {
    application.requiredTheme = requiredTheme
    application.chosenTheme = chosenTheme
    application.colorDepth = colorDepth
    application.terminalBackground = terminalBackground
    application.pasteboard.restore(copied)
  }

  /// The files that have other contents now.
  func changedFiles(comparedWith now: [String: Data?]) -> [String] {
    scripts.keys.filter { path in
      guard let contents = now[path] else { return false }
      return contents != scripts[path] ?? nil
    }.sorted()
  }
}

extension AppMoment {
  /// Creates the present moment of an app, which is drawn for it.
  convenience init(of host: ScriptHost, _ places: CreationPlaces) throws {
    let screen = host.drawUnseen()
    // Errors in callbacks are reported when the state is really saved.
    let onProblem = host.context.onProblem
    host.context.onProblem = { if $0.error == nil { onProblem?($0) } }
    defer { host.context.onProblem = onProblem }
    let (tree, archive) = try host.withoutTracing { (TreeRecord(of: host, places), try host.unsavedArchive()) }
    self.init(host, screen, tree, archive)
  }
}

extension Problem {
  /// The note for the app's author about a reload; nil if nothing was lost.
  init?(lostInReload losses: [ReloadLoss]) {
    guard let first = losses.first else { return nil }
    let others = losses.count > 1 ? "; and \(losses.count - 1) more" : ""
    let reason = first.reason.map { ": \($0)" } ?? ""
    self.init(
      .note, summary: "The reload lost \(first.name)\(reason)\(others)",
      detail: losses.map(\.description).joined(separator: "\n"),
      subject: .lostInReload)
  }
}

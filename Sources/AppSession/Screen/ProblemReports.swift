import Interface

/// Shows the problems of an app on its screen: in a sheet, or as a message that takes no keyboard focus.
@MainActor
final class ProblemReports {
  private unowned let screen: AppScreen
  /// Whether a callback of the app has failed.
  private(set) var hasFailed = false
  /// The reason why the state cannot be saved; nil if it can.
  private var saveFailure: String?

  init(_ screen: AppScreen) { self.screen = screen }

  /// Shows a problem. The app continues to run.
  func show(_ problem: Problem) {
    let isError = problem.severity == .error
    if isError { hasFailed = true }
    if screen.frontEnd.report(problem) { return }
    let isTaken = screen.overlays.take(problem)
    screen.output.complain("\(problem)", isError: isError, isShown: isTaken)
    if isMessage(problem) || isTaken || problem.isRepeated && !screen.isHandlingInput { return }
    if problem.severity > .note { screen.overlays.present(ProblemSheet(problem)) }
  }

  /// Shows the messages that outlive a launch.
  func prepare(_ application: Application) {
    guard let saveFailure else { return }
    application.messages.show(
      "Could not save: \(saveFailure) (retrying).", for: .untilRemoved, about: .saving)
  }

  /// Shows a problem as a message. Returns false if it is about something else.
  private func isMessage(_ problem: Problem) -> Bool {
    let application = screen.application
    switch problem.subject {
    case .savingFailed(let reason):
      saveFailure = reason
      application.map(prepare)
    case .savingResumed:
      saveFailure = nil
      application?.messages.show("The state is saved again.", about: .saving)
    case .pinnedSave:
      let text = [problem.summary, problem.detail].filter { !$0.isEmpty }.joined(separator: ". ")
      application?.messages.show(text, for: .untilClosed, about: .pinnedSave)
    case .lostInReload:
      // The details are in the output.
      let keys = screen.frontEnd.showsOutput ? " (\(HostCommand.console.keyNames): details)" : ""
      application?.messages.show(problem.summary + keys, for: .untilClosed, about: .reload)
    case .refusedSave, nil: return false
    }
    return true
  }
}

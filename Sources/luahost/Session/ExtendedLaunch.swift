import AppSession
import Glibc
import Interface
import Terminal

/// The beginning of an app that is used by lines: it may put off the end of its restoration. What is typed meanwhile is for
/// the restored app, and waits in its order; signals and timers do not.
@MainActor
final class ExtendedLaunch {
  private let session: AppSession
  private let begin: () throws -> Void
  private var held: [LoopEvent] = []
  private var isOver = false

  /// - Parameters:
  ///   - session: an app that was launched.
  ///   - onWait: called at once if restoration is extended, to say so.
  ///   - begin: called when the restored app is there; at once if it is.
  init(_ session: AppSession, onWait: () -> Void, begin: @escaping () throws -> Void) throws {
    self.session = session
    self.begin = begin
    session.fireWhatIsDue()
    if isExtended { onWait() } else { try end() }
    fflush(nil)
  }

  private var isExtended: Bool { session.host?.application.isRestorationExtended == true }

  private func end() throws {
    isOver = true
    try begin()
  }

  /// Gives an event to its handler, now or when the restored app is there. Returns what the handler returned: the exit code
  /// if the app is to end.
  func pass(_ event: LoopEvent, to handle: (LoopEvent) -> Int32?) throws -> Int32? {
    if isOver { return handle(event) }
    switch event {
    case .line, .endOfInput, .input:
      held.append(event)
      return nil
    case .turnEnded: fflush(nil)
    default: if let code = handle(event) { return code }
    }
    guard !isExtended else { return nil }
    try end()
    for event in held {
      if let code = handle(event) { return code }
    }
    held = []
    return nil
  }
}

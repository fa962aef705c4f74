import AppSession
import Interface
import StateRestoration

/// Draws the screens of saves.
public enum SavedScreen {
  /// A reason why a screen is not drawn.
  public enum Failure: Error, CustomStringConvertible {
    /// Copying the app's own files takes too long for a user who waits.
    case ownFilesTooLarge

    public var description: String {
      "the app's own files have more than 16 MB, or are more than 1,000, which takes too long to copy"
    }
  }

  /// Returns the screen of a session's app as it is restored from a save, in the size of the session's screen. The app
  /// runs in a folder of its own with copies of its own files, where it may change nothing outside.
  ///
  /// - Throws: ``Failure``; the script's error if it cannot be loaded.
  @MainActor
  public static func draw(_ archive: Archive, of session: AppSession) throws -> Grid {
    guard TrialRun.canCopyFiles(of: session) else { throw Failure.ownFilesTooLarge }
    let run = try TrialRun(session.configurationOfCopies, launchOptions: session.launchOptions, isAllowed: false)
    run.copyFiles(of: session)
    try run.launch(with: archive)
    defer { run.session.kill() }
    return try run.session.running.application.render(withMessages: false)
  }
}

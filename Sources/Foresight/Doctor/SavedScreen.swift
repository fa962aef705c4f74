import AppSession
import Interface
import StateRestoration

/// Draws the screens of saves.
public enum SavedScreen {
  /// Returns the screen of a session's app as it is restored from a save, in the size of the session's screen. The app
  /// runs in a folder of its own, where it may change nothing outside, with copies of its own files if these have at most
  /// 16 MB.
  ///
  /// - Throws: the script's error if it cannot be loaded.
  @MainActor
  public static func draw(_ archive: Archive, of session: AppSession) throws -> Grid {
    let run = try TrialRun(session.configurationOfCopies, launchOptions: session.launchOptions, isAllowed: false)
    run.copyFiles(ofUsed: session)
    try run.launch(with: archive)
    defer { run.session.kill() }
    return try run.session.running.application.render(withMessages: false)
  }
}

import FoundationEssentials
import LuaScreens
import StateRestoration

/// A reload that its observer has not been notified of.
struct FinishedReload {
  weak var host: ScriptHost?
  let save: SaveNumber?
  let launchTime: Duration
}

/// Observes an app before and after its scripts are reloaded.
@MainActor
public protocol ReloadObserver: AnyObject {
  /// The running app is saved, and about to exit. Not called if it is the result of a reload with errors, which is
  /// replaced without being saved.
  ///
  /// - Parameter scripts: the contents of the files that it was loaded from.
  func appWillReload(_ session: AppSession, scripts: [String: Data?])

  /// The app was launched with the reloaded scripts, without errors. If a change of the files has caused it, its screen
  /// has been drawn.
  ///
  /// - Parameters:
  ///   - save: the save that it has restored; nil if there is none.
  ///   - launchTime: the duration of the reload.
  func appDidReload(_ session: AppSession, restoring save: SaveNumber?, launchTime: Duration)
}

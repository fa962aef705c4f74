import AppSession
import Interface
import Loop
import Processes

/// Shows on pages why an app could not be loaded, until one of its scripts changes.
@MainActor
public final class FailedApp {
  /// The exit status by which the app's process asks to be started again.
  public static let changedStatus: Int32 = 75

  private let message: String
  private let paths: Set<String>
  private let pages: PageServer
  private let loop = MainLoop()
  private var hasChanged = false

  /// - Parameters:
  ///   - message: the error, with its traceback.
  ///   - session: the session that could not load the app.
  public init(_ message: String, of session: AppSession, on pages: PageServer) {
    (self.message, self.pages) = (message, pages)
    paths = session.scriptPaths
  }

  /// Serves pages until a script changes or this process is asked to exit.
  ///
  /// - Returns: whether a script has changed.
  /// - Throws: ``LoopError`` if no descriptor is available.
  public func run() throws -> Bool {
    let watcher = FileWatcher(loop: loop)
    let watches = paths.compactMap { path in
      try? watcher.watch(Array(path.utf8)) { [weak self] _ in
        self?.hasChanged = true
        self?.loop.stop()
      }
    }
    defer { for watch in watches { watch.cancel() } }
    pages.onConnect = { [weak self] in self?.show(on: $0) }
    pages.onMessage = { _, _ in }
    pages.onDisconnect = {}
    for page in pages.pages.values { show(on: page) }
    try pages.run(loop)
    return hasChanged
  }

  private func show(on page: ConnectedPage) {
    page.post(.failure) { [message] in JSONWriter.message("failure") { $0.field("text", message) } }
  }
}

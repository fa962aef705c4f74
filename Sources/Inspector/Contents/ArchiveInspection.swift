import ArchiveStore
import FoundationEssentials
import Glibc
import Interface
import Loop
import StateRestoration

/// Shows the saves of a session on pages, without its app. Nothing is changed.
@MainActor
public final class ArchiveInspection {
  private var store: SQLiteArchiveStore
  /// Whether a process has had the database open when ``store`` was opened.
  private var isLive: Bool
  private let pages: PageServer
  private let files: SessionFiles

  /// Opens the saves of a session.
  ///
  /// - Throws: `ArchiveStoreError` if they cannot be read.
  public init(_ files: SessionFiles, on pages: PageServer) throws {
    self.files = files
    self.pages = pages
    isLive = Self.isLive(files)
    store = try SQLiteArchiveStore(files, isReadOnly: true)
  }

  /// Serves pages until this process is asked to exit.
  ///
  /// - Throws: ``LoopError`` if no descriptor is available.
  public func run() throws {
    pages.onConnect = { [weak self] in self?.connect($0) }
    pages.onMessage = { [weak self] in self?.handle($0, from: $1) }
    try pages.run(MainLoop())
  }

  private var saves: SavesReport { SavesReport(store: store) }

  private static func isLive(_ files: SessionFiles) -> Bool {
    FileManager.default.fileExists(atPath: files.database + "-wal")
  }

  /// Opens the saves again if an app has begun to use them since, or has ended.
  private func reopenIfNeeded() {
    let isLive = Self.isLive(files)
    guard isLive != self.isLive, let store = try? SQLiteArchiveStore(files, isReadOnly: true) else { return }
    (self.store, self.isLive) = (store, isLive)
  }

  private func connect(_ page: ConnectedPage) {
    reopenIfNeeded()
    page.post(.hello) { [files] in
      JSONWriter.message("hello") {
        $0.field("script", files.database)
        $0.field("isRunning", false)
      }
    }
    page.post(.history) { [weak self] in try? self?.saves.history(after: &page.knownSaves) }
  }

  private func handle(_ message: PageMessage, from page: ConnectedPage) {
    guard message.kind == "save", let save = message.number("save").map({ SaveNumber($0) }) else { return }
    reopenIfNeeded()
    page.post(.archive) { [weak self] in (try? self?.saves.archive(save)) ?? nil }
    page.post(.difference) { [weak self] in try? self?.saves.difference(save) }
    page.post(.picture) { [weak self] in self?.picture(of: save) }
  }

  /// Returns the picture of the last save. Earlier ones can be drawn by the app only.
  private func picture(of save: SaveNumber) -> [UInt8]? {
    guard save == (try? store.currentSaveNumber()), let bytes = try? store.currentSnapshot(),
      let snapshot = Snapshot(decoding: bytes)
    else { return nil }
    return PageScreen().change(to: snapshot.grid, kind: "picture", save: Int(save))
  }
}

import ArchiveStore
import Interface
import LuaScreens
import StateRestoration

extension AppSession {
  /// Returns a store in memory with a save from files, by default the one that the next launch restores.
  ///
  /// - Parameter note: receives a problem with the files that does not prevent the copy.
  /// - Throws: `ArchiveStoreError`, such as `noSuchSave`.
  static func copy(
    ofSave number: SaveNumber?, in files: SessionFiles, note: (Problem) -> Void
  ) throws -> SQLiteArchiveStore {
    let copy = try SQLiteArchiveStore()
    if let archive = try archive(ofSave: number, in: files, note: note) {
      _ = try copy.importArchive(archive)
    } else if let number {
      throw ArchiveStoreError.noSuchSave(number, path: files.database)
    }
    return copy
  }

  private static func archive(
    ofSave number: SaveNumber?, in files: SessionFiles, note: (Problem) -> Void
  ) throws -> Archive? {
    guard let number else {
      return try SQLiteArchiveStore.archiveToRestore(of: files) { error in
        note(
          Problem(.warning, summary: "The saved state cannot be read; this is the last good save", detail: "\(error)"))
      }
    }
    do {
      return try SQLiteArchiveStore(files, isReadOnly: true).archive(ofSave: number)
    } catch ArchiveStoreError.noSaves {
      return nil
    }
  }
}

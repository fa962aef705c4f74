import FoundationEssentials
import Glibc
import StateRestoration

extension SQLiteArchiveStore {
  /// An incident found while opening a store.
  public enum Incident: CustomStringConvertible {
    /// The database could not be used and was set aside.
    case setAside(error: ArchiveStoreError, path: String)
    /// The database is missing although it existed, with nothing to set aside.
    case gone(path: String)
    /// An acknowledged save is missing.
    case lost(number: SaveNumber, savedAt: Double)
    /// The record of the last acknowledged save is missing.
    case unmarked(path: String)
    /// The last intact save was found in the database that was set aside, or in the copy beside it.
    case recovered(info: SaveInfo)
    /// There was no intact save.
    case nothingRecovered

    public var description: String {
      switch self {
      case .setAside(let error, let path): "\(error); it was set aside, unchanged, as \(path)"
      case .gone(let path): "\(path) is missing"
      case .lost(let number, let savedAt):
        "save \(number), of \(Self.text(savedAt)), is missing (after damage or a power cut)"
      case .unmarked(let path):
        "\(path), which records the last save, is missing or damaged; saves newer than the restored one may be lost"
      case .recovered(let info): "the last good save was restored, of \(Self.text(info.savedAt))"
      case .nothingRecovered: "no good save was found, so the app starts without a saved state"
      }
    }

    /// Returns a summary of all incidents of one start.
    public static func summary(of incidents: [Incident]) -> String {
      var (isLost, isUnsure, isRecovered) = (false, false, false)
      for incident in incidents {
        switch incident {
        case .nothingRecovered: return "The saved state could not be used"
        case .lost: isLost = true
        case .unmarked: isUnsure = true
        case .recovered: isRecovered = true
        case .setAside, .gone: break
        }
      }
      if isLost { return "The last save is missing, and an earlier one was restored" }
      if isUnsure { return "The saved state was restored; it may not be the latest" }
      if isRecovered { return "The saved state was damaged, and the last good save was restored" }
      return "An unexpected file was set aside; the saved state is complete"
    }

    /// Returns what has happened at one start, in its order.
    public static func details(of incidents: [Incident]) -> String {
      incidents.map(\.description).joined(separator: "; ")
    }

    private static func text(_ time: Double) -> String {
      Date(timeIntervalSince1970: time.isFinite ? min(max(time, 0), 1e11) : 0).formatted(.iso8601)
    }
  }

  /// Opens the saves of a session. An unreadable database is set aside under another name, and the newest intact save
  /// is used, from the database or the copy beside it. An incident is reported whenever this is not, or may not be, the
  /// last acknowledged save.
  ///
  /// Call it only in the process that holds the session.
  ///
  /// - Throws: ``ArchiveStoreError/cannotWrite(path:reason:)`` if saves cannot be stored there now.
  public static func openRecovering(_ files: SessionFiles) throws -> (store: SQLiteArchiveStore, incidents: [Incident])
  {
    try files.makeDirectory()
    files.removeTemporaryFiles()
    var incidents: [Incident] = []
    var isForbidden = false
    for file in SessionFiles.databaseSuffixes.map({ files.database + $0 }) + [files.copy, files.mark] {
      let isFile = SessionFiles.isFile(file)
      guard let path = try files.setAsideUnlessFile(file) else { continue }
      incidents.append(.setAside(error: isFile ? .unreadable(path: file) : .foreign(path: file), path: path))
      if isFile, file == files.database { isForbidden = true }
    }
    let evidence = Evidence(files)
    do {
      try evidence.checkPresence(files)
      let inspected = try SQLiteArchiveStore.inspect(files)
      try evidence.checkContents(inspected?.newest, path: files.database)
      let newest = inspected?.newest?.number ?? 0
      if let last = evidence.known, last.number > newest, inspected != nil {
        incidents.append(.lost(number: last.number, savedAt: last.savedAt))
      } else if evidence.isMarkMissing(isExpected: inspected?.isMarked ?? false) {
        incidents.append(.unmarked(path: files.mark))
      } else {
        if !evidence.isCopyRecognized { try files.setAside(files.copy, .foreign) }
        if isForbidden, inspected == nil { incidents.append(.nothingRecovered) }
        return (try SQLiteArchiveStore(files, inspected: inspected), incidents)
      }
      return (
        try continueHistory(files, after: max(newest, evidence.known?.number ?? 0), evidence, &incidents), incidents
      )
    } catch let error as ArchiveStoreError {
      guard let reason = SessionFiles.Aside(error) else { throw error }
      let isGone = !SessionFiles.exists(files.database) && !files.hasLog
      let aside = try files.setAside(reason)
      incidents.append(isGone ? .gone(path: files.database) : .setAside(error: error, path: aside))
      // The copy of a later version must not be used, as an older save in the database would appear to be the newest.
      if reason == .newer {
        if SessionFiles.exists(files.copy) { try files.setAside(files.copy, reason) }
        let store = try SQLiteArchiveStore(files)
        store.writeMark()
        return (store, incidents + [.nothingRecovered])
      }
      let store = try SQLiteArchiveStore(files)
      let salvaged = Salvage.lastGoodSave(in: aside).flatMap { evidence.contradicts($0) ? nil : $0 }
      let lastNumber = Salvage.lastNumber(in: aside)
      files.removeAuxiliaryFiles(aside)
      let found = Salvage.newer(salvaged, try evidence.readCopy(files))
      if let last = evidence.known, last.number > found?.number ?? 0 {
        incidents.append(.lost(number: last.number, savedAt: last.savedAt))
      }
      try store.use(found, after: max(lastNumber, evidence.known?.number ?? 0), &incidents)
      return (store, incidents)
    }
  }

  /// Returns the save that the next launch restores, without changing a file: the newest one, or if the database is
  /// damaged, missing or cannot be read, the last good one. Nil if nothing was saved.
  ///
  /// - Parameter onFailure: receives the error of a database that is not used.
  /// - Throws: ``ArchiveStoreError`` if no save can be read.
  public static func archiveToRestore(
    of files: SessionFiles, onFailure: (ArchiveStoreError) -> Void
  ) throws -> Archive? {
    do {
      return try SQLiteArchiveStore(files, isReadOnly: true).currentArchive()
    } catch ArchiveStoreError.noSaves {
      return nil
    } catch let error as ArchiveStoreError where SessionFiles.Aside(error) != .newer {
      guard let found = Salvage.newestSave(of: files) else { throw error }
      onFailure(error)
      return found.archive
    }
  }

  /// Opens an intact database that may lack the last saves. Its log, which may contain them after the damage, is kept,
  /// and the history continues from the newest save found.
  private static func continueHistory(
    _ files: SessionFiles, after last: SaveNumber, _ evidence: Evidence, _ incidents: inout [Incident]
  ) throws -> SQLiteArchiveStore {
    let aside = try files.setAsideCopying(.damaged)
    incidents.append(
      .setAside(error: .damaged(path: files.database, reason: "its last saves may be missing"), path: aside))
    let store = try SQLiteArchiveStore(files)
    let kept = try store.currentSave() ?? Salvage.lastGoodSave(in: aside)
    files.removeAuxiliaryFiles(aside)
    try store.use(Salvage.newer(kept, try evidence.readCopy(files)), after: last, &incidents)
    return store
  }

  /// Makes a recovered save the newest, with an unused number.
  private func use(_ found: SavedArchive?, after last: SaveNumber, _ incidents: inout [Incident]) throws {
    if last > 0 { try continueNumbers(after: last) }
    if let found {
      _ = try replaceContents(with: found.archive)
      incidents.append(.recovered(info: found.archive.info))
    } else {
      writeMark()
      incidents.append(.nothingRecovered)
    }
  }
}

/// The evidence about the last save in the files beside the database.
@MainActor
struct Evidence {
  private let reading: MarkFile.Reading
  private let copyMark: SaveMark?
  private let witness: SaveMark?
  /// Whether the copy has the expected format, or does not exist.
  let isCopyRecognized: Bool

  init(_ files: SessionFiles) {
    reading = MarkFile.read(files)
    copyMark = LastSaveCopy.mark(files)
    witness = MarkFile.readWitness(files)
    isCopyRecognized = LastSaveCopy.isRecognized(files)
  }

  private var mark: SaveMark? { if case .mark(let mark) = reading { mark } else { nil } }

  /// The last save known to have been acknowledged; nil if there is none.
  var known: SaveMark? {
    [mark, copyMark, witness].compactMap { $0 }.filter { $0.number > 0 }.max()
  }

  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if the database is missing although it existed;
  ///   ``ArchiveStoreError/unreadable(path:)`` if this user may not read it.
  func checkPresence(_ files: SessionFiles) throws {
    if FileContents.isForbidden(files.database) { throw ArchiveStoreError.unreadable(path: files.database) }
    // A database is never empty, so an empty file is truncated.
    guard FileHeader(files.database) == nil else { return }
    guard known != nil || files.hasLog || SessionFiles.exists(files.copy) else { return }
    throw ArchiveStoreError.damaged(
      path: files.database, reason: SessionFiles.exists(files.database) ? "it is empty" : "it is missing")
  }

  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if the newest save has the number of the acknowledged one
  ///   but differs from it.
  func checkContents(_ newest: SavedArchive?, path: String) throws {
    guard let known, let newest, known.number == newest.number, known != newest.mark else { return }
    throw ArchiveStoreError.damaged(path: path, reason: "save \(known.number) differs from the acknowledged save")
  }

  /// Whether a save has the number of the acknowledged one but different nodes.
  func contradicts(_ save: SavedArchive) -> Bool {
    known.map { $0.number == save.number && $0.nodesChecksum != save.checksum } ?? false
  }

  /// Whether the mark existed and can no longer be read.
  ///
  /// - Parameter isExpected: whether the database records that it has a mark file.
  func isMarkMissing(isExpected: Bool) -> Bool {
    switch reading {
    case .mark: false
    case .damaged: true
    case .missing: isExpected
    }
  }

  /// Reads the save in the copy. An unreadable copy is set aside, as a new one will replace it.
  func readCopy(_ files: SessionFiles) throws -> SavedArchive? {
    if let found = LastSaveCopy.read(files) { return found }
    if SessionFiles.exists(files.copy) { try files.setAside(files.copy, isCopyRecognized ? .damaged : .foreign) }
    return nil
  }
}

import Foundation
import GRDB
import StateRestoration

extension SQLiteArchiveStore {
  /// What opening had to do.
  public enum Incident: CustomStringConvertible {
    /// What was there could not be used, and was set aside.
    case setAside(error: ArchiveStoreError, path: String)
    /// There is no database where there was one, and nothing of it to set aside.
    case gone(path: String)
    /// A save that was acknowledged is gone.
    case lost(number: SaveNumber, savedAt: Double)
    /// What says which save was acknowledged last is gone.
    case unmarked(path: String)
    /// The last good save was found in what was set aside, or in the copy beside it.
    case recovered(info: SaveInfo)
    /// There was no good save.
    case nothingRecovered

    public var description: String {
      switch self {
      case .setAside(let error, let path): "\(error); it is set aside, untouched, as \(path)"
      case .gone(let path): "\(path) is gone"
      case .lost(let number, let savedAt):
        "save \(number), of \(Self.text(savedAt)), is gone (damage does that, and so does a power cut)"
      case .unmarked(let path):
        "\(path), which says what was saved last, is gone or damaged: later saves than the one that was used may be lost"
      case .recovered(let info): "the last good save was used, of \(Self.text(info.savedAt))"
      case .nothingRecovered: "no good save was found, so the app starts from the beginning"
      }
    }

    /// What all that was met at one start comes to.
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
      if isLost { return "The last save is gone, and an earlier one was used" }
      if isUnsure { return "The saved state was used; whether it is the last one is not known" }
      if isRecovered { return "The saved state was damaged, and the last good save was used" }
      return "Something strange was set aside; nothing of the saved state is missing"
    }

    private static func text(_ time: Double) -> String {
      Date(timeIntervalSince1970: time.isFinite ? min(max(time, 0), 1e11) : 0).formatted(.iso8601)
    }
  }

  /// Opens the saves of a session. What cannot be read is set aside under a name that says so, and the newest good save is
  /// used, of the database or of the copy beside it. Whenever that is not the last one that is known to have been
  /// acknowledged, or may not be, an incident says so.
  ///
  /// Only the process that holds the session may do this.
  ///
  /// - Throws: ``ArchiveStoreError/cannotWrite(path:reason:)`` if there is no way to keep saves there now.
  public static func openRecovering(_ files: SessionFiles) throws -> (store: SQLiteArchiveStore, incidents: [Incident])
  {
    try files.makeDirectory()
    files.removeLitter()
    var incidents: [Incident] = []
    for file in SessionFiles.databaseSuffixes.map({ files.database + $0 }) + [files.copy, files.mark] {
      if let path = try files.setAsideUnlessFile(file) {
        incidents.append(.setAside(error: .foreign(path: file), path: path))
      }
    }
    let evidence = Evidence(files)
    do {
      try evidence.checkPresence(files)
      let inspected = try SQLiteArchiveStore.inspect(files)
      try evidence.checkContents(inspected?.newest, path: files.database)
      let newest = inspected?.newest?.number ?? 0
      if let last = evidence.known, last.number > newest, inspected != nil {
        incidents.append(.lost(number: last.number, savedAt: last.savedAt))
      } else if evidence.isMarkGone(isExpected: inspected?.isMarked ?? false) {
        incidents.append(.unmarked(path: files.mark))
      } else {
        if !evidence.isCopyRecognized { try files.setAside(files.copy, .foreign) }
        return (try SQLiteArchiveStore(files, inspected: inspected), incidents)
      }
      return (try goOn(files, after: max(newest, evidence.known?.number ?? 0), evidence, &incidents), incidents)
    } catch let error as ArchiveStoreError {
      guard let reason = SessionFiles.Aside(error) else { throw error }
      let isGone = !SessionFiles.exists(files.database) && !files.hasLog
      let aside = try files.setAside(reason)
      incidents.append(isGone ? .gone(path: files.database) : .setAside(error: error, path: aside))
      // What a newer host wrote is its own: an old save below it would pass for the newest.
      if reason == .newer {
        if SessionFiles.exists(files.copy) { try files.setAside(files.copy, reason) }
        let store = try SQLiteArchiveStore(files)
        store.keepMark()
        return (store, incidents + [.nothingRecovered])
      }
      let store = try SQLiteArchiveStore(files)
      let salvaged = Salvage.lastGoodSave(in: aside).flatMap { evidence.contradicts($0) ? nil : $0 }
      let lastNumber = Salvage.lastNumber(in: aside)
      files.tidy(aside)
      let found = Salvage.newer(salvaged, try evidence.readCopy(files))
      if let last = evidence.known, last.number > found?.number ?? 0 {
        incidents.append(.lost(number: last.number, savedAt: last.savedAt))
      }
      try store.use(found, after: max(lastNumber, evidence.known?.number ?? 0), &incidents)
      return (store, incidents)
    }
  }

  /// A database that is sound, but may be without the last saves: what can be in its log behind the damage is kept, and its history
  /// goes on from the newest save that there is.
  private static func goOn(
    _ files: SessionFiles, after last: SaveNumber, _ evidence: Evidence, _ incidents: inout [Incident]
  ) throws -> SQLiteArchiveStore {
    let aside = try files.setAsideCopying(.damaged)
    incidents.append(
      .setAside(error: .damaged(path: files.database, reason: "its last saves may be missing"), path: aside))
    let store = try SQLiteArchiveStore(files)
    let kept = try store.currentSave() ?? Salvage.lastGoodSave(in: aside)
    files.tidy(aside)
    try store.use(Salvage.newer(kept, try evidence.readCopy(files)), after: last, &incidents)
    return store
  }

  /// Makes a save that was found the newest, under a number that none had.
  private func use(_ found: SavedArchive?, after last: SaveNumber, _ incidents: inout [Incident]) throws {
    if last > 0 { try continueNumbers(after: last) }
    if let found {
      _ = try replaceContents(with: found.archive)
      incidents.append(.recovered(info: found.archive.info))
    } else {
      keepMark()
      incidents.append(.nothingRecovered)
    }
  }
}

/// What the files beside the database say about the last save.
@MainActor
private struct Evidence {
  private let reading: MarkFile.Reading
  private let copyMark: SaveMark?
  private let witness: SaveMark?
  /// Whether the copy is one, or there is none.
  let isCopyRecognized: Bool

  init(_ files: SessionFiles) {
    reading = MarkFile.read(files)
    copyMark = LastSaveCopy.mark(files)
    witness = MarkFile.readWitness(files)
    isCopyRecognized = LastSaveCopy.isRecognized(files)
  }

  private var mark: SaveMark? { if case .mark(let mark) = reading { mark } else { nil } }

  /// The last save that is known to have been acknowledged; nil if none is.
  var known: SaveMark? {
    [mark, copyMark, witness].compactMap { $0 }.filter { $0.number > 0 }.max()
  }

  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if there is no database where there was one.
  func checkPresence(_ files: SessionFiles) throws {
    // A database is never empty: one that is was cut off.
    guard FileHeader(files.database) == nil else { return }
    guard known != nil || files.hasLog || SessionFiles.exists(files.copy) else { return }
    throw ArchiveStoreError.damaged(
      path: files.database, reason: SessionFiles.exists(files.database) ? "it is empty" : "it is gone")
  }

  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if the newest save has the number of the one that was acknowledged,
  ///   and is another.
  func checkContents(_ newest: SavedArchive?, path: String) throws {
    guard let known, let newest, known.number == newest.number, known != newest.mark else { return }
    throw ArchiveStoreError.damaged(path: path, reason: "save \(known.number) is not what was acknowledged")
  }

  /// Whether a save has the number of the one that was acknowledged, and other nodes.
  func contradicts(_ save: SavedArchive) -> Bool {
    known.map { $0.number == save.number && $0.nodesChecksum != save.checksum } ?? false
  }

  /// Whether there was a mark, and is none that can be read.
  ///
  /// - Parameter isExpected: whether the database says that there is one.
  func isMarkGone(isExpected: Bool) -> Bool {
    switch reading {
    case .mark: false
    case .damaged: true
    case .missing: isExpected
    }
  }

  /// The save in the copy. One that cannot be read is set aside: a new one will take its place.
  func readCopy(_ files: SessionFiles) throws -> SavedArchive? {
    if let found = LastSaveCopy.read(files) { return found }
    if SessionFiles.exists(files.copy) { try files.setAside(files.copy, isCopyRecognized ? .damaged : .foreign) }
    return nil
  }
}

import ArchiveStore
import FoundationEssentials
import Interface
import StateRestoration

/// The saves of a session for the user, newest first. Texts and pictures are made when they are first asked for.
@MainActor
final class SaveHistory {
  /// A picture of a save's screen.
  enum Picture {
    case screen(Grid)
    /// The reason why there is none.
    case none(String)
  }

  /// The saves, newest first.
  let saves: [SaveSummary]
  private let session: AppSession
  private let now = Date()
  private var texts: [Int: String] = [:]
  private var pictures: [Int: Picture] = [:]

  init(_ session: AppSession) {
    self.session = session
    saves = ((try? session.store?.saves()) ?? []).reversed()
  }

  /// Returns the number of a save, its age, what caused it, the title of its screen, and the first value that it changed.
  func text(of index: Int) -> String {
    if let text = texts[index] { return text }
    let save = saves[index]
    var parts = ["\(save.number)", age(of: save), save.kind?.rawValue ?? ""]
    if let store = session.store as? SQLiteArchiveStore {
      let previous = saves.indices.contains(index + 1) ? saves[index + 1].number : 0
      let entry = HistoryEntry(save, after: previous, in: store)
      parts += [entry.title ?? "", entry.value]
    }
    let text = parts.filter { !$0.isEmpty }.joined(separator: "  ")
    texts[index] = text
    return text
  }

  private func age(of save: SaveSummary) -> String {
    let seconds = now.timeIntervalSince1970 - save.info.savedAt
    return switch seconds {
    case ..<60: "now"
    case ..<3600: "\(Int(seconds / 60)) min ago"
    case ..<86_400: "\(Int(seconds / 3600)) h ago"
    case ..<1e11: "\(Int(seconds / 86_400)) d ago"
    default: ""
    }
  }

  /// Returns the picture that was stored with a save, or how it is drawn.
  func picture(of index: Int) -> Picture {
    if let picture = pictures[index] { return picture }
    let picture = makePicture(of: index)
    pictures[index] = picture
    return picture
  }

  private func makePicture(of index: Int) -> Picture {
    do {
      if index == 0, let bytes = try session.store?.currentSnapshot(), let snapshot = Snapshot(decoding: bytes) {
        return .screen(snapshot.grid)
      }
      guard let draw = session.drawSave else { return .none("This program draws no pictures of saves.") }
      guard let archive = try session.store?.archive(ofSave: saves[index].number) else {
        return .none("This save is gone.")
      }
      return .screen(try draw(archive))
    } catch {
      return .none("This save cannot be drawn: \(error)".split(separator: "\n").first.map(String.init) ?? "")
    }
  }
}

extension AppSession {
  /// Relaunches the app from a save that the user has chosen, and reports an error.
  func returnTo(save number: SaveNumber) {
    do {
      try rollBack(to: number)
      guard let application = host?.application else { return }
      guard application.didRestoreState else {
        return application.messages.show(
          "Save \(number) was not restored.", for: .seconds(8), status: .warning,
          about: .rollback)
      }
      application.messages.show("Returned to save \(number).", about: .rollback)
    } catch {
      report(Problem(error: error, summary: "The app could not return to save \(number)", detail: ""))
    }
  }
}

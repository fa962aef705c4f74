import Glibc
import Loop

/// Reports changes of files and folders, using the kernel's inotify: one descriptor for all watches of an app.
///
/// A file is watched through its folder, because most programs save by replacing the file. While the folder is missing,
/// its nearest existing ancestor is watched. Changes within 50 ms are reported together, each path once.
@MainActor
public final class FileWatcher {
  /// Runs each call of a handler, which is its argument.
  public var around: (() -> Void) -> Void = { $0() }

  /// Records the reported changes, or reports them in place of the system; nil for neither.
  public var answers: RecordedAnswers?

  private let loop: any EventLoop
  private var events: FileEvents?
  /// The watches that listen to each folder, because they watch one or all of its entries.
  private var folders: [Int32: [(watch: FileWatch, role: FileWatch.Role)]] = [:]
  private var watches: [FileWatch] = []

  private static let changes =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM)
    | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
  /// An entry was created, removed or replaced.
  private static let entryEvents =
    UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
  /// The folder itself was removed or moved.
  private static let leaves = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

  /// Creates a watcher without watches.
  public init(loop: any EventLoop) {
    self.loop = loop
  }

  /// Watches a path: a file, a folder with its own entries, or a path that does not exist yet. The watch continues when
  /// the path or its folder is removed and created again.
  ///
  /// - Parameters:
  ///   - isRecursive: whether the entries of all subfolders are watched, too. Links are not followed.
  ///   - onChange: called with the changed path: the watched path itself, or for an entry of a folder the path, a slash
  ///     and the entry's name. If the system has lost events, called with the watched path.
  /// - Throws: ``ProcessError`` if no folder can contain the path, or the system allows no more watches.
  public func watch(
    _ path: [UInt8], isRecursive: Bool = false, onChange: @escaping ([UInt8]) -> Void
  ) throws(ProcessError) -> FileWatch {
    let watch = FileWatch(path, isRecursive: isRecursive, in: self, onChange)
    let request = RecordedAnswers.Request.watch(path, isRecursive: isRecursive)
    if let answers, let answer = answers.take(request) {
      watches.append(watch)
      answers.replay(answer) { [weak self, weak watch] event in
        guard let self, let watch, watch.isActive else { return false }
        if case .change(let path) = event { report(path, to: watch) }
        return true
      }
      return watch
    }
    try begin()
    watch.record = answers?.record(request)
    watches.append(watch)
    do throws(ProcessError) {
      try attach(watch, isFirst: true)
    } catch {
      cancel(watch)
      throw error
    }
    return watch
  }

  /// Cancels all watches.
  public func end() {
    for watch in watches { watch.forget() }
    watches = []
    folders = [:]
    events?.close()
    events = nil
  }

  isolated deinit { end() }

  private func begin() throws(ProcessError) {
    guard events == nil else { return }
    do throws(LoopError) {
      events = try FileEvents(on: loop) { [weak self] in self?.handle($0) }
    } catch {
      throw .system("cannot watch files", error.code)
    }
  }

  // MARK: Listening

  /// Listens to the folders in which a path's changes are visible: its parent folder, the path itself if it is a
  /// folder, the same for the target of a link, and the ancestors, which may move.
  private func attach(_ watch: FileWatch, isFirst: Bool = false) throws(ProcessError) {
    // The system keeps one watch per folder for all listeners, so the new ones are added before the old ones are
    // removed.
    for number in folders.keys { folders[number]?.removeAll { $0.watch === watch } }
    defer { dropUnused() }
    listenToLinks(watch)
    let (folder, name) = WatchedPath.parts(watch.path)
    if let name {
      if isFirst {
        try listen(folder, watch, .entry(name))
      } else {
        guard wait(for: folder, watch, .entry(name)) else { return identityMayHaveChanged(of: watch) }
      }
    }
    listenAbove(folder, watch)
    let isOther = !isFirst && WatchedPath.identity(watch.path) != watch.identity
    if WatchedPath.isFolder(watch.path) {
      do throws(ProcessError) {
        try listenBelow(watch.path, watch, reportsEntries: isOther)
      } catch {
        if isFirst { throw error }
      }
    }
    identityMayHaveChanged(of: watch)
  }

  /// Listens to the links on a path, which may be changed, and to the target of the last one, which may be removed and
  /// created again.
  private func listenToLinks(_ watch: FileWatch) {
    let (links, end) = WatchedPath.links(on: watch.path)
    for link in links {
      let (folder, name) = WatchedPath.parts(link)
      if let name { try? listen(folder, watch, .ancestor(name)) }
    }
    guard let end else { return }
    let (folder, name) = WatchedPath.parts(end)
    guard let name, wait(for: folder, watch, .entry(name)) else { return }
    listenAbove(folder, watch)
  }

  /// Detects changes between two checks of a path, for which there was no event.
  private func identityMayHaveChanged(of watch: FileWatch) {
    let identity = WatchedPath.identity(watch.path)
    guard identity != watch.identity else { return }
    watch.identity = identity
    report(watch.path, to: watch)
  }

  /// Listens to a folder or, while it is missing, to its nearest existing ancestor. Returns whether the folder exists.
  private func wait(for folder: [UInt8], _ watch: FileWatch, _ role: FileWatch.Role) -> Bool {
    // If a folder is created during the check, the check is repeated.
    for _ in 0..<100 {
      if (try? listen(folder, watch, role)) != nil { return true }
      var missing = folder
      while true {
        let (parent, name) = WatchedPath.parts(missing)
        guard let name else { return false }
        if (try? listen(parent, watch, .ancestor(name))) != nil { break }
        missing = parent
      }
      listenAbove(WatchedPath.parts(missing).folder, watch)
      if !WatchedPath.isFolder(missing) { return false }
    }
    return false
  }

  /// Detects that an ancestor of a path moves. Unreadable folders do not report it.
  private func listenAbove(_ folder: [UInt8], _ watch: FileWatch) {
    var folder = folder
    while WatchedPath.parts(folder).name != nil {
      try? listen(folder, watch, .ancestor(nil), for: UInt32(IN_MOVE_SELF))
      folder = WatchedPath.parts(folder).folder
    }
  }

  /// Listens to the entries of a folder and, for a recursive watch, to those of its subfolders. Links are not followed.
  ///
  /// - Parameter reportsEntries: whether the existing entries were created since the last check.
  private func listenBelow(
    _ top: [UInt8], _ watch: FileWatch, reportsEntries: Bool
  ) throws(ProcessError) {
    try listen(top, watch, .folder(path: top))
    guard watch.isRecursive || reportsEntries else { return }
    var next = [top]
    while let folder = next.popLast() {
      for path in WatchedPath.entries(of: folder) {
        if reportsEntries { report(path, to: watch) }
        guard watch.isRecursive, WatchedPath.isRealFolder(path) else { continue }
        do throws(LoopError) {
          try add(path, watch, .folder(path: path), flags: UInt32(IN_DONT_FOLLOW))
          next.append(path)
        } catch {
          // The folder may be gone already, or unreadable. Only a lack of watches is an error.
          if error.code == ENOSPC { throw Self.error(error, watch, path) }
        }
      }
    }
  }

  /// Called when a folder below a recursive watch was created.
  private func didCreateFolder(_ path: [UInt8], _ watch: FileWatch) {
    guard (try? listen(path, watch, .folder(path: path), flags: UInt32(IN_DONT_FOLLOW))) != nil else { return }
    try? listenBelow(path, watch, reportsEntries: true)
  }

  /// Called when a folder below a recursive watch was moved or removed.
  private func didRemoveFolder(_ path: [UInt8], _ watch: FileWatch) {
    let below = path + [UInt8(ascii: "/")]
    for number in folders.keys {
      folders[number]?.removeAll { listener in
        guard listener.watch === watch, case .folder(let folder) = listener.role else { return false }
        return folder == path || folder.starts(with: below)
      }
    }
    dropUnused()
  }

  private func listen(
    _ folder: [UInt8], _ watch: FileWatch, _ role: FileWatch.Role, for kinds: UInt32 = changes, flags: UInt32 = 0
  ) throws(ProcessError) {
    do throws(LoopError) {
      try add(folder, watch, role, for: kinds, flags: flags)
    } catch {
      throw Self.error(error, watch, folder)
    }
  }

  private func add(
    _ folder: [UInt8], _ watch: FileWatch, _ role: FileWatch.Role, for kinds: UInt32 = changes, flags: UInt32
  ) throws(LoopError) {
    guard let number = try events?.add(folder, kinds | flags | UInt32(IN_ONLYDIR)) else { return }
    guard folders[number]?.contains(where: { $0.watch === watch && $0.role == role }) != true else { return }
    folders[number, default: []].append((watch, role))
  }

  private static func error(_ error: LoopError, _ watch: FileWatch, _ folder: [UInt8]) -> ProcessError {
    let what = "cannot watch \"\(String(decoding: watch.path, as: UTF8.self))\""
    switch error.code {
    case ENOENT, ENOTDIR:
      return .system(what: what, reason: "no such folder: \"\(String(decoding: folder, as: UTF8.self))\"")
    case ENOSPC:
      return .system(what: what, reason: "the limit of watched files is reached (fs.inotify.max_user_watches)")
    default: return .system(what, error.code)
    }
  }

  fileprivate func dropUnused() {
    for (number, listeners) in folders where listeners.isEmpty {
      folders[number] = nil
      events?.remove(number)
    }
  }

  func cancel(_ watch: FileWatch) {
    watches.removeAll { $0 === watch }
    for number in folders.keys { folders[number]?.removeAll { $0.watch === watch } }
    dropUnused()
    if watches.isEmpty { end() }
  }

  // MARK: Events

  private func handle(_ events: [FileEvents.Event]) {
    var again: [FileWatch] = []
    for event in events { handle(event.mask, event.watch, name: event.name, again: &again) }
    // A path may have changed its kind: a folder was created, or a link has another target.
    for watch in watches where again.contains(where: { $0 === watch }) { try? attach(watch) }
  }

  private func handle(_ mask: UInt32, _ number: Int32, name: [UInt8], again: inout [FileWatch]) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // The lost events may have been any, including new folders.
      for watch in watches { report(watch.path, to: watch) }
      again = watches
      return
    }
    guard let listeners = folders[number] else { return }
    let isFolderItself = name.isEmpty
    for (watch, role) in listeners {
      switch role {
      case .entry(let entry):
        if entry == name || isFolderItself && mask & Self.leaves != 0 {
          report(watch.path, to: watch)
          if mask & (Self.entryEvents | Self.leaves) != 0 { again.append(watch) }
        }
      case .folder(let path):
        if isFolderItself {
          if mask & Self.leaves != 0, path == watch.path { report(path, to: watch) }
        } else {
          handle(mask, entry: WatchedPath.entry(name, of: path), watch)
        }
      case .ancestor(let entry):
        if isFolderItself ? mask & Self.leaves != 0 : entry == name && mask & Self.entryEvents != 0 {
          again.append(watch)
        }
      }
    }
    if mask & UInt32(IN_IGNORED) != 0 { folders[number] = nil }
    if isFolderItself, mask & UInt32(IN_MOVE_SELF) != 0 {
      // The folder has another name now, and another file may have the old one. Folders below a watch are handled by
      // their parents.
      again += listeners.filter { $0.role == .folder(path: $0.watch.path) }.map(\.watch)
    }
  }

  private func handle(_ mask: UInt32, entry: [UInt8], _ watch: FileWatch) {
    report(entry, to: watch)
    guard watch.isRecursive, mask & UInt32(IN_ISDIR) != 0 else { return }
    if mask & UInt32(IN_MOVED_FROM) != 0 { didRemoveFolder(entry, watch) }
    if mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 { didCreateFolder(entry, watch) }
  }

  private func report(_ path: [UInt8], to watch: FileWatch) {
    watch.record?(.change(path))
    watch.changed(path, on: loop) { [weak self] body in self?.around(body) }
  }
}

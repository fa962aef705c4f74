import Glibc
import Loop

/// Tells of files and folders that change, by the kernel's inotify: one descriptor for all that an app watches.
///
/// A file is watched through its folder, because who saves mostly puts another file in its place. While that folder is missing,
/// the nearest one above it is watched. What happens within 50 ms is reported together, each path once.
@MainActor
public final class FileWatcher {
  /// Stands around what handlers do.
  public var around: (() -> Void) -> Void = { $0() }

  private let loop: any EventLoop
  private var events: FileEvents?
  private var folders: [Int32: WatchedFolder] = [:]
  private var watches: [FileWatch] = []

  /// What is listened for in a folder, by those that watch one of its entries, or all.
  private struct WatchedFolder {
    var listeners: [(watch: FileWatch, role: FileWatch.Role)] = []
  }

  private static let changes =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM)
    | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
  /// The entry there is another one now, or none.
  private static let comesOrGoes =
    UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
  /// The folder itself is gone.
  private static let leaves = UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

  /// A watcher of nothing.
  public init(loop: any EventLoop) {
    self.loop = loop
  }

  /// Watches a path: a file, a folder with its own entries, or what is not there yet. It goes on when the path, or the folder
  /// that it is in, is removed and created again.
  ///
  /// - Parameters:
  ///   - isRecursive: whether the entries of all folders below are watched, too. Links are not followed.
  ///   - onChange: called with what changed: the path itself, or for an entry of a folder the path, a slash and its name. Where
  ///     more changed than the system could say, that is the path.
  /// - Throws: ``ProcessError`` if there is no folder that the path could be in, or the system watches no more.
  public func watch(
    _ path: [UInt8], isRecursive: Bool = false, onChange: @escaping ([UInt8]) -> Void
  ) throws(ProcessError) -> FileWatch {
    try begin()
    let watch = FileWatch(path, isRecursive: isRecursive, in: self, onChange)
    watches.append(watch)
    do throws(ProcessError) {
      try attach(watch, isFirst: true)
    } catch {
      cancel(watch)
      throw error
    }
    return watch
  }

  /// Watches nothing any more.
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
      events = try FileEvents(on: loop) { [weak self] in self?.hear($0) }
    } catch {
      throw .system("cannot watch files", error.code)
    }
  }

  // MARK: Where it looks

  /// Listens to the folders that a path's changes are seen in: the one that it is in, the path itself if it is a folder, and
  /// the same for what it leads to if it is a link; and to those above, which may move.
  private func attach(_ watch: FileWatch, isFirst: Bool = false) throws(ProcessError) {
    // The system keeps one watch for a folder, for whoever listens: those of now begin before those of then end.
    for number in folders.keys { folders[number]?.listeners.removeAll { $0.watch === watch } }
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

  /// Listens to the links that a path leads through, which may lead elsewhere later, and to what the last of them leads to,
  /// which may be removed and created again.
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

  /// What happened between two looks at a path is not heard of, but seen.
  private func identityMayHaveChanged(of watch: FileWatch) {
    let identity = WatchedPath.identity(watch.path)
    guard identity != watch.identity else { return }
    watch.identity = identity
    report(watch.path, to: watch)
  }

  /// Listens to a folder, or while it is missing to the nearest one above it, for what leads there. Returns whether it is there.
  private func wait(for folder: [UInt8], _ watch: FileWatch, _ role: FileWatch.Role) -> Bool {
    // One that comes while another is looked at is looked at again.
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

  /// Listens to whether a folder that a path leads through moves. Those that cannot be read do not say so.
  private func listenAbove(_ folder: [UInt8], _ watch: FileWatch) {
    var folder = folder
    while WatchedPath.parts(folder).name != nil {
      try? listen(folder, watch, .ancestor(nil), for: UInt32(IN_MOVE_SELF))
      folder = WatchedPath.parts(folder).folder
    }
  }

  /// Listens to the entries of a folder, and where a watch is recursive to those of the folders in it. Links are not followed.
  ///
  /// - Parameter reportsEntries: whether what is there has come since the last look.
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
          // It may be gone already, or not to be read. That there are no more watches is an error.
          if error.code == ENOSPC { throw Self.error(error, watch, path) }
        }
      }
    }
  }

  /// A folder below a recursive watch has come.
  private func folderCame(_ path: [UInt8], _ watch: FileWatch) {
    guard (try? listen(path, watch, .folder(path: path), flags: UInt32(IN_DONT_FOLLOW))) != nil else { return }
    try? listenBelow(path, watch, reportsEntries: true)
  }

  /// A folder below a recursive watch has another path now, or none.
  private func folderLeft(_ path: [UInt8], _ watch: FileWatch) {
    let below = path + [UInt8(ascii: "/")]
    for number in folders.keys {
      folders[number]?.listeners.removeAll { listener in
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
    var entry = folders[number] ?? WatchedFolder()
    guard !entry.listeners.contains(where: { $0.watch === watch && $0.role == role }) else { return }
    entry.listeners.append((watch, role))
    folders[number] = entry
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
    for (number, folder) in folders where folder.listeners.isEmpty {
      folders[number] = nil
      events?.remove(number)
    }
  }

  func cancel(_ watch: FileWatch) {
    watches.removeAll { $0 === watch }
    for number in folders.keys { folders[number]?.listeners.removeAll { $0.watch === watch } }
    dropUnused()
    if watches.isEmpty { end() }
  }

  // MARK: What it hears

  private func hear(_ events: [FileEvents.Event]) {
    var again: [FileWatch] = []
    for event in events { hear(event.mask, event.watch, name: event.name, again: &again) }
    // A path may be another thing now: a folder that came, a link that leads elsewhere.
    for watch in watches where again.contains(where: { $0 === watch }) { try? attach(watch) }
  }

  private func hear(_ mask: UInt32, _ number: Int32, name: [UInt8], again: inout [FileWatch]) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // What was lost may have been anything, folders that came included.
      for watch in watches { report(watch.path, to: watch) }
      again = watches
      return
    }
    guard let folder = folders[number] else { return }
    let isItself = name.isEmpty
    for (watch, role) in folder.listeners {
      switch role {
      case .entry(let entry):
        if entry == name || isItself && mask & Self.leaves != 0 {
          report(watch.path, to: watch)
          if mask & (Self.comesOrGoes | Self.leaves) != 0 { again.append(watch) }
        }
      case .folder(let path):
        if isItself {
          if mask & Self.leaves != 0, path == watch.path { report(path, to: watch) }
        } else {
          hear(mask, entry: WatchedPath.entry(name, of: path), watch)
        }
      case .ancestor(let entry):
        if isItself ? mask & Self.leaves != 0 : entry == name && mask & Self.comesOrGoes != 0 { again.append(watch) }
      }
    }
    if mask & UInt32(IN_IGNORED) != 0 { folders[number] = nil }
    if isItself, mask & UInt32(IN_MOVE_SELF) != 0 {
      // It has another name now, and what has the old one is another. Those below a watch are followed by their parents.
      again += folder.listeners.filter { $0.role == .folder(path: $0.watch.path) }.map(\.watch)
    }
  }

  private func hear(_ mask: UInt32, entry: [UInt8], _ watch: FileWatch) {
    report(entry, to: watch)
    guard watch.isRecursive, mask & UInt32(IN_ISDIR) != 0 else { return }
    if mask & UInt32(IN_MOVED_FROM) != 0 { folderLeft(entry, watch) }
    if mask & (UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)) != 0 { folderCame(entry, watch) }
  }

  private func report(_ path: [UInt8], to watch: FileWatch) {
    watch.changed(path, on: loop) { [weak self] body in self?.around(body) }
  }
}

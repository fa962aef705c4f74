import CSystem
import Glibc

/// Tells of files and folders that change, by the kernel's inotify: one descriptor for all that an app watches.
///
/// A file is watched through its folder, because who saves mostly puts another file in its place. What happens within
/// 50 ms is told together, each path once.
@MainActor
public final class FileWatcher {
  /// Stands around what handlers do.
  public var around: (() -> Void) -> Void = { $0() }

  private let loop: any ProcessLoop
  private var descriptor: Int32 = -1
  private var endWatch: (() -> Void)?
  private var folders: [Int32: WatchedFolder] = [:]
  private var watches: [FileWatch] = []

  /// What is listened for in a folder, by those that watch one of its entries, or all.
  private struct WatchedFolder {
    var listeners: [(watch: FileWatch, role: FileWatch.Role)] = []
  }

  private static let changes =
    UInt32(IN_CREATE) | UInt32(IN_DELETE) | UInt32(IN_MODIFY) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_FROM)
    | UInt32(IN_MOVED_TO) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)

  /// A watcher of nothing.
  public init(loop: any ProcessLoop) {
    self.loop = loop
  }

  /// Watches a path: a file, a folder with its own entries, or what is not there yet.
  ///
  /// - Parameter onChange: told of what changed: the path itself, or for an entry of a folder the path, a slash and its name.
  /// - Throws: ``ProcessError`` if there is no folder that the path could be in, or the system watches no more.
  public func watch(_ path: [UInt8], onChange: @escaping ([UInt8]) -> Void) throws(ProcessError) -> FileWatch {
    try begin()
    let watch = FileWatch(path, in: self, onChange)
    watches.append(watch)
    do throws(ProcessError) {
      try attach(watch)
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
    endWatch?()
    endWatch = nil
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  isolated deinit { end() }

  private func begin() throws(ProcessError) {
    guard descriptor < 0 else { return }
    descriptor = system_make_inotify()
    guard descriptor >= 0 else { throw .system("files cannot be watched") }
    endWatch = loop.watch({ [weak self] in self?.descriptor }, forWriting: false) { [weak self] in self?.read() }
  }

  // MARK: Where it looks

  /// Listens to the folders that a path's changes are seen in: the one that it is in, the path itself if it is a folder, and
  /// the same for what it leads to if it is a link.
  private func attach(_ watch: FileWatch) throws(ProcessError) {
    let (folder, name) = Self.parts(watch.path)
    if let name { try listen(folder, watch, .entry(name)) }
    if Self.isFolder(watch.path) { try listen(watch.path, watch, .folder) }
    if let real = Self.resolved(watch.path), real != watch.path {
      let (folder, name) = Self.parts(real)
      if let name { try? listen(folder, watch, .entry(name)) }
    }
  }

  private func listen(_ folder: [UInt8], _ watch: FileWatch, _ role: FileWatch.Role) throws(ProcessError) {
    let number = Self.withPath(folder) { inotify_add_watch(descriptor, $0, Self.changes | UInt32(IN_ONLYDIR)) }
    guard number >= 0 else {
      let what = "cannot watch \"\(String(decoding: watch.path, as: UTF8.self))\""
      switch errno {
      case ENOENT, ENOTDIR:
        throw .system(what: what, reason: "there is no folder \"\(String(decoding: folder, as: UTF8.self))\"")
      case ENOSPC:
        throw .system(what: what, reason: "the system watches no more files (fs.inotify.max_user_watches)")
      default: throw .system(what)
      }
    }
    var entry = folders[number] ?? WatchedFolder()
    guard !entry.listeners.contains(where: { $0.watch === watch && $0.role == role }) else { return }
    entry.listeners.append((watch, role))
    folders[number] = entry
  }

  fileprivate func cancel(_ watch: FileWatch) {
    watches.removeAll { $0 === watch }
    for number in Array(folders.keys) {
      folders[number]?.listeners.removeAll { $0.watch === watch }
      if folders[number]?.listeners.isEmpty == true {
        folders[number] = nil
        inotify_rm_watch(descriptor, number)
      }
    }
    if watches.isEmpty { end() }
  }

  // MARK: What it hears

  private func read() {
    var bytes = [UInt8](repeating: 0, count: mostAtOnce)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return }
    var again: [FileWatch] = []
    bytes.withUnsafeBytes { buffer in
      var place = 0
      while place + MemoryLayout<inotify_event>.size <= count {
        let event = buffer.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
        let start = place + MemoryLayout<inotify_event>.size
        place = start + Int(event.len)
        guard place <= count else { break }
        hear(event.mask, event.wd, name: buffer[start..<place].prefix { $0 != 0 }.map { $0 }, again: &again)
      }
    }
    // A path may be another thing now: a folder that came, a link that leads elsewhere.
    for watch in again where watch.isActive { try? attach(watch) }
  }

  private func hear(_ mask: UInt32, _ number: Int32, name: [UInt8], again: inout [FileWatch]) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      // What was lost may have been anything.
      for watch in watches { tell(watch, watch.path) }
      again = watches
      return
    }
    guard let folder = folders[number] else { return }
    let isItself = name.isEmpty
    for (watch, role) in folder.listeners {
      switch role {
      case .entry(let entry):
        if entry == name || (isItself && mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0) {
          tell(watch, watch.path)
          let isOther = UInt32(IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF)
          if mask & isOther != 0 { again.append(watch) }
        }
      case .folder:
        if !isItself {
          tell(watch, watch.path + (watch.path.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + name)
        } else if mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF) != 0 {
          tell(watch, watch.path)
        }
      }
    }
    if mask & UInt32(IN_IGNORED) != 0 {
      folders[number] = nil
    } else if isItself, mask & UInt32(IN_MOVE_SELF) != 0 {
      // It goes by another name now, and what has the old one is another.
      again += folder.listeners.map(\.watch)
      folders[number] = nil
      inotify_rm_watch(descriptor, number)
    }
  }

  private func tell(_ watch: FileWatch, _ path: [UInt8]) {
    watch.changed(path, on: loop) { [weak self] body in self?.around(body) }
  }

  // MARK: Paths

  /// The folder that a path is in, and its name there; no name for the root and the like.
  private static func parts(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]?) {
    let slash = UInt8(ascii: "/")
    var path = path[...]
    while path.count > 1, path.last == slash { path.removeLast() }
    guard let last = path.lastIndex(of: slash) else {
      let isName = !path.isEmpty && Array(path) != Array(".".utf8) && Array(path) != Array("..".utf8)
      return isName ? (Array(".".utf8), Array(path)) : (Array(path), nil)
    }
    let name = Array(path[(last + 1)...])
    if name.isEmpty || name == Array(".".utf8) || name == Array("..".utf8) { return (Array(path), nil) }
    return (last == path.startIndex ? [slash] : Array(path[..<last]), name)
  }

  private static func isFolder(_ path: [UInt8]) -> Bool {
    var entry = stat()
    return withPath(path) { stat($0, &entry) } == 0 && entry.st_mode & S_IFMT == S_IFDIR
  }

  private static func resolved(_ path: [UInt8]) -> [UInt8]? {
    var entry = stat()
    guard withPath(path, { lstat($0, &entry) }) == 0, entry.st_mode & S_IFMT == S_IFLNK,
      let real = withPath(path, { realpath($0, nil) })
    else { return nil }
    defer { free(real) }
    return UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
  }

  private static func withPath<Result>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return body("") }
      return body(base)
    }
  }
}

/// A path that is watched, until it is cancelled.
@MainActor
public final class FileWatch {
  /// What of a folder concerns it.
  enum Role: Equatable {
    case entry([UInt8])
    case folder
  }

  let path: [UInt8]
  private weak var watcher: FileWatcher?
  private var onChange: (([UInt8]) -> Void)?
  private var changes: [[UInt8]] = []
  private var changed: Set<[UInt8]> = []
  private var cancelTimer: (() -> Void)?

  /// How long, in seconds, changes are gathered.
  private static let mergeTime = 0.05

  init(_ path: [UInt8], in watcher: FileWatcher, _ onChange: @escaping ([UInt8]) -> Void) {
    self.path = path
    self.watcher = watcher
    self.onChange = onChange
  }

  /// Whether it was not cancelled.
  public var isActive: Bool { onChange != nil }

  /// Nothing more is told.
  public func cancel() {
    guard isActive else { return }
    forget()
    watcher?.cancel(self)
  }

  func forget() {
    onChange = nil
    cancelTimer?()
    cancelTimer = nil
    changes = []
    changed = []
  }

  func changed(_ path: [UInt8], on loop: any ProcessLoop, around: @escaping (() -> Void) -> Void) {
    guard isActive else { return }
    if changed.insert(path).inserted { changes.append(path) }
    guard cancelTimer == nil else { return }
    cancelTimer = loop.after(Self.mergeTime) { [weak self] in
      guard let self else { return }
      let changes = changes
      self.changes = []
      changed = []
      cancelTimer = nil
      around {
        for path in changes { self.onChange?(path) }
      }
    }
  }
}

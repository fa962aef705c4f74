import Loop

/// A path that is watched, until it is cancelled.
@MainActor
public final class FileWatch {
  /// What of a folder concerns it.
  enum Role: Equatable {
    /// The entry of this name, which is watched.
    case entry([UInt8])
    /// All entries. The path is the folder's, as it is reported.
    case folder(path: [UInt8])
    /// The entry of this name, which leads to what is watched, as soon as it is there; nil: only whether the folder moves.
    case ancestor([UInt8]?)
  }

  let path: [UInt8]
  /// Whether the entries of all folders below are watched, too.
  let isRecursive: Bool
  /// What stood there when it was looked at last; nil for nothing.
  var identity: WatchedPath.Identity?
  private weak var watcher: FileWatcher?
  private var onChange: (([UInt8]) -> Void)?
  private var changes: [[UInt8]] = []
  private var changed: Set<[UInt8]> = []
  private var timer: TimerQueue.Timer?

  /// How long, in seconds, changes are gathered.
  private static let mergeTime = 0.05

  init(
    _ path: [UInt8], isRecursive: Bool, in watcher: FileWatcher, _ onChange: @escaping ([UInt8]) -> Void
  ) {
    self.path = path
    self.isRecursive = isRecursive
    identity = WatchedPath.identity(path)
    self.watcher = watcher
    self.onChange = onChange
  }

  /// Whether it was not cancelled.
  public var isActive: Bool { onChange != nil }

  /// Reports nothing more.
  public func cancel() {
    guard isActive else { return }
    forget()
    watcher?.cancel(self)
  }

  func forget() {
    onChange = nil
    timer?.cancel()
    timer = nil
    changes = []
    changed = []
  }

  func changed(_ path: [UInt8], on loop: any EventLoop, around: @escaping (() -> Void) -> Void) {
    guard isActive else { return }
    if changed.insert(path).inserted { changes.append(path) }
    guard timer == nil else { return }
    timer = loop.timers.after(Self.mergeTime) { [weak self] in
      guard let self else { return }
      let changes = changes
      self.changes = []
      changed = []
      timer = nil
      around {
        for path in changes { self.onChange?(path) }
      }
    }
  }
}

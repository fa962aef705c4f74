import Loop

/// A watched path, until the watch is cancelled.
@MainActor
public final class FileWatch {
  /// The part of a folder that concerns the watch.
  enum Role: Equatable {
    /// The entry with this name, which is watched.
    case entry([UInt8])
    /// All entries. The path is the folder's, as reported.
    case folder(path: [UInt8])
    /// The entry with this name, which leads to the watched path once it exists; nil only detects that the folder
    /// moves.
    case ancestor([UInt8]?)
  }

  let path: [UInt8]
  /// Whether the entries of all subfolders are watched, too.
  let isRecursive: Bool
  /// The file at the path when it was last checked; nil for none.
  var identity: WatchedPath.Identity?
  /// Records the changes.
  var record: ((RecordedAnswers.Event) -> Void)?
  private weak var watcher: FileWatcher?
  private var onChange: (([UInt8]) -> Void)?
  private var changes: [[UInt8]] = []
  private var changed: Set<[UInt8]> = []
  /// The changes to report without further delay.
  private var due: ArraySlice<[UInt8]> = []
  private var timer: TimerQueue.Timer?

  /// The time, in seconds, during which changes are combined.
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

  /// Whether the watch is not cancelled.
  public var isActive: Bool { onChange != nil }

  /// Cancels the watch.
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
    due = []
  }

  func changed(_ path: [UInt8], on loop: any EventLoop, around: @escaping (() -> Void) -> Void) {
    guard isActive else { return }
    if changed.insert(path).inserted { changes.append(path) }
    if timer == nil { reportSoon(on: loop, around: around) }
  }

  private func reportSoon(on loop: any EventLoop, around: @escaping (() -> Void) -> Void) {
    timer = loop.timers.after(Self.mergeTime) { [weak self] in
      guard let self else { return }
      due = changes[...]
      changes = []
      changed = []
      reportDue(on: loop, around: around)
    }
  }

  /// Reports as many changes as one turn permits, and the others in the next ones.
  private func reportDue(on loop: any EventLoop, around: @escaping (() -> Void) -> Void) {
    let turn = TurnLimit(of: loop)
    var isReporting = false
    around {
      isReporting = true
      repeat {
        if let path = due.popFirst() { onChange?(path) }
      } while !due.isEmpty && !turn.isOver()
    }
    timer = nil
    guard isActive, isReporting else { return }
    if !due.isEmpty {
      timer = loop.timers.after(0) { [weak self] in self?.reportDue(on: loop, around: around) }
    } else if !changes.isEmpty {
      reportSoon(on: loop, around: around)
    }
  }
}

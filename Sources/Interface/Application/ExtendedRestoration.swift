import StateRestoration

/// The screen and the pending input while restoration is extended: the snapshot of the last save, and typed keys.
///
/// Keys and pasted text wait, and are sent to the restored screen in order, because the snapshot shows that screen.
/// Mouse events are refused, and so is all input if there is no snapshot, as it has no known target.
@MainActor
struct ExtendedRestoration {
  private let snapshot: Snapshot?
  private(set) var heldInput: [InputEvent] = []
  private static let maximumHeld = 1_000

  /// - Parameter snapshot: the snapshot of the last save; nil if there is none.
  init(snapshot: [UInt8]?) {
    self.snapshot = snapshot.flatMap { Snapshot(decoding: $0) }
  }

  /// Returns the snapshot for a screen of this size, in a theme; an empty screen if the sizes differ.
  func screen(of size: Size, in theme: Theme) -> Grid {
    snapshot.flatMap { $0.grid.size == size ? $0.grid(in: theme) : nil } ?? Grid(size: size)
  }

  /// Queues an event for the restored screen. Returns false if the event is refused.
  mutating func hold(_ event: InputEvent, on size: Size) -> Bool {
    guard snapshot?.grid.size == size, heldInput.count < Self.maximumHeld else { return false }
    switch event {
    // The interrupt key is not queued: a user who wants to quit should not have to wait.
    case .key(let key) where HostCommand(key) == .interrupt: return false
    case .key, .paste:
      heldInput.append(event)
      return true
    case .mouse, .resize: return false
    }
  }
}

extension Application {
  /// Whether restoration is extended: the screen shows the snapshot of the last save, and typed input waits.
  public var isRestorationExtended: Bool { extendedRestoration != nil }

  /// Whether a call of ``extendStateRestoration()`` awaits its ``completeStateRestoration()``, also if nothing is being restored.
  package var awaitsCompletion: Bool { restorationExtensions > 0 }
}

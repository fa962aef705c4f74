import StateRestoration

/// What the user sees and does while the end of restoration is put off: the picture of the last save, and what they type
/// to it.
///
/// Keys and pasted text wait, and go to the restored screen in their order, for that is what the picture shows. Where there
/// is no picture, or the mouse means a place in it, nothing could say what they are for: they are refused.
@MainActor
struct ExtendedRestoration {
  private let picture: Grid?
  private(set) var heldInput: [InputEvent] = []
  private static let mostHeld = 1_000

  /// - Parameter snapshot: the picture of the last save; nil if there is none.
  init(snapshot: [UInt8]?) {
    picture = snapshot.flatMap { Snapshot(decoding: $0)?.grid }
  }

  /// The picture on a screen of this size; an empty screen where it would mislead.
  func screen(of size: Size) -> Grid {
    picture.flatMap { $0.size == size ? $0 : nil } ?? Grid(size: size)
  }

  /// Whether the picture can be seen on a screen of this size.
  func isPictureShown(on size: Size) -> Bool { picture?.size == size }

  /// Keeps an event for the restored screen. Returns false if it is refused.
  mutating func hold(_ event: InputEvent, on size: Size) -> Bool {
    guard isPictureShown(on: size), heldInput.count < Self.mostHeld else { return false }
    switch event {
    // Who wants to leave does not want to wait.
    case .key(KeyPress(.character("c"), modifiers: .control)): return false
    case .key, .paste:
      heldInput.append(event)
      return true
    case .mouse, .resize: return false
    }
  }
}

extension Application {
  /// Whether the end of restoration is put off: the screen is the picture of the last save, and what is typed waits.
  public var isRestorationExtended: Bool { extendedRestoration != nil }

  /// How many events wait for the restored screen.
  public var heldInputCount: Int { extendedRestoration?.heldInput.count ?? 0 }
}

/// Text that was copied, to be pasted elsewhere (UIKit's `UIPasteboard`).
///
/// A terminal takes what is copied (OSC 52), and gives what the user pastes as a paste of its own; it is never asked
/// what its clipboard holds.
@MainActor
public final class Pasteboard {
  /// What was copied last.
  public var string = "" {
    didSet {
      onChange?(string)
      application?.heldBytesDidChange()
    }
  }
  weak var application: Application?
  /// Told what was copied.
  public var onChange: ((String) -> Void)?

  init() {}
}

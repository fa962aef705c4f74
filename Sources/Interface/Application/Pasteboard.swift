/// The text copied last, for pasting elsewhere (UIKit's `UIPasteboard`).
///
/// Copied text is sent to the terminal (OSC 52), and pasted text arrives as a paste event. The terminal's clipboard is only
/// read when the app asks for it.
@MainActor
public final class Pasteboard {
  /// The text copied last. Setting it copies a text.
  public var string: String {
    get { copied }
    set {
      copied = newValue
      onChange?(newValue)
    }
  }
  private var copied = "" { didSet { application?.heldBytesDidChange() } }
  weak var application: Application?
  /// Called with the copied text.
  public var onChange: ((String) -> Void)?

  /// Reads the clipboard of the user's machine, if the host can: calls the closure once, with nil if there is no answer.
  public var read: (@escaping @MainActor (String?) -> Void) -> Void = { $0(nil) }

  init() {}

  /// Sets the text that an earlier run of the app copied last, without copying it again.
  public func restore(_ string: String) { copied = string }
}

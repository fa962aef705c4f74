import Synchronization

/// A part of a text that performs an action when it is clicked or activated with Enter.
///
/// Links are compared by identity.
@MainActor
public final class TextLink: Responder {
  /// Called with the view that shows the text, unless a script handles the activation.
  public var action: ((View) throws -> Void)?
  /// The address of a link created from an address, as in Markdown. Scripts receive it after the view.
  public var address: String? {
    didSet { shownLink.withLock { $0 = address.map { Hyperlink($0) } ?? .none } }
  }
  /// The address for terminals with hyperlinks.
  nonisolated var hyperlink: Hyperlink { shownLink.withLock { $0 } }
  private nonisolated let shownLink = Mutex(Hyperlink.none)

  public override var heldBytes: Int { address.byteCount }

  /// Creates a link that performs an action unless a script handles the activation.
  public init(action: ((View) throws -> Void)? = nil) {
    self.action = action
  }

  /// Performs the link's action and reports its errors.
  func activate(in view: View, title: String) {
    view.invalidateRestorableState()
    do {
      if try overrides?.perform(.linkActivated(view), on: self) != true { try action?(view) }
    } catch {
      view.owningViewController?.report(error, from: "link \"\(title)\"")
    }
  }
}

extension TextLink: Hashable {
  nonisolated public static func == (left: TextLink, right: TextLink) -> Bool { left === right }
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

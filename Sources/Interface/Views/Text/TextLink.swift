/// A part of a text that does something when it is chosen, with Enter or by a click.
///
/// Two are the same if they are one object.
@MainActor
public final class TextLink: Responder {
  /// What Swift does, with the view that shows the text.
  public var action: ((View) throws -> Void)?
  /// Where it leads, if its text came with an address: what a script's function gets after the view.
  public var address: String?

  public override var heldBytes: Int { address.byteCount }

  /// A link that does this, if no script says otherwise.
  public init(action: ((View) throws -> Void)? = nil) {
    self.action = action
  }

  /// Does what it is for.
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

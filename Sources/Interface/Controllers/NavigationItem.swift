/// The contents of a navigation bar for a controller, besides its title (UIKit's `UINavigationItem`).
@MainActor
public final class NavigationItem {
  weak var controller: ViewController?

  init(_ controller: ViewController) {
    self.controller = controller
  }

  /// A text on the right of the title, such as the number of items. It is omitted without room beside the title and the buttons.
  public var subtitle: Text = "" {
    didSet {
      guard subtitle != oldValue, let controller else { return }
      controller.heldBytesDidChange()
      controller.structuralParent?.childBarItemsDidChange(controller)
    }
  }

  /// The buttons on the right, the first one outermost.
  public var rightBarButtonItems: [BarButtonItem] = [] {
    didSet {
      controller?.barItemsDidChange(from: oldValue, to: rightBarButtonItems, in: .rightBarButtonItem)
    }
  }

  /// The only button on the right, or the outermost one.
  public var rightBarButtonItem: BarButtonItem? {
    get { rightBarButtonItems.first }
    set { rightBarButtonItems = newValue.map { [$0] } ?? [] }
  }
}

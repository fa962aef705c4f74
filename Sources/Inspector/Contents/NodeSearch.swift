import Interface
import StateRestoration

/// Finds the nodes of a running app whose class, identifier or path contains a text, as a page does in the nodes that it has.
@MainActor
struct NodeSearch {
  private let texts: [String]
  private let roots: [ViewController]
  private var found: Set<ObjectIdentifier> = []
  private var room = maximumNodes
  /// The number of nodes still to be visited that are listed anyway.
  private var listed: Int

  /// At most this many nodes are found.
  private static let maximumNodes = 500

  /// Creates a search for any of some texts; empty ones find nothing.
  ///
  /// - Parameter listed: the number of nodes, from the first root on, that are listed anyway, as are those on the screen.
  init(_ texts: [String], in roots: [ViewController], besidesFirst listed: Int) {
    self.texts = texts.filter { !$0.isEmpty }.map { $0.lowercased() }
    (self.roots, self.listed) = (roots, listed)
  }

  /// Returns the nodes that are found, with those above them.
  func nodes() -> Set<ObjectIdentifier> {
    guard !texts.isEmpty else { return [] }
    var search = self
    for root in roots { _ = search.visit(root, below: "") }
    return search.found
  }

  /// Returns whether the node, or one below it, is found.
  private mutating func visit(_ responder: Responder, below base: String) -> Bool {
    let (className, identifier) = Self.names(of: responder)
    let path = base + IdentifierPath.escaped(Automation.pathComponent(of: responder))
    listed -= 1
    let isMatch =
      listed < 0 && room > 0 && !Self.isOnScreen(responder)
      && [className, identifier ?? "", path].contains { name in
        let name = name.lowercased()
        return texts.contains(where: name.contains)
      }
    if isMatch { room -= 1 }
    // A view's path begins with that of its controller, not of the views around it.
    let childBase = responder is ViewController ? path + "/" : base
    var isFound = isMatch
    for child in Self.children(of: responder) where visit(child, below: childBase) { isFound = true }
    if isFound { found.insert(ObjectIdentifier(responder)) }
    return isFound
  }

  /// Returns the nodes below a controller or view.
  static func children(of responder: Responder) -> [Responder] {
    guard let controller = responder as? ViewController else {
      return (responder as? View)?.subviews.filter { $0.viewController == nil } ?? []
    }
    let presented = controller.presentedViewController.flatMap { $0.presentingViewController === controller ? $0 : nil }
    let view: [Responder] = controller.viewIfLoaded.map { [$0] } ?? []
    return view + controller.children + (presented.map { [$0] } ?? [])
  }

  /// Returns a view, or that of a controller; nil if it is not loaded.
  static func view(of responder: Responder) -> View? {
    (responder as? ViewController)?.viewIfLoaded ?? responder as? View
  }

  /// Returns whether a part of a node is on the screen.
  static func isOnScreen(_ responder: Responder) -> Bool { view(of: responder)?.visibleFrame.isEmpty == false }

  /// Returns the class and the restoration identifier of a controller or view.
  static func names(of responder: Responder) -> (className: String, identifier: String?) {
    switch responder {
    case let controller as ViewController: (controller.className, controller.restorationIdentifier)
    case let view as View: (view.className, view.restorationIdentifier)
    default: ("", nil)
    }
  }
}

import Interface
import StateRestoration

/// Finds the nodes of a running app whose class, identifier or path contains a text, as a page does in the nodes that it has.
@MainActor
struct NodeSearch {
  private let texts: [String]
  private var found: Set<ObjectIdentifier> = []
  private var room = maximumNodes

  /// At most this many nodes are found.
  private static let maximumNodes = 500

  /// Creates a search for any of some texts; empty ones find nothing.
  init(_ texts: [String]) { self.texts = texts.filter { !$0.isEmpty }.map { $0.lowercased() } }

  /// Returns the nodes that are found in trees, with those above them.
  func nodes(of roots: [ViewController]) -> Set<ObjectIdentifier> {
    guard !texts.isEmpty else { return [] }
    var search = self
    for root in roots { _ = search.visit(root, below: "") }
    return search.found
  }

  /// Returns whether the node, or one below it, is found.
  private mutating func visit(_ responder: Responder, below base: String) -> Bool {
    let (className, identifier) = Self.names(of: responder)
    let path = base + IdentifierPath.escaped(Automation.pathComponent(of: responder))
    let isMatch =
      room > 0
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

  /// Returns the class and the restoration identifier of a controller or view.
  static func names(of responder: Responder) -> (className: String, identifier: String?) {
    switch responder {
    case let controller as ViewController: (controller.className, controller.restorationIdentifier)
    case let view as View: (view.className, view.restorationIdentifier)
    default: ("", nil)
    }
  }
}

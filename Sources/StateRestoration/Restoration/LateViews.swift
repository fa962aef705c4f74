/// The stored views of a restored controller that did not exist when it was decoded.
@MainActor
struct LateViews {
  weak var controller: AnyObject?
  /// In walk order.
  var nodes: [RestoredNode]
}

// Views that are created after their controller was decoded.
extension Restoration {
  /// Whether stored state still waits for a view.
  public var awaitsViews: Bool { !lateViews.isEmpty }

  /// Keeps the stored views without a match for views that are created later.
  func noteLateViews(of controller: any RestorableViewController, node: RestoredNode) {
    guard !node.views.isEmpty else { return }
    let isOtherVersion = application.currentSaveInfo.appVersion != savedAppVersion
    let waiting = node.views.filter { $0.object == nil && !(isOtherVersion && $0.archived.isObsolete) }
    guard !waiting.isEmpty else { return }
    lateViews[ObjectIdentifier(controller)] = LateViews(controller: controller, nodes: waiting)
  }

  /// A view that was restored after its controller.
  public struct LateView {
    /// The view.
    public let view: any StateRestoring
    let id: NodeID
    let hasFailed: Bool
  }

  /// Restores views that were just added to a controller's tree, if stored state waits for them.
  ///
  /// - Parameter views: the views added for the first time, in the order of the view tree.
  /// - Returns: the restored views.
  public func restoreLateViews(
    _ views: [any StateRestoring], of controller: any RestorableViewController
  ) -> [LateView] {
    let identity = ObjectIdentifier(controller)
    guard let known = lateViews[identity], known.controller === controller else { return [] }
    var found: [(view: any StateRestoring, node: RestoredNode)] = []
    for view in views {
      guard
        let index = lateViews[identity]?.nodes.firstIndex(where: {
          $0.archived.identifier == view.restorationIdentifier
        })
      else { continue }
      guard let node = lateViews[identity]?.nodes.remove(at: index) else { continue }
      node.object = view
      found.append((view, node))
    }
    if lateViews[identity]?.nodes.isEmpty == true { lateViews[identity] = nil }
    return found.map { view, node in
      decodeView(view, from: node)
      return LateView(view: view, id: node.archived.id, hasFailed: failedNodes.contains(ObjectIdentifier(view)))
    }
  }
}

extension ArchivedNode {
  /// The number of changes of the app's version after which state without a view is dropped.
  private static let maximumVersionChanges = 2
  private static let versionChangesKey = "versionsWithoutView"

  @MainActor private var versionChanges: Int {
    StateCoder(decoding: state, pieces: pieces).builtIn.decodeInteger(forKey: Self.versionChangesKey) ?? 0
  }

  /// Whether another version of the app drops the stored state of this view, which had no view before either.
  @MainActor var isObsolete: Bool { versionChanges + 1 >= Self.maximumVersionChanges }

  /// Returns the node as another version of the app keeps it without a view; nil if it is dropped.
  @MainActor func keptByOtherVersion() -> ArchivedNode? {
    guard !isObsolete else { return nil }
    let coder = StateCoder(changing: state, pieces: pieces)
    guard !coder.isDamaged else { return nil }
    coder.builtIn.encode(versionChanges + 1, forKey: Self.versionChangesKey)
    var node = self
    (node.state, node.pieces) = coder.encodedParts()
    return node
  }
}

/// The stored views of one restored controller that had no view when it was decoded.
@MainActor
struct LateViews {
  weak var controller: AnyObject?
  /// In the order of the walk.
  var nodes: [RestoredNode]
}

// Views that get their place after their controller was decoded.
extension Restoration {
  /// Whether stored state still waits for a view.
  public var awaitsViews: Bool { !lateViews.isEmpty }

  /// Keeps the stored views that found no view, for those that come later.
  func noteLateViews(of controller: any RestorableViewController, node: RestoredNode) {
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

  /// Restores views that have got their place under a controller just now, as far as stored state waits for them.
  ///
  /// - Parameter views: views that had no place before, in the order of the view tree.
  /// - Returns: those that were restored.
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
  /// After so many changes of the app's version, state that found no view is dropped.
  private static let mostVersionChanges = 2
  private static let versionChangesKey = "versionsWithoutView"

  @MainActor private var versionChanges: Int {
    StateCoder(decoding: state).builtIn.decodeInteger(forKey: Self.versionChangesKey) ?? 0
  }

  /// Whether another version of the app drops the stored state of this view, which found no view before either.
  @MainActor var isObsolete: Bool { versionChanges + 1 >= Self.mostVersionChanges }

  /// The node as another version of the app keeps it without a view; nil if that drops it.
  @MainActor func keptByOtherVersion() -> ArchivedNode? {
    guard !isObsolete else { return nil }
    let coder = StateCoder(decoding: state)
    guard !coder.isDamaged else { return nil }
    coder.builtIn.encode(versionChanges + 1, forKey: Self.versionChangesKey)
    var node = self
    node.state = coder.encodedState()
    return node
  }
}

// What nodes encode of each other: references, by identifier path.
extension Preservation {
  /// Answers what the coders of one save ask about other nodes.
  @MainActor
  final class EncodingContext: ReferenceResolving {
    private unowned let preservation: Preservation
    /// The node that is encoding.
    var current: (any StateRestoring)?
    private var adopted: [ObjectIdentifier: [any RestorableViewController]] = [:]

    init(preservation: Preservation) {
      self.preservation = preservation
    }

    func hasAdopted(by node: any StateRestoring) -> Bool {
      adopted[ObjectIdentifier(node)]?.isEmpty == false
    }

    func takeAdopted(by controller: any RestorableViewController) -> [any RestorableViewController] {
      adopted.removeValue(forKey: ObjectIdentifier(controller)) ?? []
    }

    func reference(to object: AnyObject) -> NodeReference? {
      let reference = preservation.reference(to: object, encodedBy: current) { child, parent in
        adopted[ObjectIdentifier(parent), default: []].append(child)
      }
      if reference == nil, let node = object as? any StateRestoring {
        preservation.application.report(.unreachableReference(key: nil, className: node.className))
      }
      return reference
    }

    func object(for reference: NodeReference) -> AnyObject? { nil }
  }

  func reference(
    to object: AnyObject, encodedBy encoder: (any StateRestoring)?,
    adopt: (any RestorableViewController, any RestorableViewController) -> Void
  ) -> NodeReference? {
    if let record = records[ObjectIdentifier(object)], record.node === object { return record.reference }
    guard let node = object as? any StateRestoring, let identifier = node.restorationIdentifier else { return nil }
    if let controller = node as? any RestorableViewController {
      guard let (parentReference, ordinal) = place(of: controller) else {
        guard controller.restorationParent == nil, let encoder = encoder as? any RestorableViewController,
          let parent = records[ObjectIdentifier(encoder)]?.reference
        else { return nil }
        adopt(controller, encoder)
        return parent.appending(identifier, ordinal: 0)
      }
      return parentReference?.appending(identifier, ordinal: ordinal)
        ?? NodeReference(path: [identifier], ordinals: [ordinal])
    }
    if let registered = node as? any RestorableObject {
      guard let parent = registered.objectRestorationParent else {
        return NodeReference(path: [identifier], ordinals: [0])
      }
      return reference(to: parent, encodedBy: nil, adopt: { _, _ in })?.appending(identifier, ordinal: 0)
    }
    return nil
  }

  /// The place of a controller that the walk has not reached yet: its parent's reference (nil for a root) and its place
  /// among the siblings of the same identifier. Nil if it is in no tree, or below a gap.
  func place(of controller: any RestorableViewController) -> (parent: NodeReference?, ordinal: Int)? {
    if let parent = controller.restorationParent {
      guard let parentReference = reference(to: parent, encodedBy: nil, adopt: { _, _ in }) else { return nil }
      let before = parent.containedViewControllers.prefix { $0 !== controller }
      return (parentReference, before.count { $0.restorationIdentifier == controller.restorationIdentifier })
    }
    let roots = application.rootViewControllers.map(\.viewController)
    guard let index = roots.firstIndex(where: { $0 === controller }) else { return nil }
    return (nil, roots[..<index].count { $0.restorationIdentifier == controller.restorationIdentifier })
  }
}

/// The restoration identifiers from the root of the tree to one node, the node's own last.
///
/// A pushed controller is a child of its navigation controller, a tab of its tab bar controller, a presented controller of
/// the one that presented it (UIKit, "About the UI preservation process").
public struct IdentifierPath: Hashable, Sendable, CustomStringConvertible {
  /// The identifiers, root first. Never empty for a path that belongs to a node.
  public var components: [String]

  /// A path of these identifiers, root first.
  public init(_ components: [String]) {
    self.components = components
  }

  /// The path to a node, found by climbing from it to the root.
  ///
  /// Nil if the node or one above it has no identifier, or if its parents lead in a circle.
  public init?<Node>(to node: Node, identifier: (Node) -> String?, parent: (Node) -> Node?) {
    var components: [String] = []
    var next: Node? = node
    while let current = next {
      // No tree is that deep: a circle leads to no root.
      guard components.count < 100_000, let name = identifier(current) else { return nil }
      components.append(name)
      next = parent(current)
    }
    components.reverse()
    self.components = components
  }

  /// This path with one more identifier at its end.
  public func appending(_ identifier: String) -> IdentifierPath {
    var longer = components
    longer.reserveCapacity(components.count + 1)
    longer.append(identifier)
    return IdentifierPath(longer)
  }

  /// The identifiers joined by `/`, as they are written in the event log.
  public var description: String { components.joined(separator: "/") }
}

extension IdentifierPath: ExpressibleByArrayLiteral {
  /// A path of these identifiers, root first.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }
}

extension StateRestoring {
  /// The path to this node in the tree as it is now. Nil if it or one above it has no identifier.
  public var restorationPath: IdentifierPath? {
    IdentifierPath(
      to: self as any StateRestoring, identifier: \.restorationIdentifier, parent: \.restorationPathParent)
  }
}

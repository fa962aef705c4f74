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

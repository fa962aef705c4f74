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

  /// The path that a text means, the inverse of ``description``: identifiers joined by `/`.
  ///
  /// A backslash before `/` or `\` makes that character a part of the identifier; before any other, it stands for itself.
  public init(parsing text: some StringProtocol) {
    guard !text.isEmpty else {
      self.init([])
      return
    }
    var components = [""]
    var unicode = text.unicodeScalars[...]
    while let scalar = unicode.popFirst() {
      if scalar == "/" {
        components.append("")
      } else {
        let isEscape = scalar == "\\" && (unicode.first == "/" || unicode.first == "\\")
        components[components.count - 1].unicodeScalars.append(isEscape ? unicode.removeFirst() : scalar)
      }
    }
    self.init(components)
  }

  /// The identifiers joined by `/`: how a path is written in messages, in the event log and by users. A backslash stands
  /// before each `/` and `\` of an identifier.
  public var description: String {
    components.map { identifier in
      guard identifier.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) else {
        return identifier
      }
      // Not by characters: a combining mark after a slash would hide it.
      var escaped = String.UnicodeScalarView()
      for scalar in identifier.unicodeScalars {
        if scalar == "/" || scalar == "\\" { escaped.append("\\") }
        escaped.append(scalar)
      }
      return String(escaped)
    }
    .joined(separator: "/")
  }
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

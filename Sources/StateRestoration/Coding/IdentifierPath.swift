/// The restoration identifiers from the root of the tree to a node, the node's own last.
///
/// The parent of a pushed controller is its navigation controller, that of a tab its tab bar controller, and that of a
/// presented controller the one that presented it (UIKit, "About the UI preservation process").
public struct IdentifierPath: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The identifiers, root first. Never empty for the path of a node.
  public var components: [String]

  /// Creates a path from identifiers, root first.
  public init(_ components: [String]) {
    self.components = components
  }

  /// Creates the path of a node by following its parents to the root.
  ///
  /// Nil if the node or an ancestor has no identifier, or if the parents form a circle.
  public init?<Node>(to node: Node, identifier: (Node) -> String?, parent: (Node) -> Node?) {
    var depth = 0
    var next: Node? = node
    while let current = next {
      // No tree is that deep, so this is a circle.
      guard depth < 100_000, identifier(current) != nil else { return nil }
      depth += 1
      next = parent(current)
    }
    var components = Array(repeating: "", count: depth)
    next = node
    for place in components.indices.reversed() {
      guard let current = next else { break }
      components[place] = identifier(current) ?? ""
      next = parent(current)
    }
    self.components = components
  }

  /// The path without its last identifier; empty for a path of one.
  package var parent: IdentifierPath { IdentifierPath(Array(components.dropLast())) }

  /// Returns the path with another identifier appended.
  public func appending(_ identifier: String) -> IdentifierPath {
    var longer = components
    longer.reserveCapacity(components.count + 1)
    longer.append(identifier)
    return IdentifierPath(longer)
  }

  /// Parses a path in the format of ``description``: identifiers joined by `/`.
  ///
  /// A backslash before `/` or `\` makes that character a part of the identifier; before any other character, the
  /// backslash is literal.
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

  /// The identifiers joined by `/`, as written in messages, in the event log and by users. A backslash precedes each
  /// `/` and `\` of an identifier.
  public var description: String {
    guard var text = components.first.map(Self.escaped) else { return "" }
    for identifier in components.dropFirst() {
      text += "/"
      text += Self.escaped(identifier)
    }
    return text
  }

  /// The path in messages: `app` for the empty path, which is the application's.
  package var displayName: String { components.isEmpty ? "app" : description }

  /// Returns an identifier as a part of a ``description``.
  package static func escaped(_ identifier: String) -> String {
    var identifier = identifier
    let isPlain = identifier.withUTF8 { bytes in
      !bytes.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
    if isPlain { return identifier }
    // By scalars, as a combining mark after a slash would form another character.
    var escaped = String.UnicodeScalarView()
    for scalar in identifier.unicodeScalars {
      if scalar == "/" || scalar == "\\" { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension IdentifierPath: ExpressibleByArrayLiteral {
  /// Creates a path from identifiers, root first.
  public init(arrayLiteral elements: String...) {
    self.init(elements)
  }
}

extension StateRestoring {
  /// The path of this node in the current tree. Nil if the node or an ancestor has no identifier.
  public var restorationPath: IdentifierPath? {
    IdentifierPath(
      to: self as any StateRestoring, identifier: \.restorationIdentifier, parent: \.restorationPathParent)
  }
}

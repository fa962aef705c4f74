import Interface
import StateRestoration

/// The running tree as text: one node per line, children below their parents.
package enum TreeText {
  package static func lines(_ nodes: [Automation.TreeNode], indent: Int = 0) -> [String] {
    nodes.flatMap { node in
      let name = node.identifier.map { "\($0)  \(node.className)" } ?? node.className
      let note =
        node.isRestorable
        ? "" : node.identifier == nil ? "  (not preserved: no restorationIdentifier)" : "  (not preserved)"
      return [String(repeating: "  ", count: indent) + name.showingControlsInLine + note]
        + lines(node.children, indent: indent + 1)
    }
  }

  /// Returns the first node at a path.
  package static func node(at path: IdentifierPath, in nodes: [Automation.TreeNode]) -> Automation.TreeNode? {
    for node in nodes {
      if node.path == path { return node }
      if let found = self.node(at: path, in: node.children) { return found }
    }
    return nil
  }
}

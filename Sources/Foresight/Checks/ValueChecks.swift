import StateRestoration

// Properties of views that are not what they were.
extension Evidence {
  /// Properties that built-in classes save and that the restored app has lost.
  var valueFindings: [Finding] {
    guard let after else { return [] }
    let identified = before.tree.saved.flatMap { path, node -> [Finding] in
      guard let other = after.tree.saved[path], other.className == node.className else { return [] }
      return differences(node, other) { _ in true }
    }
    // A view without an identifier saves nothing. That matters only for what the user has changed.
    let others = before.tree.views.flatMap { place, node -> [Finding] in
      guard node.identifier == nil, let other = after.tree.views[place], let fresh = beside?.tree.views[place],
        // An app that is examined while it runs was not observed when it created the view.
        node.createdAt == nil || fresh.createdAt == node.createdAt, other.identifier == nil
      else { return [] }
      return differences(node, other) { node.state[$0] != fresh.state[$0] && other.state[$0] == fresh.state[$0] }
    }
    return identified + others
  }

  private func differences(
    _ node: TreeRecord.Node, _ other: TreeRecord.Node, where isWorthwhile: (String) -> Bool
  ) -> [Finding] {
    let keys = Set(node.state.keys).union(other.state.keys)
    return keys.sorted().compactMap { key in
      guard node.state[key] != other.state[key], isWorthwhile(key), !Self.ignored.contains(key) else { return nil }
      let (old, new) = (Self.shown(node.state[key]), Self.shown(other.state[key]))
      return Finding(
        code: .valueLost, path: node.shownPath, className: node.className, key: key,
        place: place(of: node) ?? place(of: other),
        message: "\(key) of this \(node.className) was \(old) before the restart, and is \(new) after it",
        consequence: "The user finds it changed.",
        remedy: node.identifier == nil
          ? "Give it a restorationIdentifier, or encode the value in the controller's encodeRestorableState."
          : "Do not set it after the restoration, in viewWillAppear or didFinishLaunching.")
    }
  }

  /// State that is kept for convenience, and whose loss nobody notices.
  private static let ignored: Set<String> = ["undo", "redo", "textLength"]

  private static func shown(_ value: StateValue?) -> String {
    let text = value.map { "\($0)" } ?? "unset"
    return text.count > 60 ? "\(text.prefix(60))…" : text
  }
}

import StateRestoration

// Properties of views whose values were not restored.
extension Evidence {
  /// Properties that built-in classes save and that the restored app has lost.
  var valueFindings: [Finding] {
    // What a command is about to deliver is different in each run.
    guard let after, !before.isBusy, !after.isBusy else { return [] }
    let identified = before.tree.saved.flatMap { path, node -> [Finding] in
      guard let other = after.tree.saved[path], other.className == node.className else { return [] }
      return differences(node, other) { _ in true }
    }
    // A view without an identifier saves nothing, which matters only for changes by the user.
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
      guard node.state[key] != other.state[key], isWorthwhile(key), !AppMoment.ignored.contains(key) else { return nil }
      // It is rendered when it is shown.
      if key == "typedText", node.isHiddenText, other.isHiddenText { return nil }
      let property = SavedProperty(key)
      let (old, new) = (property.text(node.state[key]), property.text(other.state[key]))
      return Finding(
        code: .valueLost, path: node.shownPath, className: node.className, key: property.name,
        place: place(of: node) ?? place(of: other),
        message: "\(property.name) of this \(node.className) was \(old) before the restart, and is \(new) after it",
        consequence: "The user finds it changed.",
        remedy: node.identifier == nil
          ? "Give it a restorationIdentifier, or encode the value in the controller's encodeRestorableState."
          : "Do not set it after the restoration, in viewWillAppear or didFinishLaunching.")
    }
  }
}

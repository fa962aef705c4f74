import AppSession
import Interface
import LuaRuntime
import StateRestoration

// Comparing an app with one whose scripts were edited. Texts, views and their arrangement may differ on purpose.
extension AppMoment {
  /// Something that an edited script does not restore.
  struct EditLoss {
    /// The name of the node in this moment.
    let name: String
    /// The key of the value; nil for the whole node.
    let key: String?
    let loss: Loss
    var reason: String?
    /// Whether the node may have been removed on purpose, so that only what the user has typed or chosen there is a loss.
    var mayBeRemoved = false
  }

  /// State that layout and data determine as well, or that goes with other state.
  private static let dependentKeys: Set<String> = [
    "contentOffsetX", "contentOffsetY", "firstRow", "firstLine", "firstCharacter", "firstByte", "scroll", "focus",
    "focusedChild", "focusedRow", "focusedIndex", "focusedComponent", "focusedPart", "selectionLocation",
    "selectionLength", "isSelectedBackwards", "textLength",
  ]

  /// Returns the saved state that the edited app does not have: values of nodes that it still has, the topmost controllers that
  /// it does not have, what was typed or chosen in views that it does not have, and values of objects that it does not register.
  func lossesByEdit(in edited: AppMoment) -> [EditLoss] {
    guard !isBusy, !edited.isBusy else { return [] }
    var found: [EditLoss] = []
    for node in all where node.isSaved && !node.isForgotten(among: forgets + edited.forgets) {
      let name = node.name
      if let other = edited.nodes[name] {
        found += changedValues(name, node, other)
      } else if node.isController, edited.hasParent(of: node.path) {
        let loss = Loss(node.path, node.className, nil, "present", "it is missing", at: node.place)
        found.append(EditLoss(name: name, key: nil, loss: loss, mayBeRemoved: !node.isPushed))
      } else if node.isView, edited.hasParent(of: node.path) {
        found += valuesOfMissingView(name, node, edited)
      } else if !node.isView, !node.isController {
        found += node.values.keys.sorted().map { key in
          EditLoss(
            name: name, key: key, loss: node.loss(of: key, in: nil, at: node.place),
            reason: "no object is registered with this identifier any more")
        }
      }
    }
    return found
  }

  /// Whether the user has typed or chosen something in a screen or below it.
  ///
  /// - Parameter fresh: an app that the user has not used.
  func isUsed(below path: String, comparedWith fresh: AppMoment) -> Bool {
    all.contains { node in
      guard node.isView, node.path.hasPrefix(path + "/") else { return false }
      if node.isTyped { return true }
      // Its view may not be loaded.
      let unused = fresh.nodes[node.name]
      return KeptValues.chosen.contains { key in
        let value = node.values[key]
        return unused.map { $0.values[key] != value } ?? !Self.valuesOfUnusedViews.contains(value)
      }
    }
  }

  private static let valuesOfUnusedViews: [StateValue?] = [
    nil, .null, .boolean(false), .integer(-1), .integer(0), .float(0), .string(""), .list([]),
  ]

  /// Returns what was typed or chosen in a view that the edited app does not have, or has with another class or identifier,
  /// and that the other view does not have.
  private func valuesOfMissingView(_ name: String, _ node: Node, _ edited: AppMoment) -> [EditLoss] {
    let other =
      edited.tree.first { $0.isView && $0.path == node.path } ?? edited.replacement(of: node, in: self)
    return node.values.keys.sorted().compactMap { key in
      guard KeptValues.chosen.contains(key), key != "typedText" || node.isTyped, node.values[key] != .list([]),
        other.map({ $0.values[key] != node.values[key] }) ?? true
      else { return nil }
      let loss = node.loss(of: key, in: other, at: other?.place ?? node.place)
      return EditLoss(name: name, key: key, loss: loss, reason: Self.reason(forMissing: node, now: other))
    }
  }

  /// Returns why the edited app does not have a view, given the one in its place; nil if the edit does not show it.
  private static func reason(forMissing node: Node, now other: Node?) -> String? {
    guard let other else { return "no view has this restorationIdentifier any more" }
    if other.path == node.path {
      // Of several views with the same identifier and class, one was removed.
      return other.className == node.className ? nil : "it is \(LuaError.withArticle(other.className)) now"
    }
    return other.identifier.map { "its restorationIdentifier is now \"\($0)\"" }
      ?? "it has no restorationIdentifier any more"
  }

  private func changedValues(_ name: String, _ node: Node, _ other: Node) -> [EditLoss] {
    node.values.keys.sorted().compactMap { key in
      guard let value = node.values[key], !Self.dependentKeys.contains(key), !SavedProperty.textKeys.contains(key)
      else {
        return nil
      }
      if value == other.values[key] || key == "typedText" && !node.isTyped { return nil }
      // The same rows may have other positions.
      if key == "selectedRows", let texts = node.values["selectedTexts"], texts == other.values["selectedTexts"] {
        return nil
      }
      return EditLoss(name: name, key: key, loss: node.loss(of: key, in: other, at: other.place ?? node.place))
    }
  }

  /// Returns what is certainly lost, without knowing more than the two moments: text that the user typed, and pushed or
  /// presented controllers.
  func evidentLosses(in edited: AppMoment) -> [Loss] {
    guard !isBusy, !edited.isBusy else { return [] }
    return tree.compactMap { node in
      guard !node.isForgotten(among: forgets + edited.forgets) else { return nil }
      if node.isPushed, edited.nodes[node.name] == nil, edited.hasParent(of: node.path) {
        return Loss(node.path, node.className, nil, "present", "it is missing", at: node.place)
      }
      guard node.isTyped, let other = edited.nodes[node.name] ?? edited.replacement(of: node, in: self),
        other.values["typedText"] != node.values["typedText"]
      else { return nil }
      return node.loss(of: "typedText", in: other, at: other.place ?? node.place)
    }
  }

  /// Whether the controller above a path exists.
  private func hasParent(of path: String) -> Bool {
    let parent = IdentifierPath(parsing: path).parent.description
    return parent.isEmpty || all.contains { !$0.isView && $0.path == parent }
  }

  /// Returns the view that has taken the place of one of another moment: a new one of the same class, in the same
  /// controller, and at the same position among its kind.
  func replacement(of node: Node, in old: AppMoment) -> Node? {
    guard node.isView, let owner = node.owner else { return nil }
    func kin(_ moment: AppMoment) -> [Node] {
      moment.tree.filter { $0.isView && $0.owner?.hasName(of: owner) == true && $0.className == node.className }
    }
    let (before, after) = (kin(old), kin(self))
    guard before.count == after.count, let index = before.firstIndex(where: { $0.path == node.path }) else {
      return nil
    }
    let other = after[index]
    return old.all.contains { $0.path == other.path && $0.className == other.className } ? nil : other
  }

  /// Whether this moment has a view in the place of the one that a loss of another moment names.
  func replaces(_ loss: Loss, in old: AppMoment) -> Bool {
    guard let node = old.all.first(where: { $0.path == loss.path && $0.className == loss.className }) else {
      return false
    }
    return loss.property != nil && replacement(of: node, in: old) != nil
  }
}

import AppSession
import StateRestoration

/// Something that an app has lost in a reload of its scripts.
struct ReloadLoss: CustomStringConvertible {
  var loss: Loss
  /// The reason, without a period; nil if it is unknown.
  var reason: String?

  /// The rank of a property among those of the same node: 0, 1 for positions, and 2 for what follows from these. Only the
  /// lowest is worth reporting.
  private var dependence: Int {
    switch loss.property {
    case "selectedRange", "contentOffset", "isFirstResponder", "focusedIndexPath", "focusedItem": 1
    case "followsEnd": 2
    default: 0
    }
  }

  /// Returns the losses without those that follow from another one of the same node, and each once; first nodes and their
  /// values, and then what only the screen shows.
  static func withoutConsequences(_ losses: [ReloadLoss]) -> [ReloadLoss] {
    var subjects: Set<Loss.Subject> = []
    let lost = losses.filter { $0.loss.property == nil && $0.loss.before == "present" }.map(\.loss.path)
    let causes = losses.filter { one in
      let isConsequence =
        losses.contains { $0.loss.path == one.loss.path && $0.dependence < one.dependence }
        || lost.contains { one.loss.follows(fromLossOfNode: $0) }
      return !isConsequence && subjects.insert(one.loss.subject).inserted
    }
    return causes.filter { $0.loss.property != "screen" } + causes.filter { $0.loss.property == "screen" }
  }

  /// A short noun phrase with the place to fix.
  var name: String {
    let node = loss.path.isEmpty ? "the app" : loss.path
    let place = loss.place.map { " (\($0.file.split(separator: "/").last ?? ""):\($0.line))" } ?? ""
    guard let property = loss.property else { return node + place }
    if property == "screen" { return "\(loss.before) of the screen\(place)" }
    return "the \(property) of \(node)\(place)"
  }

  /// `file:line: path (Class): property was …, and is …`, and the reason in another line.
  var description: String { [loss.description, reason.map { "  \($0)" }].compactMap { $0 }.joined(separator: "\n") }
}

extension Loss {
  /// Whether the loss is one of what is in a lost node, or of what the node's container shows in its place.
  fileprivate func follows(fromLossOfNode path: String) -> Bool {
    if self.path.hasPrefix(path + "/") { return true }
    let container = IdentifierPath(parsing: path).parent.description
    guard self.path != path else { return false }
    return before == "absent" || property.map(SavedProperty.shownChildren.contains) == true && self.path == container
  }
}

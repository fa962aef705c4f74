import LuaRuntime

/// The names of UIKit's and AppKit's methods that correspond to callbacks.
package enum UIKitNames {
  /// Returns the name among some that was probably intended for a method; nil if there is none.
  package static func misnamed(_ method: String, among names: [String]) -> String? {
    nearestName(to: method, among: names) ?? names.first { intendedName(for: $0, among: [method]) != nil }
  }

  /// Returns the callback that corresponds to a method of UIKit or AppKit, in Swift or Objective-C.
  package static func intendedName(for name: String, among callbacks: [String]) -> String? {
    var text = Substring(name)
    for receiver in ["application", "tableView", "outlineView", "pageViewController"] where text.hasPrefix(receiver) {
      text = text.dropFirst(receiver.count)
      while text.first == "_" { text = text.dropFirst() }
      break
    }
    let parts = text.split(separator: "_")
    text = parts.first ?? text
    for tail in ["WithOptions", "WithCoder", "AtIndexPath", "IndexPath", "InTableView", "At", "ByItem"]
    where text.hasSuffix(tail) && text.count > tail.count {
      text = text.dropLast(tail.count)
      break
    }
    guard text.count >= 4, text != Substring(name) || otherNames[name] != nil else { return nil }
    let lowercased = text.lowercased()
    if let same = callbacks.first(where: { $0.lowercased() == lowercased }) { return same }
    return otherNames[String(text)].flatMap { other in callbacks.contains(other) ? other : nil }
  }

  /// Names that differ from UIKit's by more than their form.
  private static let otherNames = [
    "numberOfRows": "numberOfRowsInSection", "titleForHeader": "titleForHeaderInSection",
    "commitEditingStyle": "commitDelete",
    "trailingSwipeActionsConfigurationForRow": "trailingSwipeActionsForRow",
    "shouldSaveSecureApplicationState": "shouldSaveApplicationState",
    "shouldRestoreSecureApplicationState": "shouldRestoreApplicationState",
    "indexPathForElementWithModelIdentifier": "indexPathForElement", "drawRect": "draw",
  ]
}

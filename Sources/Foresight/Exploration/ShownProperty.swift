import Interface
import LuaScreens

/// The property by which a view shows something else than before.
struct ShownProperty: Codable, Sendable {
  let name: String
  let before: String
  let after: String

  /// The properties that follow from others, or from other views.
  private static let derived: Set<String> = ["canBecomeFirstResponder", "isFirstResponder"]

  /// Compares a view in two runs; nil if there is no such property, or more than one.
  ///
  /// - Parameter ignored: further properties that are not compared.
  @MainActor
  init?(of view: View, in host: ScriptHost, and other: View, in twin: ScriptHost, except ignored: Set<String>) {
    let differences = Self.differences(of: view, in: host, and: other, in: twin)
      .filter { !ignored.contains(String($0.name.prefix { $0 != "." })) }
    guard differences.count == 1, let only = differences.first else { return nil }
    (name, before, after) = (only.name, only.value ?? "nil", only.other ?? "nil")
  }

  /// Returns the properties of a view that differ in two runs, without those that follow from others.
  @MainActor
  fileprivate static func differences(
    of view: View, in host: ScriptHost, and other: View, in twin: ScriptHost
  ) -> [(name: String, value: String?, other: String?)] {
    let names = host.lua.hostClass(of: view)?.builtIn.properties.map(\.name)
    return ScriptFields.differences(of: view, in: host, and: other, in: twin, properties: names)
      .filter { !derived.contains($0.name) }
  }
}

extension Discovery {
  /// Names the property by which a view shows something else, if there is only one: the screen says little about the cause.
  @MainActor
  mutating func noteShownProperty(in pair: RunPair) {
    guard kind == .loss, property == "screen", let host = pair.base.host, let twin = pair.disturbed?.host
    else { return }
    // The comparison of rows has moved the focus of a list, and the value of a choice follows from its items.
    let ignored = hasOtherRows ? Self.rows.union(["accessibilityValue"]) : []
    for (view, other) in zip(views(in: host), views(in: twin)) where shown == nil {
      shown = ShownProperty(of: view, in: host, and: other, in: twin, except: ignored)
    }
  }

  /// The views at the path. Several without an identifier can have the same one.
  @MainActor
  private func views(in host: ScriptHost) -> [View] {
    let automation = Automation(host.application)
    if let view = automation.find(path) as? View { return [view] }
    func views(in view: View) -> [View] { [view] + view.subviews.flatMap(views) }
    return (host.application.frontWindow?.topContentView).map(views)?.filter {
      automation.path(to: $0).description == path
    } ?? []
  }
}

/// The property by which a view shows something else than before.
struct ShownProperty: Codable, Sendable {
  let name: String
  let before: String
  let after: String
}

extension Discovery {
  /// Names the property by which a view shows something else, if there is only one: the screen says little about the cause.
  @MainActor
  mutating func noteShownProperty(in pair: RunPair) {
    guard kind == .loss, property == "screen", let host = pair.base.host, let twin = pair.disturbed?.host,
      let (_, values, others) = ControllerFields.values(at: path, in: host, twin)
    else { return }
    let different = Set(values.keys).union(others.keys).filter { name in
      values[name] != others[name] && name != "isFirstResponder" && !name.hasPrefix("frame.")
    }
    guard different.count == 1, let name = different.first else { return }
    shown = ShownProperty(name: name, before: values[name] ?? "nil", after: others[name] ?? "nil")
  }
}

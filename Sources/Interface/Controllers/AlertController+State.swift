import StateRestoration

/// The user's answer to an alert that can be restored.
public struct AlertResult: Sendable {
  /// The zero-based index of the chosen action.
  public var action: Int
  /// The texts of the fields, in order.
  public var texts: [String]
}

// Preservation of alerts.
extension AlertController {
  /// Whether the alert is preserved: it has a restoration identifier and was presented with a result method.
  public var isRestorable: Bool { restorationIdentifier != nil && !isTransient }

  /// Whether the alert is only for this run, as it was presented without a result method.
  package var isTransient: Bool { resultMethod == nil }

  /// The maximum number of decoded fields or actions.
  private static let maximumParts = 1_000

  func encodeContent(with coder: StateCoder) {
    coder.encode(attributedTitle?.stateValue, forKey: "title")
    coder.encode(attributedMessage?.stateValue, forKey: "message")
    coder.encode(preferredStyle.rawValue, forKey: "style")
    coder.encode(
      .list(actions.map { .list([.string($0.title), .string($0.style.rawValue)]) }), forKey: "actions")
    coder.encode(.list(textFields.map(Self.content)), forKey: "fields")
    coder.encode(.list(scrollPositions.map { .data($0.encodedState()) }), forKey: "scrollPositions")
  }

  /// Restores how far the message and the actions are scrolled, once the view is loaded.
  func restoreScrollPositions(from coder: StateCoder) {
    guard case .list(let positions)? = coder.decodeValue(forKey: "scrollPositions") else { return }
    scrollPositions = positions.prefix(Self.maximumParts).compactMap { position in
      if case .data(let state) = position { StateCoder(decoding: state) } else { nil }
    }
  }

  private static func content(of field: TextField) -> StateValue {
    let state = StateCoder()
    if !field.isSecure { field.encodeBuiltInState(with: state) }
    if let filter = field.inputFilter?.name { state.encode(filter, forKey: "inputFilter") }
    func text(_ text: String?) -> StateValue { text.map { .string($0) } ?? .null }
    return .list([
      .boolean(field.isSecure), text(field.isSecure ? nil : field.text), text(field.placeholder),
      text(field.restorationIdentifier), text(field.accessibilityIdentifier), .data(state.encodedState()),
    ])
  }

  /// Replaces the alert's content with the preserved one. Existing fields stay, and missing ones are created.
  func makeContent(from coder: StateCoder) {
    guard case .list(let actions)? = coder.decodeValue(forKey: "actions") else { return }
    attributedTitle = Text(coder.decodeValue(forKey: "title"))
    attributedMessage = Text(coder.decodeValue(forKey: "message"))
    preferredStyle = coder.decodeString(forKey: "style").flatMap(Style.init) ?? .alert
    self.actions = actions.prefix(Self.maximumParts).compactMap { action in
      guard case .list(let parts) = action, parts.count == 2, case .string(let title) = parts[0],
        case .string(let style) = parts[1]
      else { return nil }
      return Action(title: title, style: Action.Style(rawValue: style) ?? .default)
    }
    for kept in keptFields(from: coder).dropFirst(textFields.count) {
      func text(_ index: Int) -> String? { if case .string(let text) = kept[index] { text } else { nil } }
      let field = TextField()
      if case .boolean(true) = kept[0] { field.isSecure = true }
      if let text = text(1) { field.text = text }
      field.placeholder = text(2) ?? ""
      field.restorationIdentifier = text(3)
      field.accessibilityIdentifier = text(4)
      if case .data(let state) = kept[5] {
        field.inputFilter = StateCoder(decoding: state).decodeString(forKey: "inputFilter").flatMap(
          InputFilter.init(named:))
      }
      addTextField(field)
    }
  }

  /// Restores the state of the fields.
  func restoreFields(from coder: StateCoder) {
    for (field, kept) in zip(textFields, keptFields(from: coder)) where !field.isSecure {
      guard case .data(let state) = kept[5], !state.isEmpty else { continue }
      field.decodeBuiltInState(with: StateCoder(decoding: state))
    }
  }

  private func keptFields(from coder: StateCoder) -> [[StateValue]] {
    guard case .list(let fields)? = coder.decodeValue(forKey: "fields") else { return [] }
    return fields.prefix(Self.maximumParts).compactMap { field in
      if case .list(let parts) = field, parts.count == 6 { parts } else { nil }
    }
  }
}

extension ViewController {
  /// Handles the answer to an alert that was presented with this result method, or the dismissal of a controller.
  func take(_ result: AlertResult?, by method: String) {
    do {
      if try overrides?.perform(.result(result, method: method), on: self) != true, let result {
        alertDidFinish(with: result, method: method)
      }
    } catch {
      report(
        error, from: "\(restorationIdentifierPath?.description ?? "<\(className)>") \(method)", in: method, of: self)
    }
    invalidateRestorableState()
  }
}

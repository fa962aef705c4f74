/// The characters that a text field accepts (``TextField/inputFilter``).
public enum InputFilter: Sendable {
  /// An integer, or the beginning of one.
  case integer
  /// A number with an optional fraction and exponent, or the beginning of one.
  case number
  /// Every text for which the closure returns true. It receives the whole text as it would be after the edit.
  case custom(@MainActor (String) throws -> Bool)

  /// The name under which it is saved; nil for a closure, which cannot be.
  var name: String? {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .custom: nil
    }
  }

  /// A description of the texts that it accepts.
  var acceptedValues: String {
    switch self {
    case .integer: "an integer"
    case .number: "a number"
    case .custom: "a text that the app allows"
    }
  }

  init?(named name: String) {
    guard let filter = [Self.integer, .number].first(where: { $0.name == name }) else { return nil }
    self = filter
  }

  @MainActor
  func accepts(_ text: String) throws -> Bool {
    switch self {
    case .custom(let accepts): return try accepts(text)
    case .integer:
      var rest = text.utf8[...]
      rest.skipSign()
      _ = rest.skipDigits()
      return rest.isEmpty
    case .number:
      var rest = text.utf8[...]
      rest.skipSign()
      var hasDigits = rest.skipDigits()
      if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        if rest.skipDigits() { hasDigits = true }
      }
      if hasDigits, rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
        rest.removeFirst()
        rest.skipSign()
        _ = rest.skipDigits()
      }
      return rest.isEmpty
    }
  }
}

extension Substring.UTF8View {
  fileprivate mutating func skipSign() {
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { removeFirst() }
  }

  /// Returns whether there was at least one digit.
  fileprivate mutating func skipDigits() -> Bool {
    let count = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    removeFirst(count)
    return count > 0
  }
}

/// The result of validating a text.
public enum Validity: Equatable, Sendable {
  case valid
  /// The text is invalid, with a message for the user, which may be empty.
  case invalid(String)
}

/// A request to validate a text, passed to a script.
public final class Validation {
  /// The text to validate.
  public let text: String
  /// The result, set by the script.
  public var result = Validity.valid

  init(_ text: String) {
    self.text = text
  }
}

// Validation and filtering.
extension TextField {
  /// Whether the text is valid. Reading it calls ``validate``.
  public var isValid: Bool { checkValidity() == .valid }

  /// Validates the text, and updates the message below the field if it is shown.
  @discardableResult
  func checkValidity() -> Validity {
    guard !isChecking else { return .valid }
    isChecking = true
    defer { isChecking = false }
    var result = Validity.valid
    do {
      let validation = Validation(text)
      if try overrides?.perform(.validate(validation), on: self) == true {
        result = validation.result
      } else if let validate {
        result = try validate(text)
      }
    } catch {
      owningViewController?.report(error, from: "\(nameInReports) validate", in: "validate", of: self, once: true)
    }
    if showsMessage, case .invalid(let text) = result { message = text } else { message = "" }
    return result
  }

  /// Shows the message below the field from now on, if the text is invalid.
  func beginShowingMessage() {
    showsMessage = true
    checkValidity()
  }

  func accepts(_ text: String) -> Bool {
    guard let inputFilter else { return true }
    do {
      return try inputFilter.accepts(text)
    } catch {
      owningViewController?.report(error, from: "\(nameInReports) inputFilter", in: "inputFilter", of: self, once: true)
      return true
    }
  }

  /// The style of the field in its state.
  var fieldStyle: Style {
    guard isEffectivelyEnabled else { return textStyle }
    let field = isFirstResponder ? theme[.fieldFocused] : theme[.field]
    guard !message.isEmpty else { return field }
    return isFirstResponder ? Style(foreground: theme[.fieldInvalid].foreground).over(field) : theme[.fieldInvalid]
  }

  /// Returns the message with its mark, wrapped to a width.
  func messageLines(width: Int) -> [String] {
    message.isEmpty ? [] : "✗ \(message)".wrapped(to: max(1, width)).map(\.line)
  }
}

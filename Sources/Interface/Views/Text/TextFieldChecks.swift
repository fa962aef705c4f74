/// What a text field lets the user type (``TextField/inputFilter``).
public enum InputFilter: Sendable {
  /// A whole number, or the beginning of one.
  case integer
  /// A number with or without a fraction or an exponent, or the beginning of one.
  case number
  /// What this accepts, of the whole text as it would be then.
  case custom(@MainActor (String) throws -> Bool)

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

  /// Returns whether there were any.
  fileprivate mutating func skipDigits() -> Bool {
    let count = prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    removeFirst(count)
    return count > 0
  }
}

/// Whether a text is one that a field is for.
public enum Validity: Equatable, Sendable {
  case valid
  /// It is not; why, in words for the user, may be empty.
  case invalid(String)
}

/// A question whether a text is valid, on its way to a script.
public final class Validation {
  /// The text.
  public let text: String
  /// The answer.
  public var result = Validity.valid

  init(_ text: String) {
    self.text = text
  }
}

// Checking what is typed.
extension TextField {
  /// Whether the text is valid, by what ``validate`` says now.
  public var isValid: Bool { checkValidity() == .valid }

  /// Asks whether the text is valid. The message under the field says the answer, if it stands there.
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
      owningViewController?.report(error, from: "\(nameInReports) validate", once: true)
    }
    if showsMessage, case .invalid(let text) = result { message = text } else { message = "" }
    return result
  }

  /// From now on the message stands under the field, when there is one.
  func beginShowingMessage() {
    showsMessage = true
    checkValidity()
  }

  func accepts(_ text: String) -> Bool {
    guard let inputFilter else { return true }
    do {
      return try inputFilter.accepts(text)
    } catch {
      owningViewController?.report(error, from: "\(nameInReports) inputFilter", once: true)
      return true
    }
  }

  private var nameInReports: String {
    className + ((restorationIdentifier ?? accessibilityIdentifier).map { " \"\($0)\"" } ?? "")
  }

  /// The message in lines, under a field of a width.
  func messageLines(width: Int) -> [String] {
    message.isEmpty ? [] : message.wrapped(to: max(1, width)).map(\.line)
  }
}

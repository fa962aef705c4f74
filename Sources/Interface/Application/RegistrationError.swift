/// A reason why an object cannot be registered.
public enum RegistrationError: Error, CustomStringConvertible {
  /// An object under the same parent has this identifier already.
  case registeredTwice(String)

  public var description: String {
    switch self {
    case .registeredTwice(let identifier):
      "an object is registered as \"\(identifier)\" already; register each object once, under an identifier of its own"
    }
  }
}

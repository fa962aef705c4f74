/// A registration that cannot be.
public enum RegistrationError: Error, CustomStringConvertible {
  /// The identifier is taken below the same parent.
  case registeredTwice(String)

  public var description: String {
    switch self {
    case .registeredTwice(let identifier):
      "an object is registered as \"\(identifier)\" already; register each object once, under an identifier of its own"
    }
  }
}

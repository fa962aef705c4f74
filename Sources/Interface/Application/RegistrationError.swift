/// A reason why an object cannot be registered.
public enum RegistrationError: Error, CustomStringConvertible {
  /// An object under the same parent has this identifier already.
  case registeredTwice(String)

  public var description: String {
    switch self {
    case .registeredTwice(let identifier):
      "another object is already registered as \"\(identifier)\"; register each object once, under its own identifier"
    }
  }
}

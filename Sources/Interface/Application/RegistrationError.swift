/// A reason why an object cannot be registered.
public enum RegistrationError: Error, CustomStringConvertible {
  /// An object under the same parent has this identifier already.
  case identifierTaken(String)
  /// The object is registered already, under this identifier.
  case registeredTwice(as: String)

  public var description: String {
    switch self {
    case .identifierTaken(let identifier):
      "another object is already registered as \"\(identifier)\"; register each object under its own identifier"
    case .registeredTwice(let identifier):
      "this object is already registered as \"\(identifier)\"; register each object once"
    }
  }
}

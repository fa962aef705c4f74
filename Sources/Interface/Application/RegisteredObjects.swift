import StateRestoration

/// The objects registered for restoration, in the order of registration and by identifier.
@MainActor
final class RegisteredObjects {
  private(set) var all: [any RestorableObject] = []
  private var byIdentifier: [String: [any RestorableObject]] = [:]
  /// The identifier under which each object is listed.
  private var identifiers: [ObjectIdentifier: String] = [:]

  func named(_ identifier: String) -> [any RestorableObject] { byIdentifier[identifier, default: []] }

  /// Registers an object.
  ///
  /// - Throws: ``RegistrationError`` if the object is registered already, or another object under the same parent has
  ///   its identifier.
  func register(_ object: any RestorableObject) throws {
    if let known = identifiers[ObjectIdentifier(object)] { throw RegistrationError.registeredTwice(as: known) }
    let identifier = object.restorationIdentifier ?? ""
    // Paths may be unresolved at this time, so identifiers are compared under the same parent.
    let isTaken = byIdentifier[identifier, default: []].contains {
      $0.restorationIdentifier ?? "" == identifier && $0.objectRestorationParent === object.objectRestorationParent
    }
    if isTaken { throw RegistrationError.identifierTaken(identifier) }
    all.append(object)
    enter(object, as: identifier)
  }

  /// Updates the index after an object's identifier may have changed.
  func nameMayHaveChanged(of object: any RestorableObject) {
    let identifier = object.restorationIdentifier ?? ""
    guard let known = identifiers[ObjectIdentifier(object)], known != identifier else { return }
    byIdentifier[known]?.removeAll { $0 === object }
    enter(object, as: identifier)
  }

  private func enter(_ object: any RestorableObject, as identifier: String) {
    byIdentifier[identifier, default: []].append(object)
    identifiers[ObjectIdentifier(object)] = identifier
  }
}

extension Application {
  /// The objects registered for restoration, in the order of registration.
  public var registeredObjects: [any RestorableObject] { objects.all }

  /// Returns the registered objects with an identifier; "" for those without one.
  public func registeredObjects(named identifier: String) -> [any RestorableObject] { objects.named(identifier) }

  /// Registers an object that is neither a view nor a controller for preservation and restoration. One without identifier is
  /// not saved.
  ///
  /// - Throws: ``RegistrationError`` if the object is registered already, or another object under the same parent has
  ///   its identifier.
  public func registerObjectForStateRestoration(_ object: any RestorableObject) throws {
    try objects.register(object)
    preservation?.invalidateEverything()
  }

  /// Called when an object's state or identifier may have changed.
  public func objectStateDidChange(_ object: any RestorableObject) {
    objects.nameMayHaveChanged(of: object)
    preservation?.invalidate(object)
  }
}

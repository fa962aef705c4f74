import StateRestoration

/// The objects registered for restoration, in the order of registration, and by their names.
@MainActor
final class RegisteredObjects {
  private(set) var all: [any RestorableObject] = []
  private var byIdentifier: [String: [any RestorableObject]] = [:]
  /// The name under which each is in the table.
  private var identifiers: [ObjectIdentifier: String] = [:]

  /// Takes an object in.
  ///
  /// - Throws: ``RegistrationError`` if it is registered, or another has its identifier below the same parent.
  func register(_ object: any RestorableObject) throws {
    let identifier = object.restorationIdentifier ?? ""
    // The paths may both lead nowhere yet: the names below one parent are what must differ.
    let isTaken = byIdentifier[identifier, default: []].contains {
      $0.restorationIdentifier ?? "" == identifier && $0.objectRestorationParent === object.objectRestorationParent
    }
    if isTaken || identifiers[ObjectIdentifier(object)] != nil { throw RegistrationError.registeredTwice(identifier) }
    all.append(object)
    enter(object, as: identifier)
  }

  /// An object may have another name than before.
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

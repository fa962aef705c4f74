import Interface
import LuaScreens

/// Records where scripts create views and controllers, and set their identifiers.
@MainActor
package final class CreationPlaces: ScriptObserver {
  private var createdAt: [ObjectIdentifier: String] = [:]
  private var namedAt: [ObjectIdentifier: String] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var count = 0

  package init() {}

  /// Returns where an object was created.
  package func place(of object: AnyObject) -> String? {
    createdAt[ObjectIdentifier(object)] ?? (object as? Responder)?.createdAt
  }

  /// Returns where the identifier of an object was set.
  func placeOfName(of object: AnyObject) -> String? { namedAt[ObjectIdentifier(object)] ?? place(of: object) }

  /// Returns a number that is higher for objects which were created later; nil if the creation was not observed.
  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  package func responder(_ responder: Responder, wasCreatedAt place: String?) {
    count += 1
    numbers[ObjectIdentifier(responder)] = count
    createdAt[ObjectIdentifier(responder)] = place
    namedAt[ObjectIdentifier(responder)] = nil
  }

  package func responder(_ responder: Responder, wasNamedAt place: String?) {
    namedAt[ObjectIdentifier(responder)] = place
  }
}

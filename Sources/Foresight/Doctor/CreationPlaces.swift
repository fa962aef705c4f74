import Interface
import LuaScreens

/// Records where scripts create views and controllers, and set their identifiers.
@MainActor
package final class CreationPlaces: ScriptObserver {
  /// The creation of an object.
  struct Creation {
    /// The place where the object was created.
    fileprivate(set) var place: String?
    /// The place where its identifier was set, if it is another one.
    fileprivate(set) var placeOfName: String?
    /// Whether a script has named the controller after its scene had created it.
    fileprivate(set) var isRenamed = false
    /// Higher for objects that were created later; nil if the creation was not observed.
    fileprivate(set) var number: Int?
  }

  private var creations: [ObjectIdentifier: Creation] = [:]
  private var count = 0

  /// Returns where an object was created.
  package func place(of object: AnyObject) -> String? {
    creation(of: object)?.place ?? (object as? Responder)?.createdAt
  }

  /// Returns the creation of an object; nil if neither it nor the setting of an identifier was observed.
  func creation(of object: AnyObject) -> Creation? { creations[ObjectIdentifier(object)] }

  package override func responder(_ responder: Responder, wasCreatedAt place: String?) {
    count += 1
    creations[ObjectIdentifier(responder)] = Creation(place: place, number: count)
  }

  package override func responder(_ responder: Responder, wasNamedAt place: String?) {
    // A scene gives its controllers their identifiers before they know it.
    let isRenamed = (responder as? ViewController)?.storyboardScene != nil
    creations[ObjectIdentifier(responder), default: Creation()].placeOfName = place
    creations[ObjectIdentifier(responder), default: Creation()].isRenamed = isRenamed
  }
}

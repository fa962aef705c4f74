import LuaRuntime
import LuaScreens
import StateRestoration

/// The calls of restoration methods in a launch, and the nodes that they should have created.
struct CreatedAgain {
  /// The place of the method that was called for each path, as Lua names it.
  var places: [IdentifierPath: String] = [:]
  /// The classes of the nodes that were not created again.
  var omitted: [IdentifierPath: String] = [:]
}

/// A restoration method that has created nothing for a node, although it did before a file changed.
struct MissingCreation {
  let place: Place
  let className: String

  var remedy: String { "Return \(LuaError.withArticle(className)) for this path, whatever the file has." }
}

extension RunPair {
  /// Returns the restoration method that has returned nil for a node of the disturbed run.
  func missingCreation(of path: String) -> MissingCreation? {
    guard let twin = disturbed else { return nil }
    let creations = twin.surroundings.creations
    guard let node = creations.omitted.keys.first(where: { $0.description == path }),
      let className = creations.omitted[node],
      let place = creations.places[node].flatMap(Place.init)?.whole(among: twin.host?.scriptNames ?? [])
    else { return nil }
    return MissingCreation(place: place, className: className)
  }
}

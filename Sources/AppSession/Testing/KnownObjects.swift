/// The objects of an app that a test knows, by handle. They are not kept alive.
struct KnownObjects {
  private struct Known {
    weak var object: AnyObject?
    let description: String
    let path: String
  }

  private var known: [Known] = []
  private var handles: [ObjectIdentifier: Int] = [:]

  /// Returns the handle of an object; nil if it has none.
  func handle(of object: AnyObject) -> Int? {
    guard let handle = handles[ObjectIdentifier(object)], known[handle].object === object else { return nil }
    return handle
  }

  /// Gives an object a handle.
  ///
  /// - Parameters:
  ///   - description: the object in messages.
  ///   - path: the path by which another object can replace it.
  mutating func add(_ object: AnyObject, _ description: String, path: String) -> Int {
    known.append(Known(object: object, description: description, path: path))
    handles[ObjectIdentifier(object)] = known.count - 1
    return known.count - 1
  }

  /// Keeps the descriptions of objects of earlier processes of the app, by handle.
  mutating func remember(_ descriptions: [Int: String]) {
    known = (0..<((descriptions.keys.max() ?? -1) + 1)).map {
      Known(object: nil, description: descriptions[$0] ?? "object", path: "")
    }
    handles = [:]
  }

  /// Whether two handles are those of one object, or one of an object that is gone and of one that has its place.
  func areSame(_ first: Int, _ second: Int) -> Bool {
    guard let first = entry(first), let second = entry(second) else { return false }
    if let object = first.object, let other = second.object { return object === other }
    // Of those of earlier processes, only the description is known.
    return first.description == second.description
      && (first.path == second.path || first.path.isEmpty || second.path.isEmpty)
  }

  func description(of handle: Int) -> String { entry(handle)?.description ?? "object" }

  /// The object of a handle; nil if it is gone.
  subscript(handle: Int) -> AnyObject? { entry(handle)?.object }

  /// The path of an object when it got its handle; nil without such a handle.
  func path(of handle: Int) -> String? { entry(handle)?.path }

  private func entry(_ handle: Int) -> Known? { known.indices.contains(handle) ? known[handle] : nil }
}

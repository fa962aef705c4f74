import StateRestoration

/// Named scenes from which controllers are made (UIKit's `UIStoryboard`). A controller that came from one is made again
/// without a restoration class.
@MainActor
public final class Storyboard {
  /// How one controller is made.
  public struct Scene {
    /// Makes the controller, without its children.
    public var makeViewController: () throws -> ViewController
    /// The restoration identifier it gets, unless it names itself.
    public var restorationIdentifier: String?
    /// The scenes of the controllers that it contains, in order.
    public var children: [String]
    /// Makes the controller's view when it is loaded; nil leaves that to the controller.
    public var makeView: ((ViewController) throws -> View?)?

    /// A scene of these parts.
    public init(
      restorationIdentifier: String? = nil, children: [String] = [],
      makeView: ((ViewController) throws -> View?)? = nil, makeViewController: @escaping () throws -> ViewController
    ) {
      self.makeViewController = makeViewController
      self.restorationIdentifier = restorationIdentifier
      self.children = children
      self.makeView = makeView
    }
  }

  /// The storyboard's name, which the archive records.
  public let name: String
  /// The scene that the app starts with.
  public let initialScene: String?
  private let scenes: [String: Scene]
  private var underConstruction: [String] = []

  /// A storyboard of these scenes.
  ///
  /// - Throws: ``StoryboardError`` if a scene names one that is not there.
  public init(name: String, initialScene: String?, scenes: [String: Scene]) throws {
    self.name = name
    self.initialScene = initialScene
    self.scenes = scenes
    for scene in scenes.keys.sorted() {
      for child in scenes[scene]?.children ?? [] where scenes[child] == nil {
        throw StoryboardError.unknownScene(child, storyboard: name, known: scenes.keys.sorted(), namedBy: scene)
      }
    }
    if let initialScene, scenes[initialScene] == nil {
      throw StoryboardError.unknownScene(
        initialScene, storyboard: name, known: scenes.keys.sorted(), namedBy: "initial")
    }
  }

  /// About how many bytes its names take.
  public var heldBytes: Int {
    scenes.reduce(name.utf8.count + initialScene.byteCount) {
      $0 + 200 + $1.key.utf8.count + $1.value.restorationIdentifier.byteCount + $1.value.children.byteCount
    }
  }

  /// The identifiers of the scenes, sorted.
  public var sceneIdentifiers: [String] { scenes.keys.sorted() }

  /// Makes the controller that the app starts with, and those that it contains.
  public func instantiateInitialViewController() throws -> ViewController {
    guard let initialScene else { throw StoryboardError.noInitialScene(storyboard: name) }
    return try instantiateViewController(initialScene)
  }

  /// Makes the controller of a scene, and those that it contains.
  public func instantiateViewController(_ identifier: String) throws -> ViewController {
    guard let scene = scenes[identifier] else {
      throw StoryboardError.unknownScene(identifier, storyboard: name, known: sceneIdentifiers, namedBy: nil)
    }
    guard !underConstruction.contains(identifier) else {
      throw StoryboardError.circle(underConstruction + [identifier], storyboard: name)
    }
    underConstruction.append(identifier)
    defer { underConstruction.removeLast() }
    let controller = try scene.makeViewController()
    controller.origin = (self, identifier)
    if controller.restorationIdentifier == nil { controller.restorationIdentifier = scene.restorationIdentifier }
    for child in scene.children {
      try controller.addChild(instantiateViewController(child))
    }
    return controller
  }

  func viewMaker(ofScene identifier: String) -> ((ViewController) throws -> View?)? {
    scenes[identifier]?.makeView
  }
}

/// A storyboard that does not hold what it is asked for.
public enum StoryboardError: Error, CustomStringConvertible {
  /// No scene has this identifier. `namedBy` is the scene that refers to it.
  case unknownScene(String, storyboard: String, known: [String], namedBy: String?)
  /// The storyboard names no scene to start with.
  case noInitialScene(storyboard: String)
  /// A scene contains itself.
  case circle([String], storyboard: String)

  public var description: String {
    switch self {
    case .unknownScene(let scene, let storyboard, let known, let namedBy):
      "storyboard \"\(storyboard)\" has no scene \"\(scene)\"" + (namedBy.map { ", which \"\($0)\" names" } ?? "")
        + "; its scenes are: \(known.joined(separator: ", "))"
    case .noInitialScene(let storyboard):
      "storyboard \"\(storyboard)\" has no initial scene: give it `initial = \"NAME\"`"
    case .circle(let scenes, let storyboard):
      "in storyboard \"\(storyboard)\" a scene contains itself: \(scenes.joined(separator: " > "))"
    }
  }
}

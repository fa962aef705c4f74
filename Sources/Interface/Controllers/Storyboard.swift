import StateRestoration

/// Named scenes from which controllers are instantiated (UIKit's `UIStoryboard`). A controller from a storyboard is
/// restored without a restoration class.
@MainActor
public final class Storyboard {
  /// The description of one controller.
  public struct Scene {
    /// Creates the controller, without its children.
    public var makeViewController: () throws -> ViewController
    /// The restoration identifier, unless the controller sets its own.
    public var restorationIdentifier: String?
    /// The scenes of the controller's children, in order.
    public var children: [String]
    /// Creates the controller's view when it is loaded; nil leaves that to the controller.
    public var makeView: ((ViewController) throws -> View?)?

    /// Creates a scene.
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

  /// The storyboard's name, which archives record.
  public let name: String
  /// The scene with which the app starts.
  public let initialScene: String?
  private let scenes: [String: Scene]
  private var underConstruction: [String] = []

  /// Creates a storyboard.
  ///
  /// - Throws: ``StoryboardError`` if a scene refers to a scene that does not exist.
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

  /// The approximate size of the names in bytes.
  public var heldBytes: Int {
    scenes.reduce(name.utf8.count + initialScene.byteCount) {
      $0 + 200 + $1.key.utf8.count + $1.value.restorationIdentifier.byteCount + $1.value.children.byteCount
    }
  }

  /// The identifiers of all scenes, sorted.
  public var sceneIdentifiers: [String] { scenes.keys.sorted() }

  /// Instantiates the initial controller with its children.
  public func instantiateInitialViewController() throws -> ViewController {
    guard let initialScene else { throw StoryboardError.noInitialScene(storyboard: name) }
    return try instantiateViewController(initialScene)
  }

  /// Instantiates the controller of a scene with its children.
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

/// An error in a storyboard or in its use.
public enum StoryboardError: Error, CustomStringConvertible {
  /// No scene has this identifier. `namedBy` is the scene that refers to it.
  case unknownScene(String, storyboard: String, known: [String], namedBy: String?)
  /// The storyboard has no initial scene.
  case noInitialScene(storyboard: String)
  /// A scene contains itself.
  case circle([String], storyboard: String)

  public var description: String {
    switch self {
    case .unknownScene(let scene, let storyboard, let known, let namedBy):
      "storyboard \"\(storyboard)\" has no scene \"\(scene)\"" + (namedBy.map { ", which \"\($0)\" names" } ?? "")
        + (known.isEmpty ? "; it has no scenes" : "; its scenes are: \(known.joined(separator: ", "))")
    case .noInitialScene(let storyboard):
      "storyboard \"\(storyboard)\" has no initial scene: add `initial = \"NAME\"`"
    case .circle(let scenes, let storyboard):
      "in storyboard \"\(storyboard)\" a scene contains itself: \(scenes.joined(separator: " > "))"
    }
  }
}

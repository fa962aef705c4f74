/// Names a node within one store, across saves. Positive.
public typealias NodeID = Int64

/// One preserved node: its names, its place and its state.
public struct ArchivedNode: Sendable, Equatable {
  /// What kind of thing the node was.
  public enum Kind: Int, Sendable {
    case viewController = 0
    case view = 1
    case object = 2
  }

  /// How the node hangs on its parent.
  public enum Relation: Int, Sendable {
    /// A window's root view controller, or a registered object without a parent.
    case root = 0
    /// A contained child controller, an identified view of a controller, or an object with a restoration parent.
    case child = 1
    /// A controller in no tree of its own that the parent encoded as a reference, as a custom container does with its
    /// children.
    case adopted = 2
    /// The controller that the parent presented.
    case presented = 3
  }

  /// The scene that a controller was instantiated from.
  public struct StoryboardScene: Sendable, Hashable {
    /// The storyboard's name.
    public var storyboard: String
    /// The scene's identifier in it.
    public var scene: String

    /// The scene of this identifier in the storyboard of this name.
    public init(storyboard: String, scene: String) {
      self.storyboard = storyboard
      self.scene = scene
    }
  }

  /// The node's name in the store, kept as long as the node is in one save after another.
  public var id: NodeID
  /// The parent's name; nil for a root.
  public var parent: NodeID?
  /// What kind of thing it was.
  public var kind: Kind
  /// How it hangs on its parent.
  public var relation: Relation
  /// Its place among the nodes that hang on the same parent in the same way, from 0. For a root: the window's place.
  public var position: Int
  /// The restoration identifier.
  public var identifier: String
  /// The name of its class.
  public var className: String
  /// The name of its restoration class, if it had one.
  public var restorationClassName: String?
  /// The scene it came from, if it came from one.
  public var scene: StoryboardScene?
  /// Its key space, a CBOR map (see ``StateCoder``).
  public var state: [UInt8]

  /// A node of these parts.
  public init(
    id: NodeID, parent: NodeID?, kind: Kind, relation: Relation, position: Int, identifier: String, className: String,
    restorationClassName: String? = nil, scene: StoryboardScene? = nil, state: [UInt8] = []
  ) {
    self.id = id
    self.parent = parent
    self.kind = kind
    self.relation = relation
    self.position = position
    self.identifier = identifier
    self.className = className
    self.restorationClassName = restorationClassName
    self.scene = scene
    self.state = state
  }
}

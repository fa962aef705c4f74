/// Identifies a node within one store, across saves. Positive.
public typealias NodeID = Int64

/// A preserved node: its identifiers, its position and its state.
public struct ArchivedNode: Sendable, Equatable {
  /// The kind of a node.
  public enum Kind: Int, Sendable, CaseIterable {
    case viewController = 0
    case view = 1
    case object = 2
  }

  /// The relation of a node to its parent.
  public enum Relation: Int, Sendable {
    /// A window's root view controller, or a registered object without a parent.
    case root = 0
    /// A child view controller, an identified view of a controller, or an object with a restoration parent.
    case child = 1
    /// A controller outside of the tree that the parent has encoded as a reference, as a custom container does with its
    /// children.
    case adopted = 2
    /// The controller presented by the parent.
    case presented = 3
  }

  /// The scene from which a controller was instantiated.
  public struct StoryboardScene: Sendable, Hashable {
    /// The storyboard's name.
    public var storyboard: String
    /// The scene's identifier.
    public var scene: String

    /// Creates a reference to a scene.
    public init(storyboard: String, scene: String) {
      self.storyboard = storyboard
      self.scene = scene
    }
  }

  /// The node's ID in the store, which stays the same in consecutive saves.
  public var id: NodeID
  /// The parent's ID; nil for a root.
  public var parent: NodeID?
  /// The kind of node.
  public var kind: Kind
  /// The relation to the parent.
  public var relation: Relation
  /// The zero-based index among the siblings with the same relation; for a root, the index of the window.
  public var position: Int
  /// The restoration identifier.
  public var identifier: String
  /// The class name.
  public var className: String
  /// The name of the restoration class, if any.
  public var restorationClassName: String?
  /// The scene from which it was instantiated, if any.
  public var scene: StoryboardScene?
  /// The node's key space, a CBOR map (see ``StateCoder``).
  public var state: [UInt8]
  /// The long values that its state contains by number.
  public var pieces: [StatePieces] = []

  /// Creates a node.
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

extension ArchivedNode {
  /// The key space with its long values in place; empty if a value is missing.
  public var completeState: [UInt8] {
    pieces.isEmpty ? state : (try? StatePieces.joined(state, pieces)) ?? []
  }
}

extension ArchivedNode {
  /// The position of a view that has left the tree, and whose state is kept for a successor.
  static let departed = -1

  /// Whether it is a view with an identifier.
  func isView(named identifier: String) -> Bool { kind == .view && self.identifier == identifier }

  /// Whether it is a view that has left the tree.
  var hasDeparted: Bool { kind == .view && position == Self.departed }
}

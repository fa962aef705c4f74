/// The app in the model: plain values, with saves and restoration computed by plain recursion. It calls none of the
/// code under test.
@MainActor
final class Sketch {
  var root: SketchNode
  var objects: [SketchObject] = []
  var applicationValue = 0
  var refusesSaves = false

  init(root: SketchNode) {
    self.root = root
  }

  /// Every controller, parents before children.
  var nodes: [SketchNode] { root.withDescendants }

  func parent(of node: SketchNode) -> SketchNode? {
    nodes.first { parent in parent.below.contains { $0 === node } }
  }

  /// Returns the app of a launch without a saved state.
  static func firstLaunch() -> Sketch {
    let tabs = SketchNode(.tabs, identifier: "root", hasClass: true)
    let navigation = SketchNode(.navigation, identifier: "a", hasClass: true)
    navigation.children = [SketchNode(.plain, identifier: "a", hasClass: true)]
    tabs.children = [navigation, SketchNode(.plain, identifier: "b", hasClass: false)]
    return Sketch(root: tabs)
  }
}

/// A view controller.
@MainActor
final class SketchNode {
  enum Kind: String {
    case plain = "PlainPage"
    case navigation = "StackPage"
    case tabs = "TabsPage"
    case pages = "BookPage"
    case split = "SplitPage"
    /// A controller that creates its children when it decodes its state.
    case grower = "GrowPage"
  }

  /// A controller with this value is not re-created: its restoration method returns nil.
  nonisolated static let refusedValue = -1

  /// Children of a controller with this name are not created by the application. Only growers have it.
  nonisolated static let growerName = "g"

  let kind: Kind
  /// The number that identified it in the save; nil if it could not decode its state.
  var serial: Int?
  var identifier: String?
  var hasClass: Bool
  var value = 0
  var isFailing = false
  var children: [SketchNode] = []
  var adopted: [SketchNode] = []
  var presented: SketchNode?
  var views: [SketchView] = []
  /// The saved views without a counterpart in this launch. Their state is kept until a view gets their name.
  var lateViews: [Saved.Node] = []
  /// The views that were removed since the last save.
  var departed: [SketchView] = []
  /// Controllers and objects by key.
  var references: [String: AnyObject] = [:]
  /// The selected tab or page, or the position of the divider.
  var selected: SketchNode?
  var divider: Int?
  /// The last state that it could encode.
  var lastGood: State?
  /// The change that it makes elsewhere the next time that it is encoded.
  var sideEffect: (target: SketchNode, value: Int)?
  /// Its stored state, if it could not decode that, until it changes.
  var kept: Saved.Node?
  /// Whether it is in the last save.
  var wasSaved = false
  /// Whether the targets of its stored references are certain.
  var mayFail = true

  /// The encoded state of a controller.
  struct State {
    var serial: Int?
    var value: Int
    var views: [String?]
    var references: [String: AnyObject]
    var selectedPosition: Int?
    var divider: Int?
    /// The names of the children that it creates.
    var grown: [String?]
  }

  init(_ kind: Kind, identifier: String?, hasClass: Bool) {
    self.kind = kind
    self.identifier = identifier
    self.hasClass = hasClass
    serial = nextSerial
    nextSerial += 1
  }

  /// The nodes directly below, in walk order.
  var below: [SketchNode] { children + adopted + (presented.map { [$0] } ?? []) }
  var withDescendants: [SketchNode] { [self] + below.flatMap(\.withDescendants) }
  /// The tab or page that is shown.
  var current: SketchNode? { selected ?? children.first }

  var state: State {
    let hasSelection = kind == .tabs || kind == .pages
    return State(
      serial: serial, value: value, views: views.map(\.identifier), references: references,
      selectedPosition: hasSelection ? current.flatMap { current in children.firstIndex { $0 === current } } : nil,
      divider: divider, grown: kind == .grower ? children.map(\.identifier) : [])
  }
}

@MainActor private var nextSerial = 1

/// A view with a value.
@MainActor
final class SketchView {
  var identifier: String?
  var value = 0
  /// What the last save has of it.
  var saved: (node: SketchNode, identifier: String, value: Int)?

  init(_ identifier: String?) {
    self.identifier = identifier
  }
}

/// A registered object.
@MainActor
final class SketchObject {
  let identifier: String
  var value: Int
  /// The controller that is its restoration parent.
  var parent: SketchNode?
  var target: SketchNode?

  init(_ identifier: String, value: Int, parent: SketchNode?) {
    self.identifier = identifier
    self.value = value
    self.parent = parent
  }
}

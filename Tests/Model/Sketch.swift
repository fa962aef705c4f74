/// The app as the model has it: plain values, and by plain recursion what a save of them holds and what comes back of it.
/// Nothing in it calls the code that is tried.
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

  /// What an app without a saved state starts with.
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
    /// One that makes its children itself, when it reads its state.
    case grower = "GrowPage"
  }

  /// A controller with this value is not made again: its restoration method returns nil.
  nonisolated static let refusedValue = -1

  /// What is below a controller of this name is not made by the application: growers have it, and no others.
  nonisolated static let growerName = "g"

  let kind: Kind
  /// The number under which it was saved; nil if it could not read its state.
  var serial: Int?
  var identifier: String?
  var hasClass: Bool
  var value = 0
  var isFailing = false
  var children: [SketchNode] = []
  var adopted: [SketchNode] = []
  var presented: SketchNode?
  var views: [SketchView] = []
  /// The views of the save that no view of this launch stands for. Their state is kept until a view takes their name.
  var lateViews: [Saved.Node] = []
  /// Controllers and objects by key.
  var references: [String: AnyObject] = [:]
  /// The place of the selected tab or page, or the divider.
  var selected: SketchNode?
  var divider: Int?
  /// What it wrote the last time it could.
  var lastGood: State?
  /// What it changes elsewhere the next time that it is asked.
  var sideEffect: (target: SketchNode, value: Int)?
  /// What is stored of it, if it could not read that, until it changes.
  var kept: Saved.Node?
  /// Whether it is in the last save.
  var wasSaved = false
  /// Whether it is clear where what it wrote leads.
  var mayFail = true

  /// What one controller writes.
  struct State {
    var serial: Int?
    var value: Int
    var views: [String?]
    var references: [String: AnyObject]
    var selectedPosition: Int?
    var divider: Int?
    /// The names of the children that it makes.
    var grown: [String?]
  }

  init(_ kind: Kind, identifier: String?, hasClass: Bool) {
    self.kind = kind
    self.identifier = identifier
    self.hasClass = hasClass
    serial = nextSerial
    nextSerial += 1
  }

  /// What hangs on it, in the order of the walk.
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

  init(_ identifier: String?) {
    self.identifier = identifier
  }
}

/// A registered object.
@MainActor
final class SketchObject {
  let identifier: String
  var value: Int
  /// The controller under which its path stands.
  var parent: SketchNode?
  var target: SketchNode?

  init(_ identifier: String, value: Int, parent: SketchNode?) {
    self.identifier = identifier
    self.value = value
    self.parent = parent
  }
}

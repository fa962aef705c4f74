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
  }

  /// A controller with this value is not made again: its restoration method returns nil.
  nonisolated static let refusedValue = -1

  let kind: Kind
  var identifier: String?
  var hasClass: Bool
  var value = 0
  var isFailing = false
  var children: [SketchNode] = []
  var adopted: [SketchNode] = []
  var presented: SketchNode?
  var views: [SketchView] = []
  /// Controllers and objects by key.
  var references: [String: AnyObject] = [:]
  /// The place of the selected tab or page, or the divider.
  var selected: SketchNode?
  var divider: Int?
  /// What it wrote the last time it could.
  var lastGood: State?
  /// What it changes elsewhere the next time that it is asked.
  var sideEffect: (target: SketchNode, value: Int)?

  /// What one controller writes.
  struct State {
    var value: Int
    var views: [String?]
    var references: [String: AnyObject]
    var selectedPosition: Int?
    var divider: Int?
  }

  init(_ kind: Kind, identifier: String?, hasClass: Bool) {
    self.kind = kind
    self.identifier = identifier
    self.hasClass = hasClass
  }

  /// What hangs on it, in the order of the walk.
  var below: [SketchNode] { children + adopted + (presented.map { [$0] } ?? []) }
  var withDescendants: [SketchNode] { [self] + below.flatMap(\.withDescendants) }
  /// The tab or page that is shown.
  var current: SketchNode? { selected ?? children.first }

  var state: State {
    let hasSelection = kind == .tabs || kind == .pages
    return State(
      value: value, views: views.map(\.identifier), references: references,
      selectedPosition: hasSelection ? current.flatMap { current in children.firstIndex { $0 === current } } : nil,
      divider: divider)
  }
}

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

import Interface
import LuaScreens
import StateRestoration

/// The facts about a controller, view, registered object or the application by which runs are compared, besides its values.
struct NodeFacts: Sendable {
  /// The identifiers or class names that lead to it, joined by `/`; empty for the application.
  let shownPath: String
  /// The same; at and below a controller without a parent, as a continuation of the path of the one whose view shows it.
  let seenPath: String
  let className: String
  /// Its own identifier; nil if it has none.
  var identifier: String?
  /// Whether it is part of a save.
  var isSaved = true
  var isView = false
  /// Whether the view of a controller is loaded; nil for other nodes.
  var isViewLoaded: Bool?
  /// The place where it was created, as Lua names it; nil if it is unknown.
  var createdAt: String?
  /// The visible part on the screen.
  var frame = Rect.zero
  /// Whether it is an alert that is only for this run, or shown in one without being its child.
  var isTransient = false
  /// Whether two runs may show it differently, as it is animated, secret, or explains a mistake of the user.
  var isPictureTransient = false
  /// Whether it is a view that the app hides, itself or with one that contains it.
  var isHidden = false
  /// Whether it is a text that the user has typed, and that its built-in class saves.
  var isTyped = false
  /// The title of a controller, or the text of a label or button; nil for other nodes.
  var shownText: String?
  /// Whether it is a text that the user only reads.
  var isReadOnlyText = false
  /// Whether it is the field of an edited cell, which the host creates.
  var isCellField = false
  /// Whether it is a list whose rows have not come yet.
  var hasNoRows = false
  /// The number of rows and headers of a list; nil for other nodes.
  var lineCount: Int?
  /// The chosen items of a control.
  var choice: Choice?
  /// A property that only scripts set and nothing saves. What depends on it is saved, or not on the screen.
  var unsaved: Unsaved?
  /// Whether it is a view that a script draws.
  var isDrawnByScript = false
  /// Whether it is a controller that was pushed or presented.
  var isPushed = false
  /// Whether it is a controller whose view a script has placed in that of its container.
  var isInContainer = false

  /// Whether it is a controller.
  var isController: Bool { isViewLoaded != nil }
  /// Whether it is a view whose values a script may set whenever its screen appears: nothing saves them, or only scripts set
  /// them.
  var isSetByScreen: Bool { isView && (!isSaved || Discovery.charts.contains(className)) }
}

extension NodeFacts {
  /// Creates the facts about a controller or view.
  ///
  /// - Parameters:
  ///   - shownPath: the identifiers or class names that lead to it.
  ///   - holder: the controller whose view shows it, if it or a controller above it has no parent.
  @MainActor
  init(_ responder: Responder, at shownPath: String, isSaved: Bool, heldBy holder: NodeFacts?, createdAt: String?) {
    let controller = responder as? ViewController
    let view = responder as? View
    self.init(
      shownPath: shownPath, seenPath: holder.map { "\($0.seenPath)/\(shownPath)" } ?? shownPath,
      className: controller?.className ?? view?.className ?? "Responder")
    identifier = controller?.restorationIdentifier ?? view?.restorationIdentifier
    self.isSaved = isSaved
    self.createdAt = createdAt
    frame = (view ?? controller?.viewIfLoaded)?.visibleFrame ?? .zero
    isTransient = (controller as? AlertController)?.isTransient == true || holder?.isTransient == true
    if let controller { addFacts(about: controller) }
    if let view { addFacts(about: view) }
  }

  @MainActor
  private mutating func addFacts(about controller: ViewController) {
    isViewLoaded = controller.isViewLoaded
    shownText = controller.title
    isPushed = Self.isPushed(controller)
    isInContainer = Self.isInContainer(controller)
    let titles = controller.keyCommands.map { StateValue.string($0.title) }
    if !titles.isEmpty { unsaved = Unsaved(name: Unsaved.keyCommands, value: .list(titles)) }
  }

  @MainActor
  private mutating func addFacts(about view: View) {
    isView = true
    shownText = (view as? Label)?.text ?? (view as? Button)?.title
    isPictureTransient = view.isPictureTransient
    isHidden = sequence(first: view, next: { $0.superview }).contains { $0.isHidden }
    isReadOnlyText = (view as? TextInput)?.isEditable == false
    isCellField = view is TextInput && identifier == nil && (view.superview as? RowList)?.isEditingCell == true
    // Whatever script is running then.
    if isCellField { createdAt = nil }
    hasNoRows = (view as? RowList)?.hasNoRows ?? false
    lineCount = (view as? RowList)?.lineCount
    choice = Choice(view)
    unsaved = Unsaved(of: view)
    isDrawnByScript = view.scriptClassName != nil && view.overrides?.defines("draw", for: view) == true
  }

  @MainActor
  private static func isPushed(_ controller: ViewController) -> Bool {
    if controller.presentingViewController?.presentedViewController === controller { return true }
    guard let stack = controller.parent as? NavigationController else { return false }
    return stack.viewControllers.first !== controller
  }

  @MainActor
  private static func isInContainer(_ controller: ViewController) -> Bool {
    guard let parent = controller.parent, !parent.placesViewsOfChildren, let container = parent.viewIfLoaded else {
      return false
    }
    return sequence(first: controller.viewIfLoaded, next: { $0?.superview }).contains { $0 === container }
  }
}

extension NodeFacts {
  struct Unsaved: Equatable, Sendable {
    static let keyCommands = "keyCommands"

    let name: String
    let value: StateValue
  }
}

extension NodeFacts.Unsaved {
  /// Returns nil for a view without such a property.
  @MainActor
  fileprivate init?(of view: View) {
    let lists = Choice.lists(in: view).map { StateValue.list($0.map { .string($0) }) }
    switch view {
    case let indicator as ActivityIndicator: self.init(name: "isAnimating", value: .boolean(indicator.isAnimating))
    case let text as TextInput: self.init(name: "isEditable", value: .boolean(text.isEditable))
    case is PickerView where lists.count > 1: self.init(name: "components", value: .list(lists))
    default:
      guard let items = lists.first else { return nil }
      self.init(name: view is PickerView ? "rows" : view is SegmentedControl ? "segments" : "items", value: items)
    }
  }
}

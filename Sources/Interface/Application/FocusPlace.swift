import StateRestoration

/// The position of a controller's focused view, in a form that is valid in another launch. The view may have an
/// identifier or not, be in a table cell, or be one of the controller's bar buttons.
struct FocusPlace: Equatable {
  enum Root: String {
    case view, rightBarButtonItem, toolbarItem
  }

  private var root = Root.view
  private var className: String
  /// The nearest identified view on the path, and its depth.
  private var anchor: (identifier: String, depth: Int)?
  /// The path from the controller's view down; for a bar button, its index, its title, and the titles of the bar.
  private var steps: [StateValue] = []
  /// The focused link of the view; nil for the first one.
  private(set) var link: Int?

  static func == (left: FocusPlace, right: FocusPlace) -> Bool { left.value == right.value }

  @MainActor
  init?(of view: View, in controller: ViewController) {
    className = view.className
    link = view.focusedLink == 0 ? nil : view.focusedLink
    if let item = view as? BarButtonItem {
      for (root, items) in Self.barItems(of: controller) {
        guard let place = FocusPlace(of: item, among: items, in: root) else { continue }
        self = place
        return
      }
    }
    var current = view
    var named: (identifier: String, below: Int)?
    while current !== controller.viewIfLoaded {
      if named == nil, let identifier = current.restorationIdentifier { named = (identifier, steps.count) }
      guard let superview = current.superview else { return nil }
      steps.append(superview.focusStep(to: current))
      current = superview
    }
    anchor = named.map { ($0.identifier, steps.count - $0.below) }
    steps.reverse()
  }

  /// Creates the place of a button in a bar; nil if it is none of the bar's items.
  @MainActor
  init?(of item: BarButtonItem, among items: [BarButtonItem], in root: Root) {
    guard let index = items.firstIndex(where: { $0 === item }) else { return nil }
    self.root = root
    className = item.className
    steps = [.integer(Int64(index)), .string(item.title), .list(items.map { .string($0.title) })]
  }

  @MainActor
  private static func barItems(of controller: ViewController) -> [(Root, [BarButtonItem])] {
    [
      (.rightBarButtonItem, controller.navigationItem.rightBarButtonItems), (.toolbarItem, controller.toolbarItems),
    ]
  }

  /// Returns the view at this place; nil if the controller does not have it now.
  @MainActor
  func view(in controller: ViewController) -> View? {
    let found = root == .view ? viewInTree(of: controller) : barItem(of: controller)
    return found?.className == className ? found : nil
  }

  /// Returns the button at the index if it has the title, or else another one with the title: a script can set the items again,
  /// or insert others. A button whose title was changed is at its index, with a title that is new in the bar. Any other button
  /// there moved up from elsewhere, and must not be run in place of the focused one.
  @MainActor
  private func barItem(of controller: ViewController) -> View? {
    let items = Self.barItems(of: controller).first { $0.0 == root }?.1 ?? []
    guard case .integer(let number)? = steps.first, let index = Int(exactly: number),
      case .string(let title)? = steps.dropFirst().first
    else { return nil }
    let item = items.indices.contains(index) ? items[index] : nil
    if let named = item?.title == title ? item : items.first(where: { $0.title == title }) { return named }
    guard let item, case .list(let titles)? = steps.dropFirst(2).first, titles.count == items.count,
      !titles.contains(.string(item.title))
    else { return nil }
    return item
  }

  @MainActor
  private func viewInTree(of controller: ViewController) -> View? {
    guard var current = controller.viewIfLoaded else { return nil }
    var rest = steps[...]
    if let anchor {
      let named = current.identifiedSubviews.filter { $0.restorationIdentifier == anchor.identifier }
      guard let first = named.first else { return nil }
      // The full path distinguishes several views with the same identifier.
      if named.count == 1 {
        current = first
        rest = steps.dropFirst(anchor.depth)
      }
    }
    for step in rest {
      guard let next = current.subview(atFocusStep: step) else { return nil }
      current = next
    }
    return current
  }

  // MARK: Encoding

  var value: StateValue {
    .list(
      [
        .string(root.rawValue), .string(className), anchor.map { .string($0.identifier) } ?? .null,
        .integer(Int64(anchor?.depth ?? 0)), .list(steps),
      ] + (link.map { [.integer(Int64($0))] } ?? []))
  }

  init?(_ value: StateValue) {
    guard case .list(let parts) = value, parts.count == 5 || parts.count == 6, case .string(let name) = parts[0],
      let root = Root(rawValue: name), case .string(let className) = parts[1],
      case .integer(let depth) = parts[3], case .list(let steps) = parts[4]
    else { return nil }
    (self.root, self.className, self.steps) = (root, className, steps)
    if case .integer(let link)? = parts.dropFirst(5).first { self.link = Int(exactly: link) }
    if case .string(let identifier) = parts[2] { anchor = (identifier, min(max(0, Int(depth)), steps.count)) }
  }
}

// Focus when a controller appears again.
extension ViewController {
  /// The view to focus when this controller becomes visible: the one that was focused the last time.
  func rememberedFocus(in window: Window) -> View? {
    for view in [wantedFocus?.view(in: self), lastFirstResponder] {
      if let view, view.window === window, view.canBecomeFirstResponder { return view }
    }
    return nil
  }

  /// Records that a view of this controller was focused.
  func focusDidMove(to view: View) {
    for case let former? in [wantedFocus?.view(in: self), lastFirstResponder] where former !== view {
      former.willNotBeFocusedAgain()
    }
    if let link = wantedFocus?.link, wantedFocus?.view(in: self) === view { view.focusedLink = link }
    forgetWantedFocus()
    lastFirstResponder = view
    lastFocusedChild = nil
    var child = self
    while let container = child.container {
      let isKept =
        container.keepsFocusedChild || container.lastFocusedChild == nil && container.lastFirstResponder != nil
      if container.lastFocusedChild !== child {
        container.lastFocusedChild = child
        if isKept { container.invalidateRestorableState() }
      }
      container.forgetWantedFocus()
      child = container
    }
  }

  /// Waits no longer for the view that was focused at the time of the save.
  private func forgetWantedFocus() {
    guard wantedFocus != nil || wantedFocusedChild != nil else { return }
    (wantedFocus, wantedFocusedChild) = (nil, nil)
    invalidateRestorableState()
  }

  /// Waits for the successor of a focused bar button that was replaced, as after a launch.
  func awaitSuccessor(ofItemIn old: [BarButtonItem], among new: [BarButtonItem], in bar: FocusPlace.Root) {
    guard lastFocusedChild == nil, let item = lastFirstResponder as? BarButtonItem,
      !new.contains(where: { $0 === item }), let place = FocusPlace(of: item, among: old, in: bar)
    else { return }
    wantedFocus = place
  }

  /// Called when the path to the focused view may have changed.
  func focusPlaceMayHaveChanged() {
    if lastFirstResponder != nil { invalidateRestorableState() }
  }

  func encodeFocus(with coder: StateCoder) {
    if let child = lastFocusedChild {
      if keepsFocusedChild, let name = child.restorationIdentifier { coder.encode(name, forKey: "focusedChild") }
    } else if let place = wantedFocus ?? lastFirstResponder.flatMap({ FocusPlace(of: $0, in: self) }) {
      coder.encode(place.value, forKey: "focus")
    } else if let wantedFocusedChild {
      coder.encode(wantedFocusedChild, forKey: "focusedChild")
    }
  }

  func decodeFocus(with coder: StateCoder) {
    wantedFocus = coder.decodeValue(forKey: "focus").flatMap(FocusPlace.init)
    wantedFocusedChild = coder.decodeString(forKey: "focusedChild")
  }

  /// Whether a child had keyboard focus the last time.
  private func wasFocused(_ child: ViewController) -> Bool {
    if let lastFocusedChild { return child === lastFocusedChild }
    return wantedFocusedChild != nil && child.restorationIdentifier == wantedFocusedChild
  }

  /// Whether a view was the focused one when a view of this controller had keyboard focus the last time.
  func wasFocused(_ view: View) -> Bool { lastFocusedChild?.wasFocused(view) ?? (lastFirstResponder === view) }

  /// The visible child that had keyboard focus the last time. The view of one that will be visible after the layout is not in
  /// the window yet.
  private var rememberedChild: ViewController? {
    visibleChildren.first { wasFocused($0) && $0.viewIfLoaded?.window != nil }
  }

  /// Whether the view or child that had keyboard focus the last time is missing or hidden, so that another has it meanwhile.
  func awaitsFocus(in window: Window) -> Bool {
    if wantedFocus != nil { return rememberedFocus(in: window) == nil }
    guard keepsFocusedChild, lastFocusedChild != nil || wantedFocusedChild != nil, rememberedChild == nil else {
      return false
    }
    return children.contains(where: wasFocused)
  }

  /// The visible controllers that determine the view to focus, parents before children: this one, and those below it that
  /// it would ask. Several children are asked only if none had keyboard focus before.
  var focusPath: [ViewController] {
    if lastFocusedChild == nil, wantedFocus != nil { return [self] }
    return [self] + (rememberedChild.map { [$0] } ?? visibleChildren).flatMap(\.focusPath)
  }

  /// The view to focus when this controller is the topmost visible one: the view focused the last time, otherwise the
  /// initial one.
  func focusChoice(in window: Window) -> View? {
    if lastFocusedChild == nil, let view = rememberedFocus(in: window) { return view }
    if let view = rememberedChild?.focusChoice(in: window) { return view }
    let initial = viewIfLoaded?.initialFocus
    if let child = visibleChildren.first(where: { initial?.owningViewController?.isDescendant(of: $0) == true }) {
      return child.focusChoice(in: window)
    }
    return rememberedFocus(in: window) ?? initial
  }
}

extension View {
  /// The controller that remembers the focus of this view; for a bar button, the controller of its screen.
  var focusOwner: ViewController? { (self as? BarButtonItem)?.screen ?? owningViewController }
}

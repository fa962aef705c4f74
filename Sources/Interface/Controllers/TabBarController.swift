import StateRestoration

/// Several controllers of which one is shown, selected in a bar at the bottom (UIKit's `UITabBarController`). Preserves
/// the selection.
@MainActor
open class TabBarController: ViewController {
  private let bar = TabBar()
  /// The selected tab; nil until ``tabsDidChange()`` selects the first one.
  private var selected: ViewController?

  /// The controllers of the tabs, in order.
  public var viewControllers: [ViewController] { children }

  /// Replaces the tabs. The selected tab stays selected if it is among them; otherwise the one at its place becomes selected, or
  /// the first (UIKit: `setViewControllers(_:animated:)`).
  ///
  /// - Throws: ``ContainmentError`` if a controller cannot be a tab; the tabs are then unchanged.
  public func setViewControllers(_ controllers: [ViewController]) throws {
    let index = selectedIndex ?? 0
    try replaceChildren(with: controllers)
    if let selected, !contains(selected), children.indices.contains(index) { self.selected = children[index] }
    tabsDidChange()
  }

  /// The zero-based index of the selected tab; nil if there are no tabs. An index out of range is ignored.
  public var selectedIndex: Int? {
    get { selectedViewController.flatMap(place) }
    set {
      guard let newValue, children.indices.contains(newValue) else { return }
      select(children[newValue])
    }
  }

  /// The selected controller; at first the first one. A controller that is not a tab is ignored.
  public var selectedViewController: ViewController? {
    get { selected ?? children.first }
    set {
      guard let newValue, contains(newValue) else { return }
      select(newValue)
    }
  }

  private func select(_ controller: ViewController) {
    guard controller !== selectedViewController else { return }
    selected = controller
    tabsDidChange()
  }

  open override func addChild(_ child: ViewController) throws {
    try adopt(child)
    tabsDidChange()
  }

  open override func removeChild(_ child: ViewController) {
    let index = selectedIndex ?? 0
    let wasSelected = selectedViewController === child
    detach(child)
    if wasSelected { selected = children.isEmpty ? nil : children[min(index, children.count - 1)] }
    tabsDidChange()
  }

  private func tabsDidChange() {
    if selected.map(contains) != true { selected = children.first }
    updateBar()
    childrenDidChange()
  }

  // MARK: Showing

  open override func loadView() {
    bar.onSelect = { [weak self] index in self?.selectedIndex = index }
    bar.titles = { [weak self] in self?.children.map { $0.displayTitle ?? Text($0.className) } ?? [] }
    view = BarContainerView(bottom: bar)
    updateBar()
  }

  open override func placeVisibleChildren() {
    (viewIfLoaded as? BarContainerView)?.content = selectedViewController?.view
  }

  private func updateBar() {
    bar.setNeedsTitles(count: children.count)
    bar.selectedIndex = selectedIndex ?? 0
  }

  open override func childTitleDidChange(_ child: ViewController) {
    updateBar()
  }

  open override var visibleChildren: [ViewController] { selectedViewController.map { [$0] } ?? [] }
  override var keepsFocusedChild: Bool { false }
  open override var placesViewsOfChildren: Bool { true }

  open override var keyBindings: [KeyBinding] {
    let isChoice = children.count > 1
    return [
      KeyBinding(isChoice ? "Choose a tab" : nil, .digits(1...max(1, min(9, children.count)), .alt)) { [self] key in
        guard let digit = key.digit, children.indices.contains(digit - 1) else { return false }
        selectedIndex = digit - 1
        return true
      }
    ]
  }

  // MARK: Restoration

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let selectedIndex { coder.encode(selectedIndex, forKey: "selectedIndex") }
  }

  private var restoredTabs = MergedChildren()

  open override func bindChildren(_ restored: [RestoredChild]) {
    restoredTabs = mergeRestored(restored, keepsNew: true)
    try? replaceChildren(with: restoredTabs.children)
    tabsDidChange()
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    // The merged children would keep removed tabs alive.
    defer { restoredTabs = MergedChildren() }
    guard let index = coder.decodeInteger(forKey: "selectedIndex") else { return }
    if let nearest = restoredTabs.nearest(to: index) {
      selectedViewController = nearest
    } else {
      selectedIndex = min(index, children.count - 1)
    }
  }
}

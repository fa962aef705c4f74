import StateRestoration

/// The base class of tab bar and page controllers: shows one of its children alone, the selected one, beside a bar.
/// Preserves the selection.
@MainActor
open class SelectingController: ViewController {
  /// The children, in order.
  public final var viewControllers: [ViewController] { children }

  /// The selected child; nil until ``selectionDidChange()`` selects the first one.
  private var chosen: ViewController?
  /// The selected child; at first the first one.
  final var selectedChild: ViewController? { chosen ?? children.first }

  /// The zero-based index of the selected child; nil if there are no children. An index out of range is ignored.
  final var selectedPlace: Int? {
    get { selectedChild.flatMap(place) }
    set { if let newValue, children.indices.contains(newValue) { select(children[newValue]) } }
  }

  final func select(_ child: ViewController) {
    guard child !== selectedChild else { return }
    chosen = child
    selectionDidChange()
  }

  /// Whether the child at the place of a selected one that is gone becomes selected, and not the first one.
  var keepsSelectedPlace: Bool { false }

  /// Replaces the children. The selected child stays selected if it is among them; otherwise the first becomes selected, or
  /// in a tab bar controller the one at its place.
  ///
  /// - Throws: ``ContainmentError`` if a controller cannot be a child; the children are then unchanged.
  public final func setViewControllers(_ controllers: [ViewController]) throws {
    let index = selectedPlace ?? 0
    try replaceChildren(with: controllers)
    if keepsSelectedPlace, let chosen, !contains(chosen), children.indices.contains(index) {
      self.chosen = children[index]
    }
    selectionDidChange()
  }

  open override func addChild(_ child: ViewController) throws {
    try adopt(child)
    selectionDidChange()
  }

  open override func removeChild(_ child: ViewController) {
    let index = selectedPlace ?? 0
    let wasSelected = selectedChild === child
    detach(child)
    if wasSelected { chosen = children.isEmpty ? nil : children[min(index, children.count - 1)] }
    selectionDidChange()
  }

  final func selectionDidChange() {
    if chosen.map(contains) != true { chosen = children.first }
    updateBar()
    childrenDidChange()
  }

  // MARK: Showing

  /// Updates the bar after a change of the children or of the selection.
  func updateBar() {}

  open override func placeVisibleChildren() {
    (viewIfLoaded as? BarContainerView)?.content = selectedChild?.view
  }

  open override var visibleChildren: [ViewController] { selectedChild.map { [$0] } ?? [] }
  override var keepsFocusedChild: Bool { false }
  open override var placesViewsOfChildren: Bool { true }

  // MARK: Restoration

  /// The key of the selection in the state.
  var stateKey: String { "selectedIndex" }

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let selectedPlace { coder.encode(selectedPlace, forKey: stateKey) }
  }

  private var restored = MergedChildren()

  open override func bindChildren(_ restored: [RestoredChild]) {
    self.restored = mergeRestored(restored, keepsNew: true)
    try? replaceChildren(with: self.restored.children)
    selectionDidChange()
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    // The merged children would keep removed ones alive.
    defer { restored = MergedChildren() }
    guard let index = coder.decodeInteger(forKey: stateKey) else { return }
    if let nearest = restored.nearest(to: index) {
      if contains(nearest) { select(nearest) }
    } else {
      selectedPlace = keepsSelectedPlace ? min(index, children.count - 1) : index
    }
  }
}

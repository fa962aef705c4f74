// Which view is focused when the screen changes.
extension Window {
  /// Called when the focused view may not be usable anymore, or the first usable view may be there.
  func usableViewsDidChange() { isFocusStale = true }

  /// Whether the focused view is on the screen and enabled, or the focus was removed on purpose.
  private var isFocusUsable: Bool {
    firstResponder.map { $0.window === self && $0.isEffectivelyEnabled } ?? isFocusGivenUp
  }

  /// Focuses the view that was focused when the state was saved, once it exists; and another view in place of one that
  /// cannot be used now.
  func updateStaleFocus() {
    let isStale = isFocusStale
    isFocusStale = false
    guard awaitsWantedFocus || isStale && !isFocusUsable else { return }
    updateFirstResponder()
    // The sizes of views depend on the focus.
    layoutIfNeeded()
  }

  /// Keeps the current focus, instead of waiting for the restored one, as the user acts on it.
  func keepFirstResponder() {
    guard awaitsWantedFocus, let view = firstResponder else { return }
    awaitsWantedFocus = false
    view.focusOwner?.focusDidMove(to: view)
    view.focusOwner?.invalidateRestorableState()
  }

  /// Ensures that a visible view is focused: on the topmost controller, the one focused the last time, otherwise the
  /// first focusable one.
  func updateFirstResponder() {
    appearanceWork += content.layOutTree()
    guard let top = topLayer else { return }
    isFocusGivenUp = false
    if !awaitsWantedFocus, let current = firstResponder, current.window === self, current.canBecomeFirstResponder,
      current.owningViewController?.isDescendant(of: top) == true
    {
      return
    }
    // A view that is hidden or disabled, or has nothing to scroll, is focused again once it can be used, unless the user uses
    // another one meanwhile.
    if !awaitsWantedFocus, let view = firstResponder, view.window === self, !view.canBecomeFirstResponder,
      let owner = view.focusOwner
    {
      owner.wantedFocus = FocusPlace(of: view, in: owner)
    }
    // Another pane may await a view, too; that waits until the user returns to the pane.
    let isRestored = top.focusPath.contains { $0.wantedFocus != nil }
    let isReturning = isRestored || awaitsWantedFocus
    let isAwaiting = top.focusPath.contains { $0.awaitsFocus(in: self) }
    if !isRestored,
      let wanting = innermostVisible(of: top).lazy.compactMap({
        $0.viewIfLoaded?.focusableViews.first(where: \.wantsFirstResponder)
      })
      .first
    {
      wanting.wantsFirstResponder = false
      makeFirstResponder(wanting)
      return
    }
    let choice = top.focusChoice(in: self)
    awaitsWantedFocus = isAwaiting
    if let choice, !isAwaiting {
      let isBack = top.wasFocused(choice)
      // A container that had the focus there before gets it back, as a tab that is selected again.
      let entered = isReturning ? [] : containers(of: choice).filter { !$0.container.wasFocused(choice) }
      takeFocus(choice)
      // A restored scroll position is kept. If it was saved at another size, a view that was visible stays visible. A view
      // that is focused for the first time is visible, too, such as the last of many actions of an alert.
      leaveScrolled()
      if isReturning || !isBack { keepFirstResponderInSight() }
      for (container, child) in entered { container.focusDidMove(into: child) }
      return
    }
    if choice !== firstResponder { setFirstResponder(choice) }
  }

  /// Returns the containers of a view, the innermost first, each with its child that contains the view.
  func containers(of view: View?) -> [(container: ViewController, child: ViewController)] {
    var found: [(container: ViewController, child: ViewController)] = []
    var child = view?.focusOwner
    while let inner = child, let container = inner.container {
      found.append((container, inner))
      child = container
    }
    return found
  }

  func innermostVisible(of controller: ViewController) -> [ViewController] {
    [controller] + controller.visibleChildren.flatMap(innermostVisible)
  }
}

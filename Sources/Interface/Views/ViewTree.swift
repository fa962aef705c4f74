// The view tree.
extension View {
  /// The window that shows the view.
  public var window: Window? {
    var top = self
    while let next = top.superview { top = next }
    return top.hostingWindow
  }

  /// The controller whose view this is, or contains this one.
  public var owningViewController: ViewController? {
    var view: View? = self
    while let current = view {
      if let controller = current.viewController { return controller }
      view = current.superview
    }
    return nil
  }

  /// The views with a restoration identifier in this tree, this one included. Skips views of child controllers.
  var identifiedSubviews: [View] {
    var found: [View] = []
    func visit(_ view: View) {
      if view.restorationIdentifier != nil { found.append(view) }
      for subview in view.subviews where subview.viewController == nil { visit(subview) }
    }
    visit(self)
    return found
  }

  /// Returns the first visible view with a title, and the point to click. Views that can be used take precedence over
  /// static text and disabled views.
  func tapTarget(titled title: String) -> (view: View, point: Point)? {
    var other: (view: View, point: Point)?
    let views = visibleViews
    for view in views {
      let list = view as? RowList
      guard let point = list.map({ $0.rowPoint(forTitle: title, isOnScreen: true) }) ?? view.tapPoint(forTitle: title)
      else { continue }
      if view.isTappable { return (view, point) }
      other = other ?? (view, point)
    }
    // What is on the screen comes before rows that are not: a list may have many.
    for case let list as RowList in views {
      if let point = list.rowPoint(forTitle: title) { return (list, point) }
    }
    return other
  }

  /// Returns all places on the screen with a title, in the order of ``tapTarget(titled:)``.
  func tapTargetsOnScreen(titled title: String) -> [(view: View, point: Point)] {
    var places: Set<Point> = []
    let found = visibleViews.flatMap { view in
      let points = (view as? RowList)?.rowPoints(forTitle: title) ?? [view.tapPoint(forTitle: title)].compactMap { $0 }
      // A view in a row is found with its row already.
      return points.filter { places.insert(view.convertToWindow($0)).inserted }.map { (view: view, point: $0) }
    }
    let usable = found.filter { $0.view.isTappable }
    return usable.isEmpty ? found : usable
  }

  /// Returns the candidates for ``tapTarget(titled:)``. Skips lists, which would search all their rows.
  func tapTargets(titled title: String) -> [View] {
    let found = visibleViews.filter { !($0 is RowList) && $0.tapPoint(forTitle: title) != nil }
    let active = found.filter { !$0.isTextOnly }
    return active.isEmpty ? found : active
  }

  private var isTextOnly: Bool { accessibilityRole == .text && !canBecomeFirstResponder }

  /// Whether a tap can have an effect. Static text and disabled views cannot be tapped.
  var isTappable: Bool { !isTextOnly && isEffectivelyEnabled }

  /// This view and all below it, without hidden ones, in reading order.
  package var visibleViews: [View] {
    guard !isHidden else { return [] }
    return [self] + subviews.flatMap(\.visibleViews)
  }

  // MARK: Changing the tree

  /// Adds a view in front of the others, removing it from its superview.
  ///
  /// If there is a ``refusal(ofSubview:)``, the view stays in its superview and a problem is reported.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Inserts a view at an index, like ``addSubview(_:)``.
  public func insertSubview(_ view: View, at index: Int) {
    if let refusal = refusal(ofSubview: view) {
      applicationContext?.report(refusal, from: className, once: true)
      return
    }
    view.removeFromSuperview()
    subviewList.insert(view, at: index)
    view.superview = self
    view.viewController?.viewMayBeShown()
    didNest(view)
    didTakeOwnership(of: view)
    subviewsDidChange()
    window?.usableViewsDidChange()
    view.owningViewController?.viewsDidEnter(view.identifiedSubviews)
  }

  /// Returns why a view cannot be a subview of this one; nil if it can.
  public func refusal(ofSubview view: View) -> ContainmentError? {
    if sequence(first: self, next: \.superview).contains(where: { $0 === view }) { return .viewInItself }
    return hasRoom(for: view, within: Self.maximumDepth)
      ? nil : .tooDeep(child: view.className, parent: className, kind: "views", limit: Self.maximumDepth)
  }

  /// Replaces some subviews by others, in front of all that stay.
  func replaceSubviews(_ old: [View], with new: [View]) {
    for view in old where view.superview === self { view.removeFromSuperview() }
    new.forEach(addSubview)
  }

  /// Replaces all subviews. Those that stay in their place are not touched.
  func setSubviews(_ views: [View]) {
    for old in subviews where !views.contains(where: { $0 === old }) { old.removeFromSuperview() }
    for (index, view) in views.enumerated() where index >= subviews.count || subviews[index] !== view {
      insertSubview(view, at: index)
    }
  }

  /// Removes the view from its superview.
  public func removeFromSuperview() {
    guard let owner = superview, let place = owner.subviewList.place(of: self) else { return }
    if viewController == nil { owningViewController?.viewsDidLeave(identifiedSubviews) }
    if containsFirstResponder {
      // The borders of all its superviews look focused no longer.
      window?.setNeedsDisplay()
      window?.usableViewsDidChange()
    }
    owner.subviewList.remove(at: place)
    superview = nil
    viewController?.viewMayBeShown()
    owner.didReleaseOwnership(of: self)
    owner.subviewsDidChange()
  }

  private func subviewsDidChange() {
    superviewNeedsLayout()
    setNeedsLayout()
    owningViewController?.invalidateRestorableChildren()
    if namesSubviewsByPosition { owningViewController?.focusPlaceMayHaveChanged() }
  }
}

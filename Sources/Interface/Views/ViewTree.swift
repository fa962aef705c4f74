// Where a view is in the tree, and what is below it.
extension View {
  /// The window that shows the view.
  public var window: Window? {
    var top = self
    while let next = top.superview { top = next }
    return top.hostingWindow
  }

  /// The controller whose root view this is, or is in.
  public var owningViewController: ViewController? {
    var view: View? = self
    while let current = view {
      if let controller = current.viewController { return controller }
      view = current.superview
    }
    return nil
  }

  /// The views with a restoration identifier, this one included, in the order of the view tree. Those of child
  /// controllers are theirs.
  var identifiedSubviews: [View] {
    var found: [View] = []
    func visit(_ view: View) {
      if view.restorationIdentifier != nil { found.append(view) }
      for subview in view.subviews where subview.viewController == nil { visit(subview) }
    }
    visit(self)
    return found
  }

  /// The first visible view of this title, and where to click on it. What does something comes before a text beside it.
  func tapTarget(titled title: String) -> (view: View, point: Point)? {
    var text: (view: View, point: Point)?
    for view in visibleViews {
      guard let point = view.tapPoint(forTitle: title) else { continue }
      if !view.isTextOnly { return (view, point) }
      text = text ?? (view, point)
    }
    return text
  }

  /// The visible views that ``tapTarget(titled:)`` chooses among; lists, which would look through their rows, are passed over.
  func tapTargets(titled title: String) -> [View] {
    let found = visibleViews.filter { !($0 is RowList) && $0.tapPoint(forTitle: title) != nil }
    let active = found.filter { !$0.isTextOnly }
    return active.isEmpty ? found : active
  }

  var isTextOnly: Bool { accessibilityRole == .text && !canBecomeFirstResponder }

  private var visibleViews: [View] {
    guard !isHidden else { return [] }
    return [self] + subviews.flatMap(\.visibleViews)
  }

  // MARK: Changing it

  /// Adds a view in front of the others. It leaves the view it was in.
  ///
  /// One for which there is a ``refusal(ofSubview:)`` stays where it is, and the user is informed.
  public func addSubview(_ view: View) {
    insertSubview(view, at: subviews.count)
  }

  /// Adds a view at a place among the others, as ``addSubview(_:)`` does.
  public func insertSubview(_ view: View, at index: Int) {
    if let refusal = refusal(ofSubview: view) {
      applicationContext?.report(refusal, from: className, isToldOnce: true)
      return
    }
    view.removeFromSuperview()
    subviewList.insert(view, at: index)
    view.superview = self
    didNest(view)
    didTakeOwnership(of: view)
    subviewsDidChange()
    view.owningViewController?.viewsTookPlace(view.identifiedSubviews)
  }

  /// Why a view cannot be in this one; nil if it can.
  public func refusal(ofSubview view: View) -> ContainmentError? {
    if sequence(first: self, next: \.superview).contains(where: { $0 === view }) { return .viewInItself }
    return hasRoom(for: view, within: Self.maximumDepth)
      ? nil : .tooDeep(child: view.className, parent: className, kind: "views", limit: Self.maximumDepth)
  }

  /// Puts views in the place of others, in front of all that stay.
  func replaceSubviews(_ old: [View], with new: [View]) {
    for view in old where view.superview === self { view.removeFromSuperview() }
    new.forEach(addSubview)
  }

  /// Leaves the view it is in.
  public func removeFromSuperview() {
    guard let owner = superview, let place = owner.subviewList.place(of: self) else { return }
    if viewController == nil { owningViewController?.viewsDidLeave(identifiedSubviews) }
    owner.subviewList.remove(at: place)
    superview = nil
    owner.didReleaseOwnership(of: self)
    owner.subviewsDidChange()
  }

  private func subviewsDidChange() {
    superviewNeedsLayout()
    setNeedsLayout()
    owningViewController?.invalidateRestorableChildren()
    if namesSubviewsByPlace { owningViewController?.focusPlaceMayHaveChanged() }
  }
}

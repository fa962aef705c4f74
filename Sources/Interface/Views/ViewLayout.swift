// Which views are laid out, and when.
extension View {
  /// Notes that the layout of the view is outdated, up to the first superview that knows.
  func layoutDidBecomeOutdated() {
    var view: View? = self
    while let current = view, !current.isTreeOutdated {
      current.isTreeOutdated = true
      view = current.superview
    }
  }

  /// Marks the layout as outdated, so that it is computed before the next drawing.
  public func setNeedsLayout() {
    LayoutPass.layoutDidBecomeOutdated()
    needsLayout = true
    setNeedsDisplay()
  }

  /// Marks the layout of the view and of all its descendants as outdated.
  func treeNeedsLayout() {
    needsLayout = true
    for subview in subviews { subview.treeNeedsLayout() }
  }

  /// Marks the layout of all superviews as outdated, as the view's place may change.
  func superviewNeedsLayout() {
    LayoutPass.layoutDidBecomeOutdated()
    var view = superview
    while let current = view {
      current.needsLayout = true
      view = current.superview
    }
    setNeedsDisplay()
  }

  /// Updates the layout after a change that affects the view's size.
  public func contentSizeDidChange() {
    heldBytesDidChange()
    needsLayout = true
    superviewNeedsLayout()
  }

  /// Updates the layout after a change that affects the view's preferred width at most. Superviews are laid out again
  /// only if one of them uses it.
  func preferredWidthDidChange() {
    var view = self
    while let outer = view.superview {
      if outer.usesPreferredWidth(of: view) { return contentSizeDidChange() }
      view = outer
    }
    heldBytesDidChange()
    setNeedsLayout()
  }

  /// Lays out this view and its descendants where the layout is outdated.
  public func layoutIfNeeded() { layOutTree() }

  /// Lays out this view and its descendants where the layout is outdated.
  ///
  /// - Returns: the number of views visited. Trees without outdated layout are skipped.
  @discardableResult
  func layOutTree() -> Int { isTreeOutdated ? LayoutPass.perform(layOutOutdatedTree) : 1 }

  /// Does the work of ``layOutTree()``.
  func layOutOutdatedTree() -> Int {
    guard isTreeOutdated else { return 1 }
    // Layout can invalidate itself; the limit stops a view that always does.
    for _ in 0..<10 where needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    // From here on, a change that a subview's layout causes is left to the next call.
    isTreeOutdated = false
    if needsLayout { layoutDidBecomeOutdated() }
    // Called twice for each key: a loop, because a closure would check the actor for each view.
    var count = 1
    for subview in subviews { count += subview.isHidden ? 1 : subview.layOutOutdatedTree() }
    return count
  }
}

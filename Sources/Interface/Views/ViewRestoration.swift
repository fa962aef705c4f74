import StateRestoration

// The requirements of preservation and restoration.
extension View {
  public var restorationPathParent: (any StateRestoring)? { owningViewController }

  public var encodesUnobservedState: Bool { overrides?.defines("encodeRestorableState", for: self) ?? false }

  public func preserve(with coder: StateCoder) throws {
    encodeBuiltInState(with: coder.builtIn)
    if try overrides?.perform(.encodeRestorableState(coder), on: self) != true {
      try encodeRestorableState(with: coder)
    }
  }

  public func restore(from coder: StateCoder) throws {
    decodeBuiltInState(with: coder.decodedBuiltIn)
    if try overrides?.perform(.decodeRestorableState(coder), on: self) != true {
      try decodeRestorableState(with: coder)
    }
  }

  /// Marks the state of the view and of its controller as possibly changed.
  public func invalidateRestorableState() {
    owningViewController?.viewStateChanged(self)
  }

  /// Draws the view again and marks its state as changed.
  func visibleStateDidChange() {
    setNeedsDisplay()
    invalidateRestorableState()
  }

  /// Notes that a preserved value was set, even if it did not change.
  public func stateWasGiven() {
    if !hadPlace { isStateGiven = true }
  }
}

// Views that leave the tree of their controller, and return or are re-created.
extension Preservation {
  /// Called when a view has left the tree of its controller.
  public func viewDidLeave(_ view: any StateRestoring, _ controller: any StateRestoring) {
    guard let record = tree.record(of: view), let owner = tree.record(of: controller) else { return }
    owner.noteDeparture(of: record)
  }

  /// Called when a view has returned to the tree of its controller.
  public func viewDidReturn(_ view: any StateRestoring, to controller: any StateRestoring) {
    guard let record = tree.record(of: view), let owner = tree.record(of: controller) else { return }
    owner.noteReturn(of: record)
  }

  /// Restores a re-created view from the last state of its predecessor with the same identifier, which has left the
  /// tree.
  public func restoreFromPredecessor(_ view: any StateRestoring, of controller: any StateRestoring) {
    guard let identifier = view.restorationIdentifier, tree.record(of: view) == nil,
      let owner = tree.record(of: controller), owner.isInTree,
      let stored = owner.predecessor(named: identifier), !stored.state.isEmpty
    else { return }
    let path = owner.path.appending(identifier)
    let coder = StateCoder(decoding: stored.state, pieces: stored.pieces)
    application.call(
      LifeCycleEvent(.node(path), "decodeRestorableState"), with: coder, in: log,
      consequence: "It keeps its initial state."
    ) { try view.restore(from: coder) }
  }
}

import Interface
import StateRestoration

// Operations that the launch performs too early or too late, relative to the restoration.
extension Evidence {
  /// Restored screens that the launch replaces or removes.
  var launchFindings: [Finding] {
    guard let after else { return [] }
    let roots = after.lostRoots.map { lost in
      let place = after.place(lost.place)
      return builtTooEarly(
        lost.path.description, nil, place ?? after.applicationMethods["didFinishLaunching"],
        "this replaces the restored root \(lost.path)",
        (scripts.createsWindow(ofRootAt: place)
          ? "Create the window in willFinishLaunching, before the restoration, and look here: " : "Look first: ")
          + "if not \(scripts.root(setAt: place) ?? "self.window.rootViewController") then … end.")
    }
    if !roots.isEmpty { return roots }
    let replaced = after.lostMoves.released.intersection(after.replacedMoves).sorted()
      .map { after.recorder.released[$0] }.filter { $0.stage == .restored && $0.isScript && $0.ownedIdentifier != nil }
    let doubled = after.doubledMoves.sorted().map { after.recorder.taken[$0] }
    let sharedPaths = Set(sharedIdentifiers.compactMap(\.path))
    return (replaced + doubled).compactMap { move in
      let path = move.ownedPath.description
      if sharedPaths.contains(path) { return nil }
      return builtTooEarly(
        path, move.ownedClass, after.place(move.place),
        "this puts a new \(move.ownedClass) in the place of the restored \(path)",
        "Look first whether the restoration has created it already.")
    } + removedScreens(after)
  }

  /// Restored screens that the launch removes, as one that returns to the first screen whenever the app becomes active.
  private func removedScreens(_ after: RunEvidence) -> [Finding] {
    after.lostMoves.released.subtracting(after.replacedMoves).sorted().compactMap { index in
      let move = after.recorder.released[index]
      guard move.stage == .restored, move.isScript, move.isCreatedWhileRestoring, let owner = move.ownerPath,
        let path = move.ownedIdentifier.map(owner.appending), before.tree.saved[path]?.className == move.ownedClass,
        after.tree.saved[path] == nil
      else { return nil }
      return builtTooEarly(
        path.description, move.ownedClass, after.place(move.place), "this removes the restored \(path)",
        "Do it only when the user asks for it, or in a launch that restores nothing.")
    }
  }

  private func builtTooEarly(
    _ path: String, _ className: String?, _ place: Place?, _ message: String, _ remedy: String
  ) -> Finding {
    // `rootViewController`, `viewControllers`
    let first = scripts.firstLine(ofAssignmentAt: place) { $0.lowercased().contains("viewcontroller") }
    return Finding(
      code: .builtTooEarly, path: path, className: className, place: first, message: message,
      consequence: "The restored screens and their state are discarded.", remedy: remedy)
  }

  /// Reads of containers while the view is loaded during a restoration.
  var containerFindings: [Finding] {
    guard let after else { return [] }
    return after.lateContainers.sorted().compactMap { index in
      let read = after.recorder.containerReads[index]
      guard read.isNil, read.isRestoring, let path = read.path else { return nil }
      return Finding(
        code: .containerInViewDidLoad, path: path.description, className: read.className, key: read.property.rawValue,
        place: after.place(read.place),
        message: "\(read.method) reads \(read.property.rawValue), which is nil while \(path) is being restored",
        consequence: "What depends on it is missing, or fails, after a restart.",
        remedy: "Do this in viewWillAppear, where the controller is in its container.")
    }
  }

  /// Tables whose selection is saved by row.
  var tableFindings: [Finding] {
    before.tree.saved.values.compactMap { node in
      guard node.isSelectedByRow else { return nil }
      return Finding(
        code: .selectionByRow, path: node.path?.description, className: node.className, place: place(of: node),
        message: "the selection of this \(node.className) is saved by row, as its data source has no model identifiers",
        consequence: "When rows are added, removed or moved meanwhile, another item is selected.",
        remedy: "Define modelIdentifierForElement(tableView, section, row) on the data source.")
    }
  }
}

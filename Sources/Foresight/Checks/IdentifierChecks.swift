import StateRestoration

// Identifiers that are missing, occur twice, or differ from launch to launch.
extension Evidence {
  var identifierFindings: [Finding] {
    before.tree.roots.flatMap(gaps) + viewGaps + duplicates(in: before.tree) + lateDuplicates
  }

  /// Those of views that only the restored app has loaded, such as in a tab that is not selected, and of controllers to which
  /// their restoration gives the same identifier.
  private var lateDuplicates: [Finding] {
    guard let after else { return [] }
    let twice = Set(createdTwice(after).compactMap(\.path))
    // A controller of another class than was saved is in the place of one with an identifier of its own.
    let others = otherClasses(after)
    func isInPlaceOfOther(_ finding: Finding) -> Bool {
      others.contains { other in
        other.className == finding.className && Self.parent(of: finding) == Self.parent(of: other)
      }
    }
    let known = Set(duplicates(in: before.tree).compactMap(\.path)).union(twice)
    return after.tree.controllers.flatMap(duplicates).filter { finding in
      !known.contains(finding.path ?? "") && !isInPlaceOfOther(finding)
    }
  }

  private static func parent(of finding: Finding) -> IdentifierPath {
    IdentifierPath(parsing: finding.path ?? "").parent
  }

  // MARK: Missing

  /// Finds the controllers nearest to the root without an identifier or a parent, from a controller down.
  func gaps(from node: TreeRecord.Node) -> [Finding] { gaps(from: node, isMissing: false) }

  /// - Parameter isMissing: whether its container has fewer children of its class after the restoration.
  private func gaps(from node: TreeRecord.Node, isMissing: Bool) -> [Finding] {
    if node.isTransient { return [] }
    guard node.identifier == nil else {
      let missing = missingChildren(of: node)
      return orphans(of: node) + node.children.flatMap { gaps(from: $0, isMissing: missing.contains($0.className)) }
    }
    let lost = identified(below: node)
    guard !lost.isEmpty || node.encodesAt != nil || node.isAlert || isMissing else {
      return orphans(from: node)
    }
    let what = node.isAlert ? "it is not restored, although it is presented with onResult" : loss(of: node, lost)
    return [noIdentifier(node, what, Self.consequenceOfGap)]
  }

  private static let consequenceOfGap =
    "It and everything below it is missing, or in its initial state, after a restart."

  /// Returns a clause on what is not saved of a controller.
  ///
  /// - Parameter lost: the paths of the identified nodes below it.
  private func loss(of node: TreeRecord.Node, _ lost: [String]) -> String {
    switch lost.count {
    case 0: node.encodesAt == nil ? "it is not restored" : "its encodeRestorableState is never called"
    case 1: "\(lost[0]) below it is not saved"
    default:
      "the \(lost.count) identified nodes below it are not saved (\(lost.prefix(3).joined(separator: ", "))\(lost.count > 3 ? ", …" : ""))"
    }
  }

  /// Finds the controllers without a parent that would save something, from a controller down.
  private func orphans(from node: TreeRecord.Node) -> [Finding] {
    node.isTransient ? [] : orphans(of: node) + node.children.flatMap { orphans(from: $0) }
  }

  /// Finds those whose views are shown in that of a controller.
  private func orphans(of holder: TreeRecord.Node) -> [Finding] {
    holder.orphans.flatMap { node in
      let lost = identified(below: node)
      guard !lost.isEmpty || node.encodesAt != nil, !isEncodedByOthers(node) else { return orphans(from: node) }
      return [
        Finding(
          code: .noIdentifier, path: node.shownPath, seenPath: node.seenPath, className: node.className,
          place: place(of: node),
          message:
            "the view of this \(node.className) is shown, but the controller has no parent, so \(loss(of: node, lost))",
          consequence: Self.consequenceOfGap, remedy: "Call addChild on the controller whose view contains it.")
      ]
    }
  }

  /// Whether nodes of other classes save what a controller's class encodes, by calling its method.
  private func isEncodedByOthers(_ node: TreeRecord.Node) -> Bool {
    let names = Set(scripts.lineage(of: node.className))
    return before.recorder.encoded.contains { path, uses in
      let own = before.tree.saved[path].map { scripts.lineage(of: $0.className) } ?? []
      return uses.contains { use in use.encoder.map { names.subtracting(own).contains($0.name) } ?? false }
    }
  }

  private func noIdentifier(_ node: TreeRecord.Node, _ what: String, _ consequence: String) -> Finding {
    Finding(
      code: .noIdentifier, path: node.shownPath, className: node.className, place: place(of: node),
      message: "this \(node.className) has no restorationIdentifier, so \(what)", consequence: consequence,
      remedy: "Give it one: \(scripts.variable(ofClass: node.className)) { restorationIdentifier = \"…\" }.")
  }

  /// Returns the classes of children without identifiers of which a saved container has fewer after the restoration: what is
  /// below them is unknown as long as their views are not loaded.
  private func missingChildren(of node: TreeRecord.Node) -> Set<String> {
    guard let path = node.path, let after, let other = after.tree.saved[path], other.className == node.className else {
      return []
    }
    func count(_ node: TreeRecord.Node) -> [String: Int] {
      Dictionary(node.children.filter { $0.identifier == nil }.map { ($0.className, 1) }, uniquingKeysWith: +)
    }
    let rest = count(other)
    return Set(count(node).filter { $0.value > rest[$0.key, default: 0] }.keys)
  }

  /// Returns the paths of the identified nodes below a controller.
  private func identified(below node: TreeRecord.Node) -> [String] {
    node.views.map(\.shownPath)
      + node.children.filter { !$0.isTransient }.flatMap { child in
        (child.identifier != nil || child.encodesAt != nil ? [child.shownPath] : []) + identified(below: child)
      }
  }

  /// Views without an identifier that would save something.
  private var viewGaps: [Finding] {
    var isSaved = false
    return before.tree.all.compactMap { node in
      guard node.isView else {
        isSaved = node.path != nil
        return nil
      }
      guard isSaved, node.identifier == nil, node.encodesAt != nil else { return nil }
      return noIdentifier(
        node, "its encodeRestorableState is never called", "It is in its initial state after a restart.")
    }
  }

  // MARK: Twice

  /// The roots of all windows are siblings, too.
  private func duplicates(in tree: TreeRecord) -> [Finding] {
    duplicates(among: tree.roots) + tree.controllers.flatMap(duplicates)
  }

  private func duplicates(below node: TreeRecord.Node) -> [Finding] {
    guard node.path != nil else { return [] }
    return duplicates(among: node.children + node.views)
  }

  private func duplicates(among siblings: [TreeRecord.Node]) -> [Finding] {
    var first: [String: TreeRecord.Node] = [:]
    let siblings = siblings.enumerated().sorted {
      ($0.element.creationNumber ?? 0, $0.offset) < ($1.element.creationNumber ?? 0, $1.offset)
    }
    return siblings.map(\.element).compactMap { node in
      guard let identifier = node.identifier else { return nil }
      guard let other = first[identifier] else {
        first[identifier] = node
        return nil
      }
      let otherPlace = placeOfName(of: other).map { " (\($0))" } ?? ""
      return Finding(
        code: .duplicateIdentifier, path: node.shownPath, className: node.className, place: placeOfName(of: node),
        message:
          "this \(node.className) has the restorationIdentifier \"\(identifier)\" of its sibling \(other.className)\(otherPlace)",
        consequence: node.isView == other.isView
          ? "The two are distinguished only by their order, so each can get the other's state."
          : "Both have the same path, so what looks for one of them by its path finds the other.",
        remedy: "Give each sibling an identifier of its own.")
    }
  }

  /// Returns the place where a node was created, or where a script has named a controller of a scene.
  private func placeOfName(of node: TreeRecord.Node) -> Place? {
    node.scene == nil || node.hasNameOfScene ? place(of: node) : before.place(node.namedAt)
  }

  /// The identifiers that siblings share in each fresh launch, so that a restoration is not the cause.
  var sharedIdentifiers: [Finding] {
    let others = beside.map { duplicates(in: $0.tree) } ?? []
    return duplicates(in: before.tree).filter { finding in others.contains { $0.path == finding.path } }
  }

  // MARK: Unstable

  /// Identifiers that differ between two fresh launches.
  var stabilityFindings: [Finding] {
    // A run that was driven to another screen is compared as far as the screens are the same, with the same steps, and with
    // the restored run.
    func unstable(_ run: RunEvidence, _ other: RunEvidence?) -> [Finding] {
      other.map { other in zip(run.tree.roots, other.tree.roots).flatMap { self.unstable($0, $1) } } ?? []
    }
    // A node that a step creates can have any identifier if it is restored. A scene's own identifier is computed again at each
    // launch.
    let ofSteps = unstable(before, repeated).filter { finding in
      nodes(of: finding, in: after).isEmpty || nodes(of: finding, in: before).contains { $0.hasNameOfScene }
    }
    return unstable(launched, beside) + ofSteps + unstableViews + unstableObjects + unstableClasses + renamedControllers
  }

  /// Controllers that a restoration method creates with another identifier than that of the path.
  private var renamedControllers: [Finding] {
    guard let after else { return [] }
    let omitted = after.recorder.omittedPaths
    let nodes = archive?.pathNodes.filter { $0.node.kind == .viewController && !omitted.contains($0.path) } ?? []
    // A launch without a restoration creates others.
    let launched = Set(before.tree.all.map(\.createdAt))
    return nodes.map(\.path).compactMap { path in
      guard after.tree.saved[path] == nil, let node = before.tree.saved[path], let identifier = node.identifier else {
        return nil
      }
      let others = after.tree.saved.filter { other, created in
        created.className == node.className && other.parent == path.parent && before.tree.saved[other] == nil
          && !launched.contains(created.createdAt) && after.tree.all.count { $0.path == other } == 1
      }
      guard others.count == 1, let created = others.first?.value, let second = created.identifier,
        // Computed names are compared between launches.
        scripts.texts.contains(identifier)
      else { return nil }
      return Finding(
        code: .unstableIdentifier, path: node.shownPath, className: node.className, place: after.place(created.namedAt),
        message:
          "this \(node.className) is restored with the restorationIdentifier \"\(second)\", and was saved with \"\(identifier)\"",
        consequence: "It is saved under another path, which the launch after the next does not know.",
        remedy: "Give it the last identifier of the path.")
    }
  }

  /// The saved nodes that a finding is about, in one of the runs.
  private func nodes(of finding: Finding, in run: RunEvidence?) -> [TreeRecord.Node] {
    (run?.tree.all ?? []).filter { node in
      node.path != nil && node.shownPath == finding.path && node.className == finding.className
    }
  }

  /// Saved controllers and objects whose class, or restoration class, has another name in each launch, so that no launch finds
  /// the one that was saved.
  private var unstableClasses: [Finding] {
    guard let archive, let beside else { return [] }
    var others: [String: (name: String, place: String)] = [:]
    for (place, names) in before.classNames {
      let new = (beside.classNames[place] ?? []).filter { !names.contains($0) }
      guard let other = new.first else { continue }
      for name in names where beside.classNames.values.allSatisfy({ !$0.contains(name) }) {
        others[name] = (other, place)
      }
    }
    guard !others.isEmpty else { return [] }
    return archive.pathNodes.filter { $0.node.kind != .view }.compactMap { path, node in
      let names = [node.className, node.restorationClassName].compactMap { $0 }
      guard let name = names.first(where: { others[$0] != nil }), let other = others[name] else { return nil }
      return Finding(
        code: .unstableIdentifier, path: path.description, className: name, place: before.place(other.place),
        message: "the name of this class differs from launch to launch: \"\(name)\" and \"\(other.name)\"",
        consequence: "The next launch does not know the class, so that nothing of it is restored.",
        remedy: Self.stableName)
    }
  }

  /// A run with the first clock after its launch.
  private var launched: RunEvidence { fresh ?? before }

  /// Registered objects whose identifiers differ between two fresh launches.
  private var unstableObjects: [Finding] {
    guard let beside else { return [] }
    func named(_ objects: [IdentifierPath: String], at place: String) -> [IdentifierPath] {
      objects.filter { $0.value == place }.map(\.key).sorted { "\($0)" < "\($1)" }
    }
    return launched.objects.compactMap { path, place in
      let (paths, others) = (named(launched.objects, at: place), named(beside.objects, at: place))
      guard let index = paths.firstIndex(of: path), paths.count == others.count, Set(paths).isDisjoint(with: others)
      else { return nil }
      return unstable(
        "registered object", path.description, nil, at: before.place(place),
        path.components.last ?? "", others[index].components.last ?? "")
    }
  }

  /// Whether saved nodes that a fresh launch does not have got identifiers that are not constants of the scripts, or rows such
  /// that may be addresses.
  var needsRepetition: Bool {
    let hasNames = before.tree.saved.contains { path, node in
      beside?.tree.saved[path] == nil && node.identifier.map { !scripts.texts.contains($0) } ?? false
    }
    return hasNames || mayHaveAddresses
  }

  /// Views of restored screens whose identifiers differ from those that were saved.
  private var unstableViews: [Finding] {
    guard let after else { return [] }
    return before.tree.saved.flatMap { path, node -> [Finding] in
      guard !node.isView, let other = after.tree.saved[path], other.className == node.className else { return [] }
      return pairs(node.views, other.views).compactMap { difference($0, $1) }
    }
  }

  private func unstable(_ node: TreeRecord.Node, _ other: TreeRecord.Node) -> [Finding] {
    guard node.className == other.className else { return [] }
    if let finding = difference(node, other) { return [finding] }
    return pairs(node.views, other.views).compactMap { difference($0, $1) }
      + pairs(node.children, other.children).flatMap { unstable($0, $1) }
  }

  /// Pairs siblings of two runs: those with the same identifier, and then the others of one class and place in order.
  private func pairs(_ nodes: [TreeRecord.Node], _ others: [TreeRecord.Node]) -> [(TreeRecord.Node, TreeRecord.Node)] {
    var free = others
    var found: [(TreeRecord.Node, TreeRecord.Node)] = []
    var rest: [TreeRecord.Node] = []
    for node in nodes {
      if let index = free.firstIndex(where: { $0.identifier == node.identifier && $0.className == node.className }) {
        found.append((node, free.remove(at: index)))
      } else {
        rest.append(node)
      }
    }
    for node in rest {
      guard
        let index = free.firstIndex(where: {
          $0.className == node.className && $0.createdAt == node.createdAt && $0.namedAt == node.namedAt
        })
      else { continue }
      found.append((node, free.remove(at: index)))
    }
    return found
  }

  private func difference(_ node: TreeRecord.Node, _ other: TreeRecord.Node) -> Finding? {
    guard let identifier = node.identifier, let second = other.identifier, identifier != second,
      node.namedAt == other.namedAt,
      // A choice between constants depends on the state.
      !scripts.texts.contains(identifier) || !scripts.texts.contains(second)
    else { return nil }
    let named =
      node.hasNameOfScene
      ? nil : scripts.firstLine(ofAssignmentAt: before.place(node.namedAt)) { $0 == "restorationIdentifier" }
    return unstable(
      node.className, node.shownPath, node.className, at: named ?? place(of: node), identifier, second)
  }

  private func unstable(
    _ what: String, _ path: String, _ className: String?, at place: Place?, _ identifier: String, _ second: String
  ) -> Finding {
    Finding(
      code: .unstableIdentifier, path: path, className: className, place: place,
      message:
        "the restorationIdentifier of this \(what) differs from launch to launch: \"\(identifier)\" and \"\(second)\"",
      consequence: "The next launch does not find what was saved under the old identifier.",
      remedy: Self.stableName)
  }

  private static let stableName =
    "Use a constant, or a name from the app's data; no address, time, counter or random number."
}

import Interface
import StateRestoration

// Performs each operation on the app and on the model.
extension Life {
  private func controller(_ node: SketchNode) throws -> ViewController {
    guard let controller = controllers[ObjectIdentifier(node)] else {
      throw Difference(description: "the model has lost \(node.identifier ?? "a controller")")
    }
    return controller
  }

  func setFailing(_ node: SketchNode, _ isFailing: Bool) {
    node.isFailing = isFailing
    controllers[ObjectIdentifier(node)]?.keeper?.isFailing = isFailing
  }

  private func pick(_ place: Int) -> SketchNode { sketch.nodes[place % sketch.nodes.count] }

  /// Records that a controller changed, so that its stored state is no longer kept. Its ancestors change, too, as
  /// keyboard focus may have moved.
  private func touch(_ node: SketchNode) throws {
    if node.kept != nil || node.kind == .grower {
      if hasSaved { node.kept = nil }
      try controller(node).invalidateRestorableState()
    }
    if let parent = sketch.parent(of: node) { try touch(parent) }
  }

  /// Whether a child can be added to a controller. A node that would replace a kept one is added later.
  private func takes(_ node: SketchNode) -> Bool { node.kept == nil || hasSaved }

  private func name(_ identifier: String?, for kind: SketchNode.Kind) -> String? {
    kind == .grower ? identifier.map { _ in SketchNode.growerName } : identifier
  }

  private func make(_ kind: SketchNode.Kind, _ identifier: String?, hasClass: Bool) throws -> SketchNode {
    let node = SketchNode(kind, identifier: name(identifier, for: kind), hasClass: hasClass)
    controllers[ObjectIdentifier(node)] = try app.build(node)
    return node
  }

  /// Whether a controller may be a child of another.
  private func mayStand(_ kind: SketchNode.Kind, in parent: SketchNode) -> Bool {
    switch parent.kind {
    case .navigation: kind != .navigation
    case .grower: kind == .plain
    case .split: parent.children.count < 2
    case .plain, .tabs, .pages: true
    }
  }

  func change(_ operation: Operation) throws {
    switch operation {
    case .insert(let place, let kind, let identifier, let hasClass, let index):
      let parent = pick(place)
      guard mayStand(kind, in: parent), takes(parent) else { return }
      try insert(try make(kind, identifier, hasClass: hasClass), into: parent, at: index)
    case .remove(let place):
      let node = pick(place)
      guard let parent = sketch.parent(of: node), parent.children.contains(where: { $0 === node }), mayGo(node) else {
        return
      }
      try remove(node, from: parent)
      forget(node.withDescendants)
    case .move(let place, let to, let index):
      let node = pick(place)
      guard let parent = sketch.parent(of: node), parent.children.contains(where: { $0 === node }) else { return }
      let destinations = sketch.nodes.filter { other in
        !node.withDescendants.contains { $0 === other } && mayStand(node.kind, in: other) && takes(other)
      }
      guard !destinations.isEmpty else { return }
      let destination = destinations[to % destinations.count]
      guard destination !== parent else { return }
      try remove(node, from: parent)
      try insert(node, into: destination, at: index)
    case .shift(let place, let by):
      let parent = pick(place)
      guard parent.kind != .plain, parent.kind != .grower, parent.children.count > 1 else { return }
      try touch(parent)
      let current = parent.current
      let step = by % parent.children.count
      parent.children = Array(parent.children[step...] + parent.children[..<step])
      parent.selected = current
      try setChildren(of: parent)
      if parent.kind == .tabs || parent.kind == .pages, let current { try select(current, in: parent) }
    case .present(let place, let kind, let identifier, let hasClass):
      let presenter = pick(place)
      guard presenter.presented == nil, !isAdopted(presenter), presenter.kind != .grower, takes(presenter) else {
        return
      }
      try touch(presenter)
      let node = try make(kind, identifier, hasClass: hasClass)
      presenter.presented = node
      try controller(presenter).present(try controller(node))
    case .dismiss(let place):
      let presenter = pick(place)
      guard let presented = presenter.presented, mayGo(presented) else { return }
      try touch(presenter)
      try controller(presenter).dismiss()
      presenter.presented = nil
      forget(presented.withDescendants)
    case .replaceRoot(let kind, let identifier):
      guard kind != .grower, mayGo(sketch.root) else { return }
      let old = sketch.root
      let node = try make(kind, identifier, hasClass: true)
      sketch.root = node
      app.window?.rootViewController = try controller(node)
      forget(old.withDescendants)
    case .adopt(let place, let identifier, let value):
      let holder = pick(place)
      guard holder.kind == .plain, !holder.isFailing, takes(holder) else { return }
      try touch(holder)
      let node = try make(.plain, identifier, hasClass: true)
      node.value = value
      try controller(node).keeper?.value = value
      holder.adopted.append(node)
      try controller(holder).keeper?.adopted.append(try controller(node))
    case .disown(let place):
      let holder = pick(place)
      guard let first = holder.adopted.first, !holder.isFailing, mayGo(first) else { return }
      let node = holder.adopted.removeFirst()
      try controller(holder).keeper?.adopted.removeFirst()
      forget(node.withDescendants)
    case .rename(let place, let identifier):
      let node = pick(place)
      guard !isAdopted(node) else { return }
      node.identifier = name(identifier, for: node.kind)
      try controller(node).restorationIdentifier = node.identifier
      if let parent = sketch.parent(of: node), parent.kind == .grower { try touch(parent) }
    case .setValue(let place, let value):
      let node = pick(place)
      try touch(node)
      node.value = value
      try controller(node).keeper?.value = value
    case .setClass(let place, let hasClass):
      let node = pick(place)
      // Nodes in a grower have none.
      guard !isBelowGrower(node) else { return }
      try touch(node)
      node.hasClass = hasClass
      try controller(node).restorationClass = hasClass ? app.pageClass(named: node.kind.rawValue) : nil
    case .select(let place, let child):
      let node = pick(place)
      guard node.kind == .tabs || node.kind == .pages, !node.children.isEmpty else { return }
      try touch(node)
      try select(node.children[child % node.children.count], in: node)
    case .divide(let place, let column):
      let node = pick(place)
      guard let split = try controller(node) as? SplitPage else { return }
      try touch(node)
      node.divider = column
      split.dividerPosition = column
    case .refer(let place, let key, let to):
      let (node, target) = (pick(place), pick(to))
      guard !isBelowAdopted(target) else { return }
      try touch(node)
      node.references[key] = target
      try controller(node).keeper?.references[key] = try controller(target)
    case .referToObject(let place, let key, let index):
      guard !sketch.objects.isEmpty else { return }
      let (node, target) = (pick(place), sketch.objects[index % sketch.objects.count])
      guard let object = objects[ObjectIdentifier(target)] else { return }
      try touch(node)
      node.references[key] = target
      try controller(node).keeper?.references[key] = object
    case .addView, .removeView, .shiftView, .renameView, .setViewValue: try changeView(operation)
    case .register(let identifier, let value, let place):
      guard !sketch.objects.contains(where: { $0.identifier == identifier }) else { return }
      let parent = place.map(pick)
      let object = ModelObject(identifier)
      object.value = value
      object.parent = try parent.map(controller)
      object.objectRestorationClass = app.pageClass(named: ModelObject.name)
      try app.registerObjectForStateRestoration(object)
      let made = SketchObject(identifier, value: value, parent: parent)
      sketch.objects.append(made)
      objects[ObjectIdentifier(made)] = object
    case .setObjectValue(let index, let value):
      guard !sketch.objects.isEmpty else { return }
      let object = sketch.objects[index % sketch.objects.count]
      object.value = value
      try changed(object).value = value
    case .objectRefersTo(let index, let place):
      guard !sketch.objects.isEmpty else { return }
      let object = sketch.objects[index % sketch.objects.count]
      guard !isBelowAdopted(pick(place)) else { return }
      object.target = pick(place)
      try changed(object).target = try controller(pick(place))
    case .setApplicationValue(let value):
      sketch.applicationValue = value
      app.applicationValue = value
      app.applicationStateDidChange()
    case .fail(let place):
      let node = pick(place)
      guard node.sideEffect == nil, node.mayFail, node.adopted.allSatisfy(\.wasSaved), !hasWrittenOutlived(node) else {
        return
      }
      try touch(node)
      setFailing(node, true)
    case .recover(let place):
      try touch(pick(place))
      setFailing(pick(place), false)
    case .refuseSaves(let isRefusing):
      sketch.refusesSaves = isRefusing
      app.refusesSaves = isRefusing
      // A script with a different decision has run.
      app.applicationStateDidChange()
    case .breakStore(let isBroken): store.isBroken = isBroken
    case .changeWhileEncoding(let place, let to, let value):
      let (node, target) = (pick(place), pick(to))
      guard !node.isFailing, !target.isFailing, node.kept == nil, target.kept == nil else { return }
      node.sideEffect = (target, value)
      let other = try controller(target)
      try controller(node).keeper?.sideEffect = { other.keeper?.value = value }
    case .turn, .background, .kill, .backgroundAndKill, .terminate, .dieWhileExtended, .endWhileExtended,
      .killAndFailDecoding, .killAndFail:
      break
    }
  }

  private func changed(_ object: SketchObject) throws -> ModelObject {
    guard let found = objects[ObjectIdentifier(object)] else {
      throw Difference(description: "the model has lost the object \(object.identifier)")
    }
    app.objectStateDidChange(found)
    return found
  }

  private func changeView(_ operation: Operation) throws {
    switch operation {
    case .addView(let place, let identifier, let index):
      let node = pick(place)
      guard node.kind == .plain, takes(node) else { return }
      try touch(node)
      let (view, dial) = (SketchView(identifier), Dial())
      dial.restorationIdentifier = identifier
      dials[ObjectIdentifier(view)] = dial
      node.views.insert(view, at: index % (node.views.count + 1))
      try setViews(of: node)
      take(view, dial, in: node)
    case .removeView(let place, let index):
      guard let (node, view) = pickView(place, index) else { return }
      node.views.removeAll { $0 === view }
      node.departed.append(view)
      dials[ObjectIdentifier(view)]?.removeFromSuperview()
      try controller(node).invalidateRestorableState()
    case .shiftView(let place, let index, let by):
      guard let (node, _) = pickView(place, index) else { return }
      let step = by % node.views.count
      node.views = Array(node.views[step...] + node.views[..<step])
      try setViews(of: node)
    case .renameView(let place, let index, let identifier):
      guard let (node, view) = pickView(place, index) else { return }
      // Before the first save, the host knows only what restored views were named.
      if !hasSaved, identifier == nil, let saved = view.saved {
        let former = SketchView(saved.identifier)
        former.saved = saved
        node.departed.append(former)
        view.saved = nil
      }
      view.identifier = identifier
      let dial = dials[ObjectIdentifier(view)]
      dial?.restorationIdentifier = identifier
      try controller(node).invalidateRestorableState()
      take(view, dial, in: node)
    case .setViewValue(let place, let index, let value):
      guard let (_, view) = pickView(place, index) else { return }
      view.value = value
      dials[ObjectIdentifier(view)]?.number = value
    default: break
    }
  }

  /// Applies pending state, or that of an earlier view with the same name, to a view that got its name.
  private func take(_ view: SketchView, _ dial: Dial?, in node: SketchNode) {
    guard let identifier = view.identifier else { return }
    if let index = node.lateViews.firstIndex(where: { $0.path.identifier == identifier }) {
      node.lateViews.remove(at: index)
    }
    if let dial { view.value = dial.number }
  }

  private func pickView(_ place: Int, _ index: Int) -> (SketchNode, SketchView)? {
    let node = pick(place)
    guard !node.views.isEmpty else { return nil }
    return (node, node.views[index % node.views.count])
  }

  private func setViews(of node: SketchNode) throws {
    let controller = try controller(node)
    for view in node.views {
      guard let dial = dials[ObjectIdentifier(view)] else { continue }
      dial.removeFromSuperview()
      controller.view.addSubview(dial)
    }
    controller.invalidateRestorableState()
  }

  private func isBelowGrower(_ node: SketchNode) -> Bool { sketch.parent(of: node)?.kind == .grower }

  private func isAdopted(_ node: SketchNode) -> Bool {
    sketch.nodes.contains { $0.adopted.contains { $0 === node } }
  }

  /// Whether a node is below one that was adopted by reference: another node that refers to it would be encoded first,
  /// and adopt it.
  private func isBelowAdopted(_ node: SketchNode) -> Bool {
    sketch.nodes.contains { $0.adopted.contains { $0.withDescendants.contains { $0 === node } } }
  }

  private func insert(_ node: SketchNode, into parent: SketchNode, at index: Int) throws {
    let current = parent.current
    try touch(parent)
    if parent.kind == .grower, node.hasClass {
      try touch(node)
      node.hasClass = false
      try controller(node).restorationClass = nil
    }
    if parent.kind == .plain || parent.kind == .grower {
      parent.children.append(node)
      try controller(parent).addChild(try controller(node))
    } else {
      parent.children.insert(node, at: index % (parent.children.count + 1))
      parent.selected = current
      try setChildren(of: parent)
      if parent.kind == .tabs || parent.kind == .pages, let current { try select(current, in: parent) }
    }
  }

  private func remove(_ node: SketchNode, from parent: SketchNode) throws {
    try touch(parent)
    let index = parent.children.firstIndex { $0 === node } ?? 0
    let wasCurrent = parent.current === node
    let current = parent.current
    parent.children.remove(at: index)
    parent.selected = wasCurrent ? parent.children[safely: min(index, parent.children.count - 1)] : current
    try controller(node).removeFromParent()
    if let current = parent.selected, parent.kind == .tabs || parent.kind == .pages { try select(current, in: parent) }
  }

  private func setChildren(of parent: SketchNode) throws {
    let made = try parent.children.map(controller)
    switch try controller(parent) {
    case let stack as StackPage: try stack.setViewControllers(made)
    case let tabs as TabsPage: try tabs.setViewControllers(made)
    case let book as BookPage: try book.setViewControllers(made)
    case let split as SplitPage: try split.setViewControllers(made)
    default: break
    }
  }

  private func select(_ child: SketchNode, in parent: SketchNode) throws {
    parent.selected = child
    switch try controller(parent) {
    case let tabs as TabsPage: tabs.selectedViewController = try controller(child)
    case let book as BookPage: book.currentIndex = parent.children.firstIndex { $0 === child }
    default: break
    }
  }

  /// Whether a controller may leave the tree for good. A controller with registered objects must stay alive, and would
  /// be saved below a node that refers to it and can no longer encode.
  private func mayGo(_ node: SketchNode) -> Bool {
    let gone = node.withDescendants
    let outliving = gone.filter { node in sketch.objects.contains { $0.parent === node } }
    guard !outliving.isEmpty else { return true }
    let kept = sketch.nodes.filter { $0.isFailing || $0.kept != nil }.flatMap {
      $0.lastGood?.references.values.map { $0 } ?? []
    }
    return !kept.contains { target in gone.contains { $0 === target } }
  }

  /// Whether a node has a stored reference to a controller that has left the tree for good, while an object keeps some
  /// controller outside alive.
  private func hasWrittenOutlived(_ node: SketchNode) -> Bool {
    let present = Set(sketch.nodes.map { ObjectIdentifier($0) })
    guard sketch.objects.contains(where: { $0.parent.map { !present.contains(ObjectIdentifier($0)) } == true }) else {
      return false
    }
    let written = node.lastGood?.references ?? [:]
    return written.values.contains { $0 is SketchNode && !present.contains(ObjectIdentifier($0)) }
  }

  /// Removes references to nodes that have left the tree for good.
  private func forget(_ gone: [SketchNode]) {
    let identities = Set(gone.map { ObjectIdentifier($0) })
    for node in sketch.nodes {
      for (key, object) in node.references where identities.contains(ObjectIdentifier(object)) {
        node.references[key] = nil
        controllers[ObjectIdentifier(node)]?.keeper?.references[key] = nil
      }
      if let effect = node.sideEffect, identities.contains(ObjectIdentifier(effect.target)) {
        node.sideEffect = nil
        controllers[ObjectIdentifier(node)]?.keeper?.sideEffect = nil
      }
    }
    for object in sketch.objects {
      if let target = object.target, identities.contains(ObjectIdentifier(target)) {
        object.target = nil
        (try? changed(object))?.target = nil
      }
    }
    // Their references to each other are removed, too: only a failing node may still keep some alive.
    for identity in identities {
      controllers[identity]?.keeper?.references = [:]
      controllers[identity] = nil
    }
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

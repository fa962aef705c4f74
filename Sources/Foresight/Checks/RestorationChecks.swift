import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// Controllers that are not re-created, or not with their previous state.
extension Evidence {
  // MARK: Opting in

  /// Only one of the application's two methods returns true.
  var optInFindings: [Finding] {
    let (save, restore) = ("shouldSaveApplicationState", "shouldRestoreApplicationState")
    let methods = before.applicationMethods
    let saves = archive != nil
    let restores = saves ? after?.recorder.answers[restore] == true : wantsRestore
    guard saves != restores, after != nil || !saves else { return [] }
    // An app whose launch fails is not asked.
    guard saves || methods[save] == nil || before.recorder.answers[save] != nil else { return [] }
    let (missing, present) = saves ? (restore, save) : (save, restore)
    // An error in it is the cause, or a value that it cannot encode.
    guard !allFailures.contains(where: { $0.call == missing }),
      before.recorder.encoded[RunRecorder.application]?.contains(where: { $0.error != nil }) != true
    else { return [] }
    // It may have decided by a key that no save has.
    if let after, saves, case let missingKeys = notEncoded(RunRecorder.application, after), !missingKeys.isEmpty {
      return missingKeys
    }
    return [
      Finding(
        code: .saveWithoutRestore, key: missing, place: methods[missing] ?? methods[present],
        message: methods[missing] == nil
          ? "the app has \(present), but no \(missing)"
          : "\(missing) does not return true, but \(present) does",
        consequence: saves
          ? "The state is saved, and never restored." : "Nothing is saved, so there is nothing to restore.",
        remedy: "Let both return true: function app:\(missing)(coder) return true end.")
    ]
  }

  // MARK: Restoration classes

  /// Restoration classes that cannot create anything. A superclass without the method is the cause for its subclasses.
  var classMethodFindings: [Finding] {
    let nodes = before.tree.controllers.filter { $0.path != nil && $0.restorationClass != nil }
    let used = Set(nodes.compactMap(\.restorationClass))
    return nodes.compactMap { node in
      guard let name = node.restorationClass, before.classesWithoutMethod.contains(name) else { return nil }
      let owner = scripts.superclasses[name]?.last { superclass in
        let heirs = used.filter { scripts.lineage(of: $0).contains(superclass) }
        return heirs.count > 1 && heirs.isSubset(of: before.classesWithoutMethod)
      }
      return noClassMethod(
        RestorationName.make, owner ?? name, node.path?.description ?? node.className,
        scripts.classPlaces[owner ?? name] ?? place(of: node),
        returning: owner == nil ? nil : "self()")
    }
  }

  private func noClassMethod(
    _ method: String, _ className: String, _ path: String, _ place: Place?, returning result: String?
  ) -> Finding {
    let variable = scripts.knownVariable(ofClass: className)
    let remedy = variable.map { name in
      "Define function \(name):\(method)(path, coder) return \(result ?? "\(name)()") end."
    }
    return Finding(
      code: .noClassMethod, path: path, className: className, place: place,
      message: "the restoration class \(className) has no method \(method)",
      consequence: "\(path) and everything below it is not restored.",
      remedy: remedy ?? "Give \(className) this method; it returns a new controller.")
  }

  /// Saved nodes that were not restored completely, also by a launch of the examined run that has restored a state.
  var restorationFindings: [Finding] {
    let omitted = [before, after].compactMap { $0 }.flatMap(omissions)
    guard let after else { return omitted }
    return omitted + otherClasses(after) + otherTables(after) + createdTwice(after) + restorationNotCompleted(after)
  }

  private func omissions(in run: RunEvidence) -> [Finding] {
    run.recorder.problems.flatMap { problem -> [Finding] in
      guard case .omitted(let path, let className, let reason) = problem,
        let finding = omission(path, className, reason, run)
      else { return [] }
      let keys = finding.code == .returnedNil ? keysWithoutValue(of: finding, at: path, run) : []
      return keys.isEmpty ? [finding] : keys
    }
  }

  /// A restoration that is extended and never completed.
  private func restorationNotCompleted(_ after: RunEvidence) -> [Finding] {
    guard let (problem, place) = after.recorder.restorationNotCompleted else { return [] }
    return [
      Finding(
        code: .callbackFailed, place: after.place(place),
        message: "this extends the restoration, but \(problem.summary)",
        consequence: "Each launch shows a picture of the last save for 10 seconds and ignores the mouse.",
        remedy: "Call completeStateRestoration once for each extendStateRestoration, also after an error.")
    ]
  }

  private func omission(
    _ path: IdentifierPath, _ className: String, _ reason: RestorationProblem.OmissionReason, _ after: RunEvidence
  ) -> Finding? {
    let asked = after.recorder.methods.last { $0.method.path == path }
    let methodPlace = after.place(asked?.method.place)
    switch reason {
    case .methodFailed: return noObjectMethod(path)
    case .methodReturnedNil: return returnedNil(path, className, at: methodPlace, after)
    case .noCreator where asked != nil && !(scripts.makesItself(className) && isOfOthers(asked, after)):
      return returnedNil(path, className, at: methodPlace, after)
    case .alreadyRestored, .invalidPosition:
      let why = if case .invalidPosition(let why) = reason { why } else { "it was already restored at another path" }
      return Finding(
        code: .otherClass, path: path.description, className: className, place: methodPlace,
        message: "the restoration method returned an object that cannot be used for \(path): \(why)",
        consequence: "\(path) and everything below it is not restored.",
        remedy: "Return a new \(className) for each path.")
    case .unknownRestorationClass(let name):
      // A table without the method is not known as a restoration class.
      return noObjectMethod(path)
        ?? noCreator(
          path, className, "its restoration class \(name) is unknown when the app is restored",
          remedy: "Let the app's script define \(name), or require its module, before it returns.")
    case .unknownScene(let scene):
      return noCreator(path, className, "the storyboard \(scene.storyboard) has no scene \(scene.scene) any more")
    case .noCreator:
      return noCreator(
        path, className,
        "it has no restorationClass, comes from no storyboard, the application creates no controller for its path, and none exists at that time"
      )
    case .notRegistered:
      return noCreator(path, className, "it is not registered at that time, and has no objectRestorationClass")
    }
  }

  /// Whether the application's method creates other controllers, so that one whose class can create it is not its task.
  private func isOfOthers(_ asked: RunRecorder.Creation?, _ after: RunEvidence) -> Bool {
    asked?.method.className == nil
      && after.recorder.methods.contains { $0.method.className == nil && $0.className != nil }
  }

  /// The restoration class of a registered object that cannot create it again.
  private func noObjectMethod(_ path: IdentifierPath) -> Finding? {
    let node = archive?.pathNodes.first { $0.path == path && $0.node.kind == .object }?.node
    guard let name = node?.restorationClassName, before.classesWithoutObjectMethod.contains(name) else { return nil }
    return noClassMethod(
      RestorationName.makeObject, name, path.description,
      scripts.place(ofRestorationClass: name) ?? before.place(before.objects[path]), returning: "…")
  }

  private func returnedNil(
    _ path: IdentifierPath, _ className: String, at place: Place?, _ after: RunEvidence
  ) -> Finding {
    Finding(
      code: .returnedNil, path: path.description, className: className, place: place,
      message: "the restoration method returned nil for \(path)\(clauseForMissingKey(of: path, after))",
      consequence: "\(path) (\(className)) and everything below it is not restored.",
      remedy: "Return \(LuaError.withArticle(className)) for this path.")
  }

  private func noCreator(
    _ path: IdentifierPath, _ className: String, _ why: String, remedy: String? = nil
  ) -> Finding {
    let node = before.tree.saved[path]
    return Finding(
      code: .noCreator, path: path.description, className: className,
      place: node.flatMap(place(of:)) ?? before.place(before.objects[path]) ?? scripts.classPlaces[className],
      message: "this \(className) is saved, but nothing creates it again: \(why)",
      consequence: "\(path) and everything below it is not restored.",
      remedy: remedy
        ?? (before.objects[path] != nil
          ? "Register it at every launch, in willFinishLaunching, or give it an objectRestorationClass."
          : scripts.makesItself(className)
            ? "Give it one: restorationClass = \(scripts.variable(ofClass: className))."
            : scripts.classPlaces[className] == nil
              ? "Let the application's method \(RestorationName.make) return a new ui.\(className) for this path."
              : "Give it a restorationClass, with the method \(RestorationName.make)."))
  }

  /// Restoration methods that return controllers of another class than was saved.
  func otherClasses(_ after: RunEvidence) -> [Finding] {
    // Nodes of several kinds can have the same path, and siblings the same identifier.
    func classes(_ kind: ArchivedNode.Kind) -> [IdentifierPath: [String]] {
      (archive?.pathNodes ?? []).filter { $0.node.kind == kind }.reduce(into: [:]) {
        $0[$1.path, default: []].append($1.node.className)
      }
    }
    let (controllers, objects) = (classes(.viewController), classes(.object))
    return after.recorder.methods.compactMap { creation in
      let method = creation.method
      let isObject = method.name == RestorationName.makeObject
      guard let className = creation.className, let saved = (isObject ? objects : controllers)[method.path],
        let wanted = saved.first, !saved.contains(className),
        !creation.classes.contains(where: saved.contains)
      else { return nil }
      return otherClass(method.path, className, wanted, isObject: isObject, after.place(method.place))
    }
  }

  /// Restoration methods that return plain tables of another class than was saved: ones that have none of its functions.
  private func otherTables(_ after: RunEvidence) -> [Finding] {
    after.recorder.methods.compactMap { creation in
      let method = creation.method
      guard let functions = creation.tableFunctions, let saved = before.tableClasses[method.path],
        functions.allSatisfy({ Set($0.values).isDisjoint(with: saved.values) })
      else { return nil }
      let (wanted, className) = (
        name(ofClassWith: saved), functions.dropFirst().first.flatMap(name(ofClassWith:)) ?? "table"
      )
      return otherClass(method.path, className, wanted, isObject: true, after.place(method.place))
    }
  }

  /// Returns the variable of a plain class in the definitions of its functions.
  private func name(ofClassWith functions: [String: String]) -> String? {
    functions.sorted { $0.key < $1.key }.lazy.compactMap { method, place in
      before.place(place).flatMap { scripts.function(at: $0, named: method)?.function.name.dropLast().last }
    }.first
  }

  private func otherClass(
    _ path: IdentifierPath, _ className: String, _ wanted: String?, isObject: Bool, _ place: Place?
  ) -> Finding {
    let wanted = wanted ?? "table of another class"
    return Finding(
      code: .otherClass, path: path.description, className: className, place: place,
      message:
        "the restoration method returned \(LuaError.withArticle(className)) for \(path), which was \(LuaError.withArticle(wanted))",
      consequence: isObject
        ? "The state of the \(wanted) is given to \(LuaError.withArticle(className))."
        : "The user sees another screen than before, without the state of the \(wanted).",
      remedy: "Return \(LuaError.withArticle(wanted)) for this path.")
  }

  /// Children that were created together with their container, while others were restored.
  func createdTwice(_ after: RunEvidence) -> [Finding] {
    replacedChildren(after) + hiddenChildren(after) + additionalChildren(after)
  }

  /// Restored children in the place of those that their container has created, and whose views it has placed.
  private func hiddenChildren(_ after: RunEvidence) -> [Finding] {
    after.replacedMoves.intersection(after.lostMoves.released).sorted().compactMap { index in
      let move = after.recorder.released[index]
      guard move.stage == .restoring, let owner = move.ownerPath, let identifier = move.ownedIdentifier,
        case let path = owner.appending(identifier), before.tree.saved[path]?.isInContainer == true,
        after.tree.saved[path]?.isInContainer == false, after.tree.saved[owner]?.frame.isEmpty == false
      else { return nil }
      return Finding(
        code: .createdTwice, path: move.ownedPath.description, className: move.ownedClass,
        place: after.place(move.createdAt),
        message:
          "this \(move.ownedClass) is created together with its container, which shows its view, and then replaced by the restored one",
        consequence: "The view of the restored one is not on the screen.",
        remedy:
          "Create it in init without a restorationClass, so that it is restored itself, or show the views of the children when the container appears."
      )
    }
  }

  /// Children that the restoration adds to those that were saved, of the same classes. A tab bar keeps them, as a new version
  /// of the app can have further tabs.
  private func additionalChildren(_ after: RunEvidence) -> [Finding] {
    before.tree.saved.sorted { "\($0.key)" < "\($1.key)" }.flatMap { path, node -> [Finding] in
      guard !node.isView, let other = after.tree.saved[path], other.className == node.className else { return [] }
      let count = other.children.count - node.children.count
      guard count > 0 else { return [] }
      let identifiers = Set(node.children.map(\.identifier))
      let classes = Set(node.children.map(\.className))
      return other.children.filter { child in
        !child.isAlert && !child.isPushed && classes.contains(child.className)
          && !identifiers.contains(child.identifier)
          && after.recorder.wasCreatedWhileRestoring(child.createdAt)
      }.map { child in
        Finding(
          code: .createdTwice, path: child.shownPath, className: child.className, place: after.place(child.createdAt),
          message: "this \(child.className) is created together with its container, beside those that are restored",
          consequence: "After each restoration there is one more.",
          remedy: "In the restoration method, create only the container; its children are restored by themselves.")
      }
    }
  }

  /// Children that were created together with their container, and replaced by restored ones.
  private func replacedChildren(_ after: RunEvidence) -> [Finding] {
    after.lostMoves.released.sorted().compactMap { index in
      let move = after.recorder.released[index]
      guard move.stage == .restoring, move.isCreatedWhileRestoring, !move.isScript,
        !move.ownedClass.hasSuffix("AlertController"), !isSaved(move)
      else { return nil }
      return Finding(
        code: .createdTwice, path: move.ownedPath.description, className: move.ownedClass,
        place: after.place(move.createdAt),
        message:
          "this \(move.ownedClass) is created together with its container, and then replaced by the restored one",
        consequence: "It is created twice at each restoration, and what the first one does is lost.",
        remedy: "In the restoration method, create only the container; its children are restored by themselves.")
    }
  }

  /// Whether a child is that of a saved node. The screens of a stack are created twice all the same.
  private func isSaved(_ move: RunRecorder.Move) -> Bool {
    guard let owner = move.ownerPath, let identifier = move.ownedIdentifier, !(move.owner is NavigationController)
    else {
      return false
    }
    return before.tree.saved[owner.appending(identifier)]?.className == move.ownedClass
  }
}

extension Archive {
  /// All nodes with their paths.
  var pathNodes: [(path: IdentifierPath, node: ArchivedNode)] {
    var paths: [NodeID: IdentifierPath] = [:]
    return reachableNodes.map { node in
      let path = node.parent.flatMap { paths[$0] }?.appending(node.identifier) ?? IdentifierPath([node.identifier])
      paths[node.id] = path
      return (path, node)
    }
  }
}

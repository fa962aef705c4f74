import Interface
import LuaRuntime

// State that the app means to keep and that is never saved: something has no name to keep it under, or no method to keep it.
extension ScriptMistakes {
  /// A controller that keeps state of its own needs a name to keep it under, all above it need one, and the app has to save.
  ///
  /// - Parameter controllers: those that have come into a tree; they and what is below them are looked at.
  func checkNames(of controllers: [ViewController]) {
    let savesNothing = isQuiet && !host.defines("shouldSaveApplicationState", for: host.application)
    var seen: Set<ObjectIdentifier> = []
    for controller in controllers where controller.window != nil {
      if let unnamed = Self.firstUnnamed(above: controller), hasIdentifiedNodes(controller) { checkGap(at: unnamed) }
      checkNames(
        from: controller, below: Self.firstUnnamed(above: controller), savesNothing: savesNothing, seen: &seen)
    }
  }

  /// The controller nearest to the root that has no identifier, of those above one.
  static func firstUnnamed(above controller: ViewController) -> ViewController? {
    var unnamed: ViewController?
    var current = controller.parent ?? controller.presentingViewController
    while let above = current {
      if above.restorationIdentifier == nil { unnamed = above }
      current = above.parent ?? above.presentingViewController
    }
    return unnamed
  }

  /// The controller nearest to the root that has no identifier, of this one and those above it.
  static func firstUnnamed(from controller: ViewController) -> ViewController? {
    firstUnnamed(above: controller) ?? (controller.restorationIdentifier == nil ? controller : nil)
  }

  /// - Parameter unnamed: a controller above it that has no identifier.
  private func checkNames(
    from controller: ViewController, below unnamed: ViewController?, savesNothing: Bool,
    seen: inout Set<ObjectIdentifier>
  ) {
    guard seen.insert(ObjectIdentifier(controller)).inserted else { return }
    let isUnnamed = controller.restorationIdentifier == nil
    if isUnnamed, unnamed == nil { checkGap(at: controller) }
    // Few have anything to report, and only then are their methods asked for.
    if !(controller is AlertController), isUnnamed || unnamed != nil || savesNothing && isQuiet,
      let name = controller.scriptClassName, let method = encoding(ofClass: name)
    {
      checkName(of: controller, name, method, isUnnamed: isUnnamed, below: unnamed)
    }
    for child in controller.children + [controller.presentedViewController].compactMap({ $0 }) {
      checkNames(
        from: child, below: unnamed ?? (isUnnamed ? controller : nil), savesNothing: savesNothing, seen: &seen)
    }
  }

  /// Where a class of the script says what it keeps: `file:line`; nil if it does not itself.
  func encoding(ofClass name: String) -> String? {
    host.lua.definition(ofClassMethod: "encodeRestorableState", named: name)
  }

  /// Tells why nothing is kept of a controller or view of a class that says what is to be kept.
  ///
  /// What the note about the container says is not repeated.
  private func checkName(
    of responder: Responder, _ name: String, _ method: String, isUnnamed: Bool, below unnamed: ViewController?
  ) {
    if isUnnamed {
      guard !isNotedGap(responder) else { return }
      guard checkedMethods.insert("\(name) has no identifier").inserted else { return }
      tell(
        "this \(name) has no restorationIdentifier, so its encodeRestorableState (\(method)) is never called; give it one: \(name) { restorationIdentifier = … }",
        at: responder.madeAt ?? method)
    } else if let unnamed {
      guard !isNotedGap(unnamed) else { return }
      guard !checkedMethods.contains("\(unnamed.className) has no identifier"),
        checkedMethods.insert("\(name) is below \(unnamed.className)").inserted
      else { return }
      tell(
        "this \(unnamed.className) has no restorationIdentifier, so nothing below it is saved, and encodeRestorableState of the \(name) in it (\(method)) is never called; give it one: restorationIdentifier = …",
        at: unnamed.madeAt ?? method)
    } else {
      tell(
        "\(name):encodeRestorableState is never called, as the app saves nothing; it opts in by function app:shouldSaveApplicationState(coder) return true end, and shouldRestoreApplicationState likewise",
        at: method)
    }
  }

  // MARK: Views

  /// A view of a script's class is there. If it keeps state of its own, it and its controllers need names.
  func viewWasMade(_ view: View, at stack: LuaStack) {
    guard let name = view.scriptClassName, checkedObjects["\(name) with state", default: 0] < Self.mostObjects,
      encoding(ofClass: name) != nil
    else { return }
    checkedObjects["\(name) with state", default: 0] += 1
    view.madeAt = stack.callerPlace
    atEndOfTurn { [weak self, weak view] in
      guard let self, let view else { return }
      if view.restorationIdentifier != nil {
        classesOfNamedViews.insert(name)
        if let controller = view.owningViewController, Self.firstUnnamed(from: controller) == nil {
          classesOfSavedViews.insert(name)
        }
      }
      // When all that were made in this turn have said whether they have a name.
      atEndOfTurn { [weak self, weak view] in
        if let view { self?.checkName(of: view, name) }
      }
    }
  }

  private func checkName(of view: View, _ name: String) {
    // One of a class whose others have names is without one on purpose; and a view can be asked by the one that it is in.
    guard view.window != nil, let controller = view.owningViewController, let method = encoding(ofClass: name) else {
      return
    }
    let unnamed = Self.firstUnnamed(from: controller)
    let isUnnamed = view.restorationIdentifier == nil && !classesOfNamedViews.contains(name)
    // One that is saved in one screen may be used in another that is not.
    let isBelowUnnamed = view.restorationIdentifier != nil && unnamed != nil && !classesOfSavedViews.contains(name)
    guard isUnnamed || isBelowUnnamed else { return }
    guard !sources.mention("encodeRestorableState") else { return }
    checkName(of: view, name, method, isUnnamed: isUnnamed, below: unnamed)
  }

  // MARK: Registered objects

  /// A script has registered an object, or a save has asked it what it keeps; it may lack the method that says it.
  func registeredObjectWasAsked(_ object: ScriptObject, isSaving: Bool) {
    atEndOfTurn { [weak self, weak object] in
      guard let self, let object else { return }
      let names = object.memberNames
      guard !names.contains("encodeRestorableState") else { return }
      let candidates = names.filter { $0 != "decodeRestorableState" }
      let isMisspelt = CallbackNames.slip("encodeRestorableState", among: candidates) != nil
      let near = CallbackNames.misnamed("encodeRestorableState", among: candidates)
      // One that is only made again, told of the restoration, or referred to by others, keeps nothing on purpose.
      let others = ["decodeRestorableState", "applicationFinishedRestoringState", "objectRestorationClass"]
      guard isMisspelt || isSaving && !object.isReferenced && !names.contains(where: others.contains) else { return }
      tell(
        "nothing is saved of the registered object \"\(object.restorationIdentifier ?? "")\": it has no method encodeRestorableState"
          + (near.map { ", but '\($0)'" } ?? "; define encodeRestorableState(coder) and decodeRestorableState(coder)"),
        at: object.registeredAt)
    }
  }
}

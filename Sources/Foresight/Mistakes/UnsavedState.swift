import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

// State that the app intends to save and that is never saved, because an identifier or an encode method is missing.
extension ScriptMistakes {
  /// The name of the method that encodes state.
  private static let encoding = RestorationCallbacks.encodeRestorableState.name

  /// Checks that controllers with their own state have an identifier, as do all their ancestors, and that the app saves
  /// state at all.
  ///
  /// - Parameter controllers: controllers that were added to a tree; their descendants are checked too.
  func checkNames(of controllers: [ViewController]) {
    let savesNothing =
      isQuiet && !host.has(ApplicationCallbacks.shouldSaveApplicationState, of: host.application)
    var seen: Set<ObjectIdentifier> = []
    for controller in controllers where controller.window != nil {
      if let unnamed = Self.firstUnnamed(above: controller), hasIdentifiedNodes(controller) { checkGap(at: unnamed) }
      checkNames(
        from: controller, below: Self.firstUnnamed(above: controller), savesNothing: savesNothing, seen: &seen)
    }
  }

  /// Returns the unidentified ancestor of a controller that is nearest to the root.
  static func firstUnnamed(above controller: ViewController) -> ViewController? {
    var unnamed: ViewController?
    var current = controller.parent ?? controller.presentingViewController
    while let above = current {
      if above.restorationIdentifier == nil { unnamed = above }
      current = above.parent ?? above.presentingViewController
    }
    return unnamed
  }

  /// Returns the unidentified controller nearest to the root, among a controller and its ancestors.
  static func firstUnnamed(from controller: ViewController) -> ViewController? {
    firstUnnamed(above: controller) ?? (controller.restorationIdentifier == nil ? controller : nil)
  }

  /// - Parameter unnamed: an unidentified ancestor of the controller.
  private func checkNames(
    from controller: ViewController, below unnamed: ViewController?, savesNothing: Bool,
    seen: inout Set<ObjectIdentifier>
  ) {
    guard seen.insert(ObjectIdentifier(controller)).inserted else { return }
    let isUnnamed = controller.restorationIdentifier == nil
    if isUnnamed, unnamed == nil { checkGap(at: controller) }
    // Methods are looked up only for the few controllers with something to report.
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

  /// Returns the place where a script class itself defines its encode method, as `file:line`; nil if it does not.
  func encoding(ofClass name: String) -> String? {
    host.lua.definition(ofClassMethod: Self.encoding, named: name)
  }

  /// Reports why the state of a controller or view is not saved although its class defines an encode method.
  ///
  /// Does not repeat a note about the container.
  private func checkName(
    of responder: Responder, _ name: String, _ method: String, isUnnamed: Bool, below unnamed: ViewController?
  ) {
    if isUnnamed {
      guard !isNotedGap(responder) else { return }
      guard checkedMethods.insert("\(name) has no identifier").inserted else { return }
      report(
        "this \(name) has no restorationIdentifier, so its encodeRestorableState (\(method)) is never called; give it one: \(name) { restorationIdentifier = … }",
        at: responder.createdAt ?? method)
    } else if let unnamed {
      guard !isNotedGap(unnamed) else { return }
      guard !checkedMethods.contains("\(unnamed.className) has no identifier"),
        checkedMethods.insert("\(name) is below \(unnamed.className)").inserted
      else { return }
      report(
        "this \(unnamed.className) has no restorationIdentifier, so nothing below it is saved, and encodeRestorableState of the \(name) in it (\(method)) is never called; give it one: restorationIdentifier = …",
        at: unnamed.createdAt ?? method)
    } else {
      report(
        "\(name):encodeRestorableState is never called, because the app saves nothing; to save its state, define function app:shouldSaveApplicationState(coder) return true end, and shouldRestoreApplicationState likewise",
        at: method)
    }
  }

  // MARK: Views

  /// Called when a view of a script class was created. If it has its own state, it and its controllers need
  /// identifiers.
  func viewWasCreated(_ view: View) {
    guard let name = view.scriptClassName, checkedObjects["\(name) with state", default: 0] < Self.maximumObjects,
      encoding(ofClass: name) != nil
    else { return }
    checkedObjects["\(name) with state", default: 0] += 1
    view.createdAt = (try? host.lua.stack)?.callerPlace
    atEndOfTurn { [weak self, weak view] in
      guard let self, let view else { return }
      if view.restorationIdentifier != nil {
        classesOfNamedViews.insert(name)
        if let controller = view.owningViewController, Self.firstUnnamed(from: controller) == nil {
          classesOfSavedViews.insert(name)
        }
      }
      // Checked after all views of this turn may have got their identifiers.
      atEndOfTurn { [weak self, weak view] in
        if let view { self?.checkName(of: view, name) }
      }
    }
  }

  private func checkName(of view: View, _ name: String) {
    // If other instances of the class have identifiers, this one lacks it on purpose; and a view may be encoded by its
    // superview.
    guard view.window != nil, let controller = view.owningViewController, let method = encoding(ofClass: name) else {
      return
    }
    let unnamed = Self.firstUnnamed(from: controller)
    let isUnnamed = view.restorationIdentifier == nil && !classesOfNamedViews.contains(name)
    // A class that is saved in one screen may be used in another screen that is not.
    let isBelowUnnamed = view.restorationIdentifier != nil && unnamed != nil && !classesOfSavedViews.contains(name)
    guard isUnnamed || isBelowUnnamed else { return }
    guard !sources.mention(Self.encoding) else { return }
    checkName(of: view, name, method, isUnnamed: isUnnamed, below: unnamed)
  }

  // MARK: Registered objects

  /// Checks the methods of a registered object.
  ///
  /// - Parameter isSaving: whether a save has found no method to encode it.
  func checkEncoding(of object: any RestorableObject, isSaving: Bool) {
    atEndOfTurn { [weak self, weak object = object as? ScriptObject] in
      guard let self, let object else { return }
      let names = object.memberNames
      guard !names.contains(Self.encoding) else { return }
      let candidates = names.filter { $0 != RestorationCallbacks.decodeRestorableState.name }
      let isMisspelt = CallbackNames.slip(Self.encoding, among: candidates) != nil
      let near = UIKitNames.misnamed(Self.encoding, among: candidates)
      // An object that is only re-created, notified of the restoration, or referenced by others has no state on
      // purpose.
      let others = [
        RestorationCallbacks.decodeRestorableState.name, RestorationCallbacks.applicationFinishedRestoringState.name,
        "objectRestorationClass",
      ]
      guard isMisspelt || isSaving && !object.isReferenced && !names.contains(where: others.contains) else { return }
      report(
        "the registered object \"\(object.restorationIdentifier ?? "")\" is not saved: it has no method encodeRestorableState"
          + (near.map { ", but '\($0)'" } ?? "; define encodeRestorableState(coder) and decodeRestorableState(coder)"),
        at: object.registeredAt)
    }
  }
}

import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let viewController = ScriptClassDefinition(
    "ViewController", ViewController.self,
    "A screen, or a container of screens. Create a subclass for each screen of the app.",
    make: { _ in ViewController() }
  ) { controller, host in
    controller.describe { $0.restorationIdentifier }
    controller.identity(host)
    controller.screen(host)
    controller.lifeCycle()
    controller.restoration()
    controller.place(host)
    controller.presentation(host)
    controller.tasks(host)
  }
}

extension ScriptClass where Object == ViewController {
  fileprivate func identity(_ host: ScriptHost) {
    property(
      "restorationIdentifier", type: "string|nil",
      "The identifier in the saved state, unique among siblings. The controller is saved if it and all its ancestors have one; nil: the controller and its descendants are not saved.",
      push: { $0.restorationIdentifier.push(on: $1) },
      take: { [unowned host] controller, stack, index in
        controller.restorationIdentifier = try stack.takeStoredName(index, "restorationIdentifier")
        host.observers.notify { $0.responder(controller, wasNamedAt: stack.callerPlace) }
      })
    property(
      "restorationClass", type: "ViewController|nil",
      "The class whose `viewControllerWithRestorationIdentifierPath` re-creates the controller at the next launch; nil uses the app's method of that name, an existing controller, or the storyboard.",
      push: { controller, stack in
        guard let name = controller.restorationClass?.name, let hostClass = stack.state.hostClass(named: name) else {
          return stack.pushNil()
        }
        hostClass.push(on: stack)
      },
      take: { [unowned host] controller, stack, index in
        if stack.isNil(index) {
          controller.restorationClass = nil
        } else if let hostClass = stack.state.hostClass(at: index, on: stack) {
          controller.restorationClass = host.restoration.restorationClass(named: hostClass.name)
          host.observers.notify { $0.restorationClass(hostClass.name, wasSetAt: stack.callerPlace) }
        } else {
          throw stack.wrongType(index, "restorationClass", expected: "a class or nil")
        }
      })
    property("storyboard", "The storyboard that created the controller, or nil.", get: { $0.storyboard })
  }

  fileprivate func screen(_ host: ScriptHost) {
    property(
      "title",
      "The title in navigation bars and tabs, or nil. For a tab, set it at creation or in `init`: the view is loaded only when the tab is selected.",
      get: { $0.attributedTitle },
      set: { $0.attributedTitle = $1 })
    property(
      "view", "The view of the controller. Reading it first loads the view, with `loadView` and `viewDidLoad`.",
      get: { $0.view },
      set: { $0.view = $1 }
    ).isListable = { ($0 as? ViewController)?.isViewLoaded == true }
    property(
      "isViewLoaded", "Whether the view has been loaded; reading this does not load it.", get: { $0.isViewLoaded })
    keyCommands(host) { $0.keyCommands = $1 }
    property(
      "navigationItem", "The items that the bar of a navigation controller shows beside the title.",
      get: { $0.navigationItem })
    property(
      "toolbarItems", "The buttons that a navigation controller shows at the bottom while this is its top screen.",
      get: { $0.toolbarItems },
      set: { $0.toolbarItems = $1 })
    method(ViewControllerCallbacks.keyPressed) { $0.keyPressed($1) }
  }

  fileprivate func lifeCycle() {
    method(ViewControllerCallbacks.loadView) {
      $0.loadView()
    }
    method("loadViewIfNeeded()", "Loads the view if necessary, as reading `view` does.") {
      _ = $0.loadViewIfNeeded()
    }
    method(ViewControllerCallbacks.viewDidLoad) { $0.viewDidLoad() }
    method(ViewControllerCallbacks.viewWillAppear) { $0.viewWillAppear(($1 as LuaTruth).value) }
    method(ViewControllerCallbacks.viewDidAppear) { $0.viewDidAppear(($1 as LuaTruth).value) }
    method(ViewControllerCallbacks.viewWillDisappear) { $0.viewWillDisappear(($1 as LuaTruth).value) }
    method(ViewControllerCallbacks.viewDidDisappear) { $0.viewDidDisappear(($1 as LuaTruth).value) }
  }

  fileprivate func restoration() {
    stateRestoring()
    method(RestorationCallbacks.applicationFinishedRestoringState) { $0.applicationFinishedRestoringState() }
    method(
      "invalidateRestorableState()",
      "Marks the state encoded by `encodeRestorableState` as changed, so that the next autosave encodes it. Required only for changes outside of the object's own properties and callbacks."
    ) {
      $0.invalidateRestorableState()
    }
    callback(RestorationCallbacks.viewControllerWithRestorationIdentifierPath, isOfClass: true)
  }

  /// Defines a property for an enclosing container.
  private func container<Container: ViewController>(
    _ property: ContainerProperty, _ about: String, type: String? = nil, _ host: ScriptHost,
    get read: @escaping @MainActor (ViewController) -> Container?
  ) where Container: LuaConvertible {
    self.property(property.rawValue, about, type: type) { [unowned host] (controller: ViewController) -> Container? in
      if host.observers.wantDetails {
        let place = (try? host.lua.stack)?.callerPlace
        host.observers.notifyInDetail { $0.controller(controller, wasAskedFor: property, at: place) }
      }
      return read(controller)
    }
  }

  fileprivate func place(_ host: ScriptHost) {
    container(
      .parent, "The controller that contains this one; nil for a root, and during `viewDidLoad` in a restoration.",
      type: "ViewController|any", host
    ) { $0.parent }
    property("children", "The child controllers, in order.", get: { $0.children })
    container(.navigationController, "The nearest navigation controller among the ancestors, or nil.", host) {
      $0.navigationController
    }
    container(.tabBarController, "The nearest tab bar controller among the ancestors, or nil.", host) {
      $0.tabBarController
    }
    container(.splitViewController, "The nearest split view controller among the ancestors, or nil.", host) {
      $0.splitViewController
    }
    method(
      "addChild(child)",
      "Adds a child controller, which is saved and restored below this one; add its view to yours as well. Raises an error if a controller would contain itself; controllers can be nested 200 levels deep."
    ) { try $0.addChild($1) }
    method("removeFromParent()", "Removes the controller from its parent. Has no effect if there is none.") {
      $0.removeFromParent()
    }
  }

  fileprivate func tasks(_ host: ScriptHost) {
    method(
      "task(body: fun(controller: self)): Task",
      "Starts a task of this screen and returns it, as `ui.task` does; the controller is its argument. The task is cancelled at the end of a turn in which the controller has left every window's tree, but not while it is covered or in an unselected tab."
    ) { [unowned host] controller, stack in
      guard stack.kind(2) == .function else { throw stack.wrongType(2, "task", expected: "a function") }
      stack.push(object: try host.beginTask(function: 2, of: controller, on: stack))
      return 1
    }
  }

  fileprivate func presentation(_ host: ScriptHost) {
    property(
      "presentedViewController", "The controller that this one presents, or nil.",
      type: "ViewController|any",
      get: { $0.presentedViewController })
    property(
      "presentingViewController", "The controller that presents this one or one of its ancestors, or nil.",
      type: "ViewController|any",
      get: { $0.presentingViewController }
    )
    method(
      "present(controller: ViewController, options?: { onResult: string })",
      "Presents a controller over this one until it is dismissed. Raises an error if another one is presented. `onResult` is the name of a method of this controller that receives the result of `dismiss`, even if both were restored in between."
    ) { [unowned host] controller, stack in
      let presented: ViewController = try stack.checkObject(2, "the controller to present")
      var onResult: String?
      let hasOptions = !stack.isNil(3)
      if hasOptions, stack.kind(3) != .table { throw stack.wrongType(3, "options", expected: "a table") }
      if hasOptions { try stack.checkNames(3, "present", "option", among: ["onResult"]) }
      if hasOptions, stack.rawGet(3, "onResult") != .nil {
        let method = try stack.checkString(-1, "onResult (the name of a method)")
        guard host.calls.has(method, of: .object(controller)) else {
          let names = host.calls.memberNames(of: controller)
          throw LuaError.usage(
            "onResult: \(controller.className) has no method '\(method)'" + suggestion(for: method, among: names))
        }
        onResult = method
      }
      try controller.present(presented, onResult: onResult)
      return 0
    }
    method(
      "dismiss(result?: any)",
      "Dismisses the controller that this one presents, and all above that; if there is none, the presented controller that is or contains this one. The presenter's `onResult` method receives the result. Has no effect if none is presented."
    ) { [unowned host] controller, stack in
      guard let (presenter, dismissed) = controller.dismiss() else { return 0 }
      guard let method = dismissed.resultMethod else { return 0 }
      guard host.calls.has(method, of: .object(presenter)) else {
        throw LuaError.usage(
          "\(presenter.className) has no method '\(method)' to receive the result of \(dismissed.className)")
      }
      // An error in it belongs to the presenter, not to the one that is dismissed.
      _ = host.calls.run(Callback(named: method), of: .object(presenter), LuaReference(stack, 2))
      presenter.invalidateRestorableState()
      return 0
    }
  }
}

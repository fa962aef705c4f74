import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let viewController = ScriptClassDefinition(
    "ViewController", ViewController.self,
    "One screen, or a container of others. Make a class from it for each screen of the app.",
    make: { _ in ViewController() }
  ) { controller, host in
    controller.describe { $0.restorationIdentifier }
    controller.identity(host)
    controller.screen(host)
    controller.lifeCycle()
    controller.restoration()
    controller.place()
    controller.presentation(host)
    controller.tasks(host)
  }
}

extension ScriptClass where Object == ViewController {
  fileprivate func identity(_ host: ScriptHost) {
    property(
      "restorationIdentifier", type: "string|nil",
      "Names it in the saved state, different from its siblings'. It is saved if it and all controllers up to the root have one; nil: neither it nor what is below it is saved.",
      push: { $0.restorationIdentifier.push(on: $1) },
      take: { controller, stack, index in
        controller.restorationIdentifier = try stack.takeStoredName(index, "restorationIdentifier")
      })
    property(
      "restorationClass", type: "ViewController|nil",
      "The class whose `viewControllerWithRestorationIdentifierPath` makes it again at the next launch; nil: the app's method of that name, or one that is there already, or its storyboard.",
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
          controller.restorationClass = host.restorationClass(named: hostClass.name)
          host.mistakes.restorationClassWasSet(hostClass.name, at: stack.callerPlace)
        } else {
          throw stack.wrongType(index, "restorationClass", expected: "a class or nil")
        }
      })
    property("storyboard", "The storyboard that it came from; nil for one that a script made.", get: { $0.storyboard })
  }

  fileprivate func screen(_ host: ScriptHost) {
    property(
      "title",
      "The name of its screen, in navigation bars and tabs; nil for none. What a tab shows is set where the controller is made or in `init`: its view is loaded when the tab is chosen.",
      get: { $0.shownTitle },
      set: { $0.shownTitle = $1 })
    property(
      "view", "The view that it shows. Reading it loads it first, by `loadView` and `viewDidLoad`.", get: { $0.view },
      set: { $0.view = $1 }
    ).isThere = { ($0 as? ViewController)?.isViewLoaded == true }
    property("isViewLoaded", "Whether its view has been loaded; asking loads nothing.", get: { $0.isViewLoaded })
    keyCommands(host) { $0.keyCommands = $1 }
    property(
      "navigationItem", "What the bar of a navigation controller shows beside the title.", get: { $0.navigationItem })
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
    method("loadViewIfNeeded()", "Loads the view if it is not there yet, as reading `view` does.") {
      _ = $0.loadViewIfNeeded()
    }
    method(ViewControllerCallbacks.viewDidLoad) { $0.viewDidLoad() }
    method(ViewControllerCallbacks.viewWillAppear) {
      (controller, animated: LuaTruth) in controller.viewWillAppear(animated.value)
    }
    method(ViewControllerCallbacks.viewDidAppear) {
      (controller, animated: LuaTruth) in controller.viewDidAppear(animated.value)
    }
    method(ViewControllerCallbacks.viewWillDisappear) {
      (controller, animated: LuaTruth) in controller.viewWillDisappear(animated.value)
    }
    method(ViewControllerCallbacks.viewDidDisappear) {
      (controller, animated: LuaTruth) in controller.viewDidDisappear(animated.value)
    }
  }

  fileprivate func restoration() {
    stateRestoring()
    method(RestorationCallbacks.applicationFinishedRestoringState) { $0.applicationFinishedRestoringState() }
    method(
      "invalidateRestorableState()",
      "Says that what `encodeRestorableState` would keep has changed, so that autosave asks again. Only needed for what no property and no callback of its own has changed."
    ) {
      $0.invalidateRestorableState()
    }
    callback(RestorationCallbacks.viewControllerWithRestorationIdentifierPath, isOfClass: true)
  }

  fileprivate func place() {
    property(
      "parent", "The controller that contains it; nil for a root, and while it is restored in `viewDidLoad`.",
      type: "ViewController|any",
      get: { $0.parent })
    property("children", "The controllers that it contains, in their order.", get: { $0.children })
    property(
      "navigationController", "The nearest navigation controller that it is in; nil if it is in none.",
      get: { $0.navigationController })
    property(
      "tabBarController", "The nearest tab bar controller that it is in; nil if it is in none.",
      get: { $0.tabBarController })
    property(
      "splitViewController", "The nearest split view controller that it is in; nil if it is in none.",
      get: { $0.splitViewController })
    method(
      "addChild(child)",
      "Contains another controller, which is saved and restored below this one; put its view into yours. An error for one that contains this one; up to 200 levels can contain and present each other."
    ) { try $0.addChild($1) }
    method("removeFromParent()", "Takes it out of the controller that contains it. Does nothing if that is none.") {
      $0.removeFromParent()
    }
  }

  fileprivate func tasks(_ host: ScriptHost) {
    method(
      "task(body: fun(controller: self)): Task",
      "Begins a task of this screen, as `ui.task` does, with the controller as its argument, and returns it. It is cancelled at the end of a turn in which the controller has left every window's tree; not while it is covered, or in a tab that is not selected."
    ) { [unowned host] controller, stack in
      guard stack.kind(2) == .function else { throw stack.wrongType(2, "task", expected: "a function") }
      stack.push(object: try host.beginTask(function: 2, of: controller, on: stack))
      return 1
    }
  }

  fileprivate func presentation(_ host: ScriptHost) {
    property(
      "presentedViewController", "The controller that it presents; nil for none.",
      type: "ViewController|any",
      get: { $0.presentedViewController })
    property(
      "presentingViewController", "The controller that presents it, or what it is contained in; nil for none.",
      type: "ViewController|any",
      get: { $0.presentingViewController }
    )
    method(
      "present(controller: ViewController, options?: { onResult: string })",
      "Shows a controller over this one, until it is dismissed; an error while there is one. `onResult` names the method of this one that is called with the result of `dismiss`, also when both were restored in between."
    ) { [unowned host] controller, stack in
      let presented: ViewController = try stack.checkObject(2, "the controller to present")
      var onResult: String?
      if stack.kind(3) == .table { try stack.checkNames(3, "present", "option", among: ["onResult"]) }
      if stack.kind(3) == .table, stack.rawGet(3, "onResult") != .nil {
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
      "Takes away the controller that this one presents, or without one the presented one that this is, or is in. The presenter's `onResult` method is called with the result. Does nothing if none is presented."
    ) { [unowned host] controller, stack in
      guard let (presenter, dismissed) = controller.dismiss() else { return 0 }
      guard let method = dismissed.resultMethod else { return 0 }
      let result = LuaReference(stack, 2)
      if try !host.calls.call(Callback(named: method), of: .object(presenter), result) {
        throw LuaError.usage(
          "\(presenter.className) has no method '\(method)' to take the result of \(dismissed.className)")
      }
      presenter.invalidateRestorableState()
      return 0
    }
  }
}

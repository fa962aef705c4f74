import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  static let viewController = ScriptClassDefinition(
    "ViewController", ViewController.self, "One screen, or a container of others.", make: { _ in ViewController() }
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
      "restorationIdentifier", "Its name in the saved state.", get: { $0.restorationIdentifier },
      set: { $0.restorationIdentifier = $1 })
    property(
      "restorationClass", type: "ViewControllerClass|nil", "The class that makes it again.",
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
        } else {
          throw stack.wrongType(index, "restorationClass", expected: "a class or nil")
        }
      })
    property("storyboard", "The storyboard that it came from.", get: { $0.storyboard })
  }

  fileprivate func screen(_ host: ScriptHost) {
    property("title", "What its screen is called.", get: { $0.shownTitle }, set: { $0.shownTitle = $1 })
    property("view", "What it shows; asked for, it is loaded.", get: { $0.view }, set: { $0.view = $1 })
    property("isViewLoaded", "Whether its view is there yet.", get: { $0.isViewLoaded })
    keyCommands(host) { $0.keyCommands = $1 }
    property(
      "navigationItem", "What a navigation bar shows beside the title.", get: { $0.navigationItem })
    property(
      "toolbarItems", "Shown at the bottom by a navigation controller.", get: { $0.toolbarItems },
      set: { $0.toolbarItems = $1 })
    method(
      "keyPressed(key): boolean|nil",
      "Override it to take keys that no view of it has a use for. True if the key did something.", isCallback: true
    ) { $0.keyPressed($1) }
  }

  fileprivate func lifeCycle() {
    method("loadView()", "Called when the view is first asked for: sets `self.view`.", isCallback: true) {
      $0.loadView()
    }
    method("loadViewIfNeeded()", "Loads the view, if it is not there yet.") { _ = $0.loadViewIfNeeded() }
    method("viewDidLoad()", "Called once, when the view has been loaded.", isCallback: true) { $0.viewDidLoad() }
    method("viewWillAppear(animated)", "Called before the screen shows.", isCallback: true) {
      (controller, animated: LuaTruth) in controller.viewWillAppear(animated.value)
    }
    method("viewDidAppear(animated)", "Called when the screen shows.", isCallback: true) {
      (controller, animated: LuaTruth) in controller.viewDidAppear(animated.value)
    }
    method("viewWillDisappear(animated)", "Called before the screen shows no more.", isCallback: true) {
      (controller, animated: LuaTruth) in controller.viewWillDisappear(animated.value)
    }
    method("viewDidDisappear(animated)", "Called when the screen shows no more.", isCallback: true) {
      (controller, animated: LuaTruth) in controller.viewDidDisappear(animated.value)
    }
  }

  fileprivate func restoration() {
    stateRestoring()
    method(
      "applicationFinishedRestoringState()", "Called when every object has been restored.", isCallback: true
    ) { $0.applicationFinishedRestoringState() }
    method("invalidateRestorableState()", "Says that what it would save has changed.") {
      $0.invalidateRestorableState()
    }
    callback(
      "viewControllerWithRestorationIdentifierPath(path: string[], coder: Coder): ViewController|nil",
      "Called on a restoration class when a controller of it was saved: makes that again, or returns nil for none.",
      isOfClass: true)
  }

  fileprivate func place() {
    property("parent", "The controller that contains it.", get: { $0.parent })
    property("children", "The controllers that it contains.", get: { $0.children })
    property("navigationController", "The nearest stack of screens that it is in.", get: { $0.navigationController })
    property("tabBarController", "The nearest tabs that it is in.", get: { $0.tabBarController })
    property("splitViewController", "The nearest split screen that it is in.", get: { $0.splitViewController })
    method(
      "addChild(child)",
      "Contains another controller. View controllers can contain and present each other 200 levels deep."
    ) { try $0.addChild($1) }
    method("removeFromParent()", "Leaves the controller that contains it.") { $0.removeFromParent() }
  }

  fileprivate func tasks(_ host: ScriptHost) {
    method(
      "task(body: fun(controller: ViewController)): Task",
      "Begins a task of this screen, as `ui.task` does, with the controller as its argument. It is cancelled at the end of a turn in which the controller has left every window's tree; not while it is covered, or in a tab that is not selected."
    ) { [unowned host] controller, stack in
      guard stack.kind(2) == .function else { throw stack.wrongType(2, "task", expected: "a function") }
      stack.push(object: try host.beginTask(function: 2, of: controller, on: stack))
      return 1
    }
  }

  fileprivate func presentation(_ host: ScriptHost) {
    property("presentedViewController", "The controller over it.", get: { $0.presentedViewController })
    property("presentingViewController", "The controller under it.", get: { $0.presentingViewController })
    method(
      "present(controller: ViewController, options?: { onResult: string })",
      "Shows a controller over this one. `onResult` names the method of this one that gets the result."
    ) { [unowned host] controller, stack in
      let presented: ViewController = try stack.checkObject(2, "the controller to present")
      var onResult: String?
      if stack.kind(3) == .table, stack.rawGet(3, "onResult") != .nil {
        let method = try stack.checkString(-1, "onResult (the name of a method)")
        guard host.hasMethod(method, of: controller) else {
          let names = host.memberNames(of: controller)
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
      "Takes away the controller over this one, or this one; the presenter gets the result, if it asked for it."
    ) { [unowned host] controller, stack in
      guard let (presenter, dismissed) = controller.dismiss() else { return 0 }
      guard let method = dismissed.resultMethod else { return 0 }
      let result = LuaReference(stack, 2)
      let isThere = try host.callMethod(method, of: presenter) { inner in
        inner.push(result)
        return 1
      }
      if !isThere {
        throw LuaError.usage(
          "\(presenter.className) has no method '\(method)' to take the result of \(dismissed.className)")
      }
      presenter.invalidateRestorableState()
      return 0
    }
  }
}

import Interface
import LuaRuntime
import StateRestoration

extension Bindings {
  /// View controllers and their containers in scripts. Indices count from 1 there.
  func defineControllers(_ responder: HostClass) throws {
    let controller = try lua.define("ViewController", ViewController.self, superclass: responder) { ViewController() }
    controller.describe = { ($0 as? ViewController)?.restorationIdentifier }
    controller.lateProperties = ["selectedIndex", "currentIndex"]
    defineNames(controller)
    try defineLifeCycle(controller)
    try definePlace(controller)
    try defineNavigation(controller)
    try defineTabs(controller)
    try defineSplit(controller)
    try definePages(controller)
    try defineAlert(controller)
  }

  private func defineNames(_ controller: HostClass) {
    controller.property(
      "restorationIdentifier", get: { (controller: ViewController) in controller.restorationIdentifier },
      set: { $0.restorationIdentifier = $1 })
    controller.property(
      "restorationClass", type: "a class or nil",
      get: { [lua] (controller: ViewController, stack: LuaStack) in
        guard let name = controller.restorationClass?.name, let hostClass = lua.hostClass(named: name) else {
          return stack.pushNil()
        }
        hostClass.push(on: stack)
      },
      set: { [host] (controller: ViewController, stack: LuaStack, index: Int32) in
        if stack.isNil(index) {
          controller.restorationClass = nil
        } else if let hostClass = stack.state.hostClass(at: index, on: stack) {
          controller.restorationClass = host.restorationClass(named: hostClass.name)
        } else {
          throw stack.wrongType(index, "restorationClass", expected: "a class or nil")
        }
      })
    controller.property("title", get: { (controller: ViewController) in controller.title }, set: { $0.title = $1 })
    controller.property("view", get: { (controller: ViewController) in controller.view }, set: { $0.view = $1 })
    controller.property("isViewLoaded", get: { (controller: ViewController) in controller.isViewLoaded })
    defineKeyCommands(controller) { (controller: ViewController, commands) in controller.keyCommands = commands }
    controller.property("navigationItem", get: { (controller: ViewController) in controller.navigationItem })
    controller.property(
      "toolbarItems", get: { (controller: ViewController) in controller.toolbarItems }, set: { $0.toolbarItems = $1 })
    controller.property("storyboard", get: { (controller: ViewController) in controller.storyboard })
  }

  private func defineLifeCycle(_ controller: HostClass) throws {
    try controller.method("loadView") { (controller: ViewController, _) in
      controller.loadView()
      return 0
    }
    try controller.method("loadViewIfNeeded") { (controller: ViewController, _) in
      controller.loadViewIfNeeded()
      return 0
    }
    try controller.method("viewDidLoad") { (controller: ViewController, _) in
      controller.viewDidLoad()
      return 0
    }
    try controller.method("viewWillAppear") { (controller: ViewController, stack) in
      controller.viewWillAppear(stack.truth(2))
      return 0
    }
    try controller.method("viewDidAppear") { (controller: ViewController, stack) in
      controller.viewDidAppear(stack.truth(2))
      return 0
    }
    try controller.method("viewWillDisappear") { (controller: ViewController, stack) in
      controller.viewWillDisappear(stack.truth(2))
      return 0
    }
    try controller.method("viewDidDisappear") { (controller: ViewController, stack) in
      controller.viewDidDisappear(stack.truth(2))
      return 0
    }
    try controller.method("encodeRestorableState") { (controller: ViewController, stack) in
      try controller.encodeRestorableState(with: try stack.checkObject(2, "the coder"))
      return 0
    }
    try controller.method("decodeRestorableState") { (controller: ViewController, stack) in
      try controller.decodeRestorableState(with: try stack.checkObject(2, "the coder"))
      return 0
    }
    try controller.method("applicationFinishedRestoringState") { (controller: ViewController, _) in
      controller.applicationFinishedRestoringState()
      return 0
    }
    try controller.method("keyPressed") { (controller: ViewController, stack) in
      stack.push(controller.keyPressed(try Self.key(stack, 2)))
      return 1
    }
    try controller.method("invalidateRestorableState") { (controller: ViewController, _) in
      controller.invalidateRestorableState()
      return 0
    }
  }

  private func definePlace(_ controller: HostClass) throws {
    controller.property("parent", get: { (controller: ViewController) in controller.parent })
    controller.property("children", get: { (controller: ViewController) in controller.children })
    controller.property(
      "presentedViewController", get: { (controller: ViewController) in controller.presentedViewController })
    controller.property(
      "presentingViewController", get: { (controller: ViewController) in controller.presentingViewController })
    controller.property(
      "navigationController", get: { (controller: ViewController) in controller.navigationController })
    controller.property("tabBarController", get: { (controller: ViewController) in controller.tabBarController })
    controller.property("splitViewController", get: { (controller: ViewController) in controller.splitViewController })
    try controller.method("addChild") { (controller: ViewController, stack) in
      try controller.addChild(try stack.checkObject(2, "the child"))
      return 0
    }
    try controller.method("removeFromParent") { (controller: ViewController, _) in
      controller.removeFromParent()
      return 0
    }
    try controller.method("present") { [host] (controller: ViewController, stack) in
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
    try controller.method("dismiss") { [host] (controller: ViewController, stack) in
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

  private func defineNavigation(_ controller: HostClass) throws {
    let navigation = try lua.define("NavigationController", NavigationController.self, superclass: controller) {
      NavigationController()
    }
    navigation.property(
      "viewControllers", get: { (nav: NavigationController) in nav.viewControllers },
      set: { try $0.setViewControllers($1) })
    navigation.property("topViewController", get: { (nav: NavigationController) in nav.topViewController })
    navigation.property("visibleViewController", get: { (nav: NavigationController) in nav.visibleViewController })
    navigation.property(
      "isNavigationBarHidden", get: { (nav: NavigationController) in nav.isNavigationBarHidden },
      set: { $0.isNavigationBarHidden = $1 })
    try navigation.method("push") { (nav: NavigationController, stack) in
      try nav.push(try stack.checkObject(2, "the controller to push"))
      return 0
    }
    try navigation.method("pop") { (nav: NavigationController, stack) in
      stack.push(object: nav.pop())
      return 1
    }
    try navigation.method("popToRoot") { (nav: NavigationController, stack) in
      nav.popToRoot().push(on: stack)
      return 1
    }
    try navigation.method("popTo") { (nav: NavigationController, stack) in
      try nav.popTo(try stack.checkObject(2, "the controller to pop to")).push(on: stack)
      return 1
    }
    navigation.takeItem = { nav, stack in
      let child: ViewController = try stack.checkObject(-1, "an item of NavigationController")
      try (nav as? NavigationController)?.push(child)
    }
  }

  private func defineTabs(_ controller: HostClass) throws {
    let tabs = try lua.define("TabBarController", TabBarController.self, superclass: controller) { TabBarController() }
    tabs.property(
      "viewControllers", get: { (tabs: TabBarController) in tabs.viewControllers },
      set: { try $0.setViewControllers($1) })
    tabs.property(
      "selectedIndex", get: { (tabs: TabBarController) in tabs.selectedIndex.map { $0 + 1 } },
      set: { (tabs: TabBarController, index: Int?) in
        guard let index, tabs.viewControllers.indices.contains(index - 1) else {
          throw LuaError.usage(
            "selectedIndex: expected 1 to \(tabs.viewControllers.count), got \(index.map(String.init) ?? "nil")")
        }
        tabs.selectedIndex = index - 1
      })
    tabs.property(
      "selectedViewController", get: { (tabs: TabBarController) in tabs.selectedViewController },
      set: { (tabs: TabBarController, selected: ViewController?) in
        guard let selected, tabs.contains(selected) else {
          throw LuaError.usage("selectedViewController: this is none of the tabs")
        }
        tabs.selectedViewController = selected
      })
    tabs.lateProperties = ["selectedIndex", "selectedViewController"]
  }

  private func defineSplit(_ controller: HostClass) throws {
    let split = try lua.define("SplitViewController", SplitViewController.self, superclass: controller) {
      SplitViewController()
    }
    split.property(
      "viewControllers", get: { (split: SplitViewController) in split.viewControllers },
      set: { try $0.setViewControllers($1) })
    split.property("isCollapsed", get: { (split: SplitViewController) in split.isCollapsed })
    split.property(
      "dividerPosition", get: { (split: SplitViewController) in split.dividerPosition },
      set: { (split: SplitViewController, position: Int?) in
        split.dividerPosition = try position.map { try Self.nonNegative($0, "dividerPosition") }
      })
    split.property(
      "shownColumn", get: { (split: SplitViewController) in split.shownColumn.rawValue },
      set: { (split: SplitViewController, name: String) in split.show(try Self.column(name)) })
    try split.method("show") { (split: SplitViewController, stack) in
      split.show(try Self.column(try stack.checkString(2, "the column")))
      return 0
    }
    split.lateProperties = ["shownColumn"]
  }

  private static func column(_ name: String) throws -> SplitViewController.Column {
    guard let column = SplitViewController.Column(rawValue: name) else {
      throw LuaError.usage("a split view controller has the columns \"primary\" and \"secondary\", got \"\(name)\"")
    }
    return column
  }

  private func definePages(_ controller: HostClass) throws {
    let pages = try lua.define("PageViewController", PageViewController.self, superclass: controller) {
      PageViewController()
    }
    pages.property(
      "viewControllers", get: { (pages: PageViewController) in pages.viewControllers },
      set: { try $0.setViewControllers($1) })
    pages.property(
      "currentIndex", get: { (pages: PageViewController) in pages.currentIndex.map { $0 + 1 } },
      set: { (pages: PageViewController, index: Int?) in
        guard let index, pages.viewControllers.indices.contains(index - 1) else {
          throw LuaError.usage(
            "currentIndex: expected 1 to \(pages.viewControllers.count), got \(index.map(String.init) ?? "nil")")
        }
        pages.currentIndex = index - 1
      })
    pages.property("currentViewController", get: { (pages: PageViewController) in pages.currentViewController })
    pages.handler(
      "dataSource", type: "an object or nil",
      didSet: { [host] (pages: PageViewController, isSet) in
        pages.dataSource = isSet ? host : nil
      })
    try pages.method("goForward") { (pages: PageViewController, stack) in
      stack.push(pages.goForward())
      return 1
    }
    try pages.method("goBack") { (pages: PageViewController, stack) in
      stack.push(pages.goBack())
      return 1
    }
    pages.lateProperties = ["currentIndex"]
  }

  private func defineAlert(_ controller: HostClass) throws {
    let alert = try lua.define("AlertController", AlertController.self, superclass: controller) { AlertController() }
    alert.property("message", get: { (alert: AlertController) in alert.message }, set: { $0.message = $1 })
    alert.enumeration(
      "preferredStyle", AlertController.Style.self, get: { (alert: AlertController) in alert.preferredStyle },
      set: { $0.preferredStyle = $1 })
    alert.property(
      "actions", type: "a list of { title =, style =, handler = }",
      get: { (alert: AlertController, stack: LuaStack) in alert.actions.map(\.title).push(on: stack) },
      set: { [host] (alert: AlertController, stack: LuaStack, index: Int32) in
        guard stack.kind(index) == .table else {
          throw stack.wrongType(index, "actions", expected: "a list of { title =, style =, handler = }")
        }
        for item in 0..<stack.rawLength(index) {
          stack.rawGet(index, Int64(item + 1))
          try host.addAction(at: stack.top, to: alert, on: stack)
          stack.pop()
        }
      })
    alert.property("textFields", get: { (alert: AlertController) in alert.textFields })
    try alert.method("addTextField") { (alert: AlertController, stack) in
      alert.addTextField(try stack.checkObject(2, "the text field"))
      return 0
    }
    try alert.method("addAction") { [host] (alert: AlertController, stack) in
      try host.addAction(at: 2, to: alert, on: stack)
      return 0
    }
  }
}

extension ScriptHost: PageViewControllerDataSource {
  /// Adds the action that a table describes: `{ title =, style =, handler = }`.
  func addAction(at index: Int32, to alert: AlertController, on stack: LuaStack) throws {
    guard stack.kind(index) == .table else {
      throw stack.wrongType(index, "an action", expected: "a table { title =, style =, handler = }")
    }
    stack.rawGet(index, "title")
    let title = try stack.checkString(-1, "an action's title")
    stack.pop()
    var style = AlertController.Action.Style.default
    if stack.rawGet(index, "style") != .nil {
      let name = try stack.checkString(-1, "an action's style")
      style = try enumerationValue(name, "an action's style")
    }
    stack.pop()
    // The function stays on the Lua side, where it can be collected together with the alert.
    let handler = "action \(alert.actions.count + 1)"
    if stack.rawGet(index, "handler") != .nil {
      guard stack.kind(-1) == .function else {
        throw stack.wrongType(-1, "an action's handler", expected: "a function")
      }
      lua.setHandler(handler, of: alert, toValueAt: -1, on: stack)
    }
    stack.pop()
    alert.addAction(
      .init(title: title, style: style) { [weak self, weak alert] in
        if let alert { self?.callHandler(handler, of: alert) }
      })
  }

  public func pageViewController(_ pages: PageViewController, viewControllerBefore controller: ViewController) throws
    -> ViewController?
  { try askPages("viewControllerBefore", pages, controller) }

  public func pageViewController(_ pages: PageViewController, viewControllerAfter controller: ViewController) throws
    -> ViewController?
  { try askPages("viewControllerAfter", pages, controller) }

  private func askPages(_ method: String, _ pages: PageViewController, _ controller: ViewController) throws
    -> ViewController?
  {
    let stack = try lua.stack
    let base = stack.top
    defer { if lua.isOpen { stack.top = base } }
    guard lua.pushHandler("dataSource", of: pages, on: stack) else { return nil }
    if let object = stack.object(-1) {
      guard lua.pushOverride(method, of: object, on: stack) else { return nil }
    } else {
      guard try stack.getField(-1, method) == .function else { return nil }
      stack.pushValue(-2)
    }
    stack.push(object: pages)
    stack.push(object: controller)
    try stack.call(arguments: 3, results: 1)
    return stack.object(-1) as? ViewController
  }
}

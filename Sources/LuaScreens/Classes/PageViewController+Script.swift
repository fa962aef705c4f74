import Interface
import LuaRuntime

extension ScriptClasses {
  static let pageViewController = ScriptClassDefinition(
    "PageViewController", PageViewController.self,
    "Screens that are turned like pages, one at a time, with Page Up and Page Down.",
    make: { _ in PageViewController() }
  ) { pages, host in
    pages.property(
      "viewControllers", "The pages, in order.", get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    pages.property(
      "currentIndex", "The index of the visible page, counted from 1; nil if there are none.",
      get: { $0.currentIndex.map { $0 + 1 } },
      set: { pages, number in
        if number == nil, pages.viewControllers.isEmpty { return }
        pages.currentIndex = try place(number, of: pages.viewControllers.count, "currentIndex")
      })
    pages.property(
      "currentViewController", "The screen of the visible page; nil if there is none.", type: "ViewController|any",
      get: { $0.currentViewController })
    pages.delegate(
      "dataSource", type: "PageViewControllerDataSource",
      "The object that provides the pages before and after a page, for pages that are created on demand.",
      didSet: { [unowned host] pages, stack in
        let isSet = stack.state.pushHandler("dataSource", of: pages, on: stack)
        if isSet { stack.pop() }
        pages.dataSource = isSet ? host.pageAnswers : nil
        if isSet { host.observers.notify { $0.dataSource(of: pages, wasSetAt: stack.callerPlace) } }
      })
    pages.method("goForward()", "Turns to the next page. Returns whether there was one.") { $0.goForward() }
    pages.method("goBack()", "Turns to the previous page. Returns whether there was one.") { $0.goBack() }
    pages.items("The pages, in order.") { container, controller in
      try container.setViewControllers(container.viewControllers + [controller])
    }
    pages.late("currentIndex")

    host.module.table(
      "PageViewControllerDataSource",
      "Methods of a page view controller's data source, for the pages next to the current one.",
      of: PageViewCallbacks.all)
  }
}

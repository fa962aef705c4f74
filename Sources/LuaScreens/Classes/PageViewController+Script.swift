import Interface
import LuaRuntime

extension ScriptClasses {
  static let pageViewController = ScriptClassDefinition(
    "PageViewController", PageViewController.self,
    "Screens that are turned like pages, one at a time, with Page Up and Page Down.",
    make: { _ in PageViewController() }
  ) { pages, host in
    pages.property(
      "viewControllers", "The pages, in their order.", get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    pages.property(
      "currentIndex", "The number of the page that shows, counted from 1; nil if there are none.",
      get: { $0.currentIndex.map { $0 + 1 } },
      set: { pages, number in
        pages.currentIndex = try place(number, of: pages.viewControllers.count, "currentIndex")
      })
    pages.property(
      "currentViewController", "The screen of the page that shows; nil if there are none.", type: "ViewController|any",
      get: { $0.currentViewController })
    pages.delegate(
      "dataSource", type: "PageViewControllerDataSource",
      "The object that is asked for the pages before and after one, where they are not all given at first.",
      didSet: { [unowned host] pages, stack in
        let isSet = stack.state.pushHandler("dataSource", of: pages, on: stack)
        if isSet { stack.pop() }
        pages.dataSource = isSet ? host.pageAnswers : nil
        if isSet { host.mistakes.pageDataSourceWasSet(of: pages, at: stack.callerPlace) }
      })
    pages.method("goForward()", "Turns to the next page. Returns whether there was one.") { $0.goForward() }
    pages.method("goBack()", "Turns to the page before. Returns whether there was one.") { $0.goBack() }
    pages.items("The pages, in their order.") { container, controller in
      try container.setViewControllers(container.viewControllers + [controller])
    }
    pages.late("currentIndex")

    host.module.table(
      "PageViewControllerDataSource", "What a page view controller asks for the pages beside the current one.",
      of: PageViewCallbacks.all)
  }
}

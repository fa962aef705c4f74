import Interface
import LuaRuntime

extension ScriptClasses {
  static let pageViewController = ScriptClassDefinition(
    "PageViewController", PageViewController.self, "Screens that are turned like pages.",
    make: { _ in PageViewController() }
  ) { pages, host in
    pages.property(
      "viewControllers", "The pages, in order.", get: { $0.viewControllers }, set: { try $0.setViewControllers($1) })
    pages.property(
      "currentIndex", "The page that shows, counted from 1; nil if there are none.",
      get: { $0.currentIndex.map { $0 + 1 } },
      set: { pages, number in
        pages.currentIndex = try place(number, of: pages.viewControllers.count, "currentIndex")
      })
    pages.property("currentViewController", "The page that shows.", get: { $0.currentViewController })
    pages.delegate(
      "dataSource", type: "PageViewControllerDataSource", "Who knows the pages, where they are not all given at first.",
      didSet: { [unowned host] pages, isSet in pages.dataSource = isSet ? host : nil })
    pages.method("goForward()", "Turns to the next page; false if there is none.") { $0.goForward() }
    pages.method("goBack()", "Turns to the page before; false if there is none.") { $0.goBack() }
    pages.late("currentIndex")

    host.module.table(
      "PageViewControllerDataSource", "What a page view controller asks for the pages beside the current one."
    )
    .method(
      "viewControllerBefore(pages: PageViewController, controller: ViewController): ViewController|nil",
      "The page before one; nil if that is the first."
    )
    .method(
      "viewControllerAfter(pages: PageViewController, controller: ViewController): ViewController|nil",
      "The page after one; nil if that is the last.")
  }
}

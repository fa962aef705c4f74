/// What a page view controller asks its data source. After an error there is no such page.
enum PageViewCallbacks {
  static let viewControllerBefore = Callback(
    "viewControllerBefore(pages: PageViewController, controller: ViewController): ViewController|nil",
    "Called for the page before another: returns its controller, or nil at the first page.")
  static let viewControllerAfter = Callback(
    "viewControllerAfter(pages: PageViewController, controller: ViewController): ViewController|nil",
    "Called for the page after another: returns its controller, or nil at the last page.")

  /// All of them, in the order in which they are documented.
  static let all = [
    viewControllerBefore, viewControllerAfter,
  ]
}

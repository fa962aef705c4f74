/// The callbacks of a page view controller's data source. After an error the page does not exist.
package enum PageViewCallbacks {
  static let viewControllerBefore = Callback(
    "viewControllerBefore(pages: PageViewController, controller: ViewController): ViewController|nil",
    "Called for the page before another: returns its controller, or nil at the first page.")
  static let viewControllerAfter = Callback(
    "viewControllerAfter(pages: PageViewController, controller: ViewController): ViewController|nil",
    "Called for the page after another: returns its controller, or nil at the last page.")

  /// All callbacks, in the order in which they are documented.
  package static let all = [
    viewControllerBefore, viewControllerAfter,
  ]
}

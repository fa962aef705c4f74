/// Supplies the pages next to the current one on demand (UIKit's `UIPageViewControllerDataSource`).
@MainActor
public protocol PageViewControllerDataSource: AnyObject {
  /// Returns the page before a page; nil if it is the first.
  func pageViewController(_ pages: PageViewController, viewControllerBefore controller: ViewController) throws
    -> ViewController?
  /// Returns the page after a page; nil if it is the last.
  func pageViewController(_ pages: PageViewController, viewControllerAfter controller: ViewController) throws
    -> ViewController?
}

/// A sequence of pages of which one is shown; Page Up and Page Down turn them (UIKit's `UIPageViewController`).
@MainActor
open class PageViewController: SelectingController {
  /// Supplies further pages; nil if `viewControllers` is complete.
  public weak var dataSource: (any PageViewControllerDataSource)?

  private let pageControl = PageControl()

  /// The zero-based index of the current page; nil if there are no pages. An index out of range is ignored.
  public var currentIndex: Int? {
    get { selectedPlace }
    set { selectedPlace = newValue }
  }

  /// The current page.
  public var currentViewController: ViewController? { selectedChild }

  /// Shows the next page. Returns false if there is none.
  @discardableResult
  open func goForward() -> Bool {
    turn(by: 1) { pages, page in try pages.dataSource?.pageViewController(pages, viewControllerAfter: page) }
  }

  /// Shows the previous page. Returns false if there is none.
  @discardableResult
  open func goBack() -> Bool {
    turn(by: -1) { pages, page in try pages.dataSource?.pageViewController(pages, viewControllerBefore: page) }
  }

  private func turn(
    by step: Int, more: (PageViewController, ViewController) throws -> ViewController?
  ) -> Bool {
    guard let page = currentViewController, let index = currentIndex else { return false }
    if children.indices.contains(index + step) {
      currentIndex = index + step
      return true
    }
    do {
      guard let next = try more(self, page) else { return false }
      try adopt(next, at: step > 0 ? children.count : 0)
      select(next)
      return true
    } catch {
      report(error, from: "page turn")
      return false
    }
  }

  // MARK: Showing

  open override func loadView() {
    pageControl.onTurn = { [weak self] step in _ = step > 0 ? self?.goForward() : self?.goBack() }
    view = BarContainerView(bottom: pageControl)
    updateBar()
  }

  open override func placeVisibleChildren() {
    super.placeVisibleChildren()
    updateBar()
  }

  override func updateBar() {
    pageControl.isHidden = children.count < 2 && dataSource == nil
    pageControl.numberOfPages = children.count
    pageControl.currentPage = currentIndex ?? 0
  }

  open override var titleChild: ViewController? { currentViewController }

  open override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Turn the page", .anyModifiers([.pageUp, .pageDown])) { [self] key in
        key.key == .pageUp ? goBack() : goForward()
      }
    ]
  }

  override var stateKey: String { "currentIndex" }
}

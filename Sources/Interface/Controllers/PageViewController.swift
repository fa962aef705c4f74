import StateRestoration

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
/// Preserves its pages and the current one.
@MainActor
open class PageViewController: ViewController {
  /// Supplies further pages; nil if `viewControllers` is complete.
  public weak var dataSource: (any PageViewControllerDataSource)?

  private let pageControl = PageControl()
  /// The current page; nil until ``pagesDidChange()`` makes the first one current.
  private var current: ViewController?

  /// The loaded pages, in order.
  public var viewControllers: [ViewController] { children }

  /// Replaces the pages. The current page stays current if it is among them, otherwise the first becomes current.
  ///
  /// - Throws: ``ContainmentError`` if a controller cannot be a page.
  public func setViewControllers(_ controllers: [ViewController]) throws {
    try replaceChildren(with: controllers)
    pagesDidChange()
  }

  /// The zero-based index of the current page; nil if there are no pages. An index out of range is ignored.
  public var currentIndex: Int? {
    get { currentViewController.flatMap(place) }
    set {
      guard let newValue, children.indices.contains(newValue) else { return }
      current = children[newValue]
      pagesDidChange()
    }
  }

  /// The current page.
  public var currentViewController: ViewController? { current ?? children.first }

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
      current = next
      pagesDidChange()
      return true
    } catch {
      report(error, from: "page turn")
      return false
    }
  }

  open override func addChild(_ child: ViewController) throws {
    try adopt(child)
    pagesDidChange()
  }

  open override func removeChild(_ child: ViewController) {
    let index = currentIndex ?? 0
    let wasCurrent = currentViewController === child
    detach(child)
    if wasCurrent { current = children.isEmpty ? nil : children[min(index, children.count - 1)] }
    pagesDidChange()
  }

  private func pagesDidChange() {
    if current.map(contains) != true { current = children.first }
    childrenDidChange()
  }

  // MARK: Showing

  open override func loadView() {
    pageControl.onTurn = { [weak self] step in _ = step > 0 ? self?.goForward() : self?.goBack() }
    view = BarContainerView(bottom: pageControl)
    updatePageControl()
  }

  open override var visibleChildren: [ViewController] { currentViewController.map { [$0] } ?? [] }
  override var keepsFocusedChild: Bool { false }
  open override var placesViewsOfChildren: Bool { true }

  open override func placeVisibleChildren() {
    (viewIfLoaded as? BarContainerView)?.content = currentViewController?.view
    updatePageControl()
  }

  private func updatePageControl() {
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

  // MARK: Restoration

  open override func encodeBuiltInState(with coder: StateCoder) {
    super.encodeBuiltInState(with: coder)
    if let currentIndex { coder.encode(currentIndex, forKey: "currentIndex") }
  }

  private var restoredPages = MergedChildren()

  open override func bindChildren(_ restored: [RestoredChild]) {
    restoredPages = mergeRestored(restored, keepsNew: true)
    try? replaceChildren(with: restoredPages.children)
    pagesDidChange()
  }

  open override func decodeBuiltInState(with coder: StateCoder) {
    super.decodeBuiltInState(with: coder)
    // The merged children would keep removed pages alive.
    defer { restoredPages = MergedChildren() }
    guard let index = coder.decodeInteger(forKey: "currentIndex") else { return }
    if let page = restoredPages.nearest(to: index) {
      current = page
    } else if children.indices.contains(index) {
      current = children[index]
    }
    pagesDidChange()
  }
}

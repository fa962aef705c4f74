import Interface
import LuaRuntime

/// The data source of all page view controllers. It forwards to the object that the script assigned.
@MainActor
final class PageViewAnswers: PageViewControllerDataSource {
  private let calls: ScriptCalls

  init(_ calls: ScriptCalls) { self.calls = calls }

  func pageViewController(_ pages: PageViewController, viewControllerBefore controller: ViewController) throws
    -> ViewController?
  { try ask(PageViewCallbacks.viewControllerBefore, pages, controller) }

  func pageViewController(_ pages: PageViewController, viewControllerAfter controller: ViewController) throws
    -> ViewController?
  { try ask(PageViewCallbacks.viewControllerAfter, pages, controller) }

  private func ask(_ callback: Callback, _ pages: PageViewController, _ controller: ViewController) throws
    -> ViewController?
  {
    try calls.call(callback, of: .delegate("dataSource", of: pages), controller) {
      try ViewController?.take($0, -1, "the result of \(callback.name)")
    } ?? nil
  }
}

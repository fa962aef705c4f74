import Interface
import LuaRuntime

/// The host is every page view controller's data source: it asks the object that the script gave it.
extension ScriptHost: PageViewControllerDataSource {
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
    let asked = stack.object(-1)
    if let object = asked {
      guard lua.pushOverride(method, of: object, on: stack) else { return nil }
    } else {
      guard try stack.getField(-1, method) == .function else { return nil }
      stack.pushValue(-2)
    }
    stack.push(object: pages)
    stack.push(object: controller)
    try callingBack(asked as? ViewController ?? pages) { try stack.call(arguments: 3, results: 1) }
    return stack.object(-1) as? ViewController
  }
}

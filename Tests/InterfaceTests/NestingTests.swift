import TestApplication
import Testing

@testable import Interface

/// The nesting depth of views and controllers is limited to what a thread's stack allows.
@Suite("Nesting")
@MainActor
struct NestingTests {
  /// Returns nested stacks, outermost first.
  private static func stack(of count: Int) -> [VStack] {
    let views = (0..<count).map { _ in VStack() }
    for (outer, inner) in zip(views, views.dropFirst()) { outer.addSubview(inner) }
    return views
  }

  @Test("a view at the maximum depth is laid out, drawn, found and released")
  func deepestViews() throws {
    weak var innermost: View?
    do {
      let root = ViewController()
      let app = TestApplication(root)
      let views = Self.stack(of: View.maximumDepth - 3)
      root.view.addSubview(views[0])
      let innermostLabel = label("deep")
      innermostLabel.restorationIdentifier = "deep"
      try #require(views.last).addSubview(innermostLabel)
      innermost = innermostLabel
      #expect(app.text.contains("deep"))
      #expect(root.identifiedViews.count == 1)
      try app.automation.tap("deep")
      try app.key("tab")
      #expect(root.window?.content.hitTest(.zero) === innermostLabel)
      #expect(try #require(views.last).refusal(ofSubview: VStack()) == nil)
      #expect(innermostLabel.refusal(ofSubview: VStack()) != nil)
      root.view = View()
    }
    #expect(innermost == nil)
  }

  @Test("a deeper view is refused with the limit, whether it is added from above or below")
  func deeperViews() throws {
    let views = Self.stack(of: View.maximumDepth)
    let message = "cannot add VStack to VStack: views can be nested at most 500 levels deep"
    let innermost = try #require(views.last)
    #expect(innermost.refusal(ofSubview: VStack())?.description == message)
    #expect(VStack().refusal(ofSubview: views[0])?.description == message)
    innermost.addSubview(VStack())
    #expect(innermost.subviews.isEmpty)
    let (upper, lower) = (Self.stack(of: 300), Self.stack(of: 300))
    #expect(try #require(upper.last).refusal(ofSubview: lower[0])?.description == message)
    #expect(try #require(upper.last).refusal(ofSubview: lower[100]) == nil)
  }

  @Test("removed views no longer count")
  func shallowAgain() throws {
    let views = Self.stack(of: View.maximumDepth)
    views[1].removeFromSuperview()
    #expect(views[1].refusal(ofSubview: views[0]) == nil)
    let outer = VStack()
    #expect(outer.refusal(ofSubview: views[0]) == nil)
    outer.addSubview(views[0])
    #expect(views[0].superview === outer)
  }

  @Test("controllers contain and present each other up to a maximum depth")
  func controllers() throws {
    let root = ViewController()
    root.restorationIdentifier = "root"
    let app = TestApplication(root)
    var innermost = root
    for level in 2...ViewController.maximumDepth {
      let next = ViewController()
      next.restorationIdentifier = "next"
      if level.isMultiple(of: 2) { try innermost.present(next) } else { try innermost.addChild(next) }
      innermost = next
    }
    let message =
      "cannot add ViewController to ViewController: view controllers can be nested at most 200 levels deep"
    for refused in [{ try innermost.addChild($0) }, { try innermost.present($0) }] as [(ViewController) throws -> Void]
    {
      let error = #expect(throws: ContainmentError.self) { try refused(ViewController()) }
      #expect(error?.description == message)
    }
    #expect(innermost.children.isEmpty && innermost.presentedViewController == nil)
    #expect(innermost.restorationIdentifierPath?.components.count == ViewController.maximumDepth)
    _ = app.text
  }

  @Test("containers have the same limit, and all within it are shown")
  func containers() throws {
    var top: ViewController = ViewController()
    top.view.addSubview(label("deep"))
    for level in 2...ViewController.maximumDepth {
      let container: ViewController = level.isMultiple(of: 2) ? TabBarController() : PageViewController()
      try container.addChild(top)
      top = container
    }
    let split = SplitViewController()
    #expect(throws: ContainmentError.self) { try split.addChild(top) }
    #expect(throws: ContainmentError.self) { try split.setViewControllers([top]) }
    #expect(split.viewControllers.isEmpty)
    let app = TestApplication(top)
    _ = app.text
    #expect(try #require(top.window).content.countedViews > ViewController.maximumDepth)
  }
}

@MainActor
private func label(_ text: String) -> Label {
  let label = Label()
  label.text = text
  return label
}

extension View {
  fileprivate var countedViews: Int { subviews.reduce(1) { $0 + $1.countedViews } }
}

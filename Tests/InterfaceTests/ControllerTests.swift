import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("View controllers")
@MainActor
struct ControllerTests {
  private func navigation(_ pages: Page...) throws -> NavigationController {
    let navigation = NavigationController()
    try navigation.setViewControllers(pages)
    return navigation
  }

  @Test("only visible controllers appear; covered ones disappear, and appear again when uncovered")
  func appearance() throws {
    let (one, two) = (Page("1"), Page("2"))
    let navigation = try navigation(one)
    let shown = TestApplication(navigation)
    #expect(one.calls == ["viewDidLoad", "viewWillAppear", "viewDidAppear"])
    one.calls = []
    try navigation.push(two)
    #expect(one.calls == ["viewWillDisappear", "viewDidDisappear"])
    #expect(two.calls == ["viewDidLoad", "viewWillAppear", "viewDidAppear"])
    #expect(shown.text.contains("page 2"))
    one.calls = []
    try shown.key("escape")
    #expect(navigation.topViewController === one)
    #expect(one.calls == ["viewWillAppear", "viewDidAppear"])
    #expect(two.calls.suffix(2) == ["viewWillDisappear", "viewDidDisappear"])
  }

  @Test("a stack pops to its root and to any of its controllers; any other is an error")
  func stack() throws {
    let pages = (1...4).map { Page("\($0)") }
    let navigation = NavigationController()
    for page in pages { try navigation.push(page) }
    _ = TestApplication(navigation)
    #expect(try navigation.popTo(pages[1]).map(\.title) == ["3", "4"])
    #expect(navigation.popToRoot().map(\.title) == ["2"])
    #expect(navigation.pop() == nil)
    #expect(throws: ContainmentError.self) { try navigation.popTo(pages[3]) }
    #expect(throws: ContainmentError.self) { try navigation.push(pages[0]) }
    #expect(throws: ContainmentError.self) { try navigation.push(NavigationController()) }
    #expect(throws: ContainmentError.self) { try navigation.addChild(navigation) }
  }

  @Test("no container accepts a controller twice; a failed change leaves its children unchanged")
  func givenTwice() throws {
    let (tabs, pages, split, stack) = (
      TabBarController(), PageViewController(), SplitViewController(), NavigationController()
    )
    let containers: [(ViewController, ([ViewController]) throws -> Void)] = [
      (tabs, tabs.setViewControllers), (pages, pages.setViewControllers), (split, split.setViewControllers),
      (stack, stack.setViewControllers),
    ]
    for (container, setViewControllers) in containers {
      let (one, two) = (Page("1"), Page("2"))
      try setViewControllers([one, two])
      for wrong in [[one, one], [two, one, two]] {
        #expect(throws: ContainmentError.self) { try setViewControllers(wrong) }
        #expect(container.children.map(\.title) == ["1", "2"])
      }
    }
    let page = Page("1")
    let error = #expect(throws: ContainmentError.self) { try tabs.setViewControllers([page, page]) }
    #expect(error?.description == "Page appears twice; TabBarController can contain each controller only once")
  }

  @Test("a tab bar shows the selected tab; removing it selects another")
  func tabs() throws {
    let pages = (1...3).map { Page("\($0)") }
    let tabs = TabBarController()
    try tabs.setViewControllers(pages)
    let shown = TestApplication(tabs)
    #expect(shown.text == ["page 1", "[1]  2  3"] || shown.text.first == "page 1")
    try shown.automation.tap("3")
    #expect(tabs.selectedIndex == 2)
    #expect(shown.text.first == "page 3")
    #expect(pages[1].calls == [])
    try tabs.setViewControllers(Array(pages.prefix(2)))
    #expect(tabs.selectedViewController === pages[0])
    tabs.selectedIndex = 1
    pages[1].removeFromParent()
    #expect(tabs.selectedViewController === pages[0])
  }

  @Test("the selected tab stays while it is there, chosen or not; one that is gone is followed by that at its place")
  func replacedTabs() throws {
    let (one, two, three) = (Page("one"), Page("two"), Page("three"))
    let tabs = TabBarController()
    try tabs.setViewControllers([one, two])
    try tabs.setViewControllers([three, one, two])
    #expect(tabs.selectedViewController === one)
    try tabs.setViewControllers([three, two])
    #expect(tabs.selectedViewController === two)
    try tabs.setViewControllers([three])
    #expect(tabs.selectedViewController === three)
    let pages = PageViewController()
    try tabs.setViewControllers([])
    try pages.setViewControllers([one, two])
    try pages.setViewControllers([three, one])
    #expect(pages.currentViewController === one)
  }

  @Test("a presented controller covers its presenter, and Escape dismisses it")
  func presentation() throws {
    let (one, two) = (Page("1"), Page("2"))
    let shown = TestApplication(one)
    try one.present(two)
    #expect(shown.text.map { $0.drop { $0 == " " } } == ["2", "page 2"])
    #expect(two.presentingViewController === one)
    #expect(throws: ContainmentError.self) { try one.present(Page("3")) }
    try shown.key("escape")
    #expect(one.presentedViewController == nil)
    #expect(shown.text == ["page 1"])
  }

  @Test("an alert is drawn over visible views, has keyboard focus, and runs the action's handler once dismissed")
  func alert() throws {
    let one = Page("1")
    let shown = TestApplication(one)
    var chosen: [String] = []
    let alert = AlertController()
    alert.title = "Really?"
    alert.addAction(.init(title: "Yes") { chosen.append("yes") })
    alert.addAction(.init(title: "No", style: .cancel) { chosen.append("no") })
    try one.present(alert)
    #expect(shown.text.contains { $0.contains("Really?") })
    #expect(shown.text.contains("page 1"))
    try shown.automation.tap("Yes")
    #expect(chosen == ["yes"])
    try one.present(alert)
    try shown.key("escape")
    #expect(chosen == ["yes", "no"])
    #expect(one.preservedPresentedViewController == nil)
    #expect(one.calls.count == 3)
  }

  @Test("a split view shows both sides where there is room, and otherwise one")
  func split() throws {
    let split = SplitViewController()
    try split.setViewControllers([Page("left"), Page("right")])
    let shown = TestApplication(split, width: 80)
    #expect(shown.text.contains { $0.contains("page left") && $0.contains("page right") })
    shown.application.resize(to: Size(width: 30, height: 8))
    #expect(split.isCollapsed)
    #expect(shown.text.count { $0.contains("page") } == 1)
    split.show(.secondary)
    #expect(shown.text.contains { $0.contains("page right") })
    shown.application.resize(to: Size(width: 80, height: 8))
    #expect(shown.text.contains { $0.contains("page left") && $0.contains("page right") })
    #expect(split.view.subviews.map(\.viewController?.title) == ["left", "right"])
  }

  @Test("a split view that collapses keeps the side with keyboard focus visible, and the focus where it is")
  func collapsingSplit() throws {
    let pages = ["left", "right"].map { name in
      let controller = ViewController()
      let field = TextField()
      field.restorationIdentifier = name
      controller.view = field
      return controller
    }
    let split = SplitViewController()
    try split.setViewControllers(pages)
    let shown = TestApplication(split, width: 80)
    let fields = pages.compactMap { $0.view as? TextField }
    try shown.key("tab", "a")
    for width in [30, 80, 30, 80] { shown.application.resize(to: Size(width: width, height: 8)) }
    try shown.key("b")
    #expect(fields.map(\.text) == ["", "ab"])
    try shown.key("shift+tab", "c")
    for width in [30, 80] { shown.application.resize(to: Size(width: width, height: 8)) }
    try shown.key("d")
    #expect(fields.map(\.text) == ["cd", "ab"])
    // A side that was selected after the focus moved is the one to show.
    split.show(.secondary)
    shown.application.resize(to: Size(width: 30, height: 8))
    #expect(split.isCollapsed && shown.text.contains { $0.contains("ab") })
    try shown.key("e")
    #expect(fields.map(\.text) == ["cd", "abe"])
  }

  @Test("a split view in a tab keeps its shown side when the tab is selected again")
  func splitInTab() throws {
    let pages = ["left", "right", "other"].map { _ in
      let controller = ViewController()
      controller.view = TextField()
      return controller
    }
    let (split, tabs) = (SplitViewController(), TabBarController())
    try split.setViewControllers(Array(pages.prefix(2)))
    try tabs.setViewControllers([split, pages[2]])
    let shown = TestApplication(tabs, width: 80)
    let focused = shown.firstResponder
    #expect(focused === pages[0].view)
    split.show(.secondary)
    try shown.key("alt+2")
    #expect(shown.firstResponder === pages[2].view)
    try shown.key("alt+1")
    #expect(shown.firstResponder === focused && split.shownColumn == .secondary)
  }

  @Test("a split view that collapses shows the side that presents an alert, with the focus where it is")
  func collapsingSplitWithAlert() throws {
    let pages = ["left", "right"].map { name in
      let controller = ViewController()
      controller.view = TextField()
      return controller
    }
    let split = SplitViewController()
    try split.setViewControllers(pages)
    let shown = TestApplication(split, width: 80)
    try shown.key("tab")
    #expect(split.shownColumn == .secondary)
    let alert = AlertController()
    alert.title = "Really?"
    for title in ["Yes", "No"] { alert.addAction(AlertController.Action(title: title)) }
    try pages[0].present(alert)
    try shown.key("right")
    let focused = shown.firstResponder
    shown.application.resize(to: Size(width: 30, height: 8))
    #expect(split.isCollapsed && shown.text.contains { $0.contains("Really?") })
    shown.application.resize(to: Size(width: 80, height: 8))
    #expect(focused != nil && shown.firstResponder === focused)
    // Afterwards the side that was shown before is shown again, also where there is room for only one.
    shown.application.resize(to: Size(width: 30, height: 8))
    pages[0].dismiss()
    #expect(
      split.shownColumn == .secondary
        && split.visibleChildren.map(ObjectIdentifier.init) == [ObjectIdentifier(pages[1])])
    #expect(shown.firstResponder === pages[1].view)
  }

  @Test("focus that returns from an alert does not change the side to show when collapsed")
  func splitAfterAlert() throws {
    let pages = (0..<2).map { _ in
      let controller = ViewController()
      controller.view = TextField()
      return controller
    }
    let split = SplitViewController()
    try split.setViewControllers(pages)
    let shown = TestApplication(split, width: 80)
    split.show(.secondary)
    let alert = AlertController()
    alert.title = "Really?"
    try pages[1].present(alert)
    try shown.key("enter")
    #expect(shown.firstResponder === pages[0].view && split.shownColumn == .secondary)
    try shown.key("tab")
    try shown.key("shift+tab")
    #expect(split.shownColumn == .primary)
  }

  @Test("pages turn one by one, and stop at the ends")
  func pages() throws {
    let pages = PageViewController()
    try pages.setViewControllers([Page("1"), Page("2")])
    let shown = TestApplication(pages)
    #expect(pages.goForward())
    #expect(!pages.goForward())
    #expect(shown.text.contains("page 2"))
    #expect(pages.goBack())
    #expect(pages.currentIndex == 0)
  }

  @Test("a storyboard instantiates scenes with their children; a recursive scene is an error")
  func storyboard() throws {
    func scene(_ children: [String] = [], make: @escaping () -> ViewController) -> Storyboard.Scene {
      Storyboard.Scene(restorationIdentifier: nil, children: children, makeView: nil, makeViewController: make)
    }
    let good = try Storyboard(
      name: "Main", initialScene: "nav",
      scenes: ["nav": scene(["page"]) { NavigationController() }, "page": scene { Page("1") }])
    let navigation = try #require(try good.instantiateInitialViewController() as? NavigationController)
    #expect(navigation.topViewController?.title == "1")
    #expect(navigation.topViewController?.storyboardScene == .init(storyboard: "Main", scene: "page"))
    #expect(throws: (any Error).self) { try good.instantiateViewController("nope") }
    #expect(throws: (any Error).self) {
      try Storyboard(
        name: "Circle", initialScene: "a",
        scenes: ["a": scene(["b"]) { NavigationController() }, "b": scene(["a"]) { NavigationController() }]
      ).instantiateInitialViewController()
    }
  }
}

import TestApplication
import StateRestoration
import Testing

@testable import Interface

/// Keyboard focus, kept by controllers for later launches and for when they show again.
@Suite("Focus")
@MainActor
struct FocusTests {
  /// A screen with two fields and two buttons without identifiers, and a button in each bar.
  final class Screen: ViewController {
    let first = TextField()
    let second = TextField()
    let one = Button()
    let two = Button()
    let item = BarButtonItem()
    let tool = BarButtonItem()

    init(_ name: String) {
      super.init()
      restorationIdentifier = name
      title = name
      (one.title, two.title, item.title, tool.title) = ("One", "Two", "Item", "Tool")
      navigationItem.rightBarButtonItems = [item]
      toolbarItems = [tool]
    }

    override func loadView() {
      let row = HStack()
      [one, two].forEach(row.addSubview)
      let column = VStack()
      [first, second, row].forEach(column.addSubview)
      view = column
    }
  }

  /// A tab bar whose first tab is a stack of two screens.
  @MainActor
  struct Screens {
    let bottom = Screen("bottom")
    let top = Screen("top")
    let other = Screen("other")
    let navigation = NavigationController()
    let tabs = TabBarController()
    var all: [ViewController] { [tabs, navigation, bottom, top, other] }

    init() throws {
      try navigation.setViewControllers([bottom, top])
      try tabs.setViewControllers([navigation, other])
    }

    var tabBar: View { tabs.view.focusableViews.first { $0.className == "TabBar" } ?? View() }
  }

  /// Returns the same screens in another launch, with the state of the earlier ones.
  private func relaunch(_ old: Screens) throws -> Screens {
    let new = try Screens()
    for (from, to) in zip(old.all, new.all) {
      let coder = StateCoder()
      from.encodeBuiltInState(with: coder)
      to.loadViewIfNeeded()
      to.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    }
    return new
  }

  @Test("keyboard focus returns to the same view after a relaunch, even without an identifier")
  func anyView() throws {
    let views: [KeyPath<Screens, View>] = [
      \.top.first.asView, \.top.second.asView, \.top.one.asView, \.top.two.asView, \.top.item.asView,
      \.top.tool.asView, \.tabBar,
    ]
    for view in views {
      let old = try Screens()
      let shown = TestApplication(old.tabs, height: 12)
      #expect(shown.application.keyWindow?.makeFirstResponder(old[keyPath: view]) == true)
      let new = try relaunch(old)
      let again = TestApplication(new.tabs, height: 12)
      #expect(again.firstResponder === new[keyPath: view])
      // Repeatedly, also if it was not visible meanwhile.
      let third = try relaunch(relaunch(new))
      #expect(TestApplication(third.tabs, height: 12).firstResponder === third[keyPath: view])
    }
  }

  @Test("covered screens and unselected tabs regain their focused view when they show")
  func covered() throws {
    for isRelaunched in [false, true] {
      var screens = try Screens()
      screens.navigation.pop()
      var shown = TestApplication(screens.tabs, height: 12)
      shown.application.keyWindow?.makeFirstResponder(screens.bottom.item)
      try screens.navigation.push(screens.top)
      shown.application.keyWindow?.makeFirstResponder(screens.top.two)
      screens.tabs.selectedIndex = 1
      shown.application.keyWindow?.makeFirstResponder(screens.other.second)
      if isRelaunched {
        screens = try relaunch(screens)
        shown = TestApplication(screens.tabs, height: 12)
      }
      #expect(shown.firstResponder === screens.other.second)
      screens.tabs.selectedIndex = 0
      #expect(shown.firstResponder === screens.top.two)
      screens.navigation.pop()
      #expect(shown.firstResponder === screens.bottom.item)
      screens.tabs.selectedIndex = 1
      #expect(shown.firstResponder === screens.other.second)
    }
  }

  /// A screen that sets the items of both bars whenever it appears.
  final class ScreenWithNewItems: ViewController {
    var titles = ["Add", "Edit"]
    var isInToolbar = true
    var items: [BarButtonItem] { isInToolbar ? toolbarItems : navigationItem.rightBarButtonItems }

    override func loadView() {
      let column = VStack()
      [TextField(), TextField()].forEach(column.addSubview)
      view = column
    }

    override func viewWillAppear(_ animated: Bool) { setItems(titles) }

    func setItems(_ titles: [String]) {
      let items = titles.map { title in
        let item = BarButtonItem()
        item.title = title
        return item
      }
      if isInToolbar { toolbarItems = items } else { navigationItem.rightBarButtonItems = items }
    }
  }

  @Test(
    "a bar button that replaces a focused one is focused: one of its title, or else a renamed one in its place",
    arguments: [true, false], [true, false])
  func replacedBarItems(isInToolbar: Bool, isRelaunched: Bool) throws {
    func screens() throws -> (TestApplication, NavigationController, ScreenWithNewItems) {
      let (navigation, screen) = (NavigationController(), ScreenWithNewItems())
      screen.isInToolbar = isInToolbar
      try navigation.setViewControllers([screen])
      return (TestApplication(navigation, height: 12), navigation, screen)
    }
    func focusedTitle(_ shown: TestApplication) -> String? {
      _ = shown.application.render()
      return (shown.firstResponder as? BarButtonItem)?.title
    }
    for (titles, expected) in [
      (["Add", "Edit"], "Edit"), (["New", "Add", "Edit"], "Edit"), (["Add", "Done"], "Done"), (["Add"], nil),
      (["New", "Delete", "Add"], nil), (["Delete", "Add"], nil),
    ] {
      var (shown, navigation, screen) = try screens()
      shown.application.keyWindow?.makeFirstResponder(screen.items[1])
      screen.setItems(titles)
      #expect(focusedTitle(shown) == expected)

      (shown, navigation, screen) = try screens()
      shown.application.keyWindow?.makeFirstResponder(screen.items[1])
      try navigation.push(Screen("top"))
      #expect(focusedTitle(shown) == nil)
      if isRelaunched {
        let coder = StateCoder()
        screen.encodeBuiltInState(with: coder)
        (shown, navigation, screen) = try screens()
        try navigation.push(Screen("top"))
        screen.loadViewIfNeeded()
        screen.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
      }
      screen.titles = titles
      navigation.pop()
      #expect(focusedTitle(shown) == expected)
    }
  }

  @Test(
    "a bar button that replaces a focused one later is focused, unless the user moved the focus",
    arguments: [true, false])
  func barItemsSetLater(isUsed: Bool) throws {
    let (navigation, screen) = (NavigationController(), ScreenWithNewItems())
    try navigation.setViewControllers([screen])
    let shown = TestApplication(navigation, height: 12)
    shown.application.keyWindow?.makeFirstResponder(screen.toolbarItems[1])
    screen.setItems([])
    _ = shown.application.render()
    #expect(shown.firstResponder is TextField)
    if isUsed { try shown.automation.key("a") }
    screen.setItems(["Add", "Edit"])
    _ = shown.application.render()
    #expect((shown.firstResponder as? BarButtonItem)?.title == (isUsed ? nil : "Edit"))
  }

  @Test("a tab bar below a presented controller is focused again after dismissal")
  func presented() throws {
    let screens = try Screens()
    let shown = TestApplication(screens.tabs, height: 12)
    shown.application.keyWindow?.makeFirstResponder(screens.tabBar)
    let over = Screen("over")
    try screens.tabs.present(over)
    #expect(shown.firstResponder === over.first)
    over.dismiss()
    #expect(shown.firstResponder === screens.tabBar)
  }

  private func sides() throws -> (SplitViewController, Screen, Screen) {
    let (split, left, right) = (SplitViewController(), Screen("left"), Screen("right"))
    try split.setViewControllers([left, right])
    return (split, left, right)
  }

  @Test("a disabled view that was focused in one side of a split view is focused there once it is enabled")
  func disabledSide() throws {
    let old = try sides()
    let shown = TestApplication(old.0, width: 80)
    shown.application.keyWindow?.makeFirstResponder(old.2.two)
    shown.application.keyWindow?.makeFirstResponder(old.1.one)
    old.2.two.isEnabled = false
    let new = try sides()
    for (from, to) in zip([old.0, old.1, old.2], [new.0, new.1, new.2] as [ViewController]) {
      let coder = StateCoder()
      from.encodeBuiltInState(with: coder)
      to.loadViewIfNeeded()
      to.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    }
    new.2.two.isEnabled = false
    let again = TestApplication(new.0, width: 80)
    #expect(again.firstResponder === new.1.one)
    // Input in one side does not concern the other.
    try again.automation.key("tab")
    let coder = StateCoder()
    new.2.encodeBuiltInState(with: coder)
    #expect(coder.contains("focus"))
    new.2.two.isEnabled = true
    again.application.resize(to: Size(width: 40, height: 12))
    new.0.show(.secondary)
    #expect(again.firstResponder === new.2.two)
  }

  @Test("the side of a split view that had keyboard focus regains it")
  func split() throws {
    for isLeft in [true, false] {
      let (split, left, right) = try sides()
      let shown = TestApplication(split, width: 80)
      shown.application.keyWindow?.makeFirstResponder(left.two)
      shown.application.keyWindow?.makeFirstResponder(right.two)
      if isLeft { shown.application.keyWindow?.makeFirstResponder(left.one) }
      let (newSplit, newLeft, newRight) = try sides()
      for (from, to) in zip([split, left, right], [newSplit, newLeft, newRight] as [ViewController]) {
        let coder = StateCoder()
        from.encodeBuiltInState(with: coder)
        to.loadViewIfNeeded()
        to.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
      }
      let again = TestApplication(newSplit, width: 80)
      #expect(again.firstResponder === (isLeft ? newLeft.one : newRight.two))
    }
  }

  @Test(
    "a key between a resize and the next frame goes to the view that is focused after the resize", arguments: [0, 1])
  func resized(framesBetween: Int) throws {
    let (split, left, right) = (SplitViewController(), Screen("left"), Screen("right"))
    try split.setViewControllers([left, right])
    let shown = TestApplication(split, width: 80)
    let window = try #require(shown.application.keyWindow)
    window.makeFirstResponder(right.first)
    // Below its collapse width the split view shows this side only.
    split.show(.primary)
    shown.application.resize(to: Size(width: 40, height: 12))
    for _ in 0..<framesBetween { _ = shown.application.render() }
    #expect(shown.application.handle(.key(KeyPress(.character("x")))))
    #expect(left.first.text == "x" && right.first.text.isEmpty)
  }

  @Test(
    "a focused view that is created late regains focus, unless the user moved it meanwhile",
    arguments: [true, false])
  func later(isUsed: Bool) throws {
    func screen() -> (ViewController, VStack) {
      let (controller, column) = (ViewController(), VStack())
      controller.view = column
      column.addSubview(TextField())
      return (controller, column)
    }
    let (old, oldColumn) = screen()
    let button = Button()
    oldColumn.addSubview(button)
    let oldApplication = TestApplication(old)
    oldApplication.application.keyWindow?.makeFirstResponder(button)
    let coder = StateCoder()
    old.encodeBuiltInState(with: coder)

    let (new, column) = screen()
    new.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    let shown = TestApplication(new)
    #expect(shown.firstResponder === column.subviews[0])
    if isUsed { try shown.automation.type("x") }
    let again = StateCoder()
    new.encodeBuiltInState(with: again)
    #expect((again.encodedState() == coder.encodedState()) == !isUsed)
    let late = Button()
    column.addSubview(late)
    _ = shown.application.render()
    #expect(shown.firstResponder === (isUsed ? column.subviews[0] : late))
  }

  @Test("a view in a table cell regains keyboard focus, even if its row has moved")
  func cells() throws {
    final class Cells: TableViewDataSource {
      var names: [String]
      var fields: [String: TextField] = [:]
      init(_ names: [String]) { self.names = names }
      func numberOfSections(in table: TableView) -> Int { 1 }
      func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
      func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
        let field = fields[names[path.row]] ?? TextField()
        fields[names[path.row]] = field
        return .view(field)
      }
      func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? { nil }
      func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool { true }
      func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool { false }
      func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool { false }
      func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
        .string(names[path.row])
      }
      func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
        names.firstIndex { .string($0) == identifier }.map { IndexPath(section: 0, row: $0) }
      }
      func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] { [] }
      func tableView(_ table: TableView, didSelectRowAt path: IndexPath) {}
    }
    func screen(_ cells: Cells) -> ViewController {
      let (controller, table) = (ViewController(), TableView())
      table.dataSource = cells
      let column = VStack()
      column.addSubview(table)
      controller.view = column
      return controller
    }
    let cells = Cells(["a", "b", "c"])
    let old = screen(cells)
    let oldApplication = TestApplication(old)
    _ = oldApplication.application.render()
    oldApplication.application.keyWindow?.makeFirstResponder(cells.fields["b"])
    let coder = StateCoder()
    old.encodeBuiltInState(with: coder)
    let moved = Cells(["c", "a", "b", "d"])
    let new = screen(moved)
    new.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    #expect(TestApplication(new).firstResponder === moved.fields["b"])
  }
}

extension View {
  fileprivate var asView: View { self }
}

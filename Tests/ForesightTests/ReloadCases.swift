extension ReloadCase {
  /// An app with a list, and a screen of an item that is pushed.
  private static func stack(
    push: String = "Item { restorationIdentifier = 'item', restorationClass = Item, name = name }",
    item: String = "self.field = ui.TextField { restorationIdentifier = 'field' }", methods: String = ""
  ) -> String {
    """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.stack" }
    local List, Item = ui.ViewController:subclass "List", ui.ViewController:subclass "Item"
    function List:loadView()
      self.view = ui.VStack {
        ui.Label { text = "Items" },
        ui.Button { title = "Open", action = function() self:open "tea" end },
      }
    end
    function List:open(name)
      self.navigationController:push(\(push))
    end
    function Item:loadView()
      \(item)
      self.view = ui.VStack { ui.Label { text = "Item" }, self.field }
    end
    function Item:viewControllerWithRestorationIdentifierPath() return Item() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      self.navigation = ui.NavigationController { restorationIdentifier = "navigation" }
      self.navigation.viewControllers = { List { restorationIdentifier = "list" } }
      self.window = ui.Window { rootViewController = self.navigation }
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    \(methods)
    return app
    """
  }

  /// An app with a field in the screen that a pushed one covers.
  private static let covered = stack().replacing(
    "ui.Label { text = \"Items\" },",
    with: "ui.Label { text = \"Items\" }, ui.TextField { restorationIdentifier = 'name' }, ")

  /// An app whose restoration makes its tabs.
  private static let tabs = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.tabs" }
    local List, Settings = ui.ViewController:subclass "List", ui.ViewController:subclass "Settings"
    function List:init() self.title = "List" end
    function List:loadView() self.view = ui.VStack { ui.Label { text = "Items" } } end
    function List:viewControllerWithRestorationIdentifierPath() return List() end
    function Settings:init() self.title = "Settings" end
    function Settings:loadView() self.view = ui.VStack { ui.Switch { restorationIdentifier = "on" } } end
    function Settings:viewControllerWithRestorationIdentifierPath() return Settings() end
    function app:viewControllerWithRestorationIdentifierPath() return ui.TabBarController() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = {
          List { restorationIdentifier = "list", restorationClass = List },
          Settings { restorationIdentifier = "settings", restorationClass = Settings },
        } }
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """

  private static func screen(_ views: String, _ methods: String = "") -> String {
    EverywhereCase.app(views: views, methods: methods)
  }

  private static let title = (old: "text = \"0\"", new: "text = \"zero\"")
  private static let field = "ui.TextField { restorationIdentifier = 'name' }"

  /// Reloads that lose something, with and without an edit.
  static let losses: [ReloadCase] = [
    ReloadCase(
      name: "typed text without an identifier", app: screen("ui.TextField { accessibilityIdentifier = 'name' }"),
      steps: "tap name\ntype Ada", edits: [("self.count = 0", "self.count = 1")],
      report: [
        "The reload lost the text of screen/name (app.lua:6): it has no restorationIdentifier",
        "text was \"Ada\", and is \"\"",
      ], silence: ["more"]),
    ReloadCase(
      name: "the place of a loss is that in the edited script",
      app: screen("ui.TextField { accessibilityIdentifier = 'name' }"), steps: "tap name\ntype Ada",
      edits: [("local app\n", "local app\n-- one\n-- two\n"), ("self.count = 0", "self.count = 1")],
      report: ["screen/name (app.lua:8): it has no restorationIdentifier"]),
    ReloadCase(
      name: "a reload without an edit loses what a kill loses",
      app: screen("ui.Switch { accessibilityIdentifier = 'on' }"),
      steps: "tap on", report: ["The reload lost the isOn of screen/on (app.lua:6): it has no restorationIdentifier"]),
    ReloadCase(
      name: "a pushed screen without an identifier", app: stack(push: "Item { name = name }"), steps: "tap Open",
      edits: [("\"Items\"", "\"All items\"")],
      report: ["The reload lost navigation/<Item> (app.lua:11): it has no restorationIdentifier"]),
    ReloadCase(
      name: "a pushed screen that nothing re-creates",
      app: stack(push: "Item { restorationIdentifier = 'item' }"), steps: "tap Open",
      edits: [("\"Items\"", "\"All items\"")],
      report: ["The reload lost navigation/item (app.lua:11): it has no restorationClass, and nothing else creates it"]),
    ReloadCase(
      name: "a count that is only on the screen", app: screen(EverywhereCase.button), steps: "tap Add\ntap Add",
      edits: [("title = 'Add'", "title = 'Add one'")],
      report: ["The reload lost \"2\" in row 1 of the screen (app.lua:"]),
    ReloadCase(
      name: "a key that is never decoded", app: screen(EverywhereCase.button, EverywhereCase.encode), steps: "tap Add",
      edits: [("title = 'Add'", "title = 'Add one'")],
      report: ["the \"count\" of screen", "not-decoded"]),
    ReloadCase(
      name: "an edit removes the decoding of a key",
      app: screen(EverywhereCase.button, EverywhereCase.encode + EverywhereCase.decode), steps: "tap Add",
      edits: [("self.count = coder:decodeInteger \"count\" or 0 self:show()", "")],
      report: ["The reload lost the \"count\" of screen", "not-decoded"]),
    ReloadCase(
      name: "an edit ignores a decoded value",
      app: screen(EverywhereCase.button, EverywhereCase.encode + EverywhereCase.decode), steps: "tap Add",
      edits: [("self.count = coder:decodeInteger", "local count = coder:decodeInteger")],
      report: ["The reload lost the \"count\" of screen", "was 1, and is 0"]),
    ReloadCase(
      name: "a value of the application",
      app: screen(
        EverywhereCase.button,
        """
        function app:willEncodeRestorableState(coder) coder:encode("total", total or 0) end
        function app:didDecodeRestorableState(coder) total = coder:decodeInteger "total" end
        function Screen:add() total = (total or 0) + 1 end
        """), steps: "tap Add",
      edits: [("total = coder:decodeInteger \"total\"", "")], report: ["The reload lost the \"total\" of the app"]),
    ReloadCase(
      name: "a used view is removed", app: screen("\(field), \(EverywhereCase.button)"), steps: "tap name\ntype Ada",
      edits: [("\(field), ", "")],
      report: [
        "The reload lost the text of screen/name (app.lua:6): no view has this restorationIdentifier any more",
        "text was \"Ada\", and is nil",
      ]),
    ReloadCase(
      name: "an edit renames the identifier of a switch", app: screen("ui.Switch { restorationIdentifier = 'on' }"),
      steps: "tap on", edits: [("'on'", "'enabled'")],
      report: ["The reload lost the isOn of screen/on (app.lua:6): its restorationIdentifier is now \"enabled\""]),
    ReloadCase(
      name: "an edit renames a switch below a controller with a slash in its identifier",
      app: stack(item: "self.field = ui.Switch { restorationIdentifier = 'on' }").replacing(
        "\"navigation\"", with: "\"a/b\""),
      steps: "tap Open\ntap on", edits: [("'on'", "'enabled'")],
      report: ["The reload lost the isOn of a\\/b/item/on (app.lua:", "its restorationIdentifier is now \"enabled\""]),
    ReloadCase(
      name: "a choice that the edited items do not have",
      app: screen("ui.RadioGroup { restorationIdentifier = 'size', items = { 'Small', 'Medium', 'Large' } }"),
      steps: "tap Large", edits: [(", 'Large'", "")],
      report: ["The reload lost the selectedIndex of screen/size (app.lua:6)", "was 3, and is nil"], silence: ["more"]),
    ReloadCase(
      name: "a choice that an edited pop-up button does not have",
      app: screen("ui.PopUpButton { restorationIdentifier = 'size', items = { 'S', 'M', 'L' } }"),
      steps: "select size 3", edits: [(", 'L'", "")],
      report: ["The reload lost the selectedIndex of screen/size (app.lua:6)"], silence: ["more"]),
    ReloadCase(
      name: "a value that an edited slider does not reach",
      app: screen("ui.Slider { restorationIdentifier = 'volume', minimumValue = 0, maximumValue = 10 }"),
      steps: "tap volume\nkey end", edits: [("maximumValue = 10", "maximumValue = 4")],
      report: ["The reload lost the value of screen/volume (app.lua:6)", "was 10.0, and is 4.0"], silence: ["more"]),
    ReloadCase(
      name: "typed text and what a script counts",
      app: screen("ui.TextField { accessibilityIdentifier = 'name' }, \(EverywhereCase.button)"),
      steps: "tap Add\ntap name\ntype Ada", edits: [("title = 'Add'", "title = 'More'")],
      report: [
        "The reload lost the text of screen/name (app.lua:6): it has no restorationIdentifier; and 1 more",
        "screen was \"1\"",
      ]),
    ReloadCase(
      name: "the class of a pushed screen with typed text is renamed", app: stack(),
      steps: "tap Open\ntap field\ntype Ada", edits: [("subclass \"Item\"", "subclass \"Detail\"")],
      report: ["The reload lost navigation/item (app.lua:", "there is no restoration class Item"], silence: ["more"]),
    ReloadCase(
      name: "the class of a selected tab with a choice is renamed", app: tabs,
      steps: "tap Settings\ntap on", edits: [("subclass \"Settings\"", "subclass \"Preferences\"")],
      report: ["The reload lost tabs/settings (app.lua:", "there is no restoration class Settings"], silence: ["more"]),
    ReloadCase(
      name: "an edit renames the identifier of a field in a covered screen", app: covered,
      steps: "tap name\ntype Ada\ntap Open", edits: [("'name'", "'title'")],
      report: ["The reload lost the text of navigation/list/name (app.lua:", "is now \"title\""], silence: ["more"]),
    ReloadCase(
      name: "a used field of a covered screen is removed", app: covered,
      steps: "tap name\ntype Ada\ntap Open", edits: [("ui.TextField { restorationIdentifier = 'name' }, ", "")],
      report: ["The reload lost the text of navigation/list/name (app.lua:"]),
    ReloadCase(
      name: "an edit after which the restoration does not create a tab that is not selected", app: tabs, steps: "",
      edits: [("return Settings() end", "return nil end")],
      report: ["The reload lost tabs/settings (app.lua:", "its restoration method returned nil"], silence: ["more"]),
    ReloadCase(
      name: "a tab that is not selected, and that its restoration does not create",
      app: tabs.replacing("return Settings() end", with: "return nil end"), steps: "",
      report: ["The reload lost tabs/settings (app.lua:", "its restoration method returned nil"], silence: ["more"]),
    ReloadCase(
      name: "an edit renames the identifier of a switch in a tab that is not selected", app: tabs,
      steps: "tap Settings\ntap on\ntap List", edits: [("\"on\"", "\"enabled\"")],
      report: ["The reload lost the isOn of tabs/settings/on (app.lua:"]),
    ReloadCase(
      name: "an edit registers an object by another identifier",
      app: screen(
        EverywhereCase.button,
        """
        local store = { n = 0 }
        function store:encodeRestorableState(coder) coder:encode("n", self.n) end
        function store:decodeRestorableState(coder) self.n = coder:decodeInteger "n" end
        function Screen:add() store.n = store.n + 1 end
        function app:willFinishLaunching()
          self.window = ui.Window()
          self:registerObjectForStateRestoration(store, "store")
        end
        """), steps: "tap Add", edits: [("(store, \"store\")", "(store, \"shop\")")],
      report: ["The reload lost the \"n\" of store", "no object is registered with this identifier any more"]),
    ReloadCase(
      name: "a switch becomes a control without its value",
      app: screen("ui.Switch { restorationIdentifier = 'on' }"), steps: "tap on",
      edits: [("ui.Switch {", "ui.Slider {")],
      report: ["The reload lost the isOn of screen/on (app.lua:6): it is a Slider now"]),
    ReloadCase(
      name: "one of two fields with the same identifier is removed",
      app: screen("\(field), ui.VStack { \(field) }"), steps: "tap name\nkey tab\ntype Ada",
      edits: [(", ui.VStack { \(field) }", "")], report: ["The reload lost"], silence: ["it is a TextField now"]),
    ReloadCase(
      name: "an edit renames a key",
      app: screen(EverywhereCase.button, EverywhereCase.encode + EverywhereCase.decode), steps: "tap Add",
      edits: [
        ("encode(\"count\"", "encode(\"total\""), ("coder:decodeInteger \"count\"", "coder:decodeInteger \"total\""),
      ],
      report: ["The reload lost the \"count\" of screen", "was 1, and is nil"]),
    ReloadCase(
      name: "an edit removes an identifier", app: screen(field), steps: "tap name\ntype Ada",
      edits: [("ui.TextField { restorationIdentifier = 'name' }", "ui.TextField {}")],
      report: ["The reload lost the text of screen/name (app.lua:6): it has no restorationIdentifier any more"]),
    ReloadCase(
      name: "an edit renames an identifier", app: screen(field), steps: "tap name\ntype Ada",
      edits: [("restorationIdentifier = 'name'", "restorationIdentifier = 'title'")],
      report: ["its restorationIdentifier is now \"title\""]),
    ReloadCase(
      name: "an edit makes a restoration method return nil", app: stack(), steps: "tap Open",
      edits: [("return Item() end", "end")],
      report: ["The reload lost navigation/item", "its restoration method returned nil"]),
    ReloadCase(
      name: "an edit sets a value after the restoration",
      app: screen("ui.SegmentedControl { restorationIdentifier = 'size', segments = { 'S', 'M', 'L' } }"),
      steps: "select size 3",
      edits: [
        (
          "return app",
          "function Screen:viewWillAppear() self.view.subviews[2].selectedSegmentIndex = 1 end\nreturn app"
        )
      ], report: ["The reload lost the selectedSegmentIndex of screen/size", "was 3, and is 1"]),
    ReloadCase(
      name: "a view of a screen without an identifier",
      app: screen(field).replacing(
        "Screen { restorationIdentifier = \"screen\", restorationClass = Screen }", with: "Screen()"),
      steps: "tap name\ntype Ada", edits: [title],
      report: ["The reload lost the text of <Screen>/name", "its ancestor Screen has no restorationIdentifier"]),
    ReloadCase(
      name: "a selection without an identifier",
      app: screen("ui.TableView { accessibilityIdentifier = 'table', rows = { 'a', 'b', 'c' } }"),
      steps: "select table 2", edits: [title],
      report: [
        "The reload lost the indexPathsForSelectedRows of screen/table (app.lua:6): it has no restorationIdentifier"
      ]),
    ReloadCase(
      name: "a scroll position without an identifier",
      app: screen("ui.TextView { accessibilityIdentifier = 'text', isEditable = false, text = ('line\\n'):rep(100) }"),
      steps: "scroll text 40", edits: [title], report: ["The reload lost the contentOffset of screen/text (app.lua:6)"]),
    ReloadCase(
      name: "a presented screen without an identifier",
      app: stack().replacing("self.navigationController:push(Item {", with: "self:present(Item { --").replacing(
        "name = name })", with: "\n})"),
      steps: "tap Open", edits: [("\"Items\"", "\"All items\"")], report: ["The reload lost navigation/list/<Item>"]),
    ReloadCase(
      name: "an app that saves nothing",
      app: screen(field).replacing(
        "shouldSaveApplicationState() return true", with: "shouldSaveApplicationState() return false"),
      steps: "tap name\ntype Ada", edits: [title],
      report: ["The reload lost the text of screen/name", "the app does not save its state"]),
    ReloadCase(
      name: "several losses are counted, and listed",
      app: screen("ui.TextField { accessibilityIdentifier = 'a' }, ui.Switch { accessibilityIdentifier = 'b' }"),
      steps: "tap a\ntype x\ntap b", edits: [title],
      report: ["The reload lost the text of screen/a", "and 1 more", "screen/b (Switch): isOn was true, and is false"]),
    ReloadCase(
      name: "typed text in an app that runs commands",
      app: screen(
        "ui.TextField { accessibilityIdentifier = 'name' }",
        "function Screen:viewDidLoad() self:task(function() ui.run { 'true' } end) end"),
      steps: "tap name\ntype Ada", edits: [title], report: ["The reload lost the text of screen/name"]),
    ReloadCase(
      name: "what forgets names is not reported, and the rest is",
      app: screen(
        "ui.TextField { accessibilityIdentifier = 'a' }, ui.Switch { accessibilityIdentifier = 'b' }",
        "app.forgets = { 'a' }"),
      steps: "tap a\ntype x\ntap b", edits: [title], report: ["The reload lost the isOn of screen/b"],
      silence: ["screen/a"]),
  ]

  /// Reloads after which nothing must be reported.
  static let sound: [ReloadCase] = [
    ReloadCase(name: "nothing is edited", app: screen(field), steps: "tap name\ntype Ada"),
    ReloadCase(name: "a text is edited", app: screen(field), steps: "tap name\ntype Ada", edits: [title]),
    ReloadCase(
      name: "views are added before the user's", app: screen(field), steps: "tap name\ntype Ada",
      edits: [("self.view = ui.VStack {", "self.view = ui.VStack { ui.Label { text = 'New' }, ui.TextField {}, ")]),
    ReloadCase(
      name: "an unused view is removed",
      app: screen("\(field), ui.Switch { restorationIdentifier = 'on' }, \(EverywhereCase.button)"),
      steps: "tap name\ntype Ada", edits: [("ui.Switch { restorationIdentifier = 'on' }, ", "")]),
    ReloadCase(
      name: "a key with the value of each launch is removed",
      app: screen(
        EverywhereCase.button, "function Screen:encodeRestorableState(coder) coder:encode('edition', 3) end"),
      steps: "", edits: [("coder:encode('edition', 3)", "")]),
    ReloadCase(
      name: "an unused value is edited",
      app: screen(
        "ui.Slider { accessibilityIdentifier = 's', value = 0.5 }, ui.TextField { text = 'Draft' }, \(field)"),
      steps: "tap name\ntype Ada", edits: [("value = 0.5", "value = 0.7"), ("'Draft'", "'Template'")]),
    ReloadCase(
      name: "an unused value of a pushed screen is edited",
      app: stack(
        item: """
          self.field = ui.VStack { ui.Switch { isOn = true }, ui.TextField { text = "Tea", restorationIdentifier = "t" } }
          """),
      steps: "tap Open", edits: [("isOn = true", "isOn = false"), ("\"Tea\"", "\"Green tea\"")]),
    ReloadCase(
      name: "the layout is edited", app: screen("\(field), ui.Switch { restorationIdentifier = 'on' }"),
      steps: "tap on\ntap name\ntype Ada",
      edits: [("self.view = ui.VStack {", "self.view = ui.HStack { ui.Divider {}, ")]),
    ReloadCase(
      name: "an unused view gets another identifier",
      app: screen("\(field), ui.TextField { restorationIdentifier = 'other' }"), steps: "tap name\ntype Ada",
      edits: [("'other'", "'another'")]),
    ReloadCase(
      name: "a pushed screen is edited", app: stack(), steps: "tap Open\ntap field\ntype Ada",
      edits: [("text = \"Item\"", "text = \"The item\"")]),
    ReloadCase(
      name: "a covered screen is edited", app: covered, steps: "tap name\ntype Ada\ntap Open",
      edits: [("\"Items\"", "\"All items\"")]),
    ReloadCase(
      name: "a field of a covered screen is created when it appears",
      app: covered.replacing("ui.TextField { restorationIdentifier = 'name' }, ", with: "").replacing(
        "function List:open(",
        with: """
          function List:viewWillAppear()
            self.field = self.field or ui.TextField { restorationIdentifier = 'name' }
            self.view:addSubview(self.field)
          end
          function List:open(
          """), steps: "tap name\ntype Ada\ntap Open", edits: [("\"Items\"", "\"All items\"")]),
    ReloadCase(
      name: "a field becomes a text view", app: screen(field), steps: "tap name\ntype Ada",
      edits: [("ui.TextField", "ui.TextView")]),
    ReloadCase(
      name: "the class of a pushed screen is removed", app: stack(), steps: "tap Open",
      edits: [("subclass \"Item\"", "subclass \"Detail\"")]),
    ReloadCase(
      name: "a long text is shortened",
      app: screen(
        "ui.TextView { restorationIdentifier = 'text', isEditable = false, text = ('line\\n'):rep(100) }"),
      steps: "scroll text 40", edits: [(":rep(100)", ":rep(3)")]),
    ReloadCase(
      name: "rows are added before the selected one",
      app: screen("ui.TableView { restorationIdentifier = 'table', rows = { 'a', 'b', 'c' } }, \(field)"),
      steps: "select table 2", edits: [("{ 'a', 'b', 'c' }", "{ 'z', 'a', 'b', 'c' }")]),
    ReloadCase(
      name: "the identifier that a view needed is added",
      app: screen("ui.TextField { accessibilityIdentifier = 'name' }"), steps: "",
      edits: [("accessibilityIdentifier", "restorationIdentifier")]),
    ReloadCase(
      name: "a key that was never decoded is decoded now", app: screen(EverywhereCase.button, EverywhereCase.encode),
      steps: "tap Add",
      edits: [("return app", EverywhereCase.decode + "return app"), ("title = 'Add'", "title = 'More'")]),
    ReloadCase(
      name: "an encoded text of the script is edited",
      app: screen(field, "function Screen:encodeRestorableState(coder) coder:encode('about', 'Notes') end"),
      steps: "tap name\ntype Ada", edits: [("'Notes'", "'My notes'")]),
    ReloadCase(
      name: "the data of a pushed screen is edited",
      app: stack(
        methods: """
          local names = { tea = "Tea" }
          function Item:viewDidLoad() self.field.text = names.tea end
          function Item:encodeRestorableState(coder) coder:encode("name", names.tea) end
          function Item:decodeRestorableState(coder) self.old = coder:decodeString "name" end
          """),
      steps: "tap Open", edits: [("\"Tea\"", "\"Green tea\"")]),
    ReloadCase(
      name: "a value that is no longer saved",
      app: screen(EverywhereCase.button, EverywhereCase.encode + EverywhereCase.decode), steps: "",
      edits: [("coder:encode(\"count\", self.count)", ""), ("self.count = 0", "self.count = 7")]),
    ReloadCase(
      name: "the time on the screen and in the state",
      app: screen(
        "\(field), ui.Label { text = os.date '%X' .. os.clock() }",
        "function Screen:encodeRestorableState(coder) coder:encode('at', os.clock()) end"),
      steps: "tap name\ntype Ada", edits: [title]),
    ReloadCase(
      name: "a number that a timer counts",
      app: screen(
        "\(field)",
        """
        function Screen:viewDidLoad()
          ui.after(0, function() self:add() end)
          ui.every(1, function() self:add() end)
        end
        """),
      steps: "tap name\ntype Ada", edits: [("self.count = 0", "self.count = 5")]),
    ReloadCase(
      name: "the parts of a screen are put into another order",
      app: screen("ui.Switch { restorationIdentifier = 'a' }, ui.Switch { restorationIdentifier = 'b' }"),
      steps: "tap b",
      edits: [
        (
          "ui.Switch { restorationIdentifier = 'a' }, ui.Switch { restorationIdentifier = 'b' }",
          "ui.Switch { restorationIdentifier = 'b' }, ui.Switch { restorationIdentifier = 'a' }"
        )
      ]),
    ReloadCase(
      name: "a tab is added",
      app: """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.tabs" }
        local function tab(name)
          return ui.ViewController {
            restorationIdentifier = name, title = name, view = ui.VStack { ui.TextField { restorationIdentifier = "f" .. name } } }
        end
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:willFinishLaunching()
          local tabs = ui.TabBarController { restorationIdentifier = "tabs" }
          tabs.viewControllers = { tab "One", tab "Two" }
          self.window = ui.Window { rootViewController = tabs }
        end
        function app:didFinishLaunching() self.window:makeKeyAndVisible() end
        return app
        """,
      steps: "tap Two\ntap fTwo\ntype Ada", edits: [("tab \"Two\" }", "tab \"Two\", tab \"Three\" }")]),
    ReloadCase(
      name: "random numbers on the screen and in the state",
      app: screen(
        "\(field), ui.Label { text = tostring(math.random(1000000)) .. tostring({}) }",
        "function Screen:encodeRestorableState(coder) coder:encode('at', math.random(1000000)) end"),
      steps: "tap name\ntype Ada", edits: [title]),
    ReloadCase(
      name: "what the system reports about itself",
      app: screen("\(field), ui.Label { text = io.open '/proc/uptime':read 'l' }"), steps: "tap name\ntype Ada",
      edits: [title]),
    ReloadCase(
      name: "a border is removed", app: screen("\(field), ui.VStack { border = 'rounded', ui.Label { text = 'x' } }"),
      steps: "tap name\ntype Ada", edits: [("border = 'rounded', ", "")]),
    ReloadCase(
      name: "everything is forgotten on purpose",
      app: screen("ui.TextField { accessibilityIdentifier = 'name' }", "app.forgets = { 'screen' }"),
      steps: "tap name\ntype Ada", edits: [title]),
    ReloadCase(
      name: "an alert is open",
      app: screen(
        """
        \(field), ui.Button { title = 'Ask', action = function()
          local alert = ui.AlertController { title = 'Sure?' }
          alert:addAction { title = 'Yes' }
          self:present(alert)
        end }
        """), steps: "tap Ask", edits: [title]),
    ReloadCase(
      name: "a value that cannot be compared, as the scripts before the edit fail after a while",
      app: screen(
        EverywhereCase.button,
        EverywhereCase.encode + "\nfunction Screen:viewDidLoad() ui.after(2, function() error 'late' end) end"),
      steps: "tap Add", edits: [("error 'late'", "self:show()")]),
    ReloadCase(
      name: "a launch with an error restores nothing yet",
      app: screen("ui.TextField { accessibilityIdentifier = 'name' }"),
      steps: "tap name\ntype Ada", edits: [("self.count = 0", "error 'broken'")]),
  ]
}

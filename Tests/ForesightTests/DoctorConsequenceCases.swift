extension DoctorCase {
  /// Apps in which a mistake has consequences that look like other mistakes.
  static let consequences: [DoctorCase] = [
    tabs(
      "a method of the application that returns the root's class for each path",
      "local A = ui.ViewController:subclass 'A'", make: "return A()",
      second: "ui.SplitViewController { restorationIdentifier = 'split' }"
    ).replacing("path[#path] == \"tabs\"", "path[1] == \"tabs\"")
      .replacing(
        "return ui.TabBarController() end",
        "local bar = ui.TabBarController() bar.restorationIdentifier = path[1] return bar end"
      ).marking("function app:viewControllerWith", "other-class"),
    DoctorCase(
      "a misspelt method of the application that should create a container",
      """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      function Page:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
      local app = ui.Application { identifier = "org.example.misspelt", version = "1" }
      function app:viewControllerWithRestorationIdentifierPat(path) --! no-class-method
        if path[#path] == "nav" then return ui.NavigationController() end
        return Page()
      end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = ui.NavigationController { restorationIdentifier = "nav", Page { restorationIdentifier = "page" } }
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """),
    DoctorCase(
      "a misspelt restoration method that a subclass inherits",
      """
      local ui = require "luahost"
      local Base = ui.ViewController:subclass "Base"
      function Base:encodeRestorableState(coder) coder:encode("title", self.title) end
      function Base:viewControllerWithRestorationIdentifierPat(path, coder) return self { title = coder:decodeString "title" } end --! no-class-method
      local Page = Base:subclass "Page"
      function Page:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
      local app = ui.Application { identifier = "org.example.inbase", version = "1" }
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav" } } end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:didFinishLaunching()
        local nav = self.window.rootViewController
        if not nav.topViewController then nav:push(Page { restorationIdentifier = "page", restorationClass = Page, title = "Page" }) end
        self.window:makeKeyAndVisible()
      end
      return app
      """),
    DoctorCase(
      "a state that cannot be saved, without which the restoration method returns nil",
      """
      local ui = require "luahost"
      local Base = ui.ViewController:subclass "Base"
      function Base:encodeRestorableState(coder) coder:encode("callback", print) end --! cannot-be-saved
      local Item = Base:subclass "Item"
      function Item:loadView() self.view = ui.Label { text = self.id } end
      function Item:encodeRestorableState(coder)
        Item.super.encodeRestorableState(self, coder)
        coder:encode("id", self.id)
      end
      function Item:viewControllerWithRestorationIdentifierPath(_, coder)
        local id = coder:decodeString "id"
        return id and Item { id = id }
      end
      local app = ui.Application { identifier = "org.example.cbs", version = "1" }
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav" } } end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:didFinishLaunching()
        local nav = self.window.rootViewController
        if not nav.topViewController then nav:push(Item { restorationIdentifier = "item", restorationClass = Item, id = "one" }) end
        self.window:makeKeyAndVisible()
      end
      return app
      """),
    note(
      "a misspelt key whose nil breaks viewWillAppear",
      encode: "coder:encode('count', self.count) --! not-decoded",
      decode: "self.count = coder:decode 'number' --! not-encoded"),
    note(
      "a key that is never encoded, and whose nil breaks viewWillAppear", encode: "",
      decode: "self.count = coder:decode 'count' --! not-encoded"),
    note(
      "a viewWillAppear that the restored value breaks", encode: "coder:encode('count', {})",
      decode: "self.count = coder:decode 'count'", mark: " --! callback-failed"),
    note(
      "a key that is never decoded, beside a viewDidLoad that always fails",
      encode: "coder:encode('count', self.count) --! not-decoded", decode: "self.other = 1",
      body: "function Note:viewDidLoad() error 'never works' end"),
    .note(
      "a loadView that fails, so that viewDidLoad finds nothing",
      class: """
        function Note:loadView()
          self.label = ui.Label { style = "large" } --! callback-failed
          self.view = self.label
        end
        function Note:viewDidLoad() self.label.text = "Ann" end
        """),
    .note(
      "a pager whose text is set by a decode that fails",
      class: """
        local texts = { ann = "hello" }
        function Note:loadView()
          self.log = ui.TextView { restorationIdentifier = "log", isEditable = false }
          self.view = self.log
        end
        function Note:open(name)
          self:loadViewIfNeeded()
          self.name = name
          self.log.text = texts[name] .. "!"
        end
        function Note:viewWillAppear() if not self.name then self:open "ann" end end
        function Note:encodeRestorableState(coder) coder:encode("name", "#" .. self.name) end --! callback-failed
        function Note:decodeRestorableState(coder) self:open(coder:decodeString "name") end
        """),
    .note(
      "a tab without an identifier whose view is not loaded",
      class: """
        local Form = ui.ViewController:subclass "Form"
        function Form:loadView() self.view = ui.TextField { restorationIdentifier = "name" } end
        function Form:viewControllerWithRestorationIdentifierPath() return Form() end
        """, make: "return ui.TabBarController()",
      root: """
        ui.TabBarController { restorationIdentifier = "tabs", restorationClass = Note,
              Form { restorationIdentifier = "first", restorationClass = Form },
              Form { restorationClass = Form }, --! no-identifier
            }
        """),
    .note(
      "a tab without a restoration class whose class makes it, beside an application's method that makes the tabs",
      class: """
        local Form = ui.ViewController:subclass "Form"
        function Form:loadView() self.view = ui.TextField { restorationIdentifier = "name" } end
        function Form:viewControllerWithRestorationIdentifierPath() return Form() end
        """, make: "",
      root: """
        ui.TabBarController { restorationIdentifier = "tabs",
              Form { restorationIdentifier = "first", restorationClass = Form },
              Form { restorationIdentifier = "second" }, --! nothing-makes-it
            }
        """,
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if #path == 1 then return ui.TabBarController() end
        end
        """),
    .note(
      "a launch that fails after the screen was put in place",
      launch: """
        if not self.window.rootViewController then self.window.rootViewController = ROOT end
          error "no network" --! callback-failed
        """),
    .note(
      "a state that is refused for a key that no save has",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState(coder)
          return coder:decode "user" == "me" --! not-encoded
        end
        """),
    .note(
      "a screen that comes back as one of another class, with keys and callbacks",
      class: """
        local Other = ui.ViewController:subclass "Other"
        function Other:applicationFinishedRestoringState() self.missing.text = "x" end
        function Note:encodeRestorableState(coder) coder:encode("key", 1) coder:encode("other", 2) end
        function Note:decodeRestorableState(coder) self.other = coder:decode "other" end
        function Note:viewControllerWithRestorationIdentifierPath(path, coder) --! other-class
          self.key = coder:decode "key"
          return Other()
        end
        """, make: ""),
    .note(
      "a reference to a child without an identifier",
      class: """
        local Part = ui.ViewController:subclass "Part"
        function Part:loadView() self.view = ui.TextField { restorationIdentifier = "name" } end
        function Note:viewDidLoad()
          self.part = Part() --! no-identifier
          self:addChild(self.part)
          self.view:addSubview(self.part.view)
        end
        function Note:encodeRestorableState(coder) coder:encode("part", self.part) end
        function Note:decodeRestorableState(coder) self.chosen = coder:decode "part" end
        """),
    .note(
      "a key of two classes with values of different types",
      class: """
        function Note:encodeRestorableState(coder) coder:encode("key", 1) end
        function Note:decodeRestorableState(coder) self.number = coder:decodeInteger "key" end
        local Base = Note
        Note = Base:subclass "Special"
        function Note:encodeRestorableState(coder)
          Base.encodeRestorableState(self, coder)
          coder:encode("key", "text") --! key-written-twice
        end
        function Note:decodeRestorableState(coder)
          Base.decodeRestorableState(self, coder)
          self.text = coder:decodeString "key"
        end
        """),
    .note(
      "a row that is selected whenever the screen appears, and focused with it",
      class: """
        function Note:loadView()
          self.list = ui.TableView { restorationIdentifier = "list", rows = { "a", "b", "c" } } --! value-lost
          self.list:selectRow(1, 3)
          self.view = self.list
        end
        function Note:viewWillAppear()
          if self.isRestored then self.list:selectRow(1, 1) end
        end
        function Note:decodeRestorableState() self.isRestored = true end
        """),
    scenes(
      "a controller of a scene that the line which creates it names by the time",
      """
      local detail = scenes:instantiateViewController("detail") detail.restorationIdentifier = "d" .. os.time() --! unstable-identifier
        nav:push(detail)
      """),
    scenes(
      "two controllers of a scene that a script gives the same identifier",
      """
      local one = scenes:instantiateViewController("detail") one.restorationIdentifier = "detail"
        nav:push(one)
        local two = scenes:instantiateViewController("detail") two.restorationIdentifier = "detail" --! duplicate-identifier
        nav:push(two)
      """),
    DoctorCase(
      "a scene of a storyboard with the time in its identifier",
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.doctor" }
      local storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
        nav = { class = "NavigationController", restorationIdentifier = "nav", viewControllers = { "list" } },
        list = { restorationIdentifier = "list" .. os.time() }, --! unstable-identifier
      } })
      \(DoctorCase.saves)
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = storyboard:instantiateInitialViewController()
        end
        self.window:makeKeyAndVisible()
      end
      return app
      """),
    .note(
      "a restoration that is extended and never completed",
      options:
        "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState()\n  self:extendStateRestoration() --! callback-failed\n  return true\nend"
    ),
    .note(
      "a restoration that is extended and completed later",
      options:
        "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState()\n  self:extendStateRestoration()\n  ui.after(2, function() self:completeStateRestoration() end)\n  return true\nend"
    ),
    .note(
      "a restoration that is extended and completed by a timer of luv",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState()
          self:extendStateRestoration()
          local timer = require("luv").new_timer()
          timer:start(300, 0, function() timer:close() self:completeStateRestoration() end)
          return true
        end
        """),
    .note(
      "a restoration that a refused command does not complete",
      options:
        "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState()\n  self:extendStateRestoration()\n  ui.task(function() ui.run { 'true' } self:completeStateRestoration() end)\n  return true\nend"
    ),
    .note(
      "a slider that is named by its address after it was created",
      class: """
        function Note:loadView() self.view = ui.VStack { ui.Label { text = "Note" } } end
        function Note:viewDidLoad()
          local slider = ui.Slider()
          slider.restorationIdentifier = ("%p"):format(slider) --! unstable-identifier
          self.view:addSubview(slider)
        end
        """),
    .note(
      "a value that cannot be saved, of a tab that nothing makes",
      class: """
        local Other = ui.ViewController:subclass "Other" --! no-class-method
        function Other:encodeRestorableState(coder) coder:encode("f", print) end --! cannot-be-saved
        local function tabs()
          return ui.TabBarController { restorationIdentifier = "tabs",
            Note { restorationIdentifier = "a", restorationClass = Note },
            Other { restorationIdentifier = "b", restorationClass = Other } }
        end
        """, root: "tabs()",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:shouldRestoreApplicationState() return true end
        function app:viewControllerWithRestorationIdentifierPath(path)
          if #path == 1 then return ui.TabBarController() end
        end
        """),
    DoctorCase(
      "scenes that are put into a table one by one",
      """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      local scenes = {}
      scenes.navigation = { class = "NavigationController", children = { "tabs" } } --! no-identifier
      scenes["tabs"] = { class = "TabBarController", restorationIdentifier = "tabs", children = { "a", "b" } }
      for _, name in ipairs { "a", "b" } do
        scenes[name] = { class = Page, restorationIdentifier = "page" }
      end
      local app = ui.Application { identifier = "org.example.doctor" }
      app.storyboard = ui.Storyboard("Main", { initial = "navigation", scenes = scenes })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """),
    DoctorCase(
      "scenes with one identifier that a loop describes",
      """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      local scenes = { tabs = { class = "TabBarController", restorationIdentifier = "tabs", children = { "a", "b" } } }
      for _, name in ipairs { "a", "b" } do
        scenes[name] = { class = Page, restorationIdentifier = "page" } --! duplicate-identifier
      end
      local app = ui.Application { identifier = "org.example.doctor" }
      app.storyboard = ui.Storyboard("Main", { initial = "tabs", scenes = scenes })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """),
    .note(
      "tabs with one identifier in a container that nothing makes",
      class: """
        local function tabs()
          local tabs = ui.TabBarController { restorationIdentifier = "tabs" } --! nothing-makes-it
          local children = {}
          for _, name in ipairs { "one", "two", "one" } do
            local child = Note()
            child.restorationIdentifier = name
            child.restorationClass = Note
            children[#children + 1] = child
          end
          tabs.viewControllers = children
          return tabs
        end
        """, root: "tabs()"),
    tabs(
      "two views with one identifier in a tab that is not selected",
      """
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function B:loadView()
        self.view = ui.VStack {
          ui.Switch { restorationIdentifier = "on" },
          ui.Switch { restorationIdentifier = "on" }, --! duplicate-identifier
        }
      end
      function B:viewControllerWithRestorationIdentifierPath() return B() end
      """, make: "return A()", second: "B { restorationIdentifier = 'b', restorationClass = B }"),
    tabs(
      "two tabs of two classes with one identifier, one of them with keys",
      """
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function B:encodeRestorableState(coder) coder:encode("city", "Paris") end
      function B:decodeRestorableState(coder) self.city = coder:decode "city" end
      """, make: "return A()", second: "B { restorationIdentifier = 'a' } --! duplicate-identifier"),
    tabs(
      "two tabs of two classes with one identifier, each with its restoration class",
      """
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function B:viewControllerWithRestorationIdentifierPath() return B() end
      """, make: "return A()",
      second: "B { restorationIdentifier = 'a', restorationClass = B } --! duplicate-identifier"),
    .note(
      "children with one identifier that are looked up by another property",
      class: """
        local Part = ui.ViewController:subclass "Part"
        function Part:loadView() self.view = ui.Label { text = "part " .. self.number } end
        function Part:viewControllerWithRestorationIdentifierPath(path) return Part { number = tonumber(path[2]:sub(-1)) } end
        function Note:viewWillAppear()
          for number = 1, 2 do
            local found
            for _, child in ipairs(self.children) do found = found or child.number == number end
            if not found then
              local part = Part { --! duplicate-identifier
                number = number, restorationIdentifier = "part", restorationClass = Part,
              }
              self:addChild(part)
              self.view:addSubview(part.view)
            end
          end
        end
        """),
    DoctorCase(
      "roots of two windows with one identifier, of two classes",
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.doctor" }
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function A:viewControllerWithRestorationIdentifierPath() return A() end
      function B:viewControllerWithRestorationIdentifierPath() return B() end
      function app:willFinishLaunching() self.window, self.other = ui.Window(), ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = A { restorationIdentifier = "one", restorationClass = A }
        end
        if not self.other.rootViewController then
          self.other.rootViewController = B { restorationIdentifier = "one", restorationClass = B } --! duplicate-identifier
        end
        self.window:makeKeyAndVisible()
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """),
    DoctorCase(
      "roots of two windows with identifiers of their own",
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.doctor" }
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function A:viewControllerWithRestorationIdentifierPath() return A() end
      function B:viewControllerWithRestorationIdentifierPath() return B() end
      function app:willFinishLaunching() self.window, self.other = ui.Window(), ui.Window() end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = A { restorationIdentifier = "one", restorationClass = A }
        end
        if not self.other.rootViewController then
          self.other.rootViewController = B { restorationIdentifier = "other", restorationClass = B }
        end
        self.window:makeKeyAndVisible()
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """),
    DoctorCase(
      "two scenes with one identifier",
      """
      local ui = require "luahost"
      local function scene(title, identifier)
        return { class = ui.ViewController, title = title, restorationIdentifier = identifier }
      end
      local app = ui.Application { identifier = "org.example.doctor" }
      app.storyboard = ui.Storyboard("Kitchen", {
        initial = "tabs",
        scenes = {
          tabs = { class = ui.TabBarController, restorationIdentifier = "tabs", viewControllers = { "soup", "cake" } },
          soup = scene("Soup", "soup"),
          cake = scene("Cake", "soup"), --! duplicate-identifier
        },
      })
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      return app
      """),
  ]

  /// An app that shows a number when it appears.
  private static func note(
    _ name: String, encode: String, decode: String, mark: String = "", body: String = ""
  ) -> DoctorCase {
    .note(
      name,
      class: """
        function Note:init() self.count = 1 end
        function Note:loadView() self.label = ui.Label {} self.view = self.label end
        function Note:viewWillAppear() self.label.text = "Number " .. self.count end\(mark)
        function Note:encodeRestorableState(coder)
          \(encode)
        end
        function Note:decodeRestorableState(coder)
          \(decode)
        end
        \(body)
        """)
  }

  /// An app that pushes controllers of a scene on the stack of its storyboard.
  private static func scenes(_ name: String, _ pushes: String) -> DoctorCase {
    DoctorCase(
      name,
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.doctor" }
      app.storyboard = ui.Storyboard("Main", { initial = "nav", scenes = {
        nav = { class = "NavigationController", restorationIdentifier = "nav", viewControllers = { "list" } },
        list = { restorationIdentifier = "list" },
        detail = { view = function() return ui.TextField { restorationIdentifier = "text" } end },
      } })
      \(saves)
      function app:didFinishLaunching()
        local nav = app.windows[1].rootViewController
        if #nav.viewControllers > 1 then return end
        local scenes = app.storyboard
        \(pushes)
      end
      return app
      """)
  }
}

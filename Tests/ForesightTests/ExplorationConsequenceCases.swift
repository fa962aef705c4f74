extension ExplorationCase {
  /// Apps with one mistake, and what follows from it in other screens, in views and in later steps.
  static let consequences: [(name: String, script: String)] = [
    ("a constant in place of a value that several screens show", stars),
    (
      "items that the application does not restore, with the list of them and a screen of one",
      app(
        root: """
          ui.NavigationController { restorationIdentifier = "nav", List { restorationIdentifier = "list" } }
          """,
        methods: """
          function app:willEncodeRestorableState(coder) coder:encode("names", names) end
          function app:didDecodeRestorableState(coder) coder:decodeTable "names" end
          """,
        """
        local ui = require "luahost"
        local names = { "Ada", "Bob" }
        local Contact = ui.ViewController:subclass "Contact"
        function Contact:loadView()
          self.field = ui.TextField { restorationIdentifier = "field" }
          self.view = ui.VStack { ui.Button { title = "Store", action = function() self:store() end }, ui.Label { text = "Contact" } }
        end
        function Contact:store() assert(#names[self.row] > 0) end
        function Contact:encodeRestorableState(coder) coder:encode("row", self.row) end
        function Contact:decodeRestorableState(coder) self.row = coder:decodeInteger "row" end
        function Contact:viewControllerWithRestorationIdentifierPath() return Contact() end
        local List = ui.ViewController:subclass "List"
        function List:loadView()
          self.list = ui.TableView { restorationIdentifier = "list", dataSource = self, delegate = self }
          self.view = ui.VStack { self.list, ui.Button { title = "Add", action = function()
            names[#names + 1] = "Person " .. #names
            self.list:reloadData()
          end } }
        end
        function List:numberOfRowsInSection() return #names end
        function List:cellForRow(_, _, row) return names[row] end
        function List:didSelectRow(_, _, row)
          self.navigationController:push(Contact { restorationIdentifier = "contact" .. row, restorationClass = Contact, row = row })
        end
        function List:modelIdentifierForElement(_, _, row) return names[row] end
        function List:indexPathForElement(_, name)
          for row, other in ipairs(names) do if other == name then return 1, row end end
        end
        """)
    ),
    (
      "two keys that a line decodes in the wrong order",
      app(
        root: "Note { restorationIdentifier = 'note' }",
        """
        local ui = require "luahost"
        local Pad = ui.View:subclass "Pad"
        function Pad:init() self.x, self.y, self.canBecomeFirstResponder, self.height = 0, 0, true, 2 end
        function Pad:draw(canvas) canvas:put(0, 0, ("x"):rep(self.x) .. ("y"):rep(self.y)) end
        function Pad:keyPressed(key)
          if key ~= "x" and key ~= "y" then return false end
          self[key] = self[key] + 1
          self:setNeedsDisplay()
          return true
        end
        function Pad:encodeRestorableState(coder)
          coder:encode("x", self.x)
          coder:encode("y", self.y)
        end
        function Pad:decodeRestorableState(coder)
          self.y, self.x = coder:decode "x" or 0, coder:decode "y" or 0
        end
        local Note = ui.ViewController:subclass "Note"
        function Note:loadView() self.view = ui.VStack { Pad { restorationIdentifier = "pad" } } end
        """)
    ),
    (
      "a field that only the next step shows",
      app(
        root: "Desk { restorationIdentifier = 'desk' }",
        """
        local ui = require "luahost"
        local Card = ui.ViewController:subclass "Card"
        function Card:loadView() self.view = ui.Label { text = self.restorationIdentifier } end
        function Card:viewControllerWithRestorationIdentifierPath() return Card() end
        local Desk = ui.ViewController:subclass "Desk"
        function Desk:init() self.newest = 0 end
        function Desk:loadView()
          self.view = ui.VStack { ui.Button { title = "Open", action = function() self:open() end } }
        end
        function Desk:open()
          self.newest = self.newest + 1
          self:addChild(Card { restorationIdentifier = "card" .. self.newest, restorationClass = Card })
          self:show()
        end
        function Desk:show() for _, card in ipairs(self.children) do self.view:addSubview(card.view) end end
        function Desk:viewWillAppear() self:show() end
        function Desk:encodeRestorableState(coder) coder:encode("newest", 0) end
        function Desk:decodeRestorableState(coder) self.newest = coder:decodeInteger "newest" or 0 end
        """)
    ),
    (
      "an error of work that a relaunch begins",
      app(
        root: """
          ui.NavigationController { restorationIdentifier = "nav", Feed { restorationIdentifier = "feed" } }
          """,
        """
        local ui = require "luahost"
        local Story = ui.ViewController:subclass "Story"
        function Story:viewDidLoad()
          self.status = ui.Label { text = "loading" }
          self.view:addSubview(self.status)
          self:task(function()
            ui.sleep(0.3)
            self.status.text = "ready: " .. self.key
          end)
        end
        function Story:viewControllerWithRestorationIdentifierPath(path, coder)
          return Story { key = coder:decodeString "key" }
        end
        local Feed = ui.ViewController:subclass "Feed"
        function Feed:loadView()
          self.view = ui.VStack { ui.Button { title = "Open", action = function()
            self.navigationController:push(Story { restorationIdentifier = "story", restorationClass = Story, key = "one" })
          end } }
        end
        """)
    ),
    (
      "items of a pop-up button, whose menu is open",
      app(
        root: "Note { restorationIdentifier = 'note' }",
        """
        local ui = require "luahost"
        local Note = ui.ViewController:subclass "Note"
        function Note:loadView()
          self.colour = ui.PopUpButton { restorationIdentifier = "colour", items = { "A", "B" } }
          self.view = ui.VStack {
            self.colour, ui.Button { title = "More", action = function() self.colour.items = { "A", "B", "C", "D" } end },
            ui.Label { text = "below" },
          }
        end
        """)
    ),
  ]

  /// Gives the note that the first launch creates a field, which no later launch sets.
  private static let firstLaunchConnection = """
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Note { restorationIdentifier = "note", restorationClass = Note,
        connection = { count = 0 } } }
    end
    """

  /// Apps with several mistakes, and a part of the message about each: a lost key explains only what its value reaches.
  static let independent: [(name: String, script: String, messages: [String])] = [
    (
      "two labels that one line creates, and two buttons set",
      note(
        view: "self:make()",
        body: """
          function Note:make()
            self.first, self.second = ui.Label { text = "0 of A" }, ui.Label { text = "0 of B" }
            return ui.VStack { self.first, self.second,
              ui.Button { title = "A", action = function() self.first.text = "1 of A" end },
              ui.Button { title = "B", action = function() self.second.text = "1 of B" end } }
          end
          """), ["\"1 of A\"", "\"1 of B\""]
    ),
    (
      "two keys that one line encodes, and a variable of the script",
      note(
        view: """
          ui.Button { title = "Alpha", action = function()
            self.a = (self.a or 0) + 1
          end },
          ui.Button { title = "Beta", action = function()
            self.b = (self.b or 0) + 1
          end },
          ui.Button { title = "Count", action = function()
            number = (number or 0) + 1
            self.label.text = "number " .. number
          end },
          self:count()
          """,
        body: """
          function Note:count()
            self.label = ui.Label { text = "none" }
            return self.label
          end
          """, encode: "for _, key in ipairs { 'a', 'b' } do coder:encode(key, self[key] or 0) end"),
      ["\"a\" was 1", "\"number 1\""]
    ),
    (
      "rows that are lost beside a misspelt key", growingRows(decode: "nam"),
      ["table (TableView): screen was ", "\"name\" was "]
    ),
    ("rows that are lost, and not their focus", growingRows(decode: "name"), ["\"new 2\""]),
    (
      "a number beside key commands that are other ones from the launch on",
      note(
        view: """
          ui.Button { title = "Add", action = function() self.label.text = self.label.text .. "1" end }, self:make()
          """,
        body: """
          function Note:make()
            self.keyCommands = { { title = isRestored and "Redo" or "Undo", input = "ctrl+t", action = function() end } }
            self.label = ui.Label { text = "number " }
            return self.label
          end
          """, app: "function app:shouldRestoreApplicationState() isRestored = true return true end"),
      ["keyCommands was {\"Undo\"}, and is {\"Redo\"}", "text was \"number 1\""]
    ),
    (
      "a value of a registered object, beside a key with a default value of another screen",
      app(
        root: """
          ui.SplitViewController { restorationIdentifier = "split",
            Side { restorationIdentifier = "side" }, Main { restorationIdentifier = "main" } }
          """,
        methods: "app:registerObjectForStateRestoration(list, 'list')",
        """
        local ui = require "luahost"
        local list = { read = {} }
        function list:encodeRestorableState(coder) if self.on then coder:encode("read", self.read) end end
        function list:decodeRestorableState(coder) self.read = coder:decode "read" or {} end
        local Side = ui.ViewController:subclass "Side"
        function Side:loadView() self.view = ui.Label { "side" } end
        function Side:encodeRestorableState(coder) coder:encode("folder", self.folder) end
        function Side:decodeRestorableState(coder) self.folder = coder:decode "folder" or "inbox" end
        function Side:viewControllerWithRestorationIdentifierPath() return Side() end
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label { "" }
          self.view = ui.VStack { self.label, ui.Button { "Read", action = function()
            table.insert(list.read, 1)
            self:update()
          end } }
        end
        function Main:update() self.label.text = #list.read .. " read" end
        function Main:viewWillAppear() self:update() end
        function Main:viewControllerWithRestorationIdentifierPath() return Main() end
        """),
      ["\"1 read\""]
    ),
    (
      "an error of a switch whose position is not saved, in one line",
      note(view: "ui.Switch { onChange = function() error 'boom' end }"), ["boom", "isOn was true"]
    ),
    (
      "a lost key, and a field that only the first launch sets",
      app(
        root: "Note { restorationIdentifier = 'note' }",
        methods: firstLaunchConnection,
        """
        local ui = require "luahost"
        local Note = ui.ViewController:subclass "Note"
        function Note:loadView()
          self.view = ui.VStack {
            ui.Button { title = "Count", action = function() self.number = (self.number or 0) + 1 end },
            ui.Button { title = "Send", action = function() self:send() end },
          }
        end
        function Note:send() self.connection.count = self.connection.count + 1 end
        function Note:encodeRestorableState(coder) coder:encode("number", self.number or 5) end
        function Note:decodeRestorableState(coder)
          local number = coder:decode "number"
          self.number = 6
        end
        function Note:viewControllerWithRestorationIdentifierPath() return Note() end
        """),
      ["(field 'connection')", "note (Note): \"number\" was "]
    ),
    (
      "a lost key of a screen, and a control of another screen of its class",
      app(
        root: """
          ui.TabBarController { restorationIdentifier = "tabs",
            Part { restorationIdentifier = "a", title = "A", kind = "counter" },
            Part { restorationIdentifier = "b", title = "B", kind = "volume" } }
          """,
        """
        local ui = require "luahost"
        local Part = ui.ViewController:subclass "Part"
        local builders = {
          counter = function(part)
            part.label = ui.Label { text = "0" }
            return { part.label, ui.Button { title = "Count", action = function()
              part.number = (part.number or 0) + 1
              part.label.text = "number " .. part.number
            end } }
          end,
          volume = function() return { ui.Slider { accessibilityIdentifier = "volume", maximumValue = 1 } } end,
        }
        function Part:loadView() self.view = ui.VStack(builders[self.kind](self)) end
        function Part:encodeRestorableState(coder)
          if self.kind == "counter" then coder:encode("number", self.number or 0) end
        end
        function Part:decodeRestorableState(coder) coder:decode "number" end
        """),
      ["tabs/a (Part): \"number\" was ", "tabs/b/volume (Slider): value was "]
    ),
    (
      "a lost key of the application, and a list of constant rows without an identifier",
      app(
        root: "Note { restorationIdentifier = 'note' }",
        methods: """
          function app:willEncodeRestorableState(coder) coder:encode("number", self.number or 5) end
          function app:didDecodeRestorableState(coder)
            local number = coder:decode "number"
            self.number = 6
          end
          """,
        """
        local ui = require "luahost"
        local Note = ui.ViewController:subclass "Note"
        function Note:loadView()
          self.view = ui.VStack { ui.TableView { accessibilityIdentifier = "list", rows = { "a", "b", "c" }, height = 4 } }
        end
        """),
      ["the app: \"number\" was ", "note/list (TableView): "]
    ),
    (
      "errors of two buttons, one of which the other one shows",
      note(
        view: """
          self:next(), ui.Button { title = "Open", action = function()
            self.more.isHidden = false
            error "boom"
          end }
          """,
        body: """
          function Note:next()
            self.more = ui.Button { title = "Next", isHidden = true, action = function() self.typo.text = "x" end }
            return self.more
          end
          """),
      ["boom", "(field 'typo')"]
    ),
    (
      "errors of two callbacks of a screen",
      note(
        view: "ui.Label { text = 'a' }",
        body: """
          function Note:viewDidLoad() error "boom" end
          function Note:viewDidAppear() self.typo.text = "x" end
          """),
      ["boom", "(field 'typo')"]
    ),
    (
      "a key that nothing decodes, and a field that only the first launch sets",
      app(
        root: "Note { restorationIdentifier = 'note' }",
        methods: firstLaunchConnection,
        """
        local ui = require "luahost"
        local Note = ui.ViewController:subclass "Note"
        function Note:loadView()
          self.view = ui.VStack { ui.Button { title = "Send", action = function() self:send() end } }
        end
        function Note:send() self.connection.count = self.connection.count + 1 end
        function Note:encodeRestorableState(coder) coder:encode("unused", 1) end
        function Note:viewControllerWithRestorationIdentifierPath() return Note() end
        """),
      ["(field 'connection')"]
    ),
  ]

  /// An app with a list that nobody saves, to which a button adds rows, and a name that is read under a key.
  private static func growingRows(decode key: String) -> String {
    note(
      view: """
        ui.Button { title = "Add", action = function()
          self.items[#self.items + 1] = "new " .. #self.items
          self.table:reloadData()
        end },
        self:list()
        """,
      body: """
        function Note:init() self.name = "Ann" end
        function Note:list()
          self.items = { "one", "two" }
          self.table = ui.TableView { restorationIdentifier = "table", dataSource = self }
          return self.table
        end
        function Note:numberOfRowsInSection() return #self.items end
        function Note:cellForRow(_, _, row) return self.items[row] end
        """, encode: "coder:encode('name', self.name)", decode: "self.name = coder:decode '\(key)'")
  }

  /// An app whose container does not place the views of its restored children.
  static let childrenNotShown = app(
    root: "Desk { restorationIdentifier = 'desk' }",
    """
    local ui = require "luahost"
    local Card = ui.ViewController:subclass "Card"
    function Card:loadView()
      self.view = ui.HStack { ui.TextField { restorationIdentifier = "text" }, ui.Button { title = "Close" } }
    end
    function Card:viewControllerWithRestorationIdentifierPath() return Card() end
    local Desk = ui.ViewController:subclass "Desk"
    function Desk:loadView()
      self.cards = ui.VStack {}
      self.view = ui.VStack { self.cards, ui.Button { title = "Open", action = function() self:open() end } }
    end
    function Desk:open()
      local card = Card { restorationIdentifier = "card" .. #self.children + 1, restorationClass = Card }
      self:addChild(card)
      self.cards:addSubview(card.view)
    end
    """)

  /// An app with screens that count stars, one above the other.
  private static let stars = app(
    root: """
      ui.NavigationController { restorationIdentifier = "nav", Detail { restorationIdentifier = "detail" } }
      """,
    """
    local ui = require "luahost"
    local Detail = ui.ViewController:subclass "Detail"
    function Detail:init() self.stars = 0 end
    function Detail:loadView()
      self.rating = ui.Label { text = "no stars" }
      self.view = ui.VStack {
        self.rating, ui.Button { title = "Star", action = function() self:star() end },
        ui.Button { title = "More", action = function()
          local identifier = self.restorationIdentifier .. "+"
          self.navigationController:push(Detail { restorationIdentifier = identifier, restorationClass = Detail })
        end },
      }
    end
    function Detail:star()
      self.stars = self.stars + 1
      self.rating.text = self.stars .. " stars"
    end
    function Detail:encodeRestorableState(coder) coder:encode("stars", 0) end
    function Detail:decodeRestorableState(coder)
      self.stars = coder:decodeInteger "stars" or 0
      if self.stars > 0 then self.rating.text = self.stars .. " stars" end
    end
    function Detail:viewControllerWithRestorationIdentifierPath() return Detail() end
    """)

  static func app(root: String, methods: String = "", _ classes: String) -> String {
    """
    \(classes)
    local app = ui.Application { identifier = "org.example.explored" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window { rootViewController = \(root) } end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    \(methods)
    return app
    """
  }
}

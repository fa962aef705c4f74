extension DoctorCase {
  static let all: [DoctorCase] =
    identifiers + making + keys + sharedMethods + classes + launches + values + controls + resetControls
    + consequences + helpers + missingMethods + shownObjects

  // MARK: Identifiers

  static let identifiers: [DoctorCase] = [
    .note("a correct app"),
    .note(
      "a root without identifier above an identified view",
      class: "function Note:loadView() self.view = ui.TextView { restorationIdentifier = 'text' } end",
      root: "Note {} --! no-identifier\n    "),
    .note(
      "a root without identifier with state of its own",
      class:
        "function Note:encodeRestorableState(coder) coder:encode('a', 1) end function Note:decodeRestorableState(coder) coder:decode 'a' end",
      root: "Note {} --! no-identifier\n    "),
    .note("a root without identifier and without state", root: "Note {}\n    "),
    .note(
      "an alert without identifier whose result is wanted",
      class:
        "function Note:viewDidAppear()\n  local alert = ui.AlertController { title = 'Sure?' } --! no-identifier\n  self:present(alert, { onResult = 'answered' })\nend\nfunction Note:answered() end"
    ),
    .note(
      "an alert that is only for this run",
      class: "function Note:viewDidAppear() self:present(ui.AlertController { title = 'Sure?' }) end"),
    .note(
      "a controller whose view is shown without addChild",
      class: placed("coder:encode('value', 1)", "", "Card { restorationIdentifier = 'card' } --! no-identifier")),
    .note(
      "a controller whose view is shown without addChild, with an identified view",
      class: placed("", "", "Card { restorationIdentifier = 'card' } --! no-identifier", field: "'text'")),
    .note(
      "a controller whose view is shown before addChild",
      class: placed(
        "coder:encode('value', 1)", "self:addChild(self.card)", "Card { restorationIdentifier = 'card' }",
        field: "'text'")),
    .note(
      "a controller whose view another one shows, and that saves nothing",
      class: placed("", "", "Card { restorationIdentifier = 'card' }")),
    .note(
      "a controller whose state the one that shows its view saves",
      class: placed("coder:encode('value', 1)", "", "Card {}") + """

        function Note:encodeRestorableState(coder) self.card:encodeRestorableState(coder) end
        function Note:decodeRestorableState(coder) self.card:decodeRestorableState(coder) end
        """),
    .note(
      "a controller without a parent in one that the app forgets",
      class: placed("coder:encode('value', 1)", "", "Card { restorationIdentifier = 'card' }"),
      options: saves + "\napp.forgets = { 'note' }"),
    .note(
      "a controller without a parent in one without identifier",
      class: placed("coder:encode('value', 1)", "", "Card { restorationIdentifier = 'card' }") + """

        function Note:encodeRestorableState(coder) coder:encode('a', 1) end
        function Note:decodeRestorableState(coder) coder:decode 'a' end
        """, root: "Note {} --! no-identifier\n    "),
    .note(
      "a controller without a parent in one that nothing creates again",
      class: placed("coder:encode('value', 1)", "", "Card { restorationIdentifier = 'card' }"),
      root: "Note { restorationIdentifier = 'note' } --! nothing-makes-it\n    "),
    .note(
      "a controller without a parent in an alert that is only for this run",
      class: placed("coder:encode('value', 1)", "self.box = ui.VStack {}", "Card { restorationIdentifier = 'card' }")
        + """

        function Note:viewDidAppear()
          local alert = ui.AlertController { title = 'Sure?' }
          alert.view:addSubview(self.card.view)
          self:present(alert)
        end
        """),
    .note(
      "a container without identifier over several lines",
      root:
        "ui.NavigationController { --! no-identifier\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } },\n    }"
    ),
    .note(
      "two tabs with one identifier",
      root:
        "ui.TabBarController { restorationIdentifier = 'tabs', restorationClass = Tabs,\n      viewControllers = {\n        Note { restorationIdentifier = 'note', restorationClass = Note },\n        Note { restorationIdentifier = 'note', restorationClass = Note } --! duplicate-identifier\n      } }"
    ).withTabs,
    .note(
      "two tabs with identifiers of their own",
      root:
        "ui.TabBarController { restorationIdentifier = 'tabs', restorationClass = Tabs,\n      viewControllers = {\n        Note { restorationIdentifier = 'note', restorationClass = Note },\n        Note { restorationIdentifier = 'other', restorationClass = Note }\n      } }"
    ).withTabs,
    .note(
      "two views with one identifier",
      class:
        "function Note:loadView() self.view = ui.VStack {\n  ui.TextField { restorationIdentifier = 'field' },\n  ui.TextField { restorationIdentifier = 'field' } --! duplicate-identifier\n} end"
    ),
    .note(
      "two views with one identifier, the one above of them created later",
      class:
        "function Note:loadView()\n  local below = ui.TextField { restorationIdentifier = 'field' }\n  local above = ui.TextField { restorationIdentifier = 'field' } --! duplicate-identifier\n  self.view = ui.VStack { above, below }\nend"
    ),
    .note(
      "a view with the identifier of its controller",
      class: "function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'note' } end"),
    .note(
      "an identifier with an address",
      root:
        "Note {\n      restorationIdentifier = 'note' .. tostring({}), restorationClass = Note,\n    }",
      launch: "if not self.window.rootViewController then\n    self.window.rootViewController = ROOT\n  end"
    ).marking("self.window.rootViewController = Note {", "unstable-identifier"),
    .note(
      "an identifier with the time, set later",
      launch:
        "if not self.window.rootViewController then\n    local note = Note { restorationClass = Note }\n    note.restorationIdentifier = 'note' .. os.time() --! unstable-identifier\n    self.window.rootViewController = note\n  end"
    ),
    .note(
      "an identifier with a name from the data",
      root: "Note { restorationIdentifier = 'note' .. #'abc', restorationClass = Note }"),
  ]

  /// A controller that shows the view of another one.
  private static func placed(_ encode: String, _ add: String, _ card: String, field: String = "nil") -> String {
    let methods =
      encode.isEmpty
      ? ""
      : """
      function Card:encodeRestorableState(coder) \(encode) end
      function Card:decodeRestorableState(coder) self.value = coder:decode 'value' end
      """
    return """
      local Card = ui.ViewController:subclass 'Card'
      function Card:loadView() self.view = ui.TextField { restorationIdentifier = \(field) } end
      \(methods)
      function Note:init()
        self.card = \(card)
        self.box = ui.VStack { self.card.view }
        \(add)
      end
      function Note:loadView() self.view = self.box end
      """
  }

  // MARK: Creating controllers again

  static let making: [DoctorCase] = [
    .note(
      "a root that nothing creates again", root: "Note { restorationIdentifier = 'note' } --! nothing-makes-it\n    "),
    .note(
      "a pushed screen that nothing creates again",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = {\n        Note { restorationIdentifier = 'note' } --! nothing-makes-it\n      } }"
    ).withNavigation,
    .note(
      "a root that exists before the restoration", root: "Note { restorationIdentifier = 'note' }",
      launch: ""
    ).building("self.window.rootViewController = Note { restorationIdentifier = 'note' }"),
    .note(
      "a restoration class without its method", class: "-- no method",
      make: ""
    ).marking("subclass \"Note\"", "no-class-method"),
    .note("a restoration class with an inherited method", make: "return self()").inheriting,
    .note("a restoration method that returns nil", make: "return nil")
      .marking("function Note:viewControllerWith", "returned-nil"),
    .note(
      "a restoration method that returns nil for an unknown path",
      make: "if path[1] == 'note' then return Note() end return nil"),
    .note(
      "a restoration method that returns another class",
      class: "local Other = ui.ViewController:subclass 'Other'", make: "return Other()"
    ).marking("function Note:viewControllerWith", "other-class"),
    .note(
      "a restoration method that returns a subclass",
      class: "local Sub = Note:subclass 'Sub'", make: "return Sub()"),
    .note(
      "a method of the application that returns nil",
      root: "Note { restorationIdentifier = 'note' }",
      options:
        "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState() return true end\nfunction app:viewControllerWithRestorationIdentifierPath(path) return nil end --! returned-nil"
    ),
    .note(
      "a method of the application that returns the screen",
      root: "Note { restorationIdentifier = 'note' }",
      options:
        "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState() return true end\nfunction app:viewControllerWithRestorationIdentifierPath(path) return Note() end"
    ),
    .note(
      "a navigation controller that is created with its root",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withTabsMaking(
      "return ui.NavigationController { viewControllers = { Note { restorationIdentifier = 'note' } } } --! made-twice"),
    .note(
      "a navigation controller that is created alone",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation,
    .note(
      "a navigation controller whose root is found in place",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note' } } }"
    ).withTabsMaking(
      "return ui.NavigationController { viewControllers = { Note { restorationIdentifier = 'note' } } }"),
    .child("a child with a class that is created and shown in loadView", "restorationClass = Child }) --! made-twice"),
    .child(
      "a child with a class that is created in init", in: "init", "restorationClass = Child }) --! made-twice"),
    .child("a child without a class that is created in init", in: "init", "})"),
    .child(
      "a child with a class whose container shows the restored one", "restorationClass = Child })",
      body:
        "function Note:viewWillAppear() for _, child in ipairs(self.children) do self.view:addSubview(child.view) end end"
    ),
    .note(
      "an app that saves and does not restore",
      options: "function app:shouldSaveApplicationState() return true end --! save-without-restore"),
    .note(
      "an app that restores and does not save",
      options: "function app:shouldRestoreApplicationState() return true end --! save-without-restore"),
    .note("an app that does neither", options: ""),
    .note(
      "an app that refuses to restore",
      options:
        "function app:shouldSaveApplicationState() return true end\nfunction app:shouldRestoreApplicationState() return false end --! save-without-restore"
    ),
  ]

  // MARK: Keys and values

  private static func keys(_ name: String, encode: String, decode: String) -> DoctorCase {
    .note(
      name,
      class:
        "function Note:encodeRestorableState(coder)\n  \(encode)\nend\nfunction Note:decodeRestorableState(coder)\n  \(decode)\nend"
    )
  }

  static let keys: [DoctorCase] = [
    keys("a key that is encoded and decoded", encode: "coder:encode('a', 1)", decode: "coder:decode('a')"),
    keys("a key that is never decoded", encode: "coder:encode('a', 1) --! not-decoded", decode: "self.x = 1"),
    .note(
      "a class without a decode method",
      class: "function Note:encodeRestorableState(coder)\n  coder:encode('a', 1) --! not-decoded\nend"),
    keys(
      "a key that is never encoded", encode: "coder:encode('a', 1)",
      decode: "coder:decode('a')\n  self.b = coder:decodeString('b') --! not-encoded"),
    keys(
      "a key that only a list of those to decode has",
      encode: "for _, key in ipairs { 'a', 'c' } do coder:encode(key, 1) end",
      decode: "for _, key in ipairs { 'a', 'b', 'c' } do self[key] = coder:decode(key) end --! not-encoded"),
    keys(
      "keys that a loop computes from its variable, and keys of a list",
      encode: "for _, key in ipairs { 'a', 'b' } do if key == 'a' then coder:encode(key .. 'V', 1) end end",
      decode: "local keys = { 'aV', 'bV' }\n  for _, key in ipairs(keys) do self[key] = coder:decode(key) end"),
    keys(
      "keys of a list of those to decode, and fields of the controller to encode",
      encode: "for key, value in pairs(self) do if math.type(value) then coder:encode(key, value) end end",
      decode: "for _, key in ipairs { 'count' } do self[key] = coder:decode(key) end"),
    .note(
      "a controller that its restoration method gives another identifier",
      class: "function Note:loadView() self.view = ui.TextField { restorationIdentifier = 'text' } end",
      make: "return Note { restorationIdentifier = 'notes' } --! unstable-identifier"),
    .note(
      "a nil for a child, beside another child that its container adds instead",
      class: """
        local Child = ui.ViewController:subclass "Child"
        function Child:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
        function Child:viewControllerWithRestorationIdentifierPath(path) --! returned-nil
          if path[#path] ~= "login" then return Child() end
        end
        function Note:decodeRestorableState() self:add(Child { restorationIdentifier = "lock", restorationClass = Child }) end
        function Note:encodeRestorableState() end
        function Note:add(child)
          self:addChild(child)
          self.view:addSubview(child.view)
        end
        """,
      launch: """
        if not self.window.rootViewController then
            local note = Note { restorationIdentifier = 'note', restorationClass = Note }
            note:add(Child { restorationIdentifier = "login", restorationClass = Child })
            self.window.rootViewController = note
          end
        """),
    .note(
      "a key that a restoration method reads as another type than the one that is restored",
      class: """
        function Note:encodeRestorableState(coder) coder:encode('a', 1) end
        function Note:decodeRestorableState(coder) self.a = coder:decode 'a' end
        """,
      make: "local note = Note() note.old = coder:decodeString 'a' return note"),
    .note(
      "a key of the application that decides whether to restore",
      options: """
        function app:shouldSaveApplicationState() return true end
        function app:willEncodeRestorableState(coder) coder:encode('version', 7) end
        function app:shouldRestoreApplicationState(coder) return coder:decodeString 'version' ~= 'old' end
        function app:didDecodeRestorableState(coder) self.saved = coder:decode 'version' end
        """),
    keys(
      "a key that only a table for ui.json.encode has",
      encode: "coder:encode('a', ui.json.encode { b = 1 })\n  coder:encode('c', ui.json.encode(self.x or {}))",
      decode: "coder:decode('a')\n  coder:decode('c')\n  self.b = coder:decodeString('b') --! not-encoded"),
    keys(
      "computed keys that are never decoded",
      encode: "for key, value in pairs { a = 1, b = 2 } do\n    coder:encode(key .. '1', value) --! not-decoded\n  end",
      decode: "self.x = 1"),
    keys(
      "a misspelt key", encode: "coder:encode('title', 1) --! not-decoded",
      decode: "self.t = coder:decode('titel')"),
    keys(
      "a misspelt key of a field", encode: "coder:encode('volume', self.volume or 1)",
      decode: "self.volume = coder:decode('volum') --! not-encoded"),
    keys(
      "a misspelt key of contains", encode: "coder:encode('titles', 1)",
      decode: "if coder:contains 'title' then self.t = coder:decode('titles') end --! not-encoded"),
    keys(
      "a list that is read as a string", encode: "coder:encode('titles', { 'a' })",
      decode: "self.titles = coder:decodeString 'titles' or {} --! not-decoded"),
    .note(
      "a misspelt encodeRestorableState",
      class: """
        function Note:encodeRestorableStates(coder) coder:encode('a', self.a) end --! not-encoded
        function Note:decodeRestorableState(coder) self.a = coder:decode 'a' end
        """),
    keys(
      "a key that is encoded on a condition", encode: "if self.x then coder:encode('a', 1) end",
      decode: "coder:decode('a')"),
    keys(
      "a key that is decoded on a condition", encode: "coder:encode('a', 1)",
      decode: "if self.x then self.y = coder:decode('a') end"),
    keys("a key that is encoded as nil", encode: "coder:encode('a', nil)", decode: "coder:decode('a')"),
    keys("a key that is looked for", encode: "coder:encode('a', 1)", decode: "if coder:contains('a') then end"),
    keys("keys that are listed", encode: "coder:encode('a', 1)", decode: "for _, key in ipairs(coder:keys()) do end"),
    keys(
      "keys of a list", encode: "for _, key in ipairs { 'a', 'b' } do coder:encode(key, 1) end",
      decode: "for _, key in ipairs { 'a', 'b' } do self[key] = coder:decode(key) end"),
    .note(
      "a key that is decoded in the restoration method",
      class: "function Note:encodeRestorableState(coder) coder:encode('a', 1) end",
      make: "local note = Note() note.a = coder:decode('a') return note"),
    keys(
      "a value that cannot be saved", encode: "coder:encode('a', print) --! cannot-be-saved",
      decode: "coder:decode('a')"),
    keys(
      "a function inside a table", encode: "coder:encode('a', {\n    f = print })", decode: "coder:decode('a')"
    ).marking("coder:encode('a', {", "cannot-be-saved"),
    keys(
      "a reference to a view without identifier", encode: "coder:encode('a', self.view) --! cannot-be-saved",
      decode: "coder:decode('a')"),
    keys(
      "the same inside tables", encode: "coder:encode('a', { n = 1, shown = { self.view } }) --! cannot-be-saved",
      decode: "coder:decode('a')"),
    keys(
      "a reference to the controller inside a table", encode: "coder:encode('a', { self })", decode: "coder:decode('a')"
    ),
    keys("a table of plain values", encode: "coder:encode('a', { 1, x = { 2 } })", decode: "coder:decode('a')"),
    keys(
      "an error while saving", encode: "coder:encode('a', self.missing.field) --! callback-failed",
      decode: "coder:decode('a')"),
    keys(
      "an error while saving in a coroutine",
      encode: "coroutine.wrap(function()\n    coder:encode('a', self.missing.field) --! callback-failed\n  end)()",
      decode: "coder:decode('a')"),
    keys(
      "an error while restoring", encode: "coder:encode('a', 1)",
      decode: "local a = coder:decode('a')\n  a.field = 1 --! callback-failed"),
    keys(
      "an error beside a value that it does not depend on", encode: "coder:encode('at', os.time())",
      decode: "self.restoredAt = coder:decode('at')\n  self.items.count = 3 --! callback-failed"),
    keys(
      "an error that the script catches", encode: "coder:encode('a', 1)",
      decode: "local a = coder:decode('a')\n  pcall(function() a.field = 1 end)"),
    keys(
      "keys in variables of the same name in both methods",
      encode: "local key = 'alpha'\n  coder:encode(key, 1) --! not-decoded",
      decode: "local key = 'omega'\n  self.value = coder:decode(key) --! not-encoded"),
    keys(
      "one key in variables of the same name in both methods", encode: "local key = 'alpha'\n  coder:encode(key, 1)",
      decode: "local key = 'alpha'\n  self.value = coder:decode(key)"),
    keys(
      "a large state", encode: "coder:encode('a', 1)\n  coder:encode('b', ('x'):rep(2 << 20)) --! large-state",
      decode: "coder:decode('a') coder:decode('b')"),
    keys(
      "a state of moderate size", encode: "coder:encode('b', ('x'):rep(1 << 19))", decode: "coder:decode('b')"),
  ]

  // MARK: Classes

  private static func subclass(_ name: String, base: String, sub: String) -> DoctorCase {
    .note(
      name, class: "local Base = Note\n\(base)\nlocal Sub = Base:subclass 'Sub'\n\(sub)", make: "return Sub()",
      root: "Sub { restorationIdentifier = 'note', restorationClass = Note }")
  }

  private static let base =
    "function Base:encodeRestorableState(coder) coder:encode('a', 1) end\nfunction Base:decodeRestorableState(coder) coder:decode('a') end"

  static let classes: [DoctorCase] = [
    subclass(
      "a subclass that calls super", base: base,
      sub: "function Sub:encodeRestorableState(coder) Sub.super.encodeRestorableState(self, coder) end"),
    subclass(
      "a subclass that calls its superclass by name", base: base,
      sub: "function Sub:encodeRestorableState(...) Base.encodeRestorableState(self, ...) end"),
    subclass(
      "a subclass that calls super in a helper", base: base,
      sub:
        "local function passOn(class, name, self, ...) return class.super[name](self, ...) end function Sub:encodeRestorableState(coder) passOn(Sub, 'encodeRestorableState', self, coder) end"
    ),
    subclass(
      "a subclass that does not call super", base: "function Base:viewDidLoad() self.x = 1 end",
      sub: "function Sub:viewDidLoad() self.y = 2 end --! super-not-called"),
    subclass(
      "a subclass whose method does not run", base: "function Base:viewWillDisappear() self.x = 1 end",
      sub: "function Sub:viewWillDisappear() self.y = 2 end --! super-not-called"),
    subclass(
      "a subclass of a built-in class only", base: "", sub: "function Sub:viewDidLoad() self.y = 2 end"),
    subclass(
      "a key that superclass and subclass write", base: base,
      sub:
        "function Sub:encodeRestorableState(coder)\n  Sub.super.encodeRestorableState(self, coder)\n  coder:encode('a', 2) --! key-written-twice\nend"
    ),
    subclass(
      "a key that one method writes twice",
      base:
        "function Base:encodeRestorableState(coder) coder:encode('a', 1) coder:encode('a', 2) end\nfunction Base:decodeRestorableState(coder) coder:decode('a') end",
      sub: ""),
  ]

  // MARK: The launch

  static let launches: [DoctorCase] = [
    .note(
      "a root that is set at every launch",
      launch: "self.window.rootViewController = ROOT --! built-too-early\n"),
    .note(
      "a root that is set at every launch, over several lines",
      launch:
        "self.window.rootViewController = --! built-too-early\n    (function()\n      return ROOT\n    end)()\n"),
    .note(
      "a root that is set at every launch by a timer",
      launch:
        "local function show() self.window.rootViewController = ROOT --! built-too-early\n  end\n  if not self.window.rootViewController then show() else ui.after(0, show) end"
    ),
    .note(
      "a root that is set at every launch by a timer, some time later",
      launch:
        "local function show() self.window.rootViewController = ROOT --! built-too-early\n  end\n  if not self.window.rootViewController then show() end\n  ui.after(0.2, show)"
    ),
    .note(
      "a root that is kept", launch: "self.window.rootViewController = self.window.rootViewController or ROOT"),
    .note(
      "viewDidLoad reads its container",
      class:
        "function Note:viewDidLoad()\n  self.nav = self.navigationController --! container-in-viewDidLoad\nend",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation,
    .note(
      "a function called by viewDidLoad reads the parent",
      class:
        "local function up(note)\n  return note.parent --! container-in-viewDidLoad\nend\nfunction Note:viewDidLoad() self.up = up(self) end",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation,
    .note(
      "viewWillAppear reads its container",
      class: "function Note:viewWillAppear() self.nav = self.navigationController end",
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation,
  ]

  // MARK: Values

  static let values: [DoctorCase] = [
    .note(
      "a table whose selection is kept by row",
      class:
        "function Note:numberOfRowsInSection() return 3 end\nfunction Note:cellForRowAt(_, _, row) return 'row ' .. row end\nfunction Note:loadView()\n  self.table = ui.TableView { restorationIdentifier = 'table', dataSource = self } --! selection-by-row\n  self.view = self.table\n  self.table:selectRow(1, 2)\nend"
    ),
    .note(
      "a table whose selection follows its items",
      class:
        "function Note:numberOfRowsInSection() return 3 end\nfunction Note:cellForRowAt(_, _, row) return 'row ' .. row end\nfunction Note:modelIdentifierForElement(_, _, row) return row end\nfunction Note:loadView()\n  self.table = ui.TableView { restorationIdentifier = 'table', dataSource = self }\n  self.view = self.table\n  self.table:selectRow(1, 2)\nend"
    ),
    .note(
      "a value that appearing replaces",
      class:
        "function Note:loadView()\n  self.slider = ui.Slider { restorationIdentifier = 'slider' }\n  self.view = self.slider\nend\nfunction Note:viewDidAppear()\n  if self.slider.value == 0 then self.slider.value = 0.5 else self.slider.value = 0.25 end --! value-lost\nend"
    ),
    .note(
      "a value that is kept",
      class:
        "function Note:loadView()\n  self.slider = ui.Slider { restorationIdentifier = 'slider' }\n  self.view = self.slider\nend\nfunction Note:viewDidAppear()\n  if self.slider.value == 0 then self.slider.value = 0.5 end\nend"
    ),
  ]
}

extension DoctorCase {
  /// With a restoration class `Tabs` that creates tab bar controllers.
  var withTabs: DoctorCase { withTabsMaking("return ui.TabBarController()") }
  /// With a restoration class `Tabs` that creates navigation controllers.
  var withNavigation: DoctorCase { withTabsMaking("return ui.NavigationController()") }

  func withTabsMaking(_ body: String) -> DoctorCase {
    replacing(
      "local app = ui.Application",
      """
      local Tabs = ui.ViewController:subclass "Tabs"
      function Tabs:viewControllerWithRestorationIdentifierPath()
        \(body)
      end
      local app = ui.Application
      """)
  }

  /// With a statement in `willFinishLaunching`.
  func building(_ statement: String) -> DoctorCase {
    replacing("self.window = ui.Window() end", "self.window = ui.Window() \(statement) end")
  }

  /// With the restoration method in a superclass.
  var inheriting: DoctorCase {
    replacing(
      "local Note = ui.ViewController:subclass \"Note\"",
      "local Parent = ui.ViewController:subclass 'Parent' local Note = Parent:subclass 'Note'"
    ).replacing("function Note:viewControllerWith", "function Parent:viewControllerWith")
  }

  /// Marks the line that contains a text.
  func marking(_ text: String, _ code: String) -> DoctorCase {
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    return DoctorCase(
      name, lines.map { $0.contains(text) ? "\($0) --! \(code)" : String($0) }.joined(separator: "\n"), modules: modules
    )
  }

  func replacing(_ text: String, _ other: String) -> DoctorCase {
    DoctorCase(name, script.replacing(text, with: other), modules: modules)
  }
}

extension DoctorCase {
  /// An app whose screen creates a child and shows its view.
  ///
  /// - Parameters:
  ///   - method: the method that creates it.
  ///   - end: the end of the constructor.
  ///   - body: further methods of the screen.
  fileprivate static func child(_ name: String, in method: String = "loadView", _ end: String, body: String = "")
    -> DoctorCase
  {
    .note(
      name,
      class: """
        local Child = ui.ViewController:subclass "Child"
        function Child:loadView() self.view = ui.TextField { restorationIdentifier = "text" } end
        function Child:viewControllerWithRestorationIdentifierPath() return Child() end
        function Note:init() end
        function Note:loadView()
          self:create()
          self.view = ui.VStack { ui.Label { text = "Note" }, self.children[1].view }
        end
        local create = "\(method)"
        function Note:create()
          if self.children[1] then return end
          self:addChild(Child { restorationIdentifier = "child", \(end)
        end
        if create == "init" then Note.init = Note.create end
        \(body)
        """)
  }
}

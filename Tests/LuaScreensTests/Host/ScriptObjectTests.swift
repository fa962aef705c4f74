import LuaScreens
import Testing

@MainActor
@Suite("Registered script objects")
struct ScriptObjectTests {
  @Test("the application can be reached from anywhere once created, also if its class is the script's")
  func sharedApplication() throws {
    let app = try ScriptedApp("_G.ui, _G.app = ui, app function app:where() return 'here' end")
    #expect(try app.eval("ui.Application.shared:where()") == "here")
    #expect(try app.eval("ui.Application.shared == app and app.shared == app") == "true")
    #expect(
      try app.eval("select(2, pcall(function() return ui.Label.text end))").contains("'text' belongs to instances"))
    let lines = ["local ui = require 'luahost'", "early = ui.Application.shared", "return ui.Application()"]
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source = lines.joined(separator: "\n")
    #expect {
      try ScriptHost(configuration, onPrint: { _ in })
    } throws: {
      "\($0)".contains("ui.Application.shared: the application has not been created yet")
    }
    configuration.source = """
      local ui = require 'luahost'
      local App = ui.Application:subclass 'App'
      local app = App { identifier = 'org.example.own' }
      print(ui.Application.shared == app, app.class.name)
      return app
      """
    var printed = ""
    _ = try ScriptHost(configuration, onPrint: { printed += String(decoding: $0, as: UTF8.self) })
    #expect(printed == "true\tApp\n")
  }

  @Test("a change of a registered plain table alone is saved")
  func changesAlone() throws {
    let app = try ScriptedApp(ScriptedApp.registeringModel)
    try app.eval("model.n = 7")
    try app.relaunch()
    #expect(try app.eval("model.n") == "7")
  }

  @Test(
    "an object that a controller registers while it is restored is decoded after the controllers",
    arguments: ["init", "loadView", "viewDidLoad", "decodeRestorableState"])
  func registeredByController(_ method: String) throws {
    let app = try ScriptedApp(
      """
      local Screen = ui.ViewController:subclass "Screen"
      local function register()
        if model then return end
        model = { n = 0 }
        function model:encodeRestorableState(coder) coder:encode("n", self.n) end
        function model:decodeRestorableState(coder) self.n = coder:decode "n" end
        app:registerObjectForStateRestoration(model, "model")
      end
      function Screen:loadView() self.view = ui.VStack {} end
      local inherited = Screen.\(method)
      function Screen:\(method)(...)
        if inherited then inherited(self, ...) end
        register()
      end
      function Screen.viewControllerWithRestorationIdentifierPath() return Screen {} end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
        end
        if "\(method)" == "decodeRestorableState" then register() end
      end
      """)
    for n in 7...8 {
      try app.eval("model.n = \(n)")
      try app.eval("app:restorableStateChanged()")
      try app.relaunch()
      #expect(try app.eval("return model.n") == "\(n)", "\(app.problems)")
    }
    #expect(app.problems == [])
  }

  @Test("a reference to an object below another one that the controller registers is decoded")
  func referenceToRegisteredChild() throws {
    let app = try ScriptedApp(
      """
      local Screen = ui.ViewController:subclass "Screen"
      local function model(name, parent)
        local object = { restorationParent = parent }
        function object:encodeRestorableState(coder) coder:encode("name", name) end
        function object:decodeRestorableState(coder) self.name = coder:decode "name" end
        app:registerObjectForStateRestoration(object, name)
        return object
      end
      function Screen:viewDidLoad()
        outer = model "outer"
        inner = model("inner", outer)
      end
      function Screen:encodeRestorableState(coder) coder:encode("model", inner) end
      function Screen:decodeRestorableState(coder) decoded = coder:decode "model" end
      function Screen.viewControllerWithRestorationIdentifierPath() return Screen {} end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
        end
      end
      """)
    try app.relaunch()
    let isRestored = try app.eval("return decoded == inner and inner.name == 'inner' and outer.name == 'outer'")
    #expect(isRestored == "true", "\(app.problems)")
  }

  @Test(
    "a plain Lua class restores its objects, wherever the script keeps it",
    arguments: [
      "local Model = {}", "Model = {}", "local Model = { name = 'Settings' }", "local Model = { name = 'Timer' }",
    ])
  func plainClass(declaration: String) throws {
    let app = try ScriptedApp(
      """
      \(declaration)
      Model.__index = Model
      function Model:objectWithRestorationIdentifierPath(path, coder)
        made = path[#path] .. " " .. coder:decode "n"
        return setmetatable({ objectRestorationClass = Model }, Model)
      end
      function Model:encodeRestorableState(coder) coder:encode("n", self.n) end
      function Model:decodeRestorableState(coder) self.n = coder:decode "n" model = self end
      function app:didFinishLaunching()
        if model then return end
        model = setmetatable({ n = 5, objectRestorationClass = Model }, Model)
        self:registerObjectForStateRestoration(model, "model")
      end
      """)
    try app.relaunch()
    #expect(app.problems.isEmpty)
    #expect(try app.eval("made, model.n") == "model 5, 5")
    try app.eval("model.n = 6")
    try app.relaunch()
    #expect(try app.eval("made") == "model 6")
  }

  @Test("objects of one name below different nodes are restored with their own state and parents, launch after launch")
  func parents() throws {
    let app = try ScriptedApp(
      """
      Model = { name = "Model" }
      Model.__index = Model
      function Model:objectWithRestorationIdentifierPath(path)
        local model = setmetatable({ objectRestorationClass = Model }, Model)
        models[table.concat(path, "/")] = model
        return model
      end
      function Model:encodeRestorableState(coder) coder:encode("n", self.n) end
      function Model:decodeRestorableState(coder) self.n = coder:decode "n" end
      models = {}
      function add(n, name, parent)
        local model = setmetatable({ n = n, objectRestorationClass = Model, restorationParent = parent }, Model)
        app:registerObjectForStateRestoration(model, name)
        return model
      end
      function app:willFinishLaunching()
        root = ui.ViewController { restorationIdentifier = "root" }
        self.window = ui.Window { rootViewController = root }
      end
      """)
    try app.eval("local a = add(1, 'a', root) add(2, 'b', a) add(3, 'a')")
    for _ in 1...3 {
      try app.relaunch()
      #expect(app.problems.isEmpty)
      #expect(try app.eval("models['root/a'].n, models['root/a/b'].n, models.a.n") == "1, 2, 3")
      #expect(try app.eval("models['root/a'].restorationParent == root, models.a.restorationParent") == "true, nil")
      #expect(try app.eval("models['root/a/b'].restorationParent == models['root/a']") == "true")
    }
  }

  @Test("a note about an object that nothing creates again names the ways to create it")
  func unregisteredObject() throws {
    let app = try ScriptedApp(
      """
      local model = { n = 1 }
      function model:encodeRestorableState(coder) coder:encode("n", self.n) end
      function model:decodeRestorableState(coder) self.n = coder:decode "n" end
      function app:didFinishLaunching() self:registerObjectForStateRestoration(model, "model") end
      """)
    try app.relaunch()
    let problem = try #require(app.problems.first)
    #expect(problem.contains("model") && problem.contains("was not restored"))
    #expect(problem.contains("objectRestorationClass") && !problem.contains("controller"))
  }

  @Test(
    "a controller that cannot be used at its position is omitted and reported",
    arguments: ["ui.NavigationController()", "ui.AlertController()"])
  func misplacedControllers(wrong: String) throws {
    let app = try ScriptedApp(
      """
      local Page = ui.ViewController:subclass "Page"
      function Page:viewControllerWithRestorationIdentifierPath(path)
        if wrong and path[2] == "two" then return wrong() end
        return Page()
      end
      local function page(name) return Page { restorationIdentifier = name, restorationClass = Page } end
      function app:didFinishLaunching()
        if self.window.rootViewController then return end
        local nav = ui.NavigationController { restorationIdentifier = "nav" }
        nav:push(page "one")
        nav:push(page "two")
        self.window.rootViewController = nav
      end
      function app:viewControllerWithRestorationIdentifierPath(path)
        return ui.NavigationController()
      end
      """)
    try app.relaunch(app.script + "\nfunction wrong() return \(wrong) end")
    #expect(app.problems.contains { $0.contains("cannot be placed there") }, "\(app.problems)")
    #expect(try app.eval("#app.window.rootViewController.viewControllers") == "1")
  }
}

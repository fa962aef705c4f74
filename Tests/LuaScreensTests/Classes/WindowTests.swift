import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Windows and scenes")
@MainActor
struct WindowTests {
  private static let twoWindows = """
    _G.ui = ui
    local function screen(name)
      return ui.ViewController { restorationIdentifier = name, view = ui.VStack { ui.Label { text = "screen " .. name } } }
    end
    function app:willFinishLaunching()
      self.window = ui.Window()
      second = ui.Window()
      self.window.rootViewController = screen "first"
      second.rootViewController = screen "second"
    end
    function app:didFinishLaunching()
      second:makeKeyAndVisible()
      self.window:makeKeyAndVisible()
    end
    """

  @Test("the key window is restored, whatever order the launch shows the windows in")
  func keyWindow() throws {
    let app = try ScriptedApp(Self.twoWindows)
    #expect(app.application.render().text.contains("screen first"))
    try app.eval("second:makeKeyAndVisible()")
    try app.relaunch()
    #expect(app.application.render().text.contains("screen second"))
    try app.eval("app.window:makeKeyAndVisible()")
    try app.relaunch()
    #expect(app.application.render().text.contains("screen first"))
  }

  private static let renamed = """
    _G.ui = ui
    Page = ui.ViewController:subclass "Page"
    function Page:loadView() self.view = ui.VStack { ui.TextField { restorationIdentifier = "field" } } end
    function Page:encodeRestorableState(coder) coder:encode("n", self.n) end
    function Page:decodeRestorableState(coder) self.n = coder:decode "n" end
    local board = ui.Storyboard("Main", {
      initial = "tabs",
      scenes = {
        tabs = { class = ui.TabBarController, restorationIdentifier = "tabs", children = { "page" } },
        page = { class = Page, restorationIdentifier = "page" },
      },
    })
    app.storyboard = board
    function app:willFinishLaunching() end
    function app:didFinishLaunching() end
    function add(name)
      local made = board:instantiateViewController "page"
      made.restorationIdentifier, made.n = name, name
      local tabs = app.window.rootViewController
      local list = tabs.viewControllers
      list[#list + 1] = made
      tabs.viewControllers = list
    end
    function pages()
      local words = {}
      for _, page in ipairs(app.window.rootViewController.viewControllers) do
        words[#words + 1] = page.restorationIdentifier .. "=" .. tostring(page.n)
      end
      return table.concat(words, " ")
    end
    """

  @Test("a renamed scene is restored once, with its new name")
  func renamedScene() throws {
    let app = try ScriptedApp(Self.renamed)
    try app.eval(
      "local p = app.window.rootViewController.viewControllers[1] p.restorationIdentifier = 'one' p.n = 'one'")
    try app.eval("add 'two'")
    for _ in 1...2 {
      #expect(try app.eval("pages()") == "one=one two=two")
      try app.relaunch()
      #expect(app.problems == [])
    }
  }
}

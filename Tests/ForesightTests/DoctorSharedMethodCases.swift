extension DoctorCase {
  /// Apps in which several classes have the same functions as methods. The view of the second tab is not loaded when the state
  /// is saved, so only the text of `encodeRestorableState` shows what it encodes.
  static let sharedMethods: [DoctorCase] = [
    tabs(
      "classes of one function, with a key that is encoded on a condition",
      """
      local function screen(name)
        local Class = ui.ViewController:subclass(name)
        function Class:loadView() self.field = ui.TextField {} self.view = self.field end
        function Class:encodeRestorableState(coder) if self.isViewLoaded then coder:encode("text", self.field.text) end end
        function Class:decodeRestorableState(coder) self.field.text = coder:decodeString "text" or "" end
        return Class
      end
      local A, B = screen "A", screen "B"
      """),
    tabs(
      "classes that share a mixin, with a key that is encoded on a condition",
      """
      local function keepsText(Class)
        function Class:encodeRestorableState(coder) if self.field then coder:encode("text", self.field.text) end end
        function Class:decodeRestorableState(coder) self.field.text = coder:decodeString "text" or "" end
      end
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function A:loadView() self.field = ui.TextField {} self.view = self.field end
      function B:loadView() self.field = ui.TextField {} self.view = self.field end
      keepsText(A)
      keepsText(B)
      """),
    tabs(
      "classes of one function, with a key that only another class encodes",
      """
      local function screen(name)
        local Class = ui.ViewController:subclass(name)
        function Class:loadView() self.field = ui.TextField {} self.view = self.field end
        function Class:decodeRestorableState(coder) self.text = coder:decodeString "text" end --! not-encoded
        return Class
      end
      local A, B = screen "A", screen "B"
      local Other = ui.ViewController:subclass "Other"
      function Other:encodeRestorableState(coder) coder:encode("text", "") end
      """),
    tabs(
      "a restoration method of two classes, with a key of one",
      """
      local function restorable(name)
        local Class = ui.ViewController:subclass(name)
        Class.viewControllerWithRestorationIdentifierPath = function(self, path, coder)
          return self { number = coder:decodeInteger "number" }
        end
        return Class
      end
      local A, B = restorable "A", restorable "B"
      function B:encodeRestorableState(coder) coder:encode("number", self.number) end
      """, make: "", second: "B { restorationIdentifier = 'b', restorationClass = B, number = 2 }"
    ).replacing("A { restorationIdentifier = \"a\" }", "A { restorationIdentifier = \"a\", restorationClass = A }"),
    tabs(
      "an inherited restoration method, with a key that no screen has encoded yet",
      """
      local Base = ui.ViewController:subclass "Base"
      function Base:viewControllerWithRestorationIdentifierPath(path, coder)
        return self { number = coder:decodeInteger "number" }
      end
      local A, B = Base:subclass "A", ui.ViewController:subclass "B"
      local Other = Base:subclass "Other"
      function Other:encodeRestorableState(coder) coder:encode("number", self.number) end
      """, make: "return B()"
    ).replacing("A { restorationIdentifier = \"a\" }", "A { restorationIdentifier = \"a\", restorationClass = A }"),
    tabs(
      "a method of the application with a key of one of its screens",
      """
      local A, B = ui.ViewController:subclass "A", ui.ViewController:subclass "B"
      function B:encodeRestorableState(coder) coder:encode("number", self.number) end
      """, make: "local number = coder:decode 'number' return (path[#path] == 'a' and A or B) { number = number }",
      second: "B { restorationIdentifier = 'b', number = 2 }"
    ).replacing("Path(path)", "Path(path, coder)"),
    tabs(
      "a restoration method with a key that none of its classes encodes",
      """
      local Base = ui.ViewController:subclass "Base"
      function Base:viewControllerWithRestorationIdentifierPath(path, coder)
        return self { number = coder:decodeInteger "number" } --! not-encoded
      end
      local A, B = Base:subclass "A", ui.ViewController:subclass "B"
      function B:encodeRestorableState(coder) coder:encode("number", 1) end
      function B:decodeRestorableState(coder) self.number = coder:decode "number" end
      """, make: "return B()"
    ).replacing("A { restorationIdentifier = \"a\" }", "A { restorationIdentifier = \"a\", restorationClass = A }"),
  ]

  /// An app with a tab bar over an `A` and a `B`.
  static func tabs(
    _ name: String, _ classes: String, make: String = "return path[#path] == 'a' and A() or B()",
    second: String = "B { restorationIdentifier = 'b' }"
  ) -> DoctorCase {
    DoctorCase(
      name,
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.doctor" }
      \(classes)
      function app:viewControllerWithRestorationIdentifierPath(path)
        if path[#path] == "tabs" then return ui.TabBarController() end
        \(make)
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or ui.TabBarController {
            restorationIdentifier = "tabs", A { restorationIdentifier = "a" },
            \(second)
          }
        self.window:makeKeyAndVisible()
      end
      return app
      """)
  }
}

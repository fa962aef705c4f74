import Foundation
import Testing

/// Apps used in plain mode, from a pipe.
@Suite("Plain screen")
struct PlainScreenTests {
  /// Returns the output of the command for these lines.
  private func said(
    _ app: String, _ lines: String..., environment: [String: String] = [:], state: String? = nil
  ) async throws -> String {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, status) = try await CommandRun.run(
      ["--plain", "--state-dir", state ?? "state", app], input: lines, environment: environment, in: folder)
    #expect(status == 0)
    return output
  }

  /// Returns the output for these lines of an app whose page a script builds: it returns the views of a stack.
  private func said(page script: String, _ lines: String..., status expected: Int32 = 0) async throws -> [String] {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.page" }
      function app:willFinishLaunching()
        local page = ui.ViewController {}
        local function views()
          \(script)
        end
        page.view = ui.VStack(views())
        self.window = ui.Window { rootViewController = page }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    try app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let (output, status) = try await CommandRun.run(
      ["--plain", "--state-dir", "state", "app.lua"], input: lines, in: folder)
    #expect(status == expected)
    return output.split(separator: "\n").map(String.init)
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private var gallery: String { Self.root.appendingPathComponent("scripts/apps/gallery.lua").path }
  private var words: String { Self.root.appendingPathComponent("Tests/Scripts/words.lua").path }

  private func words(_ name: String) -> String {
    Self.root.appendingPathComponent("Tests/Scripts/\(name)").path
  }

  @Test("element numbers stay valid after the key help")
  func keys() async throws {
    let output = try await said(words, "keys", "1 Ada")
    #expect(output.contains("== Everywhere ==") || output.contains("Everywhere"))
    #expect(output.contains("1. Name, text field, Ada, focused"))
    #expect(!output.contains("Unknown command"))
    // Neither the help's own field, which is gone, nor a key that the terminal takes.
    #expect(!output.contains("search, text field") && !output.contains("press twice to quit"), "\(output)")
  }

  @Test("the help has every line that is accepted, and a command without arguments has a bare line")
  func help() async throws {
    let output = try await said(words, "help", "quit now", "commands", "back", "quit", "unread line")
    #expect(
      output.contains(
        """
        NUMBER        use a control: press a button, choose a row, focus a field, prompt for a password
        NUMBER VALUE  set a control: text, a number, on or off, a date, the name of a choice
        empty NUMBER  clear the text of a field
        an empty line print the screen again
        back          leave this screen; close an alert, a search or a menu
        find TEXT     go to the row of a table that contains this text; key n goes to the next one
        key NAME      press a key: key pagedown, key tab, key ctrl+s
        KEY           press a key from the hints: n, ^S, Esc
        type TEXT     type into the focused control
        keys          list the keys available here
        commands      list the commands available here, to choose by number
        saves         list the saves, to return to one
        quit          save the state and quit

        """))
    #expect(output.contains("quit takes no argument.") && output.contains("Suspend to the shell"))
    #expect(!output.contains("Unknown command or number: unread"))
  }

  @Test("a command's key is accepted as a line, even while a text field is focused")
  func hintedKeys() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.keys" }
      function app:willFinishLaunching()
        local page = ui.ViewController { title = "Keys" }
        local label = ui.Label { text = "nothing" }
        page.view = ui.VStack { ui.TextField { accessibilityLabel = "Name" }, label }
        page.keyCommands = {
          { title = "New", input = "n", action = function() label.text = "new" end },
          { title = "Save", input = "Ctrl+S", action = function() label.text = "saved" end },
        }
        self.window = ui.Window { rootViewController = page }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    try script.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let (output, status) = try await CommandRun.run(
      ["--plain", "--state-dir", "state", "app.lua"], input: ["n", "^S", "n", "ctrl+s", "x"], in: folder)
    #expect(status == 0)
    #expect(
      output.components(separatedBy: "\n").filter { ["new", "saved"].contains($0) } == ["new", "saved", "new", "saved"])
    #expect(output.contains("Unknown command or number: x."))
  }

  @Test("custom views print their accessibility, and those with an action have a number")
  func ownWords() async throws {
    let output = try await said(words("own.lua"), "1", "", "")
    #expect(output.components(separatedBy: "Saved\n").count == 2)
    #expect(output.contains("== Costs ==\n"))
    #expect(output.contains("1. Sales, button, 12\n"))
    #expect(output.contains("Map, north\n"))
    #expect(output.contains("1. Sales, button, used\n"))
    #expect(!output.contains("help") && !output.contains("quit"))
  }

  @Test("a row is found by its text, and a missing one is an error")
  func search() async throws {
    let output = try await said(words, "find cherry", "find nothing", "back")
    #expect(output.contains("Search, search field, cherry, found"))
    #expect(output.contains(". cherry, row, focused"))
    #expect(output.contains("Search, search field, nothing, not found"))
  }

  @Test("the number of a match in a text is printed")
  func matches() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.matches" }
      function app:willFinishLaunching()
        local text = ("one pear\\n"):rep(12)
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.TextView { text = text, isEditable = false } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let path = folder.appendingPathComponent("matches.lua")
    try Data(script.utf8).write(to: path)
    let output = try await said(path.path, "key /", "type pear", "key enter", "key n", "key N", "key N")
    for note in ["1 of 12", "2 of 12", "12 of 12"] {
      #expect(output.contains("Search, search field, pear, \(note)"), "\(output)")
    }
  }

  @Test("one of several tabs is focused")
  func tabs() async throws {
    let output = try await said(gallery, "key shift+tab")
    let tabs = output.split(separator: "\n").filter { $0.contains(", tab") && $0.contains("focused") }
    #expect(tabs.count == 1 && tabs.first?.contains("Text, tab, selected, focused") == true, "\(output)")
  }

  @Test("wheels, dates and unnamed elements are described; the title of a border names them")
  func names() async throws {
    let output = try await said(words)
    for line in [
      "Coffee, choice, Filter of Espresso, Filter; small of small, large", "Birthday, date, 2026-01-01",
      "Loudness, slider, 50 percent", "Fruit, table, lines 1 to 3 of 3", "== Switches ==", "Light, switch, off",
      "Heating, switch, on",
    ] { #expect(output.contains(line), "\(line) in:\n\(output)") }
  }

  @Test("for an invalid value, the valid ones are printed")
  func refusals() async throws {
    let plain = try await said(words)
    func number(of name: String) throws -> String {
      String(try #require(plain.split(separator: "\n").first { $0.contains(". \(name),") }).prefix { $0 != "." })
    }
    let asked = [
      ("Coffee", "It accepts one of Espresso, Filter, then a comma and one of small, large."),
      ("Birthday", "It accepts a date such as 2026-01-31."),
      ("Loudness", "It accepts a number from 0 to 100, in percent."),
      ("Light", "It accepts on or off."), ("Ask", "accepts no value; type only its number to use it."),
      ("apple", "accepts no value; type only its number to use it."),
    ]
    for (name, answer) in asked {
      let output = try await said(words, "\(try number(of: name)) nonsense")
      #expect(output.contains(answer), "\(name):\n\(output)")
    }
    let output = try await said(words, "99", "nonsense", "\(try number(of: "Coffee")) espresso, large", "empty 1")
    #expect(
      output.contains("Unknown command or number: 99. Type a number from 1 to")
        && output.contains("Unknown command or number: nonsense."))
    #expect(output.contains("Coffee, choice, Espresso of Espresso, Filter; large of small, large"))
    #expect(output.contains("1. Name, text field, empty, focused"))
  }

  @Test("a field with a filter says what it accepts")
  func filters() async throws {
    let output = try await said(
      words("plain.lua"), "1 abc", "2 1.5", "3 abc", "2 12", "1 -1e3", "3 yes")
    for answer in ["a number", "an integer", "a text that the app allows"] {
      #expect(output.contains("It accepts \(answer).\n"), "\(answer) in:\n\(output)")
    }
    for line in ["1. Price, text field, -1e3", "2. Count, text field, 12", "3. Answer, text field, yes"] {
      #expect(output.contains(line), "\(line) in:\n\(output)")
    }
  }

  @Test("an element is one line, and further lines of a text area are indented")
  func lines() async throws {
    let output = try await said(words("plain.lua"))
    let lines = output.components(separatedBy: "\n")
    for line in [
      "== Two parts ==", "4. Notes, text area, first", "   2. Pay, button", "5. new line, row, a b",
      "6. Save all, button",
      "some", "  text",
    ] { #expect(lines.contains(line), "\(line) in:\n\(output)") }
  }

  @Test("an alert is announced, answered by its number, and dismissed")
  func alerts() async throws {
    let plain = try await said(words)
    let ask = String(try #require(plain.split(separator: "\n").first { $0.contains(". Ask,") }).prefix { $0 != "." })
    let output = try await said(words, ask, "2")
    #expect(output.contains("== Alert: Really? =="))
    #expect(output.contains("1. No, button\n") && output.contains("2. Yes, button, focused"))
    #expect(output.contains("answered yes"))
  }

  @Test("extended restoration is announced, and input waits for the restored app")
  func extended() async throws {
    let app = Self.root.appendingPathComponent("Tests/Scripts/extended.lua").path
    let state = NSTemporaryDirectory() + "luahost-plain-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: state) }
    _ = try await said(app, "1 hello", state: state)
    let output = try await said(app, "1 world", environment: ["EXTENDED_SECONDS": "0.5"], state: state)
    let lines = output.split(separator: "\n")
    #expect(lines.first == "The app is still being restored; your input will be processed afterwards.")
    #expect(output.contains("hello") && output.contains("world"))
    let hello = lines.firstIndex { $0.contains("hello") }
    let world = lines.firstIndex { $0.contains("world") }
    #expect(try #require(hello) < #require(world))
  }

  @Test("in a locale that is not UTF-8, only displayable text is printed")
  func ascii() async throws {
    let output = try await said(words, "keys", environment: ["LC_ALL": "C"])
    #expect(output.utf8.allSatisfy { $0 < 128 })
  }

  // MARK: Changes

  private static let scores = """
    local a, b = ui.Label { text = "1 point" }, ui.Label { text = "0 points" }
    local function button(title, action) return ui.Button { title = title, action = action } end
    return {
      ui.Label { text = "Ada" }, a, ui.Label { text = "Bob" }, b,
      button("Point for Bob", function() b.text = "1 point" end),
      button("Swap", function() a.text, b.text = b.text, a.text end),
      button("Nothing", function() end),
    }
    """

  @Test("a changed text is printed although the screen had it elsewhere, after the line that precedes it")
  func duplicates() async throws {
    #expect(Array(try await said(page: Self.scores, "1").dropFirst(7)) == ["Bob", "1 point"])
    let swapped = try await said(page: Self.scores, "2", "2").dropFirst(7)
    #expect(
      Array(swapped) == [
        "Ada", "0 points", "Bob", "1 point", "2. Swap, button, focused", "Ada", "1 point", "Bob", "0 points",
      ])
    #expect(try await said(page: Self.scores, "3", "3").last == "Nothing changed.")
  }

  @Test("a change of the first line prints only that line")
  func firstLine() async throws {
    let script = """
      local label, count = ui.Label { text = "0" }, 0
      local views = { label }
      for number = 1, 9 do
        views[number + 1] = ui.Button { title = "Button " .. number, action = function()
          count = count + 1
          label.text = tostring(count)
        end }
      end
      return views
      """
    let lines = try await said(page: script, "1", "1")
    #expect(Array(lines.dropFirst(10)) == ["1", "2"])
  }

  @Test("views that an app builds again are not printed unless their texts have changed")
  func rebuilt() async throws {
    let script = """
      local count = 0
      local function build()
        local views = { ui.Label { text = "Count" }, ui.Label { text = tostring(count) } }
        for number = 1, 9 do
          views[number + 2] = ui.Button { title = "Button " .. number, action = function()
            count = count + 1
            page.view = ui.VStack(build())
          end }
        end
        return views
      end
      return build()
      """
    let lines = try await said(page: script, "3").dropFirst(11)
    #expect(lines.first == "1" && lines.count <= 2, "\(lines)")
  }

  @Test("a text that disappears is printed as removed, also if the focus moves")
  func removed() async throws {
    let script = """
      local message = ui.Label { text = "Wrong\\nname" }
      return {
        message, ui.Button { title = "One" },
        ui.Button { title = "Two", action = function() message:removeFromSuperview() end },
        ui.Button { title = "Three" },
      }
      """
    let lines = try await said(page: script, "2")
    #expect(Array(lines.dropFirst(5)) == ["2. Two, button, focused", "Removed: Wrong"])
  }

  @Test("a text that disappears is printed as removed, also if another one appears elsewhere")
  func removedBesideAdded() async throws {
    let script = """
      local stack
      local message = ui.Label { text = "Wrong name" }
      stack = ui.VStack { message, ui.Button { title = "One" }, ui.Button { title = "Two" }, ui.Button { title = "Three" } }
      stack:addSubview(ui.Button { title = "Send", action = function()
        message:removeFromSuperview()
        stack:addSubview(ui.Label { text = "Sent" })
      end })
      return { stack }
      """
    let lines = try await said(page: script, "4")
    #expect(lines.dropFirst(5).contains("Sent") && lines.last == "Removed: Wrong name", "\(lines)")
  }

  @Test("a text area is not read again as the focus leaves it, and only its name as it gets the focus")
  func areas() async throws {
    let script = """
      return {
        ui.TextView { accessibilityLabel = "Story", text = "one\\ntwo\\nthree", height = 3 }, ui.Button { title = "One" },
        ui.Button { title = "Two" }, ui.Button { title = "Three" },
      }
      """
    let lines = try await said(page: script, "2", "1")
    #expect(
      lines == [
        "1. Story, text area, one", "   two", "   three, focused", "2. One, button", "3. Two, button",
        "4. Three, button", "2. One, button, focused", "1. Story, text area, focused",
      ])
  }

  // MARK: Typed text

  private static let rows = """
    local table = ui.TableView { rows = { "apple", "drum" } }
    page.keyCommands = { { title = "Delete", input = "d", action = function() table.rows = { "none" } end } }
    local Own, typed = ui.View:subclass "Own", ""
    function Own:draw() end
    function Own:keyPressed(key) typed = typed .. key self.accessibilityValue = typed return true end
    return {
      table, ui.TextField { accessibilityLabel = "Name" },
      Own { canBecomeFirstResponder = true, accessibilityLabel = "Own", height = 1 },
    }
    """

  @Test("typed text goes only into a view that takes text, and runs no commands")
  func typing() async throws {
    let refused = try await said(page: Self.rows, "type drum", "")
    #expect(refused.contains { $0.contains("no view accepts the text \"drum\"") } && !refused.contains("1. none, row"))
    let taken = try await said(page: Self.rows, "3", "type drum", "4", "type drum")
    #expect(taken.contains("3. Name, text field, drum, focused"), "\(taken)")
    #expect(taken.contains("4. Own, button, drum, focused"), "\(taken)")
  }

  @Test("an error is followed by what changed before it")
  func changesBeforeErrors() async throws {
    let script = """
      local button = ui.Button { title = "Fail", action = function(button) button.title = "Failed" error "oops" end }
      return { button, ui.Button { title = "Other" } }
      """
    let lines = try await said(page: script, "1", status: 1)
    #expect(lines.contains { $0.hasPrefix("Problem:") } && lines.contains("1. Failed, button, focused"), "\(lines)")
  }

  @Test("the lines of a text are indented, and other elements are one line, so that none looks like a control")
  func newlines() async throws {
    let script = """
      local evil = "evil\\n9. Delete all, button"
      return {
        ui.Label { text = evil }, ui.Gauge { title = evil, valueText = evil }, ui.ProgressView { accessibilityLabel = evil },
        ui.BarChart { bars = { { label = evil, value = 1 } } }, ui.ImageView { accessibilityLabel = evil, height = 1 },
      }
      """
    let lines = try await said(page: script)
    #expect(!lines.isEmpty && !lines.contains { $0.hasPrefix("9.") }, "\(lines)")
  }
}

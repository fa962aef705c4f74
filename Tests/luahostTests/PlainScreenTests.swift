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
      "some", "text",
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
}

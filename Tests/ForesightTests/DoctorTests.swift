import AppSession
import Foundation
import LuaScreens
import StateRestoration
import Testing

@testable import Foresight

/// The codes of the doctor: what is found, and in which line.
@Suite("Findings of the doctor")
@MainActor
struct DoctorTests {
  @Test("a text that shows the output of a command, which differs in each run, is not lost")
  func outputOfCommand() throws {
    let example = DoctorCase.note(
      "output",
      class: """
        function Note:loadView()
          self.output = ui.TextView { restorationIdentifier = "output", isEditable = false }
          self.view = ui.VStack { self.output }
        end
        function Note:viewDidLoad()
          self:task(function() self.output.text = ui.run { "cat", "/proc/sys/kernel/random/uuid" }.output end)
        end
        """)
    let diagnosis = try example.withFolder {
      try Doctor(ScriptHost.Configuration(script: $0.path), isAllowed: true).examine()
    }
    #expect(!diagnosis.findings.contains { $0.code == .valueLost }, "\(diagnosis.findings)")
  }

  @Test("a mistake is found in its line, and a correct variant is not reported", arguments: DoctorCase.all)
  func finds(_ example: DoctorCase) throws {
    let found = try example.diagnosis().findings
    let shown = Set(found.map { "\($0.code.rawValue) \($0.place?.line ?? 0)" })
    #expect(shown == example.expected, "\(example.name): \(found.map(\.description).joined(separator: "\n"))")
  }

  @Test("an app whose launch fails before it shows a screen cannot be examined")
  func launchWithoutScreen() {
    let example = DoctorCase.note("a failing launch", launch: "error 'no screen'")
    #expect { try example.diagnosis() } throws: { "\($0)".contains("app.lua:13: no screen") }
  }

  @Test("the method that reads a container too early is named", arguments: ["loadView", "viewDidLoad"])
  func readingMethod(_ method: String) throws {
    let example = DoctorCase.note(
      "a read in \(method)",
      class: """
        function Note:loadView() self.view = ui.Label { "text" } self:start "loadView" end
        function Note:viewDidLoad() self:start "viewDidLoad" end
        function Note:start(name)
          if name == "\(method)" then self.nav = self.navigationController end
        end
        """,
      root: """
        ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,
              viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }
        """
    ).withNavigation
    let found = try example.diagnosis().findings.filter { $0.code == .containerInViewDidLoad }
    #expect(
      found.map(\.message) == ["\(method) reads navigationController, which is nil while nav/note is being restored"])
  }

  @Test("a slash in an identifier is escaped in the path of a finding")
  func escapedPath() throws {
    var example = try #require(
      DoctorCase.making.first { $0.name == "a navigation controller that is created with its root" })
    example = DoctorCase(example.name, example.script.replacing("'note'", with: "'no/te'"))
    #expect(try example.diagnosis().findings.map(\.path) == ["nav/no\\/te"])
  }

  @Test("computed keys of one line are one finding, which names all of them")
  func computedKeys() throws {
    let example = try #require(DoctorCase.keys.first { $0.name == "computed keys that are never decoded" })
    let found = try example.diagnosis().findings
    #expect(found.count == 1 && found.first?.code == .notDecoded)
    let message = found.first?.message ?? ""
    #expect(message.contains("\"a1\"") && message.contains("\"b1\""), "\(message)")
  }

  @Test(
    "a finding about a missing method names its keys and its definition",
    arguments: [
      ("a class with several keys and no decode method", "a b", "Define Note:decodeRestorableState(coder)"),
      ("a class with several keys and no encode method", "a b", "Define Note:encodeRestorableState(coder)"),
      (
        "classes of one function with keys of a list and no decode method", "a b c d",
        "Define class:decodeRestorableState(coder)"
      ),
      (
        "a registered object with several keys and no decode method", "name count",
        "Define Draft:decodeRestorableState(coder)"
      ),
      (
        "an application with several keys that it never decodes", "a b", "Define app:didDecodeRestorableState(coder)"
      ),
    ])
  func missingMethods(name: String, keys: String, remedy: String) throws {
    let example = try #require(DoctorCase.missingMethods.first { $0.name == name })
    let found = try example.diagnosis().findings
    #expect(found.count == 1 && found.first?.remedy.hasPrefix(remedy) == true, "\(found)")
    #expect(keys.split(separator: " ").allSatisfy { found.first?.message.contains("\"\($0)\"") == true }, "\(found)")
  }

  @Test("the remedy for a single key without a method defines the method")
  func missingMethodOfOneKey() throws {
    let example = try #require(DoctorCase.keys.first { $0.name == "a class without a decode method" })
    let found = try example.diagnosis().findings
    let remedy = found.map(\.remedy).first ?? ""
    #expect(remedy.hasPrefix("Define Note:decodeRestorableState(coder), and call"), "\(found)")
  }

  @Test(
    "saved values are described as scripts know them",
    arguments: [
      ("isSelectedBackwards", .boolean(true), "\"backward\""), ("isSelectedBackwards", nil, "\"forward\""),
      ("selectedIndex", .integer(0), "1"), ("selectedIndex", .integer(-1), "nil"), ("selectedIndex", nil, "nil"),
      ("focus", .list([.string("view"), .string("Slider"), .string("rating"), .integer(1), .list([])]), "\"rating\""),
      ("focus", .list([.string("view"), .string("Slider"), .null, .integer(0), .list([])]), "\"Slider\""),
      ("value", .integer(-1), "-1"),
      ("focusedRow", .list([.integer(0), .integer(3), .integer(7)]), "{1, 4, 7}"),
      ("selectedRows", .list([.list([.integer(0), .integer(3)])]), "{{1, 4}}"),
    ] as [(String, StateValue?, String)])
  func description(key: String, value: StateValue?, text: String) {
    #expect(SavedProperty(key).text(value) == text)
  }

  @Test("selected and focused items of an outline are described by their persistent objects")
  func items() {
    func step(_ name: Int64, _ index: Int64) -> StateValue { .list([.integer(name), .integer(index)]) }
    let item = StateValue.list([.integer(0), .integer(2), .list([step(2, 1), step(3, 0)])])
    for (key, value, name) in [
      ("selectedRows", .list([item]), "selectedItem"), ("focusedRow", item, "focusedItem"),
    ] as [(String, StateValue, String)] {
      let property = SavedProperty(key, in: [key: value, "openItems": .list([])])
      #expect(property.name == name && property.text(value) == "3")
      #expect(SavedProperty.keys(of: name).contains(key))
    }
  }

  @Test("only the value is lost if the script catches the error of encoding it")
  func caughtEncode() throws {
    let consequences = try ["coder:encode('f', print)", "pcall(coder.encode, coder, 'f', print)"].map { call in
      let script = ExplorationCase.note(
        view: "ui.Label { 'text' }", encode: call, decode: "self.f = coder:decode 'f'")
      return try DoctorCase("refused", script).diagnosis().findings.map(\.consequence)
    }
    #expect(consequences == [["Nothing that this method encodes is saved."], ["Its value is not saved."]])
  }

  @Test("each code has cases that are found, and cases that are not")
  func coverage() {
    for code in FindingCode.allCases {
      let found = DoctorCase.all.count { $0.expected.contains { $0.hasPrefix(code.rawValue + " ") } }
      #expect(found >= 1, "\(code.rawValue)")
    }
  }

  @Test(
    "nothing is found in the example apps",
    arguments: [
      "delegate", "downloads", "feeds", "gallery", "gitlog", "homepwner", "hypnonerd", "kanban", "notes", "pick",
      "planets", "sqlite", "stateapp",
    ])
  func examples(name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = folder.appending(path: "scripts/apps/\(name).lua").path
    let found = try Doctor(ScriptHost.Configuration(script: script)).examine().findings
    #expect(found.isEmpty, "\(found.map(\.description).joined(separator: "\n"))")
  }
}

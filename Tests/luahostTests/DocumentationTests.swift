import Foundation
import Testing

@testable import luahost

@Suite("doc command")
@MainActor
struct DocumentationTests {
  private func names(_ name: String) throws -> [String] {
    try Documentation.shared.get().entries(named: name).map(\.name)
  }

  private func text(_ name: String, width: Int = 80) throws -> String {
    try Documentation.shared.get().text(of: name, width: width)
  }

  @Test(
    "a name is found as it is written",
    arguments: [
      ("Label", ["Label"]), ("ui.Label", ["Label"]), ("Label.text", ["Label.text"]), ("ui.Label.text", ["Label.text"]),
      ("TableView:reloadData", ["TableView:reloadData"]), ("TableView.reloadData", ["TableView:reloadData"]),
      ("label.isHidden", ["View.isHidden"]), ("Label:isKindOf", ["Object:isKindOf"]), ("ui.after", ["ui.after"]),
      ("ui.run.timeout", ["Command.timeout"]), ("run.cwd", ["Command.cwd"]), ("t:launch", ["T:launch"]),
      ("test.case", ["test.case"]), ("coder:encode", ["Coder:encode"]), ("archive list", ["archive list"]),
      ("archive  list", ["archive list"]), ("no-such", []), (":tap", [":tap"]), ("KeyName", ["KeyName"]),
      ("launch.size", ["LaunchOptions.size"]), ("tableview", ["TableView"]),
      ("TableView.didSelectRow", ["TableViewDataSource:didSelectRow"]),
      ("TableView.canEditCell", ["TableViewDataSource:canEditCell"]),
      ("OutlineView.cellForItem", ["OutlineViewDataSource:cellForItem"]),
      ("worker.receive", ["WorkerFunctions.receive"]), ("worker.send", ["Worker:send", "WorkerFunctions.send"]),
      ("app", ["Application"]), ("controller", ["ViewController"]), ("luahost archive list", ["archive list"]),
      ("VIEWDIDLOAD", ["ViewController:viewDidLoad"]), (":reload", [":reload"]), ("--watch", ["--watch"]),
      ("luahost run --watch", ["run --watch"]), ("doc --watch", []),
      ("doc", ["doc", ":doc"]), ("app:didFinishLaunching", ["Application:didFinishLaunching"]),
    ])
  func found(_ name: String, _ entries: [String]) throws {
    if entries.isEmpty {
      #expect(throws: UsageError.self) { try self.names(name) }
    } else {
      #expect(try names(name) == entries)
    }
  }

  @Test("a member without its class is found in all classes that have it, and among commands")
  func everywhere() throws {
    #expect(try names("viewDidLoad") == ["ViewController:viewDidLoad"])
    #expect(
      Set(["View:encodeRestorableState", "ViewController:encodeRestorableState"]).isSubset(
        of: try names("encodeRestorableState")))
    #expect(Set(["TextField.onChange", "Slider.onChange"]).isSubset(of: try names("onChange")))
    #expect(try names("tap") == ["App:tap", ":tap"])
    #expect(try names("run") == ["ui.run", "run"])
    #expect(try names("app:tap") == ["App:tap"])
  }

  @Test("an unknown name is an error that suggests the nearest ones")
  func missing() throws {
    #expect { try self.names("Lable") } throws: { "\($0)" == "no entry for Lable; did you mean 'Label'?" }
    #expect { try self.names("Label.txet") } throws: { "\($0)".contains("did you mean 'Label.text'?") }
    #expect { try self.names("no such thing at all") } throws: {
      "\($0)" == "no entry for no such thing at all; run `luahost doc` for a list of all names"
    }
    #expect { try self.names("--wacth") } throws: { "\($0)".contains("did you mean '--watch'?") }
    #expect { try self.names("x?") } throws: { "\($0)" == "no entry for x?" }
  }

  @Test("other words find the entries that mention them, and the module's name finds all its members")
  func words() throws {
    #expect { try self.names("picture") } throws: {
      "\($0)".hasPrefix("no entry for picture; mentioned in: Image, ImageView,")
    }
    #expect { try self.names("con") } throws: { !"\($0)".contains("did you mean") }
    let module = try text("ui")
    #expect(module.contains("  TableView ") && module.contains("ui.run") && !module.contains("archive list"))
  }

  @Test("an option is listed with the commands that have it, and may be looked up with its dashes")
  func options() async throws {
    #expect(
      try text("--watch") == """
        --watch
          Reload the scripts when they change, keeping the state; report what was lost.
          (run, repl)
        """)
    #expect(try text("--session").hasPrefix("--session <name>\n  "))
    for arguments in [["doc", "--watch"], ["doc", "--", "--watch"], ["doc", "run", "--watch"]] {
      let run = try await CommandRun(arguments)
      #expect(run.status == 0 && run.output.hasPrefix("--watch\n  Reload"), "\(arguments)")
    }
    let unknown = try await CommandRun(["doc", "--wacth"])
    #expect(unknown.status == 2 && unknown.errors.contains("did you mean '--watch'?"))
    #expect(try await CommandRun(["doc", "--help"]).output.contains("USAGE: luahost doc"))
  }

  @Test("a class entry has how to create it, its members and what it inherits")
  func entryOfClass() throws {
    let text = try text("TableView")
    #expect(text.hasPrefix("TableView, a View: ui.TableView { … }\n"))
    for part in [
      "\nProperties:\n", "\n  rows: (string|AttributedString)[]\n", "\nMethods:\n",
      "\n  selectRow(section: integer, row: integer)\n",
      "\nFrom View: ", "\nFrom Object: ",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(try self.text("NavigationController").hasPrefix("NavigationController, a ViewController: "))
    #expect(try self.text("Coder").hasPrefix("Coder\n  "))
    #expect(try self.text("Application").contains("\nCallbacks that a script may define:\n"))
    #expect(try self.text("Application").contains("\n  function didFinishLaunching(options: table|nil)\n"))
  }

  @Test("a member entry has its declaration and summary, with defaults and whether it is read-only")
  func entryOfMember() throws {
    #expect(try text("View.isHidden").hasPrefix("View.isHidden: boolean\n  "))
    #expect(try text("View.isHidden").hasSuffix(" Default: false."))
    #expect(try text("View.superview").hasSuffix(" Read-only."))
    #expect(try text("ui.after").hasPrefix("ui.after(seconds: number, action: fun()): Timer\n  "))
    #expect(try text("ViewController:viewDidLoad").hasPrefix("function ViewController:viewDidLoad()\n  Called "))
  }

  @Test("lines break between words", arguments: [50, 60, 80])
  func width(_ width: Int) throws {
    let documentation = try Documentation.shared.get()
    let list = documentation.list(width: width).split(separator: "\n")
    for line in try list + text("TextView", width: width).split(separator: "\n") where line.count > width {
      // Names and types are not wrapped.
      #expect(!line.drop { $0 == " " }.contains(" "), "\(line)")
    }
  }

  @Test("every name that completion offers has an entry, and every entry a text")
  func all() throws {
    let documentation = try Documentation.shared.get()
    #expect(documentation.names.count > 900)
    for name in documentation.names {
      #expect(try !documentation.text(of: name, width: 80).isEmpty, "\(name)")
    }
  }

  @Test("without a name all names are listed in groups; the prompt prints the same")
  func list() async throws {
    let run = try await CommandRun(["doc"])
    #expect(run.status == 0)
    for part in ["Label ", "ui.after ", "Command ", "Expectation ", "archive list ", ":tap "] {
      #expect(run.output.contains("\n  \(part)"), "\(part)")
    }
    #expect(run.output == (try Documentation.shared.get().list(width: 80)) + "\n")
    let member = try await CommandRun(["doc", "Label.text"])
    #expect(member.output == (try text("Label.text")) + "\n")
    let command = try await CommandRun(["doc", "archive", "list"])
    #expect(command.output.contains("USAGE: luahost archive list"))
  }

  @Test("an unknown name is a usage error")
  func status() async throws {
    let run = try await CommandRun(["doc", "Lable"])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors == "luahost: no entry for Lable; did you mean 'Label'?\n")
  }

  @Test("at the prompt :doc prints the entry, and completes names")
  func prompt() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let run = try await CommandRun.run(["repl"], input: [":doc Label.alignment", ":doc nothingOfTheKind"], in: folder)
    #expect(run.output.contains(try text("Label.alignment")))
    #expect(run.output.contains("no entry for nothingOfTheKind"))
    #expect(run.status == 1)
  }
}

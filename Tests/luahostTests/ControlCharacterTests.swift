import Foundation
import Testing

/// Text that controls a terminal: it sets the title, rings the bell, changes colours and reverses text.
private let payload = "\u{1b}]0;pwned\u{7}\u{9b}31m\u{202e}evil\u{7f}"

@Suite("Control characters in data")
struct ControlCharacterTests {
  /// An app with the payload in every name, value, title and message.
  private static let app = """
    local ui = require "luahost"
    local H = "\\27]0;pwned\\7\\u{9b}31m\\u{202e}evil\\127"
    local Root = ui.ViewController:subclass "Root"
    function Root:loadView()
      self.view = ui.VStack {
        ui.Label { text = "label" .. H },
        ui.Button { title = "button" .. H, action = function() error("action" .. H) end },
        ui.TextField { restorationIdentifier = "field" .. H, text = "typed" .. H },
        ui.TableView { restorationIdentifier = "table" .. H, rows = { "row" .. H, "second" } },
      }
    end
    function Root:encodeRestorableState(coder)
      coder:encode("key" .. H, "value" .. H)
      coder:encode("count", _G.count or 0)
    end
    function Root:decodeRestorableState(coder) error("decode" .. H) end
    function Root.viewControllerWithRestorationIdentifierPath() return Root {} end
    function Root:viewDidAppear() print("printed" .. H) warn("@on") warn("warned", H) end
    local app = ui.Application { identifier = "org.example.hostile", version = "1" .. H, help = "help" .. H }
    function app:shouldSaveApplicationState(coder) coder:encode("app" .. H, { [H] = H }) return true end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching()
      self.window = self.window or ui.Window()
      if not self.window.rootViewController then
        self.window.rootViewController =
          Root { restorationIdentifier = "root" .. H, restorationClass = Root, title = "title" .. H }
      end
      self.window:makeKeyAndVisible()
      error("launch" .. H)
    end
    return app
    """

  private static let test = """
    local test = require "luahost.test"
    local H = "\\27]0;pwned\\7\\u{9b}31m\\u{202e}evil\\127"
    test.case("case" .. H, function(t)
      local app = t:launch("app.lua", { sandbox = true })
      app:tap("button" .. H)
      app:tap("nowhere" .. H)
    end)
    """

  /// Whether a text contains no control sequence of the payload. The host's sequences differ.
  private func isHarmless(_ text: String) -> Bool {
    !text.contains("\u{1b}]0;")
      && !text.unicodeScalars.contains { "\u{7}\u{9b}\u{202e}\u{7f}".unicodeScalars.contains($0) }
  }

  @Test("an unfinished line of a script that cannot be loaded is shown with its control characters")
  func unfinishedLine() async throws {
    let process = try TerminalProcess("io.write('\\27]0;pwned', 'rest') error 'over'")
    #expect(try await process.ended()?.end == .code(1))
    #expect(process.output.contains("]0;pwnedrest") && isHarmless(process.output), "\(process.output)")
  }

  /// Returns the strings in decoded JSON.
  private func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]: object.values.flatMap(texts)
    default: []
    }
  }

  private func makeFolder() throws -> URL {
    let folder = try CommandRun.makeFolder()
    for (name, text) in [("app.lua", Self.app), ("app.test.lua", Self.test)] {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    return folder
  }

  /// Returns what the command writes to its terminal, with these lines typed.
  private func shown(_ words: String, input: [String] = [], in folder: URL) async throws -> String {
    let process = try TerminalProcess(
      running: ["/bin/bash", "-c", "cd '\(folder.path)' && '\(try CommandRun.command())' \(words)"], columns: 200,
      rows: 24,
      folder: folder, isGuest: true)
    for line in input { process.enter(line) }
    #expect(try await process.ended() != nil, "\(words)")
    return process.output
  }

  @Test("no command prints control characters to a terminal, wherever they are in the data")
  func everyCommand() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let state = "--state-dir state"
    let commands: [(words: String, input: [String], expected: [String])] = [
      ("--headless --sandbox \(state) app.lua", [], ["printed", "warned", "launch", "label", "button"]),
      ("sessions app.lua \(state)", [], ["title␛"]), ("sessions \(state) --json", [], ["title"]),
      ("--headless --sandbox --trace - \(state) app.lua", [], ["root", "decode"]),
      ("--headless --sandbox --log - \(state) app.lua", [], ["printed", "launch"]),
      ("--plain --sandbox \(state) app.lua", ["1", "find nowhere", "quit"], ["label", "action", "launch"]),
      ("snapshot --sandbox \(state) app.lua", [], ["label", "launch"]),
      ("archive list app.lua \(state)", [], ["1␛"]),
      ("archive show app.lua \(state)", [], ["root", "key", "value", "app"]),
      ("archive show app.lua \(state) --json", [], ["root", "key", "value"]),
      ("archive diff app.lua \(state) 1", [], []), ("archive diff app.lua \(state) 1 --json", [], []),
      ("archive search app.lua \(state) pwned", [], ["app␛"]),
      ("sessions --state-dir \"$(printf 'no\\033]0;pwned\\007folder')\"", [], ["no␛"]),
      ("archive verify app.lua \(state)", [], []), ("archive export --json app.lua \(state)", [], ["root"]),
      ("archive show app.lua \(state) '\(payload)'", [], []),
      ("test app.test.lua", [], ["FAIL  case", "nowhere", "action", "printed"]),
      ("bundle app.lua -o \"$(printf 'bund\\033]0;pwned\\007le')\"", [], ["bund"]),
      ("bundle app.lua -o bundled", [], []), ("bundled --help", [], ["help"]), ("bundled --version", [], ["1␛"]),
      ("\"$(printf 'no\\033]0;pwned\\007file.lua')\"", [], ["no such file"]),
      ("--\"$(printf 'no\\033]0;pwned\\007option')\" app.lua", [], []),
      ("doc \"$(printf 'no\\033]0;pwned\\007name')\"", [], ["no"]),
      ("new \"$(printf 'new\\033]0;pwned\\007app')\"", [], ["new"]),
      (
        "repl --sandbox \(state) app.lua",
        [
          "error('typed' .. string.char(27) .. ']0;pwned' .. string.char(7))", ":tree", ":screen", ":archive",
          ":events",
          "print('\\27]0;pwned\\7')", "'\\27]0;pwned\\7'", ":quit",
        ],
        ["typed", "root", "printed"]
      ),
    ]
    for (words, input, expected) in commands {
      let output = try await shown(words, input: input, in: folder)
      #expect(isHarmless(output), "\(words):\n\(output.debugDescription)")
      for text in expected { #expect(output.contains(text), "\(words): \(text) in\n\(output.debugDescription)") }
    }
  }

  @Test("a tab in a text is a space in plain lines")
  func tab() async throws {
    let app = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.tab" }
      function app:didFinishLaunching()
        local view = ui.VStack { ui.Label { text = "one\ttwo" }, ui.Button { title = "a\tb" } }
        self.window = ui.Window { rootViewController = ui.ViewController { view = view } }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let folder = try BundleFolder(["app.lua": app])
    defer { folder.remove() }
    let run = try await CommandRun.run(
      ["--plain", "--state-dir", "state", "app.lua"], input: ["quit"], in: folder.url)
    #expect(run.output.contains("one two\n") && run.output.contains("1. a b, button"), "\(run)")
  }

  @Test("the take-over question shows control characters visibly, in any folder and app name")
  func question() async throws {
    let first = try TerminalProcess(Self.app)
    #expect(try await first.outputs("label"))
    let lock = first.folder.appendingPathComponent("state/main.lock")
    // The file belongs to another process, which may write anything.
    let text = try #require(String(data: Data(contentsOf: lock), encoding: .isoLatin1))
    let hostile = text.replacingOccurrences(of: "terminal ", with: "terminal \u{1b}]0;pwned\u{7}\u{9b}\u{7f}")
    let handle = try #require(FileHandle(forWritingAtPath: lock.path))
    try handle.write(contentsOf: try #require(hostile.data(using: .isoLatin1)))
    let second = try TerminalProcess(Self.app, beside: first)
    #expect(try await second.outputs("Quit"), "\(second.output)")
    second.type("q")
    #expect(try await second.ended()?.end == .code(4))
    #expect(isHarmless(second.output), "\(second.output.debugDescription)")
    let sessions = try await shown("sessions --state-dir state", in: first.folder)
    #expect(sessions.contains("process \(first.process)") && isHarmless(sessions), "\(sessions.debugDescription)")
  }

  @Test("--json writes them as \\uXXXX, also to a pipe")
  func json() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await CommandRun.run(["--headless", "--sandbox", "--state-dir", "state", "app.lua"], in: folder)
    for command in [["show"], ["list"], ["export"]] {
      let (output, status) = try await CommandRun.run(
        ["archive"] + command + ["--json", "app.lua", "--state-dir", "state"], in: folder)
      #expect(status == 0 && isHarmless(output))
      #expect(output.contains("\\u001b]0;pwned\\u0007\\u009b31m\\u202eevil\\u007f"), "\(output)")
      let value = try JSONSerialization.jsonObject(with: Data(output.utf8))
      #expect(texts(in: value).contains { $0.contains(payload) })
    }
  }

  @Test("control characters that a full-screen app printed are visible after it exits, sandboxed or not")
  func replayed() async throws {
    for arguments in [["--sandbox"], []] {
      for isKilled in [false, true] {
        let terminal = try TerminalProcess(Self.app, arguments: arguments)
        #expect(try await terminal.outputs("label"))
        if isKilled { terminal.signal(SIGSEGV) } else { terminal.type("\u{1b}\u{11}") }
        #expect(try await terminal.ended() != nil)
        let end = try #require(terminal.output.range(of: "\u{1b}[?1049l")).upperBound
        #expect(terminal.output[end...].contains("printed␛]0;pwned␇\\u{9B}31m\\u{202E}evil␡"))
        #expect(isHarmless(terminal.output), "\(terminal.output.debugDescription)")
      }
    }
  }

  @Test(
    "a script prints unchanged bytes to pipes and files, and outside the sandbox to terminals")
  func printed() async throws {
    let folder = try makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = """
      local ui = require "luahost"
      local bytes = {}
      for byte = 0, 255 do bytes[#bytes + 1] = string.char(byte) end
      print(table.concat(bytes))
      return ui.Application { identifier = "org.example.bytes" }
      """
    try script.write(to: folder.appendingPathComponent("bytes.lua"), atomically: true, encoding: .utf8)
    let all = Data(0...255) + Data([0x0a])
    let command = try CommandRun.command()
    for (options, input) in [
      ("--headless", ""), ("--headless --sandbox", ""), ("--plain", "quit"), ("repl", ":quit"), ("repl --sandbox", ""),
    ] {
      _ = try await CommandRun.run(
        ["-c", "'\(command)' \(options) --state-dir state bytes.lua > out"], input: [input], in: folder,
        program: "/bin/sh")
      let output = try Data(contentsOf: folder.appendingPathComponent("out"))
      #expect(output.range(of: all) != nil, "\(options)")
    }
    let trusted = try await shown("--headless --state-dir state bytes.lua", in: folder)
    #expect(trusted.contains("\u{1b}\u{1c}\u{1d}"))
    let distrusted = try await shown("--headless --sandbox --state-dir state bytes.lua", in: folder)
    #expect(distrusted.contains("␛␜␝") && !distrusted.contains("\u{1b}"))
  }
}

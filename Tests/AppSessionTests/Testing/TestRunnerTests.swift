import Foundation
import Testing

@testable import AppSession

/// Results of `luahost test`: cases that should fail fail, and say why.
@Suite("Test runner")
@MainActor
struct TestRunnerTests {
  /// An app with a button and a label, and functions that fail.
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.tested" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.label = ui.Label { text = "ready", accessibilityIdentifier = "label" }
      self.view = ui.VStack { self.label, ui.Button { title = "Fail", action = function() error "button failed" end } }
    end
    function app:didFinishLaunching(options)
      options = options or {}
      if options.failing == "early" then error "no screen" end
      self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
      self.window:makeKeyAndVisible()
      screen = self.window.rootViewController
      if options.failing then error "late error" end
    end
    _G.ui = ui
    return app
    """

  /// Runs a test file with these cases.
  private func run(
    _ cases: String, filter: String? = nil, acceptsSnapshots: Bool = false,
    onPrint: @escaping ([UInt8]) -> Void = { _ in }
  ) throws -> TestRunner.Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-runner-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    try "error 'cannot be loaded'".write(
      to: folder.appendingPathComponent("broken.lua"), atomically: true, encoding: .utf8)
    let file = folder.appendingPathComponent("app.test.lua")
    try ("local test = require 'luahost.test'\n" + cases).write(to: file, atomically: true, encoding: .utf8)
    let runner = try TestRunner(file.path, acceptsSnapshots: acceptsSnapshots)
    runner.onPrint = onPrint
    runner.repeatCase = CaseRepetition.once
    runner.filter = filter
    return runner.run()
  }

  /// Returns why a case of these lines fails; nil if it passes.
  private func failure(_ body: String) throws -> String? {
    try run("test.case('case', function(t)\n\(body)\nend)").cases.first?.failure
  }

  @Test(
    "an unexpected error in a callback, timer, task or command fails the case with its traceback",
    arguments: [
      ("app:tap 'Fail'", "button failed"),
      ("app:eval \"ui.after(1, function() error 'timer failed' end)\" app:advance(1)", "timer failed"),
      ("app:eval \"ui.task(function() ui.sleep(1) error 'task failed' end)\" app:advance(1)", "task failed"),
      (
        "app:eval \"screen.keyCommands = { { title = 'C', input = 'f5', action = function() error 'command failed' end } }\" app:key 'f5'",
        "command failed"
      ),
      (
        "app:eval \"function screen:encodeRestorableState() error 'encode failed' end screen:invalidateRestorableState()\"",
        "encode failed"
      ),
      ("app:tap 'Fail' app:kill() app:relaunch()", "button failed"),
      ("app:tap 'Fail' app:terminate()", "button failed"),
      ("app:relaunch { options = { failing = 'late' } }", "late error"),
    ])
  func unexpected(_ body: String, _ message: String) throws {
    let failure = try #require(try failure("local app = t:launch 'app.lua' " + body))
    #expect(failure.contains("error in the app: "), "\(failure)")
    #expect(failure.contains(message), "\(failure)")
    #expect(failure.contains("stack traceback:"), "\(failure)")
  }

  @Test("an error in draw fails the case, although it does not look at the screen")
  func unexpectedInDrawing() throws {
    let failure = try failure(
      """
      local app = t:launch "app.lua"
      app:eval [[
        local Broken = ui.View:subclass "Broken"
        function Broken:draw() error "draw failed" end
        screen.view:addSubview(Broken())
      ]]
      """)
    #expect(failure?.contains("draw failed") == true)
  }

  @Test("a message is expected as a text or as a pattern")
  func messages() throws {
    for text in ["at 100%", "[x", "(local 'x'", "line %d+", "10"] {
      #expect(
        try failure("t:expect(function() error \"at 100% of [x (local 'x' line 7\" end):fails \"\(text)\"") == nil,
        "\(text)")
    }
    let other = try failure("t:expect(function() error 'full' end):fails '[x'")
    #expect(other?.contains("expected the function to fail with \"[x\"; it failed with: ") == true)
    #expect(
      try failure(
        """
        local app = t:launch "app.lua"
        app:eval "ui.after(1, function() error 'first' end) ui.after(2, function() error 'at 100%' end)"
        app:advance(3)
        t:expect(app):failed "100%"
        t:expect(app):failed "first"
        """) == nil)
    let pattern = try failure("t:expect('x'):matches '%'")
    #expect(pattern?.contains("app.test.lua:3: matches needs a pattern, got \"%\"") == true, "\(pattern ?? "")")
  }

  @Test("found objects are equal if they are one object, or if one is restored in the place of the other")
  func equalObjects() throws {
    #expect(
      try failure(
        """
        local app, other = t:launch "app.lua", t:launch "app.lua"
        app:eval [[
          for _, text in ipairs { "Ada", "Bob" } do
            local panel = ui.VStack { ui.Label { text = text } }
            screen.view:addSubview(panel)
          end
        ]]
        local first, second = app:eval "return screen.view.subviews[3], screen.view.subviews[4]"
        t:expect(first):never():equals(second)
        t:expect(first):equals(app:eval "return screen.view.subviews[3]")
        t:expect({ second }):never():contains(first)
        local root = app:find "screen"
        t:expect(root):equals(app:eval "return screen")
        t:expect(root):never():equals(other:find "screen")
        app:kill()
        app:relaunch()
        t:expect(app:find "screen"):equals(root)
        """) == nil)
  }

  @Test("os.exit in eval ends the app")
  func exitInEval() throws {
    #expect(
      try failure(
        """
        local app = t:launch "app.lua"
        app:eval "os.exit(3)"
        t:expect(function() app:screen() end):fails "not running"
        app:relaunch()
        t:expect(app:screen()):contains "ready"
        """) == nil)
  }

  @Test("the message of a failed expectation is complete")
  func longMessage() throws {
    let screen = try failure(
      """
      local lines = {}
      for line = 1, 60 do lines[line] = ("line %d of the text that is expected"):format(line) end
      local text = table.concat(lines, "\\n")
      t:expect(text):equals((text:gsub("line 59 of", "line 59 in")))
      """)
    #expect(screen?.contains("line 60 of the text that is expected") == true, "\(screen ?? "")")
    #expect(
      screen?.contains(
        "the first difference is in line 59: \"line 59 of the text that is expected\" is not \"line 59 in the text")
        == true, "\(screen ?? "")")
    let list = try failure(
      "local a, b = {}, {} for i = 1, 200 do a[i], b[i] = i, i end b[190] = 0 t:expect(a):equals(b)")
    #expect(list?.contains("the first difference is at [190]: 190 is not 0") == true, "\(list ?? "")")
    let part = try failure("t:expect({ 1, { row = 2 } }):equals({ 1 })")
    #expect(part?.contains("the first difference is at [2]: { row = 2 } is not nil") == true, "\(part ?? "")")
  }

  @Test("different cyclic tables are compared to their end")
  func cyclicTables() throws {
    let found = try failure(
      """
      local a, b = { x = {}, y = 1 }, { x = {}, y = 2 }
      a.x.up, b.x.up = a, b
      t:expect(a):equals(b)
      """)
    #expect(found?.contains("the first difference is at [\"y\"]: 1 is not 2") == true, "\(found ?? "")")
  }

  @Test("cyclic tables of different shape are equal if all their paths have equal values")
  func cyclicShapes() throws {
    let tables = "local a, b = {}, { z = {} } a.z, b.z.z = a, b\n"
    #expect(try failure(tables + "t:expect(a):equals(b)") == nil)
    let found = try failure(tables + "b.z.zz = 1 t:expect(a):equals(b)")
    #expect(found?.contains("the first difference is at [\"z\"][\"zz\"]: nil is not 1") == true, "\(found ?? "")")
  }

  @Test(
    "an expectation without a value or method is refused",
    arguments: [
      ("t.expect(5):isNil()", "write t:expect(...), with a colon"),
      ("t.launch 'app.lua'", "write t:launch(...), with a colon"),
      ("t:expect('nil'):contains(nil)", "contains needs a value to look for, got nil"),
      ("t:expect({}):never():contains(nil)", "contains needs a value to look for, got nil"),
      ("t:expect('abc'):contains { 'abc' }", "contains needs text to look for in a text, got"),
    ])
  func misused(_ body: String, _ message: String) throws {
    let failure = try failure(body)
    #expect(failure?.contains("app.test.lua:3: \(message)") == true, "\(failure ?? "passed")")
  }

  @Test("errors that the case expects or allows do not fail it")
  func expected() throws {
    for body in [
      "app:tap 'Fail' t:expect(app):failed 'button failed'",
      "app:tap 'Fail' t:expect(app):failed '^.*%a+ failed$'",
      "app:tap 'Fail' t:expect(app):failed() app:kill() app:relaunch()",
      "app:tap 'Fail' t:expect(#app:errors()):equals(1) t:expect(app:errors()[1]):contains 'button failed'",
      "app:tap 'Fail' app:kill() t:expect(app):failed 'button'",
      "t:expect(app:errors()):equals {} t:expect(app):never():failed()",
      "t:expect(function() app:eval 'error \"mine\"' end):fails 'mine'",
    ] {
      #expect(try failure("local app = t:launch 'app.lua' " + body) == nil, "\(body)")
    }
    #expect(try failure("local app = t:launch('app.lua', { errors = 'allowed' }) app:tap 'Fail'") == nil)
    #expect(
      try failure("local app = t:launch('app.lua', { errors = 'none' })")?.contains("expected \"allowed\"") == true)
  }

  @Test("a missing expected error fails the case; errors that do not match stay unexpected")
  func expectations() throws {
    let launch = "local app = t:launch 'app.lua' "
    #expect(
      try failure(launch + "t:expect(app):failed 'x'")?.contains("expected the app to fail with \"x\"; it did not")
        == true)
    #expect(try failure(launch + "app:tap 'Fail' t:expect(app):failed 'x'")?.contains("it failed with: ") == true)
    #expect(
      try failure(launch + "app:tap 'Fail' t:expect(app):never():failed()")?.contains("expected the app not to fail")
        == true)
    #expect(try failure(launch + "t:expect(1):failed()")?.contains("failed needs an app") == true)
    let mixed = try failure(
      launch
        + "app:tap 'Fail' app:eval \"ui.after(0, function() error 'other' end)\" app:advance(1) t:expect(app):failed 'button'"
    )
    #expect(mixed?.contains("other") == true)
    #expect(mixed?.contains("error in the app: action: ") == false, "\(mixed ?? "")")
  }

  @Test("without a program for isolated apps, launching one is an error that names the command")
  func isolated() throws {
    #expect(
      try failure("t:launch('app.lua', { isolated = true })")?.contains("run the test with the command `luahost`")
        == true)
    #expect(try failure("t:launch('app.lua', { isolated = false })") == nil)
  }

  @Test("launch raises only if the script cannot be loaded, or an error leaves no window with a root")
  func launching() throws {
    #expect(try failure("t:expect(function() t:launch 'broken.lua' end):fails 'cannot be loaded'") == nil)
    #expect(
      try failure("t:expect(function() t:launch('app.lua', { options = { failing = 'early' } }) end):fails 'no screen'")
        == nil)
    #expect(
      try failure(
        "local app = t:launch('app.lua', { options = { failing = 'late' } }) t:expect(app):failed 'late error'")
        == nil)
    #expect(
      try failure(
        """
        local app = t:launch 'app.lua'
        t:expect(function() app:relaunch { options = { failing = 'early' } } end):fails 'no screen'
        app:relaunch { options = {}, size = { 30, 5 } }
        t:expect(select(2, app:screen():gsub('\\n', '\\n'))):equals(4)
        """) == nil)
  }

  @Test("the app's clock moves with virtual time, also from one launch to the next")
  func clock() throws {
    #expect(
      try failure(
        """
        local real = os.time()
        local app = t:launch "app.lua"
        local start = app:eval "return os.time()"
        t:expect(math.abs(start - real) <= 2):isTrue()
        app:advance(7200)
        t:expect(app:eval "return os.time()"):equals(start + 7200)
        t:expect(app:eval("return os.date('%H:%M', ...)", start + 7200)):equals(app:eval "return os.date '%H:%M'")
        t:expect(app:eval("return ui.format.relativeDate(...)", start)):equals "2 h ago"
        app:kill()
        app:relaunch()
        app:advance(60)
        t:expect(app:eval "return os.time()"):equals(start + 7260)
        t:expect(app:eval "return os.time { year = 2020, month = 1, day = 1, hour = 12 }"):equals(
          os.time { year = 2020, month = 1, day = 1, hour = 12 })
        """) == nil)
  }

  @Test("waitFor lets real and virtual time pass")
  func waiting() throws {
    let launch = "local app = t:launch 'app.lua' "
    let later = "app:eval \"ui.task(function() ui.sleep(0.05) screen.label.text = 'there' end)\" "
    #expect(try failure(launch + later + "t:expect(app:screen()):never():contains 'there' app:waitFor 'there'") == nil)
    #expect(try failure(launch + "app:waitFor 'ready'") == nil)
    #expect(
      try failure(launch + later + "app:waitFor(function() return app:find('label').text == 'there' end, 3)") == nil)
    let late = try #require(try failure(launch + "app:waitFor('never there', 0.05)"))
    #expect(late.contains("\"never there\" did not appear on the screen within 0.05 s"), "\(late)")
    #expect(late.contains("ready"), "\(late)")
    #expect(
      try failure(launch + "app:waitFor(function() return false end, 0)")?.contains("did not return true") == true)
    #expect(try failure(launch + "app:waitFor(function() error 'own' end)")?.contains("own") == true)
    #expect(try failure(launch + "app:waitFor(12)")?.contains("a string, or a function") == true)
    #expect(try failure(launch + "app:waitFor('x', -1)")?.contains("expected 0 to") == true)
    #expect(try failure(launch + "app:kill() app:waitFor 'x'")?.contains("not running") == true)
    // Less than a second of the app's time passes in a step.
    #expect(try failure(launch + later + "app:key 'tab' t:expect(app:screen()):never():contains 'there'") == nil)
  }

  @Test("ready tasks have run at the end of a step")
  func settling() throws {
    #expect(
      try failure(
        """
        local app = t:launch 'app.lua'
        app:eval [[ui.task(function()
          for i = 1, 2000 do ui.await(function(resume) resume() end) end
          screen.label.text = 'settled'
        end)]]
        t:expect(app:screen()):contains 'settled'
        """) == nil)
  }

  @Test("before and after run around each case; after also runs after a failure")
  func around() throws {
    let result = try run(
      """
      local log = {}
      local function note(text) log[#log + 1] = text end
      test.before(function(t) app = t:launch 'app.lua' note 'b1' end)
      test.before(function() note 'b2' end)
      test.after(function() note 'a1' end)
      test.after(function(t) note 'a2' t:expect(app:screen()):contains 'ready' end)
      test.case('fails', function() note 'case' error 'x' end)
      test.case('looks', function(t) t:expect(table.concat(log, ' ')):equals 'b1 b2 case a2 a1 b1 b2' end)
      """)
    #expect(result.cases.map { $0.failure == nil } == [false, true], "\(result.cases)")
    let failing = try run(
      """
      ran = false
      test.before(function() error 'before failed' end)
      test.after(function() if ran then error 'it ran' end error 'after failed' end)
      test.case('case', function() ran = true end)
      """)
    let failure = try #require(failing.cases[0].failure)
    #expect(failure.contains("before failed") && failure.contains("after failed") && !failure.contains("it ran"))
  }

  @Test("a failing case lists its last steps")
  func steps() throws {
    let failure = try #require(
      try failure(
        "local app = t:launch('app.lua', { size = { 40, 10 } }) for i = 1, 6 do app:key 'tab' app:key 'up' end app:type '\\t' app:screen() error 'x'"
      ))
    let lines = failure.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "the last steps:"))
    #expect(lines[start...].count == 11)
    #expect(lines.last == "  app:type(\"\\t\")")
    #expect(lines[start + 1] == "  app:key(\"up\")")
  }

  @Test("repeated steps are listed once, and polling is not listed")
  func repeatedSteps() throws {
    let failure = try #require(
      try failure(
        """
          local app = t:launch 'app.lua'
          for i = 1, 50 do app:key 'down' end
          app:waitFor(function() app:key 'tab' return app:eval 'return false' end, 0.05)
        """))
    let lines = failure.split(separator: "\n")
    let start = try #require(lines.firstIndex(of: "the last steps:"))
    #expect(
      lines[start...].dropFirst().map { $0.prefix(26) } == [
        "  t:launch(\"app.lua\")", "  app:key(\"down\") (50 times)".prefix(26), "  app:waitFor(function: 0x".prefix(26),
      ])
  }

  @Test("fields set on `t` belong to the case and its before and after functions")
  func ownT() throws {
    let result = try run(
      """
      test.before(function(t) t.before = (rawget(t, 'before') or 0) + 1 end)
      for name = 1, 2 do
        test.case(tostring(name), function(t) t:expect(t.before):equals(1) t:expect(rawget(t, 'own')):isNil() t.own = 1 end)
      end
      test.after(function(t) t:expect(t.own):equals(1) end)
      """)
    #expect(result.cases.map(\.failure) == [nil, nil])
  }

  @Test("processes that a case leaves running are killed and named, unless they are expected to continue or end")
  func programsLeft() throws {
    let result = try run(
      """
      local function go(name, text, wait)
        test.case(name, function(t)
          local app = t:launch 'app.lua'
          pid = app:eval(text)
          if wait then app:waitFor(function() return app:eval 'return done' end) end
        end)
      end
      go("left", "return ui.Process { 'sleep', '100' }.pid")
      go("kept", "p = ui.Process { 'sleep', '0.1', detached = true } return p.pid")
      go("ended", "ui.Process { 'true', onExit = function() done = true end }", true)
      go("asked", "ui.Process { 'sh', '-c', \\"trap '' TERM; while :; do sleep 0.1; done\\" }:terminate()")
      go("in a task", "ui.task(function() ui.run { 'sleep', '101' } end)")
      test.case("gone", function(t)
        local app = t:launch 'app.lua'
        app:eval "ui.Process { 'sleep', '102' }"
        app:relaunch()
      end)
      test.case("failing", function(t)
        pid = t:launch('app.lua'):eval "return ui.Process { 'sleep', '103' }.pid"
        error "x"
      end)
      test.case("all are dead", function(t)
        t:expect(os.execute("kill -0 " .. pid .. " 2>/dev/null")):isNil()
      end)
      """)
    func named(_ name: String) -> [String] { result.cases.first { $0.name == name }?.notes ?? ["no case"] }
    #expect(named("left").count == 1 && named("left").first?.hasPrefix("the case left sleep 100 (process ") == true)
    #expect(named("in a task").first?.hasPrefix("the case left sleep 101 (process ") == true)
    #expect(named("failing").first?.hasPrefix("the case left sleep 103 (process ") == true)
    for name in ["kept", "ended", "asked", "gone", "all are dead"] { #expect(named(name) == [], "\(name)") }
    #expect(result.cases.filter { $0.failure != nil }.map(\.name) == ["failing"])
  }

  @Test("cases are filtered by a part of their name")
  func filter() throws {
    let cases =
      "test.case('one apple', function() end) test.case('a pear', function() end) test.case('apple.', function() end)"
    #expect(try run(cases, filter: "apple").cases.map(\.name) == ["one apple", "apple."])
    #expect(try run(cases, filter: "apple.").cases.map(\.name) == ["apple."])
    #expect(try run(cases, filter: "x").cases.isEmpty)
    #expect(try run(cases, filter: "").cases.count == 3)
  }

  @Test(
    "invalid, late or misnamed calls in a test file are errors at their line",
    arguments: [
      ("test.case 'x'", ":2: the case: expected a function, got nothing"),
      ("test.before(5)", ":2: before: expected a function, got an integer"),
      ("test.cases('x', print)", ":2: luahost.test has no 'cases'; did you mean 'case'?"),
      (
        "test.case('outer', function() test.case('inner', print) end)",
        ":2: test.case must be called at the top level of the file, not inside a case"
      ),
      ("test.case('outer', function() test.after(print) end)", ":2: test.after must be called"),
    ])
  func misuse(line: String, message: String) throws {
    let failure = try #require(try run(line).cases.first?.failure)
    #expect(failure.contains(message), "\(failure)")
  }

  @Test("an app that is run as a test says so")
  func noTest() throws {
    let failure = try #require(try run("require 'luahost'").cases.first?.failure)
    #expect(
      failure.contains("the module luahost is only available in apps") && !failure.contains("no such file"),
      "\(failure)")
  }

  @Test("each case prints a line, its failures and the output of the app and test, in order")
  func printed() throws {
    var printed = ""
    _ = try run(
      """
      test.case('good', function(t) print 'from the test'; t:launch('app.lua'):eval "print 'from the app'" end)
      test.case('bad', function(t) error 'why' end)
      """, onPrint: { printed += String(decoding: $0, as: UTF8.self) })
    let lines = printed.split(separator: "\n").map { $0.replacing(#/ \([0-9.]+ m?s\)/#, with: "") }
    #expect(lines.prefix(4) == ["from the test", "from the app", "ok    good", "FAIL  bad"])
    #expect(lines.dropFirst(4).first?.hasSuffix(":3: why") == true, "\(printed)")
  }

  @Test("the CI report is valid XML, whatever names and messages contain")
  func junit() throws {
    var result = TestRunner.Result()
    result.cases = [
      .init(name: "passes <&\"'>", seconds: 0.0123, failure: nil, notes: ["left <sleep> running"]),
      .init(name: "fails", seconds: 61, failure: "a <b> & \"c\" \u{1b}[1m\0 ]]> \u{fffe}\nsecond line", notes: []),
    ]
    let xml = JUnitReport.xml([("dir/x&y.test.lua", result)])
    #expect(xml.contains("<testsuites tests=\"2\" failures=\"1\" time=\"61.012\""))
    #expect(xml.contains("name=\"passes &lt;&amp;&quot;'&gt;\" time=\"0.012\""))
    #expect(xml.contains("<failure message=\"a &lt;b&gt; &amp; &quot;c&quot; \u{fffd}[1m\u{fffd} ]]&gt; \u{fffd}\">"))
    #expect(xml.contains("<system-out>left &lt;sleep&gt; running</system-out>"))
    #expect(xml.contains("classname=\"dir/x&amp;y.test.lua\""))
    let parsed = Process()
    parsed.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-junit-\(UUID().uuidString).xml")
    try xml.write(to: file, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: file) }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
    parsed.arguments = ["-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", file.path]
    try parsed.run()
    parsed.waitUntilExit()
    #expect(parsed.terminationStatus == 0)
  }

  @Test("an ambiguous name means the first object; a path means exactly one")
  func paths() throws {
    let launch = """
      local app = t:launch 'app.lua'
      app:eval [[
        local Page = ui.ViewController:subclass "Page"
        function Page:loadView()
          self.view = ui.VStack { ui.Button { title = self.title, restorationIdentifier = "ok", action = function() tapped = self.title end } }
        end
        local one = Page { restorationIdentifier = "one", title = "One" }
        local two = Page { restorationIdentifier = "two", title = "Two" }
        tabs = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { one, two } }
        screen:present(tabs)
        tabs.selectedIndex = 2 tabs.selectedIndex = 1
      ]]

      """
    #expect(
      try failure(
        launch + """
          t:expect(app:find('ok').title):equals 'One'
          t:expect(app:find('screen/tabs/two/ok').title):equals 'Two'
          t:expect(app:find('screen/tabs/two').title):equals 'Two'
          t:expect(app:find('screen/tabs/three')):isNil()
          app:tap 'screen/tabs/one/ok'
          t:expect(app:eval 'return tapped'):equals 'One'
          t:expect(function() app:tap 'screen/tabs/two/ok' end):fails 'nothing on the screen'
          """) == nil)
  }

  @Test("find and tap report ambiguous names; a control precedes a text with the same title")
  func severalOfAName() throws {
    let result = try run(
      """
      test.case('titles', function(t)
        local app = t:launch 'app.lua'
        app:eval [[
          screen.view:addSubview(ui.Label { text = "Go" })
          screen.view:addSubview(ui.Button { title = "Go", action = function() screen.label.text = "first" end })
        ]]
        app:tap "Go"
        t:expect(app:screen()):contains "first"
      end)
      test.case('two', function(t)
        local app = t:launch 'app.lua'
        app:eval [[ for i = 1, 2 do screen.view:addSubview(ui.Button { title = "Go", action = function() screen.label.text = "number " .. i end }) end ]]
        app:tap "Go"
        t:expect(app:screen()):contains "number 1"
      end)
      test.case('twins', function(t)
        local app = t:launch 'app.lua'
        app:eval [[ screen.view:addSubview(ui.Label { text = "b", accessibilityIdentifier = "label" }) ]]
        t:expect(app:find("label").text):equals "ready"
      end)
      """)
    #expect(result.cases.map(\.failure) == [nil, nil, nil])
    #expect(
      result.cases.map(\.notes) == [
        [],
        [
          "2 objects have the identifier \"Go\": screen/<Button>, screen/<Button>. The first one is used; give each its own identifier"
        ],
        [
          "2 objects have the identifier \"label\": screen/label, screen/label. The first one is used; give each its own identifier"
        ],
      ])
  }

  @Test(
    "an error in a tail call has a line of the test file",
    arguments: [
      // The line of the function, as Lua forgets the one of the call.
      ("return t:expect(1):equals(2)", 2), ("return error 'raised'", 3),
      ("return t:launch('app.lua'):tap 'nothing'", 3),
    ])
  func tailCalls(body: String, line: Int) throws {
    let result = try run(
      "test.case('case', function(t)\n\(body)\nend)\ntest.before(function(t)\nreturn t:expect(1):equals(3)\nend)")
    let failure = try #require(result.cases.first?.failure)
    #expect(failure.contains("app.test.lua:5: expected 1 to equal 3"), "\(failure)")
    let other = try #require(try self.failure(body))
    #expect(other.contains("app.test.lua:\(line): "), "\(other)")
  }

  @Test("an error in another file has the line of the call")
  func callOfHelper() throws {
    let failure = try #require(
      try failure(
        "local helper = load('local t = ...\\nt:expect(1):equals(2)', '=helper.lua')\nhelper(t)\nhelper(t)"))
    #expect(failure.contains("app.test.lua:4: helper.lua:2: expected 1 to equal 2"), "\(failure)")
  }

  @Test("a line that an error has is the only one in its message")
  func knownLines() throws {
    let failure = try #require(try failure("local x = nil\nx()"))
    #expect(failure.contains("app.test.lua:4: ") && !failure.contains("app.test.lua:2: attempt"), "\(failure)")
  }

  @Test("an everywhere case whose app is missing fails with its line")
  func missingApp() throws {
    let result = try run("\n\ntest.everywhere('case', 'missing.lua', function(app) end)")
    let failure = try #require(result.cases.first?.failure)
    #expect(failure.contains("app.test.lua:4: ") && failure.contains("missing.lua"), "\(failure)")
  }

  @Test("a snapshot name that two cases use for different screens is an error that names both places")
  func sharedSnapshotName() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-runner-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let file = folder.appendingPathComponent("app.test.lua")
    try """
    local test = require 'luahost.test'
    test.case('one', function(t) t:expect(t:launch 'app.lua'):matchesSnapshot 'main' end)
    test.case('same', function(t)
      t:expect(t:launch 'app.lua'):matchesSnapshot 'main'
      t:expect(t:launch('app.lua', { size = { 40, 5 } })):never():matchesSnapshot 'main'
    end)
    test.case('two', function(t)
      local app = t:launch('app.lua', { size = { 30, 5 } })
      t:expect(app):matchesSnapshot 'main'
    end)
    """.write(to: file, atomically: true, encoding: .utf8)
    for accepts in [true, false] {
      let runner = try TestRunner(file.path, acceptsSnapshots: accepts)
      runner.onPrint = { _ in }
      let cases = runner.run().cases
      #expect(cases.prefix(2).allSatisfy { $0.failure == nil }, "\(cases)")
      let failure = try #require(cases.last?.failure)
      #expect(failure.contains("app.test.lua:2") && failure.contains("app.test.lua:9"), "\(failure)")
    }
  }

  @Test("a snapshot that one line uses for different screens is an error that names the line once")
  func snapshotOfLoop() throws {
    let result = try run(
      """
      test.case('case', function(t)
        local app = t:launch 'app.lua'
        for width = 30, 31 do
          app:resize(width, 5)
          t:expect(app):matchesSnapshot 'main'
        end
      end)
      """, acceptsSnapshots: true)
    let failure = try #require(result.cases.first?.failure)
    #expect(failure.contains("app.test.lua:6; give each its own name") && !failure.contains(" and at "), "\(failure)")
  }

  @Test("a scene's function that returns no view is an error with its line")
  func sceneWithoutView() throws {
    let failure = try #require(
      try failure(
        """
        local app = t:launch "app.lua"
        app:eval [[
          local board = ui.Storyboard("Board", { scenes = { main = { view = function() end } } })
          local _ = board:instantiateViewController("main").view
        ]]
        """))
    #expect(failure.contains("eval:1: the view function of scene \"main\": expected a view"), "\(failure)")
  }
}

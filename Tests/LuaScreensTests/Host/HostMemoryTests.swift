import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

/// Memory that the host holds for a script counts like Lua's own.
@Suite("Memory held by the host")
@MainActor
struct HostMemoryTests {
  private func limited() throws -> ScriptedApp {
    try ScriptedApp("", lua: .init(memoryLimit: 8 << 20, timeLimit: 60))
  }

  @Test(
    "exceeding the limit is an error at its line, and released memory can be used again",
    arguments: [
      "t[i] = ui.Data(long)",
      "t[i] = ui.Label { text = long }",
      "t[i] = ui.Label { long }",
      "t[i] = ui.Label() t[i].text = long",
      "t[i] = ui.TextField { placeholder = long }",
      "t[i] = ui.TextView { text = short }",
      "t[i] = ui.ViewController { title = long }",
      "t[i] = ui.Button { title = long }",
      "t[i] = ui.SegmentedControl { segments = { long, long, long } }",
      "t[i] = ui.PickerView { components = { { long, long }, { long } } }",
      "t[i] = ui.TableView { rows = { long, long } }",
      "t[i] = ui.View()",
      "t[i] = ui.View { borderTitle = long }",
      "t[i] = ui.View { accessibilityLabel = long, restorationIdentifier = long }",
      "t[i] = ui.AlertController { actions = { { title = long }, { title = long } } }",
      "t[i] = ui.AlertController() t[i]:addAction { title = long }",
      "t[i] = ui.AlertController { message = long }",
      "t[i] = ui.AlertController() t[i]:addTextField(ui.TextField { text = short })",
      "t[i] = ui.ViewController() t[i].navigationItem.rightBarButtonItem = ui.BarButtonItem { title = long }",
      "t[i] = ui.ViewController { toolbarItems = { ui.BarButtonItem { long } } }",
      "t[i] = ui.ViewController { keyCommands = { { title = long, action = print } } }",
    ])
  func limit(statement: String) throws {
    let app = try limited()
    let attack = """
      local ui, long, short = require "luahost", ("x"):rep(100000), ("x"):rep(10000)
      local t = {}
      local isDone, message = pcall(function() for i = 1, 1e6 do \(statement) end end)
      local count = #t
      t = nil
      return isDone, tostring(message):match "not enough memory", count > 10
      """
    for _ in 0..<2 { #expect(try app.eval(attack) == "false, not enough memory, true") }
    #expect(app.host.lua.memoryInUse < 10 << 20)
    app.host.lua.collectGarbage()
    // Lua's tables of many objects stay large.
    #expect(app.host.lua.memoryInUse < 6 << 20)
  }

  /// Values of 100 kB, each accepted by some property.
  nonisolated private static let longValues = [
    "long", "list(long)", "{ list(long) }", "{ { label = long, value = 1 } }", "{ { title = long } }",
    "{ { title = long, action = print } }",
  ]

  /// Properties that scripts can set on each class.
  private static func properties(of reference: Reference) -> [(name: String, properties: [String])] {
    let bases = Dictionary(grouping: reference.types.filter { !$0.isMade }, by: \.name)
    return reference.types.filter { $0.isMade && $0.name != "Application" }.map { entry in
      var members = entry.members
      // Classes that scripts do not instantiate are tried in their subclasses.
      var parent = entry.parent.flatMap { bases[$0]?.first }
      while let base = parent {
        members += base.members
        parent = base.parent.flatMap { bases[$0]?.first }
      }
      return (entry.name, members.filter { if case .property = $0.kind { !$0.isReadOnly } else { false } }.map(\.name))
    }
  }

  /// A control whose author forgot `heldBytes` is named by this test.
  @Test("every property that holds a long text counts it", arguments: longValues)
  func countedProperties(value: String) throws {
    let app = try ScriptedApp("")
    try app.eval(
      """
      ui, long = require "luahost", ("x"):rep(100000)
      function list(text) local t = {} for i = 1, 1000 do t[i] = text:sub(1, 100) end return t end
      function size(value)
        if type(value) == "string" then return #value end
        local sum = 0
        if type(value) == "table" then for _, item in pairs(value) do sum = sum + size(item) end end
        return sum
      end
      value = \(value)
      -- A table that is returned itself is Lua's.
      function isCopied(kept) return size(kept) >= 100000 and not (type(kept) == "table" and rawequal(kept, value)) end
      """)
    var kept: Set<String> = []
    for (name, properties) in Self.properties(of: app.host.reference) {
      for property in properties {
        try app.eval("object = select(2, pcall(function() return ui.\(name)() end))")
        app.host.lua.collectGarbage()
        let before = app.host.lua.memoryInUse
        guard try app.eval("return (pcall(function() object.\(property) = value end))") == "true" else { continue }
        app.host.lua.collectGarbage()
        let counted = app.host.lua.memoryInUse - before
        guard try app.eval("return isCopied(object.\(property))") == "true" else { continue }
        kept.insert(property)
        #expect(
          counted > 90_000, "\(name).\(property): override heldBytes, and call heldBytesDidChange() when it changes")
      }
    }
    #expect(!kept.isEmpty)
  }

  @Test("garbage is collected before an allocation is refused, and no longer counts")
  func garbage() throws {
    let app = try limited()
    #expect(
      try app.eval(
        """
        local ui, long = require "luahost", ("x"):rep(300000)
        local label = ui.Label()
        for i = 1, 200 do
          ui.Data(long)
          ui.Label { text = long }
          label.text = long .. i
        end
        label.text = ""
        return label.text
        """) == "")
    app.host.lua.collectGarbage()
    #expect(app.host.lua.memoryInUse < 4 << 20)
  }

  @Test(
    "creating too many objects in a coroutine is an error there, and its closing variables have limits"
  )
  func coroutine() throws {
    let app = try limited()
    #expect(
      try app.eval(
        """
        local ui, isClosed = require "luahost", false
        local isDone, message = pcall(coroutine.wrap(function()
          local closing <close> = setmetatable({}, { __close = function() isClosed = true end })
          local t = {}
          for i = 1, 1e6 do t[i] = ui.View() end
        end))
        return isDone, tostring(message):match "not enough memory", isClosed
        """) == "false, not enough memory, true")
    #expect(try app.eval("local t = {} for i = 1, 1000 do t[i] = { i } end return #t") == "1000")
  }

  @Test("without a limit, garbage collection keeps pace with the memory that the host holds")
  func pace() throws {
    let app = try ScriptedApp("")
    try app.eval(
      """
      local ui, long = require "luahost", ("x"):rep(1000000)
      for i = 1, 300 do ui.Data(long) end
      """)
    #expect(app.host.lua.memoryInUse < 100 << 20)
  }

  @Test("an error message is truncated to 64 KiB")
  func longMessage() throws {
    let app = try ScriptedApp("")
    for text in ["x", "日本", "\\xff"] {
      let message = app.failure("error(('\(text)'):rep(1 << 20), 0)")
      #expect((60_000...66_000).contains(message.utf8.count), "\(message.utf8.count)")
      #expect(message.contains("…"))
    }
    #expect(app.failure("error(('x'):rep(60000), 0)").utf8.count >= 60_000)
  }

  @Test("values that a property refuses do not count")
  func refusedValue() throws {
    let app = try limited()
    let before = app.host.lua.memoryInUse
    for _ in 0..<10 {
      #expect(app.failure("kept = kept or require('luahost').Label() kept.text = { ('x'):rep(1000000) }") != "")
    }
    app.host.lua.collectGarbage()
    #expect(app.host.lua.memoryInUse < before + 1 << 20)
  }

  @Test("storyboards count permanently, and a pasteboard text beyond the limit is refused")
  func storyboards() throws {
    let app = try limited()
    #expect(
      try app.eval(
        """
        local ui, long = require "luahost", ("x"):rep(100000)
        local isDone, message = pcall(function()
          for i = 1, 1000 do
            ui.Storyboard("s" .. i, { scenes = { a = { restorationIdentifier = long .. i, children = { long, long } }, [long] = {} } })
          end
        end)
        local isCopied = pcall(function() app.pasteboard.string = ("x"):rep(6 << 20) end)
        return isDone, tostring(message):match "not enough memory", isCopied
        """) == "false, not enough memory, false")
  }

  private static let fields = """
    function app:willFinishLaunching()
      self.window = ui.Window()
      field = ui.TextView { restorationIdentifier = "field" }
      self.window.rootViewController = ui.ViewController {
        restorationIdentifier = "root", view = ui.VStack { field, ui.Button { title = "Do", action = function()
          done = (done or 0) + 1
          local t = {}
          for i = 1, 10000 do t[i] = { i } end
        end } },
      }
      self.window:makeKeyAndVisible()
      field:becomeFirstResponder()
    end
    """
  private static let isEnough = "return (pcall(function() local t = {} for i = 1, 10000 do t[i] = { i } end end))"

  /// A text that needs more than 8 MiB in a text view that can undo it.
  private static let longText = String(repeating: "words ", count: 800_000)

  @Test("pasted text is kept in full, and the script has no memory left until the user deletes it")
  func pastedText() throws {
    let lua = LuaState.Options(memoryLimit: 8 << 20, timeLimit: 60)
    let app = try ScriptedApp(Self.fields, lua: lua)
    #expect(try app.eval(Self.isEnough) == "true")
    let before = app.host.lua.memoryInUse
    app.host.turn { _ = app.application.handle(.paste(Self.longText)) }
    #expect(app.host.lua.memoryInUse - before > Self.longText.utf8.count * 3 / 2)
    // Too much for the script is an error without further effect.
    app.host.turn { try? app.automation.tap("Do") }
    #expect(app.problems.contains { $0.contains("not enough memory") })
    #expect(try app.eval("field ~= nil") == "true")
    _ = app.application.render()
    app.save()
    app.host.turn { app.application.handle(.key(KeyPress(.character("!")))) }
    #expect((app.automation.find("field") as? TextView)?.text.count == Self.longText.count)

    // The text is restored, and counts again.
    app.save()
    try app.relaunch(lua: lua)
    #expect((app.automation.find("field") as? TextView)?.text.count == Self.longText.count)
    #expect(app.host.lua.memoryInUse - before > Self.longText.utf8.count / 2)
    // Undo keeps the undone text; setting the text again does not.
    app.host.turn { (app.automation.find("field") as? TextView)?.text = "" }
    #expect(try app.eval(Self.isEnough) == "true")
    #expect(app.host.lua.memoryInUse < before + 1 << 20)
  }

  @Test("Lua and the host together exceed the limit only slightly, even temporarily")
  func sum() throws {
    let limit = 32 << 20
    let app = try ScriptedApp("", lua: .init(memoryLimit: limit, timeLimit: 60))
    var most = 0
    try app.host.lua.stack.state.preload("probe") { stack in
      stack.state.pushFunction(on: stack) { stack in
        most = max(most, stack.state.memoryInUse)
        return 0
      }
    }
    let attack = """
      local ui, probe, long = require "luahost", require "probe", ("x"):rep(1 << 20)
      local t, kept = {}, nil
      pcall(function() for i = 1, 100 do t[i] = ui.Data(long) probe() end end)
      assert(#t > 20)
      local whole = #t
      for _ = 1, whole // 3 do table.remove(t) end
      local rep = pcall(function() kept = ("x"):rep(28 << 20) probe() end)
      probe()
      local concat = pcall(function() local l = {} for i = 1, 28 do l[i] = long end kept = table.concat(l) probe() end)
      probe()
      local join = pcall(function() local s = long while true do s = s .. s kept = s probe() end end)
      local array = pcall(function() local s = {} for i = 1, 1 << 30 do s[i] = { i } if i % 100 == 0 then probe() end end end)
      kept = nil
      local few = pcall(string.rep, "x", 4 << 20)
      return rep, concat, join, array, few
      """
    let outcome = try app.eval(attack)
    #expect(outcome == "false, false, false, false, true")
    #expect(most > limit / 2 && most < limit + limit / 8, "\(most)")
  }

  @Test("releasing memory makes room for a large value")
  func roomForLarge() throws {
    let app = try ScriptedApp("", lua: .init(memoryLimit: 32 << 20, timeLimit: 60))
    #expect(
      try app.eval(
        """
        local ui, long = require "luahost", ("x"):rep(1 << 20)
        local t = {}
        for i = 1, 25 do t[i] = ui.Data(long) end
        t = nil
        return #("x"):rep(10 << 20), #("x"):rep(10 << 20)
        """) == "10485760, 10485760")
  }

  @Test("a long text replaces another, even without memory for both")
  func replacedText() throws {
    let app = try limited()
    #expect(
      try app.eval(
        """
        local ui = require "luahost"
        label, view = ui.Label(), ui.TextView()
        for i = 1, 5 do label.text = ("x"):rep(2000000 + i) end
        label.text = ""
        for i = 1, 5 do view.text = ("x"):rep(250000 + i) end
        return #view.text
        """) == "250005")
  }

  /// The bytes of a PNG of one colour, as a Lua string.
  private static func png(width: Int, height: Int, rows: Int? = nil) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      let body = Array(name.utf8) + data
      let sum = body.reduce(UInt32.max) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
      }
      return number(data.count) + body + number(Int(~sum))
    }
    // Stored deflate blocks: rows of bits without a filter.
    let row = [UInt8](repeating: 0, count: 1 + (width + 7) / 8)
    let content = [[UInt8]](repeating: row, count: rows ?? height).flatMap { $0 }
    var blocks: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: content.count, by: 65535) {
      let block = content[start..<min(start + 65535, content.count)]
      blocks += [start + 65535 >= content.count ? 1 : 0, UInt8(block.count & 255), UInt8(block.count >> 8)]
      blocks += [UInt8(~block.count & 255), UInt8(~block.count >> 8 & 255)] + block
    }
    var (low, high) = (1, 0)
    for byte in content { (low, high) = ((low + Int(byte)) % 65521, (high + (low + Int(byte))) % 65521) }
    blocks += number(high << 16 | low)
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("IHDR", number(width) + number(height) + [1, 0, 0, 0, 0]) + chunk("IDAT", blocks) + chunk("IEND", [])
  }

  @Test("an image's size, memory and format are checked before it is decoded")
  func pictures() throws {
    let app = try limited()
    func literal(_ bytes: [UInt8]) -> String {
      "(" + bytes.map { "\\x" + String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + ")"
    }
    func failure(_ bytes: [UInt8], _ make: String = "kept = ui.Image(data)") -> String {
      let text = literal(bytes).dropFirst().dropLast()
      return app.failure("local ui = require 'luahost' local data = ui.Data \"\(text)\" \(make)")
    }
    let before = app.host.lua.memoryInUse
    #expect(failure(Self.png(width: 100, height: 50)) == "")
    #expect(try app.eval("kept.width .. 'x' .. kept.height") == "100x50")
    #expect(
      failure(Self.png(width: 100_000, height: 100_000, rows: 0)).contains("100000 by 100000 pixels is too large"))
    #expect(failure(Self.png(width: 1 << 31 - 1, height: 1 << 31 - 1, rows: 0)).contains("not a readable PNG picture"))
    // 16 MB in a small file.
    #expect(failure(Self.png(width: 2000, height: 2000, rows: 0)).contains("not enough memory"))
    #expect(
      failure(Self.png(width: 2000, height: 2000, rows: 0), "ui.ImageView { image = data }").contains(
        "not enough memory"))
    #expect(failure(Array(Self.png(width: 100, height: 50).prefix(100))).contains("not a readable PNG picture"))
    #expect(failure(Array(Self.png(width: 100, height: 50).prefix(20))).contains("not a readable PNG picture"))
    #expect(failure(Array("GIF89a".utf8)).contains("not a readable GIF picture"))
    #expect(failure([]).contains("not a PNG, JPEG, WebP or GIF picture"))
    #expect(app.failure("require 'luahost'.Image '/dev/zero'").contains("is not a file"))
    #expect(app.failure("require 'luahost'.Image '/tmp'").contains("is not a file"))
    app.host.lua.collectGarbage()
    #expect(app.host.lua.memoryInUse < before + 100_000)
    // Each counts, even if only a view holds it.
    #expect(
      failure(Self.png(width: 500, height: 500), "t = {} for i = 1, 1000 do t[i] = ui.ImageView { image = data } end")
        .contains("not enough memory"))
    #expect(try app.eval("local count = #t t = nil return count > 4 and count < 9") == "true")
  }

  @Test("a coder is limited to the available memory, and the app keeps saving")
  func coder() throws {
    let app = try ScriptedApp(
      """
      local Big = ui.ViewController:subclass "Big"
      function Big:encodeRestorableState(coder)
        if small then return coder:encode("small", 1) end
        local long = ("x"):rep(1000000)
        for i = 1, 1000 do coder:encode("key " .. i, { long, long }) end
      end
      function app:didFinishLaunching()
        self.window.rootViewController = Big { restorationIdentifier = "big" }
        self.window:makeKeyAndVisible()
      end
      """, lua: .init(memoryLimit: 8 << 20, timeLimit: 60))
    #expect(app.problems.contains { $0.contains("not enough memory") })
    #expect(try app.eval("small = true return 'alive'") == "alive")
  }
}

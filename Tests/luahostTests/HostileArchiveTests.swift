import AppSession
import ArchiveStore
import Foundation
import Interface
import LuaScreens
import Seeded
import StateRestoration
import Testing

@testable import luahost

/// Archives of valid form with arbitrary contents: the app launches with them, draws, handles keys and saves again, and
/// every tool shows them. Their cost is limited by their size.
@Suite("Hostile archives")
@MainActor
struct HostileArchiveTests {
  /// An app with every stateful class.
  private static let script = """
    local ui = require "luahost"
    local items = {}
    for index = 1, 60 do items[index] = "item " .. index end
    local source = {
      numberOfSections = function() return 3 end,
      titleForHeaderInSection = function(_, _, section) return "section " .. section end,
      numberOfRowsInSection = function() return 20 end,
      cellForRow = function(_, _, section, row)
        if row == 2 then return ui.TextField {} end
        return items[(section - 1) * 20 + row]
      end,
      modelIdentifierForElement = function(_, _, section, row) return items[(section - 1) * 20 + row] end,
      indexPathForElement = function(_, _, name)
        local place = tonumber(name:match "^item (%d+)$")
        if place then return (place - 1) // 20 + 1, (place - 1) % 20 + 1 end
      end,
    }
    local kinds = {}
    function kinds.lists()
      return ui.VStack {
        ui.TableView { restorationIdentifier = "fixed", rows = items, height = 5 },
        ui.TableView {
          restorationIdentifier = "named", dataSource = source, delegate = source, height = 5,
          allowsMultipleSelection = true,
        },
        ui.ScrollView { restorationIdentifier = "scroll", height = 4, ui.Label { text = ("line\\n"):rep(50), width = 200 } },
      }
    end
    function kinds.texts()
      return ui.VStack {
        ui.TextField { restorationIdentifier = "field" }, ui.SearchBar { restorationIdentifier = "search" },
        ui.TextView { restorationIdentifier = "text", height = 4 },
      }
    end
    function kinds.choices()
      return ui.VStack {
        ui.Switch { restorationIdentifier = "switch" },
        ui.Slider { restorationIdentifier = "slider", minimumValue = -10, maximumValue = 10 },
        ui.Stepper { restorationIdentifier = "stepper" },
        ui.SegmentedControl { restorationIdentifier = "segments", segments = { "a", "b", "c" } },
        ui.PickerView { restorationIdentifier = "picker", components = { { "a", "b", "c" }, {}, { "d", "e" } } },
        ui.DatePicker { restorationIdentifier = "date", datePickerMode = "dateAndTime" },
        ui.DatePicker { restorationIdentifier = "calendar", preferredDatePickerStyle = "inline" },
      }
    end
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView() self.view = (kinds[self.restorationIdentifier] or kinds.texts)() end
    function Screen:encodeRestorableState(coder)
      for key, value in pairs(self.kept or { number = 1, text = "x", list = { 1, { 2 } }, other = app.window.rootViewController }) do
        coder:encode(key, value)
      end
    end
    function Screen:decodeRestorableState(coder)
      self.kept = {}
      for _, key in ipairs(coder:keys()) do
        self.kept[key] = coder:decode(key)
        coder:decodeInteger(key) coder:decodeNumber(key) coder:decodeString(key) coder:decodeTable(key)
      end
    end
    local containers = {
      tabs = ui.TabBarController, nav = ui.NavigationController, split = ui.SplitViewController,
      pages = ui.PageViewController,
    }
    local function make(name)
      local controller = (containers[name] or Screen) { restorationIdentifier = name, restorationClass = Screen }
      return controller
    end
    function Screen:viewControllerWithRestorationIdentifierPath(path)
      if #path < 40 then return make(path[#path]) end
    end
    local function container(name, ...)
      local controller = make(name)
      controller.viewControllers = { ... }
      return controller
    end
    app = ui.Application { identifier = "org.example.hostile", version = "1" }
    function app:shouldSaveApplicationState(coder)
      coder:encode("number", 1)
      return true
    end
    function app:shouldRestoreApplicationState(coder)
      return coder.info.screenSize ~= nil and coder.info.savedAt ~= nil
    end
    local Model = { name = "Model" }
    function Model:encodeRestorableState(coder) coder:encode("selected", app.window.rootViewController) end
    function Model:decodeRestorableState(coder) self.selected = coder:decode "selected" end
    function app:willFinishLaunching()
      self.window = ui.Window()
      self.side = ui.Window()
      self.model = setmetatable({}, { __index = Model })
      self:registerObjectForStateRestoration(self.model, "model")
    end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = container("tabs",
          container("nav", make "more", make "lists"), container("split", make "choices", make "texts"),
          container("pages", make "p1", make "p2", make "p3"), make "last")
      end
      if not self.side.rootViewController then
        self.side.rootViewController = make "choices"
        self.side.rootViewController:present(make "sheet")
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """

  private static func session() throws -> AppSession {
    var configuration = ScriptHost.Configuration(script: "hostile.lua")
    configuration.source = script
    let session = AppSession(configuration, storage: .memory)
    session.onPrint = { _ in }
    try session.load()
    try session.launch()
    return session
  }

  // MARK: Hostile contents

  private static let deep: StateValue = (0..<2_000).reduce(.integer(1)) { value, _ in .list([value]) }

  private static let integers: [Int64] = [
    0, 1, -1, 2, 100, .max, .min, .max - 1, .min + 1, 1 << 31, 1 << 32, -(1 << 32), 1 << 40, 1 << 53, 1 << 62,
  ]
  private static let floats: [Double] = [
    0, 0.5, -0.0, 1e308, -1e308, .infinity, -.infinity, .nan, 0x1p53, 0x1p63, -0x1p63, Double.leastNonzeroMagnitude,
    253_402_300_800, 1e15,
  ]
  private static let texts: [String] = ["", "9223372036854775807", String(repeating: "e\u{301}", count: 5_000)]
  private static let others: [StateValue] = [
    .date(.nan), .date(1e308), .date(-1e308), .null, .boolean(true), .byteText([0xff]),
    .data(Array(repeating: 0, count: 10_000)), .list([]), .list(Array(repeating: .integer(.max), count: 1_000)),
    .map([]), deep, .sharedReference(.max), .shared(.list([.sharedReference(0)])),
    .list([.integer(.min), .integer(.max)]), .list([.integer(.max), .integer(.min), .string("item 7")]),
    .list([.list([.integer(.max), .integer(.max)]), .list([.integer(1), .integer(.min), .string("gone")])]),
    .reference(.node(.max)), .reference(.node(-1)), .reference(.node(1)),
    .reference(NodeReference(path: ["tabs", "nav"], ordinals: [.max, .min])),
    .reference(NodeReference(path: IdentifierPath(Array(repeating: "tabs", count: 3_000)))),
  ]
  private static let extremes: [StateValue] =
    integers.map(StateValue.integer) + floats.map(StateValue.float) + texts.map(StateValue.string) + others

  /// Returns a value with each of its numbers and strings replaced, so that its structure stays.
  private static func replacingLeaves(of value: StateValue, with leaf: StateValue) -> StateValue {
    switch value {
    case .list(let items): .list(items.map { replacingLeaves(of: $0, with: leaf) })
    case .map(let pairs):
      .map(pairs.map { .init(key: $0.key, value: replacingLeaves(of: $0.value, with: leaf)) })
    default: leaf
    }
  }

  /// Returns a state with every value changed by a rule.
  private static func state(_ state: [UInt8], _ value: (StateValue) -> StateValue) -> [UInt8] {
    var reader = CBORReader(state)
    guard case .map(let pairs)? = try? StateValue(from: &reader) else { return state }
    return StateValue.map(
      pairs.map { pair in
        if case .map(let inner) = pair.value, pair.key == .integer(0) {
          return .init(key: pair.key, value: .map(inner.map { .init(key: $0.key, value: value($0.value)) }))
        }
        return .init(key: pair.key, value: value(pair.value))
      }
    ).encoded()
  }

  /// Heads that claim more than there is.
  private static let lies: [[UInt8]] = [
    [0xbb, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], [0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    [0xa1, 0x61, 0x61, 0x9b, 0, 0, 0, 1, 0, 0, 0, 0], [0xa1, 0x7b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    [0xa1, 0x00, 0xbb, 0, 0, 0, 1, 0, 0, 0, 0], [0xa1, 0x00, 0x5f], [0xbf], [0xff],
  ]

  /// Returns the archives in turn: each value for every key, each number as every position, then random ones.
  private static func archives(from archive: Archive, random count: Int, seed: UInt64) -> [Archive] {
    var archives: [Archive] = []
    func add(_ change: (inout ArchivedNode) -> Void) {
      var changed = archive
      for index in changed.nodes.indices { change(&changed.nodes[index]) }
      archives.append(changed)
    }
    for value in extremes {
      if case .integer(let number) = value { add { $0.position = Int(number) } }
      // In place of lists, or inside them.
      add { $0.state = state($0.state) { archives.count % 2 == 0 ? value : replacingLeaves(of: $0, with: value) } }
    }
    for lie in lies { add { $0.state = lie } }
    var random = SeededGenerator(state: seed)
    for _ in 0..<count {
      var changed = archive
      for index in changed.nodes.indices where Int.random(in: 0..<4, using: &random) == 0 {
        disturb(&changed.nodes[index], among: archive.nodes, &random)
      }
      if Bool.random(using: &random) {
        changed.info.screenWidth = [Int.max, .min, 0, 65_535].randomElement(using: &random) ?? 0
        changed.info.screenHeight = [Int.max, -1, 0, 65_535].randomElement(using: &random) ?? 0
        changed.info.savedAt = [Double.nan, .infinity, -1e308, 1e308, 0].randomElement(using: &random) ?? 0
        changed.applicationState = state(changed.applicationState) { _ in
          extremes.randomElement(using: &random) ?? .null
        }
      }
      archives.append(changed)
    }
    return archives
  }

  private static func disturb(_ node: inout ArchivedNode, among nodes: [ArchivedNode], _ random: inout SeededGenerator)
  {
    let other = nodes.randomElement(using: &random) ?? node
    switch Int.random(in: 0..<10, using: &random) {
    case 0: node.position = [Int.max, .min, -1, 1 << 32, 101].randomElement(using: &random) ?? 0
    case 1: node.parent = [other.id, node.id, nil, .max, .min].randomElement(using: &random) ?? nil
    case 2: node.kind = [.viewController, .view, .object].randomElement(using: &random) ?? .view
    case 3: node.relation = [.root, .child, .adopted, .presented].randomElement(using: &random) ?? .root
    case 4: node.identifier = [other.identifier, "", "a/b", "\0"].randomElement(using: &random) ?? ""
    case 5: node.restorationClassName = [nil, "Screen", "Window", ""].randomElement(using: &random) ?? nil
    case 6: node.state = other.state
    case 7: node.state = lies.randomElement(using: &random) ?? []
    default:
      node.state = state(node.state) { value in
        let extreme = extremes.randomElement(using: &random) ?? .null
        return Bool.random(using: &random) ? extreme : replacingLeaves(of: value, with: extreme)
      }
    }
  }

  // MARK: Using them

  /// Keys that move from control to control.
  private static let keys = ["down", "right", "up", "pagedown", "end", "left", "home", "space", "x"].flatMap {
    [$0, "tab"]
  }

  private func use(_ session: AppSession, tabs: ClosedRange<Int>) throws {
    let host = try session.running
    _ = host.application.render()
    for name in tabs.flatMap({ ["alt+\($0)"] + Self.keys }) {
      if let key = KeyPress(name: name) { host.turn { _ = host.application.handle(.key(key)) } }
      if name != "tab" { _ = host.application.render() }
    }
    for action in [MouseEvent.Action.press(button: 1), .release(button: 1), .wheel(rows: 3)] {
      host.turn { _ = host.application.handle(.mouse(MouseEvent(action, at: Point(x: 5, y: 8)))) }
    }
    host.turn { host.application.resize(to: Size(width: 40, height: 12)) }
    _ = host.application.render()
    host.application.savePendingChanges()
  }

  /// Runs the code of every command that inspects saves.
  private func look(at archive: Archive, beside other: Archive) throws {
    let outline = ArchiveOutline(archive)
    _ = ArchiveText.lines(outline)
    _ = ArchiveTable.table(outline).jsonText
    let difference = ArchiveDifference(from: other, to: archive)
    _ = ArchiveText.lines(difference)
    _ = ArchiveTable.table(difference).jsonText
    let file = ArchiveFile.encode(archive)
    #expect((try? ArchiveFile.decode(file)) != nil || archive.nodes.contains { $0.id <= 0 })
  }

  private static func residentBytes() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
  }

  /// By default every third archive and a few random ones; LUAHOST_HOSTILE_ARCHIVES=COUNT tests all and COUNT random
  /// ones, LUAHOST_HOSTILE_ARCHIVES_SEED=SEED others.
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["LUAHOST_HOSTILE_ARCHIVES"].flatMap(Int.init)
  private static let seed = environment["LUAHOST_HOSTILE_ARCHIVES_SEED"].flatMap(UInt64.init) ?? 1

  @Test("the app launches with any archive contents, can be used, and saves again", .timeLimit(.minutes(10)))
  func everything() throws {
    let session = try Self.session()
    try use(session, tabs: 1...4)
    try session.running.application.enterBackground()
    let store = try #require(session.store as? SQLiteArchiveStore)
    let archive = try #require(try store.currentArchive())
    #expect(archive.nodes.count > 30)
    let before = Self.residentBytes()
    for (number, hostile) in Self.archives(from: archive, random: Self.count ?? 15, seed: Self.seed).enumerated()
    where Self.count != nil || number % 3 == 0 {
      session.kill()
      _ = try store.importArchive(hostile)
      try session.load()
      if number % 4 == 0 {
        try session.running.application.resize(
          to: Size(width: hostile.info.screenWidth, height: hostile.info.screenHeight))
      }
      try session.launch()
      #expect(try session.running.application.phase == .active)
      let tab = number % 4 + 1
      try use(session, tabs: tab...tab)
      try look(at: hostile, beside: archive)
      let saved = try #require(try store.currentArchive())
      try look(at: saved, beside: hostile)
    }
    session.kill()
    // Unreadable states are reported.
    #expect(try !store.verify().isEmpty)
    #expect(Self.residentBytes() - before < 512 << 20)
  }
  @Test("shared and deeply nested values take no more memory than the archive's size warrants")
  func claims() throws {
    let before = Self.residentBytes()
    let large = StateValue.data(Array(repeating: 7, count: 256 << 10))

    // A megabyte, a hundred thousand times.
    let references: [StateValue] = Array(repeating: .sharedReference(0), count: 100_000)
    let copies = StateValue.list([StateValue.shared(.list([large]))] + references)
    #expect(copies.jsonText.utf8.count < 8 << 20)
    // Values that are not shared are complete, however long.
    let long = StateValue.list((0..<200_000).map(StateValue.integer))
    #expect(long.expanded == long)

    // Nested states, each of which would be copied.
    var nested = StateValue.map([.init(key: .string("x"), value: large)])
    for _ in 0..<2_000 { nested = .map([.init(key: .integer(0), value: nested)]) }
    #expect(StateCoder(decoding: nested.encoded()).keys == [])

    // Long lists, indented two thousand deep.
    var deep = StateValue.list(Array(repeating: .integer(1), count: 50_000))
    for _ in 0..<2_000 { deep = .list([deep]) }
    #expect(deep.jsonText.utf8.count < 1 << 20)

    // Many nodes below a long chain of long names.
    let name = String(repeating: "n", count: 2_000)
    func screen(_ number: NodeID, below parent: NodeID, _ name: String) -> ArchivedNode {
      ArchivedNode(
        id: number, parent: number == 1 ? nil : parent, kind: .viewController, relation: number == 1 ? .root : .child,
        position: 0, identifier: name, className: "Screen")
    }
    var forged: [ArchivedNode] = []
    for number in 1...400 as ClosedRange<NodeID> { forged.append(screen(number, below: number - 1, name)) }
    for number in 401...5_000 as ClosedRange<NodeID> { forged.append(screen(number, below: 400, "v")) }
    let info = SaveInfo(appVersion: "1", hostVersion: "1", screenWidth: 80, screenHeight: 24, savedAt: 0)
    let archive = Archive(info: info, applicationState: [], nodes: forged)
    let empty = Archive(info: info, applicationState: [], nodes: [])
    #expect(ArchiveTable.table(ArchiveOutline(archive)).jsonText.utf8.count < 256 << 20)
    #expect(ArchiveDifference(from: empty, to: archive).nodes.count > 10)

    // A tree as deep and as wide as those of apps is complete.
    var honest: [ArchivedNode] = []
    for number in 1...20_000 as ClosedRange<NodeID> {
      honest.append(screen(number, below: number / 2, "a screen of usual length"))
    }
    #expect(Archive(info: info, applicationState: [], nodes: honest).reachableNodes.count == honest.count)
    #expect(Self.residentBytes() - before < 512 << 20)
  }
}

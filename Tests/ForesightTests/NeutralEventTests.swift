import AppSession
import Foundation
import Loop
import LuaScreens
import Seeded
import Testing

@testable import Foresight

/// Cases that are run with neutral events between their steps.
@Suite("Neutral events after every step")
@MainActor
struct NeutralEventTests {
  @Test("a planted loss is reported for its events, and for no other", arguments: EverywhereCase.losses)
  func losses(_ example: EverywhereCase) throws {
    for event in NeutralEvent.allCases where example.events.contains(event) {
      #expect(try example.run(events: [event]).failed == 1, "\(event.rawValue)")
    }
    let others = NeutralEvent.allCases.filter { !example.events.contains($0) }
    let alarm = try #require(try example.run(events: others).cases.first).failure
    #expect(alarm == nil, "\(alarm ?? "")")
    let failure = try example.run().cases.first?.failure ?? ""
    for part in example.report { #expect(failure.contains(part), "\(failure)") }
  }

  @Test("a report has one loss for each cause", arguments: EverywhereCase.severalWays.map(\.example.name))
  func causes(_ name: String) throws {
    let (example, count) = try #require(EverywhereCase.severalWays.first { $0.example.name == name })
    let failure = try #require(try example.run().cases.first?.failure)
    #expect(failure.components(separatedBy: "\n  after ").count - 1 == count, "\(failure)")
    for part in example.report { #expect(failure.contains(part), "\(failure)") }
  }

  @Test("an app that keeps everything passes", arguments: EverywhereCase.sound)
  func sound(_ example: EverywhereCase) throws {
    let result = try #require(try example.run().cases.first)
    #expect(result.failure == nil, "\(result.failure ?? "")")
    #expect(result.notes.isEmpty, "\(result.notes)")
  }

  @Test("common cases are run with events on request, unless they restart their app or launch several")
  func common() throws {
    let example = try #require(EverywhereCase.losses.first)
    #expect(try example.run(includesAll: true).failed == 1)
    let restarting = EverywhereCase(name: "", app: example.app, steps: "app:tap 'Add'\napp:kill()\napp:relaunch()")
    let result = try #require(try restarting.run(includesAll: true).cases.first)
    #expect(result.failure == nil)
    #expect(result.notes == ["run once, without events between its steps: it restarts its app itself (app:kill())"])
    let two = EverywhereCase(name: "", app: example.app, steps: "app:tap 'Add'\nt:launch 'app.lua'")
    let notes = try #require(try two.run(includesAll: true).cases.first).notes
    #expect(notes == ["run once, without events between its steps: it launches several apps"])
  }

  @Test("what changes after the screen was drawn is compared, also if a save has drawn it in between")
  func drawnBySave() throws {
    let script = ExplorationCase.note(
      view: "self:picture(), self:label(), self:makeSwitch()",
      body: """
        local Picture = ui.View:subclass "Picture"
        function Picture:draw()
          if self.note.isAsked then
            self.note.isAsked = false
            ui.after(0, function() self.note:answer() end)
          end
        end
        function Note:picture() return Picture { height = 1, note = self } end
        function Note:label() self.l = ui.Label {} return self.l end
        function Note:viewDidAppear() ui.after(1, function() self.isAsked = true self.l.text = "asked" end) end
        function Note:makeSwitch() self.switch = ui.Switch { restorationIdentifier = "switch" } return self.switch end
        function Note:answer() self.l.text = "answered" self.switch.isOn = true end
        """)
    try ExplorationCase.withFile(script) { file in
      let session = AppSession(
        ScriptHost.Configuration(script: file.path), storage: .memory, loop: MainLoop(.virtual))
      let app = ComparedApp(session)
      try session.load()
      try session.launch()
      app.settle()
      session.loop.advance(by: 1)
      app.settle()
      let screen = try app.moment().screen.lines.joined(separator: "\n")
      #expect(screen.contains("answered"), "\(screen)")
      session.kill()
    }
  }

  @Test("a case that fails is run once")
  func failing() throws {
    let example = EverywhereCase(
      name: "", app: EverywhereCase.app(views: EverywhereCase.button), steps: "app:tap 'Add'\nt:expect(1):equals(2)")
    let failure = try #require(try example.run().cases.first?.failure)
    #expect(failure.contains("expected 1 to equal 2"))
    #expect(!failure.contains("screen was"))
  }

  @Test("an unknown event is an error that lists the names")
  func unknownEvent() throws {
    let example = EverywhereCase(name: "", app: "", steps: "", options: "events = { 'crash' }")
    let failure = try #require(try example.run().cases.first?.failure)
    #expect(failure.contains("unknown event \"crash\"; expected \(NeutralEvent.names)"))
    #expect(failure.contains("app.test.lua:2:"))
  }

  @Test(
    "events by name instead of in a list are an error with the name",
    arguments: ["kill = true", "'kill', resize = true"])
  func eventsByName(_ events: String) throws {
    let example = EverywhereCase(name: "", app: "", steps: "", options: "events = { \(events) }")
    let failure = try #require(try example.run().cases.first?.failure)
    #expect(failure.contains("events: expected a list of names"), "\(failure)")
    #expect(failure.contains("got a table with the key "), "\(failure)")
  }

  @Test("the host's own timers, such as of the next save, are no work of a launch")
  func hurriedWork() throws {
    let script = EverywhereCase.app(
      views: EverywhereCase.button,
      methods: EverywhereCase.encode + EverywhereCase.decode + """
        function Screen:viewDidAppear() if app.late then ui.after(1, function() self:add() end) end end
        """)
    for (late, expected) in [("", nil), ("app.late = true", 1)] as [(String, Double?)] {
      try ExplorationCase.withFile(script.replacing("return app", with: "\(late)\nreturn app")) { file in
        let session = AppSession(
          ScriptHost.Configuration(script: file.path), storage: .memory, loop: MainLoop(.virtual))
        let app = ComparedApp(session)
        try session.load()
        try session.launch()
        try app.apply(.kill)
        session.host?.timers.after(0.5) { Issue.record("a timer of the host fires early") }
        #expect(app.hurryLaunchWork() == expected)
      }
    }
  }

  @Test("a name in forgets that nothing has is noted")
  func unusedName() throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: EverywhereCase.button,
        methods: EverywhereCase.encode + EverywhereCase.decode + "\napp.forgets = { 'screen/nothing' }"),
      steps: "app:tap 'Add'")
    let notes = try #require(try example.run().cases.first).notes
    #expect(notes == ["forgets: nothing has the identifier or path \"screen/nothing\""])
  }

  @Test("the files of an app in memory are removed after each run, also after one with a loss")
  func removesFiles() throws {
    let temporary = FileManager.default.temporaryDirectory.path
    func files() throws -> Set<String> {
      Set(try FileManager.default.contentsOfDirectory(atPath: temporary).filter { $0.hasPrefix("luahost-files-") })
    }
    let before = try files()
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: EverywhereCase.button,
        methods: "function Screen:viewDidLoad() io.open(app.filesDirectory .. '/item', 'w'):close() end"),
      steps: "app:tap 'Add'")
    #expect(try example.run(events: [.kill]).failed == 1)
    #expect(try files().subtracting(before).isEmpty)
  }

  @Test("one cause is reported once, with the number of points")
  func oneCause() throws {
    let example = EverywhereCase(
      name: "", app: EverywhereCase.app(views: EverywhereCase.button),
      steps: "app:tap 'Add'\napp:tap 'Add'\napp:tap 'Add'")
    let failure = try #require(try example.run(events: [.kill]).cases.first?.failure)
    #expect(failure.split(separator: "\n").filter { $0.contains("screen was") }.count == 1, "\(failure)")
    #expect(failure.contains("seen at 3 points"), "\(failure)")
  }

  @Test("the losses of random apps are those of the values without an identifier", arguments: 0..<8)
  func randomApps(seed: Int) throws {
    var generator = SeededGenerator(state: UInt64(seed))
    var views: [String] = []
    var steps: [String] = []
    var lost: Set<String> = []
    for index in 0..<5 {
      let kinds: [(view: String, step: String)] = [
        ("ui.Switch", "app:tap 'v\(index)'"), ("ui.Checkbox", "app:tap 'v\(index)'"),
        ("ui.TextField", "app:tap 'v\(index)' app:type 'text'"),
        ("ui.Stepper", "app:tap 'v\(index)' app:key 'right'"),
      ]
      let kind = kinds[Int.random(in: kinds.indices, using: &generator)]
      let isKept = Bool.random(using: &generator)
      if !isKept { lost.insert("screen/v\(index)") }
      views.append("\(kind.view) { \(isKept ? "restorationIdentifier" : "accessibilityIdentifier") = 'v\(index)' }")
      steps.append(kind.step)
    }
    let example = EverywhereCase(
      name: "", app: EverywhereCase.app(views: views.joined(separator: ",\n")), steps: steps.joined(separator: "\n"))
    let failure = try example.run(events: [.kill]).cases.first?.failure ?? ""
    let found = Set((0..<5).map { "screen/v\($0)" }.filter { failure.contains("\($0) (") })
    #expect(found == lost, "\(example.app)\n\(example.steps)\n\(failure)")
  }
}

import Foundation
import Interface
import Testing

@testable import AppSession

@Suite("Recording clicks on controls")
@MainActor
struct RecordingControlsTests {
  typealias Fixture = RecordingTests.Fixture

  private func fixture() throws -> Fixture {
    try Fixture(
      ControlsApp.source, size: Size(width: ControlsApp.size.columns, height: ControlsApp.size.rows), now: 1_800_000_000
    )
  }

  /// Returns the view of a class with this number among all of them, from 0.
  private func view<Kind: View>(_ kind: Kind.Type, _ number: Int = 0, in fixture: Fixture) throws -> Kind {
    var found: [Kind] = []
    func visit(_ view: View) {
      if let view = view as? Kind { found.append(view) }
      view.subviews.forEach(visit)
    }
    try visit(#require(try fixture.session.running.application.keyWindow?.rootViewController?.view))
    return found[number]
  }

  /// Records clicks, expects the steps, and plays them.
  private func expect(_ steps: [String], _ clicks: @MainActor (Fixture) throws -> [(View, x: Int, y: Int)]) throws {
    let fixture = try fixture()
    try fixture.session.startRecording(to: fixture.file)
    for (view, x, y) in try clicks(fixture) {
      let place = view.convertToWindow(Point(x: x, y: y))
      try fixture.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
      try fixture.handle(.mouse(MouseEvent(.release(button: 1), at: place)))
    }
    let screen = try fixture.session.running.application.render().text
    let recorded = try fixture.steps().filter { !$0.hasPrefix("local") && !$0.hasPrefix("t:") }
    #expect(recorded == steps)
    var text = try String(contentsOfFile: fixture.file, encoding: .utf8)
    let end = try #require(text.range(of: "end)\n", options: .backwards))
    text.replaceSubrange(end, with: "  t:expect(app:screen()):equals(\(screen.asLua))\nend)\n")
    try text.write(toFile: fixture.file, atomically: true, encoding: .utf8)
    let result = try fixture.result()
    #expect(result.passed == 1, "\(result.cases.first?.failure ?? "")")
  }

  @Test("the halves of a stepper are keys after a tap, and keys alone while it is focused")
  func steppers() throws {
    try expect([
      #"app:key "right""#, #"app:key "right""#, #"app:key "left""#, #"app:tap "copies""#,
      #"app:tap("form/<Stepper>", 3)"#, #"app:key "right""#, #"app:tap("form/<Stepper>", 2)"#, #"app:key "left""#,
      #"app:tap "copies""#, #"app:key "right""#,
    ]) { fixture in
      let first = try view(Stepper.self, in: fixture)
      let (second, third) = try (view(Stepper.self, 1, in: fixture), view(Stepper.self, 2, in: fixture))
      return [
        (first, 9, 0), (first, 9, 0), (first, 4, 0), (first, 1, 0), (third, 9, 0), (second, 4, 0), (first, 9, 0),
      ]
    }
  }

  @Test("a segment is tapped by its title, or selected by its number if another one has that title")
  func segments() throws {
    try expect([
      #"app:tap("Small", 1)"#, #"app:select("size", 2)"#, #"app:tap("Large", 2)"#, #"app:tap "Huge""#,
      #"app:select("form/<SegmentedControl>", 3)"#,
    ]) { fixture in
      let (size, other) = try (
        view(SegmentedControl.self, in: fixture), view(SegmentedControl.self, 1, in: fixture)
      )
      return [(size, 3, 0), (size, 9, 0), (other, 3, 0), (other, 10, 0), (other, 15, 0)]
    }
  }

  @Test("a triangle is tapped by its name, with a number if several items have that text")
  func triangles() throws {
    try expect([
      #"app:tap "Open Fruit""#, #"app:tap "Close Fruit""#, #"app:tap("Open Fruit", 2)"#, #"app:tap("Open Bread", 2)"#,
      #"app:tap "Open Bread""#,
    ]) { fixture in
      let (first, other) = try (view(OutlineView.self, in: fixture), view(OutlineView.self, 1, in: fixture))
      return [(first, 2, 0), (first, 2, 0), (first, 2, 2), (other, 2, 0), (first, 2, 1)]
    }
  }

  @Test("controls, rows and cells with the same title have numbers")
  func equalTitles() throws {
    try expect([
      #"app:tap("Delete", 2)"#, #"app:tap("Delete", 1)"#, #"app:tap "Milk""#, #"app:tap("Tea", 2)"#,
      #"app:select("form/<TableView>", 3)"#, #"app:tap("b2", 2)"#, #"app:tap "b1""#, #"app:tap "B""#,
      #"app:tap("form/<Switch>", 2)"#,
    ]) { fixture in
      let (first, second) = try (view(Button.self, in: fixture), view(Button.self, 1, in: fixture))
      let (cells, rows) = try (view(TableView.self, in: fixture), view(TableView.self, 1, in: fixture))
      let toggles = try view(ToggleGroup.self, in: fixture)
      return [
        (second, 2, 0), (first, 2, 0), (toggles, 5, 0), (rows, 4, 1), (rows, 4, 2), (cells, 25, 3), (cells, 25, 1),
        (cells, 23, 0), (try view(Switch.self, 1, in: fixture), 1, 0),
      ]
    }
  }

  @Test("parts of a date are keys after a tap, a day is tapped by its number, and months are keys")
  func dates() throws {
    try expect([
      #"app:tap "due""#, #"app:key "right""#, #"app:key "right""#, #"app:tap "due""#,
      #"app:tap("form/<DatePicker>", 2)"#, #"app:key "right""#, #"app:tap "14""#, #"app:key "pagedown""#,
    ]) { fixture in
      let (due, time) = try (view(DatePicker.self, in: fixture), view(DatePicker.self, 1, in: fixture))
      let calendar = try view(DatePicker.self, 3, in: fixture)
      let day = try #require(calendar.tapPoint(forTitle: "14"))
      return [(due, 8, 0), (due, 2, 0), (time, 3, 0), (calendar, day.x - 1, day.y), (calendar, 19, 0)]
    }
  }

  @Test("a row of a wheel is tapped by its title, or else reached by keys")
  func wheels() throws {
    try expect([
      #"app:tap "form/<PickerView>""#, #"app:key "right""#, #"app:key "down""#, #"app:tap("3", 2)"#,
    ]) { fixture in
      let wheels = try view(PickerView.self, in: fixture)
      return [(wheels, 8, 3), (wheels, 2, 4)]
    }
  }

  private static let dates = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.dates" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.view = ui.VStack {
        ui.Button { title = "Send" }, ui.DatePicker {},
        ui.DatePicker { restorationIdentifier = "calendar", preferredDatePickerStyle = "inline" },
      }
    end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      self.window.rootViewController = Screen { restorationIdentifier = "screen" }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  @Test("a typed date is one text, which gives the same date on any day, and no expectation names the day")
  func typedDate() throws {
    let fixture = try Fixture(Self.dates)
    try fixture.session.startRecording(to: fixture.file)
    let place = try view(DatePicker.self, in: fixture).convertToWindow(.zero)
    try fixture.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
    try fixture.handle(.mouse(MouseEvent(.release(button: 1), at: place)))
    try fixture.type("20240229")
    fixture.wait(2)
    try fixture.key(.tab)
    try fixture.key(.pageUp)
    let steps = try fixture.steps().dropFirst()
    #expect(
      steps == [
        #"t:expect(app:screen()):contains "Send""#, #"app:tap("screen/<DatePicker>", 1)"#, #"app:type "20240229""#,
        #"app:key "tab""#, #"app:key "pageup""#,
      ])
    for date in [86_400.0 * 30, 86_400.0 * 15_000] {
      let runner = try TestRunner(fixture.file)
      runner.onPrint = { _ in }
      runner.willLaunch = { $0.configuration.wallClock = { date } }
      var screen = ""
      runner.caseDidEnd = { _, sessions in screen = sessions.first?.host?.application.render().text ?? "" }
      let result = runner.run()
      #expect(result.passed == 1, "\(date): \(result.cases.first?.failure ?? "")")
      #expect(screen.contains("2024-02-29"), "\(screen)")
    }
  }
}

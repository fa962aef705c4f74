import StateRestoration
import Testing

@testable import Interface

@Suite("Two applications in one process")
@MainActor
struct ApplicationContextTests {
  private struct Failure: Error {}

  private final class Screen: ViewController {
    var failing = false
    override func loadView() {
      let label = Label()
      label.text = "text"
      view = label
    }
    override func encodeRestorableState(with coder: StateCoder) throws {
      if failing { throw Failure() }
    }
  }

  @MainActor
  private final class App {
    let application: Application
    let screen = Screen()
    var problems: [String] = []

    init(_ name: String) {
      application = Application(identifier: name, screenSize: Size(width: 20, height: 3))
      let window = Window(size: Size(width: 20, height: 3))
      screen.restorationIdentifier = name
      window.rootViewController = screen
      application.addWindow(window)
      application.context.onProblem = { [unowned self] in problems.append($0.summary) }
    }

    var events: [String] { application.log.events.map(\.description) }
  }

  @Test("events go to the log of the application that a controller belongs to, whichever was launched last")
  func events() {
    let (one, two) = (App("one"), App("two"))
    one.application.launch(store: nil)
    #expect(two.events.isEmpty)
    two.application.launch(store: nil)
    #expect(one.events.contains("one viewDidLoad") && two.events.contains("two viewDidLoad"))
    #expect(!one.events.contains { $0.hasPrefix("two") } && !two.events.contains { $0.hasPrefix("one") })
    let child = Screen()
    child.restorationIdentifier = "child"
    try? one.screen.present(child)
    #expect(one.events.contains("one/child viewDidAppear") && !two.events.contains { $0.contains("child") })
  }

  @Test("problems are reported to the application in which they occur")
  func problems() {
    let (one, two) = (App("one"), App("two"))
    one.application.launch(store: nil)
    two.application.launch(store: nil)
    one.screen.view.addSubview(one.screen.view)
    #expect(one.problems.count == 1 && two.problems.isEmpty)
    two.screen.report(Failure(), from: "two")
    #expect(one.problems.count == 1 && two.problems == ["two"])
  }

  @Test("a controller that moves to another tree belongs to that application; one without a tree to none")
  func moves() {
    let (one, two) = (App("one"), App("two"))
    let label = Label()
    #expect(label.applicationContext == nil)
    one.screen.view.addSubview(label)
    #expect(label.applicationContext === one.application.context)
    two.screen.view.addSubview(label)
    #expect(label.applicationContext === two.application.context)
    label.removeFromSuperview()
    #expect(label.applicationContext == nil)
    label.enter(one.application.context)
    #expect(label.applicationContext === one.application.context)
    two.screen.view.addSubview(label)
    #expect(label.applicationContext === two.application.context)
  }

  @Test("each application has its own timers and theme")
  func timersAndThemes() {
    let (one, two) = (App("one"), App("two"))
    var fired: [String] = []
    one.application.timers.after(1) { fired.append("one") }
    two.application.timers.after(1) { fired.append("two") }
    two.application.timers.advance(to: 2)
    #expect(fired == ["two"])
    one.application.theme = .nord
    #expect(one.screen.view.applicationContext?.application?.theme.name == Theme.nord.name)
    #expect(two.screen.view.applicationContext?.application?.theme.name == Theme.dark.name)
  }
}

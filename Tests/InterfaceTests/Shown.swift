import StateRestoration

@testable import Interface

/// An application that shows one controller.
@MainActor
final class Shown {
  let application: Application
  let root: ViewController

  init(_ root: ViewController, width: Int = 30, height: Int = 8) {
    self.root = root
    application = Application(identifier: "test", screenSize: Size(width: width, height: height))
    let window = Window(size: Size(width: width, height: height))
    window.rootViewController = root
    application.window = window
    window.makeKeyAndVisible()
    application.launch(store: nil)
  }

  convenience init(view: View, width: Int = 30, height: Int = 8) {
    let controller = ViewController()
    controller.view = view
    self.init(controller, width: width, height: height)
  }

  /// The rows that are not blank.
  var text: [String] { application.render().lines.filter { !$0.isEmpty } }
  var automation: Automation { Automation(application) }
  var firstResponder: View? { application.keyWindow?.firstResponder }

  func key(_ names: String...) throws {
    for name in names { try automation.key(name) }
  }
}

/// A controller that shows its title and notes its appearance callbacks.
@MainActor
final class Page: ViewController {
  var calls: [String] = []

  init(_ title: String) {
    super.init()
    self.title = title
  }

  override func loadView() {
    let label = Label()
    label.text = "page \(title ?? "")"
    view = label
  }

  override func viewDidLoad() { calls.append("viewDidLoad") }
  override func viewWillAppear(_ animated: Bool) { calls.append("viewWillAppear") }
  override func viewDidAppear(_ animated: Bool) { calls.append("viewDidAppear") }
  override func viewWillDisappear(_ animated: Bool) { calls.append("viewWillDisappear") }
  override func viewDidDisappear(_ animated: Bool) { calls.append("viewDidDisappear") }
}

extension StringProtocol {
  /// Without the blanks at its end.
  var trimmed: String {
    var text = String(self)
    while text.last == " " { text.removeLast() }
    return text
  }
}

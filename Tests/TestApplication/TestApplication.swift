import Interface

/// An application that shows one controller.
@MainActor
public final class TestApplication {
  public let application: Application
  public let root: ViewController

  public init(_ root: ViewController, width: Int = 30, height: Int = 8) {
    self.root = root
    application = Application(identifier: "test", screenSize: Size(width: width, height: height))
    let window = Window(size: Size(width: width, height: height))
    window.rootViewController = root
    application.window = window
    window.makeKeyAndVisible()
    application.launch(store: nil)
  }

  public convenience init(view: View, width: Int = 30, height: Int = 8) {
    let controller = ViewController()
    controller.view = view
    self.init(controller, width: width, height: height)
  }

  /// Returns a page with a field and a button.
  public static func form() -> (shown: TestApplication, field: TextField, page: ViewController) {
    let page = ViewController()
    page.restorationIdentifier = "page"
    let field = TextField()
    field.placeholder = "Name"
    let button = Button()
    button.title = "Save"
    let stack = VStack()
    stack.addSubview(field)
    stack.addSubview(button)
    page.view = stack
    return (TestApplication(page, width: 60, height: 20), field, page)
  }

  /// The rows that are not blank.
  public var text: [String] { application.render().lines.filter { !$0.isEmpty } }
  public var automation: Automation { Automation(application) }
  public var firstResponder: View? { application.keyWindow?.firstResponder }

  public func key(_ names: String...) throws {
    for name in names { try automation.key(name) }
  }
}

@testable import Interface

/// A controller that shows its title and records its appearance callbacks.
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
  /// The string without trailing spaces.
  var trimmed: String {
    var text = String(self)
    while text.last == " " { text.removeLast() }
    return text
  }
}

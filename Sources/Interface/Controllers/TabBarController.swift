/// Several controllers of which one is shown, selected in a bar at the bottom (UIKit's `UITabBarController`).
@MainActor
open class TabBarController: SelectingController {
  private let bar = TabBar()

  /// The zero-based index of the selected tab; nil if there are no tabs. An index out of range is ignored.
  public var selectedIndex: Int? {
    get { selectedPlace }
    set { selectedPlace = newValue }
  }

  /// The selected controller; at first the first one. A controller that is not a tab is ignored.
  public var selectedViewController: ViewController? {
    get { selectedChild }
    set { if let newValue, contains(newValue) { select(newValue) } }
  }

  // MARK: Showing

  open override func loadView() {
    bar.onSelect = { [weak self] index in self?.selectedIndex = index }
    bar.titles = { [weak self] in self?.children.map { $0.displayTitle ?? Text($0.className) } ?? [] }
    view = BarContainerView(bottom: bar)
    updateBar()
  }

  override var keepsSelectedPlace: Bool { true }

  override func updateBar() {
    bar.setNeedsTitles(count: children.count)
    bar.selectedIndex = selectedIndex ?? 0
  }

  open override func childTitleDidChange(_ child: ViewController) {
    updateBar()
  }

  open override var keyBindings: [KeyBinding] {
    let isChoice = children.count > 1
    return [
      KeyBinding(isChoice ? "Choose a tab" : nil, .digits(1...max(1, min(9, children.count)), .alt)) { [self] key in
        guard let digit = key.digit, children.indices.contains(digit - 1) else { return false }
        selectedIndex = digit - 1
        return true
      }
    ]
  }
}

import StateRestoration

/// Names what the user does with the mouse, so that ``Automation`` can repeat it: the inverse of ``Automation/tap(_:)``.
@MainActor
public struct InputNaming {
  private let automation: Automation
  private let window: Window

  /// A click by name.
  public enum Click: Equatable, Sendable {
    /// ``Automation/tap(_:)``.
    case tap(String)
    /// ``Automation/select(_:row:section:)``.
    case select(String, row: Int, section: Int)
  }

  /// Creates names for the current screen; nil if the application has none.
  public init?(_ application: Application) {
    automation = Automation(application)
    guard let window = try? automation.window else { return nil }
    self.window = window
  }

  /// Returns the click by name that has the same effect as a click with the left button at a point; nil if there is none.
  public func click(at point: Point) -> Click? {
    guard let view = clickedView(at: point) else { return nil }
    let place = view.convertFromWindow(point)
    let names = names(of: view, at: place).filter { leads($0, to: view, place) }
    if let name = names.first(where: { automation.matches($0, for: .tap).count <= 1 }) { return .tap(name) }
    // Of several rows with one text, or several views with one title, a name is the first.
    if let list = view as? RowList, list.isFirstResponder, list.isPlainRow(at: place), let row = list.row(at: place) {
      let name = identifiers(of: list).first { automation.matches($0, for: .select).first === list }
      if let name { return .select(name, row: row.row, section: row.section) }
    }
    return names.first.map(Click.tap)
  }

  /// Whether a double click at a point can have another effect than two clicks.
  public func countsClicks(at point: Point) -> Bool {
    guard let view = clickedView(at: point) else { return true }
    return view is TextInput || !(view is Control || view is RowList)
  }

  /// Returns the name of the view that the wheel scrolls at a point; nil if it has none.
  public func scroll(at point: Point) -> String? {
    guard let view = scrolledView(at: point) else { return nil }
    let texts = view.elementsInReadingOrder().map(\.label).filter { !$0.isEmpty }
    return (identifiers(of: view) + texts).first { name in
      switch automation.target(of: name, for: .scroll, in: window) {
      case .view(let other): other === view && scrolledView(at: other.convertToWindow(other.tapPoint)) === view
      case .part(let other, let place): scrolledView(at: other.convertToWindow(place)) === view
      case nil: false
      }
    }
  }

  /// Returns a description of the view at a point, for readers.
  public func description(at point: Point) -> String {
    guard let view = clickedView(at: point) ?? window.content.hitTest(point) else { return "nothing" }
    let name = view.restorationIdentifier ?? view.accessibilityIdentifier ?? view.accessibilityText
    let className = "\(view.className)"
    return name.isEmpty ? "a \(className) without a name" : "\(name) (\(className))"
  }

  // MARK: Views

  private func chain(at point: Point) -> some Sequence<View> {
    sequence(state: window.content.hitTest(point)) { view in
      defer { view = view?.superview }
      return view
    }
  }

  /// The view that a click at a point is meant for.
  private func clickedView(at point: Point) -> View? {
    chain(at: point).first { view in
      view is Control || view is RowList || view.canBecomeFirstResponder
        || view.accessibilityElements.contains { !$0.role.isOnlyRead }
    }
  }

  private func scrolledView(at point: Point) -> View? {
    chain(at: point).first { $0 is RowList || $0 is ScrollView || $0 is TextView || $0 is PickerView }
  }

  // MARK: Names

  private func identifiers(of view: View) -> [String] {
    [view.restorationIdentifier, view.accessibilityIdentifier].compactMap { $0 }
      + [automation.path(to: view).description]
  }

  /// Returns the possible names of a click, the most readable first.
  private func names(of view: View, at place: Point) -> [String] {
    let titles = [element(of: view, at: place)?.label, view.accessibilityText].compactMap { $0 }
    if let list = view as? RowList {
      return [list.sortingTitle(at: place) ?? list.row(at: place).map { list.words(ofRowAt: $0).label }].compactMap {
        $0
      }
    }
    if let group = view as? RadioGroup, let index = group.index(at: place) { return [group.items[index]] }
    let all =
      view is Button || !(view is Control || view is TextInput)
      ? titles + identifiers(of: view) : identifiers(of: view) + titles
    // The bar's button to the previous screen.
    return (all + (view is NavigationBar ? ["Back"] : [])).filter { !$0.isEmpty }
  }

  /// Whether tapping a name has the effect of a click at a place in a view.
  private func leads(_ name: String, to view: View, _ place: Point) -> Bool {
    switch automation.target(of: name, for: .tap, in: window) {
    case .view(let target): return target === view && isAlike(view, target.tapPoint, place)
    case .part(let target, let point):
      return target === view && isAlike(view, point, place)
    case nil:
      let element = window.accessibilityElements.first { $0.label == name && $0.isUsable }
      return element?.view === view && element?.action == nil
        && element?.activationPoint.map { isAlike(view, $0, place) } == true
    }
  }

  /// Whether clicks at two places in a view have the same effect.
  private func isAlike(_ view: View, _ one: Point, _ other: Point) -> Bool {
    if one == other { return true }
    switch view {
    case is Button, is Switch, is Checkbox, is PopUpButton: return true
    case let list as RowList:
      if let title = list.sortingTitle(at: one) { return list.sortingTitle(at: other) == title }
      return list.isPlainRow(at: one) && list.isPlainRow(at: other) && list.row(at: one) == list.row(at: other)
    case let input as TextInput: return input.isEditable && input.offset(at: one) == input.offset(at: other)
    case is RadioGroup, is ToggleGroup: return one.y == other.y
    case is Slider, is Stepper, is DatePicker, is PickerView: return false
    default:
      guard let element = element(of: view, at: one) else { return false }
      return element.activationPoint == self.element(of: view, at: other)?.activationPoint
    }
  }

  /// The element of a view with several elements in a row, such as tabs, that a point belongs to.
  private func element(of view: View, at place: Point) -> AccessibilityElement? {
    guard !(view is RowList) else { return nil }
    return view.accessibilityElements.last { element in
      guard element.action == nil, let point = element.activationPoint else { return false }
      // A title has a cell on each side.
      return point.y == place.y && (point.x - 1...point.x + element.label.cellWidth).contains(place.x)
    }
  }
}

extension RowList {
  /// Whether a click at a point has the effect of a click on the row's text: it is not on a header, triangle, handle,
  /// scroll bar or action.
  fileprivate func isPlainRow(at point: Point) -> Bool {
    guard rowActions == nil, let row = row(at: point) else { return false }
    let leading = rowSource?.rowList(self, leadingTextForRowAt: row).cellWidth ?? 0
    return (leading == 0 || point.x >= 2 + leading) && point.x < rowWidth - (hasHandles ? 1 : 0)
  }
}

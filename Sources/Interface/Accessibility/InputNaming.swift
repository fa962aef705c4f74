import StateRestoration

/// Names what the user does with the mouse, so that ``Automation`` can repeat it: the inverse of
/// ``Automation/tap(_:number:)``.
@MainActor
public struct InputNaming {
  private let automation: Automation
  private let window: Window

  /// A step of a click by name.
  public enum Step: Equatable, Sendable {
    /// ``Automation/tap(_:number:)``; the number is nil where only one place has the name.
    case tap(String, number: Int? = nil)
    /// ``Automation/select(_:row:section:)``.
    case select(String, row: Int, section: Int)
    /// ``Automation/key(_:)``.
    case key(String)
  }

  /// Creates names for the current screen; nil if the application has none.
  public init?(_ application: Application) {
    automation = Automation(application)
    guard let window = try? automation.window else { return nil }
    self.window = window
  }

  /// Returns the steps by name that have the same effect as a click with the left button at a point; empty if there are
  /// none.
  public func click(at point: Point) -> [Step] {
    guard let view = clickedView(at: point) else { return [] }
    let place = view.convertFromWindow(point)
    if let step = step(clicking: view, at: place) { return [step] }
    guard let keyed = view as? any KeyedParts, keyed.hearsKeys, let keys = keyed.keysAfterTap(for: place) else {
      return []
    }
    let steps = keys.map { Step.key($0.name) }
    if view.isFirstResponder, keyed.ignoresTap { return steps }
    return tap(ofWhole: view, at: view.tapPoint).map { [.tap($0.name, number: $0.number)] + steps } ?? []
  }

  /// Whether a double click at a point can have another effect than two clicks.
  public func countsClicks(at point: Point) -> Bool {
    guard let view = clickedView(at: point) else { return true }
    return view is TextInput || !(view is Control || view is RowList)
  }

  /// Returns the name of the view that the wheel scrolls at a point; nil if it has none.
  public func scroll(at point: Point) -> String? {
    guard let view = scrolledView(at: point) else { return nil }
    var texts = view.elementsInReadingOrder().map(\.label).filter { !$0.isEmpty }
    if let part = part(of: view, at: view.convertFromWindow(point)) { texts.append(part.title) }
    return (identifiers(of: view) + texts + wholeNames(of: view)).first { name in
      switch automation.targets(of: name, for: .scroll, in: window).first {
      case .view(let other): scrolls(other, at: other.tapPoint, as: view, at: point)
      case .part(let other, let place): scrolls(other, at: place, as: view, at: point)
      case .element, nil: false
      }
    }
  }

  /// Whether the wheel over a place in a view scrolls another view as at a point.
  private func scrolls(_ named: View, at place: Point, as view: View, at point: Point) -> Bool {
    let other = named.convertToWindow(place)
    guard scrolledView(at: other) === view else { return false }
    guard let wheels = view as? PickerView else { return true }
    return wheels.component(at: wheels.convertFromWindow(other))
      == wheels.component(at: wheels.convertFromWindow(point))
  }

  /// Returns a description of the view at a point, for readers.
  public func description(at point: Point) -> String {
    guard let view = clickedView(at: point) ?? window.content.hitTest(point) else { return "nothing" }
    let name = view.restorationIdentifier ?? view.accessibilityIdentifier ?? view.accessibilityText
    let className = "\(view.className)"
    return name.isEmpty ? "an unnamed \(className)" : "\(name) (\(className))"
  }

  /// Whether a character that the user types becomes part of a text, a number or a search, for ``Automation/type(_:)``.
  public func types(_ character: Character) -> Bool {
    switch window.firstResponder {
    case let view as any SearchableView where view.search?.isTyping == true: true
    case let input as TextInput: input.isEditable
    case let picker as DatePicker: picker.types(character)
    default: false
    }
  }

  /// Whether a script's own view receives the characters that the user types.
  fileprivate var isTypingIntoScript: Bool {
    guard let view = window.firstResponder else { return false }
    return view.overrides?.defines("keyPressed", for: view) == true
  }

  /// The cells that show dates of date pickers, which are often those of today.
  public var datePickerFrames: [Rect] {
    window.content.visibleViews.filter { $0 is DatePicker }
      .map { Rect(origin: $0.convertToWindow(.zero), size: $0.bounds.size) }
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
    chain(at: point).first(where: \.isScrolledByWheel)
  }

  // MARK: Names

  private func identifiers(of view: View) -> [String] {
    let identifiers = [view.restorationIdentifier, view.accessibilityIdentifier].compactMap { $0 }
    return identifiers.isEmpty ? [] : identifiers + [automation.path(to: view).description]
  }

  /// Returns the step that has the effect of a click at a place in a view; nil if there is none.
  private func step(clicking view: View, at place: Point) -> Step? {
    let taps = names(of: view, at: place).compactMap { tap($0, clicking: view, at: place) }
    if let tap = taps.first(where: { $0.number == nil }) { return .tap(tap.name) }
    // The number of a row or item in its list is clearer than that among all places with its title.
    if view.isFirstResponder, let (section, row) = choice(of: view, at: place) {
      let name = wholeNames(of: view).first { automation.matches($0, for: .select).first === view }
      if let name { return .select(name, row: row, section: section) }
    }
    return (taps.first ?? tap(ofWhole: view, at: place)).map { .tap($0.name, number: $0.number) }
  }

  /// Returns the tap of a view, not of one of its parts, that has the effect of a click at a place in it.
  private func tap(ofWhole view: View, at place: Point) -> (name: String, number: Int?)? {
    let taps = wholeNames(of: view).compactMap { tap($0, clicking: view, at: place) }
    return taps.first { $0.number == nil } ?? taps.first
  }

  /// The identifiers of a view, or the path that ends in its class.
  private func wholeNames(of view: View) -> [String] {
    let names = identifiers(of: view) + [view.accessibilityText].filter { !$0.isEmpty }
    return view.hasIdentifier ? names : names + [automation.path(to: view).description]
  }

  /// Returns the tap of a name that has the effect of a click at a place in a view; nil if there is none.
  private func tap(_ name: String, clicking view: View, at place: Point) -> (name: String, number: Int?)? {
    let targets = automation.targets(of: name, for: .tap, in: window)
    guard let index = targets.firstIndex(where: { isAlike($0, view, place) }) else { return nil }
    // The first of several views with a title is named with its number, as a tap notes the others.
    return (name, index == 0 && automation.matches(name, for: .tap).count <= 1 ? nil : index + 1)
  }

  /// Returns the row or item that a click at a place in a view chooses, as ``Automation/select(_:row:section:)`` does.
  private func choice(of view: View, at place: Point) -> (section: Int, row: Int)? {
    switch view {
    case let list as RowList where list.isPlainRow(at: place) && !list.hasCellCursor:
      list.row(at: place).map { ($0.section, $0.row) }
    // A click also focuses the wheel, which choosing one of its rows does not.
    case is PickerView: nil
    case is any RowChoosing: part(of: view, at: place).map { (0, $0.indexes[0]) }
    default: nil
    }
  }

  /// Returns the possible names of a click, the most readable first, without the path that ends in a class.
  private func names(of view: View, at place: Point) -> [String] {
    if let list = view as? RowList {
      return [
        list.sortingTitle(at: place) ?? list.actionTitle(at: place) ?? list.title(at: place),
        list.accessibilityElements.first { $0.activationPoint == place }?.label,
      ].compactMap { $0 }
    }
    if let part = part(of: view, at: place) { return [part.title] }
    let titles = [element(of: view, at: place)?.label, view.accessibilityText].compactMap { $0 }
    let all =
      view is Button || !(view is Control || view is TextInput)
      ? titles + identifiers(of: view) : identifiers(of: view) + titles
    // The bar's button to the previous screen.
    return (all + (view is NavigationBar ? ["Back"] : [])).filter { !$0.isEmpty }
  }

  /// Whether a click at a target has the effect of a click at a place in a view.
  private func isAlike(_ target: Automation.Target, _ view: View, _ place: Point) -> Bool {
    switch target {
    case .view(let target): target === view && isAlike(view, target.tapPoint, place)
    case .part(let target, let point):
      if target === view {
        isAlike(view, point, place)
      } else {
        // A view of a row is found as a part of its list.
        clickedView(at: target.convertToWindow(point)) === view
          && isAlike(view, view.convertFromWindow(target.convertToWindow(point)), place)
      }
    case .element(let element):
      element.view === view && element.action == nil
        && element.activationPoint.map { isAlike(view, $0, place) } == true
    }
  }

  /// Whether clicks at two places in a view have the same effect.
  private func isAlike(_ view: View, _ one: Point, _ other: Point) -> Bool {
    if one == other { return true }
    if let keyed = view as? any KeyedParts, let keys = keyed.keysAfterTap(for: one),
      keys == keyed.keysAfterTap(for: other)
    {
      return true
    }
    switch view {
    case is Button, is Switch, is Checkbox, is PopUpButton: return true
    case let list as RowList:
      if let title = list.sortingTitle(at: one) { return list.sortingTitle(at: other) == title }
      if let title = list.actionTitle(at: one) { return list.actionTitle(at: other) == title }
      return list.isPlainRow(at: one) && list.isPlainRow(at: other) && list.row(at: one) == list.row(at: other)
        && (!list.hasCellCursor || list.column(at: one.x) == list.column(at: other.x))
    case let input as TextInput: return input.isEditable && input.offset(at: one) == input.offset(at: other)
    case let parts as any TitledParts: return parts.part(at: one).map { $0 == parts.part(at: other) } ?? false
    case is Slider, is Stepper: return false
    default:
      guard let element = element(of: view, at: one) else { return false }
      return element.activationPoint == self.element(of: view, at: other)?.activationPoint
    }
  }

  private func part(of view: View, at place: Point) -> TitledPart? { (view as? any TitledParts)?.part(at: place) }

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

extension Automation {
  /// Types text into the focused view, but only if that view takes text: other views would run a command for each letter.
  ///
  /// - Throws: ``AutomationError/noTextInput(_:)`` before the first character that is not taken as text. Nothing is typed
  ///   if the view takes no text at first.
  public func enterText(_ text: String) throws {
    func isTaken(_ character: Character) -> Bool {
      InputNaming(application).map { $0.types(character) || $0.isTypingIntoScript } ?? false
    }
    guard text.allSatisfy(isTaken) else { throw AutomationError.noTextInput(text) }
    for character in text {
      // A character can move the focus.
      guard isTaken(character) else { throw AutomationError.noTextInput(text) }
      try type(String(character))
    }
  }
}

extension KeyedParts {
  /// Whether keys reach the view when it is focused.
  fileprivate var hearsKeys: Bool {
    canBecomeFirstResponder
      && !["keyPressed", "mouseEvent"].contains { overrides?.defines($0, for: self) == true }
  }
}

extension RowList {
  /// Returns the title of the action of a row that is shown at a point.
  fileprivate func actionTitle(at point: Point) -> String? {
    guard let rowActions, row(at: point) == rowActions.row else { return nil }
    return rowActions.page(width: rowWidth).item(at: point.x).map { rowActions.actions[$0].title }
  }

  /// Returns the text by which a row, or its cell, is found at a point.
  fileprivate func title(at point: Point) -> String? {
    guard let path = row(at: point) else { return nil }
    let words = words(ofRowAt: path)
    guard hasCellCursor, let column = column(at: point.x) else { return words.label }
    return words.searchedTexts.indices.contains(column) ? words.searchedTexts[column] : nil
  }

  /// Whether a click at a point has the effect of a click on the row's text: it is not on a header, triangle, handle,
  /// scroll bar or action.
  fileprivate func isPlainRow(at point: Point) -> Bool {
    guard rowActions == nil, let row = row(at: point) else { return false }
    let leading = rowSource?.leadingTextForRow(at: row).cellWidth ?? 0
    return (leading == 0 || point.x >= 2 + leading) && point.x < rowWidth - (hasHandles ? 1 : 0)
  }
}

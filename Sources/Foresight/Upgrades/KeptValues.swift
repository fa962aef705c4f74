import AppSession
import Interface
import LuaRuntime
import LuaScreens
import StateRestoration

/// The values that a user has typed and chosen in the views of a kept state, compared with those of the restored app.
@MainActor
struct KeptValues {
  /// A value that is another one after the upgrade, in words.
  struct Difference {
    let property: String
    /// The kept value.
    let value: StateValue
    let before: String
    let after: String
  }

  private let host: ScriptHost
  /// Whether the app was refused what could bring the items for which restored values wait.
  private let isIncomplete: Bool
  private let views: [IdentifierPath: Responder]

  /// The keys of values that a user enters or chooses. Positions follow from the size and content of a view.
  nonisolated static let chosen = SavedProperty.choices.union([
    "typedText", "value", "isOn", "selectedRows", "date", "currentIndex",
  ])
  /// Whether a key of a built-in class is of something that a user enters or chooses.
  nonisolated static func isChosen(_ key: String) -> Bool { chosen.contains(key) || key == "sorting" }
  private static let classesWithoutChoice: Set<String> = ["Gauge"]

  init(of host: ScriptHost, isIncomplete: Bool) {
    (self.host, self.isIncomplete) = (host, isIncomplete || host.isBusy)
    var views: [IdentifierPath: Responder] = [:]
    for controller in Automation(host.application).allControllers {
      guard let path = controller.restorationIdentifierPath else { continue }
      views[path] = controller
      var next = controller.viewIfLoaded.map { [$0] } ?? []
      while let view = next.popLast() {
        if let identifier = view.restorationIdentifier { views[path.appending(identifier)] = view }
        next += view.subviews.filter { $0.viewController == nil }
      }
    }
    self.views = views
  }

  /// Returns the values of a kept node that its restored counterpart does not have.
  ///
  /// - Parameter defaults: the keys of values that the user has not chosen.
  func differences(
    _ node: ArchiveOutline.Node, _ restored: TreeRecord.Node, without defaults: [String] = []
  ) -> [Difference] {
    guard !Self.classesWithoutChoice.contains(node.archived.className), let view = views[node.path] else { return [] }
    return node.state.builtIn.compactMap { entry in
      let (key, value) = (entry.key, entry.value.expanded)
      guard !defaults.contains(key) else { return nil }
      if key == "selectedRows", !(view is PickerView) { return rowDifference(value, view, restored) }
      if key == "sorting", let list = view as? RowList { return sortingDifference(value, list) }
      if key == "resultMethod" { return resultDifference(value, view) }
      if key == "date", let picker = view as? DatePicker { return dateDifference(value, picker, restored) }
      guard Self.chosen.contains(key) else { return nil }
      if SavedProperty.shownChildren.contains(key), let container = view as? ViewController,
        isChildKept(value, of: node, container)
      {
        return nil
      }
      let (property, state) = (
        SavedProperty(key, in: restored.state), Self.shown(restored.state[key], of: value, in: view)
      )
      // A long text is saved in pieces.
      if key == "typedText", let state, "\(state)" == "\(value)" { return nil }
      if state == value, isIncomplete || Self.isEmpty(view) { return nil }
      let text = property.text(value)
      guard state == value, key != "typedText" else {
        return Difference(property: property.name, value: value, before: text, after: property.text(state))
      }
      // A restored value waits for items or limits that may never come.
      guard var seen = Self.shown(seen(property.name, of: view), of: value, in: view),
        !Self.isSame(property.scriptValue(value), seen)
      else {
        return nil
      }
      if case .float = value, case .integer(let integer) = seen { seen = .float(Double(integer)) }
      return Difference(property: property.name, value: value, before: text, after: "\(seen)")
    }
  }

  /// Returns a value of a view as far as the kept value goes: without the columns that a picker has got since then.
  private static func shown(_ value: StateValue?, of kept: StateValue, in view: Responder) -> StateValue? {
    guard view is PickerView, case .list(let rows)? = value, case .list(let keptRows) = kept else { return value }
    return .list(Array(rows.prefix(keptRows.count)))
  }

  /// A date of which the picker shows another one, by the parts of its mode.
  private func dateDifference(_ value: StateValue, _ picker: DatePicker, _ restored: TreeRecord.Node) -> Difference? {
    guard case .float(let seconds) = value else { return nil }
    let kept = picker.shownPart(ofSecondsSince1970: seconds)
    if restored.state["date"] == .float(kept) {
      // It waits for limits that may never come.
      guard !isIncomplete, picker.shownPart(ofSecondsSince1970: picker.date) != kept else { return nil }
    }
    return Difference(
      property: SavedProperty("date", in: restored.state).name, value: value,
      before: picker.text(ofSecondsSince1970: seconds), after: picker.text(ofSecondsSince1970: picker.date))
  }

  /// Whether the child with a zero-based index in a kept container is selected, at any place, or is lost itself.
  private func isChildKept(_ index: StateValue, of node: ArchiveOutline.Node, _ container: ViewController) -> Bool {
    let children = node.children.filter { $0.archived.kind == .viewController && $0.archived.relation == .child }
    guard case .integer(let index) = index, let child = children.first(where: { $0.archived.position == Int(index) })
    else { return false }
    let selected =
      (container as? TabBarController)?.selectedViewController
      ?? (container as? PageViewController)?.currentViewController
    return views[child.path].map { $0 === selected } ?? true
  }

  /// Whether a view has no items yet among which a restored one could be.
  private static func isEmpty(_ view: Responder) -> Bool {
    switch view {
    case let choice as ChoiceControl: choice.items.isEmpty
    case let group as ToggleGroup: group.items.isEmpty
    case let picker as PickerView: picker.components.allSatisfy(\.isEmpty)
    case let list as RowList: list.hasNoRows
    default: false
    }
  }

  /// Selected rows that the list does not have. Those that it has may be at other positions.
  private func rowDifference(_ value: StateValue, _ view: Responder, _ restored: TreeRecord.Node) -> Difference? {
    guard case .list(let rows) = value, !rows.isEmpty, !isIncomplete, !Self.isEmpty(view) else { return nil }
    var count = 0
    if case .list(let texts)? = restored.state["selectedTexts"] { count = texts.count }
    if (view as? OutlineView)?.hasSelectedItem == true { count = max(count, 1) }
    guard count < rows.count, count < RowList.mostSelectedTexts else { return nil }
    func words(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
    return Difference(
      property: SavedProperty("selectedRows", in: restored.state).name, value: value, before: words(rows.count),
      after: view is RowList ? words(count) : "nil")
  }

  /// A sorting by a column that the list does not have, or by which it cannot be sorted.
  private func sortingDifference(_ value: StateValue, _ list: RowList) -> Difference? {
    guard case .list(let parts) = value, let column = parts.first, !isIncomplete, !list.columns.isEmpty,
      seen("sortColumn", of: list) == .null
    else { return nil }
    return Difference(property: "sortColumn", value: value, before: "\(column)", after: "nil")
  }

  /// A method for the user's answer that the presenter does not have any more.
  private func resultDifference(_ value: StateValue, _ view: Responder) -> Difference? {
    guard case .string(let method) = value, let presenter = (view as? ViewController)?.presentingViewController,
      host.lua.definition(ofMethod: method, of: presenter) == nil
    else { return nil }
    return Difference(
      property: "onResult", value: value, before: "\(value)", after: "no method of \(presenter.className)")
  }

  /// Returns a property as scripts read it; nil if it is no boolean, number or list of numbers, and not nil.
  private func seen(_ name: String, of view: Responder) -> StateValue? {
    try? host.withUntracedStack { stack in
      stack.push(object: view)
      try stack.getField(-1, name)
      return switch stack.kind(-1) {
      case .nil: .null
      case .boolean: .boolean(stack.truth(-1))
      case .number: stack.integer(-1).map { .integer($0) } ?? stack.number(-1).map { .float($0) }
      case .table: Self.numbers(on: stack)
      default: nil
      }
    }
  }

  /// Returns the list of numbers on top of the stack.
  private static func numbers(on stack: LuaStack) -> StateValue {
    var numbers: [StateValue] = []
    var kind = stack.rawGet(-1, 1)
    while kind == .number, let number = stack.integer(-1) {
      numbers.append(.integer(number))
      stack.pop()
      kind = stack.rawGet(-1, Int64(numbers.count + 1))
    }
    stack.pop()
    return .list(numbers)
  }

  private static func isSame(_ value: StateValue, _ other: StateValue) -> Bool {
    func number(_ value: StateValue) -> Double? {
      switch value {
      case .integer(let integer): Double(integer)
      case .float(let number): number
      default: nil
      }
    }
    if case .list(let values) = value, case .list(let others) = other {
      // Nothing was selected where the kept value is nil.
      return values.count == others.count && zip(values, others).allSatisfy { $0 == .null || isSame($0, $1) }
    }
    return value == other || number(value).map { $0 == number(other) } ?? false
  }
}

import Interface
import StateRestoration

/// The items that are chosen in a control: they stay the same ones if the control gets other items.
struct Choice: Hashable, Sendable {
  /// The texts of the chosen items.
  let texts: [String]
  /// Whether they are those before the user has chosen any.
  let isInitial: Bool

  /// Returns nil for a view without items to choose from.
  @MainActor
  init?(_ view: View) {
    switch view {
    case let control as ChoiceControl:
      texts = control.selectedIndex.map { [control.items[$0]] } ?? []
      isInitial = control.selectedIndex == control.initialIndex
    case let group as ToggleGroup:
      texts = group.selectedIndexes.sorted().map { group.items[$0] }
      isInitial = texts.isEmpty
    case let picker as PickerView:
      texts = zip(picker.components, picker.selectedRows).compactMap { items, row in row.map { items[$0] } }
      isInitial = picker.selectedRows.allSatisfy { $0 ?? 0 == 0 }
    default: return nil
    }
  }

  /// The texts as a value of scripts.
  var value: StateValue { .list(texts.map { .string($0) }) }

  /// Returns the lists of items to choose from in a view.
  @MainActor
  static func lists(in view: View) -> [[String]] {
    switch view {
    case let control as ChoiceControl: [control.items]
    case let group as ToggleGroup: [group.items]
    case let picker as PickerView: picker.components
    default: []
    }
  }

  /// Returns the chosen item of a view as an expression of a test; nil if it has several, or none to choose from.
  ///
  /// - Parameter name: the variable with the view.
  @MainActor
  static func expression(for view: View, named name: String) -> String? {
    switch view {
    case is SegmentedControl: "\(name).segments[\(name).selectedSegmentIndex]"
    case is ChoiceControl: "\(name).items[\(name).selectedIndex]"
    case let picker as PickerView where picker.components.count == 1: "\(name).rows[\(name).selectedRow]"
    default: nil
    }
  }
}

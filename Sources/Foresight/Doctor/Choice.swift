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
    default: return nil
    }
  }

  /// The texts as a value of scripts.
  var value: StateValue { .list(texts.map { .string($0) }) }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let popUpButton = ScriptClassDefinition(
    "PopUpButton", PopUpButton.self, "A button that shows one of several choices and opens a menu with the others.",
    make: { _ in PopUpButton() }
  ) { button, _ in button.choice() }

  static let radioGroup = ScriptClassDefinition(
    "RadioGroup", RadioGroup.self, "A vertical list of choices, one of which is selected.", make: { _ in RadioGroup() }
  ) { group, _ in group.choice() }

  static let toggleGroup = ScriptClassDefinition(
    "ToggleGroup", ToggleGroup.self, "A vertical list of choices, any number of which can be selected.",
    make: { _ in ToggleGroup() }
  ) { group, _ in
    group.property(
      "items", "The titles of the choices, in order. Setting them keeps the selected indexes that are still valid.",
      get: { $0.items }, set: { $0.items = $1 })
    group.property(
      "selectedIndexes",
      "The indexes of the selected choices, counted from 1, in order. Setting them does not call `onChange`.",
      get: { $0.selectedIndexes.sorted().map { $0 + 1 } },
      set: { group, numbers in
        group.stateWasGiven()
        group.selectedIndexes = Set(try numbers.map { try place($0, of: group.items.count, "selectedIndexes") })
      })
    group.handler("onChange(view)", "Called when the user has changed the selection; not when a script does.")
    group.late("selectedIndexes")
  }
}

extension ScriptClass where Object: ChoiceControl {
  /// Defines the members shared by controls with choices.
  fileprivate func choice() {
    property(
      "items", "The choices, in order. Setting them keeps the selected index if it is still valid.",
      get: { $0.items }, set: { $0.items = $1 })
    property(
      "selectedIndex", "The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.",
      get: { $0.selectedIndex.map { $0 + 1 } },
      set: { control, number in
        control.stateWasGiven()
        control.selectedIndex = try number.map { try place($0, of: control.items.count, "selectedIndex") }
      })
    handler("onChange(view)", "Called when the user has selected another choice; not when a script does.")
    late("selectedIndex")
  }
}

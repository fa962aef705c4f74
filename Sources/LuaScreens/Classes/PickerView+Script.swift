import Interface
import LuaRuntime

extension ScriptClasses {
  static let pickerView = ScriptClassDefinition(
    "PickerView", PickerView.self, "A list of many choices, or several lists side by side.",
    make: { _ in PickerView() }
  ) { picker, _ in
    picker.property(
      "components", "The rows of each column, for a picker with several columns.", get: { $0.components },
      set: { $0.components = $1 })
    picker.property(
      "rows", "The rows of a picker with one column, or of the first column.",
      get: { $0.components.first ?? [] }, set: { $0.components = [$1] })
    picker.property(
      "selectedRows", "The index of the selected row of each column, counted from 1; 0 for none.",
      get: { $0.selectedRows.map { ($0 ?? -1) + 1 } },
      set: { picker, rows in
        picker.stateWasGiven()
        picker.selectedRows = try rows.enumerated().map { try picker.place($1, in: $0, "selectedRows") }
      })
    picker.property(
      "selectedRow", "The index of the selected row of the first column, counted from 1; nil if it has no rows.",
      get: { picker -> Int? in (picker.selectedRows.first ?? nil).map { $0 + 1 } },
      set: { picker, row in
        picker.stateWasGiven()
        if row == nil, picker.components.first?.isEmpty != false { return }
        guard let row else { throw LuaError.usage("selectedRow: expected the index of a row, got nil") }
        picker.selectedRows = [try picker.place(row, in: 0, "selectedRow")] + picker.selectedRows.dropFirst()
      })
    picker.handler("onChange(view)", "Called when the user has selected another row; not when a script does.")
    picker.late("selectedRows", "selectedRow")
  }
}

extension PickerView {
  /// Returns the index, from zero, of a row that a script gives to a property; nil in a component without rows for 0, the row
  /// that is read, and for 1, as its rows may come later.
  fileprivate func place(_ row: Int, in component: Int, _ property: String) throws -> Int? {
    guard components.indices.contains(component) else {
      throw LuaError.usage("selectedRows: this picker has \(components.count) components")
    }
    let count = components[component].count
    if count == 0, (0...1).contains(row) { return nil }
    guard count > 0, (1...count).contains(row) else {
      let expected = count == 0 ? "0, as there are no rows" : "1 to \(count)"
      throw LuaError.usage("\(property): expected \(expected), got \(row)")
    }
    return row - 1
  }
}

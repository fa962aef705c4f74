import Interface
import LuaRuntime

extension ScriptClasses {
  static let pickerView = ScriptClassDefinition(
    "PickerView", PickerView.self, "One of many choices, or one of each of several lists.",
    make: { _ in PickerView() }
  ) { picker, _ in
    picker.property(
      "components", "The rows of each wheel, for a picker with several.", get: { $0.components },
      set: { $0.components = $1 })
    picker.property(
      "rows", "The rows of the wheel, for a picker with one; of the first if there are several.",
      get: { $0.components.first ?? [] }, set: { $0.components = [$1] })
    picker.property(
      "selectedRows", "The number of the chosen row of each wheel, counted from 1; 0 for none.",
      get: { $0.selectedRows.map { ($0 ?? -1) + 1 } },
      set: { picker, rows in
        picker.stateWasGiven()
        picker.selectedRows = try rows.enumerated().map { try picker.place(ofRow: $1, component: $0) }
      })
    picker.property(
      "selectedRow", "The number of the chosen row of the first wheel, counted from 1; nil if it has no rows.",
      get: { picker -> Int? in (picker.selectedRows.first ?? nil).map { $0 + 1 } },
      set: { picker, row in
        picker.stateWasGiven()
        guard let row else { throw LuaError.usage("selectedRow: expected the number of a row, got nil") }
        picker.selectedRows = [try picker.place(ofRow: row, component: 0)] + picker.selectedRows.dropFirst()
      })
    picker.handler("onChange(view)", "Called when the user has chosen another row; not when a script does.")
    picker.late("selectedRows", "selectedRow")
  }
}

extension PickerView {
  fileprivate func place(ofRow row: Int, component: Int) throws -> Int {
    guard components.indices.contains(component) else {
      throw LuaError.usage("selectedRows: this picker has \(components.count) components")
    }
    let count = components[component].count
    guard (1...max(1, count)).contains(row) else {
      throw LuaError.usage("selectedRow: expected 1 to \(count), got \(row)")
    }
    return row - 1
  }
}

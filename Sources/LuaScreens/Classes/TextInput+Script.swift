import Interface
import LuaRuntime

extension ScriptClass where Object: TextInput {
  /// Defines the members shared by all views for text input.
  func input() {
    property(
      "isEditable", "Whether the user can change the text.", get: { $0.isEditable }, set: { $0.isEditable = $1 })
    property(
      "placeholder", "The dimmed text that is shown while the field is empty.", get: { $0.placeholder },
      set: { $0.placeholder = $1 })
    property(
      "selectedRange", "The selection in characters, counted from 1; a length of 0 is the insertion point.",
      get: { $0.selectedRange }, set: { $0.selectedRange = $1 })
    property(
      "selectionDirection",
      "The end of the selection that Shift with an arrow key moves: `\"forward\"` is its end, `\"backward\"` its start. Setting `selectedRange` makes it `\"forward\"`.",
      get: { $0.selectionDirection }, set: { $0.selectionDirection = $1 })
    handler("onChange(view)", "Called when the user has changed the text; not when a script does.")
    late("selectedRange", "selectionDirection")
  }
}

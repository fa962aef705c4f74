import Interface
import LuaRuntime

extension ScriptClass where Object: TextInput {
  /// What all that text is typed into has.
  func input() {
    property(
      "isEditable", "Whether the user can change the text.", get: { $0.isEditable }, set: { $0.isEditable = $1 })
    property(
      "placeholder", "The faint text that is shown while there is none.", get: { $0.placeholder },
      set: { $0.placeholder = $1 })
    property(
      "selectedRange", "What is selected, in characters, of which the first is 1; a length of 0 is where one types.",
      get: { $0.selectedRange }, set: { $0.selectedRange = $1 })
    handler("onChange(view)", "Called when the user has changed the text; not when a script sets it.")
    late("selectedRange")
  }
}

import Interface
import LuaRuntime

extension ScriptClass where Object: TextInput {
  /// What all that text is typed into has.
  func input() {
    property(
      "isEditable", "Whether the person can change the text.", get: { $0.isEditable }, set: { $0.isEditable = $1 })
    property(
      "placeholder", "What is shown while there is no text.", get: { $0.placeholder }, set: { $0.placeholder = $1 })
    property(
      "selectedRange", "What is selected, in characters; the first one is 1. Nothing: where one types.",
      get: { $0.selectedRange }, set: { $0.selectedRange = $1 })
    handler("onChange(view)", "Called when the person has changed the text.")
    late("selectedRange")
  }
}

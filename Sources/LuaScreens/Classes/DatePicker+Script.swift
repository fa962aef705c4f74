import Interface
import LuaRuntime

extension ScriptClasses {
  static let datePicker = ScriptClassDefinition(
    "DatePicker", DatePicker.self, "A date, a time or both.",
    make: { host in
      let picker = DatePicker()
      picker.date = host.application.wallClock()
      return picker
    }
  ) { picker, _ in
    picker.property(
      "date", "The point in time that is shown; now at first.", get: { ScriptDate($0.date) },
      set: { $0.date = try finite($1.seconds, "date") })
    picker.property(
      "minimumDate", "The earliest that can be chosen.", get: { $0.minimumDate.map { ScriptDate($0) } },
      set: { $0.minimumDate = try $1.map { try finite($0.seconds, "minimumDate") } })
    picker.property(
      "maximumDate", "The latest that can be chosen.", get: { $0.maximumDate.map { ScriptDate($0) } },
      set: { $0.maximumDate = try $1.map { try finite($0.seconds, "maximumDate") } })
    picker.property("datePickerMode", "What of it is chosen.", get: { $0.mode }, set: { $0.mode = $1 })
    picker.property(
      "preferredDatePickerStyle", "Whether it is one line or a calendar.", get: { $0.preferredStyle },
      set: { $0.preferredStyle = $1 })
    picker.handler("onChange(view)", "Called when the person has chosen.")
    picker.late("date")
  }
}

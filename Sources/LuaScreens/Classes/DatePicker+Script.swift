import Interface
import LuaRuntime

extension ScriptClasses {
  static let datePicker = ScriptClassDefinition(
    "DatePicker", DatePicker.self, "A control for a date, a time or both, in the local time zone.",
    make: { host in
      let picker = DatePicker()
      picker.date = host.application.wallClock()
      return picker
    }
  ) { picker, _ in
    picker.property(
      "date", "The selected point in time; initially the current time.", get: { ScriptDate($0.date) },
      set: { picker, date in
        picker.stateWasGiven()
        picker.date = try finite(date.seconds, "date")
      })
    picker.property(
      "minimumDate", "The earliest selectable time; nil for no limit.",
      get: { $0.minimumDate.map { ScriptDate($0) } },
      set: { $0.minimumDate = try $1.map { try finite($0.seconds, "minimumDate") } })
    picker.property(
      "maximumDate", "The latest selectable time; nil for no limit.", get: { $0.maximumDate.map { ScriptDate($0) } },
      set: { $0.maximumDate = try $1.map { try finite($0.seconds, "maximumDate") } })
    picker.property(
      "datePickerMode", "Whether the user selects a date, a time or both.", get: { $0.mode }, set: { $0.mode = $1 })
    picker.property(
      "preferredDatePickerStyle", "Whether it is one line, \"compact\", or a calendar, \"inline\".",
      get: { $0.preferredStyle },
      set: { $0.preferredStyle = $1 })
    picker.handler("onChange(view)", "Called when the user has selected another time; not when a script does.")
    picker.late("date")
  }
}

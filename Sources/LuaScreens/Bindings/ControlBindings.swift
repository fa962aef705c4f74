import Foundation
import Interface
import LuaRuntime
import StateRestoration

extension Bindings {
  /// Buttons and what shows or takes a value.
  func defineControls(_ view: HostClass) throws {
    let button = try lua.define("Button", Button.self, superclass: view) { Button() }
    button.property("title", get: { (button: Button) in button.title }, set: { $0.title = $1 })
    button.property(
      "isDestructive", get: { (button: Button) in button.isDestructive }, set: { $0.isDestructive = $1 })
    button.handler("action", didSet: { (_: View, _) in })
    button.takeItem = { button, stack in
      let title = try stack.checkString(-1, "an item of Button")
      try stack.state.hold(stack.size(-1), as: "title", for: button, on: stack)
      (button as? Button)?.title = title
    }
    try defineBars(view, button: button)
    try lua.define("Switch", Switch.self, superclass: view) { Switch() }
      .property("isOn", get: { (control: Switch) in control.isOn }, set: { $0.isOn = $1 })
      .handler("onChange", didSet: { (_: View, _) in })
    try defineNumbers(view)
    try defineChoices(view)
    try defineDatePicker(view)
    let progress = try lua.define("ProgressView", ProgressView.self, superclass: view) { ProgressView() }
    progress.property("progress", get: { (view: ProgressView) in view.progress }, set: { $0.progress = $1 })
    progress.property(
      "isIndeterminate", get: { (view: ProgressView) in view.isIndeterminate }, set: { $0.isIndeterminate = $1 })
    try lua.define("ActivityIndicator", ActivityIndicator.self, superclass: view) { ActivityIndicator() }
      .property("isAnimating", get: { (view: ActivityIndicator) in view.isAnimating }, set: { $0.isAnimating = $1 })
  }

  private func defineNumbers(_ view: HostClass) throws {
    let stepper = try lua.define("Stepper", Stepper.self, superclass: view) { Stepper() }
    stepper.property(
      "stepValue", get: { (control: Stepper) in control.stepValue },
      set: { $0.stepValue = try Self.finite($1, "stepValue") })
    for control in [stepper, try lua.define("Slider", Slider.self, superclass: view) { Slider() }] {
      control.property(
        "value", get: { (control: NumberControl) in control.value }, set: { $0.value = try Self.finite($1, "value") })
      control.property(
        "minimumValue", get: { (control: NumberControl) in control.minimumValue },
        set: { $0.minimumValue = try Self.finite($1, "minimumValue") })
      control.property(
        "maximumValue", get: { (control: NumberControl) in control.maximumValue },
        set: { $0.maximumValue = try Self.finite($1, "maximumValue") })
      control.handler("onChange", didSet: { (_: View, _) in })
      control.lateProperties = ["value"]
    }
  }

  private func defineChoices(_ view: HostClass) throws {
    let segmented = try lua.define("SegmentedControl", SegmentedControl.self, superclass: view) { SegmentedControl() }
    segmented.property("segments", get: { (control: SegmentedControl) in control.segments }, set: { $0.segments = $1 })
    segmented.property(
      "selectedSegmentIndex", get: { (control: SegmentedControl) in control.selectedSegmentIndex.map { $0 + 1 } },
      set: { (control: SegmentedControl, index: Int?) in
        if let index, !control.segments.indices.contains(index - 1) {
          throw LuaError.usage("selectedSegmentIndex: expected 1 to \(control.segments.count), got \(index)")
        }
        control.selectedSegmentIndex = index.map { $0 - 1 }
      })
    segmented.handler("onChange", didSet: { (_: View, _) in })
    segmented.lateProperties = ["selectedSegmentIndex"]

    let picker = try lua.define("PickerView", PickerView.self, superclass: view) { PickerView() }
    picker.property(
      "components", get: { (picker: PickerView) in picker.components }, set: { $0.components = $1 })
    picker.property(
      "rows", get: { (picker: PickerView) in picker.components.first ?? [] }, set: { $0.components = [$1] })
    picker.property(
      "selectedRows",
      get: { (picker: PickerView) in picker.selectedRows.map { ($0 ?? -1) + 1 } },
      set: { (picker: PickerView, rows: [Int]) in
        picker.selectedRows = try rows.enumerated().map { try Self.row($1, of: picker, component: $0) }
      })
    picker.property(
      "selectedRow", get: { (picker: PickerView) in picker.selectedRows.first.flatMap { $0 }.map { $0 + 1 } },
      set: { (picker: PickerView, row: Int?) in
        guard let row else { throw LuaError.usage("selectedRow: expected the number of a row, got nil") }
        picker.selectedRows = [try Self.row(row, of: picker, component: 0)] + picker.selectedRows.dropFirst()
      })
    picker.handler("onChange", didSet: { (_: View, _) in })
    picker.lateProperties = ["selectedRows", "selectedRow"]
  }

  private static func row(_ row: Int, of picker: PickerView, component: Int) throws -> Int {
    guard picker.components.indices.contains(component) else {
      throw LuaError.usage("selectedRows: this picker has \(picker.components.count) components")
    }
    let count = picker.components[component].count
    guard (1...max(1, count)).contains(row) else {
      throw LuaError.usage("selectedRow: expected 1 to \(count), got \(row)")
    }
    return row - 1
  }

  private func defineDatePicker(_ view: HostClass) throws {
    let picker = try lua.define("DatePicker", DatePicker.self, superclass: view) { [host] in
      let picker = DatePicker()
      picker.date = host.application.wallClock()
      return picker
    }
    picker.property(
      "date", get: { (picker: DatePicker) in ScriptDate(picker.date) },
      set: { (picker: DatePicker, date: ScriptDate) in picker.date = try Self.finite(date.seconds, "date") })
    for (name, path) in [("minimumDate", \DatePicker.minimumDate), ("maximumDate", \DatePicker.maximumDate)] {
      picker.property(
        name, get: { (picker: DatePicker) in picker[keyPath: path].map { ScriptDate($0) } },
        set: { (picker: DatePicker, date: ScriptDate?) in
          picker[keyPath: path] = try date.map { try Self.finite($0.seconds, name) }
        })
    }
    picker.enumeration(
      "datePickerMode", DatePicker.Mode.self, get: { (picker: DatePicker) in picker.mode }, set: { $0.mode = $1 })
    picker.enumeration(
      "preferredDatePickerStyle", DatePicker.Style.self, get: { (picker: DatePicker) in picker.preferredStyle },
      set: { $0.preferredStyle = $1 })
    picker.handler("onChange", didSet: { (_: View, _) in })
    picker.lateProperties = ["date"]
  }

  static func finite(_ value: Double, _ name: String) throws -> Double {
    guard value.isFinite else { throw LuaError.usage("\(name): expected a finite number, got \(value)") }
    return value
  }

  // MARK: Pictures

  func defineImages(_ view: HostClass) throws {
    let image = try lua.define("Image", Image.self)
    image.size = { ($0 as? Image).map { $0.width * $0.height * 4 } ?? 0 }
    image.describe = { ($0 as? Image).map { "\($0.width)x\($0.height)" } }
    image.property("width", get: { (image: Image) in image.width })
    image.property("height", get: { (image: Image) in image.height })
    let imageView = try lua.define("ImageView", ImageView.self, superclass: view) { ImageView() }
    imageView.property(
      "image", type: "a ui.Image, the path of a PNG file, or nil",
      get: { (view: ImageView, stack: LuaStack) in stack.push(object: view.image) },
      set: { [host] (view: ImageView, stack: LuaStack, index: Int32) in
        view.image = stack.isNil(index) ? nil : try host.image(stack, index)
      })
    imageView.enumeration(
      "contentMode", ImageView.ContentMode.self, get: { (view: ImageView) in view.contentMode },
      set: { $0.contentMode = $1 })
    imageView.enumeration(
      "pixels", ImageView.Pixels.self, get: { (view: ImageView) in view.pixels }, set: { $0.pixels = $1 })
  }

  /// `ui.Image(path)`, `ui.Image(ui.Data(…))`.
  func makeImage(_ stack: LuaStack) throws -> Int32 {
    stack.push(object: try host.image(stack, 1))
    return 1
  }
}

extension ScriptHost {
  /// The picture at an index: one that was made before, the bytes of a PNG file, or its path. A path is relative to the
  /// script; a script in the sandbox reads pictures of its own folder only.
  fileprivate func image(_ stack: LuaStack, _ index: Int32) throws -> Image {
    if let image = stack.object(index) as? Image { return image }
    if let data = stack.object(index) as? ScriptData { return try Image(png: data.bytes) }
    guard let path = stack.string(index) else {
      throw stack.wrongType(index, "a picture", expected: "a ui.Image, a ui.Data, or the path of a PNG file")
    }
    let folder = URL(fileURLWithPath: configuration.script).deletingLastPathComponent()
    let file = URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL.resolvingSymlinksInPath()
    if configuration.lua.isSandboxed {
      let own = folder.standardizedFileURL.resolvingSymlinksInPath().path
      guard file.path.hasPrefix(own.hasSuffix("/") ? own : own + "/") else {
        throw LuaError.usage(
          "the picture \(path) is outside of the script's folder, which a sandboxed script cannot read")
      }
    }
    do {
      return try Image(png: Array(try Data(contentsOf: file)))
    } catch let error as ImageError {
      throw LuaError.usage("\(path): \(error)")
    } catch {
      throw LuaError.usage(
        "the picture \(path) cannot be read: there is no such file beside the script, or no right to read it")
    }
  }
}

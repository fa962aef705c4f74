import Interface
import LuaRuntime
import StateRestoration

extension Bindings {
  /// Views and controls in scripts. Indices count from 1 there.
  func defineViews(_ responder: HostClass) throws {
    let view = try lua.define("View", View.self, superclass: responder) { View() }
    view.describe = { ($0 as? View).flatMap { $0.restorationIdentifier ?? $0.accessibilityIdentifier } }
    view.takeItem = { view, stack in
      guard let subview = stack.object(-1) as? View else {
        throw LuaError.wrongType(what: "an item of a view", expected: "a view", actual: stack.describeKind(-1))
      }
      MainActor.assumeIsolated { (view as? View)?.addSubview(subview) }
    }
    try defineViewMembers(view)
    try defineStacks(view)
    try defineTexts(view)
    try defineControls(view)
    try defineTable(view)
    try defineCanvas()
  }

  private func defineViewMembers(_ view: HostClass) throws {
    view.property(
      "restorationIdentifier", get: { (view: View) in view.restorationIdentifier },
      set: { $0.restorationIdentifier = $1 })
    view.property(
      "accessibilityIdentifier", get: { (view: View) in view.accessibilityIdentifier },
      set: { $0.accessibilityIdentifier = $1 })
    view.property("isHidden", get: { (view: View) in view.isHidden }, set: { $0.isHidden = $1 })
    view.property("isEnabled", get: { (view: View) in view.isEnabled }, set: { $0.isEnabled = $1 })
    view.property("isFirstResponder", get: { (view: View) in view.isFirstResponder })
    view.property("superview", get: { (view: View) in view.superview })
    view.property("subviews", get: { (view: View) in view.subviews })
    view.property(
      "frame", type: "a table",
      get: { (view: View, stack: LuaStack) in
        stack.createTable(hash: 4)
        for (name, value) in [
          ("x", view.frame.minX), ("y", view.frame.minY), ("width", view.frame.width), ("height", view.frame.height),
        ] {
          stack.push(value)
          stack.rawSet(-2, name)
        }
      }, set: nil)
    try view.method("addSubview") { (view: View, stack) in
      let subview: View = try stack.checkObject(2, "the view to add")
      if sequence(first: view, next: \.superview).contains(where: { $0 === subview }) {
        throw LuaError.usage("addSubview: a view cannot go into itself, or into a view that is in it")
      }
      view.addSubview(subview)
      return 0
    }
    try view.method("removeFromSuperview") { (view: View, _) in
      view.removeFromSuperview()
      return 0
    }
    try view.method("becomeFirstResponder") { (view: View, stack) in
      stack.push(view.becomeFirstResponder())
      return 1
    }
    try view.method("resignFirstResponder") { (view: View, _) in
      view.resignFirstResponder()
      return 0
    }
    try view.method("setNeedsDisplay") { (view: View, _) in
      view.setNeedsDisplay()
      return 0
    }
    try view.method("invalidateRestorableState") { (view: View, _) in
      view.invalidateRestorableState()
      return 0
    }
    try view.method("encodeRestorableState") { (view: View, stack) in
      try view.encodeRestorableState(with: try stack.checkObject(2, "the coder"))
      return 0
    }
    try view.method("decodeRestorableState") { (view: View, stack) in
      try view.decodeRestorableState(with: try stack.checkObject(2, "the coder"))
      return 0
    }
    try view.method("draw") { (view: View, stack) in
      view.draw(in: try stack.checkObject(2, "the canvas"))
      return 0
    }
  }

  private func defineStacks(_ view: HostClass) throws {
    for (name, stackView) in [
      ("VStack", try lua.define("VStack", VStack.self, superclass: view) { VStack() }),
      ("HStack", try lua.define("HStack", HStack.self, superclass: view) { HStack() }),
    ] {
      _ = name
      stackView.property(
        "spacing", get: { (view: StackView) in view.spacing }, set: { $0.spacing = try Self.nonNegative($1, "spacing") }
      )
      stackView.property(
        "padding", get: { (view: StackView) in view.padding }, set: { $0.padding = try Self.nonNegative($1, "padding") }
      )
    }
    try lua.define("Spacer", Spacer.self, superclass: view) { Spacer() }
    try lua.define("Divider", Divider.self, superclass: view) { Divider() }
    let scroll = try lua.define("ScrollView", ScrollView.self, superclass: view) { ScrollView() }
    scroll.property(
      "contentOffset", type: "a table { x =, y = }",
      get: { (view: ScrollView, stack: LuaStack) in Self.push(view.contentOffset, on: stack) },
      set: { (view: ScrollView, stack: LuaStack, index: Int32) in
        view.contentOffset = try Self.point(stack, index, "contentOffset")
      })
  }

  static func nonNegative(_ value: Int, _ name: String) throws -> Int {
    guard (0...10_000).contains(value) else { throw LuaError.usage("\(name): expected 0 to 10000, got \(value)") }
    return value
  }

  private static func push(_ point: Point, on stack: LuaStack) {
    stack.createTable(hash: 2)
    stack.push(point.x)
    stack.rawSet(-2, "x")
    stack.push(point.y)
    stack.rawSet(-2, "y")
  }

  private static func point(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Point {
    Point(x: try integerField("x", stack, index, name), y: try integerField("y", stack, index, name))
  }

  private static func integerField(_ field: String, _ stack: LuaStack, _ index: Int32, _ name: String) throws -> Int {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, name, expected: "a table") }
    stack.rawGet(index, field)
    defer { stack.pop() }
    if stack.isNil(-1) { return 0 }
    guard let value = stack.integer(-1).flatMap({ Int(exactly: $0) }), value.magnitude < 1 << 40 else {
      throw stack.wrongType(-1, "\(name).\(field)", expected: "an integer")
    }
    return value
  }

  private func defineTexts(_ view: HostClass) throws {
    let label = try lua.define("Label", Label.self, superclass: view) { Label() }
    label.property("text", get: { (label: Label) in label.text }, set: { $0.text = $1 })
    label.property(
      "alignment", get: { (label: Label) in label.alignment.rawValue },
      set: { label, name in
        guard let alignment = Label.Alignment(rawValue: name) else {
          throw LuaError.usage("alignment: expected \"left\", \"center\" or \"right\", got \"\(name)\"")
        }
        label.alignment = alignment
      })
    label.takeItem = { label, stack in
      let text = try stack.checkString(-1, "an item of Label")
      MainActor.assumeIsolated { (label as? Label)?.text = text }
    }
    for hostClass in [
      try lua.define("TextField", TextField.self, superclass: view) { TextField() },
      try lua.define("TextView", TextView.self, superclass: view) { TextView() },
    ] {
      hostClass.property("text", get: { (input: TextInput) in input.text }, set: { $0.text = $1 })
      hostClass.property("placeholder", get: { (input: TextInput) in input.placeholder }, set: { $0.placeholder = $1 })
      hostClass.property(
        "selectedRange", type: "a table { location =, length = }",
        get: { (input: TextInput, stack: LuaStack) in
          stack.createTable(hash: 2)
          stack.push(input.selectedRange.location + 1)
          stack.rawSet(-2, "location")
          stack.push(input.selectedRange.length)
          stack.rawSet(-2, "length")
        },
        set: { (input: TextInput, stack: LuaStack, index: Int32) in
          input.selectedRange = .init(
            location: try Self.integerField("location", stack, index, "selectedRange") - 1,
            length: try Self.integerField("length", stack, index, "selectedRange"))
        })
      hostClass.handler("onChange", didSet: { (_: View, _) in })
      hostClass.lateProperties = ["selectedRange"]
    }
    lua.hostClass(named: "TextField")?
      .property("isSecure", get: { (field: TextField) in field.isSecure }, set: { $0.isSecure = $1 })
      .handler(
        "onSubmit",
        didSet: { [host] (field: TextField, isSet) in
          field.onSubmit = isSet ? { [weak host] field in host?.callHandler("onSubmit", of: field) } : nil
        })
  }

  private func defineControls(_ view: HostClass) throws {
    let button = try lua.define("Button", Button.self, superclass: view) { Button() }
    button.property("title", get: { (button: Button) in button.title }, set: { $0.title = $1 })
    button.handler("action", didSet: { (_: View, _) in })
    button.takeItem = { button, stack in
      let title = try stack.checkString(-1, "an item of Button")
      MainActor.assumeIsolated { (button as? Button)?.title = title }
    }
    try lua.define("Switch", Switch.self, superclass: view) { Switch() }
      .property("isOn", get: { (control: Switch) in control.isOn }, set: { $0.isOn = $1 })
      .handler("onChange", didSet: { (_: View, _) in })
    let slider = try lua.define("Slider", Slider.self, superclass: view) { Slider() }
    slider.property(
      "value", get: { (control: Slider) in control.value }, set: { $0.value = try Self.finite($1, "value") })
    slider.property(
      "minimumValue", get: { (control: Slider) in control.minimumValue },
      set: { $0.minimumValue = try Self.finite($1, "minimumValue") })
    slider.property(
      "maximumValue", get: { (control: Slider) in control.maximumValue },
      set: { $0.maximumValue = try Self.finite($1, "maximumValue") })
    slider.handler("onChange", didSet: { (_: View, _) in })
    slider.lateProperties = ["value"]
    let stepper = try lua.define("Stepper", Stepper.self, superclass: view) { Stepper() }
    stepper.property(
      "value", get: { (control: Stepper) in control.value }, set: { $0.value = try Self.finite($1, "value") })
    stepper.property(
      "minimumValue", get: { (control: Stepper) in control.minimumValue },
      set: { $0.minimumValue = try Self.finite($1, "minimumValue") })
    stepper.property(
      "maximumValue", get: { (control: Stepper) in control.maximumValue },
      set: { $0.maximumValue = try Self.finite($1, "maximumValue") })
    stepper.property(
      "stepValue", get: { (control: Stepper) in control.stepValue },
      set: { $0.stepValue = try Self.finite($1, "stepValue") })
    stepper.handler("onChange", didSet: { (_: View, _) in })
    stepper.lateProperties = ["value"]
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
    try lua.define("ProgressView", ProgressView.self, superclass: view) { ProgressView() }
      .property("progress", get: { (view: ProgressView) in view.progress }, set: { $0.progress = $1 })
    try lua.define("ActivityIndicator", ActivityIndicator.self, superclass: view) { ActivityIndicator() }
      .property("isAnimating", get: { (view: ActivityIndicator) in view.isAnimating }, set: { $0.isAnimating = $1 })
  }

  private static func finite(_ value: Double, _ name: String) throws -> Double {
    guard value.isFinite else { throw LuaError.usage("\(name): expected a finite number, got \(value)") }
    return value
  }

  private func defineCanvas() throws {
    let canvas = try lua.define("Canvas", Canvas.self)
    canvas.property("width", get: { (canvas: Canvas) in canvas.size.width })
    canvas.property("height", get: { (canvas: Canvas) in canvas.size.height })
    try canvas.method("put") { (canvas: Canvas, stack) in
      let x = try stack.checkInteger(2, "x")
      let y = try stack.checkInteger(3, "y")
      let places = -(1 << 30)...(1 << 30)
      guard places.contains(x), places.contains(y) else { return 0 }
      canvas.put(stack.lossyString(4) ?? stack.describe(4), x: x, y: y)
      return 0
    }
  }
}

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
      if let view = view as? View { try Self.add(subview, to: view) }
    }
    try defineStyle()
    try defineViewMembers(view)
    defineLooks(view)
    try defineStacks(view)
    try defineTexts(view)
    try defineControls(view)
    try defineImages(view)
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
      try Self.add(subview, to: view)
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
    view.property(
      "canBecomeFirstResponder", get: { (view: View) in view.canBecomeFirstResponder },
      set: { (view: View, isFocusable: Bool) in view.isFocusable = isFocusable })
    try view.method("keyPressed") { (view: View, stack) in
      stack.push(view.keyPressed(try Self.key(stack, 2)))
      return 1
    }
    try view.method("mouseEvent") { (view: View, stack) in
      stack.push(false)
      return 1
    }
    try view.method("draw") { (view: View, stack) in
      view.draw(in: try stack.checkObject(2, "the canvas"))
      return 0
    }
  }

  private static func add(_ subview: View, to view: View) throws {
    if let refusal = view.refusal(ofSubview: subview) { throw LuaError.usage("addSubview: \(refusal)") }
    view.addSubview(subview)
  }

  private func defineStacks(_ view: HostClass) throws {
    for stackView in [
      try lua.define("VStack", VStack.self, superclass: view) { VStack() },
      try lua.define("HStack", HStack.self, superclass: view) { HStack() },
    ] {
      stackView.enumeration(
        "alignment", StackView.Alignment.self, get: { (view: StackView) in view.alignment }, set: { $0.alignment = $1 })
      stackView.property(
        "spacing", get: { (view: StackView) in view.spacing }, set: { $0.spacing = try Self.nonNegative($1, "spacing") }
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

  static func key(_ stack: LuaStack, _ index: Int32) throws -> KeyPress {
    let name = try stack.checkString(index, "the key's name")
    guard let key = KeyPress(name: name) else { throw AutomationError.unknownKey(name) }
    return key
  }

  /// Pushes what the mouse did: `{ type =, x =, y =, button =, rows =, clickCount = }`, where 0, 0 is the view's first cell.
  static func push(_ event: MouseEvent, on stack: LuaStack) {
    var fields = [("x", event.location.x), ("y", event.location.y)]
    let type: String
    switch event.action {
    case .press(let button):
      type = "press"
      fields += [("button", button), ("clickCount", event.clickCount)]
    case .drag(let button):
      type = "drag"
      fields.append(("button", button))
    case .release(let button):
      type = "release"
      fields.append(("button", button))
    case .wheel(let rows):
      type = "wheel"
      fields.append(("rows", rows))
    }
    stack.createTable(hash: fields.count + 1)
    stack.push(type)
    stack.rawSet(-2, "type")
    for (name, value) in fields {
      stack.push(value)
      stack.rawSet(-2, name)
    }
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
    return try stack.checkInteger(-1, "\(name).\(field)")
  }

  private func defineTexts(_ view: HostClass) throws {
    let label = try lua.define("Label", Label.self, superclass: view) { Label() }
    label.property("text", get: { (label: Label) in label.text }, set: { $0.text = $1 })
    label.enumeration(
      "alignment", Label.Alignment.self, get: { (label: Label) in label.alignment }, set: { $0.alignment = $1 })
    label.takeItem = { label, stack in
      let text = try stack.checkString(-1, "an item of Label")
      try stack.state.hold(stack.size(-1), as: "text", for: label, on: stack)
      (label as? Label)?.text = text
    }
    let field = try lua.define("TextField", TextField.self, superclass: view) { TextField() }
    for hostClass in [field, try lua.define("TextView", TextView.self, superclass: view) { TextView() }] {
      hostClass.property("isEditable", get: { (input: TextInput) in input.isEditable }, set: { $0.isEditable = $1 })
      hostClass.property("text", get: { (input: TextInput) in input.text }, set: { $0.text = $1 })
      // It is kept in characters.
      hostClass.property("text", holdsPerByte: 17)
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
    field
      .property("isSecure", get: { (field: TextField) in field.isSecure }, set: { $0.isSecure = $1 })
      .handler(
        "onSubmit",
        didSet: { [host] (field: TextField, isSet) in
          field.onSubmit = isSet ? { [weak host] field in host?.callHandler("onSubmit", of: field) } : nil
        })
    try lua.define("SearchBar", SearchBar.self, superclass: field) { SearchBar() }
  }
}

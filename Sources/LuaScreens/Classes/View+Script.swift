import Interface
import LuaRuntime

extension ScriptClasses {
  static let view = ScriptClassDefinition(
    "View", View.self,
    "A rectangle on the screen, which draws, handles keys and contains other views. A plain view stacks its subviews vertically; create a subclass for a view with custom drawing.",
    make: { _ in View() }
  ) { view, host in
    view.describe { $0.restorationIdentifier ?? $0.accessibilityIdentifier }
    view.items("The subviews, in order.") { (view, subview: View) in try view.add(subview) }
    view.identity(host)
    view.words(host)
    view.tree()
    view.events()
    view.look()
  }
}

extension View {
  fileprivate func add(_ subview: View) throws {
    if let refusal = refusal(ofSubview: subview) { throw LuaError.usage("addSubview: \(refusal)") }
    addSubview(subview)
  }
}

extension ScriptClass where Object == View {
  fileprivate func identity(_ host: ScriptHost) {
    property(
      "restorationIdentifier", type: "string|nil",
      "The identifier in the saved state. A view with an identifier, in a controller that is saved, saves its own state (scroll offset, selection, typed text). It must be unique within the controller; nil: not saved.",
      push: { $0.restorationIdentifier.push(on: $1) },
      take: { [unowned host] view, stack, index in
        view.restorationIdentifier = try stack.takeStoredName(index, "restorationIdentifier")
        view.createdAt = stack.callerPlace
        host.observers.notify { $0.responder(view, wasNamedAt: view.createdAt) }
      })
    property(
      "accessibilityIdentifier",
      "An identifier for tests, and for `:tap` and `:find` at the prompt. It is not saved.",
      get: { $0.accessibilityIdentifier },
      set: { $0.accessibilityIdentifier = $1 })
    property(
      "isHidden", "Whether the view is hidden, with its subviews; other views take its room.",
      get: { $0.isHidden }, set: { $0.isHidden = $1 })
    property(
      "isEnabled",
      "Whether the user can interact with the view. A disabled view accepts no keys or clicks and is dimmed.",
      get: { $0.isEnabled }, set: { $0.isEnabled = $1 })
    property("isFirstResponder", "Whether the view has keyboard focus.", get: { $0.isFirstResponder })
    property(
      "canBecomeFirstResponder",
      "Whether Tab and clicks can focus the view. Set it for a custom view with `keyPressed`.",
      get: { $0.canBecomeFirstResponder }, set: { $0.isFocusable = $1 })
    property(
      "frame",
      "The position in the superview and the size, in cells from 0, 0. All 0 before the first layout.",
      get: { $0.frame }
    ).alternativeToSetting =
      "the superview sets the frame during layout, from the available room and the view's width, height and similar properties"
  }

  fileprivate func words(_ host: ScriptHost) {
    property(
      "accessibilityLabel", "The label read by screen readers and `--plain`; nil uses the visible text.",
      get: { $0.accessibilityLabel },
      set: { $0.accessibilityLabel = $1 })
    property(
      "accessibilityValue",
      "The value read by screen readers and `--plain`; nil uses the view's own value.",
      get: { $0.givenAccessibilityValue ?? $0.accessibilityValue }, set: { $0.givenAccessibilityValue = $1 })
    property(
      "accessibilityElements", type: "AccessibilityElement[]|(fun(view: View): AccessibilityElement[])|nil",
      "The contents for screen readers and `--plain`, in reading order, replacing those of the view and its subviews: a list, or a function or method that returns one. For views with custom drawing.",
      push: { view, stack in
        if !stack.state.pushHandlerList("accessibilityElements", of: view, on: stack) { stack.pushNil() }
      },
      take: { [unowned host] view, stack, index in
        // Errors are raised where the value is set.
        switch stack.kind(index) {
        case .nil, .function: break
        default: _ = try host.calls.elements(at: index, of: view, on: stack)
        }
        stack.state.setHandlerList("accessibilityElements", of: view, toValueAt: index, on: stack)
      })
    host.module.table(
      "AccessibilityElement", "An element of a view, as described to screen readers."
    )
    .field(
      "role?", AccessibilityRole.luaType,
      "Its kind; \"text\" by default, or \"button\" if it has an action."
    )
    .field("label", "string", "The label of the element.")
    .field("value?", "string", "Its value, such as a number or a state.")
    .field("frame?", Rect.luaType, "Its position in the view, in cells from 0, 0.")
    .field(
      "action?", "fun(view: View)", "Called when the user activates it. An element without an action can only be read.")
  }

  fileprivate func tree() {
    property("superview", "The superview, or nil.", get: { $0.superview })
    property("subviews", "The subviews, in order.", get: { $0.subviews }).alternativeToSetting =
      "subviews are added with addSubview, or as the items of a stack: ui.VStack { view, view }"
    method(
      "addSubview(view)",
      "Adds a view as the last subview, removing it from its previous superview. Raises an error if a view would contain itself; views can be nested 500 levels deep."
    ) {
      try $0.add($1)
    }
    method("removeFromSuperview()", "Removes the view from its superview. Has no effect if there is none.") {
      $0.removeFromSuperview()
    }
  }

  fileprivate func events() {
    method(
      "becomeFirstResponder()",
      "Requests keyboard focus. Returns whether it was granted: false for a view that is hidden, disabled, not on the screen, or cannot be focused."
    ) { $0.becomeFirstResponder() }
    method(
      "resignFirstResponder()",
      "Gives up keyboard focus, if the view has it; keys then go to the controller and the app."
    ) {
      $0.resignFirstResponder()
    }
    method(
      "setNeedsDisplay()",
      "Redraws the view at the end of the turn. Required if `draw` depends on values that are not properties of the view."
    ) { $0.setNeedsDisplay() }
    method(
      "invalidateRestorableState()",
      "Marks the state encoded by `encodeRestorableState` as changed, so that the next autosave encodes it. Required only for changes outside of the object's own properties and callbacks."
    ) {
      $0.invalidateRestorableState()
    }
    stateRestoring()
    method(ViewCallbacks.keyPressed) { $0.keyPressed($1) }
    method(ViewCallbacks.mouseEvent) { _, stack in
      stack.push(false)
      return 1
    }
    method(ViewCallbacks.pasted) { $0.pasted($1) }
    method(ViewCallbacks.draw) { $0.draw(in: $1) }
  }

  fileprivate func look() {
    property(
      "style", type: "Look", "The style of the view and of all its subviews that set no other.",
      push: { view, stack in
        if let role = view.role { return stack.push(role.name) }
        stack.push(object: ScriptStyle(view.style))
      },
      take: { view, stack, index in
        if let name = stack.string(index) {
          view.role = try Theme.Role(named: name)
          return
        }
        view.role = nil
        view.style = try Style.take(stack, index, "style", theme: view.theme)
      })
    property(
      "textColor", "The text colour; \"default\" inherits it.", get: { $0.style.foreground },
      set: { $0.style.foreground = $1 })
    property(
      "backgroundColor", "The background colour; \"default\" inherits it.", get: { $0.style.background },
      set: { $0.style.background = $1 })
    // A style sets both.
    late("textColor", "backgroundColor")
    property(
      "border", "The border, which takes one cell at each side.", get: { $0.border }, set: { $0.border = $1 })
    property(
      "borderTitle", "The text in the top line of the border; \"\" for none.", get: { $0.borderTitle },
      set: { $0.borderTitle = $1 })
    property(
      "padding",
      "The number of empty cells inside the border: a number for all sides, or a table with single sides.",
      get: { $0.padding }, set: { $0.padding = $1 })
    property(
      "width", "The width in columns, including the border; nil depends on the contents and the available room.",
      get: { $0.width },
      set: { $0.width = try $1.map { try nonNegative($0, "width") } })
    property(
      "height", "The height in rows, including the border; nil depends on the contents and the available room.",
      get: { $0.height },
      set: { $0.height = try $1.map { try nonNegative($0, "height") } })
    property(
      "minWidth", "The minimum width in columns, if there is room; nil for no limit.", get: { $0.minWidth },
      set: { $0.minWidth = try $1.map { try nonNegative($0, "minWidth") } })
    property(
      "maxWidth", "The maximum width in columns; nil for no limit.", get: { $0.maxWidth },
      set: { $0.maxWidth = try $1.map { try nonNegative($0, "maxWidth") } })
    property(
      "minHeight", "The minimum height in rows, if there is room; nil for no limit.", get: { $0.minHeight },
      set: { $0.minHeight = try $1.map { try nonNegative($0, "minHeight") } })
    property(
      "maxHeight", "The maximum height in rows; nil for no limit.", get: { $0.maxHeight },
      set: { $0.maxHeight = try $1.map { try nonNegative($0, "maxHeight") } })
  }
}

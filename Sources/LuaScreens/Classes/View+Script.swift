import Interface
import LuaRuntime

extension ScriptClasses {
  static let view = ScriptClassDefinition(
    "View", View.self,
    "A rectangle on the screen, which draws, takes keys and holds other views. A plain one shows its subviews one below the other; make a class from it to draw a view of your own.",
    make: { _ in View() }
  ) { view, host in
    view.describe { $0.restorationIdentifier ?? $0.accessibilityIdentifier }
    view.items("The views in it, in their order.") { (view, subview: View) in try view.add(subview) }
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
      "Names it in the saved state: with one, in a controller that is saved, it keeps its own state (scroll offset, selection, what was typed). Unlike that of any other view of the controller; nil: not saved.",
      push: { $0.restorationIdentifier.push(on: $1) },
      take: { [unowned host] view, stack, index in
        view.restorationIdentifier = try stack.takeStoredName(index, "restorationIdentifier")
        view.madeAt = stack.callerPlace
        if view.restorationIdentifier != nil { host.mistakes.viewWasNamed(view) }
      })
    property(
      "accessibilityIdentifier",
      "Names it for tests, and for `:tap` and `:find` at the prompt; nothing is saved under it.",
      get: { $0.accessibilityIdentifier },
      set: { $0.accessibilityIdentifier = $1 })
    property(
      "isHidden", "Whether it is left out of the screen, with all in it; the others take its room.",
      get: { $0.isHidden }, set: { $0.isHidden = $1 })
    property(
      "isEnabled", "Whether the user can use it. One that is not takes no keys and no clicks and looks faint.",
      get: { $0.isEnabled }, set: { $0.isEnabled = $1 })
    property("isFirstResponder", "Whether the keys go to it first.", get: { $0.isFirstResponder })
    property(
      "canBecomeFirstResponder",
      "Whether Tab and clicks can give it the keys. Set it for a view of your own that has `keyPressed`.",
      get: { $0.canBecomeFirstResponder }, set: { $0.isFocusable = $1 })
    property(
      "frame",
      "Where it is in its superview and how large it is, in cells; the first cell of the superview is 0, 0. All 0 before it has been laid out.",
      get: { $0.frame }
    ).insteadOfSetting = "what a view is in lays it out, by the room and by its width, height and the like"
  }

  fileprivate func words(_ host: ScriptHost) {
    property(
      "accessibilityLabel", "Names it where it cannot be seen, as when the app runs in words; nil for the words on it.",
      get: { $0.accessibilityLabel },
      set: { $0.accessibilityLabel = $1 })
    property(
      "accessibilityValue",
      "Says what it shows where it cannot be seen, as when the app runs in words; nil for what it says itself.",
      get: { $0.givenAccessibilityValue ?? $0.accessibilityValue }, set: { $0.givenAccessibilityValue = $1 })
    property(
      "accessibilityElements", type: "AccessibilityElement[]|(fun(view: View): AccessibilityElement[])|nil",
      "What it shows in words, in reading order, in place of what it and the views in it say themselves: a list, or a function or method that returns one. For views that draw themselves.",
      push: { view, stack in
        if !stack.state.pushHandlerList("accessibilityElements", of: view, on: stack) { stack.pushNil() }
      },
      take: { [unowned host] view, stack, index in
        // What is wrong is said where it is set.
        switch stack.kind(index) {
        case .nil, .function: break
        default: _ = try host.calls.elements(at: index, of: view, on: stack)
        }
        stack.state.setHandlerList("accessibilityElements", of: view, toValueAt: index, on: stack)
      })
    host.module.table(
      "AccessibilityElement", "Something that a view shows, as screen readers describe it."
    )
    .field(
      "role?", AccessibilityRole.luaType,
      "What kind of thing it is; \"text\" if left out, \"button\" if it has an action."
    )
    .field("label", "string", "The words that name it.")
    .field("value?", "string", "What it shows beside its name: a number, a state.")
    .field("frame?", Rect.luaType, "Where it is in the view, in cells from 0, 0.")
    .field("action?", "fun(view: View)", "Called when the user uses it; what has none is only read.")
  }

  fileprivate func tree() {
    property("superview", "The view that it is in; nil for one that is in none.", get: { $0.superview })
    property("subviews", "The views that are in it, in their order.", get: { $0.subviews }).insteadOfSetting =
      "views are put in by addSubview, or as the items of a stack: ui.VStack { view, view }"
    method(
      "addSubview(view)",
      "Puts a view into it as the last one, out of the one that it was in. An error for a view that would be inside of itself; views can be 500 levels deep in each other."
    ) {
      try $0.add($1)
    }
    method("removeFromSuperview()", "Takes it out of the view that it is in. Does nothing if that is none.") {
      $0.removeFromSuperview()
    }
  }

  fileprivate func events() {
    method(
      "becomeFirstResponder()",
      "Asks for the keys. Returns whether it has them: false for a view that is hidden, disabled, not on the screen, or takes none."
    ) { $0.becomeFirstResponder() }
    method("resignFirstResponder()", "Gives the keys away, if it has them; the controller and the app get them then.") {
      $0.resignFirstResponder()
    }
    method(
      "setNeedsDisplay()",
      "Has it drawn again at the end of the turn. Needed where `draw` shows what is no property of the view."
    ) { $0.setNeedsDisplay() }
    method(
      "invalidateRestorableState()",
      "Says that what `encodeRestorableState` would keep has changed, so that autosave asks again. Only needed for what no property and no callback of its own has changed."
    ) {
      $0.invalidateRestorableState()
    }
    stateRestoring()
    method(ViewCallbacks.keyPressed) { $0.keyPressed($1) }
    method(ViewCallbacks.mouseEvent) { _, stack in
      stack.push(false)
      return 1
    }
    method(ViewCallbacks.draw) { $0.draw(in: $1) }
  }

  fileprivate func look() {
    property(
      "style", type: "Look", "The look of it and of all in it that says nothing else.",
      push: { view, stack in
        if let role = view.role { return stack.push(role.rawValue) }
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
      "textColor", "The colour of its text; \"default\" for what is around it.", get: { $0.style.foreground },
      set: { $0.style.foreground = $1 })
    property(
      "backgroundColor", "The colour behind its text; \"default\" for what is around it.", get: { $0.style.background },
      set: { $0.style.background = $1 })
    property(
      "border", "The line around it, which takes a cell at each side.", get: { $0.border }, set: { $0.border = $1 })
    property(
      "borderTitle", "The text in the upper line of its border; \"\" for none.", get: { $0.borderTitle },
      set: { $0.borderTitle = $1 })
    property(
      "padding",
      "How many cells stay empty inside of the border: a number for all sides, or one for each that is named.",
      get: { $0.padding }, set: { $0.padding = $1 })
    property(
      "width", "How many columns it takes, border included; nil lets it choose by what is in it and by the room.",
      get: { $0.width },
      set: { $0.width = try $1.map { try nonNegative($0, "width") } })
    property(
      "height", "How many rows it takes, border included; nil lets it choose by what is in it and by the room.",
      get: { $0.height },
      set: { $0.height = try $1.map { try nonNegative($0, "height") } })
    property(
      "minWidth", "How many columns it takes at least, where there is room; nil is no limit.", get: { $0.minWidth },
      set: { $0.minWidth = try $1.map { try nonNegative($0, "minWidth") } })
    property(
      "maxWidth", "How many columns it takes at most; nil is no limit.", get: { $0.maxWidth },
      set: { $0.maxWidth = try $1.map { try nonNegative($0, "maxWidth") } })
    property(
      "minHeight", "How many rows it takes at least, where there is room; nil is no limit.", get: { $0.minHeight },
      set: { $0.minHeight = try $1.map { try nonNegative($0, "minHeight") } })
    property(
      "maxHeight", "How many rows it takes at most; nil is no limit.", get: { $0.maxHeight },
      set: { $0.maxHeight = try $1.map { try nonNegative($0, "maxHeight") } })
  }
}

import Interface
import LuaRuntime

extension ScriptClasses {
  static let view = ScriptClassDefinition(
    "View", View.self, "A rectangle on the screen. A plain one shows its subviews one below the other.",
    make: { _ in View() }
  ) { view, host in
    view.describe { $0.restorationIdentifier ?? $0.accessibilityIdentifier }
    view.items { (view, subview: View) in try view.add(subview) }
    view.identity()
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
  fileprivate func identity() {
    property(
      "restorationIdentifier", "Its name in the saved state.", get: { $0.restorationIdentifier },
      set: { $0.restorationIdentifier = $1 })
    property(
      "accessibilityIdentifier", "A name for tests; never saved.", get: { $0.accessibilityIdentifier },
      set: { $0.accessibilityIdentifier = $1 })
    property("isHidden", "Whether it is left out of the screen.", get: { $0.isHidden }, set: { $0.isHidden = $1 })
    property(
      "isEnabled", "Whether the person can use it.", get: { $0.isEnabled }, set: { $0.isEnabled = $1 })
    property("isFirstResponder", "Whether the keys go to it.", get: { $0.isFirstResponder })
    property(
      "canBecomeFirstResponder", "Whether keys can go to it. Set it for a view of your own that takes keys.",
      get: { $0.canBecomeFirstResponder }, set: { $0.isFocusable = $1 })
    property("frame", "Where it is in its superview, in cells.", get: { $0.frame })
  }

  fileprivate func words(_ host: ScriptHost) {
    property(
      "accessibilityLabel", "What it is called where it cannot be seen.", get: { $0.accessibilityLabel },
      set: { $0.accessibilityLabel = $1 })
    property(
      "accessibilityValue", "What it shows, where it cannot be seen; nil for what it says itself.",
      get: { $0.givenAccessibilityValue ?? $0.accessibilityValue }, set: { $0.givenAccessibilityValue = $1 })
    property(
      "accessibilityElements", type: "AccessibilityElement[]|(fun(view: View): AccessibilityElement[])|nil",
      "What it shows, in words and in reading order, in place of what it and the views in it say: a list, or a function or method that returns one.",
      push: { view, stack in
        if !stack.state.pushHandler("accessibilityElements", of: view, on: stack) { stack.pushNil() }
      },
      take: { [unowned host] view, stack, index in
        // What is wrong is said where it is set.
        switch stack.kind(index) {
        case .nil, .function: break
        default: _ = try host.elements(at: index, of: view, on: stack)
        }
        stack.state.setHandler("accessibilityElements", of: view, toValueAt: index, on: stack)
      })
    host.module.table("AccessibilityElement", "Something that a view shows, in words.")
      .field("role?", AccessibilityRole.luaType, "What it is; a text, or a button if it has an action.")
      .field("label", "string", "What it is called.")
      .field("value?", "string", "What it shows beside that.")
      .field("frame?", Rect.luaType, "Where it is in the view.")
      .field("action?", "fun(view: View)", "What using it does; what has none is only read.")
  }

  fileprivate func tree() {
    property("superview", "The view that it is in.", get: { $0.superview })
    property("subviews", "The views that are in it.", get: { $0.subviews })
    method("addSubview(view)", "Puts a view into it, as the last one. Views can be 500 levels deep in each other.") {
      try $0.add($1)
    }
    method("removeFromSuperview()", "Takes it out of the view that it is in.") { $0.removeFromSuperview() }
  }

  fileprivate func events() {
    method("becomeFirstResponder()", "Asks for the keys, and tells whether it has them.") { $0.becomeFirstResponder() }
    method("resignFirstResponder()", "Gives the keys away.") { $0.resignFirstResponder() }
    method("setNeedsDisplay()", "Has it drawn again.") { $0.setNeedsDisplay() }
    method("invalidateRestorableState()", "Says that what it would save has changed.") {
      $0.invalidateRestorableState()
    }
    stateRestoring()
    method(
      "keyPressed(key): boolean|nil",
      "Override it to take keys: `\"ctrl+c\"`, `\"up\"`, `\"x\"`. True if the key did something; else it goes on as usual.",
      isCallback: true
    ) { $0.keyPressed($1) }
    method(
      "mouseEvent(event: \(MouseEvent.luaType)): boolean|nil",
      "Override it to take what the mouse does; true if it did something. Places are in cells from the view's first, which is 0, 0.",
      isCallback: true
    ) { _, stack in
      stack.push(false)
      return 1
    }
    method(
      "draw(canvas)", "Override it to draw what is on the view, below its subviews.", isCallback: true
    ) { $0.draw(in: $1) }
  }

  fileprivate func look() {
    property(
      "style", type: "Look", "The look of it and all in it.",
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
      "textColor", "The colour of its text.", get: { $0.style.foreground }, set: { $0.style.foreground = $1 })
    property(
      "backgroundColor", "The colour behind its text.", get: { $0.style.background },
      set: { $0.style.background = $1 })
    property("border", "The line around it.", get: { $0.border }, set: { $0.border = $1 })
    property("borderTitle", "What stands in the line around it.", get: { $0.borderTitle }, set: { $0.borderTitle = $1 })
    property("padding", "Empty cells inside the border.", get: { $0.padding }, set: { $0.padding = $1 })
    property(
      "width", "Columns, border included; nil lets it choose.", get: { $0.width },
      set: { $0.width = try $1.map { try nonNegative($0, "width") } })
    property(
      "height", "Rows, border included; nil lets it choose.", get: { $0.height },
      set: { $0.height = try $1.map { try nonNegative($0, "height") } })
    property(
      "minWidth", "Columns that it takes at least, where there is room; nil is no limit.", get: { $0.minWidth },
      set: { $0.minWidth = try $1.map { try nonNegative($0, "minWidth") } })
    property(
      "maxWidth", "Columns that it takes at most; nil is no limit.", get: { $0.maxWidth },
      set: { $0.maxWidth = try $1.map { try nonNegative($0, "maxWidth") } })
    property(
      "minHeight", "Rows that it takes at least, where there is room; nil is no limit.", get: { $0.minHeight },
      set: { $0.minHeight = try $1.map { try nonNegative($0, "minHeight") } })
    property(
      "maxHeight", "Rows that it takes at most; nil is no limit.", get: { $0.maxHeight },
      set: { $0.maxHeight = try $1.map { try nonNegative($0, "maxHeight") } })
  }
}

// Input that goes to what is focused, or to a cell of the screen.
extension Automation {
  /// Pastes text into the focused view.
  ///
  /// - Throws: ``AutomationError/noTextInput(_:)`` if no focused view accepts text. A script's view can decline this one.
  public func paste(_ text: String) throws {
    try checkForeground()
    let isForScript = application.frontWindow?.firstResponder?.passesPasteToScript == true
    guard application.handle(.paste(text)) || isForScript else { throw AutomationError.noTextInput(text) }
  }

  /// Presses a key: `"enter"`, `"tab"`, `"up"`, `"ctrl+c"`, `"a"`. A key that the host takes before the app runs the
  /// host's command.
  ///
  /// - Returns: whether the key was handled.
  /// - Throws: ``AutomationError/unknownKey(_:)``; ``AutomationError/noHostCommand(_:key:)`` if the host does not offer
  ///   the command here.
  @discardableResult
  public func key(_ name: String) throws -> Bool {
    guard let key = KeyPress(name: name) else { throw AutomationError.unknownKey(name) }
    try checkForeground()
    guard let command = HostCommand(key), command.precedesApp else { return application.handle(.key(key)) }
    guard let offered = application.hostCommands.first(where: { $0.input == key }) else {
      throw AutomationError.noHostCommand(command, key: name)
    }
    application.run(offered)
    return true
  }

  /// Presses and releases a mouse button on a cell of the screen.
  ///
  /// - Throws: ``AutomationError/outsideScreen(_:size:)``; ``AutomationError/noSuchButton(_:)``.
  public func click(at place: Point, button: Int = 1, modifiers: Modifiers = []) throws {
    // The others turn the wheel.
    guard (1...3).contains(button) || (8...11).contains(button) else { throw AutomationError.noSuchButton(button) }
    try move(
      to: [(.press(button: button), place), (.release(button: button), place)], modifiers: modifiers)
  }

  /// Drags the mouse with the left button from one cell of the screen to another.
  ///
  /// - Throws: ``AutomationError/outsideScreen(_:size:)``.
  public func drag(from start: Point, to end: Point, modifiers: Modifiers = []) throws {
    try move(
      to: [(.press(button: 1), start), (.drag(button: 1), end), (.release(button: 1), end)], modifiers: modifiers)
  }

  private func move(to places: [(MouseEvent.Action, Point)], modifiers: Modifiers) throws {
    _ = try window
    let screen = Rect(origin: .zero, size: application.screenSize)
    for (_, place) in places where !screen.contains(place) {
      throw AutomationError.outsideScreen(place, size: screen.size)
    }
    for (action, place) in places {
      application.handle(.mouse(MouseEvent(action, at: place, modifiers: modifiers)))
    }
  }
}

// Dispatch of keyboard and mouse events.
extension Window {
  /// Dispatches an event to its view, and along the responder chain until a responder handles it.
  ///
  /// - Returns: whether the event was handled.
  @discardableResult
  public func handle(_ event: InputEvent) -> Bool {
    settle()
    if case .resize = event {} else { keepFirstResponder() }
    switch event {
    case .key(let key): return keyDown(key)
    case .paste(let text):
      revealFirstResponder()
      let text = text.withUnixLineEnds
      guard let view = firstResponder else { return false }
      return perform(.pasted(text), on: view) || view.pasted(text)
    case .mouse(let mouse): return mouseEvent(mouse)
    case .resize(let size):
      self.size = size
      return true
    }
  }

  private func keyDown(_ key: KeyPress) -> Bool {
    endClickSequence()
    var asked: Set<ObjectIdentifier> = []
    let innermost = innermostViewController
    if handle(key, from: firstResponder ?? innermost, asked: &asked) { return true }
    // If a container's bar is focused, the visible controller receives the keys that the bar does not handle.
    if let innermost, firstResponder?.owningViewController !== innermost,
      handle(key, from: innermost, asked: &asked)
    {
      return true
    }
    return runCommand(of: key) || keyPressed(key) || key.commonEquivalent.map(keyDown) ?? false
  }

  /// Runs the first command with this key among all command sources.
  private func runCommand(of key: KeyPress) -> Bool {
    commandSources.contains { ($0 !== application || overlay == nil) && runCommand(of: key, at: $0) }
  }

  /// The bindings of keys that no responder has handled.
  var keyBindingsEverywhere: [KeyBinding] {
    var offered: [HostCommand] = []
    for command in [HostCommand.commands, .help, .saves, .redraw] where application?.hostActions[command] != nil {
      offered.append(command)
    }
    // They depend on nothing else.
    if let knownBindings, knownBindings.offered == offered { return knownBindings.bindings }
    let bindings = keyBindings(offering: offered)
    knownBindings = (offered, bindings)
    return bindings
  }

  private func keyBindings(offering offered: [HostCommand]) -> [KeyBinding] {
    func move(_ step: Int, isArrow: Bool) -> () -> Bool {
      { [weak self] in self?.moveFocus(by: step, isArrow: isArrow) ?? false }
    }
    let (forward, backward) = (move(1, isArrow: true), move(-1, isArrow: true))
    return [
      KeyBinding(
        "Next, previous control",
        trying: [.tab: move(1, isArrow: false), .key(.tab, .shift): move(-1, isArrow: false)]),
      KeyBinding(nil, trying: [.down: forward, .right: forward, .up: backward, .left: backward]),
    ]
      + offered.map { command in
        KeyBinding(command) { [weak application] in application?.perform(command) ?? false }
      }
  }

  /// The innermost visible controller of the topmost screen.
  package var innermostViewController: ViewController? {
    var innermost = topLayer
    while let child = innermost?.visibleChildren.last { innermost = child }
    return innermost
  }

  /// The title of the innermost titled controller of the topmost screen below alerts.
  var innermostTitle: String? {
    guard let screen = visibleLayers.last(where: { $0.isPartOfApp && !($0 is AlertController) }) else { return nil }
    return innermostVisible(of: screen).reversed().lazy.compactMap { $0.displayTitle?.string }.first { !$0.isEmpty }
  }

  /// The responders that receive keys, from the focused view to the window and the application.
  public var responderChain: [Responder] {
    var chain: [Responder] = []
    var ends: [Responder] = []
    // Loops, because closures would check the actor for each responder.
    for first in [firstResponder, innermostViewController] as [Responder?] {
      var next = first
      while let responder = next {
        let isEnd = responder === self || responder === application
        // Both chains have the same end.
        if Self.list(isEnd ? ends : chain, contains: responder) { break }
        if isEnd { ends.append(responder) } else { chain.append(responder) }
        next = nextForKeys(responder)
      }
    }
    return chain + ends
  }

  static func list(_ responders: [Responder], contains responder: Responder) -> Bool {
    for other in responders where other === responder { return true }
    return false
  }

  /// The responders whose commands are available: the responder chain, with the other visible controllers, such as the
  /// other side of a split view, before the window and the application.
  public var commandSources: [Responder] { commandSources(along: responderChain) }

  /// Returns the command sources for a known responder chain.
  func commandSources(along chain: [Responder]) -> [Responder] {
    var end = 0
    while end < chain.count, chain[end] !== self, chain[end] !== application { end += 1 }
    var sources = Array(chain[..<end])
    if let topLayer { addVisibleControllers(of: topLayer, besides: chain, to: &sources) }
    return sources + chain[end...]
  }

  /// Adds a controller and its visible descendants, children before parents, except for those in the chain.
  private func addVisibleControllers(
    of controller: ViewController, besides chain: [Responder], to sources: inout [Responder]
  ) {
    for child in controller.visibleChildren { addVisibleControllers(of: child, besides: chain, to: &sources) }
    if !Self.list(chain, contains: controller) { sources.append(controller) }
  }

  /// Returns the next responder for keys. Controllers below a presented one receive none.
  private func nextForKeys(_ responder: Responder) -> Responder? {
    (responder as? ViewController)?.isPresented == true ? application : responder.next
  }

  /// Returns the named actions of a responder of this window, for keys and the palette.
  public func commands(of responder: Responder) -> [KeyCommand] {
    switch responder {
    case let controller as ViewController: controller.keyCommands
    case let application as Application: application.keyCommands + application.hostCommands
    default: []
    }
  }

  /// Returns a responder's entries in the key help, without the keys that it yields to commands.
  public func keyHelp(of responder: Responder) -> [KeyHelp] {
    let taken = Set(commandSources.flatMap(commands).compactMap(\.input))
    return responder.keyBindings.compactMap { $0.help(without: taken.contains) }
  }

  /// Lets the script handle an event. Returns false if it does not. An error is reported, and counts as handled.
  private func perform(_ message: Message, on responder: Responder) -> Bool {
    do {
      return try responder.overrides?.perform(message, on: responder) ?? false
    } catch {
      let name = (responder as? View)?.className ?? (responder as? ViewController)?.className ?? "app"
      application?.context.report(error, from: "\(name) \(message.name)", in: message.name, of: responder)
      return true
    }
  }

  /// Runs a responder's command with this key. Returns false if there is none.
  private func runCommand(of key: KeyPress, at responder: Responder) -> Bool {
    guard let command = commands(of: responder).first(where: { $0.input == key }) else { return false }
    application?.run(command)
    return true
  }

  /// Passes a key along the responder chain.
  ///
  /// - Parameter asked: the responders whose scripts have been asked already.
  private func handle(_ key: KeyPress, from first: Responder?, asked: inout Set<ObjectIdentifier>) -> Bool {
    var responder = first
    while let current = responder, current !== self {
      if askScript(of: current, key, &asked)
        || current.yields(key) && isTaken(key, after: current, asked: &asked) || current.keyPressed(key)
        || runCommand(of: key, at: current) || current === firstResponder && keepsFocus(key)
      {
        // Scrolls the focused view into view when it is used.
        if current === firstResponder { revealFirstResponder() }
        return true
      }
      // Responders below a presented controller receive no keys, but Escape dismisses the controller.
      if let controller = current as? ViewController, controller.isPresented {
        guard key == KeyPress(.escape) else { return false }
        controller.dismissWithoutResult()
        return true
      }
      responder = current.next
    }
    return false
  }

  /// Asks a responder's script to handle a key, at most once.
  private func askScript(of responder: Responder, _ key: KeyPress, _ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(ObjectIdentifier(responder)).inserted && perform(.keyPressed(key), on: responder)
  }

  /// Whether a script or a command handles a key that a responder yields.
  private func isTaken(_ key: KeyPress, after responder: Responder, asked: inout Set<ObjectIdentifier>) -> Bool {
    var current = nextForKeys(responder)
    while let responder = current, responder !== self, responder !== application {
      if askScript(of: responder, key, &asked) { return true }
      current = nextForKeys(responder)
    }
    return runCommand(of: key)
  }

  /// Whether the focused view keeps the focus on an arrow key that it did not handle.
  private func keepsFocus(_ key: KeyPress) -> Bool {
    switch key {
    case .up, .down: firstResponder?.arrowAxes.contains(.vertical) == true
    case .left, .right: firstResponder?.arrowAxes.contains(.horizontal) == true
    default: false
    }
  }

  private static let longestDoubleClick = 0.4

  /// Makes the next click start a new sequence, at any position.
  func endClickSequence() { lastPress = nil }

  /// Returns the number of consecutive presses at the same position.
  private func clickCount(of event: MouseEvent) -> Int {
    let now = application?.timers.now ?? 0
    var count = 1
    if let lastPress, lastPress.event.location == event.location, lastPress.event.action == event.action,
      now - lastPress.time <= Self.longestDoubleClick
    {
      count = lastPress.event.clickCount % 3 + 1
    }
    lastPress = (event, now)
    lastPress?.event.clickCount = count
    return count
  }

  /// Returns the view that a drag or release is for; nil if what was pressed is gone, such as a menu that the press has
  /// closed, or if the press was not for this window.
  private func pressedView(at location: Point) -> View? {
    guard let mousePress else { return nil }
    if let view = mousePress.view { return view }
    // A press can replace the views of a controller, such as those in rows.
    let view = content.hitTest(location)
    return view?.owningViewController === mousePress.controller ? view : nil
  }

  private func mouseEvent(_ event: MouseEvent) -> Bool {
    var event = event.withinReach
    if case .press = event.action { event.clickCount = clickCount(of: event) }
    var target: View?
    switch event.action {
    case .drag, .release: target = pressedView(at: event.location)
    case .press, .wheel: target = content.hitTest(event.location)
    }
    if case .press = event.action {
      selectionStart = nil
      mousePress = target.map { MousePress(view: $0, controller: $0.owningViewController, location: event.location) }
      if let focused = firstResponder,
        !sequence(first: target, next: { $0?.superview }).contains(where: { $0 === focused })
      {
        focused.pressedElsewhere()
      }
      let pressed = target.flatMap { view in
        sequence(first: view, next: \.superview).first {
          $0.canBecomeFirstResponder && $0.canBePressed(at: $0.convertFromWindow(event.location))
        }
      }
      if let focus = pressed, focus.takesFocusFromMouse {
        makeFirstResponder(focus)
        // Scrolling now would move the content under the mouse.
        leaveScrolled()
      }
    }
    var handler: View?
    if case .release = event.action {
      handler = mousePress?.handler
      mousePress = nil
    }
    while let view = target {
      var local = event
      local.location = view.convertFromWindow(event.location)
      if view.isEffectivelyEnabled, perform(.mouseEvent(local), on: view) || view.mouseEvent(local) {
        if case .press = event.action { mousePress?.handler = view }
        return true
      }
      // A click is handled as a whole: the release does not go further than the press.
      if let handler, handler === view { return true }
      target = view.superview
    }
    if event.action == .drag(button: 1), let press = mousePress, press.handler?.leavesDragsToScreen == true {
      (mousePress, selectionStart) = (nil, press.location)
    }
    return false
  }
}

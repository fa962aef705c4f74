// How keys and the mouse find their way to views.
extension Window {
  /// Leads an event to the view it is for, and on along the responders until one handles it.
  ///
  /// - Returns: whether anything handled it.
  @discardableResult
  public func handle(_ event: InputEvent) -> Bool {
    layoutIfNeeded()
    updateAwaitedFocus()
    keepFirstResponder()
    switch event {
    case .key(let key): return keyDown(key)
    case .paste(let text):
      revealFirstResponder()
      return firstResponder?.pasted(text) ?? false
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
    // A bar of a container can be focused; what it shows hears those that the bar has no use for.
    if let innermost, firstResponder?.owningViewController !== innermost,
      handle(key, from: innermost, asked: &asked)
    {
      return true
    }
    return runCommand(of: key) || keyPressed(key)
  }

  /// Runs the first command that has this key, wherever it is heard.
  private func runCommand(of key: KeyPress) -> Bool {
    commandSources.contains { ($0 !== application || overlay == nil) && runCommand(of: key, at: $0) }
  }

  /// What keys do that nothing else has a use for.
  var keyBindingsEverywhere: [KeyBinding] {
    let forward = { self.moveFocus(by: 1) }
    let backward = { self.moveFocus(by: -1) }
    let offered = [HostCommand.commands, .help, .redraw].filter { application?.hostActions[$0] != nil }
    return [
      KeyBinding("Next, previous control", trying: [.tab: forward, .key(.tab, .shift): backward]),
      KeyBinding(nil, trying: [.down: forward, .right: forward, .up: backward, .left: backward]),
    ]
      + offered.map { command in
        KeyBinding(command) { [weak application] in application?.perform(command) ?? false }
      }
  }

  /// The controller that shows what is innermost on the topmost screen.
  private var innermostViewController: ViewController? { visibleLayers.last.flatMap { innermostVisible(of: $0).last } }

  /// The title of the innermost controller that has one, of the topmost screen below alerts.
  var innermostTitle: String? {
    guard let screen = visibleLayers.last(where: { !($0 is AlertController) }) else { return nil }
    return innermostVisible(of: screen).reversed().lazy.compactMap { $0.displayTitle?.string }.first { !$0.isEmpty }
  }

  /// Who hears keys, from the view that has them to the window and the application.
  public var responderChain: [Responder] {
    var chain: [Responder] = []
    var ends: [Responder] = []
    for first in [firstResponder, innermostViewController].compactMap({ $0 }) {
      for responder in sequence(first: first, next: nextForKeys)
      where !(chain + ends).contains(where: { $0 === responder }) {
        if responder is Window || responder is Application { ends.append(responder) } else { chain.append(responder) }
      }
    }
    return chain + ends
  }

  /// Whose commands are heard: the responder chain, and before window and application the other visible controllers, as those
  /// of the other side of a split.
  public var commandSources: [Responder] {
    let chain = responderChain
    let end = chain.firstIndex { $0 is Window || $0 is Application } ?? chain.count
    let visible = visibleLayers.last.map(visibleControllers) ?? []
    let others = visible.filter { controller in !chain.contains { $0 === controller } }
    return chain[..<end] + others + chain[end...]
  }

  /// A controller and the visible ones in it, each after those that it contains.
  private func visibleControllers(of controller: ViewController) -> [ViewController] {
    controller.visibleChildren.flatMap(visibleControllers) + [controller]
  }

  /// What is below a presented controller hears no keys.
  private func nextForKeys(_ responder: Responder) -> Responder? {
    (responder as? ViewController)?.isPresented == true ? application : responder.next
  }

  /// The named actions that a responder of this window has for keys and palette.
  public func commands(of responder: Responder) -> [KeyCommand] {
    switch responder {
    case let controller as ViewController: controller.keyCommands
    case let application as Application: application.keyCommands + application.hostCommands
    default: []
    }
  }

  /// What keys do in a responder, as the help says it: without the keys that it leaves to commands.
  public func keyHelp(of responder: Responder) -> [KeyHelp] {
    let taken = Set(commandSources.flatMap(commands).compactMap(\.input))
    return responder.keyBindings.compactMap { $0.help(without: taken.contains) }
  }

  /// Lets the script handle an event; false if it does not. An error in it is reported, and counts as handled.
  private func perform(_ message: Message, on responder: Responder) -> Bool {
    do {
      return try responder.overrides?.perform(message, on: responder) ?? false
    } catch {
      let name = (responder as? View)?.className ?? (responder as? ViewController)?.className ?? "app"
      application?.report(error, from: "\(name) keyPressed or mouseEvent")
      return true
    }
  }

  /// Runs the command of a responder that has this key; false if it has none.
  private func runCommand(of key: KeyPress, at responder: Responder) -> Bool {
    guard let command = commands(of: responder).first(where: { $0.input == key }) else { return false }
    application?.run(command)
    return true
  }

  /// Leads a key along the responders, from one on.
  ///
  /// - Parameter asked: whose scripts have been asked already.
  private func handle(_ key: KeyPress, from first: Responder?, asked: inout Set<ObjectIdentifier>) -> Bool {
    var responder = first
    while let current = responder, current !== self {
      if askScript(of: current, key, &asked)
        || current.yields(key) && isTaken(key, after: current, asked: &asked) || current.keyPressed(key)
        || runCommand(of: key, at: current) || current === firstResponder && keepsFocus(key)
      {
        // What moves its cursor, or is used at all, is seen.
        if current === firstResponder { revealFirstResponder() }
        return true
      }
      // Nothing below a presented controller hears keys, but its presenter hears Escape.
      if let controller = current as? ViewController, controller.isPresented {
        guard key == KeyPress(.escape) else { return false }
        controller.dismiss()
        return true
      }
      responder = current.next
    }
    return false
  }

  /// Asks a responder's script once.
  private func askScript(of responder: Responder, _ key: KeyPress, _ asked: inout Set<ObjectIdentifier>) -> Bool {
    asked.insert(ObjectIdentifier(responder)).inserted && perform(.keyPressed(key), on: responder)
  }

  /// Whether a script or a command does something with a key that a responder leaves to them.
  private func isTaken(_ key: KeyPress, after responder: Responder, asked: inout Set<ObjectIdentifier>) -> Bool {
    var current = nextForKeys(responder)
    while let responder = current, responder !== self, responder !== application {
      if askScript(of: responder, key, &asked) { return true }
      current = nextForKeys(responder)
    }
    return runCommand(of: key)
  }

  /// Whether an arrow key that has nothing to do in the view with keyboard focus stays there nevertheless.
  private func keepsFocus(_ key: KeyPress) -> Bool {
    switch key {
    case .up, .down: firstResponder?.arrowAxes.contains(.vertical) == true
    case .left, .right: firstResponder?.arrowAxes.contains(.horizontal) == true
    default: false
    }
  }

  private static let longestDoubleClick = 0.4

  /// The next click is a first one, wherever it is.
  func endClickSequence() { lastPress = nil }

  /// How many times in a row the mouse was pressed at one place.
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

  private func mouseEvent(_ event: MouseEvent) -> Bool {
    var event = event.withinReach
    if case .press = event.action { event.clickCount = clickCount(of: event) }
    var target: View?
    switch event.action {
    case .drag, .release: target = mouseTarget ?? content.hitTest(event.location)
    case .press, .wheel: target = content.hitTest(event.location)
    }
    if case .press = event.action {
      mouseTarget = target
      if let target, let focus = sequence(first: target, next: \.superview).first(where: \.canBecomeFirstResponder),
        focus.takesFocusFromMouse
      {
        makeFirstResponder(focus)
        // Nothing moves under the mouse.
        leaveScrolled()
      }
    }
    if case .release = event.action { mouseTarget = nil }
    while let view = target {
      var local = event
      local.location = view.convertFromWindow(event.location)
      if view.isEffectivelyEnabled, perform(.mouseEvent(local), on: view) || view.mouseEvent(local) { return true }
      target = view.superview
    }
    return false
  }
}

import Interface

/// Passes each event to the first handler that accepts it: host commands, overlays, messages, the user's selection, the
/// app.
@MainActor
final class InputRouter {
  private unowned let screen: AppScreen
  private let selection: SelectionByMouse
  private var interrupt = InterruptRule()
  /// Whether the app received the last press of a mouse button, so that it receives the drags and the release, too.
  private var isPressInApp = false
  /// Whether the app is handling input, so that an error results from that input.
  private(set) var isInApp = false

  init(_ screen: AppScreen, _ selection: SelectionByMouse) {
    self.screen = screen
    self.selection = selection
  }

  /// Records that the app has copied text, after which the interrupt key does not quit for a while.
  func didCopy(in application: Application) { interrupt.didCopy(at: application.timers.now) }

  /// Handles an event.
  func handle(_ event: InputEvent) {
    if case .resize(let size) = event { return screen.resize(to: size) }
    // The focused view may depend on a size that no event has reported yet.
    screen.fitApplication()
    if case .key(let key) = event {
      // Host commands also work below overlays, and after the app was killed.
      if let command = screen.hostCommands.first(where: { $0.input == key }) { return screen.run(command) }
      if HostCommand(key) == .redraw, screen.overlays.top != nil || screen.application == nil {
        return screen.frontEnd.redraw()
      }
    }
    // An overlay that has opened since the press, as for an error, must not end the click.
    let endsPress = isPressInApp && event.continuesPress
    if !endsPress {
      if case .mouse = event { isPressInApp = false }
      if screen.overlays.handle(event) { return }
    }
    guard let host = screen.session.host else {
      // Without an app, any key exits.
      if case .key = event { screen.end() }
      return
    }
    let application = host.application
    if application.messages.close(on: event) { return }
    var isInterrupt = false
    if case .key(let key) = event {
      isInterrupt = HostCommand(key) == .interrupt
      if !isInterrupt { interrupt.otherKeyPressed(in: application) }
    }
    if selection.handle(event, of: application) { return }
    if case .mouse(let mouse) = event, case .press = mouse.action { isPressInApp = true }
    isInApp = true
    screen.session.wasUsed = true
    let isHandled = host.turn { application.handle(event) }
    isInApp = false
    if !isInterrupt { reportPendingInput(event, isHandled, application) }
    guard !isHandled else { return }
    selection.begin(with: event, of: application)
    if isInterrupt, interrupt.pressed(in: application) { screen.end() }
  }

  /// Notifies the user that input is deferred or ignored while the app is still being restored.
  private func reportPendingInput(_ event: InputEvent, _ isHandled: Bool, _ application: Application) {
    guard application.isRestorationExtended else { return }
    switch event {
    case .key, .paste: break
    case .mouse(let mouse) where mouse.action == .press(button: 1): break
    default: return
    }
    application.messages.show(
      isHandled ? "Restoring; your input will be processed afterwards." : "Restoring; this is not available yet.",
      for: .untilRemoved, about: .restoration)
  }
}

extension InputEvent {
  /// Whether the event is a drag or the release of a mouse button.
  fileprivate var continuesPress: Bool {
    guard case .mouse(let mouse) = self else { return false }
    return switch mouse.action {
    case .drag, .release: true
    case .press, .wheel: false
    }
  }
}

import Glibc
import Interface
import Loop

/// Shows an app full screen in a terminal, with keyboard and mouse input.
@MainActor
public final class TerminalFrontEnd: FrontEnd {
  public let requiredTheme: Theme?
  private let device: TerminalDevice
  private let capturesMouse: Bool
  private let keys: UrgentKeys
  private var screen: TerminalScreen?
  private weak var host: (any FrontEndHost)?
  private var input: KeyInput?
  private let lastBackground: LastBackground?
  public private(set) var background: TerminalBackground

  /// - Parameters:
  ///   - theme: the theme requested by the user; nil leaves it to the app.
  ///   - capturesMouse: whether the app receives the mouse initially.
  ///   - backgrounds: the folder that keeps the terminals' last answers about their background; nil for none.
  public init(
    _ device: TerminalDevice, theme: Theme?, capturesMouse: Bool, backgrounds: String? = nil
  ) {
    self.device = device
    lastBackground = LastBackground(in: backgrounds, environment: TerminalDevice.processEnvironment)
    background = lastBackground?.value ?? .unknown
    requiredTheme = theme
    self.capturesMouse = capturesMouse
    keys = UrgentKeys(device, endKeys: HostCommand.quit.keys, interruptKeys: HostCommand.interrupt.keys)
  }

  public var size: Size { screen?.size ?? device.size.limited(toRows: inlineRows) }
  public var inlineRows: Int? { didSet { screen?.inlineRows = inlineRows } }
  public var colorDepth: ColorDepth { device.colors }
  public var urgentInput: (any UrgentInput)? { keys }

  public var commands: [KeyCommand] {
    [
      KeyCommand(HostCommand.mouse) { [weak self] in
        self?.toggleMouse()
      }
    ]
  }

  private func toggleMouse() {
    guard let screen else { return }
    screen.isMouseCaptured.toggle()
    host?.application?.messages.show(
      screen.isMouseCaptured ? "The app uses the mouse" : "The terminal uses the mouse, for its own selection",
      about: .key)
  }

  public func open(showing picture: Grid?, for host: any FrontEndHost) throws {
    // A snapshot of another size would be misleading.
    let screen = try TerminalScreen(
      device, showing: picture.flatMap { $0.size == size ? $0 : nil }, inlineRows: inlineRows, on: host.loop)
    (self.screen, self.host) = (screen, host)
    screen.isMouseCaptured = capturesMouse
    screen.onOutput = { [weak host] in host?.didCapture($0) }
    input = KeyInput(
      device, on: host.loop, urgent: keys,
      onEvent: { [weak self, weak host] event in
        if let event = self?.onScreen(event) { host?.handle(event) }
      },
      onClose: { [weak host] in host?.end() })
    input?.expectedAnswers = { [weak screen, loop = host.loop] in
      guard let capabilities = screen?.capabilities else { return (false, false) }
      return (capabilities.expectsAnswers(at: loop.timers.now), capabilities.isCursorAwaited)
    }
    input?.onDiscardedPaste = { [weak host] in
      host?.application?.messages.show(KeyInput.discardedPaste, for: .untilClosed, status: .warning, about: .paste)
    }
    input?.onReply = { [weak self, weak host] reply in
      guard let self, let screen = self.screen else { return }
      if screen.receive(reply) {
        screen.invalidate()
        host?.handle(.resize(screen.size))
      }
      if let background = screen.capabilities.background { take(background) }
    }
  }

  /// Returns an event in the coordinates of the screen; nil if it is outside of the screen.
  private func onScreen(_ event: InputEvent) -> InputEvent? {
    guard let screen else { return event }
    switch event {
    case .resize:
      screen.sizeDidChange()
      return .resize(screen.size)
    case .mouse(var mouse):
      guard let top = screen.top else { return nil }
      mouse.location.y -= top
      switch mouse.action {
      case .press, .wheel: return (0..<screen.size.height).contains(mouse.location.y) ? .mouse(mouse) : nil
      case .drag, .release: return .mouse(mouse)
      }
    case .key, .paste: return event
    }
  }

  private func take(_ background: TerminalBackground) {
    guard background != self.background || lastBackground?.value == nil else { return }
    self.background = background
    lastBackground?.store(background)
  }

  public func present(_ frame: Frame) { screen?.present(frame.grid()) }
  public func redraw() { screen?.invalidate() }
  public func copy(_ text: String) { screen?.copyToClipboard(text) }
  public func readClipboard(_ receive: @escaping @MainActor (String?) -> Void) {
    if let screen { screen.readClipboard(receive) } else { receive(nil) }
  }
  public var pictureCellSize: Size? { screen?.pictureCellSize }
  public func notify(_ text: String, title: String) { screen?.notify(text, title: title) }
  public var hasTerminal: Bool { true }
  public func lendTerminal(while body: () -> Void) {
    if let screen { screen.lend(while: body) } else { body() }
  }
  public func takeOutput() { screen?.drainOutput() }
  public func suspend() { screen?.suspend() }
  public func resume() { screen?.reclaim() }

  public func close() {
    input?.close()
    screen?.close()
  }
}
